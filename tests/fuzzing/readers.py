"""All readers of files, their inputs, and the errors that they may raise for a damaged file."""

import struct
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

from compilers.artwork import write_icons, write_mouse
from compilers.blocks import read_blocks, write_blocks
from compilers.decks import write_dat
from compilers.fonts import read_font_text
from compilers.images import write_img
from compilers.sheet import sheet_to_cards
from PIL import Image

from gemport.cards.boardtext import BoardTextError, parse_board
from gemport.cards.deals import column_deal, deal_text, microsoft_columns
from gemport.cards.moves import IllegalMove, PlaceError
from gemport.cards.notation import NotationError, parse_link, write_link
from gemport.cards.vierfrei import VierfreiBoard
from gemport.cli.header import read_header
from gemport.cli.registry import boards, numbers
from gemport.gem import Bitmap, read_fnt, read_icn, read_img, read_png, validate, write_fnt, write_png
from gemport.gem.errors import FormatError, GemportError
from gemport.gem.formats.artwork import read_icons, read_mouse
from gemport.gem.formats.charset import CHARACTERS, decode, encode
from gemport.gem.formats.rsc import Resource, read_rsc, write_rsc
from gemport.gem.formats.rsctext import parse_rsc_text, rsc_text
from gemport.hosts.events import parse_events, parse_start
from gemport.play.deck import assemble, read_dat
from gemport.st import read_program
from gemport.store import export
from gemport.store.collection import Collection, Progress, Unfinished
from gemport.store.logbook import parse_log, read_entries, write_entries
from gemport.store.recordings import RecordingError, read_recording
from gemport.store.statistics import Ended, Outcome
from tests.fuzzing.damage import IN_PLACE, KINDS
from tests.games.brought import GAMES, Tour
from tests.gem.aes.desk import artwork
from tests.gem.formats.resources import colour_icon, colour_tree, everything, menu, with_colour_icons
from tests.places import DATA, RECORDED
from tests.st.build import PROGRAMS, fixup_list


@dataclass(frozen=True)
class Reader:
    """A reader of files.

    Attributes:
        check: reads an input, and checks that the result can be written and read again
        errors: exceptions that it may raise; any other exception is a fault
        samples: returns valid inputs
        words: parts with a meaning in the format
        kinds: kinds of changes to make
        cost: time per input relative to other readers; the tests use correspondingly fewer inputs
    """

    check: Callable[[bytes], object]
    errors: tuple[type[Exception], ...]
    samples: Callable[[], list[bytes]]
    words: tuple[bytes, ...] = ()
    kinds: Sequence[int] = KINDS
    cost: int = 1


def _text(data: bytes) -> str:
    """Decode any bytes; files that are not UTF-8 are refused before they reach a reader of texts."""
    return data.decode("utf-8", errors="replace")


# ---- resources


def _resource(data: bytes) -> None:
    resource = read_rsc(data, "fuzz.rsc")
    text = rsc_text(resource)
    back = parse_rsc_text(text)
    assert (back.trees, back.strings, back.images) == (resource.trees, resource.strings, resource.images)
    assert rsc_text(back) == text
    assert rsc_text(read_rsc(write_rsc(resource))) == text


def _cut_resource(data: bytes) -> None:
    resource = read_rsc(data, "fuzz.rsc", [])
    assert read_rsc(write_rsc(resource)).trees == resource.trees


def _resource_text(data: bytes) -> None:
    resource = parse_rsc_text(_text(data), "fuzz.txt")
    written = write_rsc(resource, "fuzz.txt")
    assert write_rsc(read_rsc(written)) == written


def _shown(data: bytes) -> None:
    validate(read_rsc(data, "fuzz.rsc"), artwork(), "fuzz.rsc")


def _resources() -> list[bytes]:
    plain = [write_rsc(everything()), write_rsc(replace(everything(), order="intel")), write_rsc(menu())]
    colour = with_colour_icons(Resource([colour_tree()], ["free"]), [colour_icon()])
    return [*plain, colour, (DATA / "desktop" / "panel_de.rsc").read_bytes()]


