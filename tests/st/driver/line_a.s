| long line_a(short number, long *registers): a Line-A instruction with D0, D1, A0, A2 and A6; returns D0, and A1 in the place
| of D0.
| The instruction is written onto the stack, with an rts behind it.

        .text
        .global line_a
line_a: movem.l %d2-%d7/%a2-%a6,-(%sp)
        move.l  48(%sp),%d0
        move.l  52(%sp),%a3
        move.l  %a3,%a4
        or.w    #0xa000,%d0
        move.w  #0x4e75,-(%sp)
        move.w  %d0,-(%sp)
        move.l  (%a3)+,%d0
        move.l  (%a3)+,%d1
        move.l  (%a3)+,%a0
        move.l  (%a3)+,%a2
        move.l  (%a3)+,%a6
        jsr     (%sp)
        addq.l  #4,%sp
        move.l  %a1,(%a4)
        movem.l (%sp)+,%d2-%d7/%a2-%a6
        rts
