"""Solver for Großfamilien: move generation, search for a solution, and hints.

``solve(FamilyBoard.deal(NUMBER))`` assumes that the order of the stock is known. ``search`` and ``think_of_hint`` are
generators that run in slices.

The next card of the stock is treated as open: turning it has no cost, since it can stay there as long as the player
likes and can fill an empty place just like the stock. It cannot be turned while a place must be filled, but filling
works without turning. Piles are sorted, because no rule depends on their order. The search is complete, since it prunes
only choices that are certainly no better than others:

- one of several equal piles represents all of them
- a card that is of no further use, by the proof in ``gemport.cards.grossfamilien.home_moves``, moves to its family, and
  no other move is tried: this applies to cards of a falling family that lie on another card, or once the stock is empty

So an exhausted search proves that the position cannot be won.

Positions wait in one queue per stage of the game, and the queues take turns. The stage is the number of cards taken
from the stock, and after the last card the number of cards in the families is added. Each queue supplies its position
with the fewest penalty points. So neither a promising start nor a premature finish can block the others, and no
position is forgotten. A search has several rounds with different weights.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from gemport.cards.board import Position
from gemport.cards.card import Card, make_card, suit_of, value_of
from gemport.cards.census import Verdict
from gemport.cards.grossfamilien import FAMILY_SIZE, PILES, TURNED, FamilyBoard, awaited_value, home_moves, is_rising
from gemport.cards.grossfamilien import STOCK as STOCK_PLACE
from gemport.cards.grossfamilien import WASTE as WASTE_PLACE
from gemport.cards.moves import FOUNDATIONS, Move, foundation_of
from gemport.solver.sliced_work import emptied, finish


@dataclass(frozen=True, slots=True)
class FamilyWeights:
    """Penalty points for a position, chosen by experiment (docs/grossfamilien.md, Can it be won).

    No set of weights is best for all games. A search that does not succeed early is usually stuck for a long time; then
    another set is faster.
    """

    in_the_way: int = 20  # a card of a pile that has to move elsewhere before the cards below it can go
    in_waste: int = 6  # a card in the waste
    covered: int = 3  # each card (at most five) on a waste card next for its family; reduced for cards due later
    home: int = 10  # bonus for a card in a family
    uneven: int = 2  # each card of difference between the largest family and the smallest


BALANCED = FamilyWeights()
OPEN_WASTE = FamilyWeights(covered=6)
TIDY_PILES = FamilyWeights(in_the_way=40, in_waste=3)
LONG_WASTE = FamilyWeights(in_waste=3)
ANY_WASTE = FamilyWeights(in_the_way=30, in_waste=0, covered=9, home=15, uneven=8)
EVEN_FAMILIES = FamilyWeights(in_the_way=60, in_waste=3, covered=4, home=5, uneven=8)

ROUNDS = (
    (BALANCED, 40_000),
    (OPEN_WASTE, 40_000),
    (TIDY_PILES, 40_000),
    (LONG_WASTE, 40_000),
    (ANY_WASTE, 40_000),
    (EVEN_FAMILIES, 40_000),
    (OPEN_WASTE, 200_000),
    (TIDY_PILES, 200_000),
)
"""Rounds of a search: weights and number of positions to visit."""

MAX_POSITIONS = sum(limit for _, limit in ROUNDS)
"""Default number of positions to visit. About three times as many wait in each round, at about 500 bytes each."""
MAX_HINT_POSITIONS = 40_000  # default number of positions to visit for a hint: a few seconds
_MAX_LIKELY_PLAYS = 20
"""Maximum length of a likely line. A new search after a shorter line finds a certain win more often."""
_SLICE_POSITIONS = 3  # a quarter of a millisecond

EMPTY = 0  # the node of the stack without cards

_FAMILY_BITS = 5
FAMILY_MASK = (1 << _FAMILY_BITS) - 1
SHIFTS = tuple(_FAMILY_BITS * suit for suit in range(4))
"""Bit position of each suit's number of cards in the packed families."""

_DUE_CARDS = 8  # a card is due soon if at most this number of cards of its family go before it
_MAX_COVERING = 5


def pack_families(counts: list[int]) -> int:
    """Pack the number of cards in each family, 0..26 by suit, into one integer."""
    return sum(count << shift for count, shift in zip(counts, SHIFTS, strict=True))


def family_counts(families: int) -> list[int]:
    """Unpack the result of ``pack_families``."""
    return [families >> shift & FAMILY_MASK for shift in SHIFTS]


