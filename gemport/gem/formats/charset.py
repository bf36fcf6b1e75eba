"""The Atari ST character set: all 256 codes, one byte per character, converted to Unicode and back without loss.

Codes 0E, 0F and 1C..1F (parts of pictures in the system font) have no Unicode character. They use the private use area
at U+E000 + code.
"""

from typing import Literal

from gemport.gem.errors import GemportError

CHARACTERS = (
    "\x00⇧⇩⇨⇦\U0001fbbd\U0001fbbe\U0001fbbf✓\U0001f552\U0001f514♪␌␍\ue00e\ue00f"
    "\U0001fbf0\U0001fbf1\U0001fbf2\U0001fbf3\U0001fbf4\U0001fbf5\U0001fbf6\U0001fbf7\U0001fbf8\U0001fbf9ə␛\ue01c\ue01d\ue01e\ue01f"
    " !\"#$%&'()*+,-./"
    "0123456789:;<=>?"
    "@ABCDEFGHIJKLMNO"
    "PQRSTUVWXYZ[\\]^_"
    "`abcdefghijklmno"
    "pqrstuvwxyz{|}~⌂"
    "ÇüéâäàåçêëèïîìÄÅ"
    "ÉæÆôöòûùÿÖÜ¢£¥ßƒ"
    "áíóúñÑªº¿⌐¬½¼¡«»"
    "ãõØøœŒÀÃÕ¨´†¶©®™"
    "ĳĲ\u05d0\u05d1\u05d2\u05d3\u05d4\u05d5\u05d6\u05d7\u05d8\u05d9\u05db\u05dc\u05de\u05e0"
    "\u05e1\u05e2\u05e4\u05e6\u05e7\u05e8\u05e9\u05ea\u05df\u05da\u05dd\u05e3\u05e5§∧∞"
    "αβΓπΣσµτΦΘΩδ∮φ∈∩"
    "≡±≥≤⌠⌡÷≈°∙·√ⁿ²³¯"
)
"""The character of each code 0..255."""

_LOOK_ALIKES = {"μ": 0xE6, "Δ": 0x7F, "\u2126": 0xEA, "ε": 0xEE}
_CODES = {**_LOOK_ALIKES, **{character: code for code, character in enumerate(CHARACTERS)}}


def decode(data: bytes) -> str:
    """Return the Unicode text for Atari codes, one character per byte. Every code is valid."""
    return "".join(map(CHARACTERS.__getitem__, data))


def encode(text: str, errors: Literal["strict", "replace"] = "strict") -> bytes:
    """Return the Atari codes of a Unicode text, one byte per character; the inverse of :func:`decode`.

    Some similar characters are also accepted (µ and Ω in both forms, Δ, ε). With ``errors="replace"`` a character
    without a code becomes ``?``; otherwise it raises GemportError with its name.
    """
    try:
        return bytes(map(_CODES.__getitem__, text))
    except KeyError:
        if errors == "replace":
            return bytes(_CODES.get(character, 0x3F) for character in text)
        position, unknown = next((at, character) for at, character in enumerate(text, 1) if character not in _CODES)
        reason = f"{unknown!r} (U+{ord(unknown):04X}) is not in the Atari character set"
        raise GemportError(f"character {position} of {text!r}: {reason}") from None
