"""The project's own virtual environment: made once, used as it is until pyproject.toml or Python changes."""

import ast
import hashlib
import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
_NETWORK_SETTINGS = (
    *("index-url", "extra-index-url", "no-index", "find-links", "trusted-host", "proxy", "cert", "client-cert"),
    *("timeout", "default-timeout", "retries", "cache-dir", "no-cache-dir", "keyring-provider"),
)
"""The user's settings of pip that also hold here: how it reaches the packages, not where and how it installs them."""
_PYTHON_VARIABLES = (
    "PYTHONHOME",
    "PYTHONPATH",
    "PYTHONPLATLIBDIR",
    "PYTHONUSERBASE",
    "PYTHONEXECUTABLE",
    "__PYVENV_LAUNCHER__",
)
"""Variables that give an environment's Python other modules than its own."""
_STEPS = ("Collecting ", "Downloading ", "Building ", "Installing ", "Prepared ", "Installed ")
"""Starts of the lines that show the progress of pip and uv."""
_BUNDLED_PIP = """if True:
    import ensurepip, pathlib, sysconfig
    folder = sysconfig.get_config_var("WHEEL_PKG_DIR") or pathlib.Path(ensurepip.__file__).with_name("_bundled")
    print(ascii(str(next(pathlib.Path(folder).glob("pip-*.whl")))))"""


class SetupError(Exception):
    """The environment could not be created; the message is one line for the user."""


class UnavailableError(SetupError):
    """The system lacks something; the message names it."""


def venv_python(venv: Path) -> Path:
    """Return the path of a virtual environment's interpreter on this system."""
    return venv / ("Scripts/python.exe" if os.name == "nt" else "bin/python")


def fingerprint(root: Path, venv: Path, extra: str) -> str:
    """Return a hash of the inputs of an installation: project file, locked versions, folder, extra, environment."""
    parts = [(root / "pyproject.toml").read_bytes(), os.fsencode(root), extra.encode()]
    if extra:
        parts.append((root / "uv.lock").read_bytes())
    settings = venv / "pyvenv.cfg"
    if settings.exists():
        parts.append(settings.read_bytes())
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def ensure(extra: str = "", venv: Path = VENV, interpreter: Path = Path(sys.executable)) -> Path:
    """Make sure that the environment has the dependencies and finds the checkout; return its interpreter.

    interpreter: the Python that creates the environment if there is none

    A user who cannot change the environment of the checkout, and cannot use it as it is, gets one in the cache folder.

    Raises SetupError if that is impossible. Calls nothing if the stamp of an earlier run is still valid.
    """
    if not _is_ready(venv, extra) and not _can_change(venv):
        venv = _cache_folder() / f"gemport-{hashlib.sha256(os.fsencode(venv)).hexdigest()[:16]}"
    python = venv_python(venv)
    if _is_ready(venv, extra):
        return python
    try:
        _make(venv, interpreter)
        _install(python, ROOT, extra, interpreter)
        _stamp_path(venv, extra).write_text(fingerprint(ROOT, venv, extra), encoding="ascii")
    except OSError as error:
        raise SetupError(f"{error.filename or venv}: {error.strerror or error}") from None
    return python


def clean_environment() -> dict[str, str]:
    """Return the environment variables except settings of pip and variables that give Python other modules."""
    return {
        name: value
        for name, value in os.environ.items()
        if name not in _PYTHON_VARIABLES and not name.startswith("PIP_")
    }


def _is_ready(venv: Path, extra: str) -> bool:
    try:
        # The checks' dependencies include the game's.
        fitting = {fingerprint(ROOT, venv, extra), fingerprint(ROOT, venv, "dev")}
        stamped = any(_stamp(venv, name) in fitting for name in {extra, "dev"})
        return stamped and os.access(venv_python(venv), os.X_OK) and (venv / "pyvenv.cfg").exists()
    except PermissionError:
        return False


