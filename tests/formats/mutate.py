#!/usr/bin/python3
"""tests/formats/mutate.py OVERTAKE [--count N] [--seed S] [--only FORMAT]: damaged inputs of every format.

An input that works is changed at random (bytes, lines, words, numbers; for JSON also whole values), and given to
the command that reads it. Whatever it has become, overtake must answer: exit codes 0, 1, 2, 5 and 10. A crash, a hang or an internal error
is a fault; the input is kept and named.

N is the number of inputs of each format. `make test` runs a fixed sample; --count 500 are more than 5,000.
"""
import argparse
import collections
import json
import pathlib
import random
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
GOOD = (0, 1, 2, 5, 10)

C = """int x, y, r1, r2;
typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
static void *left(void *a) { __atomic_store_n(&x, 1, 3); r1 = __atomic_load_n(&y, 2); return a; }
static void *right(void *a) { __atomic_store_n(&y, 1, 3); r2 = __atomic_load_n(&x, 2); return a; }
int main(void) {
  pthread_t s, t; int *p = &x;
  pthread_create(&s, 0, left, 0); pthread_create(&t, 0, right, 0);
  for (int i = 0; i < 2; ++i) p[0] += 0;
  pthread_join(s, 0); pthread_join(t, 0);
  if (r1 + r2 == 0) __builtin_trap();
}
"""
LONG = """typedef unsigned long pthread_t;
int pthread_create(pthread_t *, const void *, void *(*)(void *), void *);
int pthread_join(pthread_t, void **);
int n;
static void *adds(void *a) { for (int i = 0; i < 4; ++i) __atomic_fetch_add(&n, 1, 5); return a; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; ++i) pthread_create(&t[i], 0, adds, 0);
  for (int i = 0; i < 4; ++i) pthread_join(t[i], 0);
}
"""
CXX = """template <class T> struct Box { T value{}; Box *next = nullptr; ~Box() { value = 0; } };
struct Base { virtual int f() { return 1; } virtual ~Base() {} };
struct Derived : Base { int f() override { return 2; } };
int main() {
  Box<int> a; Box<int> b; b.next = &a; auto g = [&](int k) { return a.value + k; };
  Derived d; Base &r = d;
  try { if (g(1) != 1) throw 3; } catch (int i) { return i; }
  return r.f() - 2;
}
"""
AXE = "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\ncheck\n0: M[0] := 1\n0: sync\n1: { M[0] == 1; M[0] := 2 }\ncheck\n"


def run(overtake, words, folder):
    return subprocess.run([overtake, *words], cwd=folder, capture_output=True, timeout=120)


def seeds(overtake, folder):
    """By format: the inputs that work, the ending of their names, the command that reads them."""
    check = lambda name: ["check", name, "--timeout", "2s", "--memory", "1G", "--schedule", "none", "--no-cache", "--jobs", "1"]
    (folder / "seed.c").write_text(C)
    run(overtake, ["check", "seed.c", "--schedule", "s.schedule"], folder)
    # One that takes longer than a second, so that a checkpoint is written.
    (folder / "long.c").write_text(LONG)
    run(overtake, check("long.c")[:-2] + ["--jobs", "1", "--checkpoint", "s.checkpoint", "--checkpoint-every", "100ms",
                                          "--hunt", "off"], folder)
    clang = "/usr/lib/llvm-19/bin/clang"
    subprocess.run([clang, "-S", "-emit-llvm", "-g1", "seed.c", "-o", "s.ll"], cwd=folder, check=True)
    subprocess.run([clang, "-c", "-emit-llvm", "-g1", "seed.c", "-o", "s.bc"], cwd=folder, check=True)
    traces = folder / "t.axe"
    traces.write_text(AXE)
    saved = [run(overtake, words + ["--json"], folder).stdout for words in (
        ["check", "seed.c", "--schedule", "none"], ["monitor", "seed.c"], ["fences", "seed.c"], ["bmc", "seed.c"],
        ["consistency", "t.axe", "--model", "sc"], ["check", "seed.c", "--model", "sc,tso", "--schedule", "none"])]
    instances = folder / "instances"
    run(overtake, ["check", "seed.c", "--schedule", "none", "--dump-instances", str(instances)], folder)
    dumped = [p.read_bytes() for p in sorted(instances.glob("*"))[:4] if p.is_file()]
    texts = lambda pattern: [p.read_bytes() for p in sorted(ROOT.glob(pattern))[:12]]
    resume = lambda name: check("long.c")[:3] + ["200ms"] + check("long.c")[4:] + ["--resume", name, "--hunt", "off"]
    consistency = lambda name: ["consistency", name, "--timeout", "2s"]
    explain = lambda name: ["explain", name, "--html", "out.html", "--sarif", "out.sarif", "--dot", "out.dot",
                            "--witness", "out.yml"]
    return {
        "c": ([C.encode()], ".c", check),
        "c++": ([CXX.encode()], ".cpp", check),
        "llvm": ([(folder / "s.ll").read_bytes()], ".ll", check),
        "bitcode": ([(folder / "s.bc").read_bytes()], ".bc", check),
        "litmus": (texts("tests/litmus/*/*.litmus"), ".litmus", check),
        "gcl": (texts("tests/programs/gcl/*.gcl"), ".gcl", check),
        "transitions": (texts("tests/**/*.tre"), ".tre", check),
        "traces": ([AXE.encode()] + dumped, ".axe", consistency),
        "schedule": ([(folder / "s.schedule").read_bytes()], ".schedule", lambda name: ["replay", name]),
        "checkpoint": ([p.read_bytes() for p in [folder / "s.checkpoint"] if p.exists()], ".checkpoint", resume),
        "result": ([s for s in saved if s], ".json", explain),
        "result-text": ([s for s in saved if s], ".json", lambda name: ["explain", name]),
    }


