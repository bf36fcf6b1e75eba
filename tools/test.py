"""Run every check of the project: ``python3 tools/test.py [options] [-- arguments for pytest]``.

The first run creates the environment .venv in the project's folder and installs all tools for the checks in it. --fast
skips slow tests and tests that open windows. --pythons also runs most fast tests with other Pythons. --install-display
installs the required packages of Debian or Ubuntu, as root. With arguments after --, only pytest runs.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("tools/test.py needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])
    from checks import main

    sys.exit(main(sys.argv[1:]))
