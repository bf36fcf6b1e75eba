/* Making the calls that the file STEPS.BIN tells, and writing what they answer into ANSWERS.BIN.

   A record begins with a word:
     1  VDI      opcode, sub, words, points, form 7, form 9, then intin and ptsin; answers: counts, intout, ptsout
     2  pause    wait for a key: the end of a step
     3  open     close the workstation and open another one
     4  form     w, h, words a line, then the bits; the first one has the number 1, 0 is the screen
     5  block    size and count of fixups, the bytes, the fixups: each an offset and what is added there, 0 the
                 block's address, 1 that of user()
     6  AES      opcode, words, addresses, int_in, the addresses as offsets in the block, and that of what int_in[2] and
                 [3] point to, or -1; answers: 5 words of int_out
     7  tell     offset and size in the block; answers: those bytes
     0  end
*/

#include "gem.h"

static short users, in, out, forms;
static MFDB form[8];
static char block[32000];

static void read(void *to, long size)
{
    GEMDOS(0x3f, in, L(size), L(to));
}

static short word(void)
{
    short value;
    read(&value, 2);
    return value;
}

static void write(const void *from, long size)
{
    GEMDOS(0x40, out, L(size), L(from));
}

static void pointer(short *words, short number)
{
    MFDB *at = &form[number];
    words[0] = (short)((long)at >> 16);
    words[1] = (short)(long)at;
}

typedef struct {
    OBJECT *tree;
    short obj, before, now, x, y, w, h, cx, cy, cw, ch;
    long parm;
} PARMBLK;

static long user(const PARMBLK *of)
{
    short kept[8], i;
    set(kept, contrl, 8);
    if (of->cw > 0 && of->ch > 0) {
        INTIN(1);
        PTSIN(of->cx, of->cy, of->cx + of->cw - 1, of->cy + of->ch - 1);
        vdi(129, 0, 2, 1, users);
    }
    INTIN(2);
    vdi(23, 0, 0, 1, users);
    INTIN((of->parm & 15) + 1);
    vdi(24, 0, 0, 1, users);
    PTSIN(of->x, of->y, of->x + of->w - 1, of->y + of->h - 1);
    vdi(11, 1, 2, 0, users);
    INTIN(of->now & 1 ? 1 : 3);
    vdi(32, 0, 0, 1, users);
    PTSIN(of->x + (of->before & 7), of->y, of->x + of->w - 1, of->y + of->h - 1);
    vdi(6, 0, 2, 0, users);
    INTIN(1);
    vdi(32, 0, 0, 1, users);
    return of->now & of->parm >> 8;
}

static void do_vdi(void)
{
    short opcode = word(), sub = word(), words = word(), points = word(), source = word(), target = word(), counts[2];
    read(intin, 2 * words);
    read(ptsin, 4 * points);
    pointer(contrl + 7, source);
    pointer(contrl + 9, target);
    vdi(opcode, sub, points, words, handle);
    counts[0] = contrl[4];
    counts[1] = contrl[2];
    write(counts, 4);
    write(intout, 2 * counts[0]);
    write(ptsout, 4 * counts[1]);
}

#define INT_IN_POINTER(at) (int_in[2] = (short)((long)(at) >> 16), int_in[3] = (short)(long)(at))

static void do_aes(void)
{
    short opcode = word(), words = word(), addresses = word(), i;
    read(int_in, 2 * words);
    for (i = 0; i < addresses; i++)
        addr_in[i] = block + word();
    i = word();
    if (i >= 0)
        INT_IN_POINTER(block + i);
    aes(opcode, words, addresses);
    write(int_out, 10);
}

static void do_form(void)
{
    MFDB *new = &form[++forms];
    long size;
    new->w = word();
    new->h = word();
    new->wdwidth = word();
    new->planes = 1;
    size = 2 * (long)(new->h * new->wdwidth);
    new->addr = (void *)GEMDOS(0x48, L(size));
    read(new->addr, size);
}

static void do_block(void)
{
    short size = word(), count = word(), at, kind;
    read(block, size);
    while (count--) {
        at = word();
        kind = word();
        *(long *)(block + at) += kind ? (long)user : (long)block;
    }
}

/* Make the calls up to the next pause; 0 at the end. */
static short do_records(void)
{
    short kind, at;
    while ((kind = word()) && kind != 2)
        switch (kind) {
        case 1:
            do_vdi();
            break;
        case 3:
            vdi(101, 0, 0, 0, handle);
            handle = open_workstation();
            break;
        case 4:
            do_form();
            break;
        case 5:
            do_block();
            break;
        case 6:
            do_aes();
            break;
        case 7:
            at = word();
            write(block + at, word());
            break;
        }
    return kind;
}
