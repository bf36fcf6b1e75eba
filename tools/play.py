"""Play from the checkout: ``python3 tools/play.py [arguments of gemport]``.

The first start creates the environment .venv in the project's folder and installs the game's dependencies in it. All
arguments go to gemport; `tools/play.py --help` lists them.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("tools/play.py needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])
    from setup_venv import play

    sys.exit(play(sys.argv[1:]))
