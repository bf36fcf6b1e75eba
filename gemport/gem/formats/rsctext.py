r"""Resources as text that a person edits.

A file looks like this::

    ; lines starting with a semicolon are comments
    byte-order intel                           only for files of GEM on a PC; the default is the Atari's order
    version 1                                  only if not 0
    sections strings, images, ..               only if the parts of the file are in an unusual order

    tree 0 MENU                                trees in the order of their numbers, with an optional name
      0 G_IBOX at 0,0 size 80,25               objects: number, name, type, place, size, flags, states, content
        1 G_BOX at 0,0 size 80,1+2             children are indented below their parent, in order
          2 QUIT G_STRING at 2,0+3 size 9,1 LASTOB DISABLED "  Ä text "
    string "a free string"
    string LOST "a free string with a name"
    free image                                 described like the image of an object
    tail 0000000c                              the bytes of colour icons, see read_rsc

A resource file cannot store names; each name becomes a constant in the program (MENU, MENU_QUIT, LOST). Names consist
of capital letters, digits and ``_``.

Coordinates are in the file's form, characters and pixels: ``2``, ``2+3`` or ``2-3``. After place and size follow, in
any order: names of flags (SELECTABLE ..) and states (SELECTED ..), ``flags 0x8000`` and ``states 0x8000`` for bits
without a name, ``links NEXT,HEAD,TAIL`` for an object that is not linked into the tree. ``G_BOX/18`` is a type with 18
in its high byte, ``TYPE_40`` a type without a name. The content of an object:

- box types: ``char "A"`` (or a code), ``border 2`` (negative: outside), ``color 0x1100``; each is optional
- G_STRING, G_BUTTON, G_TITLE: the string, with ``\"``, ``\\`` and ``\x0E`` (a code of the Atari character set)
- text types: ``tedinfo``, and below it lines ``text "..."``, ``template "..."``, ``valid "..."``, ``font 3``,
  ``just left`` (``right``, ``centre``), ``color 0x1180``, ``thickness 0``, ``txtlen 7``, ``tmplen 7``, ``fontid 0``,
  ``fontsize 0``; these are the defaults, and the lengths default to the strings' lengths including the final 0. A
  template has a ``_`` for each character of the field, and ``valid`` the kind of each, the last one for all others
  (``9`` digits, ``X`` anything: docs/machine.md 3.4)
- G_ICON: ``icon``, and lines ``size 32,32``, ``label "..."``, ``char 0x1041``, ``char-at 0,0``, ``icon-at 0,0``,
  ``label-at 0,32``, ``label-size 72,8``, then the rows: ``.`` transparent, ``o`` mask, ``#`` both, ``+`` data
- G_IMAGE: ``image``, and lines ``size BYTES,ROWS``, ``from 0,0``, ``color 1``, then the rows of ``.`` and ``#``
- G_CICON: ``colour-icon 2``, the number of a colour icon in the tail
- ``nothing`` (-1), ``raw 0x12`` (a long that has a meaning only for the program)

The text describes the content of a resource, not the layout of the file. A shared structure or tree is repeated in the
text, and in a file built from it, for each use. Structures are numbered in order of use, unused structures are omitted,
and strings are stored in the order of the objects. Files with this layout, including the original game's and gemport's,
are reproduced byte for byte.
"""

import re
from collections.abc import Iterator
from typing import Any, NoReturn

from gemport.gem.errors import FormatError, GemportError
from gemport.gem.formats import structures
from gemport.gem.formats.charset import CHARACTERS, encode
from gemport.gem.formats.rsc import SECTIONS, Resource, Structure, row_bytes, show_colour_icons

_FLAGS = {flag.name: flag for flag in structures.ObFlag if flag.name}
_STATES = {state.name: state for state in structures.ObState if state.name}
_TYPES = {int(kind): kind.name for kind in structures.ObType}
_JUSTIFICATIONS = ("left", "right", "centre")
_ICON_SIGNS = ".o+#"
"""The character for a pixel, indexed by mask + 2 * data."""

_NAME = re.compile(r"[A-Z][A-Z0-9_]*", re.ASCII)
# An unterminated string extends to the end of its line, so that the search for its end is not repeated.
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*"|[^\s"]+)|("(?:[^"\\]|\\.)*)')
_ESCAPE = re.compile(r'\\(x[0-9A-Fa-f]{2}|["\\])?')
_COORDINATE = re.compile(r"(\d{1,3})(?:([+-])(\d{1,3}))?", re.ASCII)
_INDENT = "  "


