"""The README for a package index, where links and pictures lead to no file of the checkout."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from hatchling.metadata.plugin.interface import MetadataHookInterface

_PICTURE = re.compile(r"^!\[[^]]*\]\((?!https?:)[^)]*\)\n\n?", re.MULTILINE)
_LINK = re.compile(r"(?<!!)\[([^]]*)\]\((?!https?:|#)([^)#]*)[^)]*\)")


def package_page(readme: str) -> str:
    """Return the README without pictures of the checkout, its files named instead of linked."""
    page = _LINK.sub(lambda link: link[1] if link[1] == link[2] else f"{link[1]} ({link[2]})", _PICTURE.sub("", readme))
    return f"{page}\nThe documents named here lie in the source archive, beside this text.\n"


class PackagePage(MetadataHookInterface):
    """The hook of the build."""

    def update(self, metadata: dict[str, Any]) -> None:
        """Put the page into the package's metadata."""
        readme = (Path(self.root) / "README.md").read_text(encoding="utf-8")
        metadata["readme"] = {"content-type": "text/markdown", "text": package_page(readme)}
