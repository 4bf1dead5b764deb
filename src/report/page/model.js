// From a result document to what the page shows: cases (one for each error or trace), each with
// rows, what sits in which buffer after each row, statements (rows that are one line of the
// program), the values of memory, and edges between rows. Nothing here touches the page; the
// document itself is described in docs/json.md.

const show = (value) => (typeof value === "string" ? value : String(value));
const assignment = (entry) => `${entry.variable} = ${show(entry.value)}`;

function casesOf(doc) {
  return [
    ...(doc.errors ?? []).map((error) => executionCase(error, error.message)),
    ...(doc.violations ?? []).map((violation) => executionCase(violation, violation.message)),
    ...(doc.traces ?? []).map(traceCase),
    ...(doc.tests ?? []).flatMap((test) => (test.runs ?? []).map((run) => litmusCase(test, run, doc.sources ?? []))),
  ];
}

// The run of a litmus test that ends in one of its final states. A line of a test has an
// instruction for each thread: a step shows its own.
function litmusCase(test, run, sources) {
  const lines = sources.find(({ file }) => file === test.file)?.text.split("\n") ?? [];
  const own = (step) => {
    const line = lines[step.line - 1] ?? "";
    if (!step.code?.includes("|") || !step.column) return step;
    const before = line.slice(0, step.column - 1).lastIndexOf("|") + 1;
    return { ...step, code: line.slice(before).split(/[|;]/)[0].trim() };
  };
  const roles = run.threads.map((name) => run.schedule.find((step) => step.spawned === name)?.function ?? "");
  const part = { ...run, roles, schedule: run.schedule.map(own), story: run.story?.map(own) };
  return { ...executionCase(part, `${test.test}: ${run.state}`), test: test.test, state: run.state };
}

function executionCase(part, title) {
  const schedule = part.schedule ?? [];
  return {
    title,
    failed: part.line && part.message ? { file: part.file, line: part.line, message: part.message } : null,
    sentences: part.explanation ?? [],
    legend: part.legend ?? [],
    threads: part.threads ?? [...new Set(schedule.map((step) => step.thread))],
    schedule,
    story: part.story ? rowsOfStory(part, schedule) : null,
    full: rowsOfSchedule(part, schedule),
    memory: new Memory(schedule),
    // Why the run is none of SC: a circle of accesses, each before the next one.
    path: (part.path ?? []).map((access) => ({ text: access.text, step: access.step, thread: access.thread,
      file: access.file, line: access.line, edge: EDGE_WORDS[access.edge] ?? access.edge ?? "" })),
    part,
  };
}

const EDGE_WORDS = {
  "program-order": "program order", synchronization: "synchronization", "reads-from": "is read by",
  "store-order": "reaches memory before", "from-read": "reads before",
};

function traceCase(trace) {
  const name = trace.name || `${trace.file}:${trace.line}`;
  const title = `${name}: ${trace.verdict}`;
  if (trace.schedule) return executionCase(trace, title);
  const result = executionCase({ ...trace, schedule: [] }, title);
  result.full = (trace.events ?? []).map((event, index) => ({
    thread: event.thread, file: trace.file, line: event.line, code: "", text: event.text,
    notes: [], steps: [index], buffers: {}, variables: new Set([event.variable].filter(Boolean)),
  }));
  result.cycle = trace.reason?.cycle ?? [];
  result.path = result.cycle.map((edge) => ({ text: `${edge.from.thread}: ${edge.from.text}`, step: edge.from.event,
    thread: edge.from.thread, file: trace.file, line: edge.from.line, edge: edge.text ?? edge.rule }));
  if (trace.reason?.read?.line)
    result.failed = { file: trace.file, line: trace.reason.read.line, message: trace.explanation[0] };
  return result;
}

// Rows know what every buffer holds once they are done.
function withBuffers(rows, schedule) {
  const buffers = {};
  let done = 0;
  for (const row of rows) {
    const last = row.steps.length ? Math.max(...row.steps) : done - 1;
    for (; done <= last; ++done) {
      const step = schedule[done];
      if (step.buffer?.length) buffers[step.thread] = step.buffer;
      else delete buffers[step.thread];
    }
    row.buffers = { ...buffers };
    row.done = done;
    row.variables = new Set(row.steps.map((step) => schedule[step]).filter((step) => step?.variable && !step.library)
      .map((step) => step.variable));
    row.drains = row.steps.length > 0 && row.steps.every((step) => schedule[step].kind === "drain");
  }
  return rows;
}

function rowsOfStory(part, schedule) {
  return withBuffers(part.story.map((row) => ({ ...row, steps: [...row.steps] })), schedule);
}

