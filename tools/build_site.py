"""Build dist/site/: the guide, the rules, the manuals and the reference, and the page that plays in its folder play.

``build_site.py`` builds all of it, for any file server. ``build_site.py --check`` leaves out the page, and exits with 1
after a warning, such as a broken link or an undocumented public name.
"""

import subprocess
import sys
from pathlib import Path

import web_page
from checkout import ROOT

from gemport.cli.terminal import Parser

SITE = ROOT / "dist" / "site"


def main(arguments: list[str] | None = None) -> int:
    """Build the site; return the exit status."""
    parser = Parser(description="Build dist/site/, the reference with the page that plays.")
    parser.add_argument("--check", action="store_true", help="fail after a warning, and leave out the page that plays")
    parser.add_argument("--to", type=Path, default=SITE, metavar="DIR", help="build there (default: dist/site)")
    options = parser.parse_args(arguments)
    sphinx = [sys.executable, "-m", "sphinx", "--quiet", "--jobs", "auto", "--builder", "html", "--doctree-dir"]
    strict = ["--fail-on-warning", "--keep-going", "--fresh-env"] if options.check else []
    status = subprocess.call([*sphinx, options.to / ".doctrees", *strict, ROOT / "docs", options.to])
    if status or options.check:
        return int(status != 0)
    return web_page.main(["--to", str(options.to / "play")])


if __name__ == "__main__":
    sys.exit(main())