def _resource_texts() -> list[bytes]:
    return [rsc_text(read_rsc(data)).encode() for data in _resources()]


# ---- Atari programs


def _program(data: bytes) -> None:
    file = read_program(data, "FUZZ.PRG")
    fixups = [*file.fixups]
    assert all(0 <= at <= len(file.text) + len(file.data) - 4 for at in fixups)
    head = struct.pack(">HLLLLLLH", 0x601A, len(file.text), len(file.data), file.bss, 0, 0, 0, 0)
    assert [*read_program(head + file.text + file.data + fixup_list(fixups), "FUZZ.PRG").fixups] == fixups


def _programs() -> list[bytes]:
    return [(PROGRAMS / name).read_bytes() for name in ("BENCH.PRG", "CRASH.PRG", "ACC_NOTE.ACC")]


# ---- pictures and fonts


def _fnt(data: bytes) -> None:
    font = read_fnt(data, "fuzz.fnt")
    for code in (font.first, font.last):
        font.glyph(code)
    if not font.form_width % 2:
        assert read_fnt(write_fnt(font)) == font


def _font_text(data: bytes) -> None:
    font = read_font_text(_text(data), "fuzz.txt")
    assert read_fnt(write_fnt(font)).rows == font.rows


def _small_font() -> str:
    lines = (DATA / "system" / "src" / "6x6.txt").read_text(encoding="utf-8").splitlines()
    chars = [number for number, line in enumerate(lines) if line.startswith("char ")]
    return "\n".join([*lines[: chars[0]], *lines[chars[65] : chars[72]]]) + "\n"


def _img(data: bytes) -> None:
    image = read_img(data, "fuzz.img")
    assert read_img(write_img(image)) == image


def _icn(data: bytes) -> None:
    icon = read_icn(data, "fuzz.icn")
    assert len(icon.rows) == icon.height
    assert max(icon.rows) < 1 << icon.width


_ICON = (
    b"/* GEM Icon Definition: */\n#define ICON_W 0x0011\n#define ICON_H 2\nUWORD a[4] =\n{ 0xFFFF, 0x8000, 3, 0 };\n"
)


def _png(data: bytes) -> None:
    picture = read_png(data, "fuzz.png")
    sheet_to_cards(picture.width, picture.height, picture.rows, "fuzz.png")


def _pngs() -> list[bytes]:
    pictures = [write_png(20, 3, [1, 2, 3])]
    grey = Image.new("L", (9, 2), 9)
    for image in (Image.new("I;16", (9, 2), 65535), *(grey.convert(mode) for mode in ("RGBA", "P", "LA"))):
        out = BytesIO()
        image.save(out, "PNG")
        pictures.append(out.getvalue())
    return pictures


def _imgs() -> list[bytes]:
    rows = (0, 0, 0, 0x1FFFF, 0xAAAA, 0xAAAA, 0x12345)
    return [write_img(Bitmap(17, len(rows), rows)), (DATA / "grossfamilien" / "back.img").read_bytes()]


def _art(data: bytes) -> None:
    text = write_blocks(read_blocks(_text(data), "fuzz.txt", ".#o+").values())
    assert write_blocks(read_blocks(text, "fuzz.txt", ".#o+").values()) == text


def _dat(data: bytes) -> None:
    cards = read_dat(data, "fuzz.dat")
    assemble(cards)
    assert write_dat(cards) == data


# ---- other formats


def _charset(data: bytes) -> None:
    assert encode(decode(data)) == data
    text = _text(data)
    encode(text, errors="replace")
    assert len(decode(encode(text))) == len(text)


def _events(data: bytes) -> None:
    line = parse_start(_text(data), "fuzz.jsonl")
    if line is not None:
        read_header(line, "fuzz.jsonl")
    parse_events(_text(data), "fuzz.jsonl")


