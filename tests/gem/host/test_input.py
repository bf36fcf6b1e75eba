"""Every file that somebody names is read the same way: an ordinary file, and no more than its format can have."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from gemport.gem.host.input import InputError, read_input


def test_a_file_is_read_up_to_its_largest_size(tmp_path: Path) -> None:
    path = tmp_path / "a"
    path.write_bytes(b"12345")
    assert read_input(path, 5) == b"12345"
    with pytest.raises(InputError, match=f"{path}: is too large: more than 4 bytes"):
        read_input(path, 4)


def test_of_a_file_that_is_too_large_little_is_read(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sparse"
    with path.open("wb") as out:
        out.truncate(1 << 40)
    asked: list[int] = []
    fdopen = os.fdopen

    class Watched:
        def __init__(self, file: int, mode: str) -> None:
            self._file = fdopen(file, mode)

        def __enter__(self) -> Watched:
            return self

        def __exit__(self, *_: object) -> None:
            self._file.close()

        def fileno(self) -> int:
            return self._file.fileno()

        def read(self, size: int) -> bytes:
            asked.append(size)
            data: bytes = self._file.read(size)
            return data

    monkeypatch.setattr(os, "fdopen", Watched)
    with pytest.raises(InputError, match="too large"):
        read_input(path, 1000)
    assert asked == [1001]


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no pipes with names")
def test_a_pipe_is_not_waited_for(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(InputError, match="is a pipe or a device"):
        read_input(path, 10)


@pytest.mark.skipif(not Path("/dev/zero").exists(), reason="there are no devices with names")
def test_a_device_is_not_read(tmp_path: Path) -> None:
    link = tmp_path / "link"
    link.symlink_to("/dev/zero")
    for path in (Path("/dev/zero"), link):
        with pytest.raises(InputError, match="is a pipe or a device"):
            read_input(path, 10)


def test_what_is_no_file_is_an_error_that_names_it(tmp_path: Path) -> None:
    loop = tmp_path / "loop"
    loop.symlink_to(loop)
    for path in (tmp_path, tmp_path / "missing", loop):
        with pytest.raises(OSError, match=str(path)):
            read_input(path, 10)
