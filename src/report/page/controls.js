// The bar above the execution: stepping, edges, search and filter, and the whole run at a glance.

View.prototype.controls = function () {
  this.first = button("|◀", "first step (Home)", () => this.go(this.stops()[0]));
  this.back = button("◀", "step back (←)", () => this.seek(false));
  this.next = button("▶", "step forward (→)", () => this.seek(true));
  this.last = button("▶|", "last step (End)", () => this.go(this.stops().at(-1)));
  this.where = element("span", "where");
  this.where.setAttribute("aria-live", "polite");
  const more = button("⋯", "search, filter, edges", () => this.openTools());
  more.className = "more";
  this.tools = element("div", "group tools", ...this.boxes(), ...this.finders(), this.legendOfKeys());
  return element("div", "controls", element("div", "group", this.first, this.back, this.where, this.next, this.last, more),
    this.tools, this.scrubber.node);
};

// On narrow screens the tools are folded.
View.prototype.openTools = function (on) {
  this.tools.classList.toggle("open", on);
  this.layout();
};

View.prototype.boxes = function () {
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
    ? [edge("rf", "reads-from", "all edges from a store to the reads of it, not only those of this step (r)"),
      edge("fr", "from-read", "all edges from a read to the store that overwrote what it read (f)"),
      edge("co", "coherence", "the order in which stores to a location reach memory (c)")] : [];
  if (this.shown.part.path?.length) edges.push(edge("cycle", "cycle", "the accesses of which each comes before the next"));
  const full = this.shown.story && this.shown.schedule.length
    ? [box("every step", "also steps that do not matter (a)", this.full, (on) => this.showFull(on))] : [];
  return [...edges, ...full];
};

View.prototype.finders = function () {
  this.input = element("input");
  this.input.type = "search";
  this.input.placeholder = "search ( / )";
  this.input.setAttribute("aria-label", "search the steps");
  let from = 0;  // while typing, hits are sought from where it began
  this.input.addEventListener("focus", () => { from = this.at; });
  this.input.addEventListener("input", () => { this.search(this.input.value); this.nextHit(true, from - 1); });
  this.input.addEventListener("keydown", (event) => {
    if (event.key === "Enter") this.nextHit(!event.shiftKey);
    if (event.key === "Escape") { this.input.value = ""; this.search(""); this.input.blur(); }
  });
  this.found = element("span", "found");
  this.found.setAttribute("aria-live", "polite");
  const names = [...new Set(this.rows.flatMap((row) => [...(row.variables ?? [])]))];
  names.sort((a, b) => a.localeCompare(b, "en", { numeric: true }));
  this.chooser = element("select", "", ...["", ...names].map((name) => {
    const option = element("option", "", name || "all variables");
    option.value = name;
    return option;
  }));
  this.chooser.setAttribute("aria-label", "only steps that access this variable");
  this.chooser.addEventListener("change", () => { this.filter(this.chooser.value || null); this.chooser.blur(); });
  return names.length && !this.shown.cycle ? [this.input, this.found, this.chooser] : [this.input, this.found];
};

View.prototype.legendOfKeys = function () {
  const table = element("table", "", ...KEYS.map(([keys, what]) => element("tr", "", element("td", "code", keys), element("td", "", what))));
  this.keys = element("details", "keys", element("summary", "", "keys"), table);
  return this.keys;
};

document.documentElement.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
new View();