class Stacks:
    """A tree of stacks for the piles and the waste: a child has one more card, and equal stacks share a node.

    A node is an integer, 0 for the empty stack. The penalty points of a stack are cached.
    """

    def __init__(self, weights: FamilyWeights = BALANCED) -> None:
        self._weights = weights
        self.parent = [EMPTY]  # stack without its top card, by node
        self.top: list[Card] = [-1]  # top card by node; -1 for the empty stack
        self._children: dict[int, int] = {}
        self._pile_points: dict[int, int] = {}
        self._waste_points: dict[tuple[int, int], int] = {}

    def push(self, node: int, card: Card) -> int:
        key = node << 6 | card
        child = self._children.get(key)
        if child is None:
            child = self._children[key] = len(self.parent)
            self.parent.append(node)
            self.top.append(card)
        return child

    def node(self, cards: list[Card]) -> int:
        """Return the stack with these cards, top card last."""
        node = EMPTY
        for card in cards:
            node = self.push(node, card)
        return node

    def cards(self, node: int) -> list[Card]:
        """Return the cards of a stack, top card last."""
        cards = []
        while node:
            cards.append(self.top[node])
            node = self.parent[node]
        return cards[::-1]

    def points(self, piles: tuple[int, ...], waste: int, families: int) -> int:
        known, top = self._pile_points, self.top
        points = self._points_of_waste(waste, families)
        for node in piles:
            if node:
                count = families >> SHIFTS[top[node] & 3] & FAMILY_MASK
                pile_points = known.get(node << _FAMILY_BITS | count)
                points += self._points_of_pile(node, count) if pile_points is None else pile_points
        counts = family_counts(families)
        return points - self._weights.home * sum(counts) + self._weights.uneven * (max(counts) - min(counts))

    def _points_of_pile(self, node: int, count: int) -> int:
        """Return the points of a pile whose family holds ``count`` cards: rising values go first, then falling ones."""
        values = [value_of(card) for card in reversed(self.cards(node))]
        points, rising = 0, is_rising(count)
        for above, below in pairwise(values):
            if below < above:
                rising = False
            elif not rising or above < count:
                points += self._weights.in_the_way
                rising = is_rising(count)
        self._pile_points[node << _FAMILY_BITS | count] = points
        return points

    def _points_of_waste(self, node: int, families: int) -> int:
        key = node, families
        points = self._waste_points.get(key)
        if points is None:
            points = 0
            for covering, card in enumerate(reversed(self.cards(node))):
                points += self._weights.in_waste
                before = _cards_before(card, families >> SHIFTS[suit_of(card)] & FAMILY_MASK)
                if before < _DUE_CARDS:
                    points += self._weights.covered * min(covering, _MAX_COVERING) * (_DUE_CARDS - before) // _DUE_CARDS
            self._waste_points[key] = points
        return points


def _cards_before(card: Card, count: int) -> int:
    """Return the number of cards that must go before ``card`` into its family, which holds ``count`` cards."""
    value = value_of(card)
    return value - count if is_rising(count) and value >= count else FAMILY_SIZE - 1 - value - count


STOCK, WASTE, FAMILY = -1, -2, -3
"""Sources and targets other than piles: the next card of the stock, turned or not; the waste; the card's family."""
WON = pack_families([FAMILY_SIZE] * 4)

_NEIGHBOURS = (4, -4)  # differences between the numbers of two cards that fit on each other


class State(NamedTuple):
    """A position: sorted nodes of piles, node of the waste, packed families, number of cards taken from the stock."""

    piles: tuple[int, ...]
    waste: int
    families: int
    taken: int


class Ply(NamedTuple):
    """A move: the nodes of its source and target before the move, or STOCK, WASTE, FAMILY."""

    source: int
    target: int


