"""Files of a user: named on the command line, or in the user folder."""

import os
import shutil
import struct
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from gemport.cli.sources import Sources, user_places
from gemport.gem import GemFont, IconBlk, Object, ObType, Resource, read_fnt, write_fnt, write_rsc
from gemport.hosts.files import data_folder, file_in
from tests.cli.run import refused, run
from tests.cli.run import shot as shot_of

DATA = Path(str(data_folder()))
SYSTEM = DATA / "system"


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    folder.mkdir()
    return folder


def shot(folder: Path, *options: object, lang: str = "de") -> bytes:
    return shot_of(folder, "vierfrei", "42", "--lang", lang, *options)


def own_cards(path: Path) -> Path:
    data = bytearray((DATA / "vierfrei" / "cards_de.dat").read_bytes())
    data[: 13 * 94 * 4] = b"\xff" * (13 * 94 * 4)
    path.write_bytes(data)
    return path


def own_resource(path: Path, lang: str = "de") -> Path:
    """A resource with another name for the game's menu, otherwise unchanged."""
    data = (DATA / "vierfrei" / f"vierfrei_{lang}.rsc").read_bytes()
    old, new = {"de": (b" Spiel \0", b" KARTE \0"), "en": (b" Game \0", b" CARD \0")}[lang]
    assert data.count(old) == 1
    path.write_bytes(data.replace(old, new))
    return path


def own_font(path: Path) -> Path:
    data = bytearray((SYSTEM / "8x16.fnt").read_bytes())
    data[-4096:] = bytes(octet ^ 0xFF for octet in data[-4096:])
    path.write_bytes(data)
    return path


def own_system(path: Path) -> Path:
    shutil.copytree(SYSTEM, path)
    own_font(path / "8x16.fnt")
    return path


OWN: dict[str, tuple[str, Callable[[Path], Path], Path]] = {
    "--dat": ("VIERFREI.DAT", own_cards, DATA / "vierfrei/cards_de.dat"),
    "--rsc": ("VIERFREI.RSC", own_resource, DATA / "vierfrei/vierfrei_de.rsc"),
    "--font": ("SYSTEM.FNT", own_font, SYSTEM / "8x16.fnt"),
    "--system": ("system", own_system, SYSTEM),
}
"""For each option: the name in the user folder, the function that creates a user's file, and the built-in file."""


@pytest.mark.parametrize("option", OWN)
def test_option_then_user_folder_then_built_in(option: str, home: Path, tmp_path: Path) -> None:
    name, make, built_in = OWN[option]
    before = shot(tmp_path)
    named = shot(tmp_path, option, make(tmp_path / "own"))
    make(home / name.swapcase())
    assert shot(tmp_path) == named != before
    assert shot(tmp_path, "--builtin") == shot(tmp_path, option, built_in) == before


@pytest.mark.parametrize("option", ["--dat", "--rsc", "--font"])
@pytest.mark.parametrize("data", [b"", b"\0" * 36, b"\xff" * 5000, b"\x12\x34" * 3000, None])
def test_a_damaged_file_is_refused_with_its_name_and_the_reason(
    option: str, data: bytes | None, home: Path, tmp_path: Path
) -> None:
    name, _, built_in = OWN[option]
    path, target = home / name, tmp_path / "x.png"
    path.write_bytes(built_in.read_bytes()[:-7] if data is None else data)
    for arguments in ((), (option, path)):
        line = refused("vierfrei", "42", "--lang", "de", "--screenshot", target, *arguments)
        assert line.startswith(f"gemport: {path}: ")
        assert len(line) > len(f"gemport: {path}: ") + 10
    assert not target.exists()
    shot(tmp_path, "--builtin")


