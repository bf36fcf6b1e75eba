/* Makes the calls of CALLS.TXT, a line each, and writes an answer for each into ANSWERS.TXT, and screens into SCREENS.BIN.

   A line has a letter, words, and for some letters ; and more words. A word is a number (12, -1, $ff); @12 is the two
   words of the address of the block's byte 12, & those of the address of the routine of a G_USERDEF, ! of a null pointer,
   = the second answer of the last AES call, % those of the screen's address, ~ those of the bits of the 8x16 font, and "text" a word for each character. What follows # is a comment.

     v opcode sub words ; points       VDI; answer: intout ; ptsout
     f source target                   the forms of the VDI calls that follow, each as @12 or !
     h handle                          the workstation of the VDI calls that follow; 0 is the program's own one
     a opcode answers words ; @..      AES: how many answers are wanted, int_in, addr_in; answer: int_out
     w place words                     words into the block
     b place "text"                    bytes and a zero into the block
     d place count                     answer: words of the block
     x offset words                    words into the variables of Line-A
     y offset count                    answer: words of these variables
     l number d0 d1 @a0 @a2 @a6        Line-A; answer of A002: the pixel
     t number words                    trap 1, 13 or 14; answer: D0
     o                                 close the workstation, and open another one
     s                                 answer: a sum of the screen, which goes into SCREENS.BIN
*/

#include "gem.h"

static short in, out, screens, own;
static short words[512], count, second;
static char block[32000], line[4096], *at, *end;
static char *variables, **fonts;

long line_a(short number, long *registers);

static void put(char character)
{
    *end++ = character;
}

static void put_number(long value)
{
    static const unsigned long units[] = {1000000000, 100000000, 10000000, 1000000, 100000, 10000, 1000, 100, 10, 1};
    unsigned long rest = value < 0 ? -value : value;
    short unit, begun = 0;
    put(' ');
    if (value < 0)
        put('-');
    for (unit = 0; unit < 10; unit++) {
        char digit = '0';
        for (; rest >= units[unit]; rest -= units[unit])
            digit++;
        begun |= digit > '0' || unit == 9;
        if (begun)
            put(digit);
    }
}

static void put_words(const short *from, short number)
{
    while (number-- > 0)
        put_number(*from++);
}

static void add(short word)
{
    words[count++] = word;
}

static void add_address(const void *address)
{
    add((short)((long)address >> 16));
    add((short)(long)address);
}

static short digit(char character)
{
    return character >= 'a' ? character - 'a' + 10 : character - '0';
}

static long value(void)
{
    long result = 0;
    short minus = *at == '-', hexadecimal = *at == '$';
    at += minus + hexadecimal;
    while ((*at >= '0' && *at <= '9') || (*at >= 'a' && *at <= 'f')) {
        result = hexadecimal ? (result << 4) : (result << 3) + (result << 1);
        result += digit(*at++);
    }
    return minus ? -result : result;
}

static long user(const long *block)
{
    const short *of = (const short *)block;
    short kept[12], kept_words[16];
    set(kept, contrl, 12);
    set(kept_words, intin, 8);
    set(kept_words + 8, ptsin, 8);
    INTIN(2);
    vdi(23, 0, 0, 1, own);
    INTIN((of[14] & 15) + 1);
    vdi(24, 0, 0, 1, own);
    PTSIN(of[5], of[6], of[5] + of[7] - 1, of[6] + of[8] - 1);
    vdi(114, 0, 2, 0, own);
    set(contrl, kept, 12);
    set(intin, kept_words, 8);
    set(ptsin, kept_words + 8, 8);
    return of[4];
}

/* Reads the words of a line from `at` on. */
static void read_words(void)
{
    count = second = 0;
    while (*at && *at != '#')
        switch (*at) {
        case '@':
            at++;
            add_address(block + value());
            break;
        case '&':
            at++;
            add_address(user);
            break;
        case '!':
            at++;
            add_address(0);
            break;
        case '=':
            at++;
            add(int_out[1]);
            break;
        case '%':
            at++;
            add_address((void *)XBIOS(3));
            break;
        case '~':
            at++;
            add_address(*(void **)(fonts[2] + 76));
            break;
        case ';':
            at++;
            second = count;
            break;
        case '"':
            for (at++; *at && *at != '"'; at++)
                add((unsigned char)*at);
            at += *at == '"';
            break;
        default:
            if (*at > ' ')
                add((short)value());
            else
                at++;
        }
    if (!second)
        second = count;
}