class Rules:
    """Moves in a game that starts with the position of ``board``.

    ``stock`` holds the cards to come, next card first, including a turned card.
    """

    def __init__(self, board: FamilyBoard, weights: FamilyWeights = BALANCED) -> None:
        self.stacks = Stacks(weights)
        self.stock: list[Card] = ([] if board.turned is None else [board.turned]) + board.stock[::-1]
        piles = tuple(sorted(self.stacks.node(board.piles[place]) for place in PILES))
        self.start = State(piles, self.stacks.node(board.waste), pack_families(board.foundations), 0)

    def followers(self, state: State) -> Iterator[tuple[Ply, State]]:
        """Yield each move worth trying, and the position after it."""
        piles, waste, _, taken = state
        if piles[0] == EMPTY and (waste or taken < len(self.stock)):
            return self._fillings(state)
        awaited = _awaited(state.families)
        certain = self._of_no_use(state, awaited)
        if certain is not None:
            less, card = self._without(state, certain), self.stacks.top[waste if certain == WASTE else certain]
            return iter([(Ply(certain, FAMILY), less._replace(families=_with(state.families, card)))])
        return self._moves(state, awaited)

    def _fillings(self, state: State) -> Iterator[tuple[Ply, State]]:
        piles, waste, families, taken = state
        push, stacks = self.stacks.push, self.stacks
        if taken < len(self.stock):
            filled = _changed(piles, EMPTY, push(EMPTY, self.stock[taken]))
            yield Ply(STOCK, EMPTY), State(filled, waste, families, taken + 1)
        if waste:
            filled = _changed(piles, EMPTY, push(EMPTY, stacks.top[waste]))
            yield Ply(WASTE, EMPTY), State(filled, stacks.parent[waste], families, taken)

    def _of_no_use(self, state: State, awaited: list[Card]) -> int | None:
        """Return the pile, or WASTE, whose top card can safely go to its family, or None."""
        parent, top = self.stacks.parent, self.stacks.top
        used_up = state.taken == len(self.stock)
        for node in state.piles:
            card = top[node]
            if node and card == awaited[card & 3] and (used_up or parent[node]) and _falls(state.families, card):
                return node
        if used_up and state.waste:
            card = top[state.waste]
            if card == awaited[card & 3] and _falls(state.families, card):
                return WASTE
        return None

    def _without(self, state: State, source: int) -> State:
        """Return the position without the top card of a pile, of WASTE or of STOCK."""
        piles, waste, families, taken = state
        if source == STOCK:
            return State(piles, waste, families, taken + 1)
        if source == WASTE:
            return State(piles, self.stacks.parent[waste], families, taken)
        return State(_changed(piles, source, self.stacks.parent[source]), waste, families, taken)

    def _moves(self, state: State, awaited: list[Card]) -> Iterator[tuple[Ply, State]]:
        piles, waste, families, taken = state
        push, top = self.stacks.push, self.stacks.top
        different = [node for node in dict.fromkeys(piles) if node]
        sources = [(node, top[node]) for node in different]
        if waste:
            sources.append((WASTE, top[waste]))
        if taken < len(self.stock):
            sources.append((STOCK, self.stock[taken]))
        for source, card in sources:
            if card == awaited[card & 3]:
                less = self._without(state, source)
                yield Ply(source, FAMILY), State(less.piles, less.waste, _with(families, card), less.taken)
            for target in different:
                if top[target] - card in _NEIGHBOURS:
                    less = self._without(state, source)
                    laid = _changed(less.piles, target, push(target, card))
                    yield Ply(source, target), State(laid, less.waste, families, less.taken)
        if taken < len(self.stock):
            yield Ply(STOCK, WASTE), State(piles, push(waste, self.stock[taken]), families, taken + 1)


def _awaited(families: int) -> list[Card]:
    """Return the card that each suit's family needs next, or -1."""
    values = [awaited_value(count) for count in family_counts(families)]
    return [-1 if value is None else make_card(value, suit) for suit, value in enumerate(values)]


def _falls(families: int, card: Card) -> bool:
    return not is_rising(families >> SHIFTS[card & 3] & FAMILY_MASK)


def _with(families: int, card: Card) -> int:
    return families + (1 << SHIFTS[suit_of(card)])


def _changed(piles: tuple[int, ...], before: int, after: int) -> tuple[int, ...]:
    changed = list(piles)
    changed.remove(before)
    changed.append(after)
    changed.sort()
    return tuple(changed)


_Reached: TypeAlias = "tuple[int, int, State, Ply | None, _Reached | None]"
"""Points, a tie-breaker that prefers recent positions, the position, the move to it, and its predecessor."""


@dataclass(frozen=True, slots=True)
class FamilyJudgement:
    """Result of a search.

    Attributes:
        verdict: whether the position is winnable, as far as known
        plays: the player's moves of a solution, without automatic fillings; None without a solution
        states: number of positions visited
        furthest: if undecided, the plays to the best of the most advanced positions; otherwise empty
    """

    verdict: Verdict
    plays: tuple[Move, ...] | None
    states: int
    furthest: tuple[Move, ...] = ()