def paths(value, here=()):
    yield here
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inner in items:
        yield from paths(inner, here + (key,))


def mutate_json(random, data):
    value = json.loads(data)
    for _ in range(random.choice((1, 1, 2, 4))):
        where = random.choice([p for p in paths(value)])
        if not where:
            continue
        parent = value
        for key in where[:-1]:
            parent = parent[key]
        if random.random() < 0.4:
            del parent[where[-1]]
        else:
            parent[where[-1]] = random.choice(
                [None, -1, 0, 1, 7, 99999, 2**63, 2**64 - 1, 1.5, "", "x", "\x1b[2J\x00", [], {}, [1], [[]], True,
                 {"file": 1}])
    return json.dumps(value).encode()


def mutate_bytes(random, data):
    data = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 3, 8))):
        at = random.randrange(len(data) + 1)
        length = random.choice((1, 1, 2, 8, 40))
        kind = random.randrange(7)
        if kind == 0:
            data[at:at + length] = b""
        elif kind == 1:
            data[at:at] = bytes(random.randrange(256) for _ in range(length))
        elif kind == 2 and at < len(data):
            data[at] ^= 1 << random.randrange(8)
        elif kind == 3:
            source = random.randrange(len(data) + 1)
            data[at:at] = data[source:source + length]
        elif kind == 4:
            data[at:at] = random.choice((b"0", b"-1", b"99999999999999999999", b"{", b"}", b"(", b";", b"\n", b"\x00",
                                         b"x", b"1e999", b"\xff\xff\xff\xff"))
        elif kind == 5:
            lines = data.split(b"\n")
            i, j = random.randrange(len(lines)), random.randrange(len(lines))
            lines[i], lines[j] = lines[j], lines[i]
            data = bytearray(b"\n".join(lines))
        else:
            del data[at:]
    return bytes(data)


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("overtake")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", default="", help="folder for inputs that show a fault")
    options = parser.parse_args()
    overtake = str(pathlib.Path(options.overtake).resolve())
    codes, faults = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for format, (inputs, ending, command) in seeds(overtake, folder).items():
            if options.only and format != options.only:
                continue
            if not inputs:
                sys.exit(f"mutate: there is no {format} to begin with")
            for k in range(options.count):
                dice = random.Random(f"{options.seed} {format} {k}")
                original = dice.choice(inputs)
                as_json = format.startswith("result") and dice.random() < 0.8
                data = mutate_json(dice, original) if as_json else mutate_bytes(dice, original)
                file = folder / ("input" + ending)
                file.write_bytes(data)
                words = command(file.name)
                try:
                    done = run(overtake, words, folder)
                    code, message = done.returncode, done.stderr.decode(errors="replace")
                except subprocess.TimeoutExpired:
                    code, message = -1, "no answer"
                codes[code] += 1
                if code in GOOD:
                    continue
                faults += 1
                print(f"{format} {options.seed} {k}: exit code {code}: overtake {' '.join(words)}\n  {message[:300]}")
                if options.keep:
                    pathlib.Path(options.keep).mkdir(parents=True, exist_ok=True)
                    (pathlib.Path(options.keep) / f"{format}-{options.seed}-{k}{ending}").write_bytes(data)
    print(f"{sum(codes.values())} inputs, {faults} faults; exit codes: "
          + ", ".join(f"{c}: {n}" for c, n in sorted(codes.items())))
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
