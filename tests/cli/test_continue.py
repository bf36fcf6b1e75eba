"""A game of VIERFREI that is left can be taken up again, and what was done in a window can be done again."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from gemport import cli
from gemport.gem.host.events.parse import parse_events
from gemport.gem.host.headless import HeadlessPlayer
from gemport.gem.host.machine import Machine
from tests.cli.run import refused, run

CARD_TO_CELL = [
    {"do": "move", "x": 429, "y": 230},
    {"do": "press", "button": "left"},
    {"do": "move", "x": 41, "y": 81},
    {"do": "release", "button": "left"},
]
"""Game 123456: the last card of column 6 goes to the first free place."""
QUIT = [{"do": "key", "key": "F10"}]
Sitting = Callable[..., bytes]


@pytest.fixture
def sitting(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Sitting:
    """Play ``gemport ARGUMENTS`` with events in place of a person; the picture at the end."""
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path / "home"))

    def play(*arguments: str, events: list[dict[str, Any]]) -> bytes:
        frames: list[bytes] = []

        def window(gem: Machine, _title: str, **_options: object) -> None:
            player = HeadlessPlayer(gem)
            text = "\n".join(json.dumps(event) for event in events)
            player.play(parse_events(text, "events"))
            frames.append(gem.frame(pointer=False).to_bytes())

        monkeypatch.setattr(cli, "run_window", window)
        assert run(*arguments).status == 0
        return frames[-1]

    return play


def test_the_game_that_was_left_is_taken_up_where_it_was(sitting: Sitting) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    assert sitting("vierfrei", "--continue", events=[]) == left


def test_quitting_is_no_end_of_the_game(sitting: Sitting) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    sitting("vierfrei", "--continue", events=QUIT)
    assert sitting("vierfrei", "--continue", events=[]) == left


def test_a_new_game_of_the_same_number_begins_at_its_beginning(sitting: Sitting) -> None:
    fresh = sitting("vierfrei", "123456", events=[])
    sitting("vierfrei", "123456", events=CARD_TO_CELL)
    assert sitting("vierfrei", "123456", events=[]) == fresh


def test_another_game_played_meanwhile_does_not_do_away_with_the_first(sitting: Sitting) -> None:
    left = sitting("vierfrei", "123456", events=CARD_TO_CELL)
    sitting("vierfrei", "42", events=CARD_TO_CELL)
    assert sitting("vierfrei", "123456", "--continue", events=[]) == left


def test_undo_reaches_back_behind_the_interruption(sitting: Sitting) -> None:
    fresh = sitting("vierfrei", "123456", events=[])
    sitting("vierfrei", "123456", events=CARD_TO_CELL)
    assert sitting("vierfrei", "--continue", events=[{"do": "key", "key": "Undo"}]) == fresh


def test_where_nothing_is_unfinished_it_is_said(sitting: Sitting) -> None:
    sitting("vierfrei", "123456", events=[])
    assert "no unfinished game of VIERFREI" in refused("vierfrei", "--continue")
    assert "no unfinished game #7 of VIERFREI" in refused("vierfrei", "7", "--continue")


def test_what_is_done_in_the_window_can_be_done_again_by_a_script(sitting: Sitting, tmp_path: Path) -> None:
    events = tmp_path / "events.jsonl"
    shown = sitting("vierfrei", "123456", "--events", str(events), events=CARD_TO_CELL)
    with events.open("a", encoding="utf-8") as file:
        print(json.dumps({"do": "shot", "file": "end.png", "pointer": False}), file=file)
    assert run("script", "vierfrei", events, "--number", "123456", "--shots", tmp_path).status == 0
    with Image.open(tmp_path / "end.png") as picture:
        assert bytes(255 - byte for byte in picture.tobytes()) == shown
