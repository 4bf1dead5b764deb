"""What every suite of others needs: cases, how to run them, what came of it, and the tables.

A suite is one module in this folder that ends in

    SUITE = MySuite()

where MySuite derives from Suite and says

    name       one word, for the command line and the markers in docs/suites.md
    title      the heading of its table
    packages   the Debian packages that it is made of
    prepare()  unpacks what it needs into self.cache, once
    cases()    the list of Case, in a fixed order
    run()      optional: by default native() must pass, then check() must call the program right

scripts/suites does the rest: it installs the packages, draws a sample, runs JOBS cases at once,
prints what is wrong, keeps the results in the cache and rewrites the tables of docs/suites.md.
"""

from __future__ import annotations

import json
import os
import re
import resource
import signal
import subprocess
import tarfile
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field, replace
from enum import Enum
from pathlib import Path

CLANG = os.environ.get("CLANG", "clang-19")


class Kind(str, Enum):
    RIGHT = "right"  # overtake says what the processor says
    WRONG = "wrong"  # it says something else, or ends with an internal error
    REFUSED = "refused"  # a clear message that something is not supported
    UNFINISHED = "not finished"  # a limit of time, memory or size was reached
    SKIPPED = "no ground truth"  # it does not pass natively either, so nothing can be compared


@dataclass(frozen=True)
class Case:
    name: str  # unique in the suite and stable: results are kept under it
    sources: tuple[Path, ...] = ()
    flags: tuple[str, ...] = ()  # for the compiler, natively and in overtake
    native_flags: tuple[str, ...] = ()  # for the native compiler and linker only
    options: tuple[str, ...] = ()  # for overtake check only
    cxx: bool = False


@dataclass(frozen=True)
class Outcome:
    kind: Kind
    reason: str = ""  # one line; for REFUSED the construct, by which the table counts
    seconds: float = 0.0  # of overtake
    detail: str = field(default="", compare=False)  # all that was printed, for those who look


@dataclass(frozen=True)
class Finished:
    """A process that has ended; code is None if it ran out of time."""

    code: int | None
    out: str
    err: str
    seconds: float


@dataclass(frozen=True)
class Tools:
    overtake: Path
    seconds: float = 60.0  # for one run of overtake
    model: str = "sc"


def run_process(
    command, *, seconds: float, cwd: Path, memory: int = 4 << 30, cpu: int | None = None
) -> Finished:
    """Runs a command with limits; everything that it started is gone afterwards. `cpu` limits the
    processor's time in seconds: unlike a clock, it does not depend on what else the machine does."""

    def limits():
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if cpu is not None:
            resource.setrlimit(resource.RLIMIT_CPU, (cpu, cpu))
        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))

    start = time.monotonic()
    process = subprocess.Popen(
        [str(word) for word in command],
        cwd=cwd,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        preexec_fn=limits,
    )
    try:
        out, err = process.communicate(timeout=seconds)
        code = process.returncode
    except subprocess.TimeoutExpired:
        os.killpg(process.pid, signal.SIGKILL)
        out, err = process.communicate()
        code = None
    text = lambda data: data.decode("utf-8", "replace")
    return Finished(code, text(out), text(err), time.monotonic() - start)


