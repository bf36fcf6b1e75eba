"""Playing by ear: a player who only hears the spoken texts wins, and every change is spoken."""

import re
from collections.abc import Callable
from functools import partial
from itertools import groupby
from random import Random
from string import Template
from typing import Any, cast

import pytest

from gemport.cards.card import Card, make_card, suit_of, value_of
from gemport.cards.cells import CELLS, COLUMNS
from gemport.cards.grossfamilien import FAMILY_SIZE, STOCK
from gemport.cards.moves import FOUNDATIONS
from gemport.gem import Speech
from gemport.play import games_rsc as shared
from gemport.play.advice import BOXES
from gemport.play.cellplay import CellPlay
from gemport.play.ending import WonBox
from gemport.play.feature import Play
from gemport.play.items import Item
from gemport.solver import Position, grossfamilien, solve
from tests.games.players import LONG_LOST, Familien, Game, Hand, Hands, Player, every_game, plain_files, recorded
from tests.games.sessions import make
from tests.games.test_keys import play_families


class Listener:
    """A player who lays out the cards from the spoken texts and knows only the names of cards and places."""

    def __init__(self, kind: Callable[..., Hand[Any]], number: int, lang: str) -> None:
        self.said: list[str] = []
        self.run = kind(number, lang=lang, say=self.said.append)
        program = self.run.program
        self.cards = {program.play.card_name(card): card for card in range(52)}
        self.places = {program.play.place_name(place): place for place in self.run.board.piles}
        self.piles: dict[int, list[Card | None]] = {}
        self.chosen: int | None = None
        self.hint: tuple[int, int] | None = None
        self._understood = 0
        self.listen()

    def press(self, *keys: str) -> list[str]:
        """Press keys, and return the spoken texts; the cards laid out must match the table."""
        said: list[str] = []
        for key in keys:
            self.run.key(key)
            said += self.listen()
        return said

    def listen(self) -> list[str]:
        """Process and return the sentences spoken since the last call, without skipping any."""
        new = [sentence for sentence in self.said[self._understood :] if sentence]
        self._understood = len(self.said)
        for sentence in new:
            self._hear(sentence)
        assert self.piles == hidden(self.run.board.piles)
        return new

    def _hear(self, sentence: str) -> None:
        if found := self._meant(shared.PLACE_EMPTY, sentence):
            self.piles[self.places[found["place"]]] = []
        elif found := self._meant(shared.HOME_CARDS, sentence):
            place = self.places[found["place"]]
            values = (min(at, FAMILY_SIZE - 1 - at) for at in range(int(found["count"])))
            self.piles[place] = [make_card(value, place - FOUNDATIONS[0]) for value in values]
            assert self.piles[place][-1] == self.cards[found["card"]]
        elif found := self._meant(shared.PLACE_COUNT, sentence):
            self.piles[self.places[found["place"]]] = [None] * int(found["count"])
        elif found := self._meant(shared.HINTED, sentence):
            self.hint = self.places[found["source"]], self.places[found["target"]]
        elif self._meant(shared.REFUSED, sentence):
            pass
        elif found := self._meant(shared.MOVED, sentence):
            cards: list[Card | None] = [self.cards[card] for card in found["cards"].split(", ")]
            source = self.places[found["source"]]
            assert source == STOCK or self.piles[source][-len(cards) :] == cards
            del self.piles[source][-len(cards) :]
            target = self.places[found["target"]]
            self.piles[target] += [None] * len(cards) if target == STOCK else cards
        elif found := self._meant(shared.CHOSEN, sentence):
            self.chosen = self.places[found["place"]]
        elif (found := self._meant(shared.PLACE_CARDS, sentence)) and found["place"] in self.places:
            self.piles[self.places[found["place"]]] = [self.cards[card] for card in found["cards"].split(", ")]

    def _meant(self, string: int, sentence: str) -> dict[str, str] | None:
        """Return the values in a sentence that has the form of a free string, or None if it does not match."""
        form = Template(re.escape(self.run.program.play.say(string)).replace(r"\$", "$"))
        names = {name: f"(?P<{name}>.+?)" for name in form.get_identifiers()}
        found = re.fullmatch(form.substitute(names), sentence)
        return None if found is None else found.groupdict()

    def won(self) -> bool:
        """Return whether the victory was spoken."""
        return self.run.feature(WonBox).title() in self.said


