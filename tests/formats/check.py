#!/usr/bin/python3
"""tests/formats/check.py OVERTAKE: what overtake writes, held against the formats' definitions.

JSON results against schemas/result.schema.json (strictly, where renderers depend on it: a key that
the schema does not name is a failure), SARIF, YAML witnesses and GraphML keys against their definitions, DOT through graphviz,
and `overtake explain` against what the command itself wrote.
"""
import copy
import json
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile
import unittest
import xml.etree.ElementTree as ElementTree

import jsonschema
import yaml

OVERTAKE = sys.argv.pop(1)
HERE = pathlib.Path(__file__).resolve().parent
ROOT = HERE.parent.parent
GRAPHML = "{http://graphml.graphdrawing.org/xmlns}"

# Every kind of answer: verdict, model, error kind, input format.
RUNS = [
    ("check", "examples/store_buffering.c", "--model", "tso"),
    ("check", "examples/store_buffering.c", "--model", "sc"),
    ("check", "examples/message_passing.c", "--model", "pso", "--full"),
    ("check", "examples/deadlock.c", "--show-output"),
    ("check", "examples/spinlock.cpp", "--model", "pso", "--all-errors"),
    ("check", "examples/treiber.c"),
    ("check", "tests/programs/gcl/peterson.gcl", "--unroll", "2"),
    ("check", "tests/litmus/x86/SB.litmus"),
    ("check", "examples/peterson.c", "--max-executions", "1", "--model", "sc"),
    ("monitor", "examples/store_buffering.c", "--model", "tso"),
    ("monitor", "examples/message_passing.c", "--model", "pso"),
    ("monitor", "examples/message_passing.c", "--model", "tso"),
    ("bmc", "examples/store_buffering.c", "--model", "tso"),
    ("bmc", "examples/store_buffering.c", "--model", "sc"),
    ("fences", "tests/programs/gcl/peterson.gcl"),
    ("fences", "examples/deque.c", "--model", "tso"),
    ("fences", "examples/message_passing.c", "--model", "pso", "--criterion", "robustness"),
    ("linearize", "examples/linearize/ring.cpp", "--model", "tso"),
    ("linearize", "examples/linearize/ring.cpp", "--model", "sc", "--operations", "1"),
    ("linearize", "tests/linearize/structures/racy_stack.cpp", "--model", "sc"),
    ("consistency", "{traces}", "--model", "sc"),
    ("consistency", "{traces}", "--model", "tso", "--order"),
    ("consistency", "{traces}", "--model", "pso"),
]
# Native programs of tests/observe: the program, its argument, options.
OBSERVED = [
    ("store_buffering.c", "", "--runs", "40"),
    ("fenced.c", "", "--runs", "2"),
    ("deadlock.c", "", "--runs", "20"),
    ("races.c", "", "--runs", "20", "--check", "races", "--model", "tso", "--full"),
    ("faults.c", "segv", "--runs", "2"),
]
JSON_ONLY = [
    ("monitor", "{recorded}", "--model", "pso"),
    ("litmus", "tests/litmus/x86/SB.litmus", "--model", "x86"),
    ("litmus", "tests/litmus/x86/SB.litmus", "tests/litmus/x86/MP.litmus", "--order"),
    ("ir", "examples/store_buffering.c"),
    ("ir", "examples/store_buffering.c", "--model", "pso"),
    ("fuzz", "--count", "2", "--seed", "1"),
    ("bench", "examples/store_buffering.c", "--models", "sc,tso"),
]
SC_TRACE = """0: M[0] := 1
0: M[1] := 1
1: M[1] == 1
1: M[0] == 1
"""
TRACES = """0: M[1] := 1
0: M[0] == 0
1: M[0] := 1
1: M[1] == 0
check
0: M[0] := 1
0: { M[1] == 0; M[1] := 1 }
0: sync
1: M[1] == 1
1: M[0] == 0
check
0: M[0] := 1
1: M[0] == 1
1: M[0] == 0
check
"""


def schema(path):
    return json.loads(path.read_text())


def strict(part):
    """The same schema without room for keys that it does not name."""
    part = copy.deepcopy(part)

    def close(node):
        if isinstance(node, dict):
            if "properties" in node and "type" in node:
                node.setdefault("additionalProperties", False)
            for child in node.values():
                close(child)
        elif isinstance(node, list):
            for child in node:
                close(child)

    close(part)
    return part


# What renderers draw: a key here that the schema does not name is one that no renderer draws.
DRAWN = ["step", "row", "buffered", "missed", "source", "trace_step", "trace_edge", "event", "fence", "run", "frame", "started",
         "observed_access", "observed_violation", "observed_race", "observed_deadlock", "observed_crash", "observed_run", "observe"]


def strict_results():
    whole = schema(ROOT / "schemas/result.schema.json")
    for name in DRAWN:
        whole["$defs"][name] = strict(whole["$defs"][name])
    return whole


