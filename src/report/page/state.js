// The state after a step: each thread, its store buffer as a queue on the way to memory, and memory
// as a table that stays where it is while its values change.

// A path that may be broken after its parts.
const breakable = (name) => name.split(/(?<=[.\]>])/).flatMap((part, i) => (i ? [element("wbr"), part] : [part]));

class StatePanel {
  // `onVariable(name)`: a variable was picked.
  constructor(shown, model, onVariable) {
    this.shown = shown;
    this.model = model;
    this.buffered = new Map();  // thread -> [element, what it shows]
    this.queues = element("dl", "queues");
    if (model !== "sc")
      for (const name of shown.threads) this.addThread(name);
    this.cells = shown.memory.cells.map((cell) => this.addVariable(cell, onVariable));
    this.table = element("table", "memory", ...this.cells.map(({ node }) => node));
    this.scroll = element("div", "memory-box", this.cells.length ? this.table : element("p", "empty", "nothing was accessed"));
    const sides = [element("div", "memory-side", element("h2", "", "Memory"), this.scroll)];
    if (this.queues.childElementCount) sides.unshift(element("div", "queue-side", element("h2", "", "Store buffers"), this.queues));
    this.node = element("section", "panel state-panel", element("div", "state", ...sides));
  }

  addThread(name) {
    const term = element("dt", "", name);
    term.style.setProperty("--thread", colourOf(this.shown.threads, name));
    const queue = element("dd", "");
    queue.dataset.buffer = name;
    this.buffered.set(name, { queue, text: null });
    this.queues.append(term, queue);
  }

  addVariable(cell, onVariable) {
    const name = element("button", "variable", ...breakable(cell.name));
    name.title = `${cell.name}: show only the steps that access it`;
    name.addEventListener("click", () => onVariable(cell.name));
    const value = element("td", "value");
    const node = element("tr", "", element("td", "", name), value);
    node.dataset.variable = cell.name;
    return { cell, node, value, shown: null };
  }

  // After the row `row`; `since`: the number of steps that were done before it.
  move(row, since) {
    for (const [name, state] of this.buffered) {
      const entries = row.buffers?.[name] ?? [];
      const text = JSON.stringify([entries, since]);
      if (text === state.text) continue;
      state.text = text;
      state.queue.replaceChildren(entries.length ? drawBuffer(entries, this.model, (e) => e.step >= since) : element("span", "empty", "empty"));
    }
    let first = null;
    for (const entry of this.cells) {
      const { value, changed } = Memory.at(entry.cell, since, row.done ?? 0);
      const text = value === undefined ? "·" : show(value);
      if (text !== entry.shown) entry.value.textContent = entry.shown = text;
      entry.node.classList.toggle("changed", changed);
      entry.node.classList.toggle("accessed", row.variables?.has(entry.cell.name) ?? false);
      if (!first && (changed || row.variables?.has(entry.cell.name))) first = entry.node;
    }
    if (first && this.scroll.scrollHeight > this.scroll.clientHeight)
      this.scroll.scrollTop = Math.max(0, first.offsetTop - this.scroll.clientHeight / 2);
  }

  pick(variable) {
    for (const { cell, node } of this.cells) node.classList.toggle("picked", cell.name === variable);
  }
}
