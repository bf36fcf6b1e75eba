"""Features with files: saving recordings, pictures and positions, and showing recorded games.

The host has the files: the file selector chooses files of the disk, a page downloads and uploads them
(docs/manual.md, Recordings and pictures).
"""

from __future__ import annotations

import errno
import re
from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from gemport.cards.boardtext import BoardTextError, clipped, named
from gemport.gem import MU_MESAG, MU_TIMER, FileError, GemportError, Msg, MultiEvent
from gemport.play import games_rsc as shared
from gemport.play.basics import Standing
from gemport.play.choosing import Select, begin_game
from gemport.play.feature import Feature, Play, entry
from gemport.play.gamefiles import Exchange
from gemport.play.items import Item, MenuItem
from gemport.store.statistics import Help
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.cards.cells import CellBoard
    from gemport.cards.notation import Record

PAUSE: Final = 600  # milliseconds between the moves of a recorded game
_RECORDING_MASK: Final = "*.txt"
_PICTURE_MASK: Final = "*.png"
_REPLACE, _CANCEL = 1, 2
_MAX_ECHOED_CHARS: Final = 30
_REASONS: Final[Mapping[int | None, int]] = {
    errno.ENOENT: shared.NO_FILE,
    errno.ENOTDIR: shared.NO_FOLDER,
    errno.EINVAL: shared.NO_NAME,
    errno.EACCES: shared.NO_ACCESS,
    errno.EPERM: shared.NO_ACCESS,
    errno.EROFS: shared.NO_ACCESS,
    errno.ENOSPC: shared.DISK_FULL,
}
"""Strings for the system's error numbers."""
_GAME_LINE: Final = re.compile(rb"^\s*game:\s*([^\s#]+)", re.MULTILINE)


class FileFeature(Feature[Any]):
    """Commands that need the host's files; without files they are disabled."""

    @property
    def exchange(self) -> Exchange:
        assert self.play.exchange is not None
        return self.play.exchange

    def enabled(self, item: MenuItem) -> bool:
        return self.play.exchange is not None

    def has_arrived(self, event: MultiEvent) -> bool:
        """Return whether a file or text that the player has chosen may have arrived from the host."""
        message = event.message
        return message is not None and message.type == Msg.VA_START and self.play.exchange is not None

    def record(self) -> Record:
        """Return the recording of the game, without undone moves."""
        # Imported here, like the following modules: rarely needed at start.
        from gemport.cards.notation import Record

        session = self.play.session
        return Record(session.game.name, session.number, tuple(session.board.words()))

    async def copy(self, text: str, done: int, refused: int) -> None:
        """Put a text on the clipboard, and report it."""
        try:
            self.exchange.copy(text)
        except GemportError as error:
            await self.refuse(refused, error)
            return
        await self.confirm(self.play.say(done))

    async def confirm(self, text: str) -> None:
        self.play.gem.speech.say(text)
        await self.play.table.marks.note(text)

    async def refuse(self, string: int, error: GemportError, name: str = "") -> None:
        """Report why an action failed, in the screen's language if possible; ``name`` is the file's."""
        from gemport.store.recordings import RecordingError

        reason, line, move = None, 0, 0
        if isinstance(error, FileError):
            reason, name = _REASONS.get(error.errno), error.name
        elif isinstance(error, RecordingError):
            reason, line, move = shared.NO_RECORDING, error.line or 0, error.move or 0
            if line:
                reason = shared.WRONG_MOVE if move else shared.WRONG_LINE
        words = str(error) if reason is None else self.play.say(reason, name=name, line=line, move=move)
        await alert(self.play.gem, self.play.shared.string(string), reason=words)