_FIELDS: dict[type[Structure], dict[str, tuple[str, ...]]] = {
    structures.TedInfo: {
        **{"text": ("te_ptext",), "template": ("te_ptmplt",), "valid": ("te_pvalid",)},
        **{key: (f"te_{key}",) for key in ("font", "just", "color", "thickness", "fontid", "fontsize")},
        **{"txtlen": ("te_txtlen",), "tmplen": ("te_tmplen",)},
    },
    structures.IconBlk: {
        **{"size": ("ib_wicon", "ib_hicon"), "label": ("ib_ptext",), "char": ("ib_char",)},
        **{"char-at": ("ib_xchar", "ib_ychar"), "icon-at": ("ib_xicon", "ib_yicon")},
        **{"label-at": ("ib_xtext", "ib_ytext"), "label-size": ("ib_wtext", "ib_htext")},
    },
    structures.BitBlk: {"size": ("bi_wb", "bi_hl"), "from": ("bi_x", "bi_y"), "color": ("bi_color",)},
}
"""The keys in a structure's description, and the attributes that each sets."""
_HEX_ATTRIBUTES = ("te_color", "ib_char")
_KINDS = {structures.TedInfo: "tedinfo", structures.IconBlk: "icon", structures.BitBlk: "image"}
_STRUCTURES: dict[int, type[Structure]] = {
    **dict.fromkeys(structures.TEXT_TYPES, structures.TedInfo),
    structures.ObType.G_ICON: structures.IconBlk,
    structures.ObType.G_IMAGE: structures.BitBlk,
}
"""The structures of objects, by object type."""


# ---- resources to text


def rsc_text(resource: Resource) -> str:
    """Return the text of a resource; equal resources have equal texts.

    Raises ValueError if an object has UserBlk code.
    """
    return "\n".join(_lines(resource)) + "\n"


def _lines(resource: Resource) -> Iterator[str]:
    if resource.order != "motorola":
        yield f"byte-order {resource.order}"
    if resource.version:
        yield f"version {resource.version}"
    if resource.sections != SECTIONS:
        yield f"sections {', '.join(resource.sections)}"
    for number, tree in enumerate(resource.trees):
        yield ""
        yield f"tree {number}{_word(resource.tree_names.get(number))}"
        linked = [*_branch(tree)]
        loose = {*range(len(tree))} - {index for index, _ in linked}
        for index, depth in (*linked, *((index, -1) for index in sorted(loose))):
            ob, indent = tree[index], _INDENT * max(depth + 1, 1)
            head = f"{indent}{index}{_word(resource.object_names.get((number, index)))}"
            links = [f"links {ob.ob_next},{ob.ob_head},{ob.ob_tail}"] if depth < 0 else []
            yield " ".join((head, *_object_words(ob), *links, *_shown(ob)))
            if isinstance(ob.ob_spec, structures.TedInfo | structures.IconBlk | structures.BitBlk):
                yield from _structure_lines(ob.ob_spec, indent + 3 * _INDENT)
    if resource.strings:
        yield ""
    for number, text in enumerate(resource.strings):
        yield f"string{_word(resource.string_names.get(number))} {_quoted(text)}"
    for image in resource.images:
        yield ""
        yield "free image"
        yield from _structure_lines(image, _INDENT)
    for start in range(0, len(resource.tail), 32):
        yield f"tail {resource.tail[start : start + 32].hex()}"


def _branch(tree: structures.Tree, index: int = 0, depth: int = 0) -> Iterator[tuple[int, int]]:
    """Yield (object, depth) for an object and its descendants, children after their parent."""
    yield index, depth
    child = tree[index].ob_head
    while child not in (-1, index):
        yield from _branch(tree, child, depth + 1)
        child = tree[child].ob_next


def _object_words(ob: structures.Object) -> Iterator[str]:
    kind, own = structures.object_type(ob), ob.ob_type >> 8
    yield _TYPES.get(kind, f"TYPE_{kind}") + (f"/{own}" if own else "")
    yield f"at {_coordinate(ob.ob_x)},{_coordinate(ob.ob_y)}"
    yield f"size {_coordinate(ob.ob_width)},{_coordinate(ob.ob_height)}"
    for key, value, named in (("flags", int(ob.ob_flags), _FLAGS), ("states", int(ob.ob_state), _STATES)):
        yield from (name for name, bit in named.items() if value & bit)
        rest = value & ~sum(named.values())
        if rest:
            yield f"{key} {rest:#x}"


