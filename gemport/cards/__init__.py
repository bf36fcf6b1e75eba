"""The games' rules: packs, numbered deals, boards and their moves. No drawing, no input or output.

``vierfrei.Board``, ``freecell.Board`` and ``grossfamilien.Board`` are the games, ``numbers`` their deals, ``moves`` what
a move is and why one is refused; ``boardtext``, ``dealtext`` and ``notation`` write and read positions, deals and games.
"""