def validate(document, definition):
    jsonschema.Draft202012Validator(definition).validate(document)


def official_sarif(folder):
    """The schema of OASIS, from a package that carries it; ours says what of it we write."""
    package = "@microsoft/jest-sarif@1.0.0-beta.0"
    done = subprocess.run(["npm", "pack", "--silent", package], cwd=folder, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        raise RuntimeError(f"npm pack {package}: {done.stderr}")
    with tarfile.open(folder / done.stdout.split()[-1]) as archive:
        return json.load(archive.extractfile("package/lib/schemas/sarif-2.1.0-rtm.5.json"))


class Formats(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.path = pathlib.Path(cls.folder.name)
        (cls.path / "t.axe").write_text(TRACES)
        (cls.path / "sc.axe").write_text(SC_TRACE)
        cls.results = strict_results()
        cls.sarif = strict(schema(HERE / "sarif.schema.json"))
        cls.official_sarif = official_sarif(cls.path)
        cls.witness = strict(schema(HERE / "yaml-witness.schema.json"))

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def overtake(self, *words, codes=(0, 5, 10)):
        done = subprocess.run([OVERTAKE, *words], cwd=ROOT, capture_output=True, text=True, timeout=120)
        self.assertIn(done.returncode, codes, f"{words}\n{done.stderr}")
        return done

    def test_results(self):
        for run in JSON_ONLY:
            with self.subTest(run):
                words = [word.format(recorded=self.path / "sc.axe") for word in run]
                validate(json.loads(self.overtake(*words, "--json").stdout), self.results)

    def test_reports(self):
        for run in RUNS:
            with self.subTest(run):
                self.check_run([word.format(traces=self.path / "t.axe") for word in run])

    def test_observe(self):
        kinds = set()
        for source, argument, *options in OBSERVED:
            with self.subTest(source):
                program = self.path / "program"
                compiler = pathlib.Path(OVERTAKE).resolve().parent / "overtake-cc"
                subprocess.run([compiler, "-g", "-w", ROOT / "tests/observe/programs" / source, "-o", program], check=True)
                words = ["observe", *options, "--", str(program), *filter(None, [argument])]
                document = self.check_observed(words, codes=(0, 10, 128 + 11))
                kinds |= {part["kind"] for part in document["violations"] + document["errors"]}
        self.assertEqual(kinds, {"violation", "deadlock", "race", "crash"})

    def check_observed(self, words, codes):
        files = {kind: self.path / f"out.{kind}" for kind in ("html", "sarif", "dot")}
        options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
        saved = self.path / "saved.json"
        saved.write_text(self.overtake(words[0], "--json", *options, *words[1:], codes=codes).stdout)
        document = json.loads(saved.read_text())
        validate(document, self.results)
        sarif = json.loads(files["sarif"].read_text())
        validate(sarif, self.sarif)
        jsonschema.Draft4Validator(self.official_sarif).validate(sarif)
        found = document["violations"] + document["errors"]
        self.assertEqual(len(sarif["runs"][0]["results"]), len(found))
        self.check_flows_order(sarif)
        drawn = subprocess.run(["dot", "-Tplain", str(files["dot"])], capture_output=True, text=True)
        self.assertEqual((drawn.returncode, drawn.stderr), (0, ""))
        again = {kind: self.path / f"again.{kind}" for kind in files}
        self.overtake("explain", str(saved), *[w for k, f in again.items() for w in (f"--{k}", str(f))])
        for kind in files:
            self.assertEqual(files[kind].read_text(), again[kind].read_text(), kind)
        return document

    def check_run(self, run):
        files = {kind: self.path / f"out.{kind}" for kind in ("html", "sarif", "dot")}
        options = [word for kind, file in files.items() for word in (f"--{kind}", str(file))]
        document = json.loads(self.overtake(*run, *options, "--json").stdout)
        validate(document, self.results)
        sarif = json.loads(files["sarif"].read_text())
        validate(sarif, self.sarif)
        jsonschema.Draft4Validator(self.official_sarif).validate(sarif)
        self.check_flows(sarif, document)
        self.check_dot(files["dot"], document)
        # A saved result gives the same files.
        saved = self.path / "saved.json"
        saved.write_text(json.dumps(document))
        again = {kind: self.path / f"again.{kind}" for kind in files}
        self.overtake("explain", str(saved), *[w for k, f in again.items() for w in (f"--{k}", str(f))])
        for kind in files:
            self.assertEqual(files[kind].read_text(), again[kind].read_text(), kind)
        self.assertTrue(self.overtake("explain", str(saved)).stdout)
        if document.get("errors"):
            self.check_witnesses(saved, document)

    def check_flows(self, sarif, document):
        """A thread flow's steps are in the order of the execution, each order once."""
        results = sarif["runs"][0]["results"]
        found = document.get("errors", document.get("fences", document.get("violations")))
        if found is not None:
            self.assertEqual(len(results), len(found))
        self.check_flows_order(sarif)

    def check_flows_order(self, sarif):
        for result in sarif["runs"][0]["results"]:
            rule = sarif["runs"][0]["tool"]["driver"]["rules"][result["ruleIndex"]]
            self.assertEqual(rule["id"], result["ruleId"])
            for flow in result.get("codeFlows", []):
                orders = [[place.get("executionOrder") for place in thread["locations"]] for thread in flow["threadFlows"]]
                if orders[0][0] is None:
                    continue
                for order in orders:
                    self.assertEqual(order, sorted(order))
                every = sorted(sum(orders, []))
                self.assertEqual(every, list(range(1, len(every) + 1)))

    def check_dot(self, path, document):
        drawn = subprocess.run(["dot", "-Tplain", str(path)], capture_output=True, text=True)
        self.assertEqual(drawn.returncode, 0, drawn.stderr)
        self.assertEqual(drawn.stderr, "")
        for part in document.get("violations", document.get("errors", []))[:1]:
            # Every access of the story has its node.
            nodes = set(re.findall(r"^node n(\d+) ", drawn.stdout.split("stop")[0], re.M))
            steps = {i for row in part["story"] for i in row["steps"] if part["schedule"][i]["kind"] == "step"}
            self.assertLessEqual({str(i) for i in steps}, nodes)

    def check_witnesses(self, saved, document):
        yml, graphml = self.path / "w.yml", self.path / "w.graphml"
        self.overtake("explain", str(saved), "--witness", str(yml))
        self.overtake("explain", str(saved), "--witness", str(graphml))
        validate(yaml.safe_load(yml.read_text()), self.witness)
        last = yaml.safe_load(yml.read_text())[0]["content"][-1]["segment"][-1]["waypoint"]
        self.assertEqual(last["type"], "target")
        error = document["errors"][0]
        if error["line"]:
            self.assertEqual(last["location"]["line"], error["line"])
        self.check_graphml(ElementTree.parse(graphml).getroot(), error)

    def check_graphml(self, root, error):
        keys = {key.get("id"): key.get("for") for key in root.iter(GRAPHML + "key")}
        graph = root.find(GRAPHML + "graph")
        for owner in [graph, *graph.iter(GRAPHML + "node"), *graph.iter(GRAPHML + "edge")]:
            for data in owner.findall(GRAPHML + "data"):
                self.assertEqual(keys[data.get("key")], owner.tag.removeprefix(GRAPHML))
        given = {data.get("key") for data in graph.findall(GRAPHML + "data")}
        self.assertEqual(given, {key for key, owner in keys.items() if owner == "graph"})
        nodes = [node.get("id") for node in graph.iter(GRAPHML + "node")]
        edges = [(edge.get("source"), edge.get("target")) for edge in graph.iter(GRAPHML + "edge")]
        self.assertEqual(edges, list(zip(nodes, nodes[1:])), "one path")
        def flags(key):
            return [n.get("id") for n in graph.iter(GRAPHML + "node")
                    if any(d.get("key") == key and d.text == "true" for d in n)]
        self.assertEqual(flags("entry"), nodes[:1])
        self.assertEqual(flags("violation"), nodes[-1:])
        # A thread takes part only once it was created.
        created = {"0"}
        for edge in graph.iter(GRAPHML + "edge"):
            data = {d.get("key"): d.text for d in edge}
            self.assertIn(data["threadId"], created)
            if "createThread" in data:
                created.add(data["createThread"])
        self.assertLessEqual(len(created), len(error["threads"]))

    def test_wrong_results_are_refused(self):
        for text, message in [("", "not JSON"), ('{"command": "check", "seconds": 1e999}', "not JSON"), ("{}", "not a result"), ('{"overtake": 1, "steps": []}', "replay"),
                              ('{"command": "check", "errors": [{"message": 3}]}', "missing or of another kind")]:
            bad = self.path / "bad.json"
            bad.write_text(text)
            done = self.overtake("explain", str(bad), codes=(2,))
            self.assertIn(message, done.stderr)
            self.assertNotIn("json.exception", done.stderr)
        for text, message in [("{", "parse error at line 1"), ('{"overtake": 1, "steps": []}', "key 'input' not found")]:
            bad.write_text(text)
            done = self.overtake("replay", str(bad), codes=(2,))
            self.assertIn(f"{bad}: not a schedule file: {message}", done.stderr)

    def test_the_schema_can_fail(self):
        document = json.loads(self.overtake("check", "examples/store_buffering.c", "--json").stdout)
        for change in (lambda d: d.pop("model"), lambda d: d.update(verdict="maybe"),
                       lambda d: d["errors"][0]["schedule"][0].update(kind="jump"),
                       lambda d: d["errors"][0]["schedule"][0].update(extra=1)):
            broken = copy.deepcopy(document)
            change(broken)
            with self.assertRaises(jsonschema.ValidationError):
                validate(broken, self.results)


if __name__ == "__main__":
    unittest.main()