class Suite:
    name = ""
    title = ""
    packages: tuple[str, ...] = ()
    # Cases that a documented limit (docs/limits.md) makes fail: name -> (the wrong answer, the limit).
    limits: dict[str, tuple[str, str]] = {}
    command_limit = 30.0  # seconds for native compilations and runs

    def __init__(self):
        self.cache = Path()  # set by scripts/suites: a folder of the suite's own

    def prepare(self) -> None:
        """Unpacks what the cases need into self.cache; quick if it is there already."""

    def prepared(self) -> bool:
        """Whether prepare() has nothing left to do."""
        return True

    def cases(self) -> list[Case]:
        raise NotImplementedError

    def fresh(self, count: int) -> list[Case]:
        raise SystemExit(f"suites: {self.name} has no other cases than its own")

    def run(self, case: Case, tools: Tools, work: Path) -> Outcome:
        """`work` is an empty folder for this case alone."""
        ran = self.native(case, work)
        if not self.passes(ran):
            return Outcome(Kind.SKIPPED, self.why_not(ran), detail=ran.out + ran.err)
        return self.limited(case, self.check(case, tools, work))

    # --- natively ------------------------------------------------------------------------------

    def native(self, case: Case, work: Path) -> Finished:
        """Compiles with clang as overtake does, and runs."""
        binary = work / "native"
        compiler = CLANG.replace("clang", "clang++") if case.cxx else CLANG
        command = [compiler, "-O0", "-w", *case.flags, *case.sources, "-o", binary]
        built = run_process(
            command + ["-lm", "-pthread", *case.native_flags], seconds=120, cwd=work
        )
        if built.code != 0:
            return Finished(-1000, built.out, built.err, built.seconds)
        return run_process([binary], seconds=self.command_limit, cwd=work)

    def passes(self, ran: Finished) -> bool:
        return ran.code == 0

    def why_not(self, ran: Finished) -> str:
        if ran.code == -1000:
            return "clang refuses it"
        if ran.code is None:
            return "it runs too long natively"
        return f"it ends with {ran.code} natively"

    # --- by overtake ---------------------------------------------------------------------------

    def check(self, case: Case, tools: Tools, work: Path, expect: str = "safe") -> Outcome:
        """`expect` is the verdict that is right: safe or error."""
        outcome = self.check_once(case, tools, work, expect)
        if outcome.kind == Kind.WRONG and outcome.reason.startswith("uninitialized"):
            return self.uninitialized(case, tools, work, expect, outcome)
        if outcome.kind == Kind.UNFINISHED and "--equivalence" not in case.options:
            # The exploration keeps executions of up to 65,535 steps a thread; this one keeps none.
            more = (*case.options, "--equivalence", "exhaustive")
            return self.check(replace(case, options=more), tools, work, expect)
        return outcome

    def uninitialized(self, case, tools, work, expect, outcome) -> Outcome:
        """Right if the program does read what was never set, and all is well otherwise."""
        ran = run_process(
            ["valgrind", "-q", "--error-exitcode=99", work / "native"], seconds=120, cwd=work
        )
        if ran.code != 99:
            return outcome
        more = (*case.options, "--ignore", "uninitialized")
        again = self.check(replace(case, options=more), tools, work, expect)
        if again.kind != Kind.RIGHT:
            return again
        return replace(again, reason="it reads what was never set; so says valgrind")

    def limited(self, case: Case, outcome: Outcome) -> Outcome:
        answer, limit = self.limits.get(case.name, ("", ""))
        if outcome.kind == Kind.WRONG and limit and outcome.reason.startswith(answer):
            return replace(outcome, kind=Kind.REFUSED, reason="documented limit: " + limit)
        return outcome

    def check_once(self, case: Case, tools: Tools, work: Path, expect: str) -> Outcome:
        command = [tools.overtake, "check", *case.sources, "--model", tools.model, "--json"]
        command += ["--timeout", f"{tools.seconds:g}s", "--memory", "3G", *case.options]
        if case.flags:
            command += ["--", *case.flags]
        ran = run_process(command, seconds=tools.seconds + 30, cwd=work, memory=16 << 30)
        return self.classify(ran, expect)

    def classify(self, ran: Finished, expect: str = "safe") -> Outcome:
        detail = ran.err + ran.out
        if ran.code is None:
            return Outcome(Kind.UNFINISHED, "time", ran.seconds, detail)
        if ran.code == 2 and "visible operations" in ran.err:
            return Outcome(Kind.UNFINISHED, reason_of_refusal(ran.err), ran.seconds, detail)
        if ran.code == 2:
            return Outcome(Kind.REFUSED, reason_of_refusal(ran.err), ran.seconds, detail)
        if ran.code not in (0, 5, 10):
            return Outcome(Kind.WRONG, f"overtake ends with {ran.code}", ran.seconds, detail)
        result = json.loads(ran.out)
        verdict = result["verdict"]
        if verdict == "inconclusive":
            reason = result["reasons"][0] if result.get("reasons") else "inconclusive"
            return Outcome(Kind.UNFINISHED, reason, ran.seconds, detail)
        if verdict == expect:
            return Outcome(Kind.RIGHT, "", ran.seconds)
        said = "no error"
        if verdict == "error":
            first = result["errors"][0]
            said = f"{first['kind']} in line {first['line']}"
        return Outcome(Kind.WRONG, said, ran.seconds, detail)


def reason_of_refusal(messages: str) -> str:
    """The construct, without file and line, so that equal reasons are counted together."""
    lines = [line for line in messages.splitlines() if line.strip()]
    for line in lines:
        if ": error: " in line:  # clang's own
            return "clang: " + line.split(": error: ", 1)[1]
    if not lines:
        return "no message"
    text = re.sub(r"^overtake: ", "", lines[0])
    text = re.sub(r"^\S+?:\d+(:\d+)?: ", "", text)
    return re.sub(r"^\S+\.(c|cpp|cc): ", "", text)


