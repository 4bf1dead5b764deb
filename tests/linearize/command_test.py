#!/usr/bin/env python3
"""tests/linearize/command_test.py OVERTAKE: the command around the engine: tests that it writes, limits,
messages, parallel runs."""
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time
import unittest

OVERTAKE = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
RING = ROOT / "examples/linearize/ring.cpp"


def overtake(*words):
    return subprocess.run([OVERTAKE, *map(str, words)], capture_output=True, text=True)


class Command(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        (self.folder / name).write_text(text)
        return self.folder / name

    def test_an_emitted_test_fails_under_check_until_the_structure_is_right(self):
        test = self.folder / "early.cpp"
        done = overtake("linearize", RING, "--model", "tso", "--emit-test", test)
        self.assertEqual(done.returncode, 10)
        self.assertIn("OVERTAKE_CLIENT(linearizable, (push(1)), (pop()));", test.read_text())
        failed = overtake("check", test, "--model", "tso", "--schedule", "none")
        self.assertEqual(failed.returncode, 10, failed.stderr)
        self.assertIn("not linearizable", failed.stdout)
        right = overtake("check", test, "--model", "tso", "--schedule", "none", "--", "-DFENCE")
        self.assertEqual(right.returncode, 0, right.stdout + right.stderr)
        self.assertEqual(overtake("check", test, "--model", "sc", "--schedule", "none").returncode, 0)

    def test_the_smallest_client_is_found_whoever_is_faster(self):
        clients = set()
        for jobs in (1, 2, 4):
            done = overtake("linearize", ROOT / "tests/linearize/structures/counter.cpp", "--json", "--jobs", jobs, "--", "-DTORN")
            clients.add(json.loads(done.stdout)["history"]["client"])
        self.assertEqual(clients, {"add() || add()"})

    def test_a_limit_is_inconclusive_and_says_what_was_covered(self):
        done = overtake("linearize", ROOT / "examples/linearize/ms_queue.cpp", "--threads", 3, "--operations", 3,
                        "--model", "sc", "--timeout", "6s", "--json")
        self.assertEqual(done.returncode, 5, done.stderr)
        result = json.loads(done.stdout)
        self.assertEqual(result["verdict"], "inconclusive")
        self.assertGreater(result["covered_calls"], 0)
        self.assertLess(len(result["clients"]), result["all_clients"])

    def numbers(self, done):
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        result = json.loads(done.stdout)
        return [(c["client"], c["executions"]) for c in result["clients"]], result["executions"], result["questions"]

    def test_a_run_that_was_killed_continues_from_its_checkpoint(self):
        file = self.folder / "clients"
        command = ["linearize", str(ROOT / "examples/linearize/ms_queue.cpp"), "--model", "sc", "--operations", "3", "--json"]
        run = subprocess.Popen([OVERTAKE, *command, "--checkpoint", str(file), "--checkpoint-every", "100ms"],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        while not file.exists() and run.poll() is None:
            time.sleep(0.02)
        run.kill()
        run.wait()
        self.assertTrue(file.exists())
        resumed = self.numbers(overtake(*command, "--resume", file))
        self.assertEqual(resumed, self.numbers(overtake(*command)))
        other = overtake(*command, "--require", "sequential", "--resume", file)
        self.assertEqual(other.returncode, 2)
        self.assertIn("--require linearizable", other.stderr)

    def test_a_run_that_is_stopped_says_how_to_continue(self):
        file = self.folder / "clients"
        done = overtake("linearize", ROOT / "examples/linearize/ms_queue.cpp", "--threads", 3, "--operations", 3,
                        "--model", "sc", "--timeout", "3s", "--checkpoint", file)
        self.assertEqual(done.returncode, 5, done.stderr)
        self.assertIn(f"--resume {file}", done.stdout)
        self.assertTrue(file.exists())

    @unittest.skipUnless(shutil.which("mpirun") and (pathlib.Path(OVERTAKE).parent / "libovertake_mpi.so").exists(),
                         "no MPI")
    def test_processes_share_the_clients(self):
        def processes(*words):
            return subprocess.run(["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "3", OVERTAKE,
                                   words[0], "--jobs", "1", *map(str, words[1:])], capture_output=True, text=True)
        snapshot = ["linearize", ROOT / "tests/linearize/structures/sum.cpp", "--model", "sc", "--json"]
        self.assertEqual(self.numbers(processes(*snapshot)), self.numbers(overtake(*snapshot)))
        torn = ROOT / "tests/linearize/structures/flags.c"
        failed = processes("linearize", torn, "--model", "sc", "--json", "--", "-DTORN")
        self.assertEqual(failed.returncode, 10, failed.stderr)
        alone = overtake("linearize", torn, "--model", "sc", "--json", "--", "-DTORN")
        self.assertEqual(json.loads(failed.stdout)["history"]["client"], json.loads(alone.stdout)["history"]["client"])

    def test_what_is_wrong_with_a_declaration_is_said_with_its_line(self):
        none = self.write("none.cpp", "struct S {};\n")
        self.assertEqual(overtake("linearize", none).returncode, 2)
        wrong = self.write("wrong.cpp", "#include <overtake/linearize.h>\nstruct S { int f() { return 0; } };\n"
                                        "OVERTAKE_LINEARIZABLE(S, g());\n")
        done = overtake("linearize", wrong)
        self.assertEqual(done.returncode, 2)
        self.assertIn("wrong.cpp:3", done.stderr)
        self.assertIn("no member named 'g'", done.stderr)
        pointer = self.write("pointer.cpp", "#include <overtake/linearize.h>\nint x; struct S { int* f() { return &x; } };\n"
                                            "OVERTAKE_LINEARIZABLE(S, f());\n")
        self.assertIn("results are integers", overtake("linearize", pointer).stderr)

    def test_the_page_shows_the_history(self):
        page = self.folder / "page.html"
        overtake("linearize", RING, "--model", "tso", "--html", page)
        self.assertIn("had ended when pop() = empty began", page.read_text())

    def test_results_of_all_kinds_and_exceptions(self):
        kinds = self.write("kinds.cpp", """
#include <overtake/linearize.h>
#include <atomic>
#include <optional>
#include <stdexcept>
#include <string>
#include <tuple>
struct S {
  std::atomic<int> n{0};
  std::tuple<bool, unsigned, std::optional<int>> torn(int by) {
    const int old = n.load();
    n.store(old + by);
    return {old != 0, 7u, old == 0 ? std::nullopt : std::optional(-old)};
  }
  std::string name() { return n.load() == 0 ? "none" : "some"; }
  void check() { if (n.load() == 2) throw std::runtime_error("two"); }
};
OVERTAKE_LINEARIZABLE(S, torn(1), name(), check());
""")
        done = overtake("linearize", kinds, "--model", "sc")
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertIn("torn(1) = (false, 7, empty)", done.stdout)
        self.assertIn("returns (true, 7, -1) then, not (false, 7, empty)", done.stdout)

    def test_a_validation_that_fails_is_an_error(self):
        file = self.write("validate.cpp", """
#include <overtake/linearize.h>
#include <atomic>
struct S {
  std::atomic<int> n{0};
  void add() { n.store(n.load() + 1); }
  bool sound() { return n.load() != 2; }
};
OVERTAKE_LINEARIZABLE(S, add());
OVERTAKE_VALIDATE(sound);
""")
        done = overtake("linearize", file, "--model", "sc")
        self.assertEqual(done.returncode, 10, done.stderr)
        self.assertIn("sound() is false", done.stdout)


if __name__ == "__main__":
    unittest.main(argv=[sys.argv[0]])
