"""Games and positions of VIERFREI and FreeCell in the formats of other programs.

``read_foreign`` recognizes

- positions in the format of :mod:`gemport.cards.boardtext`, with moves below them;
- deals as ``gemport deal`` prints them: in rows below a title, or in JSON;
- a number (``617c2``, ``#617``, ``ms617``, ``FreeCell #617``), with moves below it;
- the output of fc-solve: its position, and its moves in words or in sentences, also with all positions between;
- saved games of KPatience (``<kpat-game>``) and of PySolFC.

Moves are words of two places as in recordings. A number of cards can follow: ``26x3``, or ``26v3`` as in fc-solve, in
hexadecimal digits. ``native_words`` translates them into the notation of a game.
"""

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from io import BytesIO
from itertools import chain, zip_longest
from typing import Any, NamedTuple, Self

from gemport.cards.boardtext import BoardText, BoardTextError, check_pack, parse_board
from gemport.cards.card import Card, CardError, make_card, parse_card, suit_of, value_of
from gemport.cards.cells import CELLS, COLUMNS, PLACES, Autoplay, AutoplayBoard, CellBoard, CellMove
from gemport.cards.challenge import MAX_CELLS, cell_count, fold_name, parse_number
from gemport.cards.deals import NumberError
from gemport.cards.moves import FOUNDATIONS, IllegalMove, PlaceError, Step
from gemport.cards.notation import NotationError, Record, replay

