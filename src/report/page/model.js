// From a result document to what the page shows: cases (one for each error or trace), each with
// rows, what sits in which buffer after each row, and edges between rows. Nothing here touches the
// page; the document itself is described in docs/json.md.

const show = (value) => (typeof value === "string" ? value : String(value));
const assignment = (entry) => `${entry.variable} = ${show(entry.value)}`;

function casesOf(doc) {
  return [
    ...(doc.errors ?? []).map((error) => executionCase(error, error.message)),
    ...(doc.violations ?? []).map((violation) => executionCase(violation, violation.message)),
    ...(doc.traces ?? []).map(traceCase),
  ];
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
    part,
  };
}

function traceCase(trace) {
  const name = trace.name || `${trace.file}:${trace.line}`;
  const title = `${name}: ${trace.verdict}`;
  if (trace.schedule) return executionCase(trace, title);
  const result = executionCase({ ...trace, schedule: [] }, title);
  result.full = (trace.events ?? []).map((event, index) => ({
    thread: event.thread, file: trace.file, line: event.line, code: "", text: event.text,
    notes: [], steps: [index], buffers: {},
  }));
  result.cycle = trace.reason?.cycle ?? [];
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
    steps: [index],
    weak: Boolean(step.overtook),
  }));
  for (const row of part.story ?? []) if (row.failure) rows.push({ ...row });
  return withBuffers(rows, schedule);
}

const bufferedText = (step) => `${step.variable} = ${show(step.buffered ?? step.written)}`;

// Memory after the first `done` steps: what was written there, or read there as the initial value.
function memoryAfter(schedule, done) {
  const memory = new Map();
  for (const step of schedule) {
    if (step.library || step.variable === undefined) continue;
    if (step.reads_from === null && step.read !== undefined && !memory.has(step.variable))
      memory.set(step.variable, { value: step.read });
  }
  for (let i = 0; i < done; ++i) {
    const step = schedule[i];
    if (step.written === undefined || step.library) continue;
    memory.set(step.variable, { value: step.written, changed: i === done - 1 });
  }
  return memory;
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
  return edges;
}

// The pairs that sequential consistency does not know: a read and the store that it missed, or, if
// nobody missed anything, a read and the store of its own thread that it went past.
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
