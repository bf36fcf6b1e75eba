/* Makes the calls of steps.h up to the next pause whenever F10 is pressed, paints its windows, and does what messages
   ask for; the messages go into MESSAGES.BIN, the rectangles that it has painted into RECTS.BIN. */

#include "steps.h"

static short messages, rects;

static void paint(short of, const short *area)
{
    short part[4], x, y, w, h;
    INT_IN(1);
    aes(107, 1, 0);
    INT_IN(256);
    aes(78, 1, 1);
    INTIN(1);
    PTSIN(0, 0, 639, 399);
    vdi(129, 0, 2, 1, handle);
    INTIN(2);
    vdi(23, 0, 0, 1, handle);
    x = of;
    while (x >= 7)
        x -= 7;
    INTIN(x + 9);
    vdi(24, 0, 0, 1, handle);
    INT_IN(of, 11);
    for (aes(104, 2, 0); int_out[3] > 0 && int_out[4] > 0; aes(104, 2, 0)) {
        set(part, int_out + 1, 4);
        GEMDOS(0x40, rects, L(8), L(part));
        x = part[0] > area[0] ? part[0] : area[0];
        y = part[1] > area[1] ? part[1] : area[1];
        w = (part[0] + part[2] < area[0] + area[2] ? part[0] + part[2] : area[0] + area[2]) - x;
        h = (part[1] + part[3] < area[1] + area[3] ? part[1] + part[3] : area[1] + area[3]) - y;
        if (w > 0 && h > 0) {
            PTSIN(x, y, x + w - 1, y + h - 1);
            vdi(114, 0, 2, 0, handle);
        }
        INT_IN(of, 12);
    }
    INT_IN(257);
    aes(78, 1, 1);
    INT_IN(0);
    aes(107, 1, 0);
}

static void react(const short *words)
{
    GEMDOS(0x40, messages, L(16), L(words));
    switch (words[0]) {
    case 20:
        paint(words[3], words + 4);
        break;
    case 21:
        INT_IN(words[3], 10);
        aes(105, 6, 0);
        break;
    case 25:
    case 26:
        INT_IN(words[3], words[0] - 17, words[4]);
        aes(105, 6, 0);
        break;
    case 27:
    case 28:
        INT_IN(words[3], 5, words[4], words[5], words[6], words[7]);
        aes(105, 6, 0);
    }
}

short main(void)
{
    short words[8], happened, key;
    aes(10, 0, 0);
    handle = open_workstation();
    in = GEMDOS(0x3d, L("STEPS.BIN"), 0);
    out = GEMDOS(0x3c, L("ANSWERS.BIN"), 0);
    messages = GEMDOS(0x3c, L("MESSAGES.BIN"), 0);
    rects = GEMDOS(0x3c, L("RECTS.BIN"), 0);
    do_records();
    for (;;) {
        INT_IN(0x11, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        addr_in[0] = words;
        happened = aes(25, 16, 1);
        key = int_out[5];
        if (happened & 16)
            react(words);
        if (happened & 1 && key == 0x4400 && !do_records())
            return 0;
    }
}
