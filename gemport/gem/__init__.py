"""A GEM for Python programs: files, drawing, windows. It is independent of hosts that display it, and of card games.

Programs import all names from here. A name is loaded from its module when it is first used (PEP 562).
"""

_TABLE = {
    "aes.appl": "AppInfo AppKind Search short_name",
    "aes.constants": (
        "Arrowed DESKTOP Fmd HBOX HCHAR Kind LEFT MU_BUTTON MU_KEYBD MU_M1 MU_M2 MU_MESAG MU_TIMER MU_WORK MouseNumber "
        "Msg Mu RIGHT TICK Update WBOX WCHAR Wc Wf"
    ),
    "aes.dispatch": "GemError Terminated",
    "aes.draw": "EdKind",
    "aes.events": "MouseRect MouseState MultiEvent",
    "aes.forms": "Alert AlertError DOUBLE_CLICK FormStep parse_alert read_alert",
    "aes.fsel": "Folder Selection",
    "aes.gem": "Gem Program",
    "aes.graf": "BoxSpeed Handle",
    "aes.machine": "Fault HEIGHT Machine WIDTH",
    "aes.menu": "MAX_TITLES MenuRow menu_entries menu_fault",
    "aes.objects": (
        "MAX_DEPTH NIL OUTLINE ObjectError children get_parent objc_add objc_delete objc_find objc_offset objc_order "
        "object_rect spec_of"
    ),
    "aes.process": "Message Work",
    "aes.rect": "GRect bounds cut",
    "aes.rsrc": "LoadedResource RsrcError RsrcType rsrc_load validate",
    "aes.speech": "Speech SpokenWords",
    "aes": "keys",
    "vdi.font": "Font",
    "vdi.modes": "FillInterior LineEnd LineType RasterOp TextEffect TextHorizontal TextVertical WritingMode",
    "vdi.mouse": "Pointer",
    "vdi.raster": "Raster",
    "vdi.workstation": "Workstation",
    "formats": "charset",
    "formats.artwork": "MouseForm SystemArtwork load_artwork read_artwork",
    "formats.fnt": "GemFont Glyph MAX_FONT_SIZE read_fnt write_fnt",
    "formats.img": "Bitmap read_icn read_img read_img_size",
    "formats.png": "MAX_PICTURE_SIZE read_png write_png",
    "formats.rsc": "MAX_RSC_SIZE Resource read_rsc write_rsc",
    "formats.rsctext": "parse_rsc_text rsc_text",
    "formats.structures": (
        "BOX_TYPES BitBlk BoxSpec CIconBlk IconBlk ObFlag ObState ObType Object ParmBlk STRING_TYPES TEXT_TYPES "
        "TedInfo Tree UserBlk object_type tree_fault"
    ),
    "errors": "FileError FormatError GemportError",
}
"""The public names by module or package. After a change, ``tools/build_data.py`` writes __init__.pyi for type checkers.
"""
_HOMES = {name: home for home, names in _TABLE.items() for name in names.split()}
__all__ = list(_HOMES)


def __getattr__(name: str) -> object:
    """Load a public name from the module that defines it."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(__import__(f"{__name__}.{_HOMES[name]}", fromlist=[name]), name)
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
