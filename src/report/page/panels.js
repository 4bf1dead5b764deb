// What stands above the execution: the verdict, the patch and its fences, a history, and sentences
// whose places are links.

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
  if (doc.tests) {
    const { ok, no, errors } = doc.summary;
    const counted = [[ok, "Ok"], [no, "No"], [errors, "could not be run"]].filter(([n]) => n).map(([n, word]) => `${n} ${word}`).join(", ");
    const [only] = doc.tests;
    return { kind: doc.summary.different ? "error" : errors || !doc.finished ? "inconclusive" : "",
      text: doc.tests.length === 1 && !only.error ? `${only.test} under ${upper(doc.model)}: ${only.observation}, ${only.ok ? "Ok" : "No"}`
        : `${plural(doc.tests.length, "test")} under ${upper(doc.model)}: ${counted}` };
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
  if (first?.file) {
    const place = element("p", "code place");
    place.dataset.text = `${first.file}:${first.line} under ${upper(doc.model)}`;
    box.append(place);
  }
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

// Fences: what holds before the patch and after it.
function comparisonPanel() {
  const rows = doc.comparison;
  if (!rows?.length) return null;
  const table = element("table", "plain", element("tr", "", element("th", "", ""), element("th", "", "before"), element("th", "", "after")));
  for (const row of rows)
    table.append(element("tr", "", element("td", "", row.what), element("td", "", show(row.before)), element("td", "", show(row.after))));
  return element("section", "panel", element("h2", "", "Before and after"), table);
}

// Litmus tests, with a link to the run of each final state.
function testsPanel(cases, open) {
  if (!doc.tests) return null;
  const table = element("table", "plain tests", element("tr", "", ...["test", "condition", "", "final states, and the run of each"].map((name) => element("th", "", name))));
  let next = 0;
  for (const test of doc.tests) {
    const states = element("div", "states");
    for (const run of test.runs ?? []) {
      const index = next++;
      const state = element("button", run.satisfies ? "satisfies" : "", run.state);
      state.dataset.case = index;
      state.title = run.satisfies ? "satisfies the condition: show the run" : "show the run";
      state.addEventListener("click", () => open(index));
      states.append(state);
    }
    table.append(element("tr", "", element("td", "", test.test ?? test.file), element("td", "code", test.condition ?? ""),
      element("td", "", test.error ?? `${test.observation} · ${test.ok ? "Ok" : "No"}${test.difference ? ` · ${test.difference}` : ""}`), element("td", "", states)));
  }
  return element("section", "panel", element("div", "scroll", table));
}

// Each fence at its place, with the run that it prevents.
function fencesPanel(go, prevented) {
  if (!doc.fences?.length) return null;
  const list = element("ol", "fences");
  for (const fence of doc.fences) {
    const place = fence.file ? `${fence.file}:${fence.line}` : fence.thread;
    list.append(element("li", "", fence.file ? link(place, "show it in the source", () => go(fence)) : place, fence.thread && fence.file ? ` in ${fence.thread}: ` : ": ",
      fence.text ?? "a fence is missing", ...prevented(fence)));
  }
  return element("section", "panel", element("h2", "", doc.fences.length > 1 ? "The fences" : "The fence"), list);
}

function link(text, title, action) {
  const node = element("a", "", text);
  node.href = "#";
  node.title = title;
  node.addEventListener("click", (event) => { event.preventDefault(); action(); });
  return node;
}

// A sentence with links for the places in it. `find(thread, file, line)` is what to do for the place, or null;
// the thread is the last one that the sentence names before the place.
function linked(text, threads, find) {
  const parts = [];
  let at = 0;
  for (const match of text.matchAll(/([^\s():,;]+):(\d+)(?::\d+)?/g)) {
    const before = text.slice(0, match.index);
    const spoken = threads.map((name) => [wordAt(before, name), name]).filter(([index]) => index >= 0);
    const thread = spoken.sort((a, b) => b[0] - a[0])[0]?.[1];
    const found = find(thread, match[1], Number(match[2]));
    if (!found) continue;
    parts.push(text.slice(at, match.index), link(match[0], "show this step", found));
    at = match.index + match[0].length;
  }
  parts.push(text.slice(at));
  return parts;
}

// Where a word stands last, or -1.
function wordAt(text, word) {
  for (let at = text.lastIndexOf(word); at >= 0; at = at > 0 ? text.lastIndexOf(word, at - 1) : -1)
    if (!/[\w.]/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + word.length] ?? " ")) return at;
  return -1;
}
