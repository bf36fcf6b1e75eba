"""The depth of JSON, which is counted before the parser sees it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gemport.gem.jsontext import DEEPEST, read_json

VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text('"\\[]{}ä\n'),
    lambda values: st.lists(values, max_size=3) | st.dictionaries(st.text('"\\[{x'), values, max_size=3),
)


def nested(levels: int, inner: str = "") -> str:
    pairs, odd = divmod(levels, 2)
    return '{"\\"[": [' * pairs + "[" * odd + (inner or "1") + "]" * odd + "]}" * pairs


@given(VALUES)
def test_brackets_in_strings_are_no_levels(value: object) -> None:
    assert read_json(json.dumps([value, value])) == [value, value]


@pytest.mark.parametrize("inner", ['"' + "[" * 99 + '"', '"\\\\"', '"\\"[[[["', ""])
def test_one_level_too_many_is_refused(inner: str) -> None:
    for text in (nested(DEEPEST, inner), nested(DEEPEST, inner).encode()):
        assert read_json(text) == json.loads(text)
    with pytest.raises(ValueError, match="nested more than 50 deep"):
        read_json(nested(DEEPEST + 1, inner))


@pytest.mark.parametrize("text", ["[" * 100_000, '{"a":' * 100_000, '["\\\\",' * 100_000])
def test_what_never_ends_is_refused_as_well(text: str) -> None:
    with pytest.raises(ValueError, match="nested"):
        read_json(text)
