/* Makes the calls of steps.h up to the next pause whenever F10 is pressed, paints its windows, and does what messages
   ask for; the messages go into MESSAGES.BIN, the rectangles that it has painted into RECTS.BIN. */

#include "steps.h"

static short messages, rects;

static void paint(short of, const short *area)
{
    short part[4], x = of;
    drawing(1);
    clip(1, 0, 0, 640, 400);
    INTIN(2);
    vdi(23, 0, 0, 1, handle);
    while (x >= 7)
        x -= 7;
    INTIN(x + 9);
    vdi(24, 0, 0, 1, handle);
    for (get(of, 11, part); part[2] > 0 && part[3] > 0; get(of, 12, part)) {
        GEMDOS(0x40, rects, L(8), L(part));
        if (cut(part, area)) {
            PTSIN(part[0], part[1], part[0] + part[2] - 1, part[1] + part[3] - 1);
            vdi(114, 0, 2, 0, handle);
        }
    }
    drawing(0);
}

static void react(const short *words)
{
    GEMDOS(0x40, messages, L(16), L(words));
    switch (words[0]) {
    case 20:
        paint(words[3], words + 4);
        break;
    case 25:
    case 26:
        INT_IN(words[3], words[0] - 17, words[4]);
        aes(105, 6, 0);
        break;
    default:
        follow(words);
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
