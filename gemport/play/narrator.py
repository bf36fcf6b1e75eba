"""A narrator: the board of a card game and its changes as spoken sentences.

Every change of the board is spoken, so that a listener can follow all cards. For face-down cards only their number is
spoken.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from gemport.cards.card import Card
from gemport.cards.moves import FOUNDATIONS, Move
from gemport.gem import Speech, parse_alert
from gemport.play import games_rsc as shared
from gemport.play.layout import Spot
from gemport.store.session import Session, clock_text


@dataclass
class Narrator:
    """The speech about a game's board and its changes. Without a listener no sentences are created.

    Attributes:
        say: returns a free string of the shared resource with its $words replaced
        face_down: the places with face-down cards
    """

    _speech: Speech
    _session: Session[Any]
    _say: Callable[..., str]
    _card_name: Callable[[Card], str]
    _place_name: Callable[[int], str]
    _face_down: Sequence[int] = ()
    _chosen: Spot | None = field(default=None, init=False)  # the selection at the last wait for the player
    _sentences: int = field(default=0, init=False)  # the number of sentences at that time
    _remark: str = field(default="", init=False)

    @property
    def heard(self) -> bool:
        return self._speech.heard

    def tell(self, string: int, **words: object) -> None:
        if self.heard:
            self._speech.say(self._say(string, **words))

    def remark(self, text: str) -> None:
        """Speak the text of the info line if it has changed."""
        if self.heard and text != self._remark:
            self._speech.say(text)
        self._remark = text

    def alert(self, text: str) -> None:
        """Speak the lines of an alert that is not shown."""
        if self.heard:
            self._speech.say(" ".join(parse_alert(text).lines))

    # ---- the board

    def table(self) -> None:
        self._speech.say(self._session.title)
        self.board()

    def read(self, chosen: Spot | None) -> None:
        """Speak the cards of the chosen place, or everything that ``table`` speaks."""
        if chosen is None:
            self.table()
        else:
            self.place(chosen.place)

    def board(self) -> None:
        if self.heard:
            board, time = self._session.board, clock_text(self._session.clock.seconds)
            self.tell(shared.COUNTER_LINE, moves=board.moves_made, time=time)
            for place in board.piles:
                self.place(place)

    def place(self, place: int) -> None:
        """Speak the cards of a place, open card last; for a foundation only the open card, which implies the others."""
        if not self.heard:
            return
        cards, name = self._session.board.piles[place], self._place_name(place)
        if not cards:
            self.tell(shared.PLACE_EMPTY, place=name)
        elif place in self._face_down:
            self.tell(shared.PLACE_COUNT, place=name, count=len(cards))
        elif place in FOUNDATIONS:
            self.tell(shared.HOME_CARDS, place=name, card=self._card_name(cards[-1]), count=len(cards))
        else:
            self.tell(shared.PLACE_CARDS, place=name, cards=self._cards(cards))

    def _cards(self, cards: Sequence[Card]) -> str:
        return ", ".join(map(self._card_name, cards))

    def card(self, card: Card) -> None:
        if self.heard:
            self._speech.say(self._card_name(card))

    # ---- events

    def attend(self, chosen: Spot | None) -> None:
        """Speak a changed selection before waiting for input, unless something else was spoken."""
        if not self.heard or chosen == self._chosen:
            self._sentences = self._speech.sentences
            return
        if chosen is not None:
            cards = self._session.board.piles[chosen.place][chosen.index :]
            self.tell(shared.CHOSEN, place=self._place_name(chosen.place), cards=self._cards(cards))
        elif self._speech.sentences == self._sentences:
            self.tell(shared.LET_GO)
        self._chosen, self._sentences = chosen, self._speech.sentences

    def moved(self, moves: Sequence[Move]) -> None:
        """Speak the effect of single moves; intermediate places of a card are omitted."""
        if not self.heard:
            return
        whole: list[Move] = []
        for move in moves:
            card, source, target = move
            parked = next((other for other in whole if other.card == card and other.target == source), None)
            if parked is not None and target not in FOUNDATIONS:
                whole.remove(parked)
                source = parked.source
            whole.append(Move(card, source, target))
        while whole:
            _, source, target = whole[0]
            count = next((at for at, move in enumerate(whole) if move[1:] != (source, target)), len(whole))
            self._say_move(shared.MOVED, [move.card for move in whole[:count]], source, target)
            del whole[:count]

    def hint(self, source: int, target: int) -> None:
        """Speak a hint; the card of a face-down place is not named."""
        self._say_move(shared.HINTED, self._open(source), source, target)

    def refused(self, source: int, target: int) -> None:
        self._say_move(shared.REFUSED, self._open(source), source, target)

    def _open(self, place: int) -> list[Card]:
        return [] if place in self._face_down else self._session.board.piles[place][-1:]

    def _say_move(self, string: int, cards: Sequence[Card], source: int, target: int) -> None:
        if self.heard:
            said = self._cards(cards) if cards else self._say(shared.A_CARD)
            self.tell(string, cards=said, source=self._place_name(source), target=self._place_name(target))
