"""Text to resources (see :mod:`gemport.gem.formats.rsc.text`)."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass, field

from gemport.gem.formats.blocks import is_row
from gemport.gem.formats.rsc.colour import show_colour_icons
from gemport.gem.formats.rsc.names import NAME
from gemport.gem.formats.rsc.objects import (
    BitBlk,
    BoxSpec,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    RawSpec,
    TedInfo,
    Tree,
)
from gemport.gem.formats.rsc.resource import (
    BOX_TYPES,
    SECTIONS,
    STRING_ORDERS,
    STRING_TYPES,
    TEXT_TYPES,
    Layout,
    Resource,
    Structure,
    object_type,
    tree_fault,
)
from gemport.gem.formats.rsc.unparse import FLAG_NAMES, JUSTIFICATIONS, KINDS, STATE_NAMES
from gemport.gem.formats.rsc.words import Words


@dataclass
class _Body:
    """A structure that is being described: its lines come one by one."""

    item: Structure
    line: int
    keys: set[str] = field(default_factory=set)
    rows: list[str] = field(default_factory=list)


@dataclass
class _Table:
    """The structures of one kind: in the order of the text, some with a number of the file's table."""

    found: list[Structure] = field(default_factory=list)
    numbered: dict[int, Structure] = field(default_factory=dict)


def parse_rsc_text(text: str, name: str = "resource") -> Resource:
    """The resource of a text. ``name`` is for messages; raises FormatError that names file and line."""
    parser = _Parser(name)
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith(";"):
            parser.line = number
            parser.take(line)
    return parser.finish()


