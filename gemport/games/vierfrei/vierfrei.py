"""VIERFREI: the FreeCell of 1993 as a GEM program (docs/vierfrei.md 2, 5 to 9)."""

from collections.abc import Callable, Sequence
from functools import cached_property

from gemport.cards.boardtext import MAX_SHORT_NAME_CHARS, clipped
from gemport.cards.card import Card
from gemport.cards.cells import CELLS, COLUMNS, CellMove, is_next
from gemport.cards.moves import FOUNDATIONS, IllegalMove, Move, foundation_of
from gemport.cards.vierfrei import VierfreiBoard, vierfrei_autoplays
from gemport.games.vierfrei import vierfrei_rsc as rsc
from gemport.gem import LEFT, RIGHT, GRect, MultiEvent, TedInfo, Tree, spec_of
from gemport.play import basics, choosing, ending, infoline, recordings, statistics
from gemport.play import games_rsc as shared
from gemport.play.boxes import Box
from gemport.play.cellplay import CellHand, CellPlay
from gemport.play.deck import CARD_HEIGHT, CARD_WIDTH
from gemport.play.feature import Feature
from gemport.play.gamefiles import say
from gemport.play.items import Item
from gemport.play.kit import WITH_SOLVER, Kit
from gemport.play.layout import Spot, low_cell_slots
from gemport.play.table import CardTable
from gemport.store.statistics import Outcome, summarize, with_cells
from gemport.toolkit.window import redraw


class VierfreiTable(CardTable[VierfreiBoard]):
    """The original's table.

    Painted rectangles are clipped at the right and bottom edges of the screen without further checks. For a board or
    column entirely beyond an edge, the corners of the clipped rectangle are in the wrong order. vs_clip reorders them,
    so felt appears on the last column or row of the screen, over its contents (docs/vierfrei.md 9, A).
    """

    slots = staticmethod(low_cell_slots)
    upright = True

    async def redraw(self, area: GRect | None = None, paint: Callable[[GRect], None] | None = None) -> None:
        """Paint the visible parts of an area, by default of the entire window, unclipped at the screen's edges."""
        if paint is None:
            await self.follow_screen()
            painter = self.paint_icon if self.small else self.paint
            await redraw(self.gem, self.handle, self.work if area is None else area, painter)
        else:
            await super().redraw(area, paint)

    def paint(self, part: GRect) -> None:
        """Paint a part: the board's felt and the upper places, then the columns, each with separate felt."""
        board, work, screen = self.board, self.work, GRect(0, 0, self.gem.width, self.gem.height)
        self._felt(part)
        self.draw(part, self.layout.pictures(board, (*CELLS, *FOUNDATIONS), self.selected), work)
        for column in COLUMNS:
            strip = self.layout.slots[column].area.moved(work.x, work.y).intersection(part)
            if not strip.empty:
                # On the screen, the felt of the board is already painted.
                (self._clip if strip.intersection(screen) == strip else self._felt)(strip)
                self.draw(strip, self.layout.pictures(board, (column,), self.selected), work)
        self.marks.paint_hint(part)
        self.marks.paint_notice(part)

    async def uncover(self, place: int) -> None:
        """Paint felt over the removed card, then the card below it; repaint a column if its cards move apart."""
        if place not in COLUMNS:
            await self._draw_last(place)
            return
        count = len(self.board.piles[place])
        slot = self.layout.slots[place]
        if slot.fan.step(count + 1) != slot.fan.wide:
            await self.repaint(place)
            return
        await self._draw_card(slot.x, slot.y + count * slot.fan.wide, self._felt)
        if count:
            await self._draw_last(place)

    async def cover(self, place: int) -> None:
        """Paint only the new card; repaint a column if its cards move together."""
        count, fan = len(self.board.piles[place]), self.layout.slots[place].fan
        if place in COLUMNS and fan.step(count) != fan.step(count - 1):
            await self.repaint(place)
        else:
            await self._draw_last(place)

    async def _draw_last(self, place: int) -> None:
        last = self.layout.pictures(self.board, (place,))[-1]

        def draw(part: GRect) -> None:
            self._clip(part)
            self.draw(part, [last])

        await self._draw_card(last.x, last.y, draw)

    async def _draw_card(self, x: int, y: int, draw: Callable[[GRect], None]) -> None:
        work = self.work
        await redraw(self.gem, self.handle, GRect(work.x + x, work.y + y, CARD_WIDTH, CARD_HEIGHT), draw)

    def _felt(self, part: GRect) -> None:
        self.paint_felt(self._clip(part))

    def _clip(self, part: GRect) -> tuple[int, int, int, int]:
        x1, y1, x2, y2 = part.corners()
        corners = x1, y1, min(x2, self.gem.width - 1), min(y2, self.gem.height - 1)
        self.ws.vs_clip(True, *corners)
        return corners


