"""Settings of Sphinx for the reference (tools/build_site.py).

Sphinx, because it is maintained and reads the markup of the docstrings; MkDocs has had no release since 2024, and its
theme Material gets no new features.
"""

import ast
import re
import sys
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from inspect import isclass, isfunction, ismodule, isroutine
from pkgutil import iter_modules
from typing import Any

from sphinx.pycode import ModuleAnalyzer
from sphinx.util import logging

from gemport import __version__, gem, solver, toolkit
from gemport.gem.aes.fsel import SelectorLibrary
from gemport.hosts.files import built_in_artwork

project, release = "gemport", __version__
project_copyright = "the authors of gemport; VIERFREI is by Jens Thoms Törring"
extensions = ["sphinx.ext.autodoc", "sphinx.ext.napoleon", "sphinx.ext.viewcode", "myst_parser"]
exclude_patterns = ["man"]
templates_path = ["_templates"]
nitpicky = True
suppress_warnings = ["ref.python"]  # gemport.solver and gemport.cards.census both have Verdict
nitpick_ignore_regex = [
    ("py:class", r"(collections\.abc|datetime|pathlib|random)\..+|Path|Traversable"),
    # Type variables, and types whose objects a program only passes on.
    ("py:class", r"_B|_Ts|gemport\..+\._T|gemport\.gem\.aes\.\w+\.(Libraries|Process|Scroller)"),
    ("py:class", r"gemport\.gem\.vdi\..+|gemport\.settings\.Settings"),
]
autodoc_default_options = {"members": True}
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
python_use_unqualified_type_names = True
autodoc_preserve_defaults = True
add_module_names = False
napoleon_custom_sections = [("Attributes", "params_style")]
highlight_language = "text"
myst_heading_anchors = 4
html_theme = "furo"
html_title = "gemport"
html_sidebars = {
    "**": [
        *("sidebar/brand.html", "sidebar/search.html", "sidebar/scroll-start.html", "sidebar/play.html"),
        *("sidebar/navigation.html", "sidebar/scroll-end.html"),
    ]
}

HOMES: dict[str, str] = vars(gem)["_HOMES"]
"""The modules of the public names of ``gemport.gem``, without its prefix."""
_COLON = "\ue03a"
_log = logging.getLogger(__name__)


def setup(app: Any) -> None:
    """Connect the functions of this file to Sphinx."""
    _show_calls()
    app.connect("source-read", _fill)
    app.connect("autodoc-skip-member", _skip)
    app.connect("autodoc-process-signature", _shorten)
    app.connect("autodoc-process-docstring", _hide_colon, priority=400)
    app.connect("autodoc-process-docstring", _finish)
    app.connect("env-check-consistency", _check)


def _show_calls() -> None:
    """Make the calls that a Gem has as attributes methods of its class, as they look to a program."""

    async def program(its: gem.Gem) -> None:
        for name, call in vars(its).items():
            if not name.startswith("_") and callable(call):
                setattr(gem.Gem, name, getattr(call, "func", getattr(call, "__func__", call)))

    machine = gem.Machine(built_in_artwork())
    machine.start(program)
    machine.settle()
    for name in ("fsel_input", "fsel_exinput"):
        setattr(gem.Gem, name, getattr(SelectorLibrary, name))


def _fill(_app: Any, page: str, source: list[str]) -> None:
    """Replace ``@names`` and ``@modules`` by the entries of public names, and add links to them to the guide."""
    source[0] = re.sub(r"^@names (.+)$", lambda match: "\n".join(_names(match[1].split())), source[0], flags=re.M)
    source[0] = re.sub(r"^@modules (.+)$", lambda match: "\n".join(_modules_in(match[1])), source[0], flags=re.M)
    source[0] = source[0].replace("](../CONTRIBUTING.md", "](contributing.md").replace("](../README.md", "](index.md")
    if page == "gem":
        parts = re.split(r"^(```.*?^```)$", source[0], flags=re.M | re.S)
        parts[::2] = [re.sub(r"`(\w+)`", _link, part) for part in parts[::2]]
        source[0] = "".join(parts)


def _link(code: re.Match[str]) -> str:
    """Return the inline code with a public name or a call as a link to the reference."""
    name = code[1]
    if name in toolkit.__all__:
        return f"{{py:obj}}`~gemport.toolkit.{name}`"
    if name in HOMES and not ismodule(getattr(gem, name)):
        return f"{{py:obj}}`~gemport.gem.{name}`"
    classes = (
        of for of in ("Gem", "Workstation", "Machine") if name in dir(getattr(gem, of)) and not name.startswith("_")
    )
    return next((f"{{py:obj}}`~gemport.gem.{of}.{name}`" for of in classes), code[0])


