"""Resources to text (see :mod:`gemport.gem.formats.rsc.text`)."""

from __future__ import annotations

from collections.abc import Iterator

from gemport.gem.formats.charset import CHARACTERS, encode
from gemport.gem.formats.rsc.objects import (
    BitBlk,
    BoxSpec,
    CIconBlk,
    IconBlk,
    ObFlag,
    Object,
    ObState,
    ObType,
    RawSpec,
    TedInfo,
    Tree,
)
from gemport.gem.formats.rsc.resource import Layout, Resource, Structure, object_type, structures_of

JUSTIFICATIONS = ("left", "right", "centre")
KINDS = {TedInfo: "tedinfo", IconBlk: "icon", BitBlk: "image"}
"""The words for the structures that have tables."""
TYPE_NAMES = {int(kind): kind.name for kind in ObType}
FLAG_NAMES = {flag.name: flag for flag in ObFlag if flag.name}
STATE_NAMES = {state.name: state for state in ObState if state.name}
MIXED_SIGNS = ".o+#"
"""A pixel of an icon by mask + 2 * data."""

_STEP = "  "


def rsc_text(resource: Resource) -> str:
    """The text of a resource, the same one for equal resources."""
    return "\n".join(_Unparser(resource).lines()) + "\n"


def quoted(text: str) -> str:
    """A string as it stands in the text, between quotation marks."""
    signs = []
    for character in text:
        if character in '"\\':
            signs.append("\\" + character)
        elif character.isprintable():
            signs.append(character)
        else:
            signs.append(f"\\x{encode(character)[0]:02X}")
    return '"' + "".join(signs) + '"'


def coordinate(raw: int) -> str:
    """A coordinate word: characters, and pixels with their sign if there are any."""
    extra = raw >> 8
    extra -= 256 if extra > 128 else 0
    return f"{raw & 0xFF}{extra:+d}" if extra else str(raw & 0xFF)


class _Unparser:
    """One resource on its way to lines of text."""

    def __init__(self, resource: Resource) -> None:
        self.resource = resource
        self.tables: tuple[list[TedInfo], list[IconBlk], list[BitBlk]] = structures_of(resource)
        self.numbers = {id(item): n for table in self.tables for n, item in enumerate(table)}
        self.used = self._used()
        self.explicit: set[int] = set()
        for table in self.tables:
            self.explicit |= self._numbered([id(item) for item in table])
        self.told: set[int] = set()

    def lines(self) -> Iterator[str]:
        """All lines of the text."""
        yield from self._head()
        told: dict[int, int] = {}
        names = self.resource.names
        for number, tree in enumerate(self.resource.trees):
            yield ""
            head = f"tree {number}" + _word(names.trees.get(number))
            if id(tree) in told:
                yield f"{head} see {told[id(tree)]}"
                continue
            told[id(tree)] = number
            yield head
            yield from self._tree(number, tree)
        if self.resource.strings:
            yield ""
        for number, text in enumerate(self.resource.strings):
            yield f"string{_word(names.strings.get(number))} {quoted(text)}"
        for image in self.resource.images:
            yield ""
            yield f"free {self._reference(image)}"
            yield from self._body(image, _STEP)
        for table in self.tables:
            for item in table:
                if id(item) not in self.used:
                    yield ""
                    yield f"unused {self._reference(item)}"
                    yield from self._body(item, _STEP)
        for start in range(0, len(self.resource.tail), 32):
            yield f"tail {self.resource.tail[start : start + 32].hex()}"

    def _head(self) -> Iterator[str]:
        layout, usual = self.resource.layout, Layout()
        if self.resource.order != "motorola":
            yield f"byte-order {self.resource.order}"
        if self.resource.version:
            yield f"version {self.resource.version}"
        if layout.sections != usual.sections:
            yield f"sections {', '.join(layout.sections)}"
        if layout.strings != usual.strings:
            yield f"string-order {layout.strings}"

    def _used(self) -> dict[int, int]:
        """How often each structure is used, in the order in which the text comes to them."""
        used: dict[int, int] = {}
        trees = list({id(tree): tree for tree in self.resource.trees}.values())
        specs = [tree[index].ob_spec for tree in trees for index, _ in _in_text_order(tree)]
        for spec in (*specs, *self.resource.images):
            if isinstance(spec, TedInfo | IconBlk | BitBlk):
                used[id(spec)] = used.get(id(spec), 0) + 1
        return used

    def _numbered(self, table: list[int]) -> set[int]:
        """Of a table (ids of its structures) those whose number the text must tell: shared and unused ones, and
        all of them if the text comes to them in another order."""
        members = set(table)
        order = [item for item in self.used if item in members]
        if order != table[: len(order)]:
            return members
        return {item for item in table if self.used.get(item) != 1}

    def _reference(self, item: Structure) -> str:
        """How an object names what it shows: ``tedinfo``, ``tedinfo #2``, ``see #2``."""
        number = f" #{self.numbers[id(item)]}" if id(item) in self.explicit else ""
        if id(item) in self.told:
            return ("image " if isinstance(item, BitBlk) else "") + f"see{number}"
        return KINDS[type(item)] + number

    def _tree(self, number: int, tree: Tree) -> Iterator[str]:
        for index, depth in _in_text_order(tree):
            ob = tree[index]
            indent = _STEP * max(depth + 1, 1)
            head = f"{index}{_word(self.resource.names.objects.get((number, index)))} "
            yield indent + head + " ".join(self._words(ob, depth < 0))
            if isinstance(ob.ob_spec, TedInfo | IconBlk | BitBlk):
                yield from self._body(ob.ob_spec, indent + 3 * _STEP)

    def _words(self, ob: Object, loose: bool) -> Iterator[str]:
        kind = object_type(ob)
        name = TYPE_NAMES.get(kind, f"TYPE_{kind}")
        yield f"{name}/{ob.ob_type >> 8}" if ob.ob_type >> 8 else name
        yield f"at {coordinate(ob.ob_x)},{coordinate(ob.ob_y)}"
        yield f"size {coordinate(ob.ob_width)},{coordinate(ob.ob_height)}"
        if loose:
            yield f"links {ob.ob_next},{ob.ob_head},{ob.ob_tail}"
        yield from _bits(int(ob.ob_flags), {name: int(flag) for name, flag in FLAG_NAMES.items()}, "flags")
        yield from _bits(int(ob.ob_state), {name: int(state) for name, state in STATE_NAMES.items()}, "states")
        yield from self._spec(ob)

    def _spec(self, ob: Object) -> Iterator[str]:
        spec = ob.ob_spec
        if spec is None:
            yield "nothing"
        elif isinstance(spec, str):
            yield quoted(spec)
        elif isinstance(spec, CIconBlk):
            yield f"colour-icon {spec.number}"
        elif isinstance(spec, RawSpec):
            yield f"raw {spec.value:#x}"
        elif isinstance(spec, BoxSpec):
            if spec.char:
                yield f"char {spec.char:#04x}" if spec.char < 33 else f"char {quoted(CHARACTERS[spec.char])}"
            if spec.thickness:
                yield f"border {spec.thickness}"
            if spec.color != BoxSpec().color:
                yield f"color {spec.color:#06x}"
        elif isinstance(spec, TedInfo | IconBlk | BitBlk):
            reference = self._reference(spec)
            yield reference.removeprefix("image ") if "see" in reference else reference
        else:
            raise ValueError("an object that a program draws itself has no text form")

    def _body(self, item: Structure, indent: str) -> Iterator[str]:
        if id(item) in self.told:
            return
        self.told.add(id(item))
        if isinstance(item, TedInfo):
            body = _tedinfo_lines(item)
        elif isinstance(item, IconBlk):
            body = _icon_lines(item)
        else:
            body = _image_lines(item)
        for line in body:
            yield indent + line