def hidden(piles: dict[int, list[Card]]) -> dict[int, list[Card | None]]:
    """Return the cards as far as the player may know them."""
    return {place: [None] * len(cards) if place == STOCK else list(cards) for place, cards in piles.items()}


def play_cell_game(listener: Listener, one_card: str) -> None:
    """Win the game with the solver, from the spoken cards; ``one_card`` is the letter of the button for one card."""
    piles = listener.piles
    cells = [piles[cell][-1] if piles[cell] else None for cell in CELLS]
    columns = [[card for card in piles[column] if card is not None] for column in COLUMNS]
    way = solve(Position.of(columns, cells, [len(piles[place]) for place in FOUNDATIONS])).moves
    assert way is not None
    for card, _, target in way:
        if len(piles[FOUNDATIONS[suit_of(card)]]) > value_of(card):
            # An automatic move has already sent it home.
            continue
        source = next(place for place, cards in piles.items() if cards and cards[-1] == card)
        listener.chosen = None
        while listener.chosen != source:
            listener.press(str(source + 1) if source in COLUMNS else "0")
        said = listener.press(str(target + 1) if target in COLUMNS else "0" if target in CELLS else "9")
        if any(listener.run.machine.speech.words.buttons in sentence for sentence in said):
            listener.press(one_card)


@pytest.mark.parametrize(("kind", "lang", "one_card"), [(Game, "de", "e"), (Player, "en", "o")])
def test_a_cell_game_is_won_without_looking(kind: Hands, lang: str, one_card: str) -> None:
    listener = Listener(kind, 42, lang)
    play_cell_game(listener, one_card)
    assert listener.won()
    assert listener.run.board.won


def test_grossfamilien_is_won_without_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(grossfamilien, "think_of_hint", partial(grossfamilien.think_of_hint, limit=300))
    won = recorded("won")
    listener = Listener(Familien, won.number, "de")
    game = cast(Familien, listener.run)
    listener.press("F8")
    assert listener.hint in [(move.source, move.target) for move in game.board.legal_moves()]
    listener.press("Return")
    for word in won.words:
        play_families(game, word)
        listener.listen()
    assert listener.won()


@every_game
def test_every_change_of_the_board_is_said(kind: Hands) -> None:
    """Random keys cause moves, refusals and undo; then come the solution, undoing the mistake, and other deals."""
    listener, chance = Listener(kind, 1, "en"), Random(7)
    keys = [*"1234567890qweasd", *"1234567890", "Undo", "Undo", "Ctrl+y", "Ctrl+z", "Delete", "ClrHome", "Return"]
    for _ in range(400):
        listener.press(chance.choice(keys))
    listener.press("Esc", "Ctrl+l", "Ctrl+b", "Return", "Undo", "Esc", *["Undo"] * 5, "Ctrl+y")
    listener.press(*(name for name in ("F1", "F2", "F3", "F5") for name in (name, "Return", "Esc")))
    assert listener.piles


def test_a_long_way_back_is_said_as_the_board() -> None:
    number, words, _ = LONG_LOST
    listener = Listener(Game, number, "de")
    make(listener.run.session, *words.split())
    for _ in range(BOXES):
        make(listener.run.session, str(listener.run.board.legal_moves()[0]))
    listener.press("ClrHome")
    listener.press("Ctrl+b")
    assert listener.run.board.moves_made < len(words.split())


