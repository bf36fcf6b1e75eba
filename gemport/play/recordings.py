"""Features of files: saved recordings, pictures and positions, and recorded games that are shown step by step."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, Any

from gemport.gem import LEFT, MU_BUTTON, MU_KEYBD, MU_TIMER, Msg, MultiEvent, menu_entries
from gemport.play import games_rsc as shared
from gemport.play.feature import Entry, Feature
from gemport.play.play import Play
from gemport.store.statistics import Help

if TYPE_CHECKING:
    from gemport.cards.notation import Record
    from gemport.play.exchange import FileCommands

_PLAY_ON, _OWN_GAME = 1, 2


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

    def follow(self, games: Sequence[Record]) -> None:
        """Show games, the first one's number being dealt already; all moves are legal, or the program breaks."""
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
        if play.app.quitting or play.table.small:
            return
        if play.session.shown and event.events & (MU_BUTTON | MU_KEYBD):
            await self._end_show()
        elif MU_TIMER in event.events:
            await self._make_step()

    async def _make_step(self) -> None:
        play = self.play
        step = self._steps.pop()
        play.replaying = bool(self._steps)
        if isinstance(step, int) and play.session.shown:
            play.session.show(step)
            await play.show_deal()
        elif isinstance(step, int):
            await play.deal(step)
        else:
            play.session.note_help(Help.SOLVED)
            await play.make(play.board.read_word(step))
        if not self._steps:
            play.changed()
            if play.session.shown:
                await self._end_show()

    async def show(self, name: str, data: bytes) -> None:
        """Show the recorded games of a file; the game on the table waits meanwhile.

        A key or a press ends it. Then the player goes on from there, or with the game that waits.
        """
        play = self.play
        games = await file_commands(play).recorded_games(name, data)
        if games is None:
            return
        await play.let_go()
        play.session.show(games[0].number)
        self.follow(games)
        await play.show_deal()
        if not self._steps:
            await self._end_show()

    async def _end_show(self) -> None:
        """Put the player's own game on the table again, unless he wants to go on with the one that was shown."""
        play = self.play
        self.follow(())
        words = {"number": play.session.number, "moves": play.board.moves_made}
        if play.board.won:
            await play.gem.form_alert(1, play.say(shared.SHOWN_TO_END, **words))
        elif await play.gem.form_alert(_OWN_GAME, play.say(shared.SHOWN, **words)) == _PLAY_ON:
            play.session.play_on()
        if play.session.shown:
            play.session.return_to_own()
        await play.show_deal()


class OpenRecording(Replay):
    """Open recording, and recordings that the host hands over."""

    def entries(self) -> Sequence[Entry]:
        return [Entry("open recording", self.open, enabled=lambda: _can(self.play))]

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


def _steps(games: Sequence[Record]) -> list[int | str]:
    """Return the steps of recorded games, the last one first; the first game's number is dealt already."""
    steps: list[int | str] = []
    for game in games:
        steps += [game.number, *game.words]
    return steps[:0:-1]
