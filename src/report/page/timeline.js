// The execution: a column for each thread, time downwards, buffers drawn where they are not empty,
// and the edges that were asked for.

const COLOURS = ["#3b76c4", "#b0582a", "#3d8f5a", "#9350a8", "#a8892c", "#2c8f98", "#b34a70", "#6c7a2f"];
const colourOf = (threads, name) => COLOURS[Math.max(0, threads.indexOf(name)) % COLOURS.length];

// A buffer as lanes: one first-in-first-out queue, or under PSO one for each variable.
function drawBuffer(entries, model, label, isNew = () => false) {
  const lanes = new Map();
  for (const entry of entries) {
    const key = model === "pso" ? entry.variable : "";
    if (!lanes.has(key)) lanes.set(key, []);
    lanes.get(key).push(entry);
  }
  const node = element("div", "buffer", element("span", "label", label));
  for (const lane of lanes.values())
    node.append(element("span", "lane", ...lane.map((entry) =>
      element("span", isNew(entry) ? "entry new" : "entry", assignment(entry)))));
  node.title = "store buffer, oldest first";
  return node;
}

// The calls that led to a step, folded: the innermost is what the row shows.
function callStack(frames) {
  const node = element("details", "calls", element("summary", "", `in ${frames[0].replace(/ \(.*$/, "")}`));
  for (const frame of frames) node.append(element("div", "frame", frame));
  node.addEventListener("click", (event) => event.stopPropagation());
  return node;
}

class Timeline {
  constructor(shown, rows, model, onPick) {
    this.shown = shown;
    this.rows = rows;
    this.model = model;
    this.at = -1;
    this.pairs = pairRows(rows, shown.part);
    this.edges = shown.cycle ? cycleEdges(shown.cycle) : edgesBetween(rows, shown.part);
    this.svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
    this.svg.setAttribute("aria-hidden", "true");
    this.node = element("div", "timeline");
    this.node.style.setProperty("--threads", shown.threads.length);
    this.node.append(this.names(), this.svg);
    this.drawn = rows.map((row, index) => this.drawRow(row, index, onPick));
    this.node.append(...this.drawn.map((d) => d.node));
  }

  names() {
    const cells = this.shown.threads.map((name, index) => {
      const role = this.shown.part.roles?.[index];
      const cell = element("div", "", name, role && role !== name ? element("span", "role", ` ${role}`) : null);
      cell.style.setProperty("--thread", colourOf(this.shown.threads, name));
      return cell;
    });
    return element("div", "names", element("div", ""), ...cells);
  }

  drawRow(row, index, onPick) {
    const node = element("div", "row", element("div", "number", String(index + 1)));
    node.dataset.row = index;
    let step = null;
    for (const name of this.shown.threads) {
      const own = name === row.thread;
      const buffer = row.buffers[name];
      const cell = element("div", own ? "cell own" : buffer ? "cell" : "cell nothing");
      cell.style.setProperty("--thread", colourOf(this.shown.threads, name));
      if (own) cell.append((step = this.drawStep(row)));
      if (buffer)
        cell.append(drawBuffer(buffer, this.model, `${name} ▸`, (e) => row.steps.includes(e.step)));
      node.append(cell);
    }
    node.classList.toggle("pair", this.pairs.has(index));
    node.classList.toggle("failure", Boolean(row.failure));
    node.addEventListener("click", () => onPick(index));
    return { node, step };
  }

  drawStep(row) {
    const first = element("span", "code");
    if (row.code) first.append(...coloured(row.code));
    const at = row.line ? element("span", "at", String(row.line)) : null;
    const node = element("div", "step", element("span", "who", row.thread),
      row.code ? element("div", "", at, first) : null,
      element("div", "what", row.code ? null : at, row.text),
      ...(row.notes ?? []).map((note) => element("span", "note", note)));
    const stack = this.shown.schedule[row.steps?.at(-1)]?.stack ?? [];
    if (stack.length > 1) node.append(callStack(stack));
    return node;
  }

  // Rows after `at` have not happened yet.
  move(at, scroll) {
    const from = Math.min(this.at, at), to = Math.max(this.at, at);
    for (let i = this.at < 0 ? 0 : Math.max(0, from); i < this.drawn.length && (this.at < 0 || i <= to); ++i)
      this.drawn[i].node.classList.toggle("later", i > at);
    this.highlight(this.at < 0 ? [] : [this.at], false);
    this.highlight([at], true);
    this.at = at;
    this.touch((edge) => edge.from === at || edge.to === at);
    if (scroll) this.reveal(at);
  }

