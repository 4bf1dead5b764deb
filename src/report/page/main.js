// The page: verdict, explanation, controls, the execution, the state and the source.

const doc = JSON.parse(document.getElementById("document").textContent);
const page = document.getElementById("page");
const upper = (text) => String(text ?? "").toUpperCase();
const plural = (count, noun) => `${count} ${noun}${count === 1 ? "" : "s"}`;

const VERDICTS = {
  safe: ["safe", "No error"], error: ["error", "Error"],
  "none-observed": ["safe", "No violation was observed"],
  robust: ["safe", "Robust: only SC behaviours"], violation: ["error", "Leaves sequential consistency"],
  inconclusive: ["inconclusive", "Inconclusive: not everything was explored"],
  "no-fences-needed": ["safe", "No fence is needed"], undecided: ["inconclusive", "Undecided"],
  "fails-under-sc": ["error", "Fails under SC already: no fence can help"],
};

const EQUIVALENCES = { rf: "up to reads-from", rvf: "up to reads-value-from", exhaustive: "every interleaving", states: "up to final states" };

function headline() {
  if (doc.traces) {
    const count = (verdict) => doc.traces.filter((trace) => trace.verdict === verdict).length;
    const bad = count("inconsistent"), open = count("unknown");
    return {
      kind: bad ? "error" : open ? "inconclusive" : "safe",
      text: `${plural(doc.traces.length, "trace")} under ${upper(doc.model)}: ` +
        ["consistent", "inconsistent", "unknown"].filter(count).map((v) => `${count(v)} ${v}`).join(", "),
    };
  }
  const first = doc.errors?.[0] ?? doc.violations?.[0];
  const [kind, words] = VERDICTS[doc.verdict] ?? [doc.fences?.length ? "inconclusive" : "", doc.verdict];
  if (doc.fences?.length) return { kind, text: `${plural(doc.fences.length, "fence")} needed under ${upper(doc.model)}` };
  if (doc.command === "linearize" && doc.verdict === "safe")
    return { kind, text: `${doc.structure} is ${doc.criterion} under ${upper(doc.model)}: ${plural(doc.clients.length, "client")}` };
  return { kind, text: first ? first.message : `${words} under ${upper(doc.model)}` };
}

function facts() {
  const parts = [`overtake ${doc.command}`, upper(doc.model)];
  const e = doc.executions;
  if (e !== undefined)
    parts.push(plural(typeof e === "number" ? e : Object.values(e).reduce((sum, n) => sum + n, 0), "execution"));
  if (doc.equivalence) parts.push(EQUIVALENCES[doc.equivalence] ?? doc.equivalence);
  if (doc.seconds !== undefined) parts.push(`${doc.seconds.toFixed(2)} s`);
  if (doc.peak_memory_bytes) parts.push(`${Math.round(doc.peak_memory_bytes / 1e6)} MB`);
  parts.push((doc.input ?? []).join(", "));
  return parts.filter(Boolean).join(" · ");
}

function head() {
  const { kind, text } = headline();
  const first = doc.errors?.[0] ?? doc.violations?.[0];
  const box = element("div", `verdict ${kind}`, element("h1", "", text));
  if (first?.file) box.append(element("p", "code", `${first.file}:${first.line} under ${upper(doc.model)}`));
  for (const reason of doc.reasons ?? []) box.append(element("p", "", reason));
  box.append(element("p", "facts", facts()));
  const theme = element("button", "theme", "◐");
  theme.title = "dark or light (t)";
  theme.setAttribute("aria-label", "dark or light");
  theme.addEventListener("click", toggleTheme);
  return element("div", "head", box, theme);
}

function toggleTheme() {
  const root = document.documentElement;
  root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark";
}

