/* GEM and TOS for the test programs: the arrays, the two calls of trap 2, and the traps of TOS. */

typedef struct {
    short next, head, tail;
    unsigned short type, flags, state;
    void *spec;
    short x, y, w, h;
} OBJECT;

typedef struct {
    void *addr;
    short w, h, wdwidth, stand, planes, r1, r2, r3;
} MFDB;

extern char *basepage;

static short contrl[12], intin[128], ptsin[256], intout[128], ptsout[256];
static short global[16], control[5], int_in[16], int_out[16];
static void *addr_in[8], *addr_out[2];

static void trap2(long which, const void *block)
{
    register long d0 __asm__("d0") = which;
    register const void *d1 __asm__("d1") = block;
    __asm__ volatile("trap #2" : "+r"(d0), "+r"(d1) : : "d2", "a0", "a1", "a2", "memory", "cc");
}

static void vdi(short opcode, short sub, short points, short words, short handle)
{
    static const void *block[5] = {contrl, intin, ptsin, intout, ptsout};
    contrl[0] = opcode;
    contrl[1] = points;
    contrl[3] = words;
    contrl[5] = sub;
    contrl[6] = handle;
    trap2(115, block);
}

static short aes(short opcode, short words, short addresses)
{
    static const void *block[6] = {control, global, int_in, int_out, addr_in, addr_out};
    control[0] = opcode;
    control[1] = words;
    control[2] = 7;
    control[3] = addresses;
    control[4] = 1;
    trap2(200, block);
    return int_out[0];
}

static void set(short *words, const short *values, short count)
{
    while (count--)
        *words++ = *values++;
}

/* GEMDOS(0x3d, L(name), 0): words, an address as two of them. */
#define L(value) (short)((long)(value) >> 16), (short)(long)(value)
#define WORDS(...) (const short[]){__VA_ARGS__}, sizeof((const short[]){__VA_ARGS__}) / 2
#define GEMDOS(...) gemdos(WORDS(__VA_ARGS__))
#define BIOS(...) bios(WORDS(__VA_ARGS__))
#define XBIOS(...) xbios(WORDS(__VA_ARGS__))
#define INTIN(...) set(intin, WORDS(__VA_ARGS__))
#define PTSIN(...) set(ptsin, WORDS(__VA_ARGS__))
#define INT_IN(...) set(int_in, WORDS(__VA_ARGS__))

long gemdos(const short *words, long count), bios(const short *words, long count), xbios(const short *words, long count);

static short open_workstation(void)
{
    short i;
    for (i = 0; i < 10; i++)
        intin[i] = 1;
    intin[10] = 2;
    vdi(100, 0, 0, 11, 1);
    return contrl[6];
}

/* What programs with windows do. */

static short handle;

static void clip(short on, short x, short y, short w, short h)
{
    INTIN(on);
    PTSIN(x, y, x + w - 1, y + h - 1);
    vdi(129, 0, 2, 1, handle);
}

static void get(short of, short field, short *rect)
{
    INT_IN(of, field);
    aes(104, 2, 0);
    set(rect, int_out + 1, 4);
}

static void update(short code)
{
    INT_IN(code);
    aes(107, 1, 0);
}

/* Takes the screen and hides the mouse, and the other way round. */
static void drawing(short begins)
{
    if (begins)
        update(1);
    INT_IN(begins ? 256 : 257);
    aes(78, 1, 1);
    if (!begins)
        update(0);
}

/* Cuts a rectangle with another; 0 if nothing is left. */
static short cut(short *rect, const short *with)
{
    short i, end;
    for (i = 0; i < 2; i++) {
        end = rect[i] + rect[i + 2] < with[i] + with[i + 2] ? rect[i] + rect[i + 2] : with[i] + with[i + 2];
        rect[i] = rect[i] > with[i] ? rect[i] : with[i];
        rect[i + 2] = end - rect[i];
    }
    return rect[2] > 0 && rect[3] > 0;
}

/* Does what WM_TOPPED, WM_SIZED and WM_MOVED ask for. */
static void follow(const short *words)
{
    if (words[0] == 21) {
        INT_IN(words[3], 10);
        aes(105, 6, 0);
    } else if (words[0] == 27 || words[0] == 28) {
        INT_IN(words[3], 5, words[4], words[5], words[6], words[7]);
        aes(105, 6, 0);
    }
}
