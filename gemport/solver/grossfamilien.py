"""Großfamilien's solver: positions and what can follow each, the search for a way to win, a good next play.

``solve(FamilyBoard.deal(NUMBER))`` answers with the stock's order known; ``search`` and ``think_of_hint`` are
generators that can be run in slices.

The stock's next card is taken to be open: turning it takes nothing away (it may lie there as long as one likes, and
fills a free place just as the stock does), except while a place must be filled, which goes as well without. Piles are
sorted, for no rule cares where they lie. Nothing is left out but what is certainly no worse than something else:

- of piles that are alike one stands for all
- a card that ``gemport.cards.grossfamilien.removal`` proves to be of no further use goes to its family, and nothing
  else is tried: cards of a falling family that lie on another one, or when the stock is used up

So where nothing is left to look at, nothing has been missed.

Positions wait in queues by how far the game has come, and the queues take turns. How far a game has come is how many
cards the stock has given, and after its last one how many lie in the families. Of each queue the position goes next
that has the fewest points against it. So neither a good beginning nor a rash hurry to the end can keep the others
waiting, and nothing is forgotten: when all queues are empty, all has been tried. There are several rounds, each with
weights of its own.
"""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, auto
from heapq import heappop, heappush
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from gemport.cards.board import Position
from gemport.cards.card import Card, make_card, suit_of, value_of
from gemport.cards.grossfamilien import FAMILY_SIZE, PILES, TURNED, FamilyBoard, awaited_value, is_rising, removals
from gemport.cards.grossfamilien import STOCK as STOCK_PLACE
from gemport.cards.grossfamilien import WASTE as WASTE_PLACE
from gemport.cards.moves import FOUNDATIONS, Move, foundation_of
from gemport.solver.judgement import Verdict
from gemport.solver.slices import emptied, finish


@dataclass(frozen=True, slots=True)
class FamilyWeights:
    """Points against a position, chosen by trying (docs/grossfamilien.md, Can it be won).

    No set is the best for all games: a search that has not found a way soon has mostly lost its own for long, and
    another set finds one sooner then.

    in_the_way: a card of a pile that has to be laid elsewhere before those below it can go
    in_waste: a card of the waste
    covered: each card (at most five) on one of the waste whose turn is next; less for one whose turn comes later
    home: a card in a family, to be taken off
    uneven: each card that the largest family has more than the smallest
    """

    in_the_way: int = 20
    in_waste: int = 6
    covered: int = 3
    home: int = 10
    uneven: int = 2


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
"""Rounds of a search: weights, and how many positions to look at."""

LIMIT = sum(limit for _, limit in ROUNDS)
"""So many positions are looked at, if no other limit is given; in each round some 500 bytes are kept of each that
waits, and there are about three times as many of them."""
HINT_LIMIT = 40_000
"""So many positions are looked at for a hint, if no other limit is given: a few seconds."""
_LIKELY_PLAYS = 20
"""So many plays of a likely line are kept: thinking again then finds a sure way more often than after longer lines."""
_SLICE = 3
"""So many positions are looked at between two yields: a quarter of a millisecond."""

EMPTY = 0
"""The node of the stack without cards."""

_FAMILY_BITS = 5
FAMILY_MASK = (1 << _FAMILY_BITS) - 1
SHIFTS = tuple(_FAMILY_BITS * suit for suit in range(4))
"""The four families as one number: so far to the left stands the number of cards of each suit."""

_SOON = 8
"""A card's turn comes soon if so many cards of its family, or fewer, go before it."""
_MAX_COVERING = 5


def pack_families(counts: list[int]) -> int:
    """Pack the numbers of cards in the family of each suit, 0..26, into one."""
    return sum(count << shift for count, shift in zip(counts, SHIFTS, strict=True))


def family_counts(families: int) -> list[int]:
    """Unpack what ``pack_families`` has packed."""
    return [families >> shift & FAMILY_MASK for shift in SHIFTS]