def _shown(ob: structures.Object) -> Iterator[str]:
    spec = ob.ob_spec
    if spec is None:
        yield "nothing"
    elif isinstance(spec, str):
        yield _quoted(spec)
    elif isinstance(spec, structures.CIconBlk):
        yield f"colour-icon {spec.number}"
    elif isinstance(spec, int):
        yield f"raw {spec:#x}"
    elif isinstance(spec, structures.BoxSpec):
        if spec.char:
            yield f"char {spec.char:#04x}" if spec.char < 33 else f"char {_quoted(CHARACTERS[spec.char])}"
        if spec.thickness:
            yield f"border {spec.thickness}"
        if spec.color != structures.BoxSpec().color:
            yield f"color {spec.color:#06x}"
    elif isinstance(spec, structures.TedInfo | structures.IconBlk | structures.BitBlk):
        yield _KINDS[type(spec)]
    else:
        raise ValueError("an object that a program draws itself has no text form")


def _structure_lines(item: Structure, indent: str) -> Iterator[str]:
    usual = type(item)()
    if isinstance(item, structures.TedInfo) and isinstance(usual, structures.TedInfo):
        usual.te_txtlen, usual.te_tmplen = len(item.te_ptext) + 1, len(item.te_ptmplt) + 1
    for key, attributes in _FIELDS[type(item)].items():
        always = key == "text" or not isinstance(item, structures.TedInfo)
        if always or any(getattr(item, name) != getattr(usual, name) for name in attributes):
            yield f"{indent}{key} {','.join(_value(name, getattr(item, name)) for name in attributes)}"
    if isinstance(item, structures.IconBlk):
        bitmaps = item.ib_pmask, item.ib_pdata, row_bytes(item.ib_wicon)
    elif isinstance(item, structures.BitBlk):
        bitmaps = item.bi_pdata, item.bi_pdata, item.bi_wb
    else:
        return
    mask, data, width = bitmaps
    for start in range(0, len(mask), max(width, 1)):
        pairs = zip(mask[start : start + width], data[start : start + width], strict=True)
        signs = (_ICON_SIGNS[(m >> bit & 1) + 2 * (d >> bit & 1)] for m, d in pairs for bit in range(7, -1, -1))
        yield indent + "".join(signs)


def _value(attribute: str, value: str | int) -> str:
    if isinstance(value, str):
        return _quoted(value)
    if attribute == "te_just" and 0 <= value < len(_JUSTIFICATIONS):
        return _JUSTIFICATIONS[value]
    return f"{value:#06x}" if attribute in _HEX_ATTRIBUTES else str(value)


def _word(name: str | None) -> str:
    return "" if name is None else f" {name}"


def _quoted(text: str) -> str:
    signs = (
        "\\" + sign if sign in '"\\' else sign if sign.isprintable() else f"\\x{encode(sign)[0]:02X}" for sign in text
    )
    return f'"{"".join(signs)}"'


def _coordinate(raw: int) -> str:
    """Return a coordinate word as text: characters, then signed pixels if not zero."""
    extra = raw >> 8
    extra -= 256 if extra > 128 else 0
    return f"{raw & 0xFF}{extra:+d}" if extra else str(raw & 0xFF)


# ---- text to resources


def parse_rsc_text(text: str, name: str = "resource") -> Resource:
    """Return the resource described by a text; ``name`` is for messages. Raises FormatError with name and line."""
    parser = _Parser(name)
    for number, line in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        if line.strip() and not line.lstrip().startswith(";"):
            parser.line = number
            parser.take(line)
    return parser.finish()


