| The beginning of a program: give back what it does not need, and call main.
| An accessory finds its basepage in a0, and 0 on the stack.

        .section .start
        .global _start
_start: move.l  4(%sp),%d0
        jne     1f
        move.l  %a0,%d0
1:      move.l  %d0,%a0
        move.l  %a0,basepage
        move.l  0x0c(%a0),%d1
        add.l   0x14(%a0),%d1
        add.l   0x1c(%a0),%d1
        add.l   #0x100,%d1
        lea     stack,%sp
        move.l  %d1,-(%sp)
        move.l  %a0,-(%sp)
        clr.w   -(%sp)
        move.w  #0x4a,-(%sp)
        trap    #1
        lea     12(%sp),%sp
        jsr     main
        move.w  %d0,-(%sp)
        move.w  #0x4c,-(%sp)
        trap    #1

| long gemdos(const short *words, long count), and so on: a trap with these words on the stack, the first one on top.

        .text
        .global gemdos, bios, xbios
        .macro trap_with number
        movem.l %d2/%a2-%a3,-(%sp)
        move.l  %sp,%a3
        move.l  16(%a3),%a0
        move.l  20(%a3),%d0
        add.l   %d0,%d0
        add.l   %d0,%a0
        lsr.l   #1,%d0
1:      move.w  -(%a0),-(%sp)
        subq.l  #1,%d0
        jne     1b
        trap    #\number
        move.l  %a3,%sp
        movem.l (%sp)+,%d2/%a2-%a3
        rts
        .endm
gemdos: trap_with 1
bios:   trap_with 13
xbios:  trap_with 14

| What gcc asks for where arrays are filled.

        .global memcpy
memcpy: move.l  4(%sp),%a1
        move.l  8(%sp),%a0
        move.l  12(%sp),%d0
        jra     2f
1:      move.b  (%a0)+,(%a1)+
2:      subq.l  #1,%d0
        jcc     1b
        move.l  4(%sp),%d0
        rts

        .bss
        .global basepage
basepage: .space 4
        .space  0x4000
stack:  .space 4
