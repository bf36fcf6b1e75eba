"""``gemport which``: numbers found by first cards and pictures of a start, with wrong or hidden cards."""

from collections.abc import Callable, Sequence
from pathlib import Path

import pytest
from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageGrab, ImageOps

from gemport.cards.card import card_names
from gemport.cards.deals import microsoft_columns, vierfrei_columns
from gemport.cards.grossfamilien import grossfamilien_deal
from gemport.cli.which import NEXT_COLUMN
from gemport.hosts.pictures import to_image
from tests.cli.run import refused, run
from tests.games.grossfamilien.player import Familien
from tests.hosts.xvfb import GAMMA, Program, wait_for, window_manager, xvfb

TITLES = {"vierfrei": "VIERFREI", "freecell": "FreeCell", "grossfamilien": "Großfamilien"}


def rows(game: str, number: int) -> list[list[str]]:
    """Return the names of a deal's cards, by columns, or by rows of the tableau."""
    if game == "grossfamilien":
        return [line.split() for line in grossfamilien_deal(number).lines[:4]]
    return [card_names(cards) for cards in (vierfrei_columns if game == "vierfrei" else microsoft_columns)(number)]


def line_of(game: str, number: int) -> str:
    known = f"unknown; try gemport solve {game} {number}" if game == "grossfamilien" else "can be won"
    return f"{TITLES[game]} #{number}: {known}\n"


def named(columns: Sequence[Sequence[str]]) -> list[str]:
    return f" {NEXT_COLUMN} ".join(" ".join(column) for column in columns).split()


FORMS: dict[str, Callable[[list[list[str]]], list[list[str]]]] = {
    "one": lambda columns: [(columns[0] + columns[1])[:5] if len(columns[0]) == 4 else columns[0][:5]],
    "across": lambda columns: [column[:2] for column in columns[:3]],
    "all": lambda columns: columns,
}


@pytest.mark.parametrize(
    ("game", "number", "form"),
    [
        ("vierfrei", 999_999, "across"),
        ("freecell", 617, "one"),
        ("grossfamilien", 0, "one"),
        ("grossfamilien", 0, "all"),
    ],
)
def test_the_first_cards_say_which_game_it_is(game: str, number: int, form: str) -> None:
    assert run("which", *named(FORMS[form](rows(game, number)))) == (0, line_of(game, number), "")


def test_german_ranks_and_impossible_numbers() -> None:
    english = named(FORMS["all"](rows("vierfrei", 42)))
    german = [word.replace("J", "B").replace("Q", "d") for word in english]
    assert german != english
    assert run("which", *german) == (0, line_of("vierfrei", 42), "")
    assert run("which", *named([rows("vierfrei", 8700)[0]])).out == "VIERFREI #8700: cannot be won\n"


def test_a_wrong_card_and_an_unknown_one_are_named() -> None:
    columns = [cards[:3] for cards in rows("freecell", 1)[:3]]
    assert columns == [["JD", "KD", "2S"], ["2D", "KC", "KS"], ["9H", "9S", "9D"]]
    columns[1][1], columns[2][2] = "?", "10c"
    status, out, _ = run("which", *named(columns))
    assert (status, out.splitlines()) == (
        0,
        ["FreeCell #1: can be won", "  column 2, card 2: KC", "  column 3, card 3: 9D, not TC"],
    )


def test_too_few_cards_have_many_numbers_and_some_have_none() -> None:
    status, out, _ = run("which", "JD", "KD")
    assert status == 0
    assert [line.split(":")[0] for line in out.splitlines()] == list(TITLES.values())
    assert all(" games start with these cards: " in line and line.endswith(" ...") for line in out.splitlines())
    nothing = "no deal starts with these cards\n"
    assert run("which", "JD", "JD", "JD", "JD") == (1, nothing, "")


