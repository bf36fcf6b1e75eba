/* Calls of GEMDOS, BIOS and XBIOS; each answer is a long word in ANSWERS.BIN. */

#include "gem.h"

static short out;
static char dta[44], buffer[128];

static void tell(long value)
{
    GEMDOS(0x40, out, L(4), L(&value));
}

static void tell_text(const char *text)
{
    long size = 0;
    while (text[size])
        size++;
    tell(size);
    GEMDOS(0x40, out, L(size), L(text));
}

static long tick(void)
{
    /* In supervisor mode only: the counter of 200 a second. */
    return *(volatile long *)0x4ba;
}

static void memory(void)
{
    long all = GEMDOS(0x48, L(-1)), one, two;
    one = GEMDOS(0x48, L(1000));
    two = GEMDOS(0x48, L(1001));
    tell(two - one);
    tell(all - GEMDOS(0x48, L(-1)));
    tell(GEMDOS(0x4a, 0, L(two), L(2000)));
    tell(GEMDOS(0x4a, 0, L(two), L(500)));
    tell(GEMDOS(0x49, L(one)));
    tell(GEMDOS(0x49, L(one)));
    tell(GEMDOS(0x48, L(0x7fffffff)));
    tell(GEMDOS(0x49, L(two)));
    tell(all == GEMDOS(0x48, L(-1)));
}

static void files(void)
{
    short file = GEMDOS(0x3c, L("SUB\\NEW.DAT"), 0);
    tell(file);
    tell(GEMDOS(0x40, file, L(10), L("0123456789")));
    tell(GEMDOS(0x42, L(-4), file, 1));
    tell(GEMDOS(0x3f, file, L(100), L(buffer)));
    buffer[4] = 0;
    tell_text(buffer);
    tell(GEMDOS(0x42, L(11), file, 0));
    tell(GEMDOS(0x3e, file));
    tell(GEMDOS(0x3e, file));
    tell(GEMDOS(0x3d, L("NONE.DAT"), 0));
    tell(GEMDOS(0x3d, L("..\\..\\..\\C:\\SUB"), 0));
    tell(GEMDOS(0x3c, L("NOWHERE\\A.DAT"), 0));
    tell(GEMDOS(0x56, 0, L("SUB\\NEW.DAT"), L("SUB\\OTHER.DAT")));
    tell(GEMDOS(0x43, L("SUB\\OTHER.DAT"), 0, 0));
    GEMDOS(0x1a, L(dta));
    tell(GEMDOS(0x2f) == (long)dta);
    tell(GEMDOS(0x4e, L("*.TXT"), 0));
    tell_text(dta + 30);
    tell(*(long *)(dta + 26));
    tell(GEMDOS(0x4f));
    tell_text(dta + 30);
    tell(GEMDOS(0x4f));
    tell(GEMDOS(0x4e, L("C:\\SUB\\*.*"), 0x10));
    tell_text(dta + 30);
    tell(GEMDOS(0x4e, L("*.XYZ"), 0));
    tell(GEMDOS(0x41, L("SUB\\OTHER.DAT")));
    tell(GEMDOS(0x41, L("SUB\\OTHER.DAT")));
}

static void folders(void)
{
    tell(GEMDOS(0x19));
    tell(GEMDOS(0x0e, 2));
    tell(GEMDOS(0x0e, 15));
    tell(GEMDOS(0x39, L("MADE")));
    tell(GEMDOS(0x39, L("MADE")));
    tell(GEMDOS(0x3b, L("\\MADE")));
    tell(GEMDOS(0x47, L(buffer), 0));
    tell_text(buffer);
    tell(GEMDOS(0x3b, L("..\\..\\..")));
    tell(GEMDOS(0x47, L(buffer), 3));
    tell_text(buffer);
    tell(GEMDOS(0x3b, L("\\NONE")));
    tell(GEMDOS(0x3a, L("MADE")));
    tell(GEMDOS(0x3a, L("SUB")));
    tell(GEMDOS(0x36, L(buffer), 0));
}

static void other(void)
{
    long before, stack;
    tell(GEMDOS(0x2a));
    tell(GEMDOS(0x2c));
    tell(GEMDOS(0x30));
    tell(XBIOS(17) != XBIOS(17));
    tell(XBIOS(4));
    tell(XBIOS(2) == XBIOS(3));
    tell(BIOS(10));
    tell(BIOS(11, -1));
    tell(BIOS(1, 2));
    tell(GEMDOS(0x0b));
    tell(BIOS(5, 0x21, L(-1)) != 0);
    before = XBIOS(38, L(tick));
    XBIOS(37);
    tell(XBIOS(38, L(tick)) - before >= 2);
    tell(GEMDOS(0x20, L(1)));
    stack = GEMDOS(0x20, L(0));
    tell(GEMDOS(0x20, L(1)));
    tell(tick() > 0);
    GEMDOS(0x20, L(stack));
    tell(GEMDOS(0x20, L(1)));
    tell(GEMDOS(0x7777));
    GEMDOS(0x02, 'A');
    GEMDOS(0x02, 7);
    GEMDOS(0x09, L("BC\r\nD"));
    /* The upper left byte of the screen. */
    *(volatile char *)XBIOS(2) = (char)0xa5;
    tell(*(volatile unsigned char *)XBIOS(2));
}

short main(void)
{
    out = GEMDOS(0x3c, L("ANSWERS.BIN"), 0);
    tell_text(basepage + 0x81);
    memory();
    files();
    folders();
    other();
    return 42;
}