class SaveFiles(FileFeature):
    """Save recording and save picture; a recording starts with the game's number."""

    def enabled(self, item: MenuItem) -> bool:
        return super().enabled(item) and (item is Item.SAVE_PICTURE or self.play.session.start is None)

    @entry(Item.SAVE_RECORDING)
    async def _save_recording(self) -> None:
        await self._save(shared.SAVE_RECORDING, _RECORDING_MASK, str(self.record()).encode())

    @entry(Item.SAVE_PICTURE)
    async def _save_picture(self) -> None:
        # The picture must not show an inverted title.
        self.play.gem.menu_tnormal(self.play.menu, self.play.title_of(Item.SAVE_PICTURE), True)
        await self._save(shared.SAVE_PICTURE, _PICTURE_MASK, self.exchange.picture())

    async def _save(self, title: int, mask: str, data: bytes) -> None:
        """Write a file at the player's choice, and ask again after a failure.

        An existing file is replaced only after a confirmation.
        """
        play, session = self.play, self.play.session
        number = session.name.partition(".")[0]
        # FreeCell has the games -1 and -2.
        number = f"minus{number}" if number.startswith("-") else number
        name = f"{session.game.name}-{number}{mask.removeprefix('*')}"
        again = False
        while True:
            try:
                where = await self._write(play.shared.string(title), mask, name, data, again)
            except GemportError as error:
                await self.refuse(shared.NOT_SAVED, error)
                again = True
                continue
            if where is not None:
                await self.confirm(play.say(shared.SAVED_AS, file=where))
            return

    async def _write(self, title: str, mask: str, name: str, data: bytes, again: bool) -> str | None:
        """Return the host's path of the file, or None if the player cancels."""
        play, exchange = self.play, self.exchange
        chosen = await exchange.place(play.gem, title, mask, name, again)
        if chosen is None:
            return None
        # Redraw before an alert, so that it is not over the remains of the file selector.
        await play.table.redraw()
        if exchange.exists(chosen):
            question = play.shared.string(shared.ASK_REPLACE)
            if await alert(play.gem, question, _CANCEL, name=chosen.name) != _REPLACE:
                return None
        return exchange.write(chosen, data)


class CopyLink(FileFeature):
    """Copy link: a link with the game's number and moves for the page and ``gemport replay``."""

    def enabled(self, item: MenuItem) -> bool:
        return super().enabled(item) and self.play.session.start is None and self.play.board.can_undo

    @entry(Item.COPY_LINK)
    async def _copy(self) -> None:
        from gemport.cards.notation import write_link

        await self.copy(f"#{write_link(self.record())}", shared.LINK_COPIED, shared.LINK_NOT_COPIED)


class Positions(FileFeature):
    """Copy position, in the format of FreeCell solvers and ``--board``, and Paste position, which starts a game."""

    @entry(Item.COPY_POSITION)
    async def _copy(self) -> None:
        await self.copy(self.play.board.text(), shared.COPIED, shared.NOT_COPIED)

    @entry(Item.PASTE_POSITION)
    async def _paste(self) -> None:
        try:
            text = self.exchange.paste(self.play.gem)
        except (GemportError, UnicodeError) as error:
            await self._tell(str(error))
            return
        if text is not None:
            await self._lay_out(text)

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        text = self.exchange.pasted() if self.has_arrived(event) else None
        if text is not None and self.play.app.enabled(self.play.items[Item.PASTE_POSITION]):
            await self._lay_out(text)

    async def _lay_out(self, text: str) -> None:
        from gemport.cards.foreign import MAX_PASTED_CHARS, position_of, read_foreign_text
        from gemport.cards.notation import NotationError, is_link, parse_link

        play, game = self.play, self.play.session.game
        await play.let_go()
        if is_link(text):
            try:
                await self._play_link(parse_link(text.strip(), {game.name: game.board}))
            except NotationError as error:
                await self._tell(str(error))
            return
        try:
            board = game.board(*position_of(read_foreign_text(text[:MAX_PASTED_CHARS]), game.board))
        except BoardTextError as error:
            await self._tell(self._fault(text, error))
            return
        await _start_position(play, board, play.say(shared.PASTED_NAME))

    async def _play_link(self, record: Record) -> None:
        """Start a link's game and make its moves, unless the player resumes an unfinished game."""
        from gemport.cards.notation import replay

        play, session = self.play, self.play.session
        await begin_game(play, record.number)
        if record.words and session.number == record.number and not session.started:
            session.note_help(Help.SOLVED)
            session.follow(replay(record, session.fresh_board()).positions()[:-1])
            await play.show_deal()
            await play.end_of_step()

    def _fault(self, text: str, error: BoardTextError) -> str:
        play = self.play
        missing = [card for card, count in error.counts.items() if not count]
        twice = next((card for card, count in error.counts.items() if count > 1), None)
        if not text.strip():
            return play.say(shared.PASTE_EMPTY)
        if error.line is not None:
            return play.say(shared.PASTE_LINE, line=error.line, word=clipped(error.word, _MAX_ECHOED_CHARS))
        if twice is not None:
            return play.say(shared.PASTE_TWICE, card=play.card_name(twice), count=error.counts[twice])
        if not missing:
            return play.say(shared.PASTE_NO_CARDS)
        string = shared.PASTE_MISSING if len(missing) == 1 else shared.PASTE_MISSING_MORE
        return play.say(string, card=play.card_name(missing[0]), count=len(missing))

    async def _tell(self, reason: str) -> None:
        await alert(self.play.gem, self.play.shared.string(shared.NOT_PASTED), reason=reason)