class VierfreiPlay(CellPlay[VierfreiBoard]):
    """The original's table, and its handling of boxes and the title."""

    names = rsc
    table_class = VierfreiTable
    asks_before_leaving = awaits_release = False
    cell_name, foundation_name = shared.FREE_PLACE_NAME, shared.FINAL_PLACE_NAME
    victory_cells = shared.VICTORY_PLACES
    _room_is_known = True

    def icon(self) -> Tree:
        return self.trees.tree(rsc.WIND)

    def home_moves(self, every: bool = False) -> Sequence[Move]:
        return self.board.send_home(is_next if every else vierfrei_autoplays)

    async def moved(self, outer: GRect) -> None:
        """Move the window; moving the large window makes ``has_room`` check the space for boxes again."""
        self._room_is_known = True
        await super().moved(outer)

    async def full(self) -> None:
        """Shrink or restore the window; the original then enables all entries without checking the space for boxes."""
        self._room_is_known = False
        await super().full()

    def has_room(self, box: Tree) -> bool:
        """Return whether a box fits, if the original checks that at all."""
        return not self._room_is_known or super().has_room(box)

    def has_room_now(self, box: Tree) -> bool:
        return super().has_room(box)

    async def restart(self) -> None:
        """Deal the same game again. The title stays, although its dots may be wrong after a move of the window."""
        self.session.restart()
        await self.show_deal(titled=False)


# ---- special features


class VierfreiAbout(basics.About):
    """The About box; only this box checks its space again before it opens."""

    play: VierfreiPlay

    async def about(self) -> None:
        if self.play.has_room_now(self.box):
            await super().about()


class OriginalBox(Feature[VierfreiBoard]):
    """The original's box after a win, which shows the number of moves."""

    async def ended(self, outcome: Outcome) -> None:
        """Show the box, except for a recording: that is not the player's win."""
        if self.play.is_replay:
            return
        box = self.play.trees.tree(rsc.GRAT)
        spec_of(box[rsc.GRAT_MOVES], TedInfo).te_ptext = f"{self.play.board.moves_made:5d}"
        await Box(self.play, box).confirm(rsc.GRAT_OK)


class Stuck(ending.Loss):
    """The message that no move is left: in the info line if it is visible, otherwise in an alert."""

    async def ended(self, outcome: Outcome) -> None:
        if outcome is Outcome.LOST and self.play.is_on(Item.COUNTER):
            self.play.narrator.alert(self.text())
        else:
            await super().ended(outcome)

    def text(self) -> str:
        return say(self.play.trees, rsc.STUCK)


class StuckCounter(infoline.Counter):
    """Number of moves and clock, and the message that no move is left."""

    def text(self) -> str:
        if self.play.session.counts_losses and self.play.board.lost:
            return say(self.play.trees, rsc.STUCK_LINE, **self.words())
        return super().text()


class VierfreiSelect(choosing.SelectByKind):
    """Select game with the original's dialog."""

    @cached_property
    def number_box(self) -> Tree:
        return self.play.trees.tree(rsc.GETNUM)


