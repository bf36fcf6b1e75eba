"""Play from the checkout: ``python3 tools/play.py [arguments of gemport]``.

The first start makes the folder .venv beside this one and installs what the game needs into it; later starts
use it as it is. Everything on the command line goes to gemport: `tools/play.py --help` shows what there is.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("tools/play.py needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])
    from setup_venv import play

    sys.exit(play(sys.argv[1:]))
