"""The menus of the games' resources, made from the features of each game (``gemport/play/items.py``)."""

from collections.abc import Iterator

from gemport.cards.game import AnyGame
from gemport.gem import Tree, parse_rsc_text
from gemport.play.items import LANGUAGES, MenuBox, MenuItem, Row, Separator, menus_of, numbered
from gemport.play.loop import kit_of

_ACCESSORY = {"en": "Accessory", "de": "Zubehör"}
_LABELS = {"Undo": "Undo, Ctrl+Z", "Help": "Help, F11"}
"""Keys of the Atari, with the host's keys for them."""
_INDENT = 2
_COLUMNS = 62
"""Characters on the narrowest screen, of 500 pixels: a wider menu starts left of its title."""
_GERMAN = {"Ctrl": "Strg", "Delete": "Entf"}


def menu_tree(game: AnyGame, language: str) -> Tree:
    """Return the menu tree of a game."""
    kit = kit_of(game)
    return parse_rsc_text("\n".join(_lines(game.title, kit.items(), kit.items(extras=False), language))).trees[0]


def key_label(item: MenuItem, language: str) -> str:
    """Return the key at the right of an entry, or an empty string."""
    label = _LABELS.get(item.key_name, item.key_name)
    for english, german in _GERMAN.items() if language == "de" else ():
        label = label.replace(english, german)
    return label


def _lines(title: str, items: dict[MenuItem, int], original: dict[MenuItem, int], language: str) -> Iterator[str]:
    numbers, menus, at = numbered(items, tuple(original)), menus_of(items), LANGUAGES.index(language)
    titles = {menu: f" {menu.value[at].replace('$game', title)} " for menu in menus}
    yield "tree 0 MENU"
    yield f"  {numbers['root']} G_IBOX at 0,0 size 80,25"
    yield f"    {numbers['bar']} G_BOX at 0,0 size 80,1+2"
    yield f"      {numbers['active']} G_IBOX at {_INDENT},0 size {len(''.join(titles.values()))},1+3"
    lefts, left = {}, 0
    for menu, words in titles.items():
        lefts[menu] = left
        yield f'        {numbers[menu]} G_TITLE at {left},0 size {len(words)},1+3 "{words}"'
        left += len(words)
    yield f"    {numbers['screen']} G_IBOX at 0,1+3 size 80,19"
    for menu, rows in menus.items():
        texts = [_text(row, title, language) for row in rows]
        width = max(len(words) + len(label) + bool(label) for words, label in texts) + 1
        left = min(lefts[menu] + _INDENT, _COLUMNS - width)
        yield f"      {numbers[MenuBox(menu)]} G_BOX at {left},0 size {width},{len(rows)} border -1"
        for y, (row, (words, label)) in enumerate(zip(rows, texts, strict=True)):
            line = "-" * width if isinstance(row, Separator) else f"{words:{width - len(label) - 1}}{label} "
            last = " LASTOB" if numbers[row] == len(numbers) - 1 else ""
            state = " DISABLED" if isinstance(row, Separator) else ""
            yield f'        {numbers[row]} G_STRING at 0,{y} size {width},1{last}{state} "{line}"'


def _text(row: Row, title: str, language: str) -> tuple[str, str]:
    """Return the indented words of a row, and its key."""
    if isinstance(row, MenuItem):
        label = key_label(row, language)
        words = row.words[LANGUAGES.index(language)].replace("$game", title)
        return f"  {words}{' ' if label else ''}", label
    return ("" if isinstance(row, Separator) else f"  {_ACCESSORY[language]} {row} "), ""
