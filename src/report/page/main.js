// The page: verdict, explanation, controls, the execution, the state and the source.

const doc = JSON.parse(document.getElementById("document").textContent);
const page = document.getElementById("page");

const KEYS = [
  ["← → (k, j)", "step back and forward"], ["Home End", "first and last step"],
  ["n N", "next and previous step of this thread"], ["s S", "next and previous switch of threads"],
  ["v V", "next and previous change of this variable"], ["o e", "open this statement; all of them"],
  ["a", "every step, also those that do not matter"], ["r f c", "reads-from, from-read, coherence edges"],
  ["/", "search; Enter: next"], ["Esc", "no search, no filter"], ["t", "dark or light"],
];

// The step as part of the address. Browsers refuse that for a while if it changes very often.
function remember(words) {
  try {
    history.replaceState(null, "", `#${words}`);
  } catch {
    // The address is a convenience.
  }
}

// "#case=2&step=12&all": the second error, and of all its steps the twelfth.
function asked() {
  const words = new URLSearchParams(location.hash.slice(1));
  return { step: Number(words.get("step")) || null, index: (Number(words.get("case")) || 1) - 1, all: words.has("all") };
}

function button(text, title, action) {
  const node = element("button", "", text);
  node.title = title;
  node.setAttribute("aria-label", title);
  node.addEventListener("click", action);
  return node;
}

class View {
  constructor() {
    this.cases = casesOf(doc);
    this.source = new SourcePanel(doc.sources ?? [], (file, line) => this.goToLine(file, line));
    this.kinds = new Set(["cycle"]);
    this.open = new Set();  // statements that are open, by their first row
    this.full = false;
    this.body = element("div");
    this.tabs = element("div", "tabs");
    this.tabs.setAttribute("role", "tablist");
    const above = [fencesPanel((fence) => this.source.show(fence), (fence) => this.prevented(fence)), patchPanel(),
      historyPanel(), comparisonPanel(), testsPanel(this.cases, (index) => this.openCase(index))];
    page.append(head(), ...above.filter(Boolean), this.tabs, this.body);
    this.cases.forEach((one, index) => {
      const tab = element("button", "", this.cases.length > 12 ? String(index + 1) : one.title);
      tab.title = one.title;
      tab.setAttribute("role", "tab");
      tab.addEventListener("click", () => this.openCase(index));
      if (this.cases.length > 1 && !doc.tests) this.tabs.append(tab);
    });
    // Before anything is measured.
    for (const place of page.querySelectorAll(".place")) place.append(...this.links(place.dataset.text));
    if (this.cases.length) this.follow();
    else this.openSourceOnly();
    addEventListener("keydown", (event) => this.key(event));
    addEventListener("hashchange", () => this.follow());
    new ResizeObserver(() => this.layout()).observe(this.body);
    addEventListener("scroll", () => this.fitSide(), { passive: true });
    addEventListener("resize", () => this.fitSide());
    addEventListener("beforeprint", () => this.timeline?.drawEdges(this.kinds));
  }

  // Opens what the address asks for.
  follow() {
    if (!this.cases.length) return;
    const { step, index, all } = asked();
    const at = Math.min(index, this.cases.length - 1);
    if (this.shown !== this.cases[at] || this.full !== all) {
      this.full = all;
      this.openCase(at, step);
    } else if (step) this.go(step - 1);
  }

  // What the source shows in every case.
  markSource() {
    for (const loop of doc.bounded_loops ?? []) this.source.mark(loop, "cut", "this loop was cut off by --unroll");
    for (const fence of doc.fences ?? []) this.source.mark(fence, "cut", fence.text ?? "a fence is missing", ...this.prevented(fence));
  }

  // The run that a fence prevents, as a link.
  prevented(fence) {
    const runs = doc.violations ?? [];
    const own = runs.findIndex((run) => run.prevented_by?.includes(doc.fences.indexOf(fence)));
    const index = own >= 0 ? own : runs.length ? 0 : -1;
    const words = own >= 0 || doc.fences.length === 1 ? "the run that it prevents" : "the run that they prevent";
    return index < 0 ? [] : [" · ", link(words, "show the run", () => { this.openCase(index); this.reveal(0); })];
  }

  openSourceOnly() {
    this.markSource();
    this.body.append(element("div", "columns one", element("div", "side", this.source.node)));
  }