def _in_text_order(tree: Tree) -> list[tuple[int, int]]:
    """(object, depth) from the root down, children after their parent; then the loose ones with depth -1."""
    order: list[tuple[int, int]] = []
    open_objects = [(0, 0)]
    while open_objects:
        index, depth = open_objects.pop()
        order.append((index, depth))
        children = []
        child = tree[index].ob_head
        while child not in (-1, index):
            children.append((child, depth + 1))
            child = tree[child].ob_next
        open_objects += reversed(children)
    linked = {index for index, _ in order}
    return order + [(index, -1) for index in range(len(tree)) if index not in linked]


def _word(name: str | None) -> str:
    """A name after what it is the name of, if there is one."""
    return "" if name is None else f" {name}"


def _bits(value: int, names: dict[str, int], rest: str) -> Iterator[str]:
    for name, bit in names.items():
        if value & bit:
            yield name
            value &= ~bit
    if value:
        yield f"{rest} {value:#x}"


def _tedinfo_lines(ted: TedInfo) -> Iterator[str]:
    usual = TedInfo(ted.te_ptext)
    yield f"text {quoted(ted.te_ptext)}"
    if ted.te_ptmplt:
        yield f"template {quoted(ted.te_ptmplt)}"
    if ted.te_pvalid:
        yield f"valid {quoted(ted.te_pvalid)}"
    if ted.te_font != usual.te_font:
        yield f"font {ted.te_font}"
    if ted.te_just:
        yield f"just {JUSTIFICATIONS[ted.te_just] if 0 < ted.te_just < 3 else ted.te_just}"
    if ted.te_color != usual.te_color:
        yield f"color {ted.te_color:#06x}"
    for key in ("thickness", "fontid", "fontsize"):
        value = getattr(ted, "te_" + key)
        if value:
            yield f"{key} {value}"
    if ted.te_txtlen != len(ted.te_ptext) + 1:
        yield f"txtlen {ted.te_txtlen}"
    if ted.te_tmplen != len(ted.te_ptmplt) + 1:
        yield f"tmplen {ted.te_tmplen}"


def _icon_lines(icon: IconBlk) -> Iterator[str]:
    yield f"size {icon.ib_wicon},{icon.ib_hicon}"
    yield f"label {quoted(icon.ib_ptext)}"
    yield f"char {icon.ib_char:#06x}"
    yield f"char-at {icon.ib_xchar},{icon.ib_ychar}"
    yield f"icon-at {icon.ib_xicon},{icon.ib_yicon}"
    yield f"label-at {icon.ib_xtext},{icon.ib_ytext}"
    yield f"label-size {icon.ib_wtext},{icon.ib_htext}"
    row_bytes = (icon.ib_wicon + 15) // 16 * 2
    yield from bitmap_rows(icon.ib_pmask, icon.ib_pdata, row_bytes)


def _image_lines(image: BitBlk) -> Iterator[str]:
    yield f"size {image.bi_wb},{image.bi_hl}"
    yield f"from {image.bi_x},{image.bi_y}"
    yield f"color {image.bi_color}"
    yield from bitmap_rows(image.bi_pdata, image.bi_pdata, image.bi_wb)


def bitmap_rows(mask: bytes, data: bytes, row_bytes: int) -> Iterator[str]:
    """Rows of characters for a mask and data of the same size."""
    for start in range(0, len(mask), max(row_bytes, 1)):
        pairs = zip(mask[start : start + row_bytes], data[start : start + row_bytes], strict=True)
        yield "".join(MIXED_SIGNS[(m >> bit & 1) + 2 * (d >> bit & 1)] for m, d in pairs for bit in range(7, -1, -1))
