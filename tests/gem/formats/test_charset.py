import pytest

from gemport.gem.errors import GemportError
from gemport.gem.formats.charset import CHARACTERS, decode, encode


def test_all_256_codes_have_a_character_of_their_own() -> None:
    assert len(CHARACTERS) == len(set(CHARACTERS)) == 256
    assert encode(decode(bytes(range(256)))) == bytes(range(256))


def test_ascii_stays_ascii() -> None:
    plain = bytes(range(32, 127))
    assert decode(plain) == plain.decode("ascii")


@pytest.mark.parametrize(
    ("character", "code"),
    [
        *(("ä", 0x84), ("ö", 0x94), ("ü", 0x81), ("Ä", 0x8E), ("Ö", 0x99), ("Ü", 0x9A), ("ß", 0x9E), ("✓", 0x08)),
        *(("μ", 0xE6), ("Δ", 0x7F), ("\u2126", 0xEA), ("ε", 0xEE)),
    ],
)
def test_german_letters_and_look_alikes(character: str, code: int) -> None:
    assert encode(character) == bytes([code])


def test_an_unknown_character_is_named_with_its_place() -> None:
    with pytest.raises(GemportError, match=r"character 3 of 'ab€': '€' \(U\+20AC\)"):
        encode("ab€")


def test_unknown_characters_can_be_replaced() -> None:
    assert encode("ä€ß", errors="replace") == b"\x84?\x9e"
