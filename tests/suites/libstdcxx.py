"""libstdc++'s own tests of threads and atomics, as gcc's source package has them.

A test says in comments for DejaGnu what is to be done with it: those that run call VERIFY, which
aborts, and return 0; the others need only compile (or must not, where a line expects an error).
Both are compared with clang and Debian's libstdc++ 12. What a compiler test is about is decided
before anything is executed, so there overtake only has to accept the file like clang does.
"""

from __future__ import annotations

import re
from pathlib import Path

from common import CLANG, Case, Finished, Kind, Outcome, Tools, run_process, unpack
from threads import ThreadSuite

FOLDERS = ("30_threads", "29_atomics")
COMPILERS = re.compile(r"-(std=|O|f|pthread|D|W|g)")  # options that clang and overtake share


class LibStdCxx(ThreadSuite):
    name = "libstdcxx"
    title = "libstdc++: 30_threads and 29_atomics"
    packages = ("gcc-12-source", "libstdc++-12-dev", "valgrind")
    command_limit = 60.0

    def prepare(self) -> None:
        archive = next(Path("/usr/src/gcc-12").glob("gcc-12*.tar.xz"))
        wanted = re.compile(r"/libstdc\+\+-v3/testsuite/(30_threads|29_atomics|util)/")
        unpack(archive, self.cache / "source", wanted.search)

    def prepared(self) -> bool:
        return (self.cache / "source" / ".complete").exists()

    def suite_folder(self) -> Path:
        return next((self.cache / "source").glob("*/libstdc++-v3/testsuite"))

    def cases(self) -> list[Case]:
        root = self.suite_folder()
        files = [f for folder in FOLDERS for f in sorted((root / folder).rglob("*.cc"))]
        return [self.case(root, file) for file in files]

    def case(self, root: Path, file: Path) -> Case:
        text = file.read_text(errors="replace")
        options = []
        for line in re.findall(r"\{ dg-(?:additional-)?options \"([^\"]*)\"", text):
            options += [o for o in line.split() if COMPILERS.match(o) and o != "-pthread"]
        if not any(o.startswith("-std=") for o in options):
            options.insert(0, "-std=gnu++17")  # what g++ 12 would do
        flags = ("-I" + str(root / "util"), *options, "-pthread")
        name = str(file.relative_to(root).with_suffix(""))
        return Case(name, (file,), flags, native_flags=("-latomic",), cxx=True)

    def run(self, case: Case, tools: Tools, work: Path) -> Outcome:
        text = case.sources[0].read_text(errors="replace")
        if re.search(r"dg-do\s+run", text):
            return super().run(case, tools, work)
        return self.run_compilation(case, tools, work)

    def run_compilation(self, case: Case, tools: Tools, work: Path) -> Outcome:
        compiler = CLANG.replace("clang", "clang++")
        command = [compiler, "-fsyntax-only", "-w", *case.flags, *case.sources]
        native = run_process(command, seconds=120, cwd=work)
        command = [tools.overtake, "ir", *case.sources, "--", *case.flags]
        ours = run_process(command, seconds=tools.seconds + 30, cwd=work, memory=16 << 30)
        detail = ours.err + native.err
        if ours.code not in (0, 2):
            return Outcome(Kind.WRONG, f"overtake ends with {ours.code}", ours.seconds, detail)
        if (native.code == 0) == self.compiles(ours):
            return Outcome(Kind.RIGHT, "", ours.seconds)
        if native.code != 0:
            return Outcome(Kind.WRONG, "overtake accepts what clang refuses", ours.seconds, detail)
        refusal = self.classify(ours)
        return Outcome(Kind.REFUSED, refusal.reason, ours.seconds, detail)

    @staticmethod
    def compiles(ran: Finished) -> bool:
        """Files that are only compiled need no main, and may declare what no file defines."""
        parts_missing = ("no function 'main'", "undefined function")
        return ran.code == 0 or any(words in ran.err for words in parts_missing)


SUITE = LibStdCxx()