@pytest.mark.parametrize("names", [("VIERFREI.RSC",), ("vierfr_e.rsc",), ("VIERFREI.RSC", "VIERFR_E.RSC")])
@pytest.mark.parametrize("lang", ["de", "en"])
def test_a_language_has_its_resource_or_the_only_one(
    names: tuple[str, ...], lang: str, home: Path, tmp_path: Path
) -> None:
    built_in = shot(tmp_path, lang=lang)
    german, english = own_resource(home / names[0], "de"), own_resource(home / names[-1], "en")
    own = german if lang == "de" and len(names) > 1 else english
    assert shot(tmp_path, lang=lang) == shot(tmp_path, "--rsc", own, lang=lang) != built_in
    assert shot(tmp_path, "--builtin", lang=lang) == built_in


@pytest.mark.parametrize(("face", "top"), [(1, 13), (2, 13), (4711, 13), (1, 14), (1, 15), (9, 9)])
def test_a_font_is_used_with_any_face_and_base_line(face: int, top: int, tmp_path: Path) -> None:
    built_in, reversed_ = shot(tmp_path), shot(tmp_path, "--font", own_font(tmp_path / "my.fnt"))
    data = bytearray((tmp_path / "my.fnt").read_bytes())
    struct.pack_into(">H", data, 0, face)
    struct.pack_into(">H", data, 40, top)
    (tmp_path / "other.fnt").write_bytes(data)
    # The size of a character cell determines every position in this picture.
    assert shot(tmp_path, "--font", tmp_path / "other.fnt") == reversed_ != built_in


def changed_font(**changes: object) -> bytes:
    return write_fnt(read_fnt((SYSTEM / "8x16.fnt").read_bytes())._replace(**changes))  # type: ignore[arg-type]


def without_first(font: GemFont) -> bytes:
    """Return a font without its first 32 characters, like many GDOS fonts."""
    offsets = tuple(at - font.offsets[32] for at in font.offsets[32:])
    width = font.form_width * 8
    rows = tuple((row & (1 << width - font.offsets[32]) - 1) << font.offsets[32] for row in font.rows)
    return write_fnt(font._replace(first=32, offsets=offsets, rows=rows))


@pytest.mark.parametrize(
    ("data", "reason"),
    [
        (changed_font(top=8), "the base line is 8 rows from the top; a system font needs 9 to 15"),
        (changed_font(top=0), "the base line is 0 rows from the top; a system font needs 9 to 15"),
        (changed_font(top=16), "the base line is 16 rows from the top; a system font needs 9 to 15"),
        (
            without_first(read_fnt((SYSTEM / "8x16.fnt").read_bytes())),
            "the font has the characters 32 to 255; a system font needs all from 0 to 255",
        ),
        (
            changed_font(offsets=(*range(0, 8 * 255, 8), 8 * 255, 8 * 256 - 1)),
            "a system font must be monospaced, with cells of 8x16 pixels",
        ),
        ((SYSTEM / "8x8.fnt").read_bytes(), "a system font must be monospaced, with cells of 8x16 pixels"),
    ],
)
def test_a_font_that_cannot_be_a_system_font_is_refused(data: bytes, reason: str, tmp_path: Path) -> None:
    path = tmp_path / "my.fnt"
    path.write_bytes(data)
    assert refused("vierfrei", "1", "--font", path, "--screenshot", tmp_path / "x.png") == f"gemport: {path}: {reason}"


