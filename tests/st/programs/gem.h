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
