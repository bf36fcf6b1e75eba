"""The command line: gemport, a file a command. Only here do games meet hosts.

Exit status: 0 good, 1 a negative answer where the command says so, 2 wrong usage or bad input, 3 undecided, 70 a fault
of the program. What is wrong is said in one line on standard error; there is never a traceback.
"""

from gemport.cli.main import main

__all__ = ["main"]