class _Parser:
    """A parser that reads a text line by line; ``line`` is the current line number."""

    def __init__(self, name: str) -> None:
        self.name, self.line = name, 0
        self.resource = Resource()
        self.tables: dict[type[Structure], list[Any]] = {
            structures.TedInfo: self.resource.tedinfos,
            structures.IconBlk: self.resource.iconblks,
            structures.BitBlk: self.resource.bitblks,
        }
        self.tree_names: dict[str, int] = {}
        self.string_names: dict[str, int] = {}
        # The tree being described: its objects and their names, the links of unlinked objects, the (indent, number) of
        # the current object and its ancestors, and the children of each object.
        self.tree: dict[int, structures.Object] | None = None
        self.tree_line = 0
        self.object_names: dict[str, int] = {}
        self.loose: dict[int, list[int]] = {}
        self.parents: list[tuple[int, int]] = []
        self.children: dict[int, list[int]] = {}
        # The structure being described, the keys given so far, and its rows.
        self.item: Structure | None = None
        self.keys: set[str] = set()
        self.rows: list[str] = []

    def fail(self, reason: str, line: int | None = None) -> NoReturn:
        raise FormatError(self.name, reason, line=self.line if line is None else line)

    def take(self, line: str) -> None:
        tokens: list[tuple[str, str]] = _TOKEN.findall(line)
        if any(unended for _, unended in tokens):
            self.fail("a string must end on its line")
        words = [word for word, _ in tokens]
        indent = len(line) - len(line.lstrip())
        if indent == 0:
            self.end_structure()
            self.end_tree()
            self.take_margin(words)
        elif words[0].isascii() and words[0].isdigit():
            self.end_structure()
            self.take_object(indent, words)
        elif self.item is None:
            self.fail(f"{words[0]!r} does not belong here")
        else:
            self.take_field(self.item, words)

    def finish(self) -> Resource:
        self.end_structure()
        self.end_tree()
        self.resource.tree_names = {number: name for name, number in self.tree_names.items()}
        self.resource.string_names = {number: name for name, number in self.string_names.items()}
        show_colour_icons(self.resource, self.name)
        return self.resource

    def take_margin(self, words: list[str]) -> None:
        resource, key, rest = self.resource, words[0], words[1:]
        if key == "tree":
            if not rest or rest[0] != str(len(resource.trees)):
                self.fail(f"the next tree is tree {len(resource.trees)}")
            if len(rest) > 1:
                self.add_name(self.tree_names, rest[1], len(resource.trees))
            if len(rest) > 2:
                self.fail("a tree's number is followed by its name, and nothing else")
            self.tree, self.tree_line = {}, self.line
            self.object_names, self.loose, self.parents, self.children = {}, {}, [], {}
        elif key == "string" and len(rest) in (1, 2):
            if len(rest) == 2:
                self.add_name(self.string_names, rest[0], len(resource.strings))
            resource.strings.append(self.string(rest[-1]))
        elif words == ["free", "image"]:
            image = structures.BitBlk()
            resource.images.append(image)
            self.begin_structure(image)
        elif words == ["byte-order", "intel"]:
            resource.order = "intel"
        elif key == "version" and len(rest) == 1:
            resource.version = self.number(rest[0], 0, 0xFFFF)
        elif key == "sections":
            resource.sections = tuple(part.strip() for part in " ".join(rest).split(","))
            if sorted(resource.sections) != sorted(SECTIONS):
                self.fail(f"sections must name each of these once: {', '.join(SECTIONS)}")
        elif key == "tail" and len(rest) == 1 and re.fullmatch("(?:[0-9a-f]{2})+", rest[0]):
            resource.tail += bytes.fromhex(rest[0])
        else:
            self.fail(f"{' '.join(words)[:40]!r} cannot stand at the left margin")

    # -- objects

    def take_object(self, indent: int, words: list[str]) -> None:
        if self.tree is None:
            self.fail("an object outside of a tree")
        number = self.number(words[0], 0, 0x7FFF)
        if number in self.tree:
            self.fail(f"object {number} appears twice in this tree")
        described = words[1:]
        if described[2:3] == ["at"]:
            self.add_name(self.object_names, described.pop(0), number)
        if len(described) < 5 or described[1] != "at" or described[3] != "size":
            self.fail(f"object {number} must begin with: [NAME] TYPE at X,Y size W,H")
        ob = self.tree[number] = structures.Object(ob_type=self.object_type(described[0]), ob_spec=None)
        ob.ob_x, ob.ob_y = self.coordinates(described[2])
        ob.ob_width, ob.ob_height = self.coordinates(described[4])
        self.take_shown(ob, self.take_words(ob, number, described[5:]))
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

    def object_type(self, word: str) -> int:
        base, _, high = word.partition("/")
        if base in structures.ObType.__members__:
            kind = int(structures.ObType[base])
        elif base.startswith("TYPE_"):
            kind = self.number(base[5:], 0, 255)
        else:
            self.fail(f"{base[:40]!r} is not a type of object")
        return kind | (self.number(high, 0, 255) << 8 if high else 0)

    def take_words(self, ob: structures.Object, number: int, words: list[str]) -> list[str]:
        """Set an object's flags, states and links; return the remaining words."""
        rest: list[str] = []
        following = iter(words)
        for word in following:
            if word in _FLAGS:
                ob.ob_flags |= _FLAGS[word]
            elif word in _STATES:
                ob.ob_state |= _STATES[word]
            elif word == "flags":
                ob.ob_flags |= structures.ObFlag(self.number(next(following, ""), 0, 0xFFFF))
            elif word == "states":
                ob.ob_state |= structures.ObState(self.number(next(following, ""), 0, 0xFFFF))
            elif word == "links":
                links = self.parts(next(following, ""), 3, "numbers")
                self.loose[number] = [self.number(link, -1, 0x7FFF) for link in links]
            else:
                rest.append(word)
        return rest

    def take_shown(self, ob: structures.Object, words: list[str]) -> None:
        kind = structures.object_type(ob)
        structure = _STRUCTURES.get(kind)
        if words == ["nothing"]:
            return
        if kind in structures.BOX_TYPES:
            ob.ob_spec = self.box(words)
        elif kind in structures.STRING_TYPES:
            if len(words) != 1:
                self.fail("this type of object needs one string")
            ob.ob_spec = self.string(words[0])
        elif structure is not None:
            if words != [_KINDS[structure]]:
                self.fail(f"this type of object needs: {_KINDS[structure]}, or nothing")
            item = ob.ob_spec = structure()
            self.begin_structure(item)
        elif kind == structures.ObType.G_CICON and len(words) == 2 and words[0] == "colour-icon":
            ob.ob_spec = self.number(words[1], 0, 0xFFFF)
        elif len(words) == 2 and words[0] == "raw":
            ob.ob_spec = self.number(words[1], 0, 0xFFFFFFFE)
        else:
            self.fail("this type of object needs: raw NUMBER, or nothing")

    def box(self, words: list[str]) -> structures.BoxSpec:
        box = structures.BoxSpec()
        if len(words) % 2:
            self.fail(f"{' '.join(words)[:40]!r} is not: char C, border N, color N")
        for key, value in zip(words[::2], words[1::2], strict=True):
            if key == "char":
                codes = encode(self.string(value)) if value[0] == '"' else bytes([self.number(value, 0, 255)])
                if len(codes) != 1:
                    self.fail("char must be followed by one character")
                box.char = codes[0]
            elif key == "border":
                box.thickness = self.number(value, -128, 127)
            elif key == "color":
                box.color = self.number(value, 0, 0xFFFF)
            else:
                self.fail(f"{key[:40]!r} is not a field of a box (char, border, color)")
        return box

    def end_tree(self) -> None:
        """Derive the links of the finished tree from its indentation."""
        if self.tree is None:
            return
        objects, self.tree = self.tree, None
        missing = next((number for number in range(len(objects)) if number not in objects), None)
        if missing is not None or not objects:
            self.fail(f"the tree has no object {missing or 0}", self.tree_line)
        tree: structures.Tree = [objects[number] for number in range(len(objects))]
        for parent, children in self.children.items():
            if children:
                tree[parent].ob_head, tree[parent].ob_tail = children[0], children[-1]
            for child, following in zip(children, [*children[1:], parent], strict=False):
                tree[child].ob_next = following
        for number, links in self.loose.items():
            tree[number].ob_next, tree[number].ob_head, tree[number].ob_tail = links
        fault = structures.tree_fault(tree)
        if fault is not None:
            self.fail(f"object {fault[0]}: {fault[1]}", self.tree_line)
        number = len(self.resource.trees)
        self.resource.object_names |= {(number, index): name for name, index in self.object_names.items()}
        self.resource.trees.append(tree)

    def add_name(self, names: dict[str, int], name: str, number: int) -> None:
        """Register a name, unique within ``names``."""
        if not _NAME.fullmatch(name):
            self.fail(f"{name[:40]!r} cannot be a name: capital letters, digits and _, a letter first")
        if name in names:
            self.fail(f"{name} is the name of number {names[name]} already")
        names[name] = number

    # -- structures

    def begin_structure(self, item: Structure) -> None:
        self.tables[type(item)].append(item)
        self.item, self.item_line, self.keys, self.rows = item, self.line, set(), []

    def take_field(self, item: Structure, words: list[str]) -> None:
        if len(words) == 1 and set(words[0]) <= set(_ICON_SIGNS) and not isinstance(item, structures.TedInfo):
            self.rows.append(words[0])
            return
        if len(words) != 2 or self.rows:
            self.fail(f"{' '.join(words)[:40]!r} is not: a key and its value")
        key, value = words
        if key in self.keys:
            self.fail(f"{key} is given twice")
        self.keys.add(key)
        attributes = _FIELDS[type(item)].get(key)
        if attributes is None:
            self.fail(f"{key[:40]!r} is not a field of a structure of this kind ({_KINDS[type(item)]})")
        values: list[str | int]
        if isinstance(getattr(item, attributes[0]), str):
            values = [self.string(value)]
        elif key == "just" and value in _JUSTIFICATIONS:
            values = [_JUSTIFICATIONS.index(value)]
        else:
            low, high = (0, 0xFFFF) if attributes[0] in _HEX_ATTRIBUTES else (-0x8000, 0x7FFF)
            parts = [value] if len(attributes) == 1 else self.parts(value, 2, "numbers")
            values = [self.number(part, low, high) for part in parts]
        for attribute, part in zip(attributes, values, strict=True):
            setattr(item, attribute, part)

    def end_structure(self) -> None:
        item, self.item = self.item, None
        if isinstance(item, structures.TedInfo):
            if "txtlen" not in self.keys:
                item.te_txtlen = len(item.te_ptext) + 1
            if "tmplen" not in self.keys:
                item.te_tmplen = len(item.te_ptmplt) + 1
        elif isinstance(item, structures.IconBlk):
            item.ib_pmask = self.bitmap("o#", row_bytes(item.ib_wicon), item.ib_hicon)
            item.ib_pdata = self.bitmap("+#", row_bytes(item.ib_wicon), item.ib_hicon)
        elif isinstance(item, structures.BitBlk):
            if any(not set(row) <= {".", "#"} for row in self.rows):
                self.fail("the rows of an image may hold only . and #", self.item_line)
            item.bi_pdata = self.bitmap("#", item.bi_wb, item.bi_hl)

    def bitmap(self, signs: str, width: int, height: int) -> bytes:
        """Return a bitmap of ``width`` bytes per row, with bits set for the characters in ``signs``."""
        if width < 0 or height < 0:
            self.fail("a size cannot be negative", self.item_line)
        expected = height if width else 0
        if len(self.rows) != expected or any(len(row) != width * 8 for row in self.rows):
            self.fail(f"{expected} rows of {width * 8} characters are needed below", self.item_line)
        bits = ["".join("1" if sign in signs else "0" for sign in row) for row in self.rows]
        return b"".join(int(row, 2).to_bytes(width, "big") for row in bits)

    # -- words

    def string(self, word: str) -> str:
        """Return a quoted string with its escapes resolved and look-alikes replaced by characters of the Atari set."""
        if len(word) < 2 or word[0] != '"':
            self.fail(f"{word[:40]!r} must be a string in quotation marks")
        text = _ESCAPE.sub(self.escape, word[1:-1])
        try:
            codes = encode(text)
        except GemportError as error:
            self.fail(str(error))
        if 0 in codes:
            self.fail("a string cannot hold the code 0")
        return "".join(CHARACTERS[code] for code in codes)

    def escape(self, match: re.Match[str]) -> str:
        escaped = match[1]
        if escaped is None:
            self.fail('a backslash in a string is followed by ", \\ or xNN')
        return CHARACTERS[int(escaped[1:], 16)] if escaped[0] == "x" else escaped

    def number(self, word: str, low: int, high: int) -> int:
        """Return an integer in decimal or hexadecimal (0x), within limits (both inclusive)."""
        try:
            value = int(word, 0)
        except ValueError:
            self.fail(f"{word[:40]!r} must be a number")
        if not low <= value <= high:
            self.fail(f"{word[:40]} is not possible here ({low}..{high})")
        return value

    def parts(self, word: str, count: int, what: str) -> list[str]:
        parts = word.split(",")
        if len(parts) != count:
            self.fail(f"{word[:40]!r} must be {count} {what} with commas between them")
        return parts

    def coordinates(self, word: str) -> tuple[int, int]:
        """Return two coordinate words, separated by a comma, each ``2``, ``2+3`` or ``2-3``."""
        pair = []
        for part in self.parts(word, 2, "coordinates"):
            match = _COORDINATE.fullmatch(part)
            if match is None:
                self.fail(f"{part[:40]!r} is not a coordinate (characters, or characters+pixels)")
            chars, extra = int(match[1]), int((match[2] or "") + (match[3] or "0"))
            if chars > 255 or not -127 <= extra <= 128:
                self.fail(f"{part[:40]} is not possible: up to 255 characters, -127 to +128 pixels")
            pair.append((extra & 0xFF) << 8 | chars)
        return pair[0], pair[1]
