// A circle of steps, each of which comes before the next: why an execution is none of SC, or a
// trace none of its model. One step a line, in the column of its thread; arrows run between the
// lines and back to the first along the right side, so that none crosses text.

class CyclePanel {
  // `path`: {text, thread, edge}; `edge` says why it comes before the next one, and the last before the first.
  constructor(path, threads, title, onPick) {
    this.path = path;
    const columns = threads.filter((name) => path.some((step) => step.thread === name));
    this.grid = element("div", "cycle-grid");
    this.grid.style.setProperty("--columns", columns.length);
    this.svg = svgElement("svg", { "aria-hidden": "true" });
    this.grid.append(this.svg);
    this.nodes = path.map((step, index) => {
      const column = columns.indexOf(step.thread) + 1;
      const node = element("button", "node", step.text);
      node.style.setProperty("--thread", colourOf(threads, step.thread));
      node.style.gridArea = `${2 * index + 1} / ${column} / auto / -1`;
      node.addEventListener("click", () => onPick(step, index));
      const label = element("span", "edge", index + 1 < path.length ? step.edge : `${step.edge}: back to the first`);
      label.style.gridArea = `${2 * index + 2} / ${column} / auto / -1`;
      this.grid.append(node, label);
      return node;
    });
    this.node = element("section", "panel cycle-panel", element("h2", "", title), this.grid);
  }

  move(index) {
    this.nodes.forEach((node, i) => node.classList.toggle("now", i === index));
  }

  draw() {
    const arrow = 14;
    const shapes = this.nodes.slice(0, -1).map((node, i) => {
      const next = this.nodes[i + 1];
      const x = node.offsetLeft + arrow, y = node.offsetTop + node.offsetHeight;
      const to = next.offsetLeft + arrow;
      return `M${x},${y} V${next.offsetTop - 8} H${to} V${next.offsetTop - 1}`;
    });
    const [first, last] = [this.nodes[0], this.nodes.at(-1)];
    const right = this.grid.clientWidth - 8;
    const middle = (node) => node.offsetTop + node.offsetHeight / 2;
    shapes.push(`M${last.offsetLeft + last.offsetWidth},${middle(last)} H${right} V${middle(first)} H${first.offsetLeft + first.offsetWidth + 1}`);
    const heads = svgElement("defs", {});
    const marker = svgElement("marker", { id: "arrow-circle", viewBox: "0 0 8 8", refX: 7, refY: 4, markerWidth: 8, markerHeight: 8, markerUnits: "userSpaceOnUse", orient: "auto" });
    marker.append(svgElement("polygon", { points: "0,0 8,4 0,8", fill: "currentColor", class: "cycle" }));
    heads.append(marker);
    this.svg.replaceChildren(heads, ...shapes.map((d) => svgElement("path", { d, class: "cycle", "marker-end": "url(#arrow-circle)" })));
  }
}
