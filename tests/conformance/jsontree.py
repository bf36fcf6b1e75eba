"""Conversion of the reference's trees (JSON, pixel coordinates) to object trees."""

from collections.abc import Callable
from typing import Any

from gemport.gem.aes.objects import Colors, objc_add
from gemport.gem.formats import structures

UserCode = Callable[[structures.ParmBlk], int]


def build_tree(entries: list[dict[str, Any]], user_code: UserCode | None = None) -> structures.Tree:
    """Build a tree from descriptions; children are added in order, so that later children are on top.

    A G_USERDEF calls ``user_code``.
    """
    tree = [_object(entry, user_code) for entry in entries]
    for index, entry in enumerate(entries[1:], start=1):
        objc_add(tree, entry["parent"], index)
    tree[-1].ob_flags |= structures.ObFlag.LASTOB
    return tree


def _object(entry: dict[str, Any], user_code: UserCode | None) -> structures.Object:
    kind = structures.ObType[f"G_{entry['type']}"]
    state, flags = structures.ObState.NORMAL, structures.ObFlag.NONE
    for name in entry.get("state", "").split():
        state |= structures.ObState[name]
    for name in entry.get("flags", "").split():
        flags |= structures.ObFlag[name]
    return structures.Object(
        ob_type=kind,
        ob_flags=flags,
        ob_state=state,
        ob_spec=_spec(kind, entry, user_code),
        ob_x=entry["x"],
        ob_y=entry["y"],
        ob_width=entry["w"],
        ob_height=entry["h"],
    )


def _spec(kind: structures.ObType, entry: dict[str, Any], user_code: UserCode | None) -> structures.Spec:
    if kind == structures.ObType.G_USERDEF and user_code is not None:
        return structures.UserBlk(user_code, entry["parm"])
    if kind in structures.STRING_TYPES:
        return str(entry["text"])
    if kind in structures.BOX_TYPES:
        return structures.BoxSpec(ord(entry.get("char", "\0")), entry.get("thick", 0), _color(entry))
    if kind in structures.TEXT_TYPES:
        template = entry.get("tmplt", "")
        return structures.TedInfo(
            te_ptext=entry["text"],
            te_ptmplt=template,
            te_pvalid=entry.get("valid", ""),
            te_font=entry["font"],
            te_just=entry.get("just", 0),
            te_color=_color(entry),
            te_thickness=entry.get("thick", 0),
            te_txtlen=entry.get("txtlen", len(entry["text"]) + 1),
            te_tmplen=len(template) + 1,
        )
    if kind == structures.ObType.G_ICON:
        mask, data = bytes.fromhex(entry["mask"]), bytes.fromhex(entry["data"])
        return structures.IconBlk(mask, data, entry["text"], entry["iconchar"], *entry["geo"])
    place = entry.get("bx", 0), entry.get("by", 0)
    return structures.BitBlk(bytes.fromhex(entry["data"]), entry["wb"], entry["hl"], *place, entry["color"])


def _color(entry: dict[str, Any]) -> int:
    return color_word(
        Colors(
            border=entry.get("frame", 0),
            text=entry.get("textcol", 0),
            opaque=bool(entry.get("opaque", False)),
            pattern=entry.get("fill", 0),
            fill=entry.get("inner", 0),
        )
    )


def color_word(colors: Colors) -> int:
    """Build a colour word, the inverse of crack_color."""
    return colors.border << 12 | colors.text << 8 | colors.opaque << 7 | colors.pattern << 4 | colors.fill
