"""The README for users of an installed wheel, who have no checkout: without its tools, links and pictures."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)")
_START = """The command is `gemport`; Python 3.11 or newer is all that it needs:

```
gemport 123456      # deals game 123456
gemport             # the game you left, or a new one
```

"""
_OF_CHECKOUT = {
    # Instructions for the checkout, up to the list of commands.
    re.compile(r"(?<=## Start\n\n).*?(?=`gemport vierfrei\|)", re.DOTALL): _START,
    re.compile(r"(?<=## In a browser\n\n)(?=`python3 tools/web\.py)"): "In the source archive, ",
}
"""Replacements for passages of the README about the checkout."""


def package_page(readme: str) -> str:
    """Return the README adapted to an installed wheel, with file names instead of links.

    Raises ValueError if a text to be replaced is missing from the README.
    """
    for passage, instead in _OF_CHECKOUT.items():
        readme, count = passage.subn(instead, readme)
        if count != 1:
            raise ValueError(f"README.md: {passage.pattern!r} occurs {count} times")
    page = _LINK.sub(lambda link: link[1] if link[1] == link[2] else f"{link[1]} ({link[2]})", _PICTURE.sub("", readme))
    return (
        f"{page}\nThe documents named here lie in the source archive; the manual is in every game's Help (F11), too.\n"
    )


class PackagePage(MetadataHookInterface):
    """The hook of the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(readme)}
