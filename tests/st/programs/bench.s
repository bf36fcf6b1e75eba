| Draws 10,000 times on a workstation of its own, as the command line says: b v_bar, t v_gtext of 20 characters,
| c vro_cpyfm of a card from memory.

        .text
        .global _start
_start: move.l  4(%sp),%a0
        move.b  0x81(%a0),%d7
        bsr     call                    | v_opnvwk
        lea     contrl,%a0
        lea     bar,%a1
        cmp.b   #'b',%d7
        jeq     1f
        lea     text,%a1
        cmp.b   #'t',%d7
        jeq     1f
        lea     card,%a1
        move.l  #mfdb,14(%a0)
        move.l  #screen,18(%a0)
1:      move.w  (%a1)+,(%a0)            | opcode, points, words, sub-function
        move.w  (%a1)+,2(%a0)
        move.w  (%a1)+,6(%a0)
        move.w  (%a1)+,10(%a0)
        move.l  %a1,block+8             | ptsin
        move.w  #3,intin                | S_ONLY
        move.w  #9999,%d6
2:      bsr     call
        dbra    %d6,2b
        clr.w   -(%sp)
        trap    #1

call:   move.l  #block,%d1
        moveq   #115,%d0
        trap    #2
        rts

        .data
block:  .long   contrl, intin, bar, intout, ptsout
contrl: .short  100, 0, 0, 11, 0, 0, 1, 0, 0, 0, 0, 0
intin:  .short  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 65, 66, 67, 68, 69, 70, 71, 72, 73
bar:    .short  11, 2, 0, 1, 100, 100, 299, 199
text:   .short  8, 1, 20, 0, 100, 100
card:   .short  109, 4, 1, 0, 0, 0, 63, 92, 100, 100, 163, 192
mfdb:   .long   form
        .short  64, 93, 4, 0, 1, 0, 0, 0
screen: .space  20

        .bss
form:   .space  744
intout: .space  128
ptsout: .space  64
