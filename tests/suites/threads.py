"""Second opinions for tests of threads: is an error that overtake reports one of the test's own?

A test that passes when it is run once may still be wrong: it may rely on how quickly its threads
run, or misuse a lock in a way that the library does not notice. Then overtake is right to report
it, and others can show so natively: helgrind for locks, late.c for time.
"""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

from common import Case, Finished, Kind, Outcome, Suite, Tools, run_process

HERE = Path(__file__).resolve().parent
# What helgrind says of the same misuse.
HELGRIND = {
    "unlock-not-held": r"Thread #\d+ unlocked (a|lock)",
    "lock-misuse": r"wait called with (un-held|mutex)|destroy of a locked|with waiting threads",
}
ROUNDS = 12  # seeds of late.c


class ThreadSuite(Suite):
    """A suite whose errors are looked at a second time."""

    def run(self, case: Case, tools: Tools, work: Path) -> Outcome:
        outcome = super().run(case, tools, work)
        if outcome.kind != Kind.WRONG:
            return outcome
        said = outcome.reason.split(" ")[0]
        if said in HELGRIND and self.helgrind_agrees(said, work):
            why = f"{said}; so says helgrind"
        elif said in ("abort", "assertion", "uncaught-exception") and self.fails_late(work):
            why = "it relies on time: natively it fails, too, when threads are late"
        else:
            return outcome
        return replace(outcome, kind=Kind.RIGHT, reason=why)

    @staticmethod
    def helgrind_agrees(said: str, work: Path) -> bool:
        words = ["valgrind", "-q", "--tool=helgrind", "--history-level=none"]
        ran = run_process([*words, work / "native"], seconds=120, cwd=work)
        return re.search(HELGRIND[said], ran.err) is not None

    def fails_late(self, work: Path) -> bool:
        library = work / "late.so"
        words = ["gcc", "-O1", "-shared", "-fPIC", HERE / "late.c", "-o", library, "-ldl"]
        if run_process(words, seconds=60, cwd=work).code != 0:
            raise SystemExit("suites: tests/suites/late.c does not compile")
        return any(self.failed(self.run_late(library, seed, work)) for seed in range(ROUNDS))

    @staticmethod
    def run_late(library: Path, seed: int, work: Path) -> Finished:
        words = ["env", f"LD_PRELOAD={library}", f"LATE_SEED={seed}", work / "native"]
        return run_process(words, seconds=90, cwd=work)

    @staticmethod
    def failed(ran: Finished) -> bool:
        return ran.code is not None and ran.code != 0
