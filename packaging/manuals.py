#!/usr/bin/env python3
"""manuals.py OVERTAKE FOLDER: manual pages and completions, made from what --help says.

overtake.1 is about the tool and overtake-COMMAND.1 about each command; overtake.bash and _overtake
complete commands, options and the values of options that have only some.
"""
import pathlib
import re
import subprocess
import sys

OVERTAKE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])


def say(*words):
    return subprocess.run([OVERTAKE, *words], check=True, capture_output=True, text=True).stdout


VERSION = say("--version").strip()


class Command:
    def __init__(self, name, summary):
        self.name, self.summary = name, summary
        self.usage, self.options, self.examples, about = "", [], [], []
        try:
            text = say(name, "--help-all")
        except subprocess.CalledProcessError:  # a command with a command line of its own
            text = say(name, "--help")
        for line in text.splitlines():
            option = re.match(r"  (-[-\w]+)(?:[ =]([A-Z][^ ]*))?  +(.*)", line)
            if line.startswith("Usage: "):
                self.usage = line.removeprefix("Usage: ")
            elif option:
                self.options.append(option.groups())
            elif line.startswith("Example: "):
                self.examples.append(line.removeprefix("Example: "))
            elif line.strip() and self.options and line.startswith("   "):
                name_, value, help_ = self.options[-1]
                self.options[-1] = (name_, value, help_ + " " + line.strip())
            elif line.strip():
                about.append(line.strip())
        self.about = " ".join(about)

    # The words that can stand after an option, if only some can: overtake says so when it is given
    # another one. (No input is read before the options are.)
    def values(self, name):
        done = subprocess.run([OVERTAKE, self.name, "/nonexistent", name, "?"], capture_output=True, text=True)
        listed = re.search(r"'\?' is not one of (.*)", done.stderr)
        return listed.group(1).split(", ") if listed else []


def commands():
    for line in say("--help").splitlines():
        row = re.match(r"  ([a-z]+) {2,}(\S.*)", line)
        if row:
            yield Command(*row.groups())


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.M)


EXIT_CODES = [("0", "no error: every execution was covered"), ("10", "an error was found"),
              ("5", "inconclusive: a bound or limit was reached"), ("1", "wrong use"), ("2", "bad input"),
              ("6", "internal error of overtake")]


def exit_section():
    return ".SH EXIT STATUS\n" + "".join(f".TP\n.B {code}\n{roff(text)}\n" for code, text in EXIT_CODES)


def header(title, name, summary):
    return (f'.TH {title} 1 "" "{VERSION}" "User Commands"\n.SH NAME\n{roff(name)} \\- {roff(summary)}\n')


def command_page(c):
    page = header(f"OVERTAKE\\-{c.name.upper()}", f"overtake-{c.name}", c.summary)
    page += f".SH SYNOPSIS\n.B {roff(c.usage)}\n.SH DESCRIPTION\n{roff(c.about or c.summary)}\n"
    if c.options:
        page += ".SH OPTIONS\n"
        for name, value, text in c.options:
            page += f".TP\n.B {roff(name)}{' ' + roff(value) if value else ''}\n{roff(text)}\n"
    page += exit_section()
    if c.examples:
        page += ".SH EXAMPLES\n" + "".join(f".EX\n{roff(example)}\n.EE\n" for example in c.examples)
    return page + ".SH SEE ALSO\n.BR overtake (1)\n"


def main_page(all_commands):
    page = header("OVERTAKE", "overtake", "finds the concurrency bugs that store buffers let in")
    page += (".SH SYNOPSIS\n.B overtake\n.I COMMAND\n[arguments]\n.SH DESCRIPTION\n"
             + roff("Overtake answers questions about concurrent C and C++ programs, litmus tests, guarded commands "
                    "and recorded traces under the memory models SC, TSO and PSO. It never runs a program natively.")
             + "\n.SH COMMANDS\n")
    for c in all_commands:
        page += f".TP\n.BR overtake\\-{c.name} (1)\n{roff(c.summary)}\n"
    page += exit_section()
    return page + ".SH EXAMPLES\n.EX\novertake check prog.c \\-\\-model tso\n.EE\n"


def bash(all_commands):
    names = " ".join(c.name for c in all_commands)
    cases, values = "", {}
    for c in all_commands:
        cases += f'    {c.name}) options="{" ".join(name for name, _, _ in c.options)} --help" ;;\n'
        for name, value, _ in c.options:
            known = c.values(name) if value else []
            if known:
                values[c.name, name] = known
    words = "".join(f'    {command}:{name}) COMPREPLY=($(compgen -W "{" ".join(known)}" -- "$current")); return ;;\n'
                    for (command, name), known in values.items())
    return f"""# bash completion for overtake
_overtake() {{
  local current=${{COMP_WORDS[COMP_CWORD]}} previous=${{COMP_WORDS[COMP_CWORD-1]}} command=${{COMP_WORDS[1]}} options=
  COMPREPLY=()
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "{names} --help --version" -- "$current"))
    return
  fi
  case "$command:$previous" in
{words}  esac
  case "$command" in
{cases}  esac
  if [[ $current == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$current"))
  else
    COMPREPLY=($(compgen -f -- "$current"))
  fi
}}
complete -o filenames -F _overtake overtake
"""


def zsh(all_commands):
    def quoted(text):
        return text.replace("'", "'\\''").replace("[", "\\[").replace("]", "\\]").replace(":", "\\:")
    described = "\n".join(f"    '{c.name}:{quoted(c.summary)}'" for c in all_commands)
    cases = ""
    for c in all_commands:
        rows = []
        for name, value, text in c.options:
            known = c.values(name) if value else []
            action = f":{value}:({' '.join(known)})" if value and known else f":{value}:_files" if value else ""
            rows.append(f"        '{name}[{quoted(text)}]{action}'")
        rows.append("        '*:file:_files'")
        cases += f"      {c.name})\n        _arguments \\\n" + " \\\n".join(rows) + "\n        ;;\n"
    return f"""#compdef overtake
_overtake() {{
  local -a commands
  commands=(
{described}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
  else
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case $command in
{cases}    esac
  fi
}}
_overtake "$@"
"""


def main():
    FOLDER.mkdir(parents=True, exist_ok=True)
    everything = list(commands())
    for c in everything:
        (FOLDER / f"overtake-{c.name}.1").write_text(command_page(c))
    (FOLDER / "overtake.bash").write_text(bash(everything))
    (FOLDER / "_overtake").write_text(zsh(everything))
    (FOLDER / "overtake.1").write_text(main_page(everything))


main()
