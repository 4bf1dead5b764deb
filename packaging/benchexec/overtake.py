"""BenchExec's tool-info module for overtake.

Put this folder on PYTHONPATH and write tool="overtake" in the benchmark definition (with a module
path of your own: tool=".overtake" if it lies in benchexec/tools).
"""
import json

import benchexec.result as result
import benchexec.tools.template

# Kinds of errors, as the JSON result names them, and the property that they violate.
MEMORY_DEREF = {"null-dereference", "out-of-bounds", "use-after-free", "dead-stack-object",
                "invalid-pointer", "write-to-constant"}
MEMORY_FREE = {"double-free", "invalid-free"}


class Tool(benchexec.tools.template.BaseTool2):
    """overtake: concurrent programs under SC, TSO and PSO"""

    def executable(self, tool_locator):
        return tool_locator.find_executable("overtake", subdir="bin")

    def name(self):
        return "overtake"

    def version(self, executable):
        return self._version_from_tool(executable, line_prefix="overtake ")

    def cmdline(self, executable, options, task, rlimits):
        limits = []
        if rlimits.cputime:
            limits += ["--timeout", f"{rlimits.cputime}s"]
        if rlimits.memory:
            limits += ["--memory", str(rlimits.memory)]
        command = [] if options and not options[0].startswith("-") else ["check"]
        return [executable, *command, *options, *limits, "--json", *task.input_files]

    def determine_result(self, run):
        code = run.exit_code.value
        if code is None:
            return result.RESULT_ERROR
        if code == 0:
            return result.RESULT_TRUE_PROP
        if code == 5:
            return result.RESULT_UNKNOWN
        if code == 10:
            kind = self._kind_of_error(run.output)
            if kind in MEMORY_DEREF:
                return result.RESULT_FALSE_DEREF
            if kind in MEMORY_FREE:
                return result.RESULT_FALSE_FREE
            return result.RESULT_FALSE_REACH
        return f"{result.RESULT_ERROR}({ {1: 'usage', 2: 'input', 6: 'internal'}.get(code, code)})"

    @staticmethod
    def _document(output):
        text = "\n".join(output)
        try:
            return json.loads(text[text.index("{"):text.rindex("}") + 1])
        except ValueError:
            return {}

    def _kind_of_error(self, output):
        errors = self._document(output).get("errors") or [{}]
        return errors[0].get("kind")

    def get_value_from_output(self, output, identifier):
        """Columns are keys of the result: seconds, peak_memory_bytes, executions (all of them)."""
        value = self._document(output).get(identifier)
        return sum(value.values()) if isinstance(value, dict) else value