class Stacks:
    """Piles and waste as nodes of a tree: a card more is a child, a card less the parent, each stack hangs there once.

    A node is a number, 0 the empty stack. The points against a pile are kept with it.

    parent: node -> the stack without its top card
    top: node -> its top card, -1 of the empty one
    """

    def __init__(self, weights: FamilyWeights = BALANCED) -> None:
        self._weights = weights
        self.parent = [EMPTY]
        self.top: list[Card] = [-1]
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
        """Return the stack of these cards, the top one last."""
        node = EMPTY
        for card in cards:
            node = self.push(node, card)
        return node

    def cards(self, node: int) -> list[Card]:
        """Return the cards of a stack, the top one last."""
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
                found = known.get(node << _FAMILY_BITS | count)
                points += self._points_of_pile(node, count) if found is None else found
        counts = family_counts(families)
        return points - self._weights.home * sum(counts) + self._weights.uneven * (max(counts) - min(counts))

    def _points_of_pile(self, node: int, count: int) -> int:
        """Judge a pile whose family holds ``count`` cards: from the top, rising values go first, then falling ones."""
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
                if before < _SOON:
                    points += self._weights.covered * min(covering, _MAX_COVERING) * (_SOON - before) // _SOON
            self._waste_points[key] = points
        return points


def _cards_before(card: Card, count: int) -> int:
    """Return how many cards go into the card's family, which holds ``count``, before it can."""
    value = value_of(card)
    return value - count if is_rising(count) and value >= count else FAMILY_SIZE - 1 - value - count


STOCK, WASTE, FAMILY = -1, -2, -3
"""Sources and targets that are not piles: the stock's next card, turned or not; the waste; the card's family."""
WON = pack_families([FAMILY_SIZE] * 4)

_NEIGHBOURS = (4, -4)
"""Between the numbers of cards that fit on each other."""


class State(NamedTuple):
    """A position: nodes of the piles, in order, and of the waste; the packed families; cards taken from the stock."""

    piles: tuple[int, ...]
    waste: int
    families: int
    taken: int


class Way(NamedTuple):
    """A move: nodes of the piles it goes from and to, as they are before it, or STOCK, WASTE, FAMILY."""

    source: int
    target: int


class Rules:
    """Moves from positions of the game that a board begins.

    stock: the cards that come, the next one first; a card that is turned is the first of them
    """

    def __init__(self, board: FamilyBoard, weights: FamilyWeights = BALANCED) -> None:
        self.stacks = Stacks(weights)
        self.stock: list[Card] = ([] if board.turned is None else [board.turned]) + board.stock[::-1]
        piles = tuple(sorted(self.stacks.node(board.piles[place]) for place in PILES))
        self.start = State(piles, self.stacks.node(board.waste), pack_families(board.foundations), 0)

    def followers(self, state: State) -> Iterator[tuple[Way, State]]:
        """Yield each move that is worth looking at, and where it leads."""
        piles, waste, _, taken = state
        if piles[0] == EMPTY and (waste or taken < len(self.stock)):
            return self._fillings(state)
        awaited = _awaited(state.families)
        certain = self._of_no_use(state, awaited)
        if certain is not None:
            less, card = self._without(state, certain), self.stacks.top[waste if certain == WASTE else certain]
            return iter([(Way(certain, FAMILY), less._replace(families=_with(state.families, card)))])
        return self._moves(state, awaited)

    def _fillings(self, state: State) -> Iterator[tuple[Way, State]]:
        piles, waste, families, taken = state
        push, stacks = self.stacks.push, self.stacks
        if taken < len(self.stock):
            filled = _changed(piles, EMPTY, push(EMPTY, self.stock[taken]))
            yield Way(STOCK, EMPTY), State(filled, waste, families, taken + 1)
        if waste:
            filled = _changed(piles, EMPTY, push(EMPTY, stacks.top[waste]))
            yield Way(WASTE, EMPTY), State(filled, stacks.parent[waste], families, taken)

    def _of_no_use(self, state: State, awaited: list[Card]) -> int | None:
        """Return the pile, or WASTE, whose top card goes to its family without harm; None if there is none."""
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
        """Return what is left when the top card of a pile, of WASTE or of STOCK is taken."""
        piles, waste, families, taken = state
        if source == STOCK:
            return State(piles, waste, families, taken + 1)
        if source == WASTE:
            return State(piles, self.stacks.parent[waste], families, taken)
        return State(_changed(piles, source, self.stacks.parent[source]), waste, families, taken)

    def _moves(self, state: State, awaited: list[Card]) -> Iterator[tuple[Way, State]]:
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
                yield Way(source, FAMILY), State(less.piles, less.waste, _with(families, card), less.taken)
            for target in different:
                if top[target] - card in _NEIGHBOURS:
                    less = self._without(state, source)
                    laid = _changed(less.piles, target, push(target, card))
                    yield Way(source, target), State(laid, less.waste, families, less.taken)
        if taken < len(self.stock):
            yield Way(STOCK, WASTE), State(piles, push(waste, self.stock[taken]), families, taken + 1)