class _Parser(Words):
    """Takes the text line by line."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.resource = Resource()
        self.tables: dict[type[Structure], _Table] = {kind: _Table() for kind in KINDS}
        self.body: _Body | None = None
        self.tree: dict[int, Object] | None = None
        self.tree_line = 0
        self.object_names: dict[int, str] = {}
        self.taken: defaultdict[int, set[str]] = defaultdict(set)
        """The names in each table of names."""
        self.parents: list[tuple[int, int]] = []
        self.children: dict[int, list[int]] = {}
        self.loose: dict[int, tuple[int, int, int]] = {}
        self.references: list[tuple[int, type[Structure], int, Callable[[Structure], None]]] = []

    def take(self, line: str) -> None:
        """One line that is neither empty nor a comment."""
        words = self.tokens(line)
        indent = len(line) - len(line.lstrip())
        if indent == 0:
            self._close_body()
            self._close_tree()
            self._top(words)
        elif words[0].isascii() and words[0].isdigit():
            self._close_body()
            self._take_object(indent, words)
        elif self.body is None:
            self.fail(f"{words[0]!r} does not belong here")
        else:
            self._take_body(self.body, words)

    def finish(self) -> Resource:
        """The resource, after the last line."""
        self._close_body()
        self._close_tree()
        resource = self.resource
        teds, icons, bits = (self._table(kind) for kind in (TedInfo, IconBlk, BitBlk))
        resource.tedinfos = [item for item in teds if isinstance(item, TedInfo)]
        resource.iconblks = [item for item in icons if isinstance(item, IconBlk)]
        resource.bitblks = [item for item in bits if isinstance(item, BitBlk)]
        for line, kind, number, use in self.references:
            item = self.tables[kind].numbered.get(number)
            if item is None:
                self.fail(f"there is no {KINDS[kind]} #{number} to see", line)
            use(item)
        show_colour_icons(resource, self.name)
        return resource

    # --- lines at the left margin

    def _top(self, words: list[str]) -> None:
        key, rest = words[0], words[1:]
        if key == "tree":
            self._start_tree(rest)
        elif key == "string" and len(rest) in (1, 2):
            if len(rest) == 2:
                self._name(self.resource.names.strings, len(self.resource.strings), rest[0])
            self.resource.strings.append(self.string(rest[-1]))
        elif key == "free" and rest[:1] == ["image"]:
            self._free_image(rest[1:])
        elif key == "unused" and rest:
            kind = next((kind for kind, word in KINDS.items() if word == rest[0]), None)
            if kind is None or len(rest) != 2:
                self.fail("unused is followed by tedinfo, icon or image, and a number #N")
            self._define(kind, rest[1:])
        elif key == "byte-order" and rest == ["intel"]:
            self.resource.order = "intel"
        elif key == "version" and len(rest) == 1:
            self.resource.version = self.number(rest[0], 0, 0xFFFF)
        elif key == "sections":
            sections = tuple(part.strip() for part in " ".join(rest).split(","))
            if sorted(sections) != sorted(SECTIONS):
                self.fail(f"sections must name each of these once: {', '.join(SECTIONS)}")
            self.resource.layout = Layout(sections, self.resource.layout.strings)
        elif key == "string-order" and " ".join(rest) in STRING_ORDERS:
            self.resource.layout = Layout(self.resource.layout.sections, " ".join(rest))
        elif key == "tail" and len(rest) == 1 and re.fullmatch("(?:[0-9a-f]{2})+", rest[0]):
            self.resource.tail += bytes.fromhex(rest[0])
        else:
            self.fail(f"{' '.join(words)[:40]!r} cannot stand at the left margin")

    def _start_tree(self, words: list[str]) -> None:
        trees = self.resource.trees
        if not words or words[0] != str(len(trees)):
            self.fail(f"the next tree is tree {len(trees)}")
        rest = words[1:]
        if rest and rest[0] != "see":
            self._name(self.resource.names.trees, len(trees), rest.pop(0))
        if rest[:1] == ["see"] and len(rest) == 2:
            trees.append(trees[self.number(rest[1], 0, len(trees) - 1)])
            return
        if rest:
            self.fail("a tree's number is followed by its name, and by: see N")
        self.tree, self.tree_line = {}, self.line
        self.object_names.clear()
        self.taken[id(self.object_names)].clear()
        self.parents, self.children, self.loose = [], {}, {}

    def _free_image(self, words: list[str]) -> None:
        images = self.resource.images
        if words[:1] == ["see"]:
            images.append(BitBlk(b"", 0, 0))
            at = len(images) - 1

            def use(item: Structure) -> None:
                if isinstance(item, BitBlk):
                    images[at] = item

            self._refer(BitBlk, words[1:], use)
        else:
            item = self._define(BitBlk, words)
            if isinstance(item, BitBlk):
                images.append(item)

    # --- objects

    def _take_object(self, indent: int, words: list[str]) -> None:
        if self.tree is None:
            self.fail("an object outside of a tree")
        number = self.number(words[0], 0, 0x7FFF)
        if number in self.tree:
            self.fail(f"object {number} appears twice in this tree")
        ob = self.tree[number] = Object(ob_spec=None)
        described = words[1:]
        if described[2:3] == ["at"]:
            self._name(self.object_names, number, described.pop(0))
        self._read_words(ob, number, described)
        while self.parents and self.parents[-1][0] >= indent:
            self.parents.pop()
        if number in self.loose:
            return
        if self.parents:
            self.children[self.parents[-1][1]].append(number)
        elif number:
            self.fail(f"object {number} has no parent (the root is object 0, its children stand further right)")
        self.children[number] = []
        self.parents.append((indent, number))

    def _read_words(self, ob: Object, number: int, words: list[str]) -> None:
        if len(words) < 5 or words[1] != "at" or words[3] != "size":
            self.fail(f"object {number} must begin with: [NAME] TYPE at X,Y size W,H")
        ob.ob_type = self._type(words[0])
        ob.ob_x, ob.ob_y = self.coordinates(words[2])
        ob.ob_width, ob.ob_height = self.coordinates(words[4])
        rest = words[5:]
        shown: list[str] = []
        while rest:
            word = rest.pop(0)
            if word in FLAG_NAMES:
                ob.ob_flags |= FLAG_NAMES[word]
            elif word in STATE_NAMES:
                ob.ob_state |= STATE_NAMES[word]
            elif word == "flags" and rest:
                ob.ob_flags |= ObFlag(self.number(rest.pop(0), 0, 0xFFFF))
            elif word == "states" and rest:
                ob.ob_state |= ObState(self.number(rest.pop(0), 0, 0xFFFF))
            elif word == "links" and rest:
                links = self.numbers(rest.pop(0), 3)
                self.loose[number] = links[0], links[1], links[2]
            else:
                shown.append(word)
        self._read_spec(ob, shown)

    def _type(self, word: str) -> int:
        base, _, high = word.partition("/")
        if base in ObType.__members__:
            kind = int(ObType[base])
        elif base.startswith("TYPE_"):
            kind = self.number(base[5:], 0, 255)
        else:
            self.fail(f"{base[:40]!r} is not a type of object")
        return kind | (self.number(high, 0, 255) << 8 if high else 0)

    def _read_spec(self, ob: Object, words: list[str]) -> None:
        """What follows place, size, flags and states."""
        kind = object_type(ob)
        if words == ["nothing"]:
            return
        if kind in BOX_TYPES:
            ob.ob_spec = self._box(words)
        elif kind in STRING_TYPES:
            if len(words) != 1:
                self.fail("this type of object needs one string")
            ob.ob_spec = self.string(words[0])
        elif kind in TEXT_TYPES:
            self._read_structure(ob, TedInfo, words)
        elif kind == ObType.G_ICON:
            self._read_structure(ob, IconBlk, words)
        elif kind == ObType.G_IMAGE:
            self._read_structure(ob, BitBlk, words)
        elif kind == ObType.G_CICON and len(words) == 2 and words[0] == "colour-icon":
            ob.ob_spec = RawSpec(self.number(words[1], 0, 0xFFFF))
        elif len(words) == 2 and words[0] == "raw":
            ob.ob_spec = RawSpec(self.number(words[1], 0, 0xFFFFFFFE))
        else:
            self.fail("this type of object needs: raw NUMBER, or nothing")

    def _box(self, words: list[str]) -> BoxSpec:
        box = BoxSpec()
        if len(words) % 2:
            self.fail(f"{' '.join(words)[:40]!r} is not: char C, border N, color N")
        for key, value in zip(words[::2], words[1::2], strict=True):
            if key == "char":
                box.char = self.char(value)
            elif key == "border":
                box.thickness = self.number(value, -128, 127)
            elif key == "color":
                box.color = self.number(value, 0, 0xFFFF)
            else:
                self.fail(f"{key[:40]!r} is not a field of a box (char, border, color)")
        return box

    def _read_structure(self, ob: Object, kind: type[Structure], words: list[str]) -> None:
        if words[:1] == ["see"]:

            def use(item: Structure) -> None:
                ob.ob_spec = item

            self._refer(kind, words[1:], use)
        elif words[:1] == [KINDS[kind]]:
            ob.ob_spec = self._define(kind, words[1:])
        else:
            self.fail(f"this type of object needs: {KINDS[kind]}, see #N, or nothing")

    def _close_tree(self) -> None:
        """Make the links of the tree that ends here from its indentation."""
        if self.tree is None:
            return
        objects, self.tree = self.tree, None
        missing = next((number for number in range(len(objects)) if number not in objects), None)
        if missing is not None or not objects:
            self.fail(f"the tree has no object {missing or 0}", self.tree_line)
        tree: Tree = [objects[number] for number in range(len(objects))]
        for parent, children in self.children.items():
            if children:
                tree[parent].ob_head, tree[parent].ob_tail = children[0], children[-1]
            for child, following in zip(children, [*children[1:], parent], strict=False):
                tree[child].ob_next = following
        for number, links in self.loose.items():
            tree[number].ob_next, tree[number].ob_head, tree[number].ob_tail = links
        fault = tree_fault(tree)
        if fault is not None:
            self.fail(f"object {fault[0]}: {fault[1]}", self.tree_line)
        names = self.resource.names.objects
        names.update({(len(self.resource.trees), number): word for number, word in sorted(self.object_names.items())})
        self.resource.trees.append(tree)

    def _name(self, names: dict[int, str], number: int, word: str) -> None:
        """Take up what something is called; each name once among its like."""
        if not NAME.fullmatch(word):
            self.fail(f"{word[:40]!r} cannot be a name: capital letters, digits and _, a letter first")
        if word in self.taken[id(names)]:
            self.fail(f"{word} is the name of number {next(n for n, known in names.items() if known == word)} already")
        self.taken[id(names)].add(word)
        names[number] = word

    # --- structures

    def _define(self, kind: type[Structure], words: list[str]) -> Structure:
        item: Structure
        if kind is TedInfo:
            item = TedInfo("")
        elif kind is IconBlk:
            item = IconBlk(b"", b"", "")
        else:
            item = BitBlk(b"", 0, 0)
        table = self.tables[kind]
        if words:
            number = self._reference_number(words)
            if number in table.numbered:
                self.fail(f"{KINDS[kind]} #{number} appears twice")
            table.numbered[number] = item
        table.found.append(item)
        self.body = _Body(item, self.line)
        return item

    def _refer(self, kind: type[Structure], words: list[str], use: Callable[[Structure], None]) -> None:
        self.references.append((self.line, kind, self._reference_number(words), use))

    def _reference_number(self, words: list[str]) -> int:
        if len(words) != 1 or not words[0].startswith("#"):
            self.fail("a number like #3 is needed here")
        return self.number(words[0][1:], 0, 0xFFFF)

    def _table(self, kind: type[Structure]) -> list[Structure]:
        """The table of a kind: numbered structures at their place, the others in order where there is room."""
        table = self.tables[kind]
        beyond = next((number for number in table.numbered if number >= len(table.found)), None)
        if beyond is not None:
            self.fail(f"{KINDS[kind]} #{beyond}: there are only {len(table.found)} of them, counted from 0")
        numbered = {id(item) for item in table.numbered.values()}
        others = iter([item for item in table.found if id(item) not in numbered])
        return [table.numbered[n] if n in table.numbered else next(others) for n in range(len(table.found))]

    def _take_body(self, body: _Body, words: list[str]) -> None:
        if len(words) == 1 and is_row(words[0]) and not isinstance(body.item, TedInfo):
            body.rows.append(words[0])
            return
        key = words[0]
        if len(words) != 2 or body.rows:
            self.fail(f"{' '.join(words)[:40]!r} is not: a key and its value")
        if key in body.keys:
            self.fail(f"{key} is given twice")
        body.keys.add(key)
        if isinstance(body.item, TedInfo):
            self._tedinfo_value(body.item, key, words[1])
        elif isinstance(body.item, IconBlk):
            self._icon_value(body.item, key, words[1])
        else:
            self._image_value(body.item, key, words[1])

    def _tedinfo_value(self, ted: TedInfo, key: str, value: str) -> None:
        strings = {"text": "te_ptext", "template": "te_ptmplt", "valid": "te_pvalid"}
        if key in strings:
            setattr(ted, strings[key], self.string(value))
        elif key == "just" and value in JUSTIFICATIONS:
            ted.te_just = JUSTIFICATIONS.index(value)
        elif key == "color":
            ted.te_color = self.number(value, 0, 0xFFFF)
        elif key in ("font", "just", "thickness", "txtlen", "tmplen", "fontid", "fontsize"):
            setattr(ted, "te_" + key, self.number(value, -0x8000, 0x7FFF))
        else:
            self.fail(f"{key[:40]!r} is not a field of a tedinfo")

    def _icon_value(self, icon: IconBlk, key: str, value: str) -> None:
        pairs = {
            "size": ("ib_wicon", "ib_hicon"),
            "char-at": ("ib_xchar", "ib_ychar"),
            "icon-at": ("ib_xicon", "ib_yicon"),
            "label-at": ("ib_xtext", "ib_ytext"),
            "label-size": ("ib_wtext", "ib_htext"),
        }
        if key in pairs:
            for attribute, number in zip(pairs[key], self.numbers(value, 2), strict=True):
                setattr(icon, attribute, number)
        elif key == "label":
            icon.ib_ptext = self.string(value)
        elif key == "char":
            icon.ib_char = self.number(value, 0, 0xFFFF)
        else:
            self.fail(f"{key[:40]!r} is not a field of an icon")

    def _image_value(self, image: BitBlk, key: str, value: str) -> None:
        if key == "size":
            image.bi_wb, image.bi_hl = self.numbers(value, 2)
        elif key == "from":
            image.bi_x, image.bi_y = self.numbers(value, 2)
        elif key == "color":
            image.bi_color = self.number(value, -0x8000, 0x7FFF)
        else:
            self.fail(f"{key[:40]!r} is not a field of an image")

    def _close_body(self) -> None:
        """Complete the structure whose description ends here."""
        body, self.body = self.body, None
        if body is None:
            return
        item = body.item
        if isinstance(item, TedInfo):
            if "txtlen" not in body.keys:
                item.te_txtlen = len(item.te_ptext) + 1
            if "tmplen" not in body.keys:
                item.te_tmplen = len(item.te_ptmplt) + 1
        elif isinstance(item, IconBlk):
            row_bytes = (item.ib_wicon + 15) // 16 * 2
            item.ib_pmask = self._bitmap(body, "o#", row_bytes, item.ib_hicon)
            item.ib_pdata = self._bitmap(body, "+#", row_bytes, item.ib_hicon)
        else:
            item.bi_pdata = self._bitmap(body, "#", item.bi_wb, item.bi_hl)

    def _bitmap(self, body: _Body, signs: str, row_bytes: int, height: int) -> bytes:
        if row_bytes < 0 or height < 0:
            self.fail("a size cannot be negative", body.line)
        expected = height if row_bytes else 0
        if len(body.rows) != expected or any(len(row) != row_bytes * 8 for row in body.rows):
            self.fail(f"{expected} rows of {row_bytes * 8} characters are needed below", body.line)
        if isinstance(body.item, BitBlk) and any(not set(row) <= {".", "#"} for row in body.rows):
            self.fail("the rows of an image may hold only . and #", body.line)
        bits = ["".join("1" if sign in signs else "0" for sign in row) for row in body.rows]
        return b"".join(int(row, 2).to_bytes(row_bytes, "big") for row in bits)
