/* An accessory: an entry in the Desk menu that shows an alert, and counts how often. */

#include "gem.h"

short main(void)
{
    static char text[] = "[0][Opened 0 times.][ OK ]";
    short words[8], id = aes(10, 0, 0), entry;
    INT_IN(id);
    addr_in[0] = "  A note";
    entry = aes(35, 1, 1);
    for (;;) {
        addr_in[0] = words;
        aes(23, 0, 1);
        if (words[0] == 40 && words[4] == entry) {
            text[11]++;
            INT_IN(1);
            addr_in[0] = text;
            aes(52, 1, 1);
        }
    }
}
