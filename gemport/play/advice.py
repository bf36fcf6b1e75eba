"""Advice about the game: Hint, Can it be won?, Show solution, Take back the mistake, Look back."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final

from gemport.cards.cells import CellBoard
from gemport.gem import MU_MESAG, MU_TIMER
from gemport.play import games_rsc as shared
from gemport.play.boxes import think
from gemport.play.cellplay import CellPlay
from gemport.play.feature import Feature, entry, is_input
from gemport.play.items import Item, MenuItem
from gemport.store.statistics import Help
from gemport.toolkit.dialog import alert

if TYPE_CHECKING:
    from gemport.play.analysis import Finding

DEMO_PAUSE: Final = 300  # milliseconds between the moves of a demonstrated solution
BOXES: Final = 12  # maximum number of steps that are undone with moving boxes; more are undone in one redraw


class Advice(Feature[CellBoard]):
    """The four commands that ask the solver; each shows its answer on the table or in an alert."""

    needs_solver = True
    play: CellPlay[Any]

    @entry(Item.HINT)
    async def _hint(self) -> None:
        if await self._find_way():
            step = self.play.analysis.next_step()
            if step is not None:
                await self.play.point_out(step.moves[0].source, step.moves[0].target)

    @entry(Item.WINNABLE)
    async def _winnable(self) -> None:
        finding = await self._find()
        if finding is None:
            return
        if finding.winnable:
            await self._tell(shared.CAN_BE_WON, moves=finding.steps)
        else:
            await self._tell_no_way(finding)

    @entry(Item.SOLUTION)
    async def _solution(self) -> None:
        """Demonstrate a solution step by step, and play it only as far as the player asks for."""
        if not await self._find_way():
            return
        from gemport.play.stepping import SolutionDemo

        play = self.play
        box = SolutionDemo(play, DEMO_PAUSE)
        at, made = await box.ask(), play.board.moves_made
        if at is None:
            return
        if at < made:
            play.session.branch(at)
            await play.show_deal()
        elif at > made:
            play.session.note_help(Help.SOLVED)
            play.session.follow(box.boards[made:at])
            await play.show()
            await play.end_of_step()

    @entry(Item.BACK)
    async def _back(self) -> None:
        play = self.play
        if not await self._can_analyse():
            return
        way = await think(play, play.analysis.way_back())
        if way is None:
            return
        if way.steps is not None or way.proven:
            play.session.note_help(Help.HELPED)
        if way.steps is None:
            await self._tell(shared.NEVER_WINNABLE if way.proven else shared.NO_WAY_BACK, states=way.states)
        elif not way.steps:
            await self._tell(shared.NO_MISTAKE)
        elif await self._take_steps_back(way.steps):
            await self._tell(shared.TAKEN_BACK if way.proven else shared.TAKEN_BACK_FAR, count=way.steps)

    async def _take_steps_back(self, steps: int) -> bool:
        play = self.play
        if steps <= BOXES:
            for _ in range(steps):
                await play.take_back()
                event = await play.gem.evnt_multi(MU_MESAG | MU_TIMER)
                if event.message is not None:
                    await play.app.message(event.message)
                    if is_input(event):
                        return False
            return True
        for _ in range(steps):
            for _ in play.board.last_step.moves:
                play.session.pull()
        await play.show()
        return True

    # ---- analysis

    async def _can_analyse(self) -> bool:
        if self.play.board.won:
            self.play.gem.bell()
            return False
        await self.play.let_go()
        return True

    async def _find(self) -> Finding | None:
        """Return the finding for the position, searching if necessary, or None if the player cancelled the search."""
        if not await self._can_analyse():
            return None
        analysis = self.play.analysis
        finding = analysis.known() or await think(self.play, analysis.think())
        if finding is not None and (finding.winnable or finding.impossible):
            self.play.session.note_help(Help.HELPED)
        return finding

    async def _find_way(self) -> bool:
        """Return whether a solution is known; if not, show an alert, unless the player cancelled the search."""
        finding = await self._find()
        if finding is None:
            return False
        if not finding.winnable:
            await self._tell_no_way(finding)
        return finding.winnable

    async def _tell_no_way(self, finding: Finding) -> None:
        """Report that no solution is known; if the game is lost, show the cards that block each other."""
        from gemport.solver import Position
        from gemport.solver.blocked import blocking_cards, chain_text

        play, lost = self.play, shared.CANNOT_BE_WON
        chain = blocking_cards(Position.on(play.board)) if finding.impossible else []
        if play.analysis.never_winnable:
            lost = shared.NEVER_WINNABLE
        elif not chain and finding.states:
            lost = shared.ALL_SEARCHED
        await self._tell(lost if finding.impossible else shared.NOT_KNOWN, states=finding.states)
        if chain:
            words = [play.say(string) for string in (shared.LIES_UNDER, shared.WHICH_NEEDS, shared.WHICH_LIES_UNDER)]
            play.gem.speech.say(chain_text(chain, play.card_name, *words))
            await play.table.marks.mark(list(dict.fromkeys(card for link in chain for card in link)))
            await play.table.marks.note(chain_text(chain, play.card_sign, *words))

    async def _tell(self, string: int, **words: object) -> None:
        await alert(self.play.gem, self.play.say(string, **words))


class LookingBack(Feature[CellBoard]):
    """The menu entry Look back."""

    needs_solver = True
    play: CellPlay[Any]

    def enabled(self, item: MenuItem) -> bool:
        board = self.play.board
        return (board.can_undo or board.can_redo) and self.play.has_room(self.play.shared.tree(shared.LOOKBACK))

    @entry(Item.LOOK_BACK)
    async def look_back(self) -> None:
        """Show the positions from which the game could be won, and continue from another one if the player wants."""
        from gemport.play.stepping import LookBack

        play = self.play
        await play.let_go()
        won, made = play.board.won, play.board.moves_made
        if not won:
            play.session.note_help(Help.HELPED)
        box = LookBack(play)
        at = await box.ask()
        if at is not None and at != made:
            play.session.branch(at)
            play.session.note_help(Help.HELPED)
            await play.show_deal()
