| Draws 10,000 times: v_bar (command line b) or v_gtext of 20 characters (t), on a workstation of its own.

        .text
        .global _start
_start: move.l  4(%sp),%a0
        move.b  0x81(%a0),%d7
        bsr     call                    | v_opnvwk
        lea     contrl,%a0
        cmp.b   #'t',%d7
        jeq     1f
        move.w  #11,(%a0)
        move.w  #2,2(%a0)
        clr.w   6(%a0)
        move.w  #1,10(%a0)
        jra     2f
1:      move.w  #8,(%a0)
        move.w  #1,2(%a0)
        move.w  #20,6(%a0)
2:      move.w  #9999,%d6
3:      bsr     call
        dbra    %d6,3b
        clr.w   -(%sp)
        trap    #1

call:   move.l  #block,%d1
        moveq   #115,%d0
        trap    #2
        rts

        .data
block:  .long   contrl, intin, ptsin, intout, ptsout
contrl: .short  100, 0, 0, 11, 0, 0, 1, 0, 0, 0, 0, 0
intin:  .short  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 65, 66, 67, 68, 69, 70, 71, 72, 73
ptsin:  .short  100, 100, 299, 199

        .bss
intout: .space  128
ptsout: .space  64
