| Ways to crash: the first character of the command line chooses one.

        .text
        .global _start
_start: move.l  4(%sp),%a0
        clr.w   %d0
        move.b  0x81(%a0),%d0
        sub.w   #'a',%d0
        add.w   %d0,%d0
        add.w   %d0,%d0
        lea     ways,%a0
        move.l  0(%a0,%d0.w),%a0
        jmp     (%a0)

ways:   .long   a, b, c, d, e, f, g, h, i, j, k, l

a:      move.l  0x00f00000,%d0          | reading where there is nothing
b:      move.w  #1,0x00ff8240           | the palette
c:      .short  0x4afc                  | an illegal instruction
d:      jmp     0x00123457              | an odd address
e:      jmp     0x00e00000              | a wild jump
f:      jra     f                       | for ever
g:      move.w  #0x2700,%sr             | privileged
h:      .short  0xf000                  | Line-F
i:      move.l  #0x4ffffe,%sp           | a stack outside of memory
        trap    #1
j:      .short  0xa0ff                  | Line-A that is none
k:      pea     0x40000000              | 1 GB, then writing what malloc has answered
        move.w  #0x48,-(%sp)
        trap    #1
        move.l  %d0,%a0
        move.l  #200,%d0
        trap    #2                      | a parameter block at a wild address
        move.l  #0xfffffff0,%d1
        move.l  #115,%d0
        trap    #2
        jra     c
l:      lea     2f(%pc),%a0             | overwrite everything above
1:      clr.l   (%a0)+
        jra     1b
2:
