"""What the games say: free strings of their resources, with numbers and names put in."""

from __future__ import annotations

from string import Template

from gemport.gem.aes.rsrc import LoadedResource
from gemport.patience.kit.needs import KeptNumbers


class Texts:
    """The free strings of a loaded resource."""

    def __init__(self, trees: LoadedResource) -> None:
        self._trees = trees

    def say(self, string: int, **words: object) -> str:
        """The free string of that number, with what its $words stand for. RsrcError if there is none."""
        return Template(self._trees.string(string)).safe_substitute(words)


class KeptTexts(Texts):
    """What is said about what is kept, by the numbers that a game's resource has for it."""

    def __init__(self, trees: LoadedResource, numbers: KeptNumbers) -> None:
        super().__init__(trees)
        self.numbers = numbers
