"""Resources as text that a person edits.

    ; lines beginning with a semicolon are comments
    byte-order intel                           only of a file of GEM on a PC; the Atari's order is the usual one
    version 1                                  only if not 0
    sections strings, images, ..               only if a file had its parts in an unusual order; likewise:
    string-order structures

    tree 0 MENU                                trees in the order of their numbers, each with a name or without
      0 G_IBOX at 0,0 size 80,25               objects: number, name, type, place, size, flags, states, what it shows
        1 G_BOX at 0,0 size 80,1+2             children stand indented below their parent, in their order
          2 QUIT G_STRING at 2,0+3 size 9,1 LASTOB DISABLED "  Ä text "
    string "a free string"
    string LOST "one with a name"

A file has no place for names: what has one gets a constant in the program (MENU, MENU_QUIT, LOST; see
:func:`~gemport.gem.formats.rsc.names.constants`). Names are of capital letters, digits and ``_``.

Coordinates are those of the file: characters and pixels, ``2``, ``2+3`` or ``2-3``. After place and size stand, in
any order: names of flags (SELECTABLE ..) and states (SELECTED ..), ``flags 0x8000`` and ``states 0x8000`` for bits
without a name, ``links NEXT,HEAD,TAIL`` for an object that hangs in no tree. ``G_BOX/18`` is a type with 18 in its
high byte, ``TYPE_40`` one without a name. What an object shows:

- box types: ``char "A"`` (or a code), ``border 2`` (negative: outside), ``color 0x1100``; each may be left out
- G_STRING, G_BUTTON, G_TITLE: the string, with ``\\"``, ``\\\\`` and ``\\x0E`` (a code of the Atari character set)
- text types: ``tedinfo``, and below it lines ``text "..."``, ``template "..."``, ``valid "..."``, ``font 3``,
  ``just left`` (``right``, ``centre``), ``color 0x1180``, ``thickness 0``, ``txtlen 7``, ``tmplen 7``, ``fontid 0``,
  ``fontsize 0``; those left out are as here, the lengths those of the strings with their final 0
- G_ICON: ``icon``, and lines ``size 32,32``, ``label "..."``, ``char 0x1041``, ``char-at 0,0``, ``icon-at 0,0``,
  ``label-at 0,32``, ``label-size 72,8``, then the rows in ``.`` transparent, ``o`` mask, ``#`` both, ``+`` data
- G_IMAGE: ``image``, and lines ``size BYTES,ROWS``, ``from 0,0``, ``color 1``, then the rows in ``.`` and ``#``
- G_CICON: ``colour-icon 2``, the number of one in the tail
- ``nothing`` (-1), ``raw 0x12`` (a long that only the program understands)

``tedinfo #3`` gives the structure's number in the file's table, where that is not the order in which they stand;
``see #3`` shows a structure that another object describes. At the left margin: ``free image`` (described like that of
an object, or ``free image see #0``), ``unused tedinfo #3`` (``icon``, ``image``), ``tree 4 see 1``, ``tail HEX``:
colour icons, as :mod:`gemport.gem.formats.rsc.colour` tells.
"""

from __future__ import annotations

from gemport.gem.formats.rsc.parse import parse_rsc_text
from gemport.gem.formats.rsc.unparse import rsc_text

__all__ = ["parse_rsc_text", "rsc_text"]
