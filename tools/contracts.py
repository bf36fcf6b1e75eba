"""A custom import contract: games must not import each other."""

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class GamesApart(Contract):
    """Each child of ``containers`` belongs to the game it is named after, unless it is one of the ``shared`` modules.

    A game must not import parts of another game, and shared modules must not import parts of any game.
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
        """Return the game that a module belongs to, "" if it is shared, or None outside the containers."""
        for container in self.containers:  # type: ignore[attr-defined]
            if module == container:
                return ""
            if module.startswith(f"{container}."):
                child = module.removeprefix(f"{container}.").partition(".")[0]
                return "" if child in self.shared else child  # type: ignore[operator]
        return None