@pytest.mark.parametrize(
    ("game", "cards", "place"), [("freecell", 7, "column 1, card 4"), ("grossfamilien", 5, "row 1, card 4")]
)
def test_one_wrong_card_is_named_for_each_match(game: str, cards: int, place: str) -> None:
    first = [card for row in rows(game, 123_456) for card in row][:cards]
    wrong = next(name for name in ("AS", "2H") if name not in first)
    status, out, err = run("which", *first[:3], wrong, *first[4:])
    assert (status, err) == (0, "")
    lines = out.splitlines()
    at = lines.index(line_of(game, 123_456).strip())
    assert lines[at + 1] == f"  {place}: {first[3]}, not {wrong}"
    # Each number has a line for its wrong card.
    assert [line.startswith("  ") for line in lines] == [False, True] * (len(lines) // 2)
    assert len(lines) == 2 or cards < 7


@pytest.mark.parametrize("game", ["vierfrei", "grossfamilien"])
def test_cards_without_a_stroke_flow_into_the_next_column(game: str) -> None:
    cards = [card for column in rows(game, 4711) for card in column]
    assert run("which", *cards[:9]) == run("which", *cards) == (0, line_of(game, 4711), "")


@pytest.mark.parametrize("separator", [[], [NEXT_COLUMN]])
def test_cards_may_be_listed_by_rows(separator: list[str]) -> None:
    columns = rows("freecell", 617)
    by_rows = [word for row in range(2) for word in [*(column[row] for column in columns), *separator]]
    assert run("which", *by_rows) == (0, line_of("freecell", 617), "")


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        (["?", NEXT_COLUMN, "?"], "at least one card must be known"),
        (["JD"] * 53, "no game has that many cards in a column"),
        (["JD"] * 9 + [NEXT_COLUMN, "JD"], "no game has that many cards in a column"),
    ],
)
def test_words_without_cards_are_refused(words: list[str], reason: str) -> None:
    assert reason in refused("which", *words)


# ---- pictures


def start(tmp_path: Path, game: str, *options: object) -> Image.Image:
    path = tmp_path / "start.png"
    assert run(game, 4711, "--new", "--screenshot", path, "--builtin", *options).status == 0
    with Image.open(path) as picture:
        return picture.convert("L")


def found(tmp_path: Path, picture: Image.Image) -> tuple[int, str]:
    path = tmp_path / "changed.PNG"
    picture.save(path)
    status, out, err = run("which", path, "--builtin")
    assert err == ""
    return status, out


@pytest.mark.parametrize(
    ("game", "lang", "screen"),
    [
        ("vierfrei", "en", "500x860"),
        ("freecell", "de", "tt-high"),
        ("grossfamilien", "de", "tt-medium"),
    ],
)
def test_a_first_picture_is_recognised(tmp_path: Path, game: str, lang: str, screen: str) -> None:
    picture = start(tmp_path, game, "--lang", lang, "--screen", screen)
    assert found(tmp_path, picture) == (0, line_of(game, 4711))


def test_large_indices_are_recognised(tmp_path: Path) -> None:
    played = Familien(4711, lang="de")
    usual = played.full_picture()
    played.program.play.looks.large_cards = True
    assert played.full_picture() != usual
    assert found(tmp_path, to_image(played.machine.frame())) == (0, line_of("grossfamilien", 4711))


def test_a_large_inverted_framed_picture_is_recognised(tmp_path: Path) -> None:
    picture = start(tmp_path, "vierfrei")
    large = ImageOps.invert(picture).resize((1920, 1200), Image.Resampling.NEAREST)
    framed = Image.new("L", (2000, 1300), 90)
    framed.paste(large, (31, 47))
    # The top of the second column's first card is at (85, 140) of 640x400 pixels.
    top = 31 + 3 * 110, 47 + 3 * 143
    framed.paste(0, (*top, top[0] + 150, top[1] + 15))
    status, out = found(tmp_path, framed)
    lines = out.splitlines()
    assert (status, lines[0]) == (0, line_of("vierfrei", 4711).strip())
    assert lines[1:] == [f"  column 2, card 1: {rows('vierfrei', 4711)[1][0]}"]


def shown_at(picture: Image.Image, across: int, down: int) -> Image.Image:
    """Return a picture scaled like a window of this size, with blended pixels."""
    fine = picture.resize((across * 8, down * 8), Image.Resampling.NEAREST)
    return fine.reduce(8).point([round(255 * (light / 255) ** (1 / GAMMA)) for light in range(256)])


@pytest.mark.parametrize(
    ("game", "screen", "size", "inverted", "noise"),
    [
        # a fractional scale, and the surroundings
        ("freecell", "st-high", (896, 560), True, 60),
        # a reduced picture
        ("vierfrei", "tt-high", (971, 728), True, 0),
        ("grossfamilien", "st-high", (560, 350), False, 0),
    ],
)
def test_a_window_of_any_size_is_recognised(
    tmp_path: Path, game: str, screen: str, size: tuple[int, int], inverted: bool, noise: int
) -> None:
    picture = start(tmp_path, game, "--screen", screen)
    desk = Image.effect_noise((size[0] + 90, size[1] + 70), noise)
    desk.paste(shown_at(ImageOps.invert(picture) if inverted else picture, *size), (37, 41))
    assert is_read(tmp_path, desk, game)


