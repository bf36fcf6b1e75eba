"""Run every check of the project: ``python3 tools/test.py [options] [-- arguments for pytest]``.

The first run makes the folder .venv beside this one and installs what the checks need into it.
--fast leaves out the tests that open windows or take long. --pythons runs most fast ones with other Pythons, too.
--install-display, as root: what the tests need of Debian or Ubuntu. Arguments after -- run pytest alone.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("tools/test.py needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])
    from checks import main

    sys.exit(main(sys.argv[1:]))