def _can_change(venv: Path) -> bool:
    """Return whether the user may create or change an environment there."""
    if not os.path.lexists(venv):
        return os.access(venv.parent, os.W_OK | os.X_OK)
    parts = [venv, venv / "pyvenv.cfg", venv_python(venv).parent, *venv.glob("lib/python*/site-packages")]
    return all(os.access(part, os.W_OK) for part in parts if part == venv or os.path.lexists(part))


def _cache_folder() -> Path:
    """Return the user's cache folder."""
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData/Local")
    if sys.platform == "darwin":
        return Path.home() / "Library/Caches"
    named = os.environ.get("XDG_CACHE_HOME", "")
    return Path(named) if os.path.isabs(named) else Path.home() / ".cache"


def play(arguments: Sequence[str]) -> int:
    """Start gemport from the checkout; return its exit status, 2 if it could not be installed."""
    try:
        python = ensure()
    except SetupError as error:
        print(f"tools/play.py: {error}", file=sys.stderr)
        return 2
    # -P: ignore a folder called gemport in the current folder.
    command = [str(python), "-P", "-m", "gemport", *arguments]
    environment = clean_environment()
    if os.name == "posix":
        os.execve(command[0], command, environment)
    try:
        return subprocess.call(command, env=environment)
    except KeyboardInterrupt:
        return 130


def report(text: str) -> None:
    """Print progress at once on standard error (standard output belongs to the program)."""
    print(text, file=sys.stderr, flush=True)


def _stamp_path(venv: Path, extra: str) -> Path:
    return venv / f"gemport-{extra or 'play'}.stamp"


def _stamp(venv: Path, extra: str) -> str:
    try:
        return _stamp_path(venv, extra).read_text(encoding="ascii")
    except OSError:
        return ""


def _make(venv: Path, interpreter: Path) -> None:
    # Without its pyvenv.cfg the interpreter inside is the system's own: nothing must be installed there.
    complete = (venv / "pyvenv.cfg").exists()
    if complete and _ask(venv_python(venv), "import sys; print(sys.version_info >= (3, 11))") == "True":
        return
    # An interrupted start leaves empty folders.
    if not complete and any(path.is_file() for path in (venv.rglob("*") if venv.is_dir() else [venv])):
        raise SetupError(f"{venv} exists but is not a virtual environment: move it away")
    report(f"making the environment {venv} (only the first time)")
    # Without pip, which takes longer than everything else.
    command = [str(interpreter), "-m", "venv", "--without-pip", "--clear", str(venv)]
    result = subprocess.run(command, env=clean_environment(), capture_output=True, text=True)
    if result.returncode:
        reason = _last_line(result.stdout + result.stderr)
        if "No module named venv" in reason:
            reason = f"this Python has no venv; {_venv_advice()}"
        raise SetupError(f"the environment {venv} could not be made: {reason}")


def _venv_advice() -> str:
    """Return how to get a complete Python on this system."""
    if sys.platform == "win32":
        return "the one of https://www.python.org/downloads/windows has: start with it as py -3 tools\\play.py"
    if sys.platform == "darwin":
        return "the one of https://www.python.org/downloads/macos has, and Homebrew's: brew install python"
    package = f"python{sys.version_info.major}.{sys.version_info.minor}-venv"
    return f"on Debian and Ubuntu: sudo apt-get install {package}"


