"""The dialog for the game of the day: a month's calendar that marks the days won, and a game to play.

Wins are matched to days by the game's number, so that midnight, a changed clock or a journey to another time zone
neither loses a win nor counts it for two days (``win_of_day``).
"""

from calendar import monthcalendar, monthrange
from collections.abc import Iterable, Sequence
from datetime import date
from typing import Any, Final

from gemport.cards.daily import CYCLE_DAYS
from gemport.gem import DOUBLE_CLICK, LEFT, FormStep, MultiEvent, ObFlag, ObState, Tree, keys
from gemport.play import games_rsc as n
from gemport.play.boxes import write_centred
from gemport.play.feature import Play
from gemport.store.statistics import Ended, Help, Outcome
from gemport.toolkit.dialog import Dialog

_DAYS: Final = range(n.CALENDAR_DAY, n.CALENDAR_DAY + 6 * 7)
_STEPS: Final = {keys.ARROW_LEFT: -1, keys.ARROW_RIGHT: 1, keys.ARROW_UP: -7, keys.ARROW_DOWN: 7}
_MONTHS: Final = {keys.SHIFT_UP: -1, keys.WHEEL_UP: -1, keys.SHIFT_DOWN: 1, keys.WHEEL_DOWN: 1}
"""Keys that page through the calendar, by days and by months."""
_UNAIDED, _HELPED = "\u2713", "+"
_DAY_LENGTH = 86_400  # length of a day in seconds
_FIRST_DAY = date(1970, 1, 1).toordinal()
_EASTERNMOST = 14 * 3600
"""Seconds from the start of a day in the Line Islands, the earliest time zone, to its start in UTC."""


def win_of_day(ended: Iterable[Ended], number: int, day: date) -> Help | None:
    """Return the least help used to win the game of a day, or None if it was not; ``number`` is the game's.

    Unknown help counts as HELPED. A win counts from the moment the day starts anywhere on earth until the number may
    be used for another day. So neither midnight nor the time zone of the player's clock matters.
    """
    begins = (day.toordinal() - _FIRST_DAY) * _DAY_LENGTH - _EASTERNMOST
    return min(
        (
            Help.HELPED if game.help is None else game.help
            for game in ended
            if game.number == number and game.outcome is Outcome.WON
            if game.when is not None and begins <= game.when < begins + CYCLE_DAYS * _DAY_LENGTH
        ),
        default=None,
    )


class DailyBox:
    """The dialog with a month of games of the day; one day is selected, and future days are disabled."""

    def __init__(self, play: Play[Any], today: date) -> None:
        self._gem, self._say, self._session = play.gem, play.say, play.session
        self._impossible = play.impossible
        self._dialog = Dialog(play.gem, play.shared.tree(n.CALENDAR), n.CALENDAR_CLOSE)
        self._today = self._day = today
        self._numbers: dict[date, int] = {}  # game numbers of the days of the displayed month
        self._ended: Sequence[Ended] = ()  # counted games of these numbers

    async def ask(self) -> int | None:
        """Show the dialog and return the number of the chosen game, or None. Raises Terminated."""
        title = self._say(n.DAY_TITLE, game=self._session.game.title)
        write_centred(self._dialog.tree, n.CALENDAR_TITLE, title)
        self._fill()
        async with self._dialog as dialog:
            while True:
                pushed = await self._gem.form_do(dialog.tree, 0, self._key)
                part = dialog.release(pushed & ~DOUBLE_CLICK)
                if part == n.CALENDAR_CLOSE:
                    return None
                if part == n.CALENDAR_PLAY:
                    return self._numbers[self._day]
                if part in _DAYS:
                    await self._gem.evnt_button(1, LEFT, 0)
                    past = (day for day in self._numbers if day <= self._today)
                    day = next((day for day in past if self._place(day) == part), None)
                    if day is not None and pushed & DOUBLE_CLICK:
                        return self._numbers[day]
                    if day is not None:
                        self._choose(day)
                else:
                    self._leaf(1 if part == n.CALENDAR_NEXT else -1)

    async def _key(self, tree: Tree, field: int, event: MultiEvent) -> FormStep:
        if event.key in _STEPS:
            ordinal = self._day.toordinal() + _STEPS[event.key]
            if 0 < ordinal <= self._today.toordinal():
                self._choose(date.fromordinal(ordinal))
        elif event.key in _MONTHS:
            self._leaf(_MONTHS[event.key])
        else:
            return await self._dialog.buttons.keybd(tree, field, event)
        return FormStep(True, field)

    def _leaf(self, months: int) -> None:
        """Show another month, and select the same day, limited to the length of the month and to today."""
        month = 12 * self._day.year + self._day.month - 1 + months
        year, month = month // 12, month % 12 + 1
        if year >= 1 and (year, month) <= (self._today.year, self._today.month):
            day = date(year, month, min(self._day.day, monthrange(year, month)[1]))
            self._choose(min(day, self._today))

    def _choose(self, day: date) -> None:
        self._day = day
        self._fill()
        self._dialog.draw()

    # ---- contents

    def _place(self, day: date) -> int:
        return n.CALENDAR_DAY + day.replace(day=1).weekday() + day.day - 1

    def _fill(self) -> None:
        tree, chosen, today = self._dialog.tree, self._day, self._today
        if chosen not in self._numbers:
            self._read()
        for part in _DAYS:
            tree[part].ob_spec, tree[part].ob_state = "", ObState.NORMAL
        for day, number in self._numbers.items():
            help_ = win_of_day(self._ended, number, day)
            mark = "" if help_ is None else _HELPED if help_ else _UNAIDED
            target = tree[self._place(day)]
            target.ob_spec = f"{day.day:3}{mark:<2}"
            target.ob_state = ObState.SELECTED if day == chosen else ObState.NORMAL
            if day > today:
                target.ob_state = ObState.DISABLED
        frame = tree[n.CALENDAR_TODAY]
        frame.ob_flags |= ObFlag.HIDETREE
        if today in self._numbers:
            frame.ob_flags &= ~ObFlag.HIDETREE
            frame.ob_x, frame.ob_y = tree[self._place(today)].ob_x, tree[self._place(today)].ob_y
        tree[n.CALENDAR_NEXT].ob_state = ObState.DISABLED if today in self._numbers else ObState.NORMAL
        words = {"year": chosen.year, "month": f"{chosen.month:02}", "day": f"{chosen.day:02}"}
        game_line = self._say(n.DAY_GAME, number=self._numbers[chosen], **words)
        write_centred(tree, n.CALENDAR_MONTH, f"{self._say(n.MONTH + chosen.month - 1)} {chosen.year}")
        write_centred(tree, n.CALENDAR_GAME, game_line)
        help_ = win_of_day(self._ended, self._numbers[chosen], chosen)
        if help_ is not None:
            state = n.DAY_HELPED if help_ else n.DAY_UNAIDED
        else:
            state = n.DAY_LOST if self._session.records.lost_before(self._numbers[chosen]) else n.DAY_OPEN
        write_centred(tree, n.CALENDAR_STATE, self._say(state))

    def _read(self) -> None:
        self._numbers.clear()
        for week in monthcalendar(self._day.year, self._day.month):
            days = [self._day.replace(day=number) for number in week if number]
            games = self._session.game.games_of_week(days[0], self._impossible)
            self._numbers.update((day, games[day.weekday()]) for day in days)
        numbers = set(self._numbers.values())
        self._ended = [ended for ended in self._session.records.ended() if ended.number in numbers]