function patchPanel() {
  if (!doc.patch) return null;
  const pre = element("pre", "code");
  for (const line of doc.patch.trimEnd().split("\n"))
    pre.append(element("span", `l${/^\+(?!\+\+)/.test(line) ? " add" : /^-(?!--)/.test(line) ? " del" : ""}`, line || " "));
  return element("section", "panel patch", element("h2", "", "The patch"), pre);
}

// Operations as bars over the calls and returns of a history, and the orders that explain nothing.
function historyPanel() {
  const history = doc.history;
  if (!history) return null;
  const moments = Math.max(...history.operations.map((o) => Math.max(o.called, o.returned ?? 0))) + 2;
  const bars = element("table", "history");
  for (const o of history.operations) {
    const bar = element("div", o.returned === null ? "bar open" : "bar");
    bar.style.marginLeft = `${(100 * o.called) / moments}%`;
    bar.style.width = `${(100 * ((o.returned ?? moments - 1) - o.called)) / moments}%`;
    const result = o.returned === null ? " …" : o.result ? ` = ${o.result}` : "";
    bars.append(element("tr", "", element("td", "", o.thread), element("td", "code", o.call + result), element("td", "time", bar)));
  }
  const orders = element("table", "orders");
  for (const tried of history.orders)
    orders.append(element("tr", "", element("td", "code", tried.order.join(", ")), element("td", "", tried.why)));
  return element("section", "panel", element("h2", "", `The client ${history.client}`), bars,
    element("h2", "", "No order of the operations explains these results"), orders);
}

// The step as part of the address. Browsers refuse that for a while if it changes very often.
function remember(step) {
  try {
    history.replaceState(null, "", `#step=${step}`);
  } catch {
    // The address is a convenience.
  }
}

class View {
  constructor() {
    this.cases = casesOf(doc);
    this.source = new SourcePanel(doc.sources ?? []);
    this.kinds = new Set();
    this.full = false;
    this.body = element("div");
    this.tabs = element("div", "tabs");
    this.tabs.setAttribute("role", "tablist");
    page.append(head(), ...[patchPanel(), historyPanel(), this.comparison()].filter(Boolean), this.tabs, this.body);
    this.cases.forEach((one, index) => {
      const tab = element("button", "", this.cases.length > 12 ? String(index + 1) : one.title);
      tab.title = one.title;
      tab.setAttribute("role", "tab");
      tab.addEventListener("click", () => this.open(index));
      if (this.cases.length > 1) this.tabs.append(tab);
    });
    if (this.cases.length) this.open(0);
    else this.openSourceOnly();
    addEventListener("keydown", (event) => this.key(event));
    new ResizeObserver(() => this.layout()).observe(this.body);
    addEventListener("beforeprint", () => this.timeline?.drawEdges(this.kinds));
  }

  // Fences: what holds before the patch and after it.
  comparison() {
    const rows = doc.comparison;
    if (!rows?.length) return null;
    const table = element("table", "plain", element("tr", "", element("th", "", ""), element("th", "", "before"), element("th", "", "after")));
    for (const row of rows)
      table.append(element("tr", "", element("td", "", row.what), element("td", "", show(row.before)), element("td", "", show(row.after))));
    return element("section", "panel", element("h2", "", "Before and after"), table);
  }

  // What the source shows in every case.
  markSource() {
    for (const loop of doc.bounded_loops ?? []) this.source.mark(loop, "cut", "this loop was cut off by --unroll");
    for (const fence of doc.fences ?? []) this.source.mark(fence, "cut", fence.text ?? "a fence is missing");
  }

  openSourceOnly() {
    this.markSource();
    this.body.append(element("div", "columns one", element("div", "side", ...this.source.nodes)));
  }

