"""Atari ST programs on this GEM: an emulated 68000 whose traps gemport.gem handles. Needs machine68k."""

from gemport.st.drives import MB, QUOTA, Drives, can_be_seen
from gemport.st.loader import LONGEST_TAIL, MAX_PROGRAM_SIZE, ProgramFile, read_program
from gemport.st.processor import require_processor
from gemport.st.program import gem_program
from gemport.st.task import MAX_MHZ, MHZ, System
from gemport.st.trace import Trace

__all__ = [
    "LONGEST_TAIL",
    "MAX_MHZ",
    "MAX_PROGRAM_SIZE",
    "MB",
    "MHZ",
    "QUOTA",
    "Drives",
    "ProgramFile",
    "System",
    "Trace",
    "can_be_seen",
    "gem_program",
    "read_program",
    "require_processor",
]
