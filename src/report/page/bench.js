// Benchmarks: every pair of algorithms under every model as a scatter plot with log scales, a dot a
// program (above the diagonal: the second one costs more), and all numbers as tables.

const doc = JSON.parse(document.getElementById("document").textContent);
const page = document.getElementById("page");

const MEASURES = {
  seconds: { name: "CPU seconds", floor: 0.01, show: (v) => v.toFixed(2) },
  executions: { name: "executions", floor: 1, show: (v) => v.toLocaleString("en") },
};

const finished = (run) => run.verdict === "safe" || run.verdict === "error";
const label = (run) => (run.size ? `${run.program} (N = ${run.size})` : run.program);

function runOf(program, size, model, algorithm) {
  return doc.runs.find((run) => run.program === program && run.size === size && run.model === model && run.algorithm === algorithm);
}

// One point for each program that both algorithms ran on.
function pointsOf(model, first, second, measure) {
  return doc.runs.filter((run) => run.model === model && run.algorithm === first).flatMap((a) => {
    const b = runOf(a.program, a.size, model, second);
    if (!b || a[measure] === null || b[measure] === null) return [];
    return [{ name: label(a), x: a[measure], y: b[measure], limit: !finished(a) || !finished(b) }];
  });
}

function svg(tag, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

// Powers of ten that hold all values.
function decades(values, floor) {
  const logs = values.map((value) => Math.log10(Math.max(value, floor)));
  const low = Math.floor(Math.min(...logs)), high = Math.ceil(Math.max(...logs));
  return [low, Math.max(high, low + 1)];
}

const power = (n) => (n >= 0 && n <= 3 ? String(10 ** n) : n < 0 && n >= -3 ? String(10 ** n) : `1e${n}`);

function scatter(points, first, second, { floor, name, show: showValue }) {
  const size = 300, left = 46, bottom = 40;
  const [low, high] = decades(points.flatMap((p) => [p.x, p.y]), floor);
  const at = (value) => ((Math.log10(Math.max(value, floor)) - low) / (high - low)) * size;
  const plot = svg("svg", { viewBox: `0 0 ${size + left + 10} ${size + bottom + 10}`, role: "img" });
  for (let n = low; n <= high; ++n) {
    const p = ((n - low) / (high - low)) * size;
    plot.append(svg("path", { class: "grid", d: `M${left + p},5 v${size} M${left},${5 + size - p} h${size}` }),
      svg("text", { x: left + p, y: size + 20, "text-anchor": "middle" }, power(n)),
      svg("text", { x: left - 6, y: 9 + size - p, "text-anchor": "end" }, power(n)));
  }
  plot.append(svg("path", { class: "diagonal", d: `M${left},${5 + size} l${size},${-size}` }),
    svg("path", { class: "axis", d: `M${left},5 v${size} h${size}` }),
    svg("text", { x: left + size / 2, y: size + 38, "text-anchor": "middle" }, `${first}: ${name}`),
    svg("text", { transform: `translate(11 ${5 + size / 2}) rotate(-90)`, "text-anchor": "middle" }, `${second}: ${name}`));
  for (const point of points) {
    const dot = svg("circle", { cx: left + at(point.x), cy: 5 + size - at(point.y), r: 4.5, class: point.limit ? "limit" : "" });
    dot.append(svg("title", {}, `${point.name}\n${first}: ${showValue(point.x)}\n${second}: ${showValue(point.y)}${point.limit ? "\na limit was reached" : ""}`));
    plot.append(dot);
  }
  return plot;
}

function summary(points, first, second) {
  const both = points.filter((p) => !p.limit);
  const less = both.filter((p) => p.x < p.y).length, more = both.filter((p) => p.x > p.y).length;
  const ratios = both.filter((p) => p.x > 0 && p.y > 0).map((p) => Math.log(p.y / p.x));
  const mean = ratios.length ? Math.exp(ratios.reduce((sum, r) => sum + r, 0) / ratios.length) : 1;
  return `${both.length} programs: ${first} less on ${less}, ${second} less on ${more}; ` +
    `geometric mean ${second} / ${first}: ${mean.toFixed(2)}`;
}

// What the runs say, and whether all algorithms say the same of each program.
function verdicts() {
  const counts = new Map();
  for (const run of doc.runs) counts.set(run.verdict, (counts.get(run.verdict) ?? 0) + 1);
  const said = new Map();
  for (const run of doc.runs.filter(finished)) {
    const key = `${label(run)} under ${run.model.toUpperCase()}`;
    said.set(key, (said.get(key) ?? new Set()).add(run.verdict));
  }
  const differ = [...said].filter(([, words]) => words.size > 1).map(([key]) => key);
  const counted = [...counts].sort().map(([word, n]) => `${n} ${word}`).join(", ");
  return [element("p", "verdicts", `${doc.runs.length} runs: ${counted}.`),
    element("p", differ.length ? "verdicts bad" : "verdicts", differ.length ? `The algorithms disagree about ${differ.join(", ")}.`
      : doc.algorithms.length > 1 ? "The algorithms agree wherever they finished." : "")];
}

function plots() {
  const list = element("div", "plots");
  for (const model of doc.models)
    for (let i = 0; i < doc.algorithms.length; ++i)
      for (let j = i + 1; j < doc.algorithms.length; ++j)
        for (const [key, measure] of Object.entries(MEASURES)) {
          const [first, second] = [doc.algorithms[i], doc.algorithms[j]];
          const points = pointsOf(model, first, second, key);
          if (!points.length) continue;
          const panel = element("section", "panel plot", element("h2", "", `${first} and ${second} under ${model.toUpperCase()}: ${measure.name}`));
          panel.dataset.plot = `${model} ${first} ${second} ${key}`;
          panel.append(scatter(points, first, second, measure), element("p", "summary", summary(points, first, second)));
          list.append(panel);
        }
  return list;
}

function tables() {
  return doc.models.map((model) => {
    const head = element("tr", "", element("th", "", "program"));
    for (const algorithm of doc.algorithms)
      head.append(...["verdict", "executions", "CPU s", "MB"].map((what) => element("th", "", `${algorithm}: ${what}`)));
    const table = element("table", "runs", head);
    const programs = new Map(doc.runs.filter((run) => run.model === model).map((run) => [label(run), run]));
    for (const [name, { program, size }] of programs) {
      const runs = doc.algorithms.map((algorithm) => runOf(program, size, model, algorithm));
      const best = Math.min(...runs.filter((run) => run && finished(run)).map((run) => run.seconds));
      const row = element("tr", "", element("td", "", name));
      for (const run of runs) {
        if (!run) { row.append(element("td"), element("td"), element("td"), element("td")); continue; }
        const kind = !finished(run) ? "limit" : run.seconds === best && runs.length > 1 ? "best" : "";
        row.append(element("td", `verdict-${finished(run) ? run.verdict : "limit"}`, run.verdict),
          element("td", "", run.executions === null ? "" : run.executions.toLocaleString("en")),
          element("td", kind, run.seconds.toFixed(2)),
          element("td", "", String(Math.round(run.peak_memory_bytes / 1e6))));
      }
      table.append(row);
    }
    return element("section", "panel", element("h2", "", model.toUpperCase()), element("div", "scroll", table));
  });
}

function element(tag, classes, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.append(...children);
  return node;
}

const root = document.documentElement;
root.dataset.theme = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
const theme = element("button", "theme", "◐");
theme.setAttribute("aria-label", "dark or light");
theme.addEventListener("click", () => { root.dataset.theme = root.dataset.theme === "dark" ? "light" : "dark"; });
page.append(element("div", "head", element("div", `verdict ${doc.finished ? "safe" : "inconclusive"}`,
  element("h1", "", `${new Set(doc.runs.map(label)).size} programs, ${doc.algorithms.join(" and ")}${doc.finished ? "" : ", stopped before the end"}`),
  element("p", "facts", `overtake ${doc.version} bench · ${doc.input.join(", ")} · at most ${doc.timeout} a run; red: a limit was reached`), ...verdicts()), theme),
plots(), ...tables());
