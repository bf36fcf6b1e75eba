"""The command line: gemport, with one file per command. Only this package combines games and hosts.

Exit status: 0 success, 1 a negative answer where the command documents it, 2 wrong usage or bad input, 3 undecided, 70
an internal error. Errors are one line on standard error, never a traceback.
"""
