"""The README for users of an installed wheel: without the checkout's tools, pictures and links to files."""

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?:)([^)#]*)[^)]*\)")
_COMMANDS = """```
gemport 123456      # play game 123456; needs only Python 3.11 or newer
gemport             # resume your last game, or deal a new one
```
"""
_CHECKOUT_PASSAGES = {
    re.compile(r"```\npython3 tools/play\.py.*?```\n", re.DOTALL): _COMMANDS,
    re.compile(r"(?<=## Start\n\n).*?(?=```\ngemport vierfrei\|)", re.DOTALL): "",
    re.compile(r"(?<=## In a browser\n\n)(?=`python3 tools/web\.py)"): "In the source archive, ",
}
"""Texts of the README about the checkout, and their replacements on the page."""


def package_page(readme: str) -> str:
    """Return the README for an installed wheel, with file names instead of links.

    Raises ValueError if the README lacks a text to replace.
    """
    for passage, instead in _CHECKOUT_PASSAGES.items():
        readme, count = passage.subn(instead, readme)
        if count != 1:
            raise ValueError(f"README.md: {passage.pattern!r} occurs {count} times")
    page = _LINK.sub(
        lambda link: link[1] if link[2] in ("", link[1]) else f"{link[1]} ({link[2]})", _PICTURE.sub("", readme)
    )
    return f"{page}\nThese documents are in the source archive; the manual is also in every game's Help (F11).\n"


class PackagePage(MetadataHookInterface):
    """The hook of the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(readme)}
