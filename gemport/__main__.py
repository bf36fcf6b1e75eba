"""``python -m gemport`` is the command ``gemport``."""

from __future__ import annotations

import sys

from gemport.cli import main

if __name__ == "__main__":
    sys.exit(main())