@pytest.mark.skipif(os.name == "nt", reason="Windows knows a home without HOME")
def test_without_a_home_one_line_warns(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    def nobody(_user: int) -> object:
        raise KeyError("no such user")

    for name in ("HOME", "GEMPORT_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setattr("pwd.getpwuid", nobody)
    monkeypatch.chdir(tmp_path)
    status, out, err = run("freecell", "1", "--screenshot", tmp_path / "a.png")
    assert (status, out) == (0, "")
    assert err == (
        "gemport: no home folder found (HOME is not set); set GEMPORT_HOME to choose a folder; nothing will be saved\n"
    )
    assert [path.name for path in tmp_path.iterdir()] == ["a.png"]


# ---- the original's icon


def own_icon(path: Path, width: int = 32, height: int = 32) -> Path:
    """Return a resource with one icon, a black square of the maximum size."""
    octets = b"\xff" * (width // 8 * height)
    icon = IconBlk(octets, octets, "VIERFREI", ib_wicon=width, ib_hicon=height, ib_ytext=height)
    box = Object(ob_type=ObType.G_BOX, ob_head=1, ob_tail=1, ob_width=80, ob_height=64)
    path.write_bytes(write_rsc(Resource(trees=[[box, Object(ob_next=0, ob_type=ObType.G_ICON, ob_spec=icon)]])))
    return path


def desktop(folder: Path, *options: object) -> Image.Image:
    assert run("desktop", "--screenshot", folder / "desktop.png", "--lang", "de", *options) == (0, "", "")
    with Image.open(folder / "desktop.png") as picture:
        return picture.convert("1")


@pytest.mark.parametrize(
    ("name", "size", "place"),
    [
        ("VF_ICON.RSC", (32, 32), (29, 347, 61, 379)),
        # An icon of another size is also directly above its name.
        ("vf_icon.rsc", (48, 16), (21, 363, 69, 379)),
    ],
)
def test_the_originals_icon_replaces_vierfreis(
    name: str, size: tuple[int, int], place: tuple[int, int, int, int], home: Path, tmp_path: Path
) -> None:
    before = desktop(tmp_path)
    own_icon(home / name, *size)
    after = desktop(tmp_path)
    assert after.crop(place).getextrema() == (0, 0)
    # The built-in icon had 32 pixels, at the first place.
    for picture in (before, after):
        picture.paste(0, (21, 347, 69, 379))
    assert after.tobytes() == before.tobytes()
    assert desktop(tmp_path, "--builtin").crop(place).getextrema() != (0, 0)


def test_a_damaged_icon_is_refused_and_so_is_one_without_room(home: Path, tmp_path: Path) -> None:
    path = home / "VF_ICON.RSC"
    path.write_bytes(b"damaged")
    assert refused("desktop", "--screenshot", tmp_path / "x.png").startswith(f"gemport: {path}: ")
    own_icon(path, 80, 32)
    assert Sources().icon() is not None
    for width, height in ((96, 32), (80, 33)):
        own_icon(path, width, height)
        line = refused("desktop", "--screenshot", tmp_path / "x.png")
        assert line == f"gemport: {path}: the icon has {width}x{height} pixels, the maximum is 80x32"
    path.write_bytes((DATA / "vierfrei" / "vierfrei_de.rsc").read_bytes())
    assert refused("desktop", "--screenshot", tmp_path / "x.png") == f"gemport: {path}: contains no icon"


def test_the_icon_next_to_a_named_resource_is_used(tmp_path: Path) -> None:
    own_icon(tmp_path / "VF_ICON.RSC")
    assert Sources(rsc=tmp_path / "VIERFREI.RSC").icon() is not None
    assert Sources().icon() is None


@pytest.mark.skipif(sys.platform != "linux", reason="where Linux keeps the names of the user's folders")
def test_files_go_into_the_folders_that_the_user_has_for_them(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GEMPORT_HOME", str(tmp_path))
    assert user_places() is None
    for name in ("GEMPORT_HOME", "XDG_PICTURES_DIR", "XDG_DOCUMENTS_DIR", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    home = tmp_path / "ada"
    (home / "Bilder").mkdir(parents=True)
    (home / ".config").mkdir()
    (home / ".config" / "user-dirs.dirs").write_text('XDG_PICTURES_DIR="$HOME/Bilder"\n')
    monkeypatch.setenv("HOME", str(home))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(home / ".config"))
    places = user_places()
    assert places is not None
    # Without a documents folder recordings start in the home folder.
    assert places.first == {"*.txt": "\\ada\\", "*.png": "\\Bilder\\"}
    assert list(places.entries()) == ["/", "ada", "Bilder"]
    assert file_in(places, "\\Bilder\\*.png", "a.png") == home / "Bilder" / "a.png"
