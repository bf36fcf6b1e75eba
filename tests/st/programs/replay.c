/* Makes the calls of steps.h, and waits for a key at each pause. */

#include "steps.h"

short main(void)
{
    aes(10, 0, 0);
    users = open_workstation();
    handle = open_workstation();
    vdi(123, 0, 0, 0, users);
    in = GEMDOS(0x3d, L("STEPS.BIN"), 0);
    out = GEMDOS(0x3c, L("ANSWERS.BIN"), 0);
    while (do_records())
        aes(20, 0, 0);
    GEMDOS(0x3e, in);
    GEMDOS(0x3e, out);
    return 0;
}