def is_read(tmp_path: Path, picture: Image.Image, game: str) -> bool:
    """Return whether the number is found without a wrong card; some cards may be unclear."""
    status, out = found(tmp_path, picture)
    return status == 0 and out.startswith(line_of(game, 4711)) and ", not " not in out


@pytest.mark.parametrize(("scale", "resampling"), [(0.66, Image.Resampling.BILINEAR), (1.37, Image.Resampling.LANCZOS)])
def test_other_programs_may_have_scaled_a_picture(tmp_path: Path, scale: float, resampling: Image.Resampling) -> None:
    picture = start(tmp_path, "freecell", "--screen", "500x860")
    size = round(picture.width * scale), round(picture.height * scale)
    assert is_read(tmp_path, picture.resize(size, resampling), "freecell")


def test_a_photo_may_be_turned_blurred_and_darker_at_one_side(tmp_path: Path) -> None:
    screen = start(tmp_path, "vierfrei").resize((1600, 1000), Image.Resampling.BICUBIC)
    turned = ImageOps.expand(screen, 100, 30).rotate(1.7, Image.Resampling.BICUBIC).filter(ImageFilter.GaussianBlur(1))
    shade = Image.linear_gradient("L").resize(turned.size).point([160 + value // 3 for value in range(256)])
    photo = ImageChops.multiply(turned, shade)
    path = tmp_path / "photo.jpg"
    photo.save(path, quality=70)
    status, out, _ = run("which", path, "--builtin")
    assert (status, out.splitlines()[0]) == (0, line_of("vierfrei", 4711).strip())


def test_a_picture_may_lack_columns_at_the_left(tmp_path: Path) -> None:
    picture = start(tmp_path, "vierfrei")
    assert is_read(tmp_path, picture.crop((180, 0, *picture.size)), "vierfrei")


def test_an_unclear_card_is_not_guessed(tmp_path: Path) -> None:
    window = shown_at(start(tmp_path, "vierfrei"), 480, 300)
    # The suits of the second column's first card, at (85, 140) of 640x400 pixels.
    ImageDraw.Draw(window).rectangle((64, 105, 112, 113), 255)
    status, out = found(tmp_path, window)
    lines = out.splitlines()
    assert (status, lines[0]) == (0, line_of("vierfrei", 4711).strip())
    assert f"  column 2, card 1: {rows('vierfrei', 4711)[1][0]}" in lines
    assert ", not " not in out


def test_a_picture_without_cards_of_the_deck_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "blank.png"
    Image.new("L", (1366, 768), 255).save(path)
    line = refused("which", path)
    assert "no start of a game with the cards of this deck found" in line
    assert "smaller than 1:1 are not always readable, pictures saved with Save picture, Bild sichern, are" in line


@pytest.mark.parametrize("size", [(1, 4_194_304), (319, 200), (320, 199), (8193, 400)])
def test_a_picture_of_wrong_size_is_refused_before_decoding(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, size: tuple[int, int]
) -> None:
    path = tmp_path / "large.png"
    Image.new("1", size).save(path)
    monkeypatch.delattr(Image, "open")
    assert f"a picture of {size[0]}x{size[1]}: it may have from 320x200 to 8192x8192 pixels" in refused("which", path)


@pytest.mark.window
def test_a_screenshot_of_a_window_is_recognised(tmp_path: Path) -> None:
    path, fraction = tmp_path / "screen.png", (560, 350)
    command = ["-m", "gemport", "grossfamilien", "4711", "--new", "--builtin", "--mute", "--scale", "fit"]
    with (
        xvfb(560, 400) as display,
        window_manager(display, frames=True),
        Program.python(command, display, "4711") as program,
    ):
        assert program.has_size("4711", fraction)
        program.drawn()

        def is_found() -> bool:
            ImageGrab.grab(xdisplay=display).save(path)
            return run("which", path, "--builtin") == (0, line_of("grossfamilien", 4711), "")

        wait_for(is_found, "the deal is not found")
