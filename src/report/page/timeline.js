// The execution: time downwards, a lane for each thread. A step begins in the lane of its thread
// and may use all the room to the right of it, so that lanes are only as wide as their heads. The
// steps of one statement are one row that opens. Buffers are drawn where they change.

const COLOURS = ["#3b76c4", "#b0582a", "#3d8f5a", "#9350a8", "#a8892c", "#2c8f98", "#b34a70", "#6c7a2f"];
const colourOf = (threads, name) => COLOURS[Math.max(0, threads.indexOf(name)) % COLOURS.length];

// A buffer as lanes: one first-in-first-out queue, or under PSO one for each variable. The oldest
// store, which is the next to reach memory, is on the right.
function drawBuffer(entries, model, isNew = () => false) {
  const lanes = new Map();
  for (const entry of entries) {
    const key = model === "pso" ? entry.variable : "";
    if (!lanes.has(key)) lanes.set(key, []);
    lanes.get(key).push(entry);
  }
  const node = element("div", "buffer");
  for (const lane of lanes.values())
    node.append(element("span", "lane", ...lane.map((entry) =>
      element("span", isNew(entry) ? "entry new" : "entry", assignment(entry)))));
  node.title = "store buffer: the store on the right is the next to reach memory";
  return node;
}

// The calls that led to a step, folded.
function callStack(frames, said) {
  const node = element("details", "calls", element("summary", "", said ? `in ${frames[0].replace(/ \(.*$/, "")}` : "⋯"));
  node.querySelector("summary").title = `called by: ${frames.join(", ")}`;
  for (const frame of frames) node.append(element("div", "frame", frame));
  node.addEventListener("click", (event) => event.stopPropagation());
  return node;
}

class Timeline {
  // `open`: the rows with which an open statement begins. `actions`: pick(row), toggle(first row).
  constructor(shown, rows, model, open, actions) {
    Object.assign(this, { shown, rows, model, actions, at: -1 });
    this.pairs = pairRows(rows, shown.part);
    const alone = new Set(this.pairs);
    rows.forEach((row, index) => { if (row.failure || row.weak || row.notes?.length || shown.cycle) alone.add(index); });
    this.statements = statementsOf(rows, shown.schedule, alone);
    this.edges = shown.cycle ? cycleEdges(shown.cycle) : edgesBetween(rows, shown.part);
    this.svg = svgElement("svg", { "aria-hidden": "true" });
    this.node = element("div", "timeline");
    this.node.style.setProperty("--lanes", this.lanes());
    this.node.style.setProperty("--before", Math.max(1, shown.threads.length - 1));
    this.node.append(this.names(), this.svg);
    this.drawn = [];     // by row: the element that shows it
    this.statementOf = [];  // by row
    for (const [first, last] of this.statements) this.drawStatement(first, last, open.has(first));
  }

  // Lanes are as wide as their heads; a thread that does nothing here has the smallest one.
  lanes() {
    const { threads } = this.shown;
    const busy = new Set(this.rows.map((row) => row.thread));
    const most = Math.max(3, Math.floor(46 / threads.length));
    return threads.slice(0, -1).map((name) => (busy.has(name) ? `${Math.min(most, this.label(name).length + 2)}ch` : "2.5ch")).join(" ");
  }

  label(name) {
    const role = this.shown.part.roles?.[this.shown.threads.indexOf(name)];
    return role && role !== name ? `${name} ${role}` : name;
  }

  names() {
    const cells = this.shown.threads.map((name) => {
      const [first, ...rest] = this.label(name).split(" ");
      const cell = element("div", "", first, rest.length ? element("span", "role", ` ${rest.join(" ")}`) : null);
      cell.title = this.label(name);
      cell.style.setProperty("--thread", colourOf(this.shown.threads, name));
      return cell;
    });
    return element("div", "names", element("div", ""), element("div", "gutter"), ...cells);
  }

  drawStatement(first, last, open) {
    for (let i = first; i <= last; ++i) this.statementOf[i] = [first, last];
    if (first === last || !open) {
      const node = this.drawRow(first, last);
      for (let i = first; i <= last; ++i) this.drawn[i] = node;
      if (first !== last) this.addToggle(node, first, last, false);
      this.node.append(node);
      return;
    }
    for (let i = first; i <= last; ++i) {
      this.drawn[i] = this.drawRow(i, i);
      this.drawn[i].classList.add("part");
      this.node.append(this.drawn[i]);
    }
    this.addToggle(this.drawn[first], first, last, true);
  }

  addToggle(node, first, last, open) {
    const button = element("button", "toggle", open ? "▾" : `▸${last - first + 1}`);
    button.title = open ? "fold the steps of this statement (o)" : `${last - first + 1} steps of one statement: open (o)`;
    button.setAttribute("aria-expanded", String(open));
    button.addEventListener("click", (event) => { event.stopPropagation(); this.actions.toggle(first); });
    const at = node.querySelector(".line .at");
    if (at) at.after(button);
    else node.querySelector(".who").after(button);
  }

  drawRow(first, last) {
    const row = this.rows[last];
    const lane = this.shown.threads.indexOf(row.thread);
    const node = element("div", "row", element("div", "number", String(last + 1)), element("div", "gutter"));
    node.dataset.row = last;
    node.dataset.first = first;
    for (let i = 0; i < lane; ++i) node.append(this.lane(this.shown.threads[i], "lane-line"));
    const cell = this.lane(row.thread, "cell");
    cell.style.gridColumn = `${lane + 3} / -1`;
    cell.append(this.drawStep(first, last));
    node.append(cell);
    node.classList.toggle("pair", this.pairs.has(last));
    node.classList.toggle("failure", Boolean(row.failure));
    node.classList.toggle("long", node.querySelector(".line").textContent.length > 60);
    node.classList.toggle("switch", first > 0 && this.rows[first - 1].thread !== row.thread);
    node.addEventListener("click", () => this.actions.pick(last));
    return node;
  }

