"""System requirements beyond wheels: libraries for Qt, a font, Java for Spark, Python's venv.

A need is checked by using it (the library is loaded, Java prints its version), never by a package
manager: that works on every system, and for packages installed by other means.
Debian's package names were found by adding packages to a bare Debian 12 until Qt started.
"""

import ctypes
import importlib.util
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from tools.prepare import UnpreparedError

OLDEST_JAVA = 17
FONT_FOLDERS = ("/usr/share/fonts", "/usr/local/share/fonts", "~/.local/share/fonts", "~/.fonts")
LIBRARIES = {
    "Qt draws with them": {
        "libglib-2.0.so.0": "libglib2.0-0",
        "libGL.so.1": "libgl1",
        "libEGL.so.1": "libegl1",
        "libfontconfig.so.1": "libfontconfig1",
        "libxkbcommon.so.0": "libxkbcommon0",
        "libdbus-1.so.3": "libdbus-1-3",
    },
    "Qt opens windows with them, on X11 and Wayland": {
        "libxcb-cursor.so.0": "libxcb-cursor0",
        "libxcb-icccm.so.4": "libxcb-icccm4",
        "libxcb-keysyms.so.1": "libxcb-keysyms1",
        "libxcb-shape.so.0": "libxcb-shape0",
        "libxcb-xkb.so.1": "libxcb-xkb1",
        "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
        "libwayland-cursor.so.0": "libwayland-cursor0",
    },
}


@dataclass(frozen=True, slots=True)
class Need:
    """A requirement of the system: its name, its purpose, and a check."""

    what: str
    why: str
    packages: tuple[str, ...]  # Debian's names for it, the best first
    is_met: Callable[[], bool]


def prepare(purpose: str = "run", *, asks: bool = True) -> None:
    """Install missing requirements, or raise with a list of them.

    At a terminal, the user is asked once before.
    """
    missing = unmet([*needs(), *(builders_needs() if purpose == "folder" else ())])
    if not missing:
        return
    print(f"Missing on this system:\n{listing(missing)}", flush=True)
    command = apt_get(missing)
    if asks and person_is_there() and not consents(missing, command):
        raise UnpreparedError(
            f"Nothing was installed. To install it yourself:\n  {spelled(missing, command)}\n"
            "Then run make again. To continue without it: make SKIP_SYSTEM=1 ..."
        )
    install(missing, command)
    if missing := unmet(missing):
        raise UnpreparedError(
            f"The packages are installed, and yet there is no\n{listing(missing)}"
            + ("\nJAVA_HOME is set: is it right?" if "JAVA_HOME" in os.environ else "")
        )


def needs() -> list[Need]:
    """All requirements on this kind of system."""
    java = Need(
        f"Java {OLDEST_JAVA} or newer",
        "Spark runs on it",
        ("openjdk-17-jre-headless", "openjdk-21-jre-headless", "default-jre-headless"),
        lambda: java_version() >= OLDEST_JAVA,
    )
    if not sys.platform.startswith("linux"):
        return [java]  # elsewhere Python and the wheels include the rest
    venv = f"python3.{sys.version_info.minor}-venv"
    return [
        Need("ensurepip", "Python needs it to create .venv", (venv,), has_ensurepip),
        *(
            Need(soname, why, (package,), partial(can_load, soname))
            for why, libraries in LIBRARIES.items()
            for soname, package in libraries.items()
        ),
        Need("a font", "without one there is no text", ("fonts-dejavu-core",), has_font),
        java,
    ]


def builders_needs() -> list[Need]:
    """What building the folder requires in addition, on systems whose Python comes in parts."""
    name = str(sysconfig.get_config_var("INSTSONAME"))
    if not sys.platform.startswith("linux") or not name.startswith("libpython"):
        return []
    package = f"libpython3.{sys.version_info.minor}"
    return [
        Need("objcopy", "PyInstaller writes programs with it", ("binutils",), has_objcopy),
        Need(name, "the folder has its own Python", (package,), has_python_library),
    ]


def unmet(needs: Iterable[Need]) -> list[Need]:
    """The requirements that this machine doesn't meet."""
    return [need for need in needs if not need.is_met()]


def listing(missing: Iterable[Need]) -> str:
    """The requirements as text, one line per purpose."""
    by_reason: dict[str, list[str]] = {}
    for need in missing:
        by_reason.setdefault(need.why, []).append(need.what)
    return "\n".join(f"  {', '.join(what)} ({why})" for why, what in by_reason.items())