  open(index) {
    this.shown = this.cases[index];
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute("aria-selected", String(i === index)));
    this.source.unmark();
    this.markSource();
    if (this.shown.failed) this.source.mark(this.shown.failed, "bad", this.shown.failed.message);
    this.full = this.full && this.shown.story !== null;
    this.rebuild();
  }

  // The rows of the chosen view; the step stays where it was.
  rebuild() {
    const done = this.rows?.[this.at]?.done;
    const one = this.shown;
    this.rows = this.full || !one.story ? one.full : one.story;
    this.timeline = new Timeline(one, this.rows, doc.model, (row) => this.go(this.stopOf(row)));
    this.stops = one.cycle?.length ? one.cycle.length : this.rows.length;
    this.state = element("dl", "state");
    const said = element("div", "explanation", ...one.sentences.map((text) => element("p", "", text)),
      ...one.legend.map((text) => element("p", "legend", text)));
    this.why = element("p", "explanation");
    const empty = element("p", "facts", "Nothing to show step by step.");
    this.body.replaceChildren(said, this.controls(), this.why, element("div", "columns",
      this.rows.length ? this.timeline.node : empty,
      element("div", "side",
        one.schedule.length ? element("section", "panel state-panel", element("h2", "", "Buffers and memory"), this.state) : null,
        ...this.source.nodes)));
    const same = this.rows.findIndex((row) => row.done >= done);
    this.at = -1;
    this.go(done === undefined || same < 0 ? this.firstStop() : same, false);
    this.layout();
  }

  // Pages open where it went wrong.
  firstStop() {
    const asked = /^#step=(\d+)$/.exec(location.hash);
    if (asked && this.shown === this.cases[0]) return Number(asked[1]) - 1;
    return this.shown.cycle ? 0 : this.rows.length - 1;
  }
  stopOf(row) {
    if (!this.shown.cycle) return row;
    const stop = this.timeline.edges.findIndex((edge) => edge.from === row);
    return stop < 0 ? this.at : stop;
  }

  controls() {
    const button = (text, title, action) => {
      const node = element("button", "", text);
      node.title = title;
      node.setAttribute("aria-label", title);
      node.addEventListener("click", action);
      return node;
    };
    this.first = button("|◀", "first step (Home)", () => this.go(0));
    this.back = button("◀", "step back (←)", () => this.go(this.at - 1));
    this.next = button("▶", "step forward (→)", () => this.go(this.at + 1));
    this.last = button("▶|", "last step (End)", () => this.go(this.stops - 1));
    this.where = element("span", "where");
    this.where.setAttribute("aria-live", "polite");
    const box = (label, title, checked, change, swatch) => {
      const input = element("input");
      input.type = "checkbox";
      input.checked = checked;
      input.name = swatch ?? "full";
      input.addEventListener("change", () => change(input.checked));
      const node = element("label", "", input, swatch ? element("span", `swatch ${swatch}`) : " ", label);
      node.title = title;
      return node;
    };
    const edge = (kind, label, title) => box(label, title, this.kinds.has(kind), (on) => this.showEdges(kind, on), kind);
    const edges = this.shown.schedule.length
      ? [edge("rf", "reads-from", "from a store to those who read it (r)"),
        edge("fr", "from-read", "from a read to the store that overwrote what it read (f)"),
        edge("co", "coherence", "the order in which stores to a location reach memory (c)")] : [];
    const full = this.shown.story && this.shown.schedule.length
      ? box("every step", "also steps that do not matter (a)", this.full, (on) => { this.full = on; this.rebuild(); }) : null;
    return element("div", "controls",
      element("div", "group", this.first, this.back, this.where, this.next, this.last),
      element("div", "group", ...edges, full),
      element("span", "keys", ["keys: ← → Home End", "n next of this thread", "s next switch", edges.length ? "r f c edges" : "", full ? "a every step" : "", "t dark or light"]
        .filter(Boolean).join(", ")));
  }

  showEdges(kind, on) {
    if (on) this.kinds.add(kind);
    else this.kinds.delete(kind);
    const box = this.body.querySelector(`input[name="${kind}"]`);
    if (box) box.checked = on;
    this.timeline.drawEdges(this.kinds);
  }

  go(to, scroll = true) {
    to = Math.max(0, Math.min(this.stops - 1, to));
    if (to === this.at || this.stops === 0) return;
    this.at = to;
    this.where.textContent = `step ${to + 1} of ${this.stops}`;
    this.first.disabled = this.back.disabled = to === 0;
    this.last.disabled = this.next.disabled = to === this.stops - 1;
    if (this.shown.cycle?.length) return this.goAlong(to);
    this.timeline.move(to, scroll);
    this.showState();
    if (scroll) remember(to + 1);
  }

  // The next row for which `found` holds, seen from the current one.
  goToNext(found) {
    const now = this.rows[this.at];
    const next = this.rows.findIndex((row, index) => index > this.at && found(row, now, this.rows[index - 1]));
    if (next >= 0 && !this.shown.cycle) this.go(next);
  }

  goAlong(stop) {
    this.timeline.moveAlong(stop);
    const edge = this.shown.cycle[stop];
    this.why.textContent = `${edge.from.text} must come before ${edge.to.text}: ${edge.text ?? edge.rule}`;
    const row = this.rows[edge.from.event];
    this.source.move([], row, colourOf(this.shown.threads, row.thread));
  }

  showState() {
    const row = this.rows[this.at];
    const { threads, schedule } = this.shown;
    const parts = [];
    for (const name of threads) {
      const term = element("dt", "", name);
      term.style.setProperty("--thread", colourOf(threads, name));
      const buffer = row.buffers[name];
      const what = buffer ? drawBuffer(buffer, doc.model, "") : element("span", "empty", "empty");
      parts.push(term, element("dd", "", what));
      parts.at(-1).dataset.buffer = name;
    }
    const memory = element("dd", "memory");
    const cells = [...memoryAfter(schedule, row.done ?? 0)];
    cells.sort(([a], [b]) => a.localeCompare(b, "en", { numeric: true }));
    for (const [variable, { value, changed }] of cells) {
      const cell = element("span", changed ? "changed" : "", `${variable} = ${show(value)}`);
      cell.dataset.variable = variable;
      memory.append(cell);
    }
    if (doc.model === "sc") parts.length = 0;
    if (memory.childElementCount) parts.push(element("dt", "", "memory"), memory);
    this.state.replaceChildren(...parts);
    const places = threads.map((name) => {
      const last = this.rows.slice(0, this.at + 1).findLast((r) => r.thread === name && r.line);
      return [name, colourOf(threads, name), last];
    });
    // A store that reaches memory belongs to the line that put it into the buffer.
    const drained = schedule[row.steps?.[0]];
    const here = row.line ? row : drained?.line ? drained : places.find(([name]) => name === row.thread)?.[2];
    this.source.move(places, here, colourOf(threads, row.thread));
  }

  layout() {
    if (!this.timeline) return;
    const controls = this.body.querySelector(".controls");
    if (controls) this.body.style.setProperty("--bar", `${controls.offsetHeight}px`);
    this.timeline.drawEdges(this.kinds);
    if (this.shown.cycle?.length) this.timeline.moveAlong(this.at);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const flip = (kind) => this.showEdges(kind, !this.kinds.has(kind));
    const actions = {
      t: toggleTheme,
      ...(this.shown && {
        ArrowRight: () => this.go(this.at + 1), ArrowLeft: () => this.go(this.at - 1),
        j: () => this.go(this.at + 1), k: () => this.go(this.at - 1),
        n: () => this.goToNext((row, now) => row.thread === now.thread),
        s: () => this.goToNext((row, now, before) => row.thread !== before.thread),
        Home: () => this.go(0), End: () => this.go(this.stops - 1),
        ...(this.shown.schedule.length && { r: () => flip("rf"), f: () => flip("fr"), c: () => flip("co") }),
        ...(this.shown.story && { a: () => { this.full = !this.full; this.rebuild(); } }),
      }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
new View();