  // One edge of a cycle, and its two ends.
  moveAlong(stop) {
    const edge = this.edges[stop];
    this.drawn.forEach((row) => row.node.classList.remove("now"));
    this.highlight([edge.from, edge.to], true);
    this.touch((other) => other === edge);
    this.reveal(edge.from);
  }

  highlight(indices, on) {
    for (const index of indices) this.drawn[index]?.node.classList.toggle("now", on);
  }

  reveal(index) {
    const node = this.drawn[index]?.node;
    if (!node) return;
    const box = node.getBoundingClientRect();
    if (box.top < 110 || box.bottom > innerHeight - 40)
      scrollTo({ top: scrollY + box.top - innerHeight / 2.5 });
  }

  touch(touches) {
    for (const path of this.svg.querySelectorAll("path"))
      path.classList.toggle("touching", touches(this.edges[Number(path.dataset.edge)]));
  }

  // Draws the edges of the kinds in `kinds`; the overtaking pair and cycles are always there.
  drawEdges(kinds) {
    const boxes = new Map();
    const box = (row) => {
      if (!boxes.has(row)) {
        const step = this.drawn[row].step;
        boxes.set(row, step && { left: step.offsetLeft, top: step.offsetTop,
          right: step.offsetLeft + step.offsetWidth, height: step.offsetHeight });
      }
      return boxes.get(row);
    };
    const shapes = [];
    this.edges.forEach((edge, index) => {
      if (edge.kind !== "pair-edge" && edge.kind !== "cycle" && !kinds.has(edge.kind)) return;
      const from = box(edge.from), to = box(edge.to);
      if (from && to) shapes.push([edge, index, curve(from, to, edge.kind, index)]);
    });
    this.svg.replaceChildren(arrowHeads(), ...shapes.flatMap(([edge, index, { d, x, y, anchor }]) => {
      const path = svgElement("path", { d, class: edge.kind, "data-edge": index,
        "data-from": edge.from, "data-to": edge.to, "marker-end": `url(#arrow-${edge.kind})` });
      if (edge.from === this.at || edge.to === this.at) path.classList.add("touching");
      if (!edge.label) return [path];
      const text = svgElement("text", { x, y, class: edge.kind, "text-anchor": anchor });
      text.textContent = edge.label;
      return [path, text];
    }));
  }
}

const cycleEdges = (cycle) => cycle.map((edge) => ({
  kind: "cycle", from: edge.from.event, to: edge.to.event, label: edge.rule, text: edge.text,
}));

function svgElement(tag, attributes) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  return node;
}

function arrowHeads() {
  const defs = svgElement("defs", {});
  for (const kind of ["rf", "fr", "co", "pair-edge", "cycle"]) {
    const marker = svgElement("marker", { id: `arrow-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" });
    const head = svgElement("polygon", { points: "0,0 8,4 0,8", class: kind, fill: "currentColor" });
    marker.append(head);
    defs.append(marker);
  }
  return defs;
}

// From the side of one step to the side of another; within a column around the right-hand side.
// Kinds leave and arrive at different heights, so that they do not hide each other.
const SHARE = { rf: 0.35, fr: 0.65, co: 0.5, "pair-edge": 0.8, cycle: 0.5 };
function curve(from, to, kind, index) {
  const y1 = from.top + from.height * SHARE[kind], y2 = to.top + to.height * SHARE[kind];
  const sameColumn = Math.abs(from.left - to.left) < 5;
  if (sameColumn) {
    const x = Math.min(from.right, to.right);
    const bulge = 18 + 5 * (index % 3);
    return { d: `M${x},${y1} C${x + bulge},${y1} ${x + bulge},${y2} ${x},${y2}`, x: x - 4, y: (y1 + y2) / 2 + 4, anchor: "end" };
  }
  const rightwards = from.left < to.left;
  const x1 = rightwards ? from.right : from.left, x2 = rightwards ? to.left : to.right;
  const pull = Math.max(30 + 12 * (index % 5), Math.abs(x2 - x1) / 2) * (rightwards ? 1 : -1);
  return { d: `M${x1},${y1} C${x1 + pull},${y1} ${x2 - pull},${y2} ${x2},${y2}`, x: (x1 + x2) / 2, y: (y1 + y2) / 2 - 3, anchor: "middle" };
}
