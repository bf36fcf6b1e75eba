"""What is said and offered when a game is won: moves, undos and time, whether it is a best, and what to play next.

A game that the program has solved is not congratulated on, nor is the end of a recording.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from gemport.cards.card import ACE, KING, Card, make_card
from gemport.cards.moves import FOUNDATIONS
from gemport.gem.aes.constants import LEFT, MU_BUTTON, MU_KEYBD, MU_MESAG, MU_TIMER, WCHAR
from gemport.gem.aes.events import MultiEvent
from gemport.gem.formats.objects import Tree
from gemport.patience.kit.boxes import ESCAPE, RETURN, Answer, Box
from gemport.patience.kit.celebration import FRAME, Celebration, flights
from gemport.patience.kit.texts import Texts
from gemport.store.session import clock_text
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.patience.kit.program import CardProgram


class Win:
    """The box of a program whose resource has one."""

    def __init__(self, program: CardProgram[Any]) -> None:
        self._program = program
        self._numbers = program.numbers
        self._tree = program.trees.tree(program.numbers.WON)
        self._title = str(self._tree[program.numbers.WON_TITLE].ob_spec)
        self._texts = Texts(program.trees)
        self._chosen: int | None = None
        n = program.numbers
        self._buttons = {
            n.WON_NEXT: n.MENU_NEW,
            n.WON_SELECT: n.MENU_SELECT,
            n.WON_AGAIN: n.MENU_RESTART,
            n.WON_OK: None,
        }
        """By a button the entry of the menu that it stands for."""

    async def show(self) -> Answer:
        """Congratulate, or say who has won; what the player wants next is remembered for :meth:`go_on`."""
        program = self._program
        self._fill()
        box = _WonBox(program, self._tree, celebrates=not self._solved)
        await box.show()
        answer = await self._answer(box)
        if answer is not Answer.QUIT:
            await box.hide()
            await box.end_celebration()
            await program.gem.evnt_button(1, LEFT, 0)
        return answer

    async def go_on(self) -> None:
        """Do what the player has chosen in the box, once whatever led to it is over."""
        item, self._chosen = self._chosen, None
        if item is not None and not self._program.quitting:
            await self._program.choose(item)

    async def _answer(self, box: _WonBox) -> Answer:
        while True:
            event = await box.event()
            if isinstance(event, Answer):
                return event
            hit = box.pressed(event)
            if hit in self._buttons:
                self._chosen = self._buttons[hit]
                return Answer.OK
            if MU_KEYBD in event.events and self._ends(event):
                return Answer.OK
            # A key or a click that means nothing else is enough of the cards.
            await box.end_celebration()
            if MU_BUTTON in event.events:
                await box.release()

    def _ends(self, event: MultiEvent) -> bool:
        """Whether a key ends the box: Return and Esc, and those of what it offers, of which Undo is one."""
        n = self._numbers
        item = self._program.item_of(event.key)
        if item in (n.MENU_NEW, n.MENU_SELECT, n.MENU_RESTART, n.MENU_UNDO):
            self._chosen = item
            return True
        return event.key & 0xFF in (RETURN, ESCAPE)

    def _fill(self) -> None:
        n, progress = self._numbers, self._program.session.progress
        for line, value in (
            (n.WON_MOVES, str(progress.made)),
            (n.WON_UNDOS, str(progress.undos)),
            (n.WON_TIME, clock_text(progress.seconds)),
        ):
            self._tree[line].ob_spec = value.rjust(self._tree[line].ob_width // WCHAR)
        self._centre(n.WON_TITLE, self._heading())
        self._centre(n.WON_BEST, self._rating(progress.made))

    def _centre(self, obj: int, text: str) -> None:
        line = self._tree[obj]
        line.ob_spec, line.ob_width = text, WCHAR * len(text)
        line.ob_x = (self._tree[0].ob_width - line.ob_width) // 2

    @property
    def _solved(self) -> bool:
        return self._program.session.help is Help.SOLVED

    def _heading(self) -> str:
        n = self._numbers
        if not self._solved:
            return self._title
        return self._texts.say(n.SOLVED if self._program.replay is None else n.REPLAYED)

    def _rating(self, moves: int) -> str:
        n, best = self._numbers, self._program.session.former_best
        if self._solved:
            return self._texts.say(n.SOLVED_LINE)
        if self._program.session.help is Help.HELPED:
            return self._texts.say(n.WITH_HELP)
        if best is None:
            return self._texts.say(n.FIRST_WIN)
        if best.helped:
            return self._texts.say(n.FIRST_UNAIDED)
        if moves == best.moves:
            return self._texts.say(n.EQUAL_BEST)
        return self._texts.say(n.NEW_BEST if moves < best.moves else n.NOT_BEST, moves=best.moves)


class _WonBox(Box):
    """A box that cards fall behind while it waits, where there is something to celebrate."""

    def __init__(self, program: CardProgram[Any], tree: Tree, *, celebrates: bool) -> None:
        super().__init__(program.table.window, tree, program.ends)
        self._program = program
        self._celebrates = celebrates
        self._celebration: Celebration | None = None

    async def show(self) -> None:
        """Draw the box; the cards come after it."""
        await super().show()
        if not self._celebrates:
            return
        program, window = self._program, self._program.table.window
        cards = flights(program.session.number, _cards_home(program), window.size[0])
        self._celebration = Celebration(program.gem, window, program.table.art, self._area, cards)

    async def end_celebration(self) -> None:
        """Stop the cards, and take away what they left on the window."""
        if self._celebration is not None:
            await self._celebration.stop()

    async def _wait(self) -> MultiEvent:
        while True:
            if self._celebration is None or self._celebration.over:
                return await super()._wait()
            event = await self._gem.evnt_multi(MU_KEYBD | MU_BUTTON | MU_MESAG | MU_TIMER, ms=FRAME)
            if event.events != MU_TIMER:
                return event
            await self._celebration.frame()


def _cards_home(program: CardProgram[Any]) -> list[tuple[Card, int, int]]:
    """A whole pack from its highest cards to its lowest, each where its pile lies."""
    ends = [program.table.end(place) for place in FOUNDATIONS]
    return [(make_card(value, suit), x, y) for value in range(KING, ACE - 1, -1) for suit, (x, y) in enumerate(ends)]