def apt_get(missing: Iterable[Need]) -> list[str]:
    """The command that installs packages here; raises with advice if there is none."""
    packages = " ".join(need.packages[0] for need in missing)
    if shutil.which("apt-get") is None:
        raise UnpreparedError(
            "There is no apt-get here: install these with this system's own tools, then run\n"
            f"make again. Debian's names for them: {packages}\n"
            "To continue without them: make SKIP_SYSTEM=1 ..."
        )
    command = ["env", "DEBIAN_FRONTEND=noninteractive", "apt-get"]
    if os.geteuid() == 0:
        return command
    if not sudo_answers():
        raise UnpreparedError(
            "Only root may install them, and sudo isn't available here. As root, run\n"
            f"  apt-get update && apt-get install --no-install-recommends {packages}\n"
            "then run make again. To continue without them: make SKIP_SYSTEM=1 ..."
        )
    return ["sudo", *command]


def sudo_answers() -> bool:
    """Whether sudo is available, and needs no password or can ask for it."""
    if shutil.which("sudo") is None:
        return False
    if sys.stdin.isatty():
        return True
    silent = ["sudo", "--non-interactive", "true"]
    return subprocess.run(silent, capture_output=True, check=False).returncode == 0


def person_is_there() -> bool:
    """Whether there is a terminal for questions; in CI there is none."""
    is_ci = os.environ.get("CI", "").lower() not in ("", "0", "false")
    return not is_ci and sys.stdin.isatty() and sys.stdout.isatty()


def consents(missing: Iterable[Need], apt_get: list[str]) -> bool:
    """Ask whether packages may be installed; the end of input means no."""
    print(f"This installs what is missing:\n  {spelled(missing, apt_get)}")
    try:
        answer = input("Install it now? [y/N] ")
    except EOFError:
        print()
        return False
    return answer.strip().lower() in ("y", "yes")


def spelled(missing: Iterable[Need], apt_get: list[str]) -> str:
    """The command that installs missing packages, as a user types it."""
    typed = ["sudo", "apt-get"] if apt_get[0] == "sudo" else ["apt-get"]
    packages = (need.packages[0] for need in missing)
    return " ".join([*typed, "install", "--no-install-recommends", *packages])


def install(missing: Iterable[Need], apt_get: list[str]) -> None:
    """Install a package for each requirement with apt."""
    call(*apt_get, "update")
    packages = [known_package(need.packages) for need in missing]
    print(f"Installing with {' '.join(apt_get)}:\n  {' '.join(packages)}", flush=True)
    call(*apt_get, "install", "--yes", "--no-install-recommends", *packages)


def known_package(names: tuple[str, ...]) -> str:
    """The first of the packages that exists in this release of the distribution."""
    for name in names[:-1]:
        show = ["apt-cache", "show", "--no-all-versions", name]
        if subprocess.run(show, capture_output=True, check=False).returncode == 0:
            return name
    return names[-1]


def call(*command: str) -> None:
    """Run a command quietly; if it fails, show its output and raise."""
    answer = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    if answer.returncode != 0:
        words = answer.stdout.decode(errors="replace").rstrip()
        raise UnpreparedError(
            f"{words}\nThis command failed; its output is above: {' '.join(command)}"
        )


def has_ensurepip() -> bool:
    """Whether this Python can create a virtual environment with pip (Debian's can't by itself)."""
    importlib.invalidate_caches()
    return importlib.util.find_spec("ensurepip") is not None


def has_objcopy() -> bool:
    """Whether the program `objcopy` is installed."""
    return shutil.which("objcopy") is not None


def has_python_library() -> bool:
    """Whether the shared library of this Python is installed, where PyInstaller looks for it."""
    name, folder = (sysconfig.get_config_var(each) for each in ("INSTSONAME", "LIBDIR"))
    places = [Path(folder), *(Path(folder).glob("*-linux-*"))]
    return any((place / str(name)).exists() for place in places)


def can_load(soname: str) -> bool:
    """Whether the loader finds the library, for the architecture of this Python."""
    try:
        ctypes.CDLL(soname)
    except OSError:
        return False
    return True


def has_font() -> bool:
    """Whether there is a scalable font in one of the usual folders."""
    files = (file for folder in FONT_FOLDERS for file in Path(folder).expanduser().rglob("*"))
    return any(file.suffix in {".ttf", ".otf", ".ttc"} for file in files)


def java_version() -> int:
    """The major version of the Java that Spark would start; 0 if there is none."""
    home = os.environ.get("JAVA_HOME")
    java = f"{home}/bin/java" if home else "java"
    try:
        # Without the option, a JVM writes into a folder in /tmp, which others can read.
        command = [java, "-XX:-UsePerfData", "-version"]
        answer = subprocess.run(command, capture_output=True, text=True, check=True)
    except (OSError, subprocess.CalledProcessError):
        return 0
    version = re.search(r'version "(\d+)', answer.stderr)
    return int(version[1]) if version else 0