def plays_of(
    board: FamilyBoard, rules: Rules, plies: Sequence[Ply], states: int
) -> Generator[int, None, tuple[Move, ...]]:
    """Return the board's plays for ``plies``, including the turns of the stock.

    Places that the board fills automatically are skipped. ``board`` is not modified. Yields ``states``.
    """
    trial, stacks = board.bare_copy(), rules.stacks
    plays: list[Move] = []
    taken = 0
    for ply in plies:
        yield states
        if ply.source == STOCK:
            taken += 1
            if len(trial.stock) + (trial.turned is not None) <= len(rules.stock) - taken:
                # The board filled this place automatically after the previous play.
                continue
            source = STOCK_PLACE if trial.turned is None else TURNED
        elif ply.source == WASTE:
            source = WASTE_PLACE
        else:
            cards = stacks.cards(ply.source)
            source = next(place for place in PILES if trial.piles[place] == cards)
        if source == STOCK_PLACE and ply.target != EMPTY:
            plays += trial.move(STOCK_PLACE, TURNED).moves[:1]
            source = TURNED
        card = trial.top(source)
        assert card is not None
        if ply.target == FAMILY:
            target = foundation_of(card)
        elif ply.target == WASTE:
            target = WASTE_PLACE
        else:
            cards = stacks.cards(ply.target)
            target = next(place for place in PILES if place != source and trial.piles[place] == cards)
        plays += trial.move(source, target).moves[:1]
    return tuple(plays)


