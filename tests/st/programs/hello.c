/* The smallest whole program: a window, drawn when WM_REDRAW asks for it, closed by its closer. */

#include "gem.h"

static short handle, window;

static void paint(const short *area)
{
    short x, y, w, h, x2, y2;
    INT_IN(1);
    aes(107, 1, 0);
    INT_IN(window, 11);
    aes(104, 2, 0);
    while (int_out[3] && int_out[4]) {
        x = int_out[1] > area[0] ? int_out[1] : area[0];
        y = int_out[2] > area[1] ? int_out[2] : area[1];
        x2 = int_out[1] + int_out[3] < area[0] + area[2] ? int_out[1] + int_out[3] : area[0] + area[2];
        y2 = int_out[2] + int_out[4] < area[1] + area[3] ? int_out[2] + int_out[4] : area[1] + area[3];
        w = x2 - x;
        h = y2 - y;
        if (w > 0 && h > 0) {
            INTIN(1);
            PTSIN(x, y, x2 - 1, y2 - 1);
            vdi(129, 0, 2, 1, handle);
            INTIN(0);
            vdi(23, 0, 0, 1, handle);
            vdi(114, 0, 2, 0, handle);
            INTIN('H', 'e', 'l', 'l', 'o', ',', ' ', 'G', 'E', 'M', '!');
            INT_IN(window, 4);
            aes(104, 2, 0);
            PTSIN(int_out[1] + 24, int_out[2] + 40);
            vdi(8, 0, 1, 11, handle);
        }
        INT_IN(window, 12);
        aes(104, 2, 0);
    }
    INT_IN(0);
    aes(107, 1, 0);
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
        if (message[0] == 21) {
            INT_IN(message[3], 10);
            aes(105, 6, 0);
        }
        if (message[0] == 28) {
            INT_IN(message[3], 5, message[4], message[5], message[6], message[7]);
            aes(105, 6, 0);
        }
    } while (message[0] != 22);
    INT_IN(window);
    aes(102, 1, 0);
    aes(103, 1, 0);
    INT_IN(0);
    aes(19, 0, 0);
    return 7;
}
