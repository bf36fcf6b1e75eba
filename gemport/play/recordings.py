"""Features of files: saved recordings, pictures and positions, and recorded games that are shown step by step."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, Final

from gemport.cards.boardtext import named
from gemport.gem import LEFT, MU_BUTTON, MU_TIMER, Msg, MultiEvent, menu_entries
from gemport.play import games_rsc as shared
from gemport.play.feature import Entry, Feature
from gemport.play.play import Play
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.play.exchange import FileCommands

PAUSE: Final = 600
"""Milliseconds between the moves of a recorded game."""


def file_commands(play: Play[Any]) -> FileCommands:
    """Return the commands that need the host's files."""
    # Imported here: hardly any start needs it.
    from gemport.play.exchange import FileCommands

    # Without it none of their entries is enabled.
    assert play.exchange is not None
    return FileCommands(play.table, play.shared, play.exchange)


def _can(play: Play[Any]) -> bool:
    return play.exchange is not None


class SaveFiles(Feature[Any]):
    """Save recording, and save picture; a recording begins with the game's number."""

    def entries(self) -> Sequence[Entry]:
        play = self.play
        return [
            Entry("save recording", self._save_recording, enabled=lambda: _can(play) and play.session.start is None),
            Entry("save picture", self._save_picture, enabled=lambda: _can(play)),
        ]

    async def _save_recording(self) -> None:
        await file_commands(self.play).save_recording()

    async def _save_picture(self) -> None:
        # The picture has no inverted title.
        menu, item = self.play.app.menu, self.play.items["save picture"]
        if menu is not None:
            title = next(title for title, entry in menu_entries(menu) if entry == item)
            self.play.gem.menu_tnormal(menu, title, True)
        await file_commands(self.play).save_picture()


class CopyPosition(Feature[Any]):
    """Copy position, of games that have a notation for positions."""

    def entries(self) -> Sequence[Entry]:
        can, text = partial(_can, self.play), shared.COPY_POSITION_ENTRY
        return [Entry("copy position", self._copy, enabled=can, text=text, below="save picture")]

    async def _copy(self) -> None:
        await file_commands(self.play).copy_position()


class CopyLink(Feature[Any]):
    """Copy link: the game and its moves, as the page and ``gemport replay`` show them; it begins with a number."""

    def entries(self) -> Sequence[Entry]:
        play = self.play
        return [
            Entry(
                "copy link",
                self._copy,
                enabled=lambda: _can(play) and play.session.start is None and play.board.can_undo,
                text=shared.COPY_LINK_ENTRY,
                below="save picture",
            )
        ]

    async def _copy(self) -> None:
        await file_commands(self.play).copy_link()


class PastePosition(Feature[Any]):
    """Paste position: plays the position whose text is on the clipboard."""

    def entries(self) -> Sequence[Entry]:
        can, text = partial(_can, self.play), shared.PASTE_POSITION_ENTRY
        return [Entry("paste position", self._paste, enabled=can, text=text, below="copy position")]

    async def _paste(self) -> None:
        text = await file_commands(self.play).pasted()
        if text is not None:
            await self._lay_out(text)

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        message, play = event.message, self.play
        if message is not None and message.type == Msg.VA_START and play.exchange is not None:
            text = play.exchange.pasted()
            if text is not None and play.app.enabled(play.items["paste position"]):
                await self._lay_out(text)

    async def _lay_out(self, text: str) -> None:
        play = self.play
        await play.let_go()
        board = await file_commands(play).position(text, play.card_name)
        if board is not None and await play.may_leave():
            play.session.deal_position(named(play.say(shared.PASTED_NAME), board.text()))
            await play.show_deal()


class Replay(Feature[Any]):
    """Shows recorded games; the program is the ordinary game again after that.

    Meanwhile the player can only quit, and move or shrink the window; while it is small, or a button held, the games
    stand still.
    """

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._steps: list[int | str] = []
        """Steps still to be made, the next one last; a number where another game begins."""
        self._was_replaying = False

    def follow(self, games: Sequence[Record], stepped: bool = False) -> None:
        """Show games, the first one's number being dealt already; all moves are legal, or the program breaks.

        stepped: the player can pause them and go from move to move; here he cannot
        """
        self._steps = _steps(games)
        self.play.replaying = bool(self._steps)

    async def before(self, event: MultiEvent) -> None:
        self._was_replaying = self.play.replaying

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        if not self._was_replaying:
            return
        play = self.play
        if MU_BUTTON in event.events:
            await play.gem.evnt_button(1, LEFT, 0)
        if not play.app.quitting and not play.table.small and MU_TIMER in event.events:
            await self._make_step()

    async def _make_step(self) -> None:
        play = self.play
        step = self._steps.pop()
        play.replaying = bool(self._steps)
        if isinstance(step, int):
            await play.deal(step)
        else:
            play.session.note_help(Help.SOLVED)
            await play.make(play.board.read_word(step))
        if not self._steps:
            play.changed()


class OpenRecording(Replay):
    """Open recording, and recordings that the host hands over: shown step by step, and played on."""

    def __init__(self, play: Play[Any]) -> None:
        super().__init__(play)
        self._first: Sequence[Record] = ()
        """The games that the program was started to show."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("open recording", self.open, enabled=lambda: _can(self.play))]

    def follow(self, games: Sequence[Record], stepped: bool = False) -> None:
        if stepped:
            self._first, self.play.replaying = games, True
        else:
            super().follow(games)

    async def opened(self) -> None:
        """Show the games that the program was started with; where the player does not play on it ends then."""
        if not self._first:
            return
        play = self.play
        played_on = await self._show(self._first, play.session.deal)
        play.replaying = False
        play.app.quitting = play.app.quitting or not played_on
        await play.show_deal()

    async def open(self) -> None:
        found = await file_commands(self.play).open_recording()
        if found is not None:
            await self.show(*found)

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        await super().after(event, was_small)
        message, play = event.message, self.play
        if not self._was_replaying and message is not None and message.type == Msg.VA_START:
            found = None if play.exchange is None else play.exchange.received()
            if found is not None and play.app.enabled(play.items["open recording"]):
                await self.show(*found)

    async def show(self, name: str, data: bytes) -> None:
        """Show the recorded games of a file; the game on the table waits meanwhile.

        Then the player goes on from there, or with the game that waits.
        """
        play = self.play
        games = await file_commands(play).recorded_games(name, data)
        if games is None:
            return
        await play.let_go()
        if await self._show(games, play.session.show):
            play.session.play_on()
        else:
            play.session.return_to_own()
        await play.show_deal()

    async def _show(self, games: Sequence[Record], deal: Callable[[int], None]) -> bool:
        """Show games one after the other; return whether the player goes on with the last one that was shown."""
        # Imported here: the solver comes with it, and hardly any start shows a game.
        from gemport.cards.notation import replay
        from gemport.play.showing import Showing

        play = self.play
        for place, game in enumerate(games, 1):
            deal(game.number)
            boards = replay(game, play.session.fresh_board()).positions()
            review = play.review(boards, game.number in play.impossible)
            await play.show_deal()
            box = Showing(play, boards, 0, PAUSE, review, stays=place == len(games))
            at = await box.ask()
            play.app.quitting = box.quitting
            if not box.ended:
                play.session.note_help(Help.SOLVED)
                play.session.follow(boards[: at or 0])
                return at is not None
        return False


def _steps(games: Sequence[Record]) -> list[int | str]:
    """Return the steps of recorded games, the last one first; the first game's number is dealt already."""
    steps: list[int | str] = []
    for game in games:
        steps += [game.number, *game.words]
    return steps[:0:-1]
