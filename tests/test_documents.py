"""The documents match the program: its commands, options and keys, and its picture."""

import argparse
import re
from pathlib import Path

import pytest

from gemport.cli import registry
from gemport.cli.main import command_parsers
from gemport.play.items import LANGUAGES
from gemport.play.loop import kit_of
from tests.cli.run import run
from tests.places import ROOT

FOR_USERS = "manual", "commands", "scripts"
"""Documents in both languages."""
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"))
SECTION = r"(?:\d+(?:\.\d+)?|[A-C]\.\d|[A-Z]\b|[A-Z][a-z]+(?: [a-z]+)*)"
CITATION = re.compile(rf"docs/(\w+)\.md(?:(?: |, )({SECTION}(?:(?:, | to ){SECTION})*))?")
"""A reference to a project document, optionally with sections by number, letter or heading."""


def commands() -> dict[str, argparse.ArgumentParser]:
    """Return the commands of gemport and their parsers."""
    return command_parsers()[1]


@pytest.mark.parametrize("end", ["", "_de"])
@pytest.mark.parametrize("command", commands())
def test_the_table_of_commands_has_every_command(command: str, end: str) -> None:
    table = (ROOT / "docs" / f"commands{end}.md").read_text(encoding="utf-8").split("\n## ")[0]
    assert re.search(rf"^\| `gemport (\S+\|)?{command}\b", table.replace("\\", ""), re.MULTILINE)


@pytest.mark.parametrize("end", ["", "_de"])
@pytest.mark.parametrize("command", commands())
def test_the_documents_name_every_option(command: str, end: str) -> None:
    options = {option for action in commands()[command]._actions for option in action.option_strings}
    named = [option for option in options if option.startswith("--")]
    text = "".join((ROOT / "docs" / f"{name}{end}.md").read_text(encoding="utf-8") for name in FOR_USERS)
    assert {option for option in named if option not in text} <= {"--help"}


@pytest.mark.parametrize(("language", "end", "head"), [("en", "", "Keys"), ("de", "_de", "Tasten")])
def test_the_manual_has_every_menu_entry_with_its_key(language: str, end: str, head: str) -> None:
    manual = (ROOT / "docs" / f"manual{end}.md").read_text(encoding="utf-8")
    table = manual.split(f"\n## {head}\n")[1].split("\n## ")[0]
    keys = {row[2]: row[1] for row in re.finditer(r"^\| (.*?) ?\| (.*?) \|", table, re.MULTILINE)}
    items = {item for game in registry.every() for item in kit_of(game).items()}
    for item in items:
        words = item.words[LANGUAGES.index(language)].removesuffix(" ...").replace(" $game", "")
        key = item.key_name
        for english, german in {"Ctrl": "Strg", "Delete": "Entf"}.items() if language == "de" else ():
            key = key.replace(english, german)
        if words not in keys:
            assert (key, f"| {words} |" in manual) == ("", True), words
        else:
            assert keys[words].startswith(key), words


def test_the_readmes_picture_is_the_one_that_the_program_makes(tmp_path: Path) -> None:
    path = tmp_path / "picture.png"
    assert run("vierfrei", "123456", "--lang", "en", "--builtin", "--screenshot", path).status == 0
    assert path.read_bytes() == (ROOT / "docs" / "vierfrei.png").read_bytes()


@pytest.mark.parametrize(
    "name", ["README.md", "CHANGELOG.md", "CONTRIBUTING.md", *(f"docs/{path.name}" for path in DOCUMENTS)]
)
def test_links_between_the_documents_lead_somewhere(name: str) -> None:
    path = ROOT / name
    links = re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", path.read_text(encoding="utf-8"))
    assert [link for link in links if not (path.parent / link).exists()] == []


def sections(document: Path) -> set[str]:
    """Return the numbers and headings of a document's sections, and the letters of its rules."""
    text = document.read_text(encoding="utf-8")
    headings = re.findall(r"^#+ (?:Appendix )?(?:([A-C0-9][.0-9]*?)\.? )?(.+)$", text, re.MULTILINE)
    return {part for heading in headings for part in heading} | set(re.findall(r"^- ([A-Z]): ", text, re.MULTILINE))


def citations() -> list[tuple[str, str, str]]:
    """Return the documents and sections that code and tests cite: (file, document, sections)."""
    files = [path for folder in ("gemport", "tests", "tools", "examples") for path in (ROOT / folder).rglob("*.py")]
    texts = ((path.relative_to(ROOT).as_posix(), re.sub(r"\s+", " ", path.read_text("utf-8"))) for path in files)
    return [(name, *found) for name, text in texts for found in CITATION.findall(text)]


def test_what_code_and_tests_cite_is_there() -> None:
    known = {path.stem: sections(path) for path in DOCUMENTS}
    cited = citations()
    assert len({name for name, _, found in cited if found}) > 50
    wrong = [
        (name, document, section)
        for name, document, found in cited
        for section in re.split(r", | to ", found)
        if document not in known or (section and section not in known[document])
    ]
    assert wrong == []


def test_nothing_cites_what_the_project_does_not_have() -> None:
    files = [path for folder in ("gemport", "tests", "tools", "examples") for path in (ROOT / folder).rglob("*.py")]
    cite = re.compile(r"[Ss]pec: +(?:GEM|VIERFREI|FreeCell|Gro)")
    assert [path.name for path in files if cite.search(path.read_text("utf-8"))] == []
