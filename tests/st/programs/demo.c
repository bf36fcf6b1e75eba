/* A whole GEM program: a menu, two windows, a dialog with a user-drawn object, the file selector, the keyboard. */

#include "gem.h"

enum { MENU, ASK };
enum { ABOUT = 7, OPEN = 16, DIALOG = 17, QUIT = 22, FIELD = 2, DRAWN = 3, CANCEL = 4, OK = 5 };
enum { NAME = 1, CLOSER = 2, FULLER = 4, MOVER = 8, SIZER = 32 };

typedef struct {
    OBJECT *tree;
    short obj, before, now, x, y, w, h, cx, cy, cw, ch;
    long parm;
} PARMBLK;

static short window[2], quitting, checked;
static OBJECT *menu, *ask;
static char shown[64] = "nothing", path[128] = "C:\\*.TXT", name[14];

static short length(const char *text)
{
    short count = 0;
    while (text[count])
        count++;
    return count;
}

static void copy(char *to, const char *from)
{
    while ((*to++ = *from++))
        ;
}

static void text(short x, short y, const char *what)
{
    short i, count = length(what);
    for (i = 0; i < count; i++)
        intin[i] = what[i] & 0xff;
    PTSIN(x, y);
    vdi(8, 0, 1, count, handle);
}

static void fill(short x, short y, short w, short h, short interior, short style)
{
    INTIN(interior);
    vdi(23, 0, 0, 1, handle);
    INTIN(style);
    vdi(24, 0, 0, 1, handle);
    PTSIN(x, y, x + w - 1, y + h - 1);
    vdi(114, 0, 2, 0, handle);
}

static void paint(short of, const short *area)
{
    short part[4], work[4];
    get(of, 4, work);
    drawing(1);
    for (get(of, 11, part); part[2] && part[3]; get(of, 12, part)) {
        if (!cut(part, area))
            continue;
        clip(1, part[0], part[1], part[2], part[3]);
        fill(work[0], work[1], work[2], work[3], 0, 1);
        fill(work[0] + 10, work[1] + 30, 80, 40, 2, of == window[0] ? 9 : 13);
        text(work[0] + 10, work[1] + 20, shown);
        clip(0, 0, 0, 0, 0);
    }
    drawing(0);
}

static void repaint(void)
{
    short work[4], i;
    for (i = 0; i < 2; i++)
        if (window[i] > 0) {
            get(window[i], 4, work);
            paint(window[i], work);
        }
}

static long draw_user(const PARMBLK *block)
{
    clip(1, block->cx, block->cy, block->cw, block->ch);
    fill(block->x, block->y, block->w, block->h, 2, (short)block->parm);
    clip(0, 0, 0, 0, 0);
    return block->now;
}

static void dialog(void)
{
    static long user[2] = {(long)draw_user, 11};
    short rect[4], exit;
    char *field = *(char **)ask[FIELD].spec;
    ask[DRAWN].spec = user;
    copy(field, "abc");
    addr_in[0] = ask;
    aes(54, 0, 1);
    set(rect, int_out + 1, 4);
    update(1);
    INT_IN(0, 0, 0, 0, 0, rect[0], rect[1], rect[2], rect[3]);
    aes(51, 9, 0);
    INT_IN(0, 8, rect[0], rect[1], rect[2], rect[3]);
    aes(42, 6, 1);
    INT_IN(FIELD);
    exit = aes(50, 1, 1) & 0x7fff;
    INT_IN(3, 0, 0, 0, 0, rect[0], rect[1], rect[2], rect[3]);
    aes(51, 9, 0);
    update(0);
    ask[exit].state &= ~1;
    if (exit == OK)
        copy(shown, field);
    repaint();
}

static void select(void)
{
    addr_in[0] = path;
    addr_in[1] = name;
    aes(90, 0, 2);
    if (int_out[1]) {
        copy(shown, path);
        copy(shown + length(shown), name);
        repaint();
    }
}

static void choose(short title, short item)
{
    switch (item) {
    case ABOUT:
        INT_IN(1);
        addr_in[0] = "[1][Two windows, one dialog.|Written for the ST.][ OK ]";
        aes(52, 1, 1);
        break;
    case OPEN:
        select();
        break;
    case DIALOG:
        dialog();
        break;
    case QUIT:
        quitting = 1;
    }
    checked = !checked;
    addr_in[0] = menu;
    INT_IN(DIALOG, checked);
    aes(31, 2, 1);
    /* Straight into the tree, which the AES keeps. */
    menu[OPEN].state ^= 8;
    INT_IN(title, 1);
    aes(33, 2, 1);
}

static void message(const short *words)
{
    short full[4];
    switch (words[0]) {
    case 10:
        choose(words[3], words[4]);
        break;
    case 20:
        paint(words[3], words + 4);
        break;
    case 22:
        INT_IN(words[3]);
        aes(102, 1, 0);
        aes(103, 1, 0);
        if (words[3] == window[0])
            window[0] = 0;
        else
            window[1] = 0;
        quitting = !window[0] && !window[1];
        break;
    case 23:
        get(words[3], 7, full);
        INT_IN(words[3], 5, full[0], full[1], full[2], full[3]);
        aes(105, 6, 0);
        break;
    default:
        follow(words);
    }
}

static OBJECT *tree(short number)
{
    INT_IN(0, number);
    aes(112, 2, 0);
    return addr_out[0];
}

short main(void)
{
    short words[8], desk[4], i;
    aes(10, 0, 0);
    addr_in[0] = "DEMO.RSC";
    if (!aes(110, 0, 1))
        return 1;
    menu = tree(MENU);
    ask = tree(ASK);
    handle = open_workstation();
    INT_IN(0);
    aes(78, 1, 1);
    INT_IN(1);
    addr_in[0] = menu;
    aes(30, 1, 1);
    get(0, 4, desk);
    for (i = 0; i < 2; i++) {
        INT_IN(NAME | CLOSER | FULLER | MOVER | SIZER, desk[0], desk[1], desk[2], desk[3]);
        window[i] = aes(100, 5, 0);
        INT_IN(window[i], 2, L(i ? "Second" : "First"));
        aes(105, 6, 0);
        INT_IN(window[i], 40 + 170 * i, 60 + 90 * i, 260 + 40 * i, 160);
        aes(101, 5, 0);
    }
    while (!quitting) {
        INT_IN(0x11, 1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0);
        addr_in[0] = words;
        aes(25, 16, 1);
        i = int_out[0];
        if (i & 1) {
            shown[0] = int_out[5];
            shown[1] = 0;
        }
        if (i & 16)
            message(words);
        if (i & 1)
            repaint();
    }
    INT_IN(0);
    addr_in[0] = menu;
    aes(30, 1, 1);
    aes(111, 0, 0);
    vdi(101, 0, 0, 0, handle);
    aes(19, 0, 0);
    return 0;
}
