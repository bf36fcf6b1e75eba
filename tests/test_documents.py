"""The documents match the program: its commands, options and keys, and its picture."""

import argparse
import re
from pathlib import Path

import pytest

from gemport.cli import registry
from gemport.cli.files import Sources
from gemport.cli.main import command_parsers
from gemport.gem.formats.structures import ObType
from tests.cli.run import run
from tests.places import ROOT

MANUAL = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
FOR_USERS = "manual", "commands", "scripts"
"""Documents in both languages."""
DOCUMENTS = sorted((ROOT / "docs").glob("*.md"))
SECTION = r"(?:\d+(?:\.\d+)?|[A-C]\.\d|[A-Z]\b|[A-Z][a-z]+(?: [a-z]+)*)"
CITATION = re.compile(rf"docs/(\w+)\.md(?:(?: |, )({SECTION}(?:(?:, | to ){SECTION})*))?")
"""A reference to a project document, optionally with sections by number, letter or heading."""
KEY = re.compile(r" (F\d+|\^\w|Delete|Undo) *$")


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


@pytest.mark.parametrize("game", registry.names())
def test_the_manual_names_every_key_of_the_menus(game: str) -> None:
    chapter = MANUAL.split("\n## Keys\n")[1].split("\n## ")[0]
    menu = Sources(builtin=True).load(registry.find(game), "en").resource.trees[0]
    texts = [str(obj.ob_spec) for obj in menu if obj.ob_type == ObType.G_STRING]
    keys = [match[1].replace("^", "Ctrl+") for text in texts if (match := KEY.search(text))]
    assert len(keys) > 5
    assert [key for key in keys if not re.search(rf"\b{re.escape(key)}\b", chapter)] == []


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
