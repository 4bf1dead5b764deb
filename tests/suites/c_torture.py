"""gcc's own execution tests: sequential C that calls abort() when it was compiled wrongly.

What the processor says after clang -O0 is the ground truth: a program that clang refuses or that
aborts natively (nested functions, tests of gcc's extensions) is not compared. The flags that a test
asks for are given to clang natively and to overtake alike.
"""

import re
import shlex
from pathlib import Path

from common import Case, Suite, unpack

ARCHIVES = Path("/usr/src/gcc-12")
FOLDER = "gcc/testsuite/gcc.c-torture/execute/"
OURS = ("x86_64-*-*", "*-*-*", "fpic", "lp64")

# What gcc 12 accepts with a warning; overtake says the same to clang.
OLD_C = (
    "-Wno-error=implicit-function-declaration",
    "-Wno-error=implicit-int",
    "-Wno-error=int-conversion",
    "-Wno-error=incompatible-function-pointer-types",
)

OPTION = re.compile(r"\{\s*dg-(?:additional-)?options\s+(\"[^\"]*\"|\{[^}]*\})\s*(.*?)\}\s*(?:\*/)?\s*$")
# Knobs of gcc's optimizer that clang has never heard of, and levels: all is compiled with -O0.
FOREIGN = re.compile(
    r"-(O\w*|mtune=.*|mpc64|mno-mmx|mno-stv|mno-eabi|fmodulo-sched|fno-ira-.*|fno-tree-.*|ftree-.*"
    r"|fno-vect-.*|fexpensive-.*|fno-early-inlining|fno-ipa-.*|fno-dce|foptimize-.*|Wl,.*"
    r"|fnon-call-exceptions)$"
)


def options_of(text: str) -> list[str]:
    flags = []
    for line in text.splitlines():
        found = OPTION.search(line)
        if not found:
            continue
        target = found.group(2)
        if "target" in target and not any(name in target for name in OURS):
            continue
        if "!" in target or "ia32" in target:
            continue
        flags += shlex.split(found.group(1).strip('{}" ').replace('"', ""))
    return [f for f in flags if not FOREIGN.match(f)]


class CTorture(Suite):
    name = "c-torture"
    title = "gcc: c-torture/execute"
    packages = ("gcc-12-source", "valgrind")
    limits = {
        "20101011-1": ("division-by-zero", "handlers of signals do not run"),
        "pr64242": ("abort", "how addresses of different objects relate means nothing"),
    }

    def prepared(self):
        return (self.cache / "source/.complete").exists()

    def prepare(self):
        archive = next(ARCHIVES.glob("gcc-12*.tar.xz"))
        unpack(archive, self.cache / "source", lambda name: FOLDER in name)

    def folder(self) -> Path:
        return next((self.cache / "source").glob("*/" + FOLDER))

    def cases(self):
        folder = self.folder()
        cases = []
        for file in sorted(folder.glob("*.c")) + sorted(folder.glob("ieee/*.c")):
            name = str(file.relative_to(folder))[:-2]
            cases.append(self.case(name, (file,)))
        for file in sorted(folder.glob("builtins/*.c")):
            if not file.stem.endswith("-lib"):
                library = file.with_name(file.stem + "-lib.c")
                main = folder / "builtins/lib/main.c"
                cases.append(self.case("builtins/" + file.stem, (file, library, main)))
        return cases

    def case(self, name, sources):
        flags = options_of(sources[0].read_text(errors="replace"))
        return Case(name, tuple(sources), OLD_C + tuple(flags))


SUITE = CTorture()