def _names(modules: list[str]) -> Iterator[str]:
    """Yield the public names of the given modules and their submodules, except names with a minus sign."""
    for home in dict.fromkeys(HOMES.values()):
        within = [module for module in modules if f"{home}.".startswith(f"{module.lstrip('-')}.")]
        if not within or any(module.startswith("-") for module in within):
            continue
        names = [name for name, of in HOMES.items() if of == home]
        if not ismodule(getattr(gem, names[0])):
            yield f"## {_title(f'gemport.gem.{home}')}"
            if "\n" in str(import_module(f"gemport.gem.{home}").__doc__):
                yield f"```{{eval-rst}}\n.. automodule:: gemport.gem.{home}\n   :no-members:\n```"
        for name in names:
            value = getattr(gem, name)
            if ismodule(value):
                yield from _module(value.__name__)
                continue
            kind = "class" if isclass(value) else "function" if isfunction(value) else "data"
            # A program gets its Gem from the machine. Both classes inherit most calls.
            calls = "\n   :inherited-members:\n   :member-order: alphabetical" if name in ("Gem", "Workstation") else ""
            yield f"```{{eval-rst}}\n.. auto{kind}:: gemport.gem.{name}{'()' if name == 'Gem' else ''}{calls}\n```"


def _modules_in(package: str) -> Iterator[str]:
    for module in iter_modules(import_module(package).__path__):
        yield from _module(f"{package}.{module.name}")


def _module(name: str) -> Iterator[str]:
    yield f"## {name}\n```{{eval-rst}}\n.. automodule:: {name}\n```"


def _title(module: str) -> str:
    """Return the first line of a module's docstring up to its colon, period or reference."""
    return re.split(r":|\.\s|\.$| \(docs", str(import_module(module).__doc__), maxsplit=1)[0]


def _skip(app: Any, what: str, name: str, value: object, skip: bool, _options: object) -> bool | None:
    """Report a class, function, property or constant without docstring; show every member of an Enum."""
    if isinstance(value, Enum):
        return False
    if str(value.__doc__).startswith("Alias for field number"):
        fields = (docs for module in _modules() for docs in ModuleAnalyzer.for_module(module).find_attr_docs())
        return (app.env.current_document.autodoc_class, name) not in fields
    code = value.fget if isinstance(value, property) else value
    is_code = (isroutine(code) or isclass(code)) and _is_ours(code)
    if skip and not name.startswith("_") and (is_code or (what == "module" and name in _constants(app.env))):
        _log.warning("%s has no docstring", getattr(code, "__qualname__", name))
    return None


def _constants(env: Any) -> set[str]:
    """Return the names that the current module assigns."""
    lines = ast.parse(ModuleAnalyzer.for_module(env.current_document.autodoc_module).code).body
    parts = (part for line in lines if isinstance(line, ast.Assign | ast.AnnAssign) for part in ast.walk(line))
    return {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _modules() -> list[str]:
    return [name for name in sys.modules if name.startswith("gemport.")]


def _is_ours(code: Any) -> bool:
    return str(getattr(code, "__module__", "")).startswith("gemport.") and code.__name__ != "<lambda>"


def _shorten(
    _app: Any, _what: str, _name: str, value: object, _options: object, signature: str | None, result: str | None
) -> tuple[str, str | None] | None:
    """Leave out the signature of an Enum, and write ROUNDS for its value, which would fill a page."""
    if isclass(value) and issubclass(value, Enum):
        return "", None
    if hasattr(value, "__wrapped__") and str(result).endswith("Iterator[None]"):
        # The call draws all of the steps.
        result = "None"
    return (re.sub(r"\(\(Weights\(.+?\)\), \d+\)\)", "ROUNDS", signature), result) if signature else None


def _hide_colon(_app: Any, what: str, _name: str, _value: object, _options: object, lines: list[str]) -> None:
    """Hide colons in the docstrings of attributes: napoleon would take the words before the first for a type."""
    if what in ("attribute", "data", "property"):
        lines[:] = [re.sub(r":(?=\s|$)", _COLON, line) for line in lines]


def _finish(_app: Any, what: str, name: str, value: object, _options: object, lines: list[str]) -> None:
    """Take the docstring of a constant from the module that defines it, and link the documents that docstrings name."""
    if what == "data":
        constant = name.rpartition(".")[2]
        homes = (home for home in _modules() if vars(sys.modules[home]).get(constant) is value)
        found = (ModuleAnalyzer.for_module(home).find_attr_docs().get(("", constant)) for home in homes)
        lines[:] = next(filter(None, found), [])
        if not lines:
            _log.warning("%s has no docstring", name)
    lines[:] = [re.sub(r"\bdocs/(\w+)\.md", r":doc:`docs/\1.md </\1>`", line.replace(_COLON, ":")) for line in lines]


def _check(_app: Any, env: Any) -> None:
    """Report public names that are on no page."""
    for module, names in ((gem, HOMES), (toolkit, toolkit.__all__), (solver, solver.__all__)):
        for name in names:
            if f"{module.__name__}.{name}" not in env.domains["py"].objects and not ismodule(getattr(module, name)):
                _log.warning("%s.%s is on no page of the reference", module.__name__, name)