def test_what_is_chosen_let_go_refused_and_asked_is_said() -> None:
    listener = Listener(Player, 42, "en")
    assert listener.press("1") == ["chosen, column 1: 4 of spades, 3 of diamonds"]
    assert listener.press("Up", "Up") == ["4 of spades", "8 of hearts"]
    assert listener.press("ClrHome")[0].startswith("column 1: 5 of spades, 4 of diamonds")
    assert listener.press("Esc") == ["nothing chosen"]
    said = listener.press("1", "2")[1:]
    assert said[0].startswith("No card from the 4 of spades to the 3 of diamonds fits on the 8 of clubs:")
    assert said[1:] == ["OK, button"]
    # The alert is closed, and the selection is gone.
    assert listener.press("Return") == []
    assert listener.press("F6") == ["Messages F6, off"]
    said = listener.press("1", "2")[1:]
    assert len(said) == 1
    assert said[0].startswith("No card from")
    assert listener.press("Esc", "Undo") == ["nothing chosen", "Undo move Undo, Ctrl+Z, not available"]


def test_refusals_of_the_other_games_are_said() -> None:
    vierfrei, heaps = Listener(Game, 42, "de"), Listener(Familien, 42, "de")
    assert vierfrei.press("1", "2")[1:] == ["Das geht nicht, Pik-9: von Spalte 1 nach Spalte 2"]
    assert heaps.press("1", "2")[1:] == ["Das geht nicht, Kreuz-Ass: von Stapel a1 nach Stapel a2"]
    vierfrei.press("Esc", "1", "0", "1", "0", "1", "0", "1", "0")
    assert vierfrei.press("1", "0")[1:] == ["Für Pik-6 ist kein Platz: Alle freien Plätze sind besetzt."]


def test_the_board_and_the_clock_are_read_on_demand() -> None:
    listener = Listener(Familien, 42, "en")
    listener.press("0", "0", "8", "Undo")
    listener.run.machine.advance(61_000)
    said = listener.press("ClrHome")
    assert said[:3] == ["Großfamilien #42", "Moves: 1 Time: 1:01", "pile a1: ace of clubs"]
    assert said[-3:] == ["talon, cards: 87", "turned card: 9 of clubs", "waste: empty"]


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "Not possible, 10 of diamonds, 9 of spades: empty free places: 1"),
        ("de", "Das geht nicht, Karo-10, Pik-9: leere freie Plätze: 1"),
    ],
)
def test_cards_without_room_are_named_with_the_bell(lang: str, sentence: str) -> None:
    """Right+left click was once refused silently."""
    said: list[str] = []
    game = Game(42, lang=lang, say=said.append)
    game.act("2 0 3 0 4 0")
    said.clear()
    assert game.both(game.at(0, -2)) == 1
    assert list(filter(None, said)) == [sentence]


def test_boxes_say_their_lines_the_focus_and_what_changes() -> None:
    listener = Listener(Player, 42, "en")
    said = listener.press("F5")
    assert said[0].startswith("FreeCell Statistics. Games won 0. without help 0. Games lost 0.")
    assert said[1:] == ["buttons: Free cells: 4, Clear ..., OK", "OK, button"]
    assert listener.press("Left") == ["Clear ..., button"]
    assert listener.press("Space")[0] == "Clear the statistics shown?"
    # Focus returns to the first box, but the box is not read again.
    assert listener.press("Esc") == []
    assert listener.press("Tab") == ["OK, button"]
    assert listener.press("Return") == []
    assert listener.press("F2", "1") == [
        "Game number: (-2, -1, 1 to 8589934591). Difficulty: ?",
        "buttons: Free cells: 4, Next not won, Level: any, Cancel, OK",
        "OK, button",
        "Game number: 1",
        "not won yet",
        "Difficulty: medium",
    ]
    assert listener.press("c", "3")[:2] == ["Difficulty: ?", "Free cells: 3, needed: ..."]
    listener.press("Esc", "Esc", "3", "0")
    listener.run.machine.advance(1000)
    said = listener.press("F9")
    assert [sentence.endswith(", selected.") for sentence in said].count(True) == 1