def unpack(archive: Path, folder: Path, wanted) -> None:
    """The members for which wanted(name) holds, once: a mark says that all are there."""
    mark = folder / ".complete"
    if mark.exists():
        return
    folder.mkdir(parents=True, exist_ok=True)
    with tarfile.open(archive) as tar:
        for member in tar:
            if member.isfile() and wanted(member.name):
                tar.extract(member, folder)
    mark.write_text(str(archive) + "\n")


def cache_folder() -> Path:
    """Outside of the repository: suites are large, and not ours."""
    home = os.environ.get("XDG_CACHE_HOME") or str(Path.home() / ".cache")
    return Path(os.environ.get("OVERTAKE_SUITES_CACHE") or home + "/overtake-suites")


# --- results and tables ------------------------------------------------------------------------


class Results:
    """Outcomes by case, kept in a file, so that a run can be continued and a table written later."""

    def __init__(self, path: Path):
        self.path = path
        self.outcomes: dict[str, Outcome] = {}
        if path.exists():
            for name, row in json.loads(path.read_text()).items():
                self.outcomes[name] = Outcome(Kind(row[0]), row[1], row[2])

    def put(self, name: str, outcome: Outcome) -> None:
        self.outcomes[name] = outcome

    def save(self) -> None:
        rows = {n: [o.kind.value, o.reason, round(o.seconds, 2)] for n, o in self.outcomes.items()}
        self.path.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile("w", dir=self.path.parent, delete=False) as file:
            json.dump(rows, file, indent=0, sort_keys=True)
        os.replace(file.name, self.path)


def count(outcomes) -> Counter:
    return Counter(outcome.kind for outcome in outcomes)


def summary(outcomes) -> str:
    counts = count(outcomes)
    return ", ".join(f"{counts[kind]} {kind.value}" for kind in Kind if counts[kind])


def table(suite: Suite, outcomes: dict[str, Outcome]) -> str:
    """Markdown: the counts, then every reason with its cases."""
    counts = count(outcomes.values())
    compared = sum(counts[k] for k in Kind if k != Kind.SKIPPED)
    lines = [f"### {suite.title}", ""]
    lines += ["| cases | " + " | ".join(k.value for k in Kind) + " |"]
    lines += ["| ---: |" + " ---: |" * len(Kind)]
    lines += [f"| {len(outcomes)} | " + " | ".join(str(counts[k]) for k in Kind) + " |", ""]
    if compared and counts[Kind.REFUSED]:
        share = 100 * counts[Kind.REFUSED] / compared
        lines += [f"Refused: {share:.1f} % of the {compared} that were compared.", ""]
    noted = {n: o for n, o in outcomes.items() if o.kind != Kind.RIGHT or o.reason}
    for kind in (Kind.WRONG, Kind.UNFINISHED, Kind.REFUSED, Kind.RIGHT, Kind.SKIPPED):
        lines += reasons(kind, noted)
    return "\n".join(lines)


def reasons(kind: Kind, outcomes: dict[str, Outcome]) -> list[str]:
    groups: dict[str, list[str]] = {}
    for name, outcome in sorted(outcomes.items()):
        if outcome.kind == kind:
            groups.setdefault(outcome.reason, []).append(name)
    if not groups:
        return []
    lines = [f"| {kind.value} | cases | which |", "| --- | ---: | --- |"]
    for reason, names in sorted(groups.items(), key=lambda g: (-len(g[1]), g[0])):
        shown = ", ".join(names[:8]) + (", ..." if len(names) > 8 else "")
        cell = (reason or "-").replace("|", "\\|")
        lines.append(f"| {cell} | {len(names)} | {shown} |")
    return lines + [""]


def write_table(document: Path, suite: Suite, outcomes: dict[str, Outcome]) -> None:
    """Replaces what stands between the suite's two markers."""
    begin, end = f"<!-- suite {suite.name} -->", f"<!-- end of suite {suite.name} -->"
    text = document.read_text()
    if begin not in text or end not in text:
        raise SystemExit(f"{document}: the markers of suite {suite.name} are missing")
    before, rest = text.split(begin, 1)
    after = rest.split(end, 1)[1]
    document.write_text(before + begin + "\n" + table(suite, outcomes) + end + after)
