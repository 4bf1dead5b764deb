// The whole execution in a few lines: a lane for each thread, a bar where it runs, lines between
// the lanes where another thread takes over, ticks where a store reaches memory. Click or drag.

class Scrubber {
  constructor(shown, rows, pairs, onPick) {
    Object.assign(this, { shown, rows, pairs });
    this.svg = svgElement("svg", { class: "lanes", role: "slider", tabindex: "-1", "aria-label": "step", "aria-valuemin": 1, "aria-valuemax": rows.length });
    this.node = element("div", "scrubber", this.svg);
    this.head = svgElement("path", { class: "head" });
    const pick = (event) => {
      const box = this.svg.getBoundingClientRect();
      const row = Math.floor((event.clientX - box.left - this.left) / this.unit);
      onPick(Math.max(0, Math.min(rows.length - 1, row)));
    };
    this.svg.addEventListener("pointerdown", (event) => {
      event.preventDefault();
      this.svg.setPointerCapture(event.pointerId);
      pick(event);
    });
    this.svg.addEventListener("pointermove", (event) => { if (event.buttons & 1) pick(event); });
  }

  // Positions depend on the width.
  draw() {
    const width = this.node.clientWidth;
    const { threads } = this.shown;
    if (!width || width === this.width) return;
    this.width = width;
    const lane = this.lane = threads.length > 8 ? 5 : threads.length > 4 ? 8 : 11;
    this.left = lane < 8 ? 4 : 8 + 7 * Math.max(...threads.map((name) => Math.min(6, name.length)));
    this.unit = (width - this.left - 6) / this.rows.length;
    this.height = lane * threads.length + 6;
    this.svg.setAttribute("viewBox", `0 0 ${width} ${this.height}`);
    this.svg.style.height = `${this.height}px`;
    this.svg.replaceChildren(...this.threads(), ...this.bars(), this.head);
    this.move(this.at ?? 0);
  }

  y(name) { return 3 + this.lane * (this.shown.threads.indexOf(name) + 0.5); }
  x(row) { return this.left + this.unit * row; }

  threads() {
    return this.shown.threads.flatMap((name) => {
      const line = svgElement("path", { class: "rest", d: `M${this.left},${this.y(name)} H${this.width - 6}` });
      if (this.lane < 8) return [line];
      const short = name.length > 6 ? `${name.slice(0, 5)}…` : name;
      const text = svgElement("text", { x: this.left - 5, y: this.y(name) + 3.5, "text-anchor": "end" }, short);
      text.style.color = colourOf(this.shown.threads, name);
      return [line, text];
    });
  }

  bars() {
    const bars = [], switches = [], marks = [];
    let first = 0;
    this.rows.forEach((row, index) => {
      const next = this.rows[index + 1];
      if (row.drains) marks.push(svgElement("path", { class: "drain", d: `M${this.x(index + 0.5)},${this.y(row.thread) - 4} v8` }));
      if (this.pairs.has(index)) marks.push(svgElement("circle", { class: "pair", cx: this.x(index + 0.5), cy: this.y(row.thread), r: 3.5 }));
      if (row.failure) marks.push(svgElement("circle", { class: "failed", cx: this.x(index + 0.5), cy: this.y(row.thread), r: 4 }));
      if (next?.thread === row.thread) return;
      const bar = svgElement("path", { class: "bar", d: `M${this.x(first)},${this.y(row.thread)} H${Math.max(this.x(index + 1), this.x(first) + 1.5)}` });
      bar.style.color = colourOf(this.shown.threads, row.thread);
      bars.push(bar);
      if (next) switches.push(`M${this.x(index + 1)},${this.y(row.thread)} V${this.y(next.thread)}`);
      first = index + 1;
    });
    return [svgElement("path", { class: "switch", d: switches.join(" "), "data-switches": switches.length }), ...bars, ...marks];
  }

  move(at) {
    this.at = at;
    if (!this.width) return;
    this.head.setAttribute("d", `M${this.x(at + 0.5)},0 v${this.height}`);
    this.svg.setAttribute("aria-valuenow", at + 1);
  }
}
