"""Speech: the contents of the screen as sentences, for a host that speaks or writes them.

Menus, dialogs and alerts are read from their object trees. Without a listener, nothing is read.
"""

import re
from collections.abc import Callable, Iterable
from typing import NamedTuple

from gemport.gem.aes.draw import branch_rects
from gemport.gem.aes.objects import raw_text
from gemport.gem.formats.charset import CHARACTERS
from gemport.gem.formats.structures import IconBlk, ObFlag, Object, ObState, ObType, TedInfo, Tree, object_type

_TEXT_TYPES = (ObType.G_STRING, ObType.G_TEXT, ObType.G_BOXTEXT, ObType.G_FTEXT, ObType.G_FBOXTEXT, ObType.G_ICON)
_PLAIN_ARROWS = str.maketrans(CHARACTERS[1:5], "↑↓→←")  # arrows that voices know by name
_UNSPOKEN_SIGNS = re.compile(f"[{CHARACTERS[0]}{CHARACTERS[5:8]}{CHARACTERS[9:32]}⌂∙]|--+")
"""Symbols of the system font except arrows and the check mark, bullets, and separator lines in menus."""
_SPACED_WORD = re.compile(r"\b(?:[^\W\d_] ){3,}[^\W\d_]\b")  # a word with spaced letters


class SpokenWords(NamedTuple):
    """The words that do not appear in any object tree."""

    disabled: str = "not available"
    on: str = "on"
    off: str = "off"
    selected: str = "selected"
    not_selected: str = "not selected"
    button: str = "button"
    buttons: str = "buttons"


class _Form(NamedTuple):
    """The spoken parts of a form."""

    tree: Tree
    texts: dict[int, str]  # the words of each button, and of each line by its first object
    selected: set[int]
    focus: int | None  # the button reached by keys, or the default button