def _recording(data: bytes) -> None:
    games = read_recording(data, "fuzz.txt", boards())
    assert read_recording(data, "fuzz.txt", boards(), ends=True)[-1].game == games[0].game
    text = "\n".join(map(str, games))
    assert "\n".join(map(str, read_recording(text.encode(), "again", boards()))) == text


def _link(data: bytes) -> None:
    game = parse_link(_text(data), boards())
    assert parse_link(write_link(game), boards()) == game


def _log(data: bytes) -> None:
    for entries in parse_log(_text(data), "fuzz.txt", numbers(), boards(), "vierfrei").values():
        assert read_entries(write_entries(entries)) == entries


def _word(data: bytes) -> None:
    board = VierfreiBoard.deal(42)
    for word in _text(data).split():
        board.play_word(word)


_EVENTS = (
    b'{"do":"move","x":1,"y":2}\n{"do":"click","button":"left"}\n{"do":"key","key":"F1"}\n{"do":"text","text":"7\xc3\xa4"}\n'
    b'{"do":"wait","ms":100}\n{"do":"shot","file":"a.png","pointer":false}\n{"do":"press","button":"right"}\n'
)
_STARTED = (
    b'{"do":"start","version":"1","game":"vierfrei","number":42,"screen":[640,400],"lang":"de","seed":1,'
    b'"settings":{"sound":true},"outcomes":[{"number":1,"outcome":"won"}],"unfinished":{"words":"1a","made":1,"home":0,"undos":0,'
    b'"seconds":0,"counted":true,"when":0,"attempt":0},'
    b'"files":"0"}\n{"do":"word","word":4096,"shift":1,"at":5}\n{"do":"quit","at":7}\n'
)
_GAMES = b"game: vierfrei\nnumber: 42\n\n1a 2b 4h # three\n\ngame: vierfrei\nnumber: 1\n\n"
_BOARD = deal_text("freecell", "", column_deal(1, microsoft_columns(1)), "fc-solve").encode()
_FREECELL = b"game: freecell\nnumber: 1\n\n"
_FAMILIES = b"game: grossfamilien\nnumber: 1\n\nt-o\n"


def _export(data: bytes) -> None:
    numbers = {"freecell": range(1, 32_001), "vierfrei": range(1_000_000)}
    found = export.read(data.decode(), "fuzz.json", numbers).games
    assert export.read(export.write(found), "again", numbers) == (found, [])


_EXPORT = export.write(
    {
        "freecell": Collection(
            [Ended(617, Outcome.WON, 80, 3, 300, 1.5e9), Ended(5, Outcome.LOST, 9, 0, 20, 1.6e9)],
            [Unfinished(12, ("1a", "26x3"), Progress(1, 0, 2, 40), False, 1.7e9, 3)],
        )
    }
).encode()


def _brought(game: str) -> Reader:
    """Return a reader that plays a game with the input as the player's own resource, through all menus and boxes."""

    def check(data: bytes) -> None:
        with TemporaryDirectory() as folder:
            path = Path(folder) / "my.rsc"
            path.write_bytes(data)
            Tour(GAMES[game], path).through()

    def samples() -> list[bytes]:
        return [path.read_bytes() for path in sorted((DATA / game).glob(f"{game}_*.rsc"))]

    return Reader(check, (GemportError,), samples, kinds=IN_PLACE, cost=500)


_JSON = (b"null", b"NaN", b"[[[[", b"true", b"{}")


def _json(name: str) -> Callable[[], list[bytes]]:
    return lambda: [(DATA / "system" / f"{name}.json").read_bytes()]


