"""Random sequential C by csmith. Each program prints a checksum of its variables; natively it is
printed, and overtake checks the same program with an abort() where the checksum differs.
"""

import os
import re
import time
from pathlib import Path

from common import CLANG, Case, Kind, Outcome, Suite, Tools, run_process

SEEDS = int(os.environ.get("CSMITH_SEEDS", "2000"))
SHAPE = ("--max-funcs", "4", "--max-block-depth", "3", "--no-argc")
FLAGS = ("-I/usr/include/csmith",)

# In place of printing: csmith calls this once, at the end.
JUDGE = """
#include <stdlib.h>
static void platform_main_end(uint32_t crc, int flag) {
  (void)flag;
  if (crc != EXPECTED) abort();
}
"""


class Csmith(Suite):
    name = "csmith"
    title = "csmith: random sequential C"
    packages = ("csmith", "libcsmith-dev")

    def cases(self):
        return self.seeds(1, SEEDS)

    def fresh(self, count):
        # A thousand seeds for every second; csmith takes 32 bits.
        return self.seeds(int(time.time()) * 1000 % (1 << 32), count)

    def seeds(self, first, count):
        return [Case(f"seed-{seed}", flags=FLAGS) for seed in range(first, first + count)]

    def run(self, case: Case, tools: Tools, work: Path) -> Outcome:
        seed = case.name.removeprefix("seed-")
        program = work / "program.c"
        made = run_process(
            ["csmith", *SHAPE, "--seed", seed, "-o", program], seconds=60, cwd=work
        )
        if made.code != 0:
            return Outcome(Kind.SKIPPED, "csmith does not finish")
        crc = self.native_checksum(program, work)
        if crc is None:
            return Outcome(Kind.SKIPPED, "it runs too long natively")
        judged = work / "judged.c"
        # The header's own function has another name and is never called.
        text = program.read_text().replace(
            '#include "csmith.h"',
            "#define platform_main_end csmith_main_end\n"
            '#include "csmith.h"\n#undef platform_main_end\n' + JUDGE,
        )
        judged.write_text(text)
        return self.check(
            Case(case.name, (judged,), (*case.flags, f"-DEXPECTED=0x{crc}UL")), tools, work
        )

    def native_checksum(self, program: Path, work: Path):
        binary = work / "native"
        built = run_process(
            [CLANG, "-O0", "-w", *FLAGS, program, "-o", binary], seconds=120, cwd=work
        )
        if built.code != 0:
            raise SystemExit("csmith: clang refuses a program: " + built.err)
        ran = run_process([binary], seconds=60, cwd=work, cpu=1)
        found = re.search(r"checksum = ([0-9A-F]+)", ran.out)
        return found.group(1) if ran.code == 0 and found else None


SUITE = Csmith()