class Speech:
    """The voice of a machine.

    ``on_say`` is called with each sentence, or is None without a listener. An empty sentence means that the user has
    done something else and all earlier sentences are obsolete.
    """

    def __init__(self) -> None:
        self.on_say: Callable[[str], None] | None = None
        self.words = SpokenWords()
        self.sentences = 0
        self._forms: list[_Form] = []  # the open forms, the topmost last

    @property
    def heard(self) -> bool:
        """True if a host listens."""
        return self.on_say is not None

    def say(self, text: str) -> None:
        """Say a sentence with its blanks collapsed."""
        text = _plain(text)
        if self.on_say is not None and text:
            self.sentences += 1
            self.on_say(text)

    def hush(self) -> None:
        """Report that earlier sentences are obsolete."""
        if self.on_say is not None:
            self.on_say("")

    # ---- menus

    def entry(self, tree: Tree, item: int) -> None:
        """Say a title or an entry of a menu and its state."""
        state, said = tree[item].ob_state, _text(tree[item])
        if self.on_say is None or not said:
            return
        if ObState.CHECKED in state:
            said = f"{said}, {self.words.on}"
        if ObState.DISABLED in state:
            said = f"{said}, {self.words.disabled}"
        self.say(said)

    def switched(self, tree: Tree, item: int, before: ObState) -> None:
        """Say that an entry's check mark was set or cleared, if so."""
        now = tree[item].ob_state
        if self.on_say is not None and (now ^ before) & ObState.CHECKED:
            self.say(f"{_text(tree[item])}, {self.words.on if ObState.CHECKED in now else self.words.off}")

    # ---- forms

    def is_open(self, tree: Tree) -> bool:
        """Return whether a form with this tree has been spoken and is still open."""
        return any(form.tree is tree for form in self._forms)

    @property
    def topmost(self) -> Tree | None:
        """The tree of the form opened last; None without a form or without a listener."""
        return self._forms[-1].tree if self._forms else None

    def form(self, tree: Tree, text: str | None = None) -> None:
        """Say a form: all of it when it opens, with ``text`` instead of its lines, later only changes."""
        if self.on_say is None:
            return
        now = self._read(tree)
        while self.is_open(tree):
            before = self._forms.pop()
            if before.tree is tree:
                self._say_changes(before, now)
                self._forms.append(now)
                return
        self._forms.append(now)
        buttons = [obj for obj in now.texts if object_type(tree[obj]) == ObType.G_BUTTON]
        lines = [said for obj, said in now.texts.items() if obj not in buttons]
        self.say(" ".join(line if line[-1] in ".,:;!?" else f"{line}." for line in lines) if text is None else text)
        if len(buttons) > 1:
            self.say(f"{self.words.buttons}: {', '.join(now.texts[obj] for obj in buttons)}")
        self._say_focus(now)

    def leave(self, tree: Tree) -> None:
        """Forget a form after its box is closed."""
        self._forms = [form for form in self._forms if form.tree is not tree]

    def _read(self, tree: Tree) -> _Form:
        places = dict(branch_rects(tree, 0))
        rows: dict[int, list[int]] = {}
        texts: dict[int, str] = {}
        selected: set[int] = set()
        for obj in sorted(places, key=lambda obj: (places[obj].y, places[obj].x)):
            kind, state = object_type(tree[obj]), tree[obj].ob_state
            if kind in _TEXT_TYPES and _text(tree[obj]):
                rows.setdefault(places[obj].y, []).append(obj)
                texts[rows[places[obj].y][0]] = " ".join(_text(tree[part]) for part in rows[places[obj].y])
            elif kind == ObType.G_BUTTON:
                off = ObState.DISABLED in state
                texts[obj] = f"{_text(tree[obj])}, {self.words.disabled}" if off else _text(tree[obj])
            if ObState.SELECTED in state and ObFlag.EXIT not in tree[obj].ob_flags:
                selected.add(obj)
        # In a table's row, it would be spoken without its column.
        selected -= {obj for row in rows.values() if len(row) > 1 for obj in row}
        for obj in selected & texts.keys():
            texts[obj] = f"{texts[obj]}, {self.words.selected}"
        return _Form(tree, texts, selected, _focus(tree, places))

    def _say_changes(self, before: _Form, now: _Form) -> None:
        """Say the differences; for a moved selection, only the new position."""
        changed = [obj for obj, said in now.texts.items() if before.texts.get(obj) != said]
        chosen = [obj for obj in changed if obj in now.selected]
        for obj in chosen or changed:
            gone = obj in before.selected and before.texts[obj] == f"{now.texts[obj]}, {self.words.selected}"
            self.say(f"{now.texts[obj]}, {self.words.not_selected}" if gone else now.texts[obj])
        if now.focus != before.focus:
            self._say_focus(now)

    def _say_focus(self, form: _Form) -> None:
        if form.focus is not None:
            self.say(f"{form.texts[form.focus]}, {self.words.button}")


def _focus(tree: Tree, visible: Iterable[int]) -> int | None:
    """Return the outlined button, or else the default button, or None."""
    buttons = [obj for obj in visible if object_type(tree[obj]) == ObType.G_BUTTON]
    outlined = (obj for obj in buttons if ObState.OUTLINED in tree[obj].ob_state)
    return next(outlined, next((obj for obj in buttons if ObFlag.DEFAULT in tree[obj].ob_flags), None))


def _text(obj: Object) -> str:
    """Return an object's text; for an editable field including its label."""
    spec = obj.ob_spec
    if isinstance(spec, TedInfo):
        filled = raw_text(spec)
        spec = f"{spec.te_ptmplt.replace('_', ' ')} {filled}" if ObFlag.EDITABLE in obj.ob_flags else filled
    elif isinstance(spec, IconBlk):
        spec = spec.ib_ptext
    return _plain(spec) if isinstance(spec, str) else ""


def _plain(text: str) -> str:
    """Return a text with single blanks, without unspeakable symbols and with spaced words joined."""
    text = " ".join(_UNSPOKEN_SIGNS.sub(" ", text.translate(_PLAIN_ARROWS)).split())
    return _SPACED_WORD.sub(lambda word: word[0].replace(" ", ""), text)