READERS: dict[str, Reader] = {
    "program": Reader(_program, (FormatError,), _programs),
    "rsc": Reader(_resource, (FormatError,), _resources),
    "rsc cut off": Reader(_cut_resource, (FormatError,), _resources),
    "rsc shown": Reader(_shown, (FormatError,), _resources),
    "rsc text": Reader(
        _resource_text,
        (FormatError,),
        _resource_texts,
        (
            *(b"tree 1", b"free image", b"tedinfo", b" links 0,0,0", b"G_CICON"),
            *(b"tail 00", b"\n  ", b"string", b'"', b"\\x"),
        ),
    ),
    "dat": Reader(_dat, (FormatError,), lambda: [(DATA / "vierfrei" / "cards_de.dat").read_bytes()]),
    "fnt": Reader(_fnt, (FormatError,), lambda: [(DATA / "system" / "6x6.fnt").read_bytes(), _intel_font()]),
    "font text": Reader(
        _font_text, (FormatError,), lambda: [_small_font().encode()], (b"char 1", b"offset 1 2", b"form_width", b"#")
    ),
    "art text": Reader(_art, (FormatError,), lambda: [_small_art()], (b"block x 8x2", b"hot 1 2", b"....####", b"+")),
    "icn": Reader(_icn, (FormatError,), lambda: [_ICON], (b"#define A_W 1", b"0x", b"_H 0", b"{", b"}")),
    "img": Reader(_img, (FormatError,), _imgs, (b"\0\0\xff\xff", b"\0\xff", b"\x80\xff", b"\x7f")),
    "png": Reader(
        _png, (FormatError,), _pngs, (b"IHDR", b"IDAT", b"IEND", b"PLTE", b"tRNS", b"acTL", b"fcTL", b"zTXt")
    ),
    "charset": Reader(_charset, (GemportError,), lambda: [bytes(range(256)), CHARACTERS.encode()]),
    "events": Reader(
        _events,
        (FormatError,),
        lambda: [_EVENTS, _STARTED],
        (*_JSON, b'"do"', b'"at":3', b'"start"', b"\\ud800"),
    ),
    "recordings": Reader(
        _recording,
        (RecordingError,),
        lambda: [_GAMES, _FREECELL, _FAMILIES, (RECORDED / "games" / "000001.txt").read_bytes()[:200]],
        (b"game:", b"number:", b"\n", b"26x3", b"t-o", b"h", b"a"),
    ),
    "links": Reader(
        _link,
        (NotationError,),
        lambda: [b"#vierfrei/42/1a2b4h", b"https://example.org/#freecell/1/.26x3.1a~", b"grossfamilien/5/.t-o"],
        (b"#", b"/", b".", b"~", b"h", b"x3"),
    ),
    "logbook": Reader(
        _log,
        (FormatError,),
        lambda: [b"# list\n123456 the long one\n7\nfreecell 617 hard\n"],
        (b"#", b"\n", b"\r", b"\x0b", b"\xc2\x85", b"freecell", b"0", b"9999999999"),
    ),
    "boards": Reader(
        lambda data: parse_board(_text(data)),
        (BoardTextError,),
        lambda: [_BOARD, b"Foundations: H-K C-K D-10 S-Q\nFC: KS -\n: JD QD KD\n"],
        (b":", b"\n", b"10", b"H-0", b"Freecells:", b"Foundations:", b"KS"),
    ),
    "words": Reader(_word, (IllegalMove, PlaceError), lambda: [b"1a 2b 4h 51", b"ah bh"], (b"h", b"1", b"d")),
    "mouse": Reader(lambda data: read_mouse(write_mouse(read_mouse(data))), (FormatError,), _json("mouse"), _JSON),
    "icons": Reader(lambda data: read_icons(write_icons(read_icons(data))), (FormatError,), _json("icons"), _JSON),
    "export": Reader(
        _export,
        (FormatError, UnicodeDecodeError),
        lambda: [_EXPORT],
        (*_JSON, b"1e999", b'"number"', b'"words"', b"-1", b"99999999999999999999"),
    ),
    **{f"{game} with a resource": _brought(game) for game in GAMES},
}
"""All readers by name."""


def _intel_font() -> bytes:
    return write_fnt(read_fnt((DATA / "system" / "6x6.fnt").read_bytes()), "intel")


def _small_art() -> bytes:
    return b"; art\nblock 0 8x2\nhot 1 1\n..##..##\n##..##oo\n\nblock b 1x1\n#\n"