MAX_PASTED_CHARS = 200_000
"""Maximum number of characters read from a pasted text."""
MAX_BYTES = 4 << 20
"""Maximum size of a saved game of another program."""
_TITLE = re.compile(
    r"(?:game\s+|deal\s+)?(?:([^\W\d]{3,})\s+)?(?:game\s+|deal\s+)?(#?(?:ms)?-?\d+(?:c[0-4])?)[.:]?", re.I
)
_HEADER = re.compile(r"^game:\s+(\S+)\s+number:\s+(\S+)", re.MULTILINE)
_RESULT = re.compile(r"This game is solveable|Total number of states|This scan generated|I could not solve|[-=]{4,}")
_SENTENCE = re.compile(
    r"Move (a|\d+) cards? from (stack|freecell) (\d) to (stack|freecell|the foundations) ?(\d?)|Move: (\w+)"
)
_WORD = re.compile(r"([1-8a-d])([1-8a-dh])(?:v([1-9a-d])|x(1?\d))?[!+]?", re.I)
_ROWS = [8, 8, 8, 8, 8, 8, 4]  # cards in the rows of a deal
_MAX_TRIES = 20_000  # readings of moves to empty columns, which may leave the number of cards open
_RANKS = ("ace", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king")
_KPAT_SUITS = {"clubs": 0, "hearts": 1, "spades": 2, "diamonds": 3}
_KPAT_PILES = "12345678abcdh"
_TAG = re.compile(r"<([a-z-]+)([^<>]*)>")
_ATTRIBUTE = re.compile(r'([a-z-]+)="([^"]*)"')
_PYSOL_SUITS = (0, 2, 1, 3)  # clubs, spades, hearts, diamonds
_PYSOL_PILES = ("-", *"hhhh", *"12345678", *"abcd")  # talon, foundations, columns, cells
_PYSOL_HEAD_BYTES = 32
_PYSOL_PLACES = (-1, *(FOUNDATIONS[suit] for suit in _PYSOL_SUITS), *COLUMNS, *CELLS)
_PYSOL_NUMBER_BITS = 40
_PYSOL_MICROSOFT = 1 << 1000  # the bit that marks Microsoft's numbers
_PYSOL_FREECELL = 8


class ForeignError(BoardTextError):
    """The text is another program's, but with a fault."""


class ForeignGame(NamedTuple):
    """A game or a position that another program has written.

    Attributes:
        game: name of the game, or None
        number: number of the game, or None
        start: position before the moves; None if only the number is known
        words: moves of the game
    """

    game: str | None
    number: int | None
    start: BoardText | None
    words: tuple[str, ...] = ()


def read_foreign(data: bytes) -> ForeignGame:
    """Read a game or position. Raises BoardTextError."""
    try:
        if b"PySolFC" in data[:_PYSOL_HEAD_BYTES]:
            return _pysol_game(data)
        text = data.decode("utf-8").removeprefix("\ufeff")
        if text.lstrip().startswith("<"):
            return _kpat_game(text)
    except UnicodeDecodeError as error:
        raise BoardTextError(f"byte {error.start} is not UTF-8 text") from None
    except BoardTextError:
        raise
    except Exception:  # noqa: BLE001 - a damaged file can raise anything
        raise ForeignError("the saved game cannot be read") from None
    return read_foreign_text(text)


def read_foreign_text(text: str) -> ForeignGame:
    """Read a game or position from text. Raises BoardTextError."""
    if text.lstrip().startswith("{"):
        return _json_deal(text)
    text = _HEADER.sub(r"\1 \2\n", text, count=1)
    game, number, lines = _title(text.splitlines())
    sentences = [_word_of(found) for line in lines if (found := _SENTENCE.match(line)) is not None]
    if sentences:
        lines = lines[: next(at for at, line in enumerate(lines) if _SENTENCE.match(line))]
    lines = ["" if _RESULT.match(line) else line for line in lines]
    cards, words = _split(lines, number is not None)
    words = sentences or words
    if number is not None and not any(map(str.strip, cards)):
        return ForeignGame(game, number, None, tuple(words))
    rows = [line.split() for line in cards if line.strip() and not line.startswith("#")]
    if [len(row) for row in rows] == _ROWS and not any(":" in line for line in cards):
        cards = [" ".join(filter(None, column)) for column in zip_longest(*rows)]
    start = parse_board("\n".join(cards))
    if number is not None and start.cells == [None] * MAX_CELLS:
        start = start._replace(cells=[None] * cell_count(number))
    return ForeignGame(game, number, start, tuple(words))


def _title(lines: list[str]) -> tuple[str | None, int | None, list[str]]:
    """Return the game and the number in the first line, and the other lines."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    found = _TITLE.fullmatch(lines[first].strip()) if lines else None
    if found is None:
        return None, None, lines
    name = fold_name(found[1]) if found[1] else "freecell" if "ms" in found[2].lower() else None
    return name, parse_number(found[2]), [*[""] * (first + 1), *lines[first + 1 :]]


def _split(lines: list[str], titled: bool) -> tuple[list[str], list[str]]:
    """Return the lines with cards, and the words of the moves below them.

    ``4c`` is a card or a move. Below a number it is a move unless all words are cards.
    """
    rest = [line for line in lines if not line.startswith("#")]
    if titled and not any(":" in line for line in rest) and not all(_is_card(word) for word in " ".join(rest).split()):
        first = 0
    else:
        # Moves start at the first line of words that are not all cards.
        first = next((at for at, line in enumerate(lines) if _is_moves(line)), len(lines))
    words = [word for line in lines[first:] for word in line.partition("#")[0].split()]
    for word in words:
        if not _WORD.fullmatch(word):
            raise ForeignError(f"{word!r} is not a move (two places, such as 3a, a5, 7h)")
    return ([] if first == 0 else lines[:first]), words


def _is_moves(line: str) -> bool:
    words = line.split()
    return bool(words) and all(map(_WORD.fullmatch, words)) and not all(map(_is_card, words))


def _is_card(word: str) -> bool:
    try:
        parse_card(word)
    except CardError:
        return False
    return True


def _word_of(sentence: re.Match[str]) -> str:
    count, source, number, target, to, word = sentence.groups()
    if word is not None:
        return word
    names = {"stack": "12345678", "freecell": "abcd"}
    end = names[target][int(to)] if target in names else "h"
    return names[source][int(number)] + end + ("" if count == "a" else f"v{int(count):x}")


def _json_deal(text: str) -> ForeignGame:
    try:
        deal = json.loads(text.strip().splitlines()[0])
        columns = [[parse_card(name) for name in column] for column in deal["columns"]]
        cells = int(deal.get("cells", MAX_CELLS))
        number = None if "number" not in deal else parse_number(f"{int(deal['number'])}c{cells}")
        game = str(deal["game"]) if "game" in deal else None
    except (KeyError, TypeError, ValueError, RecursionError):
        raise ForeignError("the JSON is not a deal of VIERFREI or FreeCell", 1, text.strip()[:40]) from None
    return ForeignGame(game, number, _deal(columns, cells))


def _deal(columns: list[list[Card]], cells: int = MAX_CELLS) -> BoardText:
    """Return the position of a deal. Raises BoardTextError."""
    if len(columns) > len(COLUMNS) or cells > MAX_CELLS:
        raise BoardTextError("more than 8 columns or 4 free cells")
    deal = BoardText(columns + [[] for _ in range(len(COLUMNS) - len(columns))], [None] * cells, [0] * 4)
    check_pack(*deal)
    return deal


# ---- saved games: KPatience


def _kpat_game(text: str) -> ForeignGame:
    tags = [(kind, dict(_ATTRIBUTE.findall(words))) for kind, words in _TAG.findall(text)]
    game = next(values for kind, values in tags if kind == "kpat-game")
    if game["game-type"] != "freecell":
        raise ForeignError("the saved game is not FreeCell")
    states = list[list[tuple[str, list[Card]]]]()
    current = False
    for kind, values in tags:
        if kind == "state":
            if current:
                break
            states.append([])
            current = "current" in values
        elif kind == "move":
            states[-1].append((_kpat_pile(values["pile"]), []))
        elif kind == "card":
            states[-1][-1][1].append(make_card(_RANKS.index(values["rank"]), _KPAT_SUITS[values["suit"]]))
    piles = {name: list[Card]() for name in _KPAT_PILES}
    for name, cards in states[0]:
        piles[name] += cards
    start = _deal([piles[name].copy() for name in "12345678"])
    words = []
    for changes in states[1:]:
        # The changes of a state are in the order of the piles: cards can move when no other card is on them.
        while changes:
            ready, source = next(
                (change, name) for change in changes for name in piles if piles[name][-len(change[1]) :] == change[1]
            )
            changes.remove(ready)
            target, cards = ready
            del piles[source][-len(cards) :]
            piles[target] += cards
            words.append(f"{source}{target}v{len(cards):x}")
    return ForeignGame("freecell", int(game["deal-number"]), start, tuple(words))


def _kpat_pile(name: str) -> str:
    kind, number = name.rstrip("0123456789"), int(name.lstrip("abcdefghijklmnopqrstuvwxyz"))
    return "h" if kind == "target" else {"store": "12345678", "freecell": "abcd"}[kind][number]


# ---- saved games: PySolFC, a series of pickled values


def _pysol_game(data: bytes) -> ForeignGame:
    # Imported here: rarely needed, and not there in the page.
    from pickle import Unpickler

    class Values:
        """Stands in for each of PySolFC's own types; the attributes follow as state."""

        def __init__(self, *_values: object) -> None:
            """Ignore the values."""

    class ValuesUnpickler(Unpickler):
        """Reads only plain values and attributes; never imports or calls anything else."""

        def find_class(self, _module: str, _name: str) -> Any:
            return Values

    saved = ValuesUnpickler(BytesIO(data))
    head = [saved.load() for _ in range(8)]
    stacks = [[(saved.load(), saved.load())[0] for _ in range(saved.load())] for _ in range(saved.load())]
    if len(stacks) != len(_PYSOL_PILES):
        raise ForeignError("the saved game is not FreeCell")
    # Bookmarks have less: the round of the talon and the result come first, then two records in a saved game.
    moves = [saved.load() for _ in range(5 if head[3] <= 1 else 3)][-1]
    steps = [
        (move.from_stack_id, move.to_stack_id, int(move.ncards))
        for move in chain(*moves.history[: moves.index])
        if hasattr(move, "from_stack_id")
    ]
    # The piles are saved as they are now: take the moves back to find the start.
    for source, target, count in reversed(steps):
        stacks[source] += stacks[target][-count:]
        del stacks[target][-count:]
    cards = [[make_card(card % 13, _PYSOL_SUITS[card // 13]) for card in stack] for stack in stacks]
    start = _deal(cards[5:13])
    words = tuple(f"{_PYSOL_PILES[source]}{_PYSOL_PILES[target]}v{count:x}" for source, target, count in steps)
    return ForeignGame("freecell", int(head[6]) & (1 << _PYSOL_NUMBER_BITS) - 1, start, words)


def pysol_game(number: int, board: CellBoard, words: Iterable[str]) -> bytes:
    """Return a saved game of PySolFC: the deal of a number of FreeCell, and moves in its notation that Redo makes.

    The moves are made on ``board``.
    """
    # Imported here: rarely needed, and not there in the page.
    from pickle import dumps

    def instance(name: str, state: bytes = b"") -> bytes:
        return f"(ipysollib.{name}\n".encode() + state

    values = ["PySolFC", "3.0.0", (3, 0, 0), 0, 1, _PYSOL_FREECELL, _PYSOL_MICROSOFT | number, None]
    values.append(len(_PYSOL_PLACES))
    for place in _PYSOL_PLACES:
        cards = board.piles.get(place, [])
        values.append(len(cards))
        for card in cards:
            values += [_PYSOL_SUITS.index(suit_of(card)) * 13 + value_of(card), 1]
    history = b""
    for word in words:
        moves = board.play_word(word).moves
        target = PLACES.parse(word[1], moves[0].card)
        carried = {move.card for move in moves if move.target == target and target not in FOUNDATIONS}
        changes = [(moves[0].source, target, len(carried))] if carried else []
        changes += [(move.source, move.target, 1) for move in moves if move.target in FOUNDATIONS]
        history += b"(l"
        for source, place, count in changes:
            ids = {"from_stack_id": _PYSOL_PLACES.index(source), "to_stack_id": _PYSOL_PLACES.index(place)}
            history += instance("move\nAMoveMove", dumps({**ids, "ncards": count, "frames": -1, "shadow": -1}, 0)[:-1])
            history += b"ba"
        history += b"a"
    # The round of the talon and the result, then the records of a saved game.
    parts = [dumps(value, 0) for value in [*values, 1, 0]]
    parts += [instance(f"game\n{name}", b".") for name in ("GameSaveInfo", "GameGlobalSaveInfo")]
    parts.append(instance("game\nGameMoves", b"(dVindex\nI0\nsVhistory\n(l" + history + b"sb."))
    parts.append(dumps([], 0))
    parts += [instance(f"game\n{name}", b".") for name in ("GameGlobalStatsStruct", "GameStatsStruct")]
    return b"".join([*parts, dumps("EOF", 0)])


# ---- moves


class _OtherBoard(AutoplayBoard):
    """A board of another program: runs move in one step, and with ``Autoplay.SAFE`` cards go home as in FreeCell."""

    __slots__ = ()
    game = "freecell"

    @classmethod
    def deal(cls, number: int) -> Self:
        raise NumberError(f"{number}: only positions are played here")


def position_of(found: ForeignGame, board: type[CellBoard]) -> BoardText:
    """Return the position after the moves, for a game's boards. Raises BoardTextError."""
    try:
        if found.start is not None:
            played = board(*found.start)
        elif found.game not in (None, board.game) or found.number is None:
            raise BoardTextError(f"this is a number of {found.game}")
        else:
            played = board.deal(found.number)
        for word in native_words(played, found.words):
            played.play_word(word)
    except (NumberError, NotationError) as error:
        raise BoardTextError(str(error)) from None
    return BoardText(played.columns, played.cells, played.foundations)


def native_words(start: CellBoard, words: Sequence[str]) -> list[str]:
    """Return the words of a board's own game for another program's moves. Raises NotationError.

    Without a number of cards, programs differ in how many cards go to an empty column; and some, but not all, move safe
    cards home without a word. The reading that wins is right, else the first that is possible.
    """
    try:
        return replay(Record(start.game, 0, tuple(words)), start.bare_copy()).words()
    except NotationError as error:
        fault = error
    found: list[str] | None = None
    for autoplay in (Autoplay.NONE, Autoplay.SAFE):
        for most_first, tries in ((False, 0), (True, 0), (True, _MAX_TRIES)):
            try:
                own = _played(start, words, autoplay, most_first, tries)
            except NotationError:
                continue
            if own.won:
                return own.words()
            found = found or own.words()
    if found is None:
        raise fault
    return found


def _played(start: CellBoard, words: Sequence[str], autoplay: Autoplay, most_first: bool, tries: int) -> CellBoard:
    """Return a board with the moves in its own notation; ``tries`` limits the readings. Raises NotationError."""
    plain = _OtherBoard(start.columns, start.cells, start.foundations)
    plain.autoplay = autoplay
    boards, steps = [plain], list[Step]()
    readings = [_readings(plain, words[0], most_first)] if words else []
    furthest = 0
    while len(steps) < len(words):
        step = next(readings[-1], None)
        if step is None:
            furthest = max(furthest, len(steps))
            tries -= 1
            readings.pop()
            if tries < 0 or not readings:
                raise NotationError(f"move {furthest + 1}, {words[furthest]!r}: not possible", None, furthest + 1)
            boards.pop()
            steps.pop()
            continue
        boards.append(boards[-1].bare_copy())
        boards[-1].make(step)
        steps.append(step)
        if len(steps) < len(words):
            readings.append(_readings(boards[-1], words[len(steps)], most_first))
    own = start.copy()
    for step in steps:
        _make(own, step)
    return own


def _readings(board: _OtherBoard, word: str, most_first: bool) -> Iterator[Step]:
    """Yield the steps that a word can mean, likeliest first."""
    found = _WORD.fullmatch(word)
    if found is None:
        return
    try:
        move = board.parse_move(found[1] + found[2])
        if found[3] or found[4]:
            counts: Sequence[int] = [int(found[3], 16) if found[3] else int(found[4])]
        elif board.top(move.target) is None and move.target in COLUMNS:
            counts = range(1, board.fitting_count(move.source, move.target) + 1)[:: -1 if most_first else 1]
        else:
            counts = [board.fitting_count(move.source, move.target)]
    except (IllegalMove, PlaceError):
        return
    for count in counts:
        try:
            yield board.plan(move.source, move.target, count)
        except (IllegalMove, PlaceError):
            continue


def _make(own: CellBoard, step: Step) -> None:
    """Make another program's step, without the cards that are already home."""
    if not isinstance(own, AutoplayBoard):
        for move in step.moves:
            own.play_word(str(CellMove(*move)))
        return
    first, last = step.moves[0], PLACES.parse(step.word[1], step.moves[0].card)
    if last not in FOUNDATIONS:
        arrived = dict.fromkeys(move.card for move in step.moves if move.target == last)
        left = [card for card in arrived if value_of(card) >= own.foundations[suit_of(card)]]
        if left:
            own.play(first.source, last, len(left))
    for move in step.moves:
        if move.target in FOUNDATIONS and value_of(move.card) >= own.foundations[suit_of(move.card)]:
            own.play(own.find(move.card)[0], move.target, 1)
