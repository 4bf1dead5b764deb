#!/usr/bin/env python3
"""manuals.py OVERTAKE FOLDER: manual pages and completions, made from what `overtake --describe` says.

overtake.1 is about the tool and overtake-COMMAND.1 about each command; overtake.bash and _overtake
complete commands, options and the values of options that have only some.
"""
import json
import pathlib
import re
import subprocess
import sys

OVERTAKE, FOLDER = sys.argv[1], pathlib.Path(sys.argv[2])
ABOUT = json.loads(subprocess.run([OVERTAKE, "--describe"], check=True, capture_output=True, text=True).stdout)
VERSION = f"overtake {ABOUT['version']}"


class Option:
    def __init__(self, row):
        self.name, self.value, self.help, self.words = row["name"], row["value"], row["help"], row["words"]


class Command:
    def __init__(self, row):
        self.name, self.summary, self.about = row["name"], row["summary"], row["about"]
        self.usage = f"overtake {row['name']} {row['arguments']}"
        self.options = [Option(o) for o in row["options"]]
        self.examples = [e["command"] + ("    # " + e["meaning"] if e["meaning"] else "") for e in row["examples"]]


def roff(text):
    return re.sub(r"^([.'])", r"\\&\1", text.replace("\\", "\\e").replace("-", "\\-"), flags=re.M)


def exit_section():
    rows = (f".TP\n.B {row['code']}\n{roff(row['meaning'])}\n" for row in ABOUT["exit_codes"])
    return ".SH EXIT STATUS\n" + "".join(rows)


def header(title, name, summary):
    return (f'.TH {title} 1 "" "{VERSION}" "User Commands"\n.SH NAME\n{roff(name)} \\- {roff(summary)}\n')


def description(c):
    summary = c.summary if c.summary.endswith("?") else c.summary + "."
    return f"{summary} {c.about}".strip()


def command_page(c):
    page = header(f"OVERTAKE\\-{c.name.upper()}", f"overtake-{c.name}", c.summary)
    page += f".SH SYNOPSIS\n.B {roff(c.usage)}\n.SH DESCRIPTION\n{roff(description(c))}\n"
    if c.options:
        page += ".SH OPTIONS\n"
        for o in c.options:
            page += f".TP\n.B {roff(o.name)}{' ' + roff(o.value) if o.value else ''}\n{roff(o.help)}\n"
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
        cases += f'    {c.name}) options="{" ".join(o.name for o in c.options)} --help" ;;\n'
        values.update({(c.name, o.name): o.words for o in c.options if o.words})
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
        for o in c.options:
            completed = f"({' '.join(o.words)})" if o.words else "_files"
            action = f":{o.value}:{completed}" if o.value else ""
            rows.append(f"        '{o.name}[{quoted(o.help)}]{action}'")
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
    everything = [Command(row) for row in ABOUT["commands"]]
    for c in everything:
        (FOLDER / f"overtake-{c.name}.1").write_text(command_page(c))
    (FOLDER / "overtake.bash").write_text(bash(everything))
    (FOLDER / "_overtake").write_text(zsh(everything))
    (FOLDER / "overtake.1").write_text(main_page(everything))


main()
