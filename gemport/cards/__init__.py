"""The games' rules: packs, numbered deals, boards and their moves. No drawing, no input or output.

``vierfrei.Board``, ``freecell.Board`` and ``grossfamilien.Board`` are the games, ``numbers`` holds their deals,
``moves`` says what a move is and why one is refused; ``boardtext``, ``dealtext`` and ``notation`` write positions,
deals and games and read them back.
"""
