| Sets code for the mouse's movements and buttons and for ticks, waits for a key, and writes what the code was given.

        .text
        .global _start
_start: move.w  #100,contrl
        move.w  #11,contrl+6
        bsr     vdi
        lea     moved,%a0
        move.w  #126,%d0
        bsr     set
        lea     pressed,%a0
        move.w  #125,%d0
        bsr     set
        lea     ticked,%a0
        move.w  #118,%d0
        bsr     set
        move.l  contrl+18,%a0           | what was there before: code that returns
        cmp.w   #0x4e75,(%a0)
        jne     1f
        move.w  #1,before
1:      clr.w   ticks
        bsr     key
        clr.w   -(%sp)
        pea     name
        move.w  #0x3c,-(%sp)
        trap    #1
        addq.l  #8,%sp
        pea     x
        move.l  #10,-(%sp)
        move.w  %d0,-(%sp)
        move.w  #0x40,-(%sp)
        trap    #1
        clr.w   -(%sp)
        trap    #1

set:    move.w  %d0,contrl
        clr.w   contrl+6
        move.l  %a0,contrl+14
vdi:    move.l  #block,%d1
        moveq   #115,%d0
        trap    #2
        rts

key:    move.w  #20,control
        move.l  #ablock,%d1
        move.l  #200,%d0
        trap    #2
        rts

moved:  movem.w %d0-%d1,x
        rts
pressed: move.w %d0,buttons
        rts
ticked: addq.w  #1,ticks
        rts

        .data
block:  .long   contrl, intin, ptsin, intout, ptsout
contrl: .short  0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0
intin:  .short  1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2
ablock: .long   control, global, intin, intout, ptsin, ptsout
control: .short 0, 0, 1, 0, 0
name:   .asciz  "ANSWERS.BIN"

        .bss
x:      .space  2
y:      .space  2
buttons: .space 2
ticks:  .space  2
before: .space  2
ptsin:  .space  64
intout: .space  128
ptsout: .space  64
global: .space  32