class _Queues:
    """The waiting positions, and the set of all known positions."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._queues: dict[int, list[_Reached]] = {}
        self._seen: set[State] = set()

    def put(self, state: State, ply: Ply | None, before: _Reached | None) -> None:
        if state in self._seen:
            return
        self._seen.add(state)
        points = self._rules.stacks.points(state.piles, state.waste, state.families)
        heappush(self._queues.setdefault(self.progress(state), []), (points, -len(self._seen), state, ply, before))

    def progress(self, state: State) -> int:
        stock = len(self._rules.stock)
        return state.taken if state.taken < stock else stock + sum(family_counts(state.families))

    def turn(self) -> Generator[_Reached]:
        """Yield the best position of each queue in turn until all queues are empty."""
        while self._queues:
            for progress in sorted(self._queues):
                queue = self._queues[progress]
                yield heappop(queue)
                if not queue:
                    del self._queues[progress]

    def freed(self, visited: int) -> Generator[int, None, None]:
        """Free all positions in slices; yields ``visited``."""
        yield from emptied(visited, self._seen, *self._queues.values())


def search(
    board: FamilyBoard, limit: int = MAX_POSITIONS, rounds: Sequence[tuple[FamilyWeights, int]] = ROUNDS
) -> Generator[int, None, FamilyJudgement]:
    """Search a position in slices and return the judgement; yield the number of positions visited.

    Close the generator to stop early.
    """
    board = board.bare_copy()
    states = 0
    furthest: tuple[Move, ...] = ()
    for weights, most in rounds:
        judgement = yield from _round(board, weights, min(most, limit - states), states)
        states = judgement.states
        furthest = furthest or judgement.furthest
        if judgement.verdict is not Verdict.UNDECIDED:
            return judgement
        if states == limit:
            break
    return FamilyJudgement(Verdict.UNDECIDED, None, states, furthest)


def _round(
    board: FamilyBoard, weights: FamilyWeights, limit: int, before: int
) -> Generator[int, None, FamilyJudgement]:
    """Search with one set of weights; ``before`` is the number of positions visited in earlier rounds."""
    rules = Rules(board, weights)
    if rules.start.families == WON:
        return FamilyJudgement(Verdict.WINNABLE, (), before)
    queues = _Queues(rules)
    queues.put(rules.start, None, None)
    judgement = yield from _through(board, rules, queues, limit, before)
    yield from queues.freed(judgement.states)
    return judgement


def _through(
    board: FamilyBoard, rules: Rules, queues: _Queues, limit: int, before: int
) -> Generator[int, None, FamilyJudgement]:
    best: tuple[int, int, _Reached] | None = None
    states = before
    for reached in queues.turn():
        if states == before + limit:
            plies = [] if best is None else _plies(best[2])
            furthest = yield from plays_of(board, rules, plies, states)
            return FamilyJudgement(Verdict.UNDECIDED, None, states, furthest)
        states += 1
        points, _, state, ply, _ = reached
        if ply is not None and (best is None or (queues.progress(state), -points) > best[:2]):
            best = queues.progress(state), -points, reached
        for ply, follower in rules.followers(state):
            if follower.families == WON:
                plays = yield from plays_of(board, rules, [*_plies(reached), ply], states)
                return FamilyJudgement(Verdict.WINNABLE, plays, states)
            queues.put(follower, ply, reached)
        if states % _SLICE_POSITIONS == 0:
            yield states
    return FamilyJudgement(Verdict.IMPOSSIBLE, None, states)


def solve(
    board: FamilyBoard, limit: int = MAX_POSITIONS, watch: Callable[[int], object] | None = None
) -> FamilyJudgement:
    """Search a position to completion and return the judgement; call ``watch`` with the number of positions visited."""
    return finish(search(board, limit), watch)


def _plies(reached: _Reached) -> list[Ply]:
    plies = []
    before: _Reached | None = reached
    while before is not None:
        _, _, _, ply, before = before
        if ply is not None:
            plies.append(ply)
    return plies[::-1]


class Reason(Enum):
    """Reason for the play in a hint, or for its absence."""

    NEVER_WRONG = auto()  # the play never loses a win: a winnable position stays winnable
    WINS = auto()  # the play is the first of a known solution
    LIKELY = auto()  # the play looks good, but no solution was found
    LOST = auto()  # no play is suggested: the game is won, no play exists, or it is proven that none wins


class Hint(NamedTuple):
    """A suggested play and the reason for it.

    A play is NEVER_WRONG if it is the only legal play or the first removal of Delete (see the proof in
    ``gemport.cards.grossfamilien.home_moves``). It WINS if it is the first play of a solution. If no solution is found
    within the limit, the first plays towards the best known position are LIKELY. If the search is exhausted, no play is
    better than any other, and none is suggested.

    Attributes:
        play: suggested play, or None
        states: number of positions visited
        line: plays to continue with, starting with ``play``: a complete solution or the start of a likely line; empty
            for a single play
    """

    play: Move | None
    reason: Reason
    states: int
    line: tuple[Move, ...] = ()


def think_of_hint(board: FamilyBoard, limit: int = MAX_HINT_POSITIONS) -> Generator[int, None, Hint]:
    """Search for a play in slices, as ``search`` does, and return the hint."""
    at_once = _hint_at_once(board)
    if at_once is not None:
        return at_once
    judgement = yield from search(board, limit)
    if judgement.plays:
        return Hint(judgement.plays[0], Reason.WINS, judgement.states, judgement.plays)
    if judgement.verdict is Verdict.IMPOSSIBLE:
        return Hint(None, Reason.LOST, judgement.states)
    line = _likely_line(board, judgement.furthest)
    return Hint(line[0], Reason.LIKELY, judgement.states, line)


def _hint_at_once(board: FamilyBoard) -> Hint | None:
    plays = [] if board.won else board.legal_moves()
    if not plays:
        return Hint(None, Reason.LOST, 0)
    certain = plays if len(plays) == 1 else home_moves(board)
    return Hint(certain[0], Reason.NEVER_WRONG, 0) if certain else None


def _likely_line(board: FamilyBoard, furthest: Sequence[Move]) -> tuple[Move, ...]:
    """Return the first plays of ``furthest``, up to one that cannot be reversed.

    So hints never go in circles, although each line is found without knowledge of earlier ones.
    """
    trial, length = board.bare_copy(), 0
    for made, play in enumerate(furthest, 1):
        if _is_final(trial, play):
            length = made
        if length >= _MAX_LIKELY_PLAYS:
            break
        trial.move(play.source, play.target)
    plays = board.legal_moves()
    return tuple(furthest[:length]) or (next((play for play in plays if _is_final(board, play)), plays[0]),)


def _is_final(board: FamilyBoard, play: Move) -> bool:
    """Return whether no later play can reverse ``play``: only a card that lies on its neighbour can return there."""
    pile = board.piles[play.source]
    return (
        play.source not in PILES
        or play.target in FOUNDATIONS
        or len(pile) == 1
        or abs(pile[-2] - play.card) not in _NEIGHBOURS
    )


def hints_along(board: FamilyBoard, hint: Hint) -> Iterator[tuple[Position, Hint]]:
    """Yield each position along the line of a hint, with the hint for it."""
    trial = board.bare_copy()
    for play in hint.line:
        yield trial.position(), _hint_at_once(trial) or hint._replace(play=play)
        trial.move(play.source, play.target)
