"""benchexec_test.py FOLDER OVERTAKE PROJECT: the tool-info module, with the little of BenchExec that
it needs stood in for."""
import subprocess
import sys
import types

folder, overtake, project = sys.argv[1:]
result = types.SimpleNamespace(RESULT_ERROR="ERROR", RESULT_TRUE_PROP="true", RESULT_UNKNOWN="unknown",
                               RESULT_FALSE_DEREF="false(valid-deref)", RESULT_FALSE_FREE="false(valid-free)",
                               RESULT_FALSE_REACH="false(unreach-call)")
template = types.SimpleNamespace(BaseTool2=object)
tools = types.SimpleNamespace(template=template)
sys.modules.update({"benchexec": types.SimpleNamespace(result=result, tools=tools), "benchexec.result": result,
                    "benchexec.tools": tools, "benchexec.tools.template": template})
sys.dont_write_bytecode = True
sys.path.insert(0, folder)
import overtake as module

tool = module.Tool()


def run(*options, files=("queue_test.c", "queue.c"), flags=("-Iinclude", "-DQUEUE_SIZE=2")):
    task = types.SimpleNamespace(input_files=[f"{project}/{file}" for file in files])
    limits = types.SimpleNamespace(cputime=60, memory=2_000_000_000)
    line = tool.cmdline(overtake, list(options), task, limits) + ["--", f"-I{project}/include", *flags]
    done = subprocess.run(line, capture_output=True, text=True)
    output = done.stdout.splitlines()
    answer = tool.determine_result(types.SimpleNamespace(exit_code=types.SimpleNamespace(value=done.returncode), output=output))
    return answer, tool.get_value_from_output(output, "executions")


answer, executions = run("--model", "pso")
assert answer == "true" and executions > 1, (answer, executions)
answer, _ = run("--model", "pso", flags=("-DQUEUE_SIZE=2", "-DBROKEN"))
assert answer == "false(unreach-call)", answer
answer, _ = run("--max-executions", "1")
assert answer == "unknown", answer
answer, _ = run(files=("missing.c",))
assert answer == "ERROR(input)", answer
