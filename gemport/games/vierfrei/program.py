"""VIERFREI: the FreeCell of 1993 as a GEM program (docs/vierfrei.md 2, 5 to 9)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from gemport.cards.boardtext import SHORT_NAME, clipped
from gemport.cards.card import Card
from gemport.cards.cells import COLUMNS, CellMove
from gemport.cards.moves import IllegalMove, Move, foundation_of
from gemport.cards.vierfrei import VierfreiBoard
from gemport.games import resource as shared
from gemport.games.cellgame import CellProgram
from gemport.games.files import Files, say
from gemport.games.layout import Spot, cell_slots
from gemport.games.program import CLICK_MOVES, COUNTER, GO_HOME, Action
from gemport.games.vierfrei import resource as rsc
from gemport.games.vierfrei.table import VierfreiTable
from gemport.gem.aes.constants import LEFT, RIGHT
from gemport.gem.aes.events import MultiEvent
from gemport.gem.aes.gem import Gem
from gemport.gem.aes.rect import GRect
from gemport.gem.formats.objects import TedInfo, Tree
from gemport.store.session import Session
from gemport.store.statistics import summarize
from gemport.toolkit.dialog import alert

_TAKE_BACK, _RESTART = 1, 2
"""Buttons of the alert that no move is left."""


class Vierfrei(CellProgram[VierfreiBoard]):
    """One run of the program."""

    names = rsc
    original = ("about", "new", "select", "restart", "remove", "undo", "quit")
    asks_before_leaving = False
    cell_name, foundation_name = shared.FREE_PLACE_NAME, shared.FINAL_PLACE_NAME

    def __init__(self, gem: Gem, files: Files, session: Session[VierfreiBoard]) -> None:
        super().__init__(gem, files, session)
        self._room_is_known = True
        # A player who is not told of a loss has none.
        session.counts_losses = self.extras

    def actions(self) -> dict[str, Action]:
        """Return what the entries of the menu do, by their names."""
        return {**super().actions(), "remove": self._remove}

    def make_table(self, files: Files) -> VierfreiTable:
        """Make the original's table."""
        return VierfreiTable(self.gem, self.card_art(files), self.trees.tree(rsc.WIND), self.session, cell_slots)

    # ---- the original's ways with boxes and the title

    @cached_property
    def number_box(self) -> Tree:
        """The original's dialog that asks for a number."""
        return self.trees.tree(rsc.GETNUM)

    async def box_left(self) -> None:
        """A button that stays down is a press on the card beneath."""

    async def move(self, outer: GRect) -> None:
        """Move the window; the room for boxes is looked at when the large window is moved."""
        self._room_is_known = True
        await super().move(outer)

    async def full(self) -> None:
        """Blown up again, the window has all entries enabled: nothing looks for their boxes' room."""
        self._room_is_known = False
        await super().full()

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits, as far as the original has looked."""
        return not self._room_is_known or super().has_room(box)

    async def about(self) -> None:
        """Show what this program is; only About looks again whether it has room."""
        if super().has_room(self.trees.tree(rsc.ABOUT)):
            await super().about()

    async def congratulate(self, moves: int) -> None:
        """Tell that the game is won; the original's box says after how many moves."""
        if self.extras:
            await super().congratulate(moves)
        elif not self.is_replay:
            # What the player sees in a recording is not his victory.
            box = self.trees.tree(rsc.GRAT)
            field = box[rsc.GRAT_MOVES].ob_spec
            if isinstance(field, TedInfo):
                field.te_ptext = f"{moves:5d}"
            await self.show_message(box, rsc.GRAT_OK)

    async def restart(self) -> None:
        """Deal the same game again. The title stays, even if its dots are out of step since the window was moved."""
        await self.let_go()
        self.session.restart()
        await self.table.redraw()
        self.enable_commands()
        self.narrator.table()

    # ---- when no move is left

    async def lost(self) -> None:
        """Tell that no move is left: in the info line if it is there, else in an alert."""
        if self.options[COUNTER] or not self.extras:
            self.narrator.alert(say(self.trees, rsc.STUCK))
            return
        answer = await alert(self.gem, say(self.trees, rsc.STUCK))
        if answer == _TAKE_BACK:
            await self.take_back()
        elif answer == _RESTART:
            await self.restart()

    def info_text(self) -> str:
        """Return the text that counts moves and time, and says that no move is left."""
        if self.session.counts_losses and self.board.lost:
            return say(self.trees, rsc.STUCK_LINE, **self.info_words())
        return super().info_text()

    # ---- the menu

    async def statistics(self) -> None:
        """Show the game's statistics: moves too, of all games that were won and of the number on the table."""
        # Imported here: hardly any start needs it.
        from gemport.games.statistics import show_statistics, unaided

        tree, number = self.trees.tree(rsc.STATISTICS), self.session.number
        tree[rsc.STATISTICS_NUMBER].ob_spec = say(
            self.trees, rsc.NUMBER_LINE, number=clipped(self.session.name, SHORT_NAME)
        )

        def further() -> dict[int, str]:
            ended = self.session.records.ended()
            all_games, of_number = summarize(ended), summarize(game for game in ended if game.number == number)
            numbers = {
                rsc.STATISTICS_BEST: all_games.best,
                rsc.STATISTICS_AVERAGE: None if all_games.average is None else round(all_games.average),
                rsc.STATISTICS_UNDOS: all_games.undos,
                rsc.STATISTICS_NUMBER_WON: of_number.won,
                rsc.STATISTICS_NUMBER_BEST: of_number.best,
                rsc.STATISTICS_NUMBER_UNDOS: of_number.best_undos,
            }
            unknown = say(self.trees, rsc.UNKNOWN)
            texts = {obj: unknown if value is None else str(value) for obj, value in numbers.items()}
            return {**texts, rsc.STATISTICS_NUMBER_UNAIDED: unaided(self.shared, of_number)}

        await show_statistics(self.gem, self.shared, self.session, tree, further)

    async def _remove(self) -> None:
        await self.let_go()
        if self.board.won:
            await self.congratulate(self.board.moves_made)
            return
        await self._play(self.board.removals())

    # ---- playing

    async def press(self, event: MultiEvent) -> None:
        """Drag a card or a run; with the right button held, send cards to cells."""
        await self.let_go()
        spot, second = self.table.hit(event), self.table.is_second(event)
        if event.buttons & RIGHT and spot is not None:
            await self._to_cells(spot)
        elif spot is not None and self.board.may_touch(spot.place, spot.index):
            await self._drag(spot, event, second)
            return
        await self.gem.evnt_button(1, LEFT, 0)

    async def _to_cells(self, spot: Spot) -> None:
        moves = self.board.to_cells(spot.place, spot.index)
        if moves is None:
            self.gem.bell()
        else:
            await self._play(moves)

    async def _drag(self, spot: Spot, event: MultiEvent, second: bool) -> None:
        at = await self.table.drag(spot, event)
        if at is None:
            return
        target = self.table.layout.target(self.board, *at)
        if target is None or target == spot.place:
            if self.options[CLICK_MOVES] and self.table.layout.hit(self.board, *at) == spot:
                # The second press of a double click is none of another card.
                if not second and not await self.move_clicked(spot):
                    self.gem.bell()
            elif target is not None and second and self.extras:
                await self._send_home(spot)
            return
        count = len(self.board.columns[spot.place]) - spot.index if spot.place in COLUMNS else 1
        await self.move_cards(spot.place, target, count, animated=count > 1)

    async def move_cards(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        """Move cards one by one; the bell if they cannot go there."""
        count = self.board.fitting_count(source, target) if count is None else count
        try:
            moves = self.board.supermove(source, count, target)
        except IllegalMove:
            self.gem.bell()
            self.narrator.refused(source, target)
            return
        await self.let_go()
        await self._play(moves, animated)

    async def no_free_cell(self, card: Card) -> None:
        """Answer with the bell that there is no free place for a card."""
        self.gem.bell()
        if self.narrator.heard:
            self.narrator.alert(self.say(shared.NO_FREE_PLACE, card=self.card_name(card)))

    async def _send_home(self, spot: Spot) -> None:
        """Send the last card of a place to its foundation, if it fits there."""
        card = self.board.top(spot.place)
        last = spot.place not in COLUMNS or spot.index == len(self.board.columns[spot.place]) - 1
        if card is not None and last and self.board.placing(card, spot.place, foundation_of(card)) is None:
            await self._play([CellMove(card, spot.place, foundation_of(card))])

    async def _play(self, moves: Sequence[Move], animated: bool = True) -> None:
        """Make the player's moves, a step each, and those of the cards that go home after them."""
        made = self.board.moves_made + len(moves)
        for move in moves:
            await self.make(self.board.step(move.source, move.target), animated)
        # Unless the player has begun again, or taken the last move back, when he was told that it has lost the game.
        if self.options[GO_HOME] and self.board.moves_made == made and (home := self.board.removals()):
            await self._play(home)
