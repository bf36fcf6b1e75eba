/* The smallest whole program: a window, drawn when WM_REDRAW asks for it, closed by its closer. */

#include "gem.h"

static short window;

static void paint(const short *area)
{
    short part[4], work[4];
    get(window, 4, work);
    drawing(1);
    for (get(window, 11, part); part[2] && part[3]; get(window, 12, part)) {
        if (!cut(part, area))
            continue;
        clip(1, part[0], part[1], part[2], part[3]);
        INTIN(0);
        vdi(23, 0, 0, 1, handle);
        vdi(114, 0, 2, 0, handle);
        INTIN('H', 'e', 'l', 'l', 'o', ',', ' ', 'G', 'E', 'M', '!');
        PTSIN(work[0] + 24, work[1] + 40);
        vdi(8, 0, 1, 11, handle);
    }
    drawing(0);
}

short main(void)
{
    static short message[8];
    aes(10, 0, 0);
    INT_IN(0);
    aes(78, 1, 1);
    handle = open_workstation();
    INT_IN(0x2f, 0, 19, 640, 381);
    window = aes(100, 5, 0);
    INT_IN(window, 2, L("Hello"));
    aes(105, 6, 0);
    INT_IN(window, 80, 60, 320, 160);
    aes(101, 5, 0);
    do {
        addr_in[0] = message;
        aes(23, 0, 1);
        if (message[0] == 20)
            paint(message + 4);
        follow(message);
    } while (message[0] != 22);
    INT_IN(window);
    aes(102, 1, 0);
    aes(103, 1, 0);
    INT_IN(0);
    aes(19, 0, 0);
    return 7;
}
