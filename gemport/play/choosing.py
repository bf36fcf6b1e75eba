"""Features that choose a game: by number, from the unfinished games, the game of the day."""

from functools import cached_property
from typing import Any

from gemport.cards.challenge import cell_count, challenge_number, deal_number, parse_number, write_number
from gemport.cards.deals import bounds
from gemport.gem import TICK, WCHAR, ObFlag, TedInfo, Tree, spec_of
from gemport.play import games_rsc as shared
from gemport.play.basics import New, Trouble
from gemport.play.boxes import NumberDialog, fit_cells
from gemport.play.feature import Feature, Play, entry
from gemport.play.items import Item, MenuItem
from gemport.toolkit.dialog import alert

_PLAY_ANYWAY = 1
_RESUME, _START_OVER = 1, 2  # the buttons of questions


class ListedGames(Feature[Any]):
    """The lists of games: unfinished games, the logbook, and the games of the day, which not every game has."""

    def enabled(self, item: MenuItem) -> bool:
        return item is not Item.TODAY or self.play.session.game.daily is not None

    @entry(Item.UNFINISHED)
    async def _unfinished(self) -> None:
        # Imported here, like the following boxes, because it is needed only when it opens.
        from gemport.play.game_lists import UnfinishedBox

        key = await UnfinishedBox(self.play).ask()
        if key is not None:
            await _resume(self.play, key)

    @entry(Item.LOGBOOK)
    async def _logbook(self) -> None:
        from gemport.play.game_lists import LogbookBox

        number = await LogbookBox(self.play).ask()
        if number is not None:
            await begin_game(self.play, number)

    @entry(Item.TODAY)
    async def _today(self) -> None:
        """Ask the player to choose a game of the day; ring the bell if the clock has no date."""
        from gemport.play.calendar import DailyBox

        play, store = self.play, self.play.session.records.store
        now = store.calendar(store.now())
        if now is None:
            play.gem.bell()
            return
        number = await DailyBox(play, now.date()).ask()
        if number is not None:
            await begin_game(play, number)


class ListedNew(New):
    """New game; after a game of the logbook's list, the next game of the list without a win."""

    def next_number(self) -> int:
        listed = self.play.session.records.next_listed(self.play.session.number)
        return super().next_number() if listed is None else listed


async def begin_game(play: Play[Any], number: int) -> None:
    """Start or resume the game with the number chosen by the player. Raises NumberError."""
    unfinished = play.session.unfinished_of(number)
    if unfinished is not None:
        answer = await alert(
            play.gem, play.say(shared.ASK_RESUME, number=write_number(number), moves=unfinished.progress.made)
        )
        if answer == _RESUME:
            await _resume(play, unfinished.key)
        if answer != _START_OVER:
            return
    if await play.may_leave():
        await play.deal(number)


async def _resume(play: Play[Any], key: int) -> None:
    if play.session.is_on_table(key) or not await play.may_leave():
        return
    play.session.resume(key)
    await play.show_deal()
    if play.session.started:
        await play.end_of_step()


class OriginalSelect(Feature[Any]):
    """Select game as in the original: an empty field is game 0, and no question appears."""

    def enabled(self, item: MenuItem) -> bool:
        return self.play.has_room(self.number_box)

    @cached_property
    def number_box(self) -> Tree:
        """The game's own number dialog."""
        return self.play.trees.tree(self.play.names.GETNUM)

    @entry(Item.SELECT)
    async def select(self) -> None:
        text = await NumberDialog(self.play, self.number_box).ask(self.play.session.next_number())
        if text is not None:
            await self.play.deal(int(text or 0))


class Select(OriginalSelect):
    """Select game for any number; numbers that do not exist or cannot be won are reported."""

    follows = (Trouble,)

    async def opened(self) -> None:
        play, session = self.play, self.play.session
        if play.impossible and session.chosen and not session.started and not play.is_replay:
            await play.table.redraw()
            # Read the census after the first picture.
            await play.gem.pause(TICK)
            if not await self.accepts(session.number):
                await self.select()

    async def select(self) -> None:
        # This import loads the solver.
        from gemport.play.select_dialog import SelectDialog

        play, number = self.play, None
        if play.offers_number:
            # With the number of cells of the game on the table.
            number = challenge_number(play.session.next_number(), cell_count(play.session.number))
        while (text := await SelectDialog(play, self.number_box, self.needs_solver).ask(number)) is not None:
            if not text.removeprefix("-"):
                await alert(play.gem, self.say_range(shared.NO_NUMBER))
                continue
            number = parse_number(text)
            if await self.accepts(number):
                await begin_game(play, number)
                return

    async def accepts(self, number: int) -> bool:
        """Return whether to deal a numbered game; ask about a game that cannot be won."""
        play = self.play
        if number not in play.session.game.numbers:
            await alert(play.gem, self.say_range(shared.WRONG_NUMBER, number=deal_number(number)))
            return False
        if number not in play.impossible:
            return True
        return await alert(play.gem, play.say(shared.IMPOSSIBLE, number=write_number(number))) == _PLAY_ANYWAY

    def say_range(self, string: int, **words: object) -> str:
        first, last = bounds(self.play.session.game.numbers)
        return self.play.say(string, first=first, last=last, **words)

    @cached_property
    def number_box(self) -> Tree:
        """The dialog, with a field wide enough for the longest number."""
        tree, numbers = self.play.shared.tree(shared.GETNUM), self.play.session.game.numbers
        field, line = tree[shared.GETNUM_FIELD], tree[shared.GETNUM_RANGE]
        digits = max(len(str(number)) for number in (numbers[0], numbers[-1]))
        text = spec_of(field, TedInfo)
        spare = WCHAR * (len(text.te_ptmplt) - digits)
        text.te_ptmplt = text.te_ptmplt[:digits]
        field.ob_width -= spare
        field.ob_x += spare
        line.ob_spec = self.say_range(shared.RANGE)
        line.ob_width = WCHAR * len(line.ob_spec)
        if not self.needs_solver:
            for obj in (shared.GETNUM_DIFFICULTY, shared.GETNUM_KIND):
                tree[obj].ob_flags |= ObFlag.HIDETREE
        fit_cells(tree, shared.GETNUM_CELLS, numbers)
        return tree


class SelectByKind(Select):
    """Select game with difficulties, for games with a solver."""

    needs_solver = True