class VierfreiStatistics(statistics.StatisticsBox):
    """The statistics, including numbers of moves, for all won games and for the current number."""

    cells_button = rsc.STATISTICS_CELLS
    fastest_line, average_line = rsc.STATISTICS_FASTEST, rsc.STATISTICS_AVERAGE_TIME

    def tree(self) -> Tree:
        tree, session = self.play.trees.tree(rsc.STATISTICS), self.play.session
        line = say(self.play.trees, rsc.NUMBER_LINE, number=clipped(session.name, MAX_SHORT_NAME_CHARS))
        tree[rsc.STATISTICS_NUMBER].ob_spec = line
        return tree

    def texts(self) -> dict[int, str]:
        session = self.play.session
        ended, number = session.records.ended(), session.number
        all_games = summarize(with_cells(ended, self.cells))
        of_number = summarize(game for game in ended if game.number == number)
        numbers = {
            rsc.STATISTICS_BEST: all_games.best,
            rsc.STATISTICS_AVERAGE: None if all_games.average is None else round(all_games.average),
            rsc.STATISTICS_UNDOS: all_games.undos,
            rsc.STATISTICS_NUMBER_WON: of_number.won,
            rsc.STATISTICS_NUMBER_BEST: of_number.best,
            rsc.STATISTICS_NUMBER_UNDOS: of_number.best_undos,
        }
        unknown = self.play.say(shared.UNKNOWN)
        return {
            **super().texts(),
            **{obj: unknown if value is None else str(value) for obj, value in numbers.items()},
            rsc.STATISTICS_NUMBER_UNAIDED: self.unaided(of_number),
            rsc.STATISTICS_NUMBER_FASTEST: self.time(of_number.fastest),
        }


# ---- playing


class VierfreiHand(CellHand[VierfreiBoard]):
    """The player's input: drags, right clicks, and keys."""

    async def press(self, event: MultiEvent) -> None:
        await self.play.let_go()
        spot, second = self.hit(event), self.is_second(event)
        sends_to_cells = bool(event.buttons & RIGHT)
        if sends_to_cells and spot is not None:
            await self._to_cells(spot)
        if spot is None or sends_to_cells or not self.board.may_touch(spot.place, spot.index):
            await self.play.gem.evnt_button(1, LEFT, 0)
            return
        at = await self.drag(spot, event)
        target = None if at is None else self.table.layout.target(self.board, *at)
        if target is not None and target != spot.place:
            count = len(self.board.piles[spot.place]) - spot.index
            await self.move_cards(spot.place, target, count, animated=count > 1 and not self.table.drags_cards)
        elif at is not None and self.play.is_on(Item.CLICK_MOVES) and self.table.layout.hit(self.board, *at) == spot:
            # The second press of a double click is not a click on another card.
            if not second and not await self.move_clicked(spot):
                self.play.gem.bell()
        elif target is not None and second and self.play.extras:
            await self._send_home(spot)

    async def _to_cells(self, spot: Spot) -> None:
        moves = self.board.to_cells(spot.place, spot.index)
        if moves is not None:
            await self.play.play(moves)
            return
        self.play.gem.bell()
        if self.play.narrator.heard and spot.place in COLUMNS:
            cards = ", ".join(map(self.play.card_name, self.board.columns[spot.place][spot.index :]))
            self.play.narrator.tell(shared.TOO_FEW_PLACES, cards=cards, room=self.board.free_cells)

    async def move_cards(self, source: int, target: int, count: int | None, animated: bool = True) -> None:
        count = self.board.fitting_count(source, target) if count is None else count
        try:
            moves = self.board.supermove(source, count, target)
        except IllegalMove:
            self.play.gem.bell()
            self.play.narrator.refused(source, target)
            return
        await self.play.let_go()
        await self.play.play(moves, animated)

    async def no_free_cell(self, card: Card) -> None:
        self.play.gem.bell()
        if self.play.narrator.heard:
            self.play.narrator.alert(self.play.say(shared.NO_FREE_PLACE, card=self.play.card_name(card)))

    async def _send_home(self, spot: Spot) -> None:
        card = self.board.top(spot.place)
        last = spot.place not in COLUMNS or spot.index == len(self.board.columns[spot.place]) - 1
        if card is not None and last and self.board.placing(card, spot.place, foundation_of(card)) is None:
            await self.play.play([CellMove(card, spot.place, foundation_of(card))])


KIT = Kit(
    VierfreiPlay,
    VierfreiHand,
    (
        *WITH_SOLVER,
        VierfreiAbout,
        VierfreiSelect,
        VierfreiStatistics,
        basics.SendHome,
        StuckCounter,
        recordings.Positions,
        Stuck,
    ),
    original=(
        basics.Standing,
        VierfreiAbout,
        basics.New,
        choosing.OriginalSelect,
        basics.OriginalBasics,
        basics.SendHome,
        recordings.Replay,
        OriginalBox,
    ),
)
