#!/usr/bin/env python3
"""`overtake fences` repairs structures: the fences go into a copy of the file, of which linearize then finds
that it holds, with as many fences as are said here. Usage: repair_test.py OVERTAKE SOURCE_FOLDER"""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

# File, options of both commands, compiler flags, verdict, fences.
CASES = [
    # The ring: what has been pushed must be seen when push has ended.
    ("examples/linearize/ring.cpp", ["--model", "tso"], [], "fences-needed", 1),
    ("examples/linearize/ring.cpp", ["--model", "pso", "--operations", "3"], [], "fences-needed", 2),
    ("examples/linearize/ring.cpp", ["--model", "tso"], ["-DFENCE"], "no-fences-needed", 0),
    # Chase and Lev's deque without its fence.
    ("examples/linearize/chase_lev.cpp", ["--model", "tso", "--operations", "3", "--require", "sequential"],
     ["-DNO_FENCE"], "fences-needed", 1),
    ("examples/linearize/chase_lev.cpp", ["--model", "pso", "--operations", "3", "--require", "sequential"],
     ["-DNO_FENCE"], "fences-needed", 1),
    # A slot that is published before its value is there.
    ("tests/linearize/structures/mpmc_ring.cpp", ["--model", "pso"], ["-DRELAXED"], "fences-needed", 1),
    ("tests/linearize/structures/mpmc_ring.cpp", ["--model", "tso"], ["-DEARLY"], "fails-under-sc", 0),
    # An error on the way: hazard pointers that are seen too late.
    ("examples/linearize/treiber.cpp", ["--model", "tso", "--operations", "1"], ["-DNO_FENCE"], "fences-needed", 1),
    ("tests/linearize/structures/peterson_counter.cpp", ["--model", "tso"], [], "fences-needed", 1),
]


def run(*command):
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode not in (0, 10):
        sys.exit(f"{' '.join(map(str, command))}: exit {done.returncode}\n{done.stderr}")
    return json.loads(done.stdout)


def main():
    overtake, source = sys.argv[1:]
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for file, options, flags, verdict, fences in CASES:
            copy = pathlib.Path(folder) / pathlib.Path(file).name
            shutil.copy(pathlib.Path(source) / file, copy)
            compiler = ["--", *flags] if flags else []
            found = run(overtake, "fences", copy, *options, "--apply", "--json", *compiler)
            name = f"{file} {' '.join(options + flags)}"
            if (found["verdict"], len(found["fences"])) != (verdict, fences):
                failures += 1
                print(f"FAILED {name}: {found['verdict']} with {len(found['fences'])} fences, expected {verdict}, {fences}")
            after = run(overtake, "linearize", copy, *options, "--json", *compiler)
            right = "error" if verdict == "fails-under-sc" else "safe"
            if after["verdict"] != right:
                failures += 1
                print(f"FAILED {name}: linearize says {after['verdict']} of the file with fences")
    return 1 if failures else 0


sys.exit(main())