  lane(name, kind) {
    const node = element("div", kind);
    node.style.setProperty("--thread", colourOf(this.shown.threads, name));
    return node;
  }

  drawStep(first, last) {
    const rows = this.rows.slice(first, last + 1), row = rows.at(-1);
    const texts = rows.map((r) => r.text).filter((text, i, all) => text !== all[i - 1]);
    const what = texts.length > 4 ? [...texts.slice(0, 3), "…"].join("; ") : texts.join("; ");
    const place = rows.find((r) => r.line) ?? row;
    const code = rows.find((r) => r.code)?.code ?? "";
    const line = element("div", "line", element("span", "who", row.thread), this.placeLink(place));
    if (code) {
      const text = element("span", "code", ...coloured(code.trim(), false));
      text.title = code;
      line.append(text);
    }
    const said = element("span", "what", what);
    said.title = rows.map((r) => r.text).join("\n");
    line.append(said);
    const node = element("div", "step", line, ...rows.flatMap((r) => r.notes ?? []).map((note) => element("span", "note", note)));
    const stack = this.shown.schedule[row.steps?.at(-1)]?.stack ?? [];
    if (stack.length > 1) line.append(callStack(stack, this.entered(first)));
    this.addBuffer(node, first, last);
    return node;
  }

  placeLink(place) {
    if (!place.line) return null;
    const link = element("a", "at", String(place.line));
    link.href = "#";
    link.title = `${place.file}:${place.line}: show it in the source`;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      event.stopPropagation();
      this.actions.source(place);
    });
    return link;
  }

  // Whether the thread is in another function than in its row before.
  entered(index) {
    const before = this.rows.slice(0, index).findLast((r) => r.thread === this.rows[index].thread && r.function);
    return before?.function !== this.rows[index].function;
  }

  addBuffer(node, first, last) {
    const row = this.rows[last];
    const text = (buffers) => JSON.stringify(buffers?.[row.thread] ?? []);
    const buffer = row.buffers?.[row.thread];
    if (!buffer || text(row.buffers) === text(this.rows[first - 1]?.buffers)) return;
    const mine = new Set(this.rows.slice(first, last + 1).flatMap((r) => r.steps));
    node.append(drawBuffer(buffer, this.model, (entry) => mine.has(entry.step)));
  }

  // Rows after `at` have not happened yet.
  move(at, scroll) {
    const from = this.at < 0 ? 0 : Math.min(this.at, at), to = this.at < 0 ? this.rows.length - 1 : Math.max(this.at, at);
    for (let i = from; i <= to; ++i) this.drawn[i].classList.toggle("later", Number(this.drawn[i].dataset.first) > at);
    this.highlight(this.at < 0 ? [] : [this.at], false);
    this.highlight([at], true);
    this.at = at;
    if (scroll) this.reveal(at);
  }

  // One edge of a cycle, and its two ends.
  moveAlong(stop, scroll) {
    const edge = this.edges[stop];
    this.drawn.forEach((node) => node.classList.remove("now"));
    this.highlight([edge.from, edge.to], true);
    this.stop = stop;
    if (scroll) this.reveal(edge.from);
  }

  highlight(indices, on) {
    for (const index of indices) this.drawn[index]?.classList.toggle("now", on);
  }

  // Scrolls if the row is hidden by an edge of the window, by what stays on top, or by the state at
  // the bottom; as little as it takes to see `margin` (a share of the room) around it.
  reveal(index, margin = 0.25) {
    const node = this.drawn[index];
    if (!node) return;
    const box = node.getBoundingClientRect();
    const [top, bottom] = this.actions.room();
    const space = (bottom - top) * margin;
    if (box.top < top) scrollBy({ top: box.top - top - space });
    else if (box.bottom > bottom) scrollBy({ top: box.bottom - bottom + space });
  }

  // Hides the rows that `keep` does not hold for.
  filter(keep) {
    for (const [first, last] of this.statements)
      for (let i = first; i <= last; ++i)
        this.drawn[i].classList.toggle("hidden", this.drawn[first] === this.drawn[last]
          ? !this.rows.slice(first, last + 1).some(keep) : !keep(this.rows[i]));
  }

  // Draws the edges of this step and all of the kinds in `kinds`.
  drawEdges(kinds) {
    const boxes = new Map();
    const box = (row) => {
      const node = this.drawn[row];
      if (!boxes.has(node)) {
        const step = node.querySelector(".step");
        boxes.set(node, node.classList.contains("hidden") ? null : { row: node, left: step.offsetLeft - 2, top: step.offsetTop });
      }
      return boxes.get(node);
    };
    const gutter = this.node.querySelector(".row:not(.hidden) .gutter");
    if (!gutter) return;
    const touches = (edge, index) => (this.shown.cycle ? index === this.stop
      : this.drawn[edge.from] === this.drawn[this.at] || this.drawn[edge.to] === this.drawn[this.at]);
    const chosen = this.edges.map((edge, index) => ({ ...edge, touching: touches(edge, index) }))
      .filter((edge) => edge.touching || this.shown.cycle || kinds.has(edge.kind));
    this.svg.replaceChildren(arrowHeads(), ...drawEdges(chosen, box, { left: gutter.offsetLeft, width: gutter.offsetWidth }));
  }
}

const cycleEdges = (cycle) => cycle.map((edge) => ({ kind: "cycle", from: edge.from.event, to: edge.to.event }));