static void *address(const short *two)
{
    return (void *)((long)two[0] << 16 | (unsigned short)two[1]);
}

static void call_vdi(void)
{
    short i;
    set(intin, words + 2, second - 2);
    set(ptsin, words + second, count - second);
    for (i = 0; i < 128; i++)
        intout[i] = ptsout[i] = 0;
    vdi(words[0], words[1], (count - second) / 2, second - 2, handle);
    put_words(intout, contrl[4]);
    put(' ');
    put(';');
    put_words(ptsout, 2 * contrl[2]);
}

static void call_aes(void)
{
    short i;
    set(int_in, words + 2, second - 2);
    for (i = 0; i < 8; i++)
        int_out[i] = 0;
    for (i = 0; 2 * i < count - second; i++)
        addr_in[i] = address(words + second + 2 * i);
    aes(words[0], second - 2, i);
    put_words(int_out, words[1]);
}

static void write_screen(void)
{
    const unsigned short *from = (const unsigned short *)XBIOS(3);
    unsigned short sum = 0, i;
    GEMDOS(0x40, screens, L(32000), L(from));
    for (i = 0; i < 16000; i++)
        sum = (unsigned short)((sum << 1 | sum >> 15) + from[i]);
    put_number(sum);
}

static long trap(void)
{
    return words[0] == 1 ? gemdos(words + 1, count - 1) : words[0] == 13 ? bios(words + 1, count - 1)
                                                                         : xbios(words + 1, count - 1);
}

static void open_again(void)
{
    if (own)
        vdi(101, 0, 0, 0, own);
    handle = own = open_workstation();
}

static void do_line(char letter)
{
    long registers[5];
    short i;
    switch (letter) {
    case 'v':
        call_vdi();
        break;
    case 'f':
        set(contrl + 7, words, 4);
        break;
    case 'h':
        handle = words[0] ? words[0] : own;
        break;
    case 'a':
        call_aes();
        break;
    case 'w':
        set((short *)(block + words[0]), words + 1, count - 1);
        break;
    case 'b':
        for (i = 1; i < count; i++)
            block[words[0] + i - 1] = words[i];
        block[words[0] + i - 1] = 0;
        break;
    case 'd':
        put_words((short *)(block + words[0]), words[1]);
        break;
    case 'x':
        set((short *)(variables + words[0]), words + 1, count - 1);
        break;
    case 'y':
        put_words((short *)(variables + words[0]), words[1]);
        break;
    case 'l':
        registers[0] = words[1];
        registers[1] = words[2];
        for (i = 0; i < 3; i++)
            registers[2 + i] = (long)address(words + 3 + 2 * i);
        registers[0] = line_a(words[0], registers);
        if (words[0] == 2)
            put_number((short)registers[0]);
        break;
    case 't':
        put_number(trap());
        break;
    case 'o':
        open_again();
        break;
    case 's':
        write_screen();
        break;
    }
}

static short read_line(void)
{
    for (at = line; GEMDOS(0x3f, in, L(1), L(at)) == 1 && *at != '\n'; at++)
        ;
    if (at == line && *at != '\n')
        return 0;
    *at = 0;
    return 1;
}

short main(void)
{
    long registers[5];
    aes(10, 0, 0);
    open_again();
    vdi(123, 0, 0, 0, own);
    variables = (char *)line_a(0, registers);
    fonts = (char **)registers[0];
    in = GEMDOS(0x3d, L("CALLS.TXT"), 0);
    out = GEMDOS(0x3c, L("ANSWERS.TXT"), 0);
    screens = GEMDOS(0x3c, L("SCREENS.BIN"), 0);
    for (*line = 0; read_line(); *line = 0) {
        char letter = *line;
        at = line + 1;
        if (letter < 'a')
            continue;
        read_words();
        end = line;
        put(letter);
        do_line(letter);
        put('\n');
        GEMDOS(0x40, out, L(end - line), L(line));
    }
    GEMDOS(0x3e, in);
    GEMDOS(0x3e, out);
    GEMDOS(0x3e, screens);
    vdi(122, 0, 0, 0, own);
    vdi(101, 0, 0, 0, own);
    aes(19, 0, 0);
    return 0;
}
