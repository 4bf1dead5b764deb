"""glibc's own tests of pthreads: nptl and sysdeps/pthread of its source package.

The tests are glibc's, and so are the headers of its support library; what these declare is in
tests/suites/nptl, as far as tests of threads use it: a check that fails aborts, and exit with a
failure does, too. Tests that need more of glibc than that (its internals, a process to watch them) do
not compile, and are counted as without ground truth; files that only others include have no main.
"""

from __future__ import annotations

import re
from pathlib import Path

from common import Case, unpack
from threads import ThreadSuite

HERE = Path(__file__).resolve().parent / "nptl"
WANTED = re.compile(
    r"^[^/]*/(nptl/(tst-|eintr)|sysdeps/pthread/(tst-|eintr|test)|support/[^/]*\.h$"
    r"|include/(array_length|libc-diag)\.h$)"
)
# Included by others, or loaded by them.
PARTS = re.compile(r"(mod\d*|main|-common|-affinity|-dso\d*|-lib)\.c$")

SIGNALS = "handlers of signals do not run"
# A timed wait may end, and a thread may be late, by any time.
DURATIONS = "how long sleeps and timeouts last is not seen"


class Nptl(ThreadSuite):
    name = "nptl"
    title = "glibc: nptl and sysdeps/pthread"
    packages = ("glibc-source", "valgrind")
    command_limit = 30.0
    limits = {
        "nptl/tst-robustpi3": ("abort", DURATIONS),
        "nptl/tst-robustpi6": ("abort", DURATIONS),
        "nptl/tst-rwlock3": ("deadlock", "a writer that locks again waits; glibc returns EDEADLK"),
        "pthread/tst-cancel15": ("abort", DURATIONS),
        "pthread/tst-cancel18": ("abort", DURATIONS),
        "pthread/tst-cancel22": ("abort", DURATIONS),
        "pthread/tst-cancel23": ("abort", DURATIONS),
        "pthread/tst-cancelx15": ("abort", DURATIONS),
        "pthread/tst-cancelx18": ("abort", DURATIONS),
        "pthread/tst-cleanup2": ("null-dereference", SIGNALS),
        "pthread/tst-cleanupx2": ("null-dereference", SIGNALS),
        "pthread/tst-cond8": ("deadlock", DURATIONS),
        "pthread/tst-cond8-static": ("deadlock", DURATIONS),
        "pthread/tst-join4": ("abort", "detaching a thread twice is not noticed"),
        "pthread/tst-robust3": ("abort", DURATIONS),
        "pthread/tst-robust6": ("abort", DURATIONS),
        "pthread/tst-sem6": ("deadlock", SIGNALS),
        "pthread/tst-sem15": ("abort", "a semaphore beyond SEM_VALUE_MAX is not noticed"),
        "pthread/tst-thrd-detach": ("abort", "a detached thread can be joined"),
    }

    def prepare(self) -> None:
        archive = next(Path("/usr/src/glibc").glob("glibc-*.tar.xz"))
        unpack(archive, self.cache / "source", WANTED.search)

    def prepared(self) -> bool:
        return (self.cache / "source" / ".complete").exists()

    def cases(self) -> list[Case]:
        root = next((self.cache / "source").glob("glibc-*"))
        places = (root / "nptl", root / "sysdeps" / "pthread")
        files = [f for place in places for f in sorted(place.glob("tst-*.c"))]
        return [self.case(root, f) for f in files if not PARTS.search(f.name)]

    def case(self, root: Path, file: Path) -> Case:
        folders = (HERE, HERE / "support", root, root / "include", root / "sysdeps" / "pthread")
        includes = tuple("-I" + str(folder) for folder in folders)
        flags = ("-std=gnu11", "-D_GNU_SOURCE", "-Dexit=test_exit", *includes, "-I" + str(root / "nptl"))
        name = str(file.relative_to(root).with_suffix("")).replace("sysdeps/pthread", "pthread")
        return Case(name, (file,), flags, native_flags=("-ldl", "-lrt"))


SUITE = Nptl()