async def _start_position(play: Play[Any], board: CellBoard, name: str) -> None:
    """Start a game with a position, or the game that is dealt like this."""
    number = play.session.game.number_of(board.columns, len(board.cells))
    if number is not None:
        await begin_game(play, number)
    elif await play.may_leave():
        play.session.deal_position(named(name, board.text()))
        await play.show_deal()


class Replay(Feature[Any]):
    """The demonstration of the recorded games that the program was started with."""

    follows = (Standing, Select)

    async def opened(self) -> None:
        """Show the games; with a player, quit afterwards unless the player continues."""
        play = self.play
        if not play.games:
            return
        if not play.stepped:
            await self._make_moves()
            return
        played_on = await self.demonstrate(play.games, play.session.deal)
        play.app.quitting = play.app.quitting or not played_on
        await play.show_deal()

    async def _make_moves(self) -> None:
        """Make the moves of the games without a player, each after a pause; the first game is already dealt."""
        play = self.play
        for place, game in enumerate(play.games):
            if place:
                await self._pause()
                await play.deal(game.number)
            for word in game.words:
                await self._pause()
                play.session.note_help(Help.SOLVED)
                await play.make(play.board.read_word(word))

    async def _pause(self) -> None:
        events = 0
        while not events & MU_TIMER:
            event = await self.play.gem.evnt_multi(MU_MESAG | MU_TIMER, ms=PAUSE)
            if event.message is not None:
                await self.play.app.message(event.message)
            events = event.events

    async def demonstrate(self, games: Sequence[Record], deal: Callable[[int], None]) -> bool:
        """Show games in turn, step by step; return whether the player continues the last game shown."""
        # Imported here: it loads the solver, and few starts show a game.
        from gemport.cards.notation import replay
        from gemport.play.stepping import Showing

        play = self.play
        for place, game in enumerate(games, 1):
            deal(game.number)
            boards = replay(game, play.session.fresh_board()).positions()
            solver = play.session.game.solver
            review = None if solver is None else solver.review(boards, game.number in play.impossible)
            await play.show_deal()
            box = Showing(play, boards, 0, PAUSE, review, stays=place == len(games))
            at = await box.ask()
            if not box.ended:
                play.session.note_help(Help.SOLVED)
                play.session.follow(boards[: at or 0])
                return at is not None
        return False


class OpenRecording(Replay, FileFeature):
    """Open recording, and recordings from the host: shown step by step, and continued by the player."""

    @entry(Item.OPEN_RECORDING)
    async def open(self) -> None:
        # Imported here: few starts show a game.
        from gemport.store.recordings import MAX_BYTES

        play, again = self.play, False
        title = play.shared.string(shared.OPEN_RECORDING)
        while True:
            try:
                opened = await self.exchange.open(play.gem, title, _RECORDING_MASK, MAX_BYTES, again)
            except GemportError as error:
                await play.table.redraw()
                await self.refuse(shared.NOT_OPENED, error)
            else:
                if opened is None or await self.show(*opened):
                    return
            again = True

    async def after(self, event: MultiEvent, was_small: bool) -> None:
        received = self.exchange.received() if self.has_arrived(event) else None
        if received is not None and self.play.app.enabled(self.play.items[Item.OPEN_RECORDING]):
            await self.show(*received)

    async def show(self, name: str, data: bytes) -> bool:
        """Show the recorded games of a file, while the game on the table is paused; return False if it has none.

        Then the player continues the recording or the paused game.
        """
        play = self.play
        games = await self._recorded_games(name, data)
        if not games:
            return games is not None
        await play.let_go()
        if await self.demonstrate(games, play.session.show):
            play.session.play_on()
        else:
            play.session.return_to_own()
        await play.show_deal()
        return True

    async def _recorded_games(self, name: str, data: bytes) -> list[Record] | None:
        """Return the games of a file; if it has none, report the reason and return None.

        Another program's game without a known number is started, and the list is empty.
        """
        from gemport.cards.foreign import position_of
        from gemport.store.recordings import UnnumberedError, read_recording

        play, game, head = self.play, self.play.session.game, _GAME_LINE.search(data)
        await play.table.redraw()
        try:
            if head is not None and head[1] != game.name.encode():
                other = head[1].decode("utf-8", "replace")
                await alert(play.gem, play.shared.string(shared.OTHER_GAME), reason=f"{name}: {other}")
                return None
            return read_recording(
                data,
                name,
                {game.name: game.board},
                number_of=lambda _, start: game.number_of(start.columns, len(start.cells)),
            )
        except UnnumberedError as error:
            await _start_position(play, game.board(*position_of(error.found, game.board)), name)
            return []
        except GemportError as error:
            await self.refuse(shared.NOT_OPENED, error, name)
            return None
