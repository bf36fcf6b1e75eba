"""How large a file of each format may be, in bytes: more than any real one has, and little enough to look at whole."""

from __future__ import annotations

LARGEST_RSC = 4 << 20
"""A resource proper ends at 64 KiB; its colour icons come on top."""
LARGEST_FONT = 1 << 20
"""A font's bitmap: also for the other files of system artwork, which are smaller."""
LARGEST_PICTURE = 16 << 20
LARGEST_TEXT = 16 << 20
"""A source that a person edits: the text of the largest resource."""
MOST_PIXELS = 1 << 22
"""Of a picture: four times those of the largest screen that any ST or TT had."""
