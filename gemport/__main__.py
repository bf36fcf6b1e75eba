"""The command ``gemport``, also ``python -m gemport``.

Ctrl-C ends the process silently and immediately until a command installs another handler (gemport.cli.terminal): at
this point no data can be lost.
"""

import signal
import sys

if sys.version_info < (3, 11):
    sys.stderr.write("gemport: Python 3.11 or newer is required, this is Python %d.%d\n" % sys.version_info[:2])
    sys.exit(2)

if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
    signal.signal(signal.SIGINT, signal.SIG_DFL)


# The type is a comment, so that Python 2 reaches the check above.
def run():  # type: () -> int
    """Run the command line and return the exit status."""
    from gemport.cli.main import main
    from gemport.cli.terminal import INTERRUPTED, end_on_interrupt

    try:
        return main()
    except KeyboardInterrupt:
        # A second Ctrl-C during the handling of the first.
        return INTERRUPTED
    finally:
        end_on_interrupt()


if __name__ == "__main__":
    sys.exit(run())
