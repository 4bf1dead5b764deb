#!/usr/bin/python3
"""tests/formats/mutate.py OVERTAKE [--count N] [--seed S] [--only FORMAT]: damaged inputs of every format.

An input that works is changed at random (bytes, lines, words, numbers; for JSON also whole values), and given to
the command that reads it. Whatever it has become, overtake must answer: exit codes 0, 1, 2, 5 and 10. A crash, a
hang or an internal error is a fault; with --keep FOLDER its input is kept.

N is the number of inputs of each format. `make test` runs a fixed sample. For thousands:
  ninja -C build overtake formats_server
  tests/formats/mutate.py build/overtake --server build/tests/formats/formats_server --count 5000 --keep faults
"""
import argparse
import collections
import json
import pathlib
import random
import re
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
CXX_LIFE = """using size_t = decltype(sizeof 0);
void *operator new(size_t, void *p) noexcept { return p; }
struct Shape { int id; explicit Shape(int i) : id(i) {} virtual ~Shape() { --live; } static int live; };
int Shape::live = 0;
struct Square : Shape { long side[3]{1, 2, 3}; Square() : Shape(4) { ++live; } };
template <class T, int N> struct Ring { T slots[N]; unsigned head = 0; void put(T t) { slots[head++ % N] = t; } };
thread_local int mine = 5;
int once() { static Shape first(7); return first.id + mine; }
constexpr int cube(int k) { return k * k * k; }
int main() {
  Ring<Shape *, 4> ring{};
  for (int i = 0; i < 2; ++i) ring.put(new Square);
  if (auto *s = dynamic_cast<Square *>(ring.slots[0])) s->side[1] <<= 2;
  alignas(16) char raw[sizeof(Square)];
  Shape *placed = new (raw) Square; placed->~Shape();
  int Shape::*member = &Shape::id; double d = 1.5f * cube(3);
  switch (ring.slots[1]->*member) { case 4: d /= 2; break; default: __builtin_unreachable(); }
  for (Shape *&s : ring.slots) { delete s; s = nullptr; }
  return once() + static_cast<int>(d) == 32 && Shape::live == -1 ? 0 : 1;
}
"""
AXE = "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\ncheck\n0: M[0] := 1\n0: sync\n1: { M[0] == 1; M[0] := 2 }\ncheck\n"


def run(overtake, words, folder):
    return subprocess.run([overtake, *words], cwd=folder, capture_output=True, timeout=120)


def seeds(overtake, folder):
    """By format: the inputs that work, the ending of their names, the command that reads them."""
    check = lambda name: ["check", name, "--timeout", "500ms", "--memory", "1G", "--schedule", "none", "--no-cache", "--jobs", "1"]
    (folder / "seed.c").write_text(C)
    run(overtake, ["check", "seed.c", "--schedule", "s.schedule"], folder)
    # One that takes longer than a second, so that a checkpoint is written.
    (folder / "long.c").write_text(LONG)
    run(overtake, check("long.c")[:3] + ["2s"] + check("long.c")[4:] + ["--checkpoint", "s.checkpoint", "--checkpoint-every", "100ms",
                                          "--hunt", "off"], folder)
    clang = "/usr/lib/llvm-19/bin/clang"
    (folder / "life.cpp").write_text(CXX_LIFE)
    for source in ("seed.c", "life.cpp"):
        for kind, ending in (("-S", ".ll"), ("-c", ".bc")):
            subprocess.run([clang, kind, "-emit-llvm", "-g1", source, "-o", source + ending], cwd=folder, check=True)
    compiled = lambda ending: [(folder / (source + ending)).read_bytes() for source in ("seed.c", "life.cpp")]
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
    consistency = lambda name: ["consistency", name, "--timeout", "500ms"]
    programs = [p.read_bytes() for p in sorted((ROOT / "tests/programs/c").glob("*.c"))[::12]]
    explain = lambda name: ["explain", name, "--html", "out.html", "--sarif", "out.sarif", "--dot", "out.dot",
                            "--witness", "out.yml"]
    return {
        "c": ([C.encode()] + programs, ".c", check),
        "c++": ([CXX.encode(), CXX_LIFE.encode()], ".cpp", check),
        "llvm": (compiled(".ll"), ".ll", check),
        "bitcode": (compiled(".bc"), ".bc", check),
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


WORD = re.compile(rb"\w+|[^\w\s]")


def mutate_words(random, data):
    """A text that is more often still one of its format: words are replaced by other words of it, numbers by numbers."""
    for _ in range(random.choice((1, 1, 1, 2, 3))):
        start = random.randrange(max(1, len(data) - 20000))  # of a long text only a part is looked at
        words = list(WORD.finditer(data, start, start + 20000))
        if not words:
            return data
        word = random.choice(words)
        kind = random.randrange(4)
        alike = [w for w in words if w.group().isdigit() == word.group().isdigit()
                 and w.group().isalpha() == word.group().isalpha()]
        other = random.choice(alike).group()
        if kind == 0 and word.group().isdigit():
            other = random.choice((b"0", b"1", b"2", b"3", b"7", b"8", b"32", b"63", b"64", b"65", b"255", b"4096",
                                   b"2147483648", b"4294967295", b"9223372036854775808", b"18446744073709551615"))
        elif kind == 1:
            other = b""
        elif kind == 2:
            other = word.group() + b" " + other
        data = data[:word.start()] + other + data[word.end():]
    return data


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


def starting(overtake, folder):
    def answer(words):
        try:
            done = run(overtake, words, folder)
            return done.returncode, done.stderr.decode(errors="replace")
        except subprocess.TimeoutExpired:
            return -1, "no answer"
    return answer


def serving(server, folder):
    messages = folder / "messages"
    process = subprocess.Popen([pathlib.Path(server).resolve(), messages], cwd=folder, text=True,
                               stdin=subprocess.PIPE, stdout=subprocess.PIPE)

    def answer(words):
        process.stdin.write("\t".join(words) + "\n")
        process.stdin.flush()
        return int(process.stdout.readline()), messages.read_text(errors="replace")
    return answer


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("overtake")
    parser.add_argument("--count", type=int, default=8)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--keep", default="", help="folder for inputs that show a fault")
    parser.add_argument("--server", default="", help="runs the command lines without starting a process for each")
    options = parser.parse_args()
    overtake = str(pathlib.Path(options.overtake).resolve())
    codes, faults = collections.Counter(), 0
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        answer = serving(options.server, folder) if options.server else starting(overtake, folder)
        for format, (inputs, ending, command) in seeds(overtake, folder).items():
            if options.only and format != options.only:
                continue
            if not inputs:
                sys.exit(f"mutate: there is no {format} to begin with")
            for k in range(options.count):
                dice = random.Random(f"{options.seed} {format} {k}")
                original = dice.choice(inputs)
                as_json = format.startswith("result") and dice.random() < 0.8
                as_text = format != "bitcode" and dice.random() < 0.6
                mutate = mutate_json if as_json else mutate_words if as_text else mutate_bytes
                data = mutate(dice, original)
                file = folder / ("input" + ending)
                file.write_bytes(data)
                words = command(file.name)
                code, message = answer(words)
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
