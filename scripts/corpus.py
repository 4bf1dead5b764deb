"""The programs of tests/programs, as scripts that measure need them."""
import os
import re
import subprocess

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def programs():
    """(file, {model: verdict}, arguments, compiler flags) of what says what is expected of it."""
    for kind in ("c", "cpp"):
        folder = os.path.join(ROOT, "tests/programs", kind)
        for name in sorted(os.listdir(folder)):
            if not name.endswith((".c", ".cpp")):
                continue
            path = os.path.join(folder, name)
            with open(path, encoding="latin-1") as file:
                lines = re.findall(r"^// overtake: (.*)$", file.read(), re.M)
            words = [w for line in lines if line.startswith("args=") for w in line[5:].split()]
            split = words.index("--") if "--" in words else len(words)
            verdicts = {}
            for line in lines:
                said = re.match(r"model=(\S+) verdict=(\w+)", line)
                for model in said.group(1).split(",") if said else []:
                    verdicts[model] = said.group(2)
            yield path, verdicts, words[:split], words[split + 1:]


def seconds_of(command):
    """Exit code and CPU seconds of a command, whose output is dropped."""
    run = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, used = os.wait4(run.pid, 0)
    run.returncode = os.waitstatus_to_exitcode(status)
    return run.returncode, used.ru_utime + used.ru_stime
