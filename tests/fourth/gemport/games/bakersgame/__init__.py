"""Baker's Game as a GEM program."""

from heapq import heappop, heappush

from gemport.cards.bakersgame import BakersBoard, bakers_deal

from gemport.cards.deals import MICROSOFT_NUMBERS
from gemport.cards.game import Finder, Game, Solution, Solver


class BakersSolver(Solver):
    """A best-first search: many cards home, few cards on lower cards of their suit."""

    def solve(self, board, limit=None, has_time=None, watch=None) -> Solution:
        from gemport.solver import Verdict

        start, seen, looked = board.bare_copy(), set(), 0
        open_positions = [(0, 0, start)]
        while open_positions and looked < (limit or 2_000):
            *_, here = heappop(open_positions)
            looked += 1
            if here.won:
                return Solution(Verdict.WINNABLE, here.words(), looked)
            for move in here.iter_moves():
                then = here.copy()
                then.play(move.source, move.target, 1)
                if then.position() not in seen:
                    seen.add(then.position())
                    heappush(open_positions, (self._price(then), len(seen), then))
        return Solution(Verdict.UNDECIDED if open_positions else Verdict.IMPOSSIBLE, None, looked)

    @staticmethod
    def _price(board) -> int:
        blocked = sum(
            any(card > low and (card - low) % 4 == 0 for low in pile[:at])
            for pile in board.columns
            for at, card in enumerate(pile)
        )
        return blocked - 2 * board.home

    def review(self, boards, impossible):
        return BakersReview(self, boards)

    def short_words(self, board, moves):
        return moves


class BakersReview:
    """A review that searches backwards for the last position that can be won."""

    def __init__(self, solver, boards) -> None:
        self._solver, self._boards = solver, boards
        self.last_open, self.first_lost, self.solution = -1, len(boards), ()
        self.done = False

    def work(self):
        for at in reversed(range(len(self._boards))):
            found = self._solver.solve(self._boards[at])
            if found.words is not None:
                self.last_open, self.solution = at, found.words
                self.done = at + 1 == self.first_lost
                return
            if found.verdict.value == "impossible":
                self.first_lost = at
            yield at


GAME = Game(
    name="bakersgame",
    title="Baker's Game",
    numbers=MICROSOFT_NUMBERS,
    board=BakersBoard,
    deal=bakers_deal,
    counts_losses=True,
    daily=MICROSOFT_NUMBERS,
    finder=Finder("MICROSOFT", lambda column, row: 8 * row + column, (7, 7, 7, 7, 6, 6, 6, 6)),
    solver=BakersSolver(),
)
