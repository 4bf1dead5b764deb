#!/usr/bin/python3
"""tests/docs/check.py OVERTAKE: what the documents name exists.

Looks at every Markdown file but the change log, which tells of what is gone: paths of the repository, links and
their headings, files that are named without a folder, functions of C++ in `Class::function`, and options, which are
those of `overtake --describe` or of a script.
"""
import json
import pathlib
import re
import subprocess
import sys
import unittest

OVERTAKE = sys.argv.pop(1)
ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
FOLDERS = "benchmarks|cmake|docs|examples|packaging|runtime|schemas|scripts|src|tests"
# Options of other programs that the documents show: cmake, ctest, mpirun, slurm, GoogleTest, git, compilers, checkers.
FOREIGN = set(
    """
    --build --build-config --component --config --output-on-failure --prefix --repeat --strip --target --test-dir
    --gtest_brief --gtest_filter --gtest_shuffle --host --hostfile --map-by --oversubscribe --bind-to
    --job-name --ntasks --time --mem-per-cpu --tool --version --help --help-all --describe
    """.split()
)

# Files of readers' own projects, and headers that the front end makes up.
THEIRS = {"src/queue.c", "stolen_twice.cpp", "genmc.h", "dat3m.h"}
# Namespaces of other projects.
OUTSIDE = ("std::", "boost::", "atomic_queue::", "xenium::")


def files(*patterns):
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-co", "--exclude-standard", "--", *patterns],
                            check=True, capture_output=True, text=True).stdout.split("\n")
    return [ROOT / name for name in listed if name and (ROOT / name).is_file()]


PAGES = [page for page in files("*.md") if page.name != "CHANGELOG.md" and "programs" not in page.parts]
ALL = files(".")


def lines():
    """Yields (where, folder of the page, text of a line)."""
    for page in PAGES:
        for number, text in enumerate(page.read_text().split("\n"), 1):
            yield f"{page.relative_to(ROOT)}:{number}", page.parent, text


def alternatives(path):
    """a/{b,c}.h is two paths."""
    match = re.search(r"\{([^{}]*)\}", path)
    if not match:
        return [path]
    return [one for word in match[1].split(",") for one in alternatives(path[: match.start()] + word + path[match.end() :])]


def anchors(page):
    """The names that GitHub gives to the headings."""
    found = set()
    for heading in re.findall(r"^#+ +(.*)$", page.read_text(), flags=re.M):
        plain = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower()
        found.add(re.sub(r"[^\w\- ]", "", plain).strip().replace(" ", "-"))
    return found


class Documents(unittest.TestCase):
    maxDiff = None

    def expect_none(self, missing):
        self.assertEqual([], missing)

    def test_there_are_pages(self):
        self.assertGreater(len(PAGES), 40)

    def test_paths_exist(self):
        missing = []
        for where, folder, text in lines():
            for path in re.findall(rf"(?<![\w/.<-])((?:\.\./)*(?:{FOLDERS})/[\w./*{{}},+-]*)", text):
                for one in alternatives(path.rstrip(".,")):
                    if one in THEIRS or one.count("{") != one.count("}") or "..." in one:
                        continue
                    bases = [ROOT, folder, ROOT / "src"]
                    if not any((b / one).exists() or ("*" in one and list(b.glob(one))) for b in bases):
                        missing.append(f"{where}: {one}")
        self.expect_none(missing)

    def test_links_lead_somewhere(self):
        missing = []
        for where, folder, text in lines():
            for target in re.findall(r"\]\(([^)\s]+)\)", text):
                if re.match(r"[a-z]+:", target):
                    continue
                path, _, anchor = target.partition("#")
                page = ROOT / where.split(":")[0] if not path else folder / path
                if not page.exists() or (anchor and anchor not in anchors(page)):
                    missing.append(f"{where}: {target}")
        self.expect_none(missing)

    def test_files_without_a_folder_exist(self):
        names = {path.name for path in ALL}
        missing = []
        for where, _, text in lines():
            for name in re.findall(r"`([\w.-]+\.(?:cpp|h|py|cmake))`", text):
                if name not in names | THEIRS:
                    missing.append(f"{where}: {name}")
        self.expect_none(missing)

    def test_functions_exist(self):
        sources = "\n".join(path.read_text(errors="replace") for path in files("src/*.cpp", "src/*.h", "runtime"))
        words = set(re.findall(r"\w+", sources))
        missing = []
        for where, _, text in lines():
            for name in re.findall(r"`((?:\w+::)+~?\w+)", text):
                if name.startswith(OUTSIDE):
                    continue
                if any(part not in words for part in name.replace("~", "").split("::")):
                    missing.append(f"{where}: {name}")
        self.expect_none(missing)

    def test_main_algorithms_stand_where_the_architecture_says(self):
        page = (ROOT / "docs/architecture.md").read_text()
        table = page.split("## Where the papers are")[1].split("\n## ")[0]
        named = re.findall(r"`(\w+)::(\w+)`(?: and `(\w+)`)?[^`;|]*`(?:src/)?([\w/]+\.cpp)`", table)
        self.assertGreater(len(named), 8)
        for owner, first, second, file in named:
            found = [path for path in ALL if path.is_relative_to(ROOT / "src") and str(path).endswith("/" + file)]
            self.assertTrue(found, file)
            for function in filter(None, [first, second]):
                body = function_text(found[0].read_text(), owner, function)
                self.assertTrue(body, f"{owner}::{function} is not in {file}")
                self.assertLessEqual(body.count("\n"), 50, f"{owner}::{function} does not fit on one screen")

    def test_options_exist(self):
        described = json.loads(subprocess.run([OVERTAKE, "--describe"], check=True, capture_output=True, text=True).stdout)
        known = set(FOREIGN)
        for command in described["commands"]:
            for option in command["options"]:
                known.update(word for word in re.split(r"[,\s]+", option["name"]) if word)
        for script in files("scripts", "tests/*/run*", "tests/*.py", "packaging", "src/observe"):
            known.update(re.findall(r"--[a-z][a-z0-9-]+", script.read_text(errors="replace")))
        missing = []
        for where, _, text in lines():
            for option in re.findall(r"(?<![\w-])(--[a-z][a-z0-9_-]*[a-z0-9])", text):
                if option not in known:
                    missing.append(f"{where}: {option}")
        self.expect_none(missing)


def function_text(source, owner, function):
    """From the line that defines it to the brace that closes it, at the margin or inside its class."""
    outside = re.search(rf"^\S[^\n]*\b{owner}::{function}\(.*?^}}", source, flags=re.M | re.S)
    if outside:
        return outside[0]
    inside = re.search(rf"^class {owner}\b.*?(^  \S[^\n]*\b{function}\([^\n]*{{\n.*?^  }})", source, flags=re.M | re.S)
    return inside[1] if inside else ""


if __name__ == "__main__":
    unittest.main()