  openCase(index, step = null) {
    this.shown = this.cases[index];
    this.rows = null;
    this.open.clear();
    this.variable = null;
    for (const state of page.querySelectorAll("[data-case]")) state.classList.toggle("picked", Number(state.dataset.case) === index);
    [...this.tabs.children].forEach((tab, i) => tab.setAttribute("aria-selected", String(i === index)));
    this.source.unmark();
    this.markSource();
    if (this.shown.failed) this.source.mark(this.shown.failed, "bad", this.shown.failed.message);
    this.full = this.full && this.shown.story !== null;
    this.rebuild(step);
  }

  links(text) {
    return linked(text, this.shown?.threads ?? [], (thread, file, line) => this.finder(thread, file, line));
  }

  // Where a link to a place leads: the last step of the thread there, or else the line itself.
  finder(thread, file, line) {
    if (!this.source.line({ file, line })) return null;
    return () => {
      const at = (row) => row.line === line && row.file === file;
      const found = this.shown?.cycle || !this.rows ? -1
        : this.rows.findLastIndex((row) => at(row) && (!thread || row.thread === thread));
      if (found >= 0) this.go(found);
      else this.source.show({ file, line });
    };
  }

  // The rows of the chosen view; the step stays where it was.
  rebuild(step = null) {
    const { done, failure } = this.rows?.[this.at] ?? {};
    const one = this.shown;
    this.rows = this.full || !one.story ? one.full : one.story;
    this.timeline = new Timeline(one, this.rows, doc.model, this.open, {
      pick: (row) => this.go(this.stopOf(row)), toggle: (first) => this.toggle(first),
      source: (place) => this.source.show(place), room: () => this.room(),
    });
    this.scrubber = new Scrubber(one, this.rows, this.timeline.pairs, (row) => this.go(this.stopOf(row)));
    this.state = new StatePanel(one, doc.model, (name) => this.filter(name === this.variable ? null : name));
    this.circle = one.path.length ? new CyclePanel(one.path, one.threads, "The cycle: each of these comes before the next",
      (access, index) => this.go(one.cycle ? index : this.rows.findIndex((row) => row.steps.includes(access.step)))) : null;
    const said = element("div", "explanation", ...(one.path.length ? [] : one.sentences).map((text) => element("p", "", ...this.links(text))),
      ...one.legend.map((text) => element("p", "legend", ...this.links(text))));
    this.why = element("p", "explanation");
    const empty = element("p", "facts", "Nothing to show step by step.");
    this.body.replaceChildren(...[said, this.circle?.node, this.rows.length ? this.controls() : null, this.why, element("div", "columns",
      this.rows.length ? this.timeline.node : empty,
      element("div", "side", one.schedule.length ? this.state.node : null, this.source.node))].filter(Boolean));
    this.source.markRan(this.rows);
    this.at = -1;
    const same = failure ? this.rows.length - 1 : this.rows.findIndex((row) => row.done >= done);
    const opening = done === undefined || same < 0;
    this.filter(this.variable ?? null);
    this.go(step ? step - 1 : opening ? this.firstStop() : same, false, !opening || step);
    this.layout();
    if (doc.errors || !opening || step) this.reveal(0);
    this.sideHeight = null;
    this.fitSide();
  }

  // Pages open where it went wrong: at the failure, at the access that leaves SC, or at the end.
  firstStop() {
    if (this.shown.cycle) return 0;
    const { part } = this.shown;
    const weak = part.path?.length || this.shown.test ? this.rows.findLastIndex((row) => row.weak) : -1;
    return weak >= 0 ? weak : this.rows.length - 1;
  }

  stopOf(row) {
    if (!this.shown.cycle) return row;
    const stop = this.timeline.edges.findIndex((edge) => edge.from === row);
    return stop < 0 ? this.at : stop;
  }

  // The rows at which stepping stops: folded statements once, filtered rows not at all.
  stops() {
    if (this.shown.cycle?.length) return this.shown.cycle.map((_, index) => index);
    const { drawn } = this.timeline;
    return this.rows.flatMap((_, index) => (drawn[index].dataset.row === String(index) && !drawn[index].classList.contains("hidden") ? [index] : []));
  }

  toggle(first) {
    if (this.open.has(first)) this.open.delete(first);
    else this.open.add(first);
    const { scrollX, scrollY } = window;
    this.rebuild();
    scrollTo(scrollX, scrollY);
  }

  toggleAll() {
    const several = this.timeline.statements.filter(([first, last]) => first < last);
    const all = several.every(([first]) => this.open.has(first));
    this.open = new Set(all ? [] : several.map(([first]) => first));
    this.rebuild();
  }