def _awaited(families: int) -> list[Card]:
    """Return by suit the card that its family waits for; -1 for none."""
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


_Reached: TypeAlias = "tuple[int, int, State, Way | None, _Reached | None]"
"""Points, a number that says which came last, the position, the move that led there, and from where."""


@dataclass(frozen=True, slots=True)
class FamilyJudgement:
    """Result of a search.

    verdict: winnable or not, as far as that is known
    plays: if it can be won, the player's plays that win it, without fillings that follow by themselves; else None
    states: how many positions were looked at
    furthest: if it is undecided, the plays to the position that looks best of those furthest on; else none
    """

    verdict: Verdict
    plays: tuple[Move, ...] | None
    states: int
    furthest: tuple[Move, ...] = ()


def plays_of(
    board: FamilyBoard, rules: Rules, ways: Sequence[Way], states: int
) -> Generator[int, None, tuple[Move, ...]]:
    """Return the plays that the moves mean from the board's position on, turning the stock's cards included.

    Places that the board fills by itself are left out. The board stays as it is. In slices: yields ``states``.
    """
    trial, stacks = board.bare_copy(), rules.stacks
    plays: list[Move] = []
    taken = 0
    for way in ways:
        yield states
        if way.source == STOCK:
            taken += 1
            if len(trial.stock) + (trial.turned is not None) <= len(rules.stock) - taken:
                # The board has filled this place with the play before.
                continue
            source = STOCK_PLACE if trial.turned is None else TURNED
        elif way.source == WASTE:
            source = WASTE_PLACE
        else:
            cards = stacks.cards(way.source)
            source = next(place for place in PILES if trial.piles[place] == cards)
        if source == STOCK_PLACE and way.target != EMPTY:
            plays += trial.move(STOCK_PLACE, TURNED).moves[:1]
            source = TURNED
        card = trial.top(source)
        assert card is not None
        if way.target == FAMILY:
            target = foundation_of(card)
        elif way.target == WASTE:
            target = WASTE_PLACE
        else:
            cards = stacks.cards(way.target)
            target = next(place for place in PILES if place != source and trial.piles[place] == cards)
        plays += trial.move(source, target).moves[:1]
    return tuple(plays)


class _Queues:
    """Positions that wait, and all that ever did."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._queues: dict[int, list[_Reached]] = {}
        self._seen: set[State] = set()

    def put(self, state: State, way: Way | None, before: _Reached | None) -> None:
        if state in self._seen:
            return
        self._seen.add(state)
        points = self._rules.stacks.points(state.piles, state.waste, state.families)
        heappush(self._queues.setdefault(self.progress(state), []), (points, -len(self._seen), state, way, before))

    def progress(self, state: State) -> int:
        stock = len(self._rules.stock)
        return state.taken if state.taken < stock else stock + sum(family_counts(state.families))

    def turn(self) -> Generator[_Reached]:
        """Yield the best position of each queue, until there is none left."""
        while self._queues:
            for progress in sorted(self._queues):
                queue = self._queues[progress]
                yield heappop(queue)
                if not queue:
                    del self._queues[progress]

    def freed(self, looked: int) -> Generator[int, None, None]:
        """Free all positions in slices: yields ``looked``."""
        yield from emptied(looked, self._seen, *self._queues.values())


def search(
    board: FamilyBoard, limit: int = LIMIT, rounds: Sequence[tuple[FamilyWeights, int]] = ROUNDS
) -> Generator[int, None, FamilyJudgement]:
    """Search a position in slices: yields the number of positions looked at, every now and then.

    Returns the judgement. Close it to stop earlier.
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
    """Search with one set of weights; ``before``: how many positions other rounds have looked at."""
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
            ways = [] if best is None else _ways(best[2])
            furthest = yield from plays_of(board, rules, ways, states)
            return FamilyJudgement(Verdict.UNDECIDED, None, states, furthest)
        states += 1
        points, _, state, way, _ = reached
        if way is not None and (best is None or (queues.progress(state), -points) > best[:2]):
            best = queues.progress(state), -points, reached
        for way, follower in rules.followers(state):
            if follower.families == WON:
                plays = yield from plays_of(board, rules, [*_ways(reached), way], states)
                return FamilyJudgement(Verdict.WINNABLE, plays, states)
            queues.put(follower, way, reached)
        if states % _SLICE == 0:
            yield states
    return FamilyJudgement(Verdict.IMPOSSIBLE, None, states)


