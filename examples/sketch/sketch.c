/* A sketch pad for the Atari ST: a window to draw in, a menu, a dialog, an alert. "Writing one" in docs/run.md tells how to
   build it; gem.h has aes(), vdi() and their arrays. */

#include "gem.h"

enum { TITLE_DESK = 3, TITLE_SKETCH = 4, ABOUT = 7, CLEAR = 16, LINE = 17, QUIT = 19 };
enum { THIN = 2, THICK = 4, OK = 5 };
enum { BOX = 20, IBOX = 25, BUTTON = 26, STRING = 28, TITLE = 32 };
enum { SELECTABLE = 1, DEFAULT = 2, EXIT = 4, RADIO = 16, LAST = 32, SELECTED = 1, DISABLED = 8, OUTLINED = 16 };
enum { NAME = 1, CLOSER = 2, FULLER = 4, MOVER = 8, SIZER = 32 };
enum { MU_BUTTON = 2, MU_MESAG = 16, MN_SELECTED = 10, WM_REDRAW = 20, WM_CLOSED = 22, WM_FULLED = 23 };

#define FRAME (void *)0xff1100L
#define WHITE (void *)0x1100L
#define ACCESSORY(next) {next, -1, -1, STRING, 0, 0, "", 0, 32, 160, 16}

static OBJECT menu[] = {
    {-1, 1, 5, IBOX, 0, 0, 0, 0, 0, 640, 400},
    {5, 2, 2, BOX, 0, 0, WHITE, 0, 0, 640, 18},
    {1, 3, 4, IBOX, 0, 0, 0, 16, 0, 112, 19},
    {4, -1, -1, TITLE, 0, 0, " Desk ", 0, 0, 48, 18},
    {2, -1, -1, TITLE, 0, 0, " Sketch ", 48, 0, 64, 18},
    {0, 6, 15, IBOX, 0, 0, 0, 0, 19, 640, 381},
    {15, 7, 14, BOX, 0, 0, FRAME, 16, 0, 160, 128},
    {8, -1, -1, STRING, 0, 0, "  About Sketch...", 0, 0, 160, 16},
    {9, -1, -1, STRING, 0, DISABLED, "--------------------", 0, 16, 160, 16},
    ACCESSORY(10), ACCESSORY(11), ACCESSORY(12), ACCESSORY(13), ACCESSORY(14), ACCESSORY(6),
    {5, 16, 19, BOX, 0, 0, FRAME, 64, 0, 120, 64},
    {17, -1, -1, STRING, 0, 0, "  Clear", 0, 0, 120, 16},
    {18, -1, -1, STRING, 0, 0, "  Line...", 0, 16, 120, 16},
    {19, -1, -1, STRING, 0, DISABLED, "---------------", 0, 32, 120, 16},
    {15, -1, -1, STRING, LAST, 0, "  Quit", 0, 48, 120, 16},
};
static OBJECT dialog[] = {
    {-1, 1, 6, BOX, 0, OUTLINED, (void *)0x21100L, 0, 0, 240, 112},
    {2, -1, -1, STRING, 0, 0, "Width of the line:", 16, 16, 144, 16},
    {3, -1, -1, BUTTON, SELECTABLE | RADIO, SELECTED, "1", 16, 40, 48, 18},
    {4, -1, -1, BUTTON, SELECTABLE | RADIO, 0, "3", 80, 40, 48, 18},
    {5, -1, -1, BUTTON, SELECTABLE | RADIO, 0, "5", 144, 40, 48, 18},
    {6, -1, -1, BUTTON, SELECTABLE | DEFAULT | EXIT, 0, "OK", 56, 80, 72, 18},
    {0, -1, -1, BUTTON, SELECTABLE | EXIT | LAST, 0, "Cancel", 144, 80, 72, 18},
};
static short window, quitting, desk[4];
static short bits[400 * 40];
static MFDB screen, sketch = {bits, 640, 400, 40, 0, 1};

/* Copies a rectangle of the window's work area between the screen and the sketch. */
static void copy(short saving, const short *part)
{
    short work[4], x, y;
    get(window, 4, work);
    x = part[0] - work[0];
    y = part[1] - work[1];
    *(MFDB **)(contrl + 7) = saving ? &screen : &sketch;
    *(MFDB **)(contrl + 9) = saving ? &sketch : &screen;
    INTIN(3);
    if (saving)
        PTSIN(part[0], part[1], part[0] + part[2] - 1, part[1] + part[3] - 1, x, y, x + part[2] - 1, y + part[3] - 1);
    else
        PTSIN(x, y, x + part[2] - 1, y + part[3] - 1, part[0], part[1], part[0] + part[2] - 1, part[1] + part[3] - 1);
    vdi(109, 0, 4, 1, handle);
}

