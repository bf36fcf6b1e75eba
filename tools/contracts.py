"""An import contract of the project's own: games know nothing of each other, however many there are."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class GamesApart(Contract):
    """Every child of the containers is a part of the game it is called after, but for those that all games share.

    A game imports no part of another game, and what games share imports no part of any.
    """

    type_name = "games_apart"
    containers = fields.ListField(subfield=fields.StringField())
    shared = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        wrong = []
        for importer in sorted(graph.modules):
            for imported in sorted(graph.find_modules_directly_imported_by(importer)):
                own, other = self._game(importer), self._game(imported)
                if own is not None and other not in (None, "", own):
                    wrong.append(f"{importer} imports {imported}")
        return ContractCheck(kept=not wrong, metadata={"wrong": wrong})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["wrong"]:
            output.print(line)

    def _game(self, module: str) -> str | None:
        """Return the game that a module is a part of, "" for what games share, None for a module elsewhere."""
        for container in self.containers:  # type: ignore[attr-defined]
            if module == container:
                return ""
            if module.startswith(f"{container}."):
                child = module.removeprefix(f"{container}.").partition(".")[0]
                return "" if child in self.shared else child  # type: ignore[operator]
        return None
