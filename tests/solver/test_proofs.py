"""Proofs: what ``gemport solve --proof`` writes holds for tools/check_proof.py, which shares no code with it."""

import re
from pathlib import Path

import check_proof
import pytest

from gemport.cards.deals import microsoft_columns, vierfrei_columns
from tests.cli.run import refused, run
from tests.places import RECORDED

IMPOSSIBLE = [line.split() for line in (RECORDED / "proofs.txt").read_text().splitlines()]
"""All impossible numbers of VIERFREI and of Microsoft's first million: positions, and their digest."""
LARGEST_QUICK = 10_000  # positions of a proof checked in every run


def text_of(game: str, number: str, positions: str, digest: str) -> str:
    head = f"gemport proof 1\ngame: {game}\nnumber: {number}\ncells: 4\nresult: impossible\n"
    return f"{head}positions: {positions}\nsha256: {digest}\n"


def marked(row: list[str]) -> object:
    return pytest.param(row, marks=[pytest.mark.slow] * (int(row[2]) > LARGEST_QUICK), id="-".join(row[:2]))


@pytest.mark.parametrize("row", [marked(row) for row in IMPOSSIBLE])
def test_the_impossible_numbers_have_proofs_that_hold(row: list[str], tmp_path: Path) -> None:
    text, path = text_of(*row), tmp_path / "proof.txt"
    assert f"none of the {row[2]} positions" in check_proof.check(text)
    run("solve", *row[:2], "--proof", path)
    assert path.read_text() == text


@pytest.mark.parametrize(
    ("game", "number"), [("vierfrei", "42"), ("freecell", "617"), ("freecell", "5c3"), ("freecell", "617c0")]
)
def test_a_written_proof_holds(game: str, number: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    run("solve", game, number, "--proof", path)
    assert check_proof.check(path.read_text()).startswith(f"{game} {number.partition('c')[0]} with ")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        *(("moves: ", "moves: 1h "), ("number: 42", "number: 43"), ("number: 42", "number: 1000042")),
        *(("cells: 4", "cells: 9"), ("proof 1", "proof 2"), ("won", "impossible\npositions: 99\nsha256: 0")),
    ],
)
def test_a_changed_proof_does_not_hold(old: str, new: str, tmp_path: Path) -> None:
    path = tmp_path / "proof.txt"
    run("solve", "42", "--proof", path)
    with pytest.raises((ValueError, KeyError, IndexError)):
        check_proof.check(path.read_text().replace(old, new))


@pytest.mark.parametrize("number", [-2, -1, 1, 2**31 - 1, 2**31, 2**32 - 1, 2**32, 2**33 - 1])
def test_the_checker_deals_like_the_games(number: int) -> None:
    assert check_proof.freecell(number) == microsoft_columns(number)
    assert check_proof.vierfrei(number % 1_000_000) == vierfrei_columns(number % 1_000_000)


def test_the_checker_is_short_and_independent() -> None:
    text = Path(check_proof.__file__).read_text()
    assert (len(text.splitlines()) <= 125, re.search("(import|from) gemport", text)) == (True, None)


@pytest.mark.parametrize("words", ["1-2", "1 2", "freecell --board x"])
def test_only_one_number_has_a_proof(words: str, tmp_path: Path) -> None:
    assert "--proof" in refused("solve", *words.split(), "--proof", tmp_path / "proof.txt")
