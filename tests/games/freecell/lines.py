"""Recorded games of FreeCell in standard notation: one word per step, moving as many cards as fit."""

WINS = {
    1: """
        8a 7b 5c 6d 52 c8 6c ch 76 7c a6 3a d3 7d 72 b7 87 8b 8h 8h 5h 8h
        58 4h 57 a5 1a 12 b5 25 37 1b 1h bh 41 48 61 6b 6h 36 31 38 36 28
        23 26 32 d3 4d b3 4b 45 c5 24 2h b2 58 54 25 2b 12
    """,
    617: """
        2a 7b 5c 8d 21 b2 4b 46 41 d3 4d c3 4c 7h dh 5d 51 47 d4 5d 54 b5
        54 75 7b 8h 75 87 c8 18 12 1c b1 16 1h 1b 17 13 d1 18 31 54 5d a5
        35 15 c1 21 81 3a 82 8c 35 37 38 3h d3 43 4h 3d 3h 34 a3 83 c8 73
        28 2h 27 2a
    """,
    164: """
        17 15 17 12 71 6h 6h 2h 4a 82 46 76 7b 4c 82 23 2d 26 28 2h 5h 78
        d5 35 2d c2 4c 42 4h 1h 1h a4 d4 24 61 3a 3d 3h 21 32 3h b2 3b 32
        82 62 63 61 6h 86 71 87
    """,
}
"""Won games, by number."""

LOSSES = {
    1: "7a 7b 1c 5d 52",
    2: "7a 7b 1c 5d 16",
    4: "7a 7b 1c 5d 4h 43",
    5: "7a 7b 1c 5d d3 7d",
    6: "8a 8b 8c 4d 25 d2 8d",
}
"""Short games that end without a legal move, by number."""

TWO_EMPTY_COLUMNS = """
    2a 1b 62 4c 4d 42 54 5h 45 48 42 a2 6a 62 6h 61 42 d4 7d 64 76 78
    2h a4 3a 64 53 54 57 5h 84
"""
"""Moves of game 2 to a position with columns 5 and 6 and one free cell empty, and a run of four in column 2."""