static void redraw(const short *area)
{
    short part[4];
    drawing(1);
    for (get(window, 11, part); part[2] && part[3]; get(window, 12, part))
        if (cut(part, area) && cut(part, desk))
            copy(0, part);
    drawing(0);
}

/* Draws while the button is down. */
static void draw(short x, short y)
{
    short work[4], buttons;
    get(window, 4, work);
    if (x < work[0] || y < work[1] || x >= work[0] + work[2] || y >= work[1] + work[3])
        return;
    cut(work, desk);
    drawing(1);
    clip(1, work[0], work[1], work[2], work[3]);
    do {
        vdi(124, 0, 0, 0, handle);
        buttons = intout[0];
        set(ptsin + 2, ptsout, 2);
        ptsin[0] = x;
        ptsin[1] = y;
        x = ptsout[0];
        y = ptsout[1];
        vdi(6, 0, 2, 0, handle);
    } while (buttons & 1);
    copy(1, work);
    drawing(0);
}

static void ask(void)
{
    short box[4], exit, i;
    addr_in[0] = dialog;
    aes(54, 0, 1); /* form_center */
    set(box, int_out + 1, 4);
    update(1);
    INT_IN(0, 8, box[0], box[1], box[2], box[3]);
    aes(42, 6, 1); /* objc_draw */
    INT_IN(0);
    exit = aes(50, 1, 1); /* form_do */
    dialog[exit].state = 0;
    INT_IN(3, 0, 0, 0, 0, box[0], box[1], box[2], box[3]);
    aes(51, 9, 1); /* form_dial: what is below is drawn again */
    update(0);
    for (i = THIN; exit == OK && i <= THICK; i++)
        if (dialog[i].state & SELECTED) {
            PTSIN(2 * (i - THIN) + 1, 0);
            vdi(16, 0, 1, 0, handle); /* vsl_width */
        }
}

static void choose(short title, short item)
{
    short work[4], i;
    if (item == ABOUT) {
        INT_IN(1);
        addr_in[0] = "[1][Sketch|draws while the left button is down.][ OK ]";
        aes(52, 1, 1); /* form_alert */
    } else if (item == CLEAR) {
        for (i = 0; i < 400 * 40 / 2; i++)
            ((long *)bits)[i] = 0;
        get(window, 4, work);
        redraw(work);
    } else if (item == LINE)
        ask();
    else
        quitting = item == QUIT;
    INT_IN(title, 1);
    addr_in[0] = menu;
    aes(33, 2, 1); /* menu_tnormal */
}

static void message(const short *words)
{
    short full[4];
    switch (words[0]) {
    case MN_SELECTED:
        choose(words[3], words[4]);
        break;
    case WM_REDRAW:
        redraw(words + 4);
        break;
    case WM_CLOSED:
        quitting = 1;
        break;
    case WM_FULLED:
        get(window, 7, full);
        INT_IN(window, 5, full[0], full[1], full[2], full[3]);
        aes(105, 6, 0); /* wind_set */
        break;
    default:
        follow(words); /* WM_TOPPED, WM_SIZED, WM_MOVED */
    }
}

short main(void)
{
    short words[8], events;
    aes(10, 0, 0); /* appl_init */
    handle = open_workstation();
    INT_IN(0);
    aes(78, 1, 1); /* graf_mouse */
    INT_IN(1);
    addr_in[0] = menu;
    aes(30, 1, 1); /* menu_bar */
    get(0, 4, desk);
    INT_IN(NAME | CLOSER | FULLER | MOVER | SIZER, desk[0], desk[1], desk[2], desk[3]);
    window = aes(100, 5, 0); /* wind_create */
    INT_IN(window, 2, L("Sketch"));
    aes(105, 6, 0);
    INT_IN(window, 60, 50, 400, 250);
    aes(101, 5, 0); /* wind_open */
    while (!quitting) {
        INT_IN(MU_MESAG | MU_BUTTON, 1, 1, 1);
        addr_in[0] = words;
        events = aes(25, 16, 1); /* evnt_multi */
        if (events & MU_BUTTON)
            draw(int_out[1], int_out[2]);
        if (events & MU_MESAG)
            message(words);
    }
    INT_IN(window);
    aes(102, 1, 0); /* wind_close */
    aes(103, 1, 0); /* wind_delete */
    INT_IN(0);
    addr_in[0] = menu;
    aes(30, 1, 1);
    vdi(101, 0, 0, 0, handle);
    return aes(19, 0, 0) ? 0 : 1; /* appl_exit */
}