def solve(board: FamilyBoard, limit: int = LIMIT) -> FamilyJudgement:
    """Search a position to the end: return the judgement."""
    return finish(search(board, limit))


def _ways(reached: _Reached) -> list[Way]:
    ways = []
    before: _Reached | None = reached
    while before is not None:
        _, _, _, way, before = before
        if way is not None:
            ways.append(way)
    return ways[::-1]


class Reason(Enum):
    """Value of the play that a hint names."""

    NEVER_WRONG = auto()
    """It loses no chance: a position that can be won can be won with it."""
    WINS = auto()
    """A way to win begins with it."""
    LIKELY = auto()
    """It looks well; no way to win was found."""
    LOST = auto()
    """There is no play that wins (proven), or none at all, or the game is won: no play is named."""


class Hint(NamedTuple):
    """A play and its value.

    Never wrong are, by an argument: the only play there is; what Delete would do first (the argument stands in
    ``gemport.cards.grossfamilien.removal``); the first play of a way that wins, once one has been found. If no way is
    found within the limit, the first plays towards the best position that was seen are likely ones. If all has been
    tried and nothing wins, no play is better than another.

    states: how many positions were looked at
    way: the plays to go on with, this one first: all that win, or the first of a likely line; none where the play
        stands alone
    """

    play: Move | None
    reason: Reason
    states: int
    way: tuple[Move, ...] = ()


def think_of_hint(board: FamilyBoard, limit: int = HINT_LIMIT) -> Generator[int, None, Hint]:
    """Look for a play in slices, as ``search`` does. Returns the hint."""
    at_once = _hint_at_once(board)
    if at_once is not None:
        return at_once
    judgement = yield from search(board, limit)
    if judgement.plays:
        return Hint(judgement.plays[0], Reason.WINS, judgement.states, judgement.plays)
    if judgement.verdict is Verdict.IMPOSSIBLE:
        return Hint(None, Reason.LOST, judgement.states)
    way = _likely_way(board, judgement.furthest)
    return Hint(way[0], Reason.LIKELY, judgement.states, way)


def _hint_at_once(board: FamilyBoard) -> Hint | None:
    plays = [] if board.won else board.legal_moves()
    if not plays:
        return Hint(None, Reason.LOST, 0)
    certain = plays if len(plays) == 1 else removals(board)
    return Hint(certain[0], Reason.NEVER_WRONG, 0) if certain else None


def _likely_way(board: FamilyBoard, furthest: Sequence[Move]) -> tuple[Move, ...]:
    """Return the first plays of the line that led furthest, up to one that nothing takes back.

    So hints never lead in a circle, though each line is thought of without those before it.
    """
    trial, kept = board.bare_copy(), 0
    for made, play in enumerate(furthest, 1):
        if _is_final(trial, play):
            kept = made
        if kept >= _LIKELY_PLAYS:
            break
        trial.move(play.source, play.target)
    plays = board.legal_moves()
    return tuple(furthest[:kept]) or (next((play for play in plays if _is_final(board, play)), plays[0]),)


def _is_final(board: FamilyBoard, play: Move) -> bool:
    """Return whether no later play can take a play back: only a card that lies on its neighbour can come back there."""
    pile = board.piles[play.source]
    return (
        play.source not in PILES
        or play.target in FOUNDATIONS
        or len(pile) == 1
        or abs(pile[-2] - play.card) not in _NEIGHBOURS
    )


def hints_along(board: FamilyBoard, found: Hint) -> Iterator[tuple[Position, Hint]]:
    """Yield each position that a hint's way leads through, and the hint there."""
    trial = board.bare_copy()
    for play in found.way:
        yield trial.position(), _hint_at_once(trial) or found._replace(play=play)
        trial.move(play.source, play.target)
