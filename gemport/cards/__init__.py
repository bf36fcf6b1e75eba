"""Rules of the games: packs, numbered deals, boards and moves, without drawing, input or output.

Each game has a module: ``vierfrei``, ``freecell`` and ``grossfamilien``; the first two share ``cells``. ``board`` is
the base of all boards, and ``moves`` defines moves and reasons for refusing them. ``deals`` generates deals, and
``notation`` writes and parses games.
"""
