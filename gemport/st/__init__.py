"""Atari ST programs on this GEM: an emulated 68000 whose traps gemport.gem handles. Needs machine68k."""

from gemport.st.drives import DEFAULT_QUOTA_MB, MB, Drives, can_be_seen
from gemport.st.loader import MAX_PROGRAM_SIZE, MAX_TAIL_CHARS, ProgramFile, read_program
from gemport.st.processor import require_processor
from gemport.st.program import gem_program
from gemport.st.task import MAX_MHZ, MHZ, System
from gemport.st.trace import Trace

__all__ = [
    "DEFAULT_QUOTA_MB",
    "MAX_MHZ",
    "MAX_PROGRAM_SIZE",
    "MAX_TAIL_CHARS",
    "MB",
    "MHZ",
    "Drives",
    "ProgramFile",
    "System",
    "Trace",
    "can_be_seen",
    "gem_program",
    "read_program",
    "require_processor",
]
