"""Build the page that plays in a browser, or serve it: ``python3 tools/web.py [--serve [PORT]]``.

Any file server can serve dist/web/. npm downloads Python once, as the package pyodide.
"""

import sys

if __name__ == "__main__":
    if sys.version_info < (3, 11):
        sys.exit("tools/web.py needs Python 3.11 or newer, this is %d.%d" % sys.version_info[:2])
    from web_page import main

    sys.exit(main(sys.argv[1:]))
