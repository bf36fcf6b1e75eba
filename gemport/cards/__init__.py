"""The games' rules: packs, numbered deals, boards and their moves. No drawing, no input or output.

A package a game: ``vierfrei``, ``freecell``, ``grossfamilien``; ``cells`` is what the first two share. ``board`` is
what all boards have, ``moves`` says what a move is and why one is refused; ``deals`` writes deals, and ``notation``
writes games and reads them back.
"""