  showFull(on) {
    this.full = on;
    this.open.clear();
    this.rebuild();
  }

  showEdges(kind, on) {
    if (on) this.kinds.add(kind);
    else this.kinds.delete(kind);
    const box = this.body.querySelector(`input[name="${kind}"]`);
    if (box) box.checked = on;
    this.timeline.drawEdges(this.kinds);
  }

  go(to, scroll = true, keep = true) {
    const cycle = this.shown.cycle?.length;
    const count = cycle || this.rows.length;
    if (count === 0) return;
    to = Math.max(0, Math.min(count - 1, to));
    if (!cycle) to = Number(this.timeline.drawn[to].dataset.row);  // the end of a folded statement
    if (to === this.at) return;
    this.at = to;
    this.showWhere(to, count);
    if (cycle) this.goAlong(to, scroll);
    else {
      this.timeline.move(to, scroll);
      this.showState();
    }
    this.timeline.drawEdges(this.kinds);
    this.scrubber.move(cycle ? this.timeline.edges[to].from : to);
    if (keep) remember([this.cases.length > 1 ? `case=${this.cases.indexOf(this.shown) + 1}&` : "", `step=${to + 1}`, this.full ? "&all" : ""].join(""));
  }

  showWhere(to, count) {
    const first = this.shown.cycle ? to : Number(this.timeline.drawn[to].dataset.first);
    this.where.textContent = first === to ? `step ${to + 1} of ${count}` : `steps ${first + 1}–${to + 1} of ${count}`;
    const stops = this.stops();
    this.first.disabled = this.back.disabled = !(stops[0] < to);
    this.last.disabled = this.next.disabled = !(stops.at(-1) > to);
  }

  // To the next stop (or the previous one) for which `found` holds.
  seek(forward, found = () => true) {
    const stops = forward ? this.stops() : this.stops().reverse();
    const next = stops.find((stop) => (forward ? stop > this.at : stop < this.at) && found(stop));
    if (next !== undefined) this.go(next);
  }

  seekThread(forward) {
    const now = this.rows[this.at];
    this.seek(forward, (stop) => this.rows[stop].thread === now.thread);
  }

  seekSwitch(forward) {
    this.seek(forward, (stop) => this.rows[Number(this.timeline.drawn[stop].dataset.first) - 1]?.thread !== this.rows[stop].thread);
  }

  // The variable that is filtered for, or else that of this step.
  seekChange(forward) {
    const name = this.variable ?? [...(this.rows[this.at].variables ?? [])].at(-1) ?? this.sought;
    const cell = this.shown.memory.cells.find((one) => one.name === name);
    if (!cell) return;
    this.sought = name;
    this.seek(forward, (stop) => Memory.at(cell, this.since(stop), this.rows[stop].done).changed);
    this.state.pick(name);
  }

  goToLine(file, line) {
    if (!this.rows || this.shown.cycle) return;
    const at = this.rows.flatMap((row, index) => (row.line === line && row.file === file ? [index] : []));
    if (at.length) this.go(at.find((index) => index > this.at) ?? at[0]);
  }

  goAlong(stop, scroll) {
    this.timeline.moveAlong(stop, scroll);
    this.circle?.move(stop);
    const edge = this.shown.cycle[stop];
    this.why.textContent = `${edge.from.text} must come before ${edge.to.text}: ${edge.text ?? edge.rule}`;
    const row = this.rows[edge.from.event];
    this.here = row;
    this.source.move([], row, colourOf(this.shown.threads, row.thread));
  }

  // How many steps were done before the row (and the statement that is folded into it).
  since(index) {
    return this.rows[Number(this.timeline.drawn[index].dataset.first) - 1]?.done ?? 0;
  }

  showState() {
    const row = this.rows[this.at];
    const { threads, schedule } = this.shown;
    this.state.move(row, this.since(this.at));
    this.circle?.move(this.shown.path.findIndex((access) => row.steps.includes(access.step)));
    const places = threads.map((name) => {
      let last = this.at;
      while (last >= 0 && !(this.rows[last].thread === name && this.rows[last].line)) --last;
      return [name, colourOf(threads, name), this.rows[last]];
    });
    // A store that reaches memory belongs to the line that put it into the buffer.
    const drained = schedule[row.steps?.[0]];
    const here = row.line ? row : drained?.line ? drained : places.find(([name]) => name === row.thread)?.[2];
    this.here = here;
    this.source.move(places, here, colourOf(threads, row.thread));
  }