def test_look_back_speaks_its_line_for_each_position() -> None:
    listener = Listener(Game, LONG_LOST[0], "en")
    make(listener.run.session, *LONG_LOST[1].split())
    listener.said.clear()
    game = cast(Game, listener.run)
    game.key("Ctrl+e")
    assert listener.said[1].startswith("After move 14 of 14: can it still be won?")
    game.machine.settle()
    spoken, counted = listener.said[-2:]
    assert spoken.startswith("After move 5 of 14 it can be won: ace of clubs home")
    assert counted == "Move 5: 10 of 11 moves could still win.", "numbers during the count are not spoken"
    game.key("Right")
    assert listener.said[-2] == "Move 6 (king of diamonds to free place 4) lost the game."


def test_what_the_oracle_says_is_spoken_once() -> None:
    listener = Listener(Player, 42, "en")
    told = [sentence for sentence in listener.press("Ctrl+o", "1", "0", "3", "0") if "be won" in sentence]
    assert told[:2] == ["Can it still be won?", "Can still be won (help)"]
    assert [sentence for sentence, _ in groupby(told)] == told


def test_the_menu_is_said_under_the_pointer() -> None:
    listener = Listener(Player, 42, "en")
    run = listener.run
    x, y = run.gem.objc_offset(run.program.menu, run.program.items[Item.UNDO])
    for at in ((x + 8, 8), (x + 8, y + 8), (x + 9, y + 9), (x + 9, y + 24)):
        run.machine.mouse_to(*at)
    assert listener.listen() == ["Game", "Undo move Undo, Ctrl+Z, not available", "Redo move Ctrl+Y, not available"]


def test_moves_are_spoken_with_the_originals_resource() -> None:
    listener = Listener(partial(Game, used=plain_files()), 42, "de")
    cast(Game, listener.run).act("1>b")
    assert listener.listen() == ["Pik-9: von Spalte 1 nach Freiplatz 2"]
    assert listener.press("ClrHome")[0] == "VIERFREI #42"


def test_nothing_is_put_into_words_while_nobody_listens(monkeypatch: pytest.MonkeyPatch) -> None:
    def never(*_values: object) -> None:
        raise AssertionError

    for owner, name in ((Play, "card_name"), (CellPlay, "place_name"), (Speech, "_read")):
        monkeypatch.setattr(owner, name, never)
    game = Game(42)
    game.key("3", "9", "1", "0", "1", "0", "1", "0", "1", "0", "1", "0", "Undo", "Ctrl+y", "F5", "Esc", "F8", "ClrHome")
    game.key("F1", "Esc", "F3")
    assert game.board.moves_made == 0
    freecell = Player(42)
    freecell.key("1", "Up", "ClrHome", "Esc", "3", "0")
    assert freecell.board.moves_made == 1


def test_a_key_ends_what_is_being_said() -> None:
    listener = Listener(Player, 42, "en")
    listener.press("3")
    assert listener.said[-2:] == ["", "chosen, column 3: ace of hearts"]
    listener.run.machine.mouse_button(1, True)
    assert listener.said[-1] == ""


def test_cards_that_move_together_are_one_sentence() -> None:
    listener = Listener(Player, 1, "en")
    player = cast(Player, listener.run)
    player.lay(["9H 8S 7D", "TS", "KC"])
    listener.press("ClrHome")
    cards = "9 of hearts, 8 of spades, 7 of diamonds"
    assert listener.press("1", "2")[1:] == [f"{cards}: from column 1 to column 2"]
    assert listener.press("Undo") == ["undone", f"{cards}: from column 2 to column 1"]
    assert listener.press("Ctrl+y") == ["redone", f"{cards}: from column 1 to column 2"]
