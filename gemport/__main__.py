"""The command ``gemport``, also ``python -m gemport``.

Ctrl-C is quiet from here on: until a command says otherwise (gemport.cli.terminal) it ends the process at once, as
there is nothing yet that could be lost.
"""

import signal
import sys

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def run() -> int:
    """Run the command line; the exit status."""
    from gemport.cli.main import main
    from gemport.cli.terminal import INTERRUPTED, end_on_interrupt

    try:
        return main()
    except KeyboardInterrupt:
        # One more, while the first was still being followed.
        return INTERRUPTED
    finally:
        end_on_interrupt()


if __name__ == "__main__":
    sys.exit(run())