  // Only the steps that access a variable; null: all.
  filter(variable) {
    this.variable = variable;
    this.timeline.filter((row) => !variable || row.failure || row.variables?.has(variable));
    this.state.pick(variable);
    if (this.chooser) this.chooser.value = variable ?? "";
    if (this.at >= 0) {
      this.showWhere(this.at, this.shown.cycle?.length || this.rows.length);
      this.layout();
      this.reveal();
    }
  }

  // Rows that say `text`; Enter goes from one to the next.
  search(text) {
    const words = text.trim().toLowerCase();
    this.hits = [];
    this.rows.forEach((row, index) => {
      const hit = words !== "" && [row.code, row.text, row.thread, row.function, ...(row.notes ?? [])].join(" ").toLowerCase().includes(words);
      if (hit) this.hits.push(index);
    });
    const hits = new Set(this.hits.map((index) => this.timeline.drawn[index]));
    for (const node of new Set(this.timeline.drawn)) node.classList.toggle("hit", hits.has(node));
    this.found.textContent = words ? `${this.hits.length} found` : "";
  }

  // The next one seen from `at`, and after the last one the first.
  nextHit(forward, at = this.at) {
    const hits = forward ? this.hits ?? [] : [...(this.hits ?? [])].reverse();
    const next = hits.find((index) => (forward ? index > at : index < at)) ?? hits[0];
    if (next !== undefined && !this.shown.cycle) this.go(next);
  }

  // The part of the window in which rows can be seen.
  room() {
    const bar = this.body.querySelector(".controls"), names = this.timeline.node.firstChild;
    const state = getComputedStyle(this.state.node).position === "sticky" ? this.state.node.offsetHeight : 0;
    return [(bar?.offsetHeight ?? 0) + names.offsetHeight + 8, innerHeight - state - 12];
  }

  reveal(margin) {
    if (this.rows.length) this.timeline.reveal(this.shown.cycle?.length ? this.timeline.edges[this.at].from : this.at, margin);
  }

  layout() {
    if (!this.timeline) return;
    this.scrubber.draw();
    const controls = this.body.querySelector(".controls");
    if (controls) this.body.style.setProperty("--bar", `${controls.offsetHeight}px`);
    this.circle?.draw();
    this.timeline.drawEdges(this.kinds);
  }

  // The state and the source end where the window ends, also while the page is not scrolled yet.
  fitSide() {
    const side = this.body.querySelector(".side");
    if (!side) return;
    const bar = this.body.querySelector(".controls")?.offsetHeight ?? 0;
    const height = Math.round(innerHeight - Math.max(side.getBoundingClientRect().top, bar + 8) - 20);
    if (height === this.sideHeight) return;
    this.sideHeight = height;
    side.style.setProperty("--side", `${Math.max(360, height)}px`);
    this.source.show(this.here);
  }

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (/^(INPUT|SELECT)$/.test(event.target.tagName ?? "") && event.target.type !== "checkbox") return;
    const flip = (kind) => this.showEdges(kind, !this.kinds.has(kind));
    const steps = this.shown && !this.shown.cycle;
    const actions = {
      t: toggleTheme,
      ...(this.shown && this.rows.length && {
        ArrowRight: () => this.seek(true), ArrowLeft: () => this.seek(false),
        j: () => this.seek(true), k: () => this.seek(false),
        Home: () => this.go(this.stops()[0]), End: () => this.go(this.stops().at(-1)),
        "/": () => { this.openTools(true); this.input.focus(); }, "?": () => this.keys.toggleAttribute("open"),
        Escape: () => { this.input.value = ""; this.search(""); this.filter(null); },
      }),
      ...(steps && {
        n: () => this.seekThread(true), N: () => this.seekThread(false),
        s: () => this.seekSwitch(true), S: () => this.seekSwitch(false),
        v: () => this.seekChange(true), V: () => this.seekChange(false),
        o: () => { const [first, last] = this.timeline.statementOf[this.at]; if (first < last) this.toggle(first); },
        e: () => this.toggleAll(),
        ...(this.shown.schedule.length && { r: () => flip("rf"), f: () => flip("fr"), c: () => flip("co") }),
        ...(this.shown.story && { a: () => this.showFull(!this.full) }),
      }),
    };
    const action = actions[event.key];
    if (!action) return;
    event.preventDefault();
    action();
  }
}