function rowsOfSchedule(part, schedule) {
  const rows = schedule.map((step, index) => ({
    thread: step.thread,
    file: step.kind === "drain" ? null : step.file,
    line: step.kind === "drain" ? null : step.line,
    code: step.kind === "drain" || step.library ? "" : step.code ?? "",
    text: step.text,
    notes: (step.overtook ?? []).map((store) => `overtakes ${bufferedText(schedule[store])}`),
    function: step.stack?.[0]?.replace(/ \(.*$/, ""),
    steps: [index],
    weak: Boolean(step.overtook),
  }));
  for (const row of part.story ?? []) if (row.failure) rows.push({ ...row });
  return withBuffers(rows, schedule);
}

const bufferedText = (step) => `${step.variable} = ${show(step.buffered ?? step.written)}`;

// Statements: runs of rows of one thread at one line, [first, last] each. Rows in `alone` stay by
// themselves, so that what matters is not folded away. A store that reaches memory at once belongs
// to the statement that made it; other stores that leave a buffer one after another are one, too.
function statementsOf(rows, schedule, alone) {
  const statements = [];
  const joins = (row, first, before) => {
    if (row.thread !== first.thread) return false;
    if (row.drains) return first.drains || row.steps.every((step) => before.some((b) => b.steps.includes(schedule[step].store)));
    return Boolean(row.line) && row.line === first.line && row.file === first.file && row.function === first.function;
  };
  rows.forEach((row, index) => {
    const last = statements.at(-1);
    if (last && !alone.has(index) && !alone.has(last[0]) && joins(row, rows[last[0]], rows.slice(last[0], index))) last[1] = index;
    else statements.push([index, index]);
  });
  return statements;
}

// The values of memory, by variable in the order of their names: what was there at first, as far
// as a read shows it, and each write with the number of its step.
class Memory {
  constructor(schedule) {
    const cells = new Map();
    schedule.forEach((step, index) => {
      if (step.library || step.variable === undefined || step.variable.includes("_vptr$")) return;
      const writes = step.written !== undefined, initial = step.reads_from === null && step.read !== undefined;
      if (!writes && !initial) return;
      if (!cells.has(step.variable)) cells.set(step.variable, { name: step.variable, initial: undefined, writes: [] });
      const cell = cells.get(step.variable);
      if (initial && cell.initial === undefined) cell.initial = step.read;
      if (writes) cell.writes.push([index, step.written]);
    });
    this.cells = [...cells.values()].sort((a, b) => a.name.localeCompare(b.name, "en", { numeric: true }));
  }

  // After `done` steps: the value (undefined: not known yet), and whether one of the steps since `since` wrote it.
  static at(cell, since, done) {
    let low = 0, high = cell.writes.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (cell.writes[middle][0] < done) low = middle + 1;
      else high = middle;
    }
    if (low === 0) return { value: cell.initial, changed: false };
    const [step, value] = cell.writes[low - 1];
    return { value, changed: step >= since };
  }
}

// Edges between rows: {kind, from, to}. A store that has no row of its own is skipped, and its
// successor in coherence order stands for it.
function edgesBetween(rows, part) {
  const rowOf = new Map();
  rows.forEach((row, index) => row.steps.forEach((step) => rowOf.set(step, index)));
  const next = new Map(part.coherence ?? []);
  const shown = (step) => {
    while (step !== undefined && !rowOf.has(step)) step = next.get(step);
    return step;
  };
  const edges = [];
  const add = (kind, from, to) => {
    if (from !== undefined && to !== undefined && from !== to) edges.push({ kind, from, to });
  };
  (part.schedule ?? []).forEach((step, index) => {
    if (typeof step.reads_from === "number")
      add("rf", rowOf.get(step.reads_from), rowOf.get(index));
  });
  for (const [from, to] of part.from_read ?? []) add("fr", rowOf.get(from), rowOf.get(shown(to)));
  for (const [from, to] of part.coherence ?? []) add("co", rowOf.get(from), rowOf.get(shown(to)));
  for (const pair of overtakingPairs(rows, part))
    add("pair-edge", rowOf.get(pair.store), rowOf.get(pair.read));
  const path = part.path ?? [];
  path.forEach((access, index) => add("cycle", rowOf.get(access.step), rowOf.get(path[(index + 1) % path.length].step)));
  return edges;
}

// The pairs that sequential consistency does not know: a read and the store that it missed, or, if
// no read missed anything, a read and the store of its own thread that it went past.
function overtakingPairs(rows, part) {
  if (part.missed?.length) return part.missed;
  const pairs = [];
  for (const row of rows)
    if (row.weak)
      for (const step of row.steps)
        for (const store of part.schedule[step]?.overtook ?? []) pairs.push({ read: step, store });
  return pairs;
}

function pairRows(rows, part) {
  const steps = new Set();
  for (const pair of overtakingPairs(rows, part)) {
    steps.add(pair.read).add(pair.store);
    if (typeof pair.overtaking_store === "number") steps.add(pair.overtaking_store);
  }
  return new Set(rows.flatMap((row, i) => (row.steps.some((step) => steps.has(step)) ? [i] : [])));
}