def _ask(python: Path, code: str) -> str:
    """Return the output of a Python that runs the code; an empty text if it fails."""
    try:
        command = [str(python), "-c", code]
        return subprocess.run(command, env=clean_environment(), capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def _install(python: Path, root: Path, extra: str, interpreter: Path) -> None:
    """Install the dependencies, and a path file instead of the project: building it takes longer."""
    what = "the tools for its checks" if extra else "what it needs"
    report(f"installing {what} (only when that changes)")
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    options = [*project["dependencies"], *project.get("optional-dependencies", {}).get(extra, [])]
    if extra:
        constraints = python.parent.parent / "constraints.txt"
        constraints.write_text(locked_versions(root), encoding="utf-8")
        options += ["--constraint", str(constraints)]
    uv = shutil.which("uv")
    if uv is None or _call([uv, "pip", "install", "--python", str(python), *options], root, {}):
        pip = _pip(python, interpreter)
        environment = {**_pip_settings(pip), "PIP_CONFIG_FILE": os.devnull}
        quiet = ["--disable-pip-version-check", "--no-input", "--progress-bar", "off", "--no-compile"]
        if output := _call([*pip, "install", *quiet, *options], root, environment):
            log = python.parent.parent / "install.log"
            log.write_text(output, encoding="utf-8")
            raise SetupError(f"{_reason(output)} (all that pip said: {log})")
    packages = _ask(python, "import sysconfig; print(ascii(sysconfig.get_path('purelib')))")
    # A line of code, because Python before 3.13 reads a path in the encoding of the system.
    line = f"import os, sys; sys.path.append(os.fsdecode({os.fsencode(root)!r}))\n"
    Path(ast.literal_eval(packages), "gemport.pth").write_text(line, encoding="ascii")


def _call(command: Sequence[str], folder: Path, settings: Mapping[str, str]) -> str:
    """Run an installer and report its steps; return its output if it fails."""
    lines = []
    with subprocess.Popen(
        command,
        cwd=folder,
        env={**clean_environment(), **settings, "PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="replace",
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            lines.append(line)
            if line.lstrip().startswith(_STEPS):
                report(f"  {line.strip()}")
    return "".join(lines) or "no reason given" if process.returncode else ""


def _pip(python: Path, interpreter: Path) -> list[str]:
    """Return the start of a command of pip for the environment: the pip of its Python, or the one bundled with it."""
    own = "import pip; print([int(part) for part in pip.__version__.split('.')[:2]] >= [22, 3])"
    if _ask(interpreter, own) == "True":
        return [str(interpreter), "-m", "pip", "--python", str(python)]
    if not (wheel := _ask(interpreter, _BUNDLED_PIP)):
        raise SetupError(f"this Python has no pip; {_venv_advice()}")
    return [str(python), f"{ast.literal_eval(wheel)}/pip"]


def locked_versions(root: Path) -> str:
    """Return the versions in uv.lock as constraints for pip, one per line."""
    lines = []
    for package in tomllib.loads((root / "uv.lock").read_text(encoding="utf-8"))["package"]:
        if "registry" in package["source"]:
            markers = " or ".join(f"({marker})" for marker in package.get("resolution-markers", ()))
            lines.append(f"{package['name']}=={package['version']}{f'; {markers}' if markers else ''}\n")
    return "".join(lines)


def _pip_settings(pip: Sequence[str]) -> dict[str, str]:
    """Return as variables the settings that the user's files and variables of pip have for the network."""
    environment = {**clean_environment(), **{name: text for name, text in os.environ.items() if name[:4] == "PIP_"}}
    command = [*pip, "--disable-pip-version-check", "config", "list"]
    # A damaged file of the user's leaves its settings out.
    lines = subprocess.run(command, env=environment, capture_output=True, text=True).stdout.splitlines()
    pairs = (line.partition("=") for line in lines)
    settings = {name.rpartition(".")[2].lower().replace("_", "-"): text for name, equals, text in pairs if equals}
    network = {name: text for name, text in settings.items() if name in _NETWORK_SETTINGS}
    return {f"PIP_{name.upper().replace('-', '_')}": str(ast.literal_eval(text)) for name, text in network.items()}


def _reason(output: str) -> str:
    signs = ("NewConnectionError", "NameResolutionError", "ConnectTimeout", "ProxyError", "(from versions: none)")
    if any(sign in output for sign in signs):
        return "pip reached no package index: the first start needs the network"
    return f"pip could not install it: {_last_line(output)}"


def _last_line(output: str) -> str:
    lines = [line.strip() for line in output.splitlines() if line.strip()]
    errors = [line for line in lines if line.startswith("ERROR")]
    return (errors or lines or ["no reason given"])[-1]
