// The HTML pages, as a reader meets them: in a browser, with keys and a mouse. What a page shows is
// held against the JSON of the same run.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { buffersAfter, buffersShown, edgesShown, launch, open, order, read, report, run, screenshot, texts, write } from "./support.js";

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const lastStep = (row, previous) => (row.steps.length ? Math.max(...row.steps) + 1 : previous);

// With all statements open, so that each row is one stop.
async function stepThroughBuffers(page, rows, schedule) {
  await page.keyboard.press("e");
  await page.keyboard.press("Home");
  let done = 0;
  for (const [index, row] of rows.entries()) {
    done = lastStep(row, done);
    assert.equal(await page.textContent(".where"), `step ${index + 1} of ${rows.length}`);
    assert.deepEqual(await buffersShown(page), buffersAfter(schedule, done), `after row ${index + 1}`);
    // A row shows the buffer of its thread if it changes that.
    const before = buffersAfter(schedule, lastStep(rows[index - 1] ?? { steps: [] }, 0))[row.thread] ?? [];
    const after = buffersAfter(schedule, done)[row.thread] ?? [];
    const drawn = await texts(page, `.row[data-row="${index}"] .buffer .entry`);
    assert.deepEqual(drawn.sort(), row.steps.length && String(before) !== String(after) ? [...after].sort() : []);
    await page.keyboard.press("ArrowRight");
  }
}

for (const [file, model] of [["store_buffering.c", "tso"], ["message_passing.c", "pso"], ["peterson.c", "tso"], ["spinlock.cpp", "pso"]])
  test(`${file} under ${model}: stepping shows the buffers of the JSON`, async () => {
    const { html, json, code } = report("check", `examples/${file}`, "--model", model);
    const { page, complaints } = await open(browser, html);
    assert.equal(code, 10);
    const [error] = json.errors;
    assert.equal(await page.textContent("h1"), error.message);
    assert.deepEqual(await texts(page, ".explanation p:not(.legend)"), error.explanation);
    await stepThroughBuffers(page, error.story, error.schedule);
    await page.keyboard.press("a");
    const every = error.schedule.map((step, i) => ({ thread: step.thread, steps: [i] }));
    await stepThroughBuffers(page, [...every, ...error.story.filter((row) => row.failure)], error.schedule);
    assert.deepEqual(complaints, []);
    await page.close();
  });

test("edges are those of the JSON, and drawn on demand", async () => {
  const { html, json } = report("check", "examples/store_buffering.c", "--model", "tso");
  const { page, complaints } = await open(browser, html);
  const { schedule, from_read, coherence } = json.errors[0];
  await page.keyboard.press("a");  // every step: rows are steps
  await page.keyboard.press("e");
  for (const kind of ["rf", "fr", "co"]) assert.deepEqual(await edgesShown(page, kind), []);
  for (const kind of ["rf", "fr", "co"]) await page.check(`input[name=${kind}]`);
  const readsFrom = schedule.flatMap((step, i) => (typeof step.reads_from === "number" ? [[step.reads_from, i]] : []));
  assert.ok(readsFrom.length && from_read.length);
  assert.deepEqual(await edgesShown(page, "rf"), readsFrom.sort(order));
  assert.deepEqual(await edgesShown(page, "fr"), from_read.sort(order));
  assert.deepEqual(await edgesShown(page, "co"), coherence.sort(order));
  await page.keyboard.press("r");
  assert.deepEqual(await edgesShown(page, "rf"), []);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("the overtaking pair is marked, and the error in the source", async () => {
  const { html, json } = report("check", "examples/store_buffering.c", "--model", "tso");
  const { page } = await open(browser, html);
  const { story, missed, line } = json.errors[0];
  const marked = await page.$$eval(".row.pair", (rows) => rows.map((row) => Number(row.dataset.row)));
  const pair = [missed[0].store, missed[0].read].map((step) => story.findIndex((row) => row.steps.includes(step)));
  assert.deepEqual(marked, pair.sort((a, b) => a - b));
  assert.equal(await page.textContent(".source .l.bad .n"), String(line));
  assert.equal(await page.$$eval(".source .l", (l) => l.length), read("../../examples/store_buffering.c").trimEnd().split("\n").length);
  await page.click(`.row[data-row="${pair[0]}"]`);
  assert.equal(await page.textContent(".source .l.here .n"), String(story[pair[0]].line));
  await page.close();
});

test("buttons step, and stop at both ends", async () => {
  const { html, json } = report("check", "examples/store_buffering.c", "--model", "tso");
  const { page } = await open(browser, html);
  await page.keyboard.press("e");
  const [first, back, next, last] = await page.$$(".controls button");
  const rows = json.errors[0].story.length;
  assert.ok(await next.isDisabled());
  await first.click();
  assert.ok(await back.isDisabled());
  assert.equal(await page.$$eval(".row.later", (l) => l.length), rows - 1);
  await next.click();
  assert.equal(await page.$$eval(".row.later", (l) => l.length), rows - 2);
  await back.click();
  await last.click();
  assert.equal(await page.$$eval(".row.later", (l) => l.length), 0);
  await page.close();
});

test("readable at 1280 and 400 pixels, light and dark, and on paper", async () => {
  const { html } = report("check", "examples/message_passing.c", "--model", "pso");
  for (const width of [1280, 400])
    for (const colorScheme of ["light", "dark"]) {
      const { page, complaints } = await open(browser, html, { width, colorScheme });
      assert.equal(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(overflow <= 0, `${width}: ${overflow} pixels too wide`);
      await screenshot(page, `message-passing-${width}-${colorScheme}`);
      await page.keyboard.press("t");
      assert.notEqual(await page.evaluate(() => document.documentElement.dataset.theme), colorScheme);
      assert.deepEqual(complaints, []);
      await page.close();
    }
  const { page } = await open(browser, html, { colorScheme: "dark" });
  await page.keyboard.press("Home");
  await page.emulateMedia({ media: "print" });
  assert.equal(await page.isVisible(".controls"), false);
  assert.equal(await page.$eval(".row.later", (row) => getComputedStyle(row).opacity), "1");
  assert.equal(await page.evaluate(() => getComputedStyle(document.body).backgroundColor), "rgb(255, 255, 255)");
  await page.close();
});

test("a safe program shows its source and no steps", async () => {
  const { html, code } = report("check", "examples/peterson_fixed.c", "--model", "tso");
  assert.equal(code, 0);
  const { page, complaints } = await open(browser, html);
  assert.match(await page.textContent("h1"), /No error under TSO/);
  assert.ok(await page.isVisible(".source"));
  assert.equal(await page.$(".timeline"), null);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("traces: the witness is stepped through, the cycle of an inconsistent one drawn", async () => {
  const trace = write("sb.axe", "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\n");
  const consistent = report("consistency", trace, "--model", "tso");
  assert.equal(consistent.code, 0);
  let { page, complaints } = await open(browser, consistent.html);
  const { schedule } = consistent.json.traces[0];
  await stepThroughBuffers(page, schedule.map((step, i) => ({ thread: step.thread, steps: [i] })), schedule);
  assert.deepEqual(complaints, []);
  await page.close();

  const inconsistent = report("consistency", trace, "--model", "sc");
  assert.equal(inconsistent.code, 10);
  ({ page, complaints } = await open(browser, inconsistent.html));
  const { cycle } = inconsistent.json.traces[0].reason;
  assert.deepEqual(await edgesShown(page, "cycle"), cycle.map((e) => [e.from.event, e.to.event]).sort(order));
  for (let i = 0; i < cycle.length; ++i) {
    assert.deepEqual(await page.$$eval("path.touching", (p) => p.map((path) => Number(path.dataset.from))), [cycle[i].from.event]);
    await page.keyboard.press("ArrowRight");
  }
  await screenshot(page, "cycle");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("text of the program cannot become part of the page", async () => {
  const file = write("evil.c", `#include <assert.h>
// </script><script>document.title = "taken";</script><!-- <img src=x onerror="document.title='taken'">
int main(void) { assert(!"</script><b>bold</b>"); }
`);
  const { html, code } = report("check", file);
  assert.equal(code, 10);
  const { page, complaints } = await open(browser, html);
  assert.notEqual(await page.title(), "taken");
  assert.equal(await page.$("b, img"), null);
  assert.match(await page.textContent(".source"), /<img src=x/);
  assert.deepEqual(complaints, []);
  await page.close();
});

test("benchmarks are drawn: a dot for each program, where its numbers are", async () => {
  const sizes = write("sizes.txt", "readers 4\nmp 3\nsb_ring 4\nfib 2\n");
  const { html, json, code } = report("bench", "benchmarks/programs", "--sizes", sizes, "--models", "sc,tso", "--algorithms", "rf,exhaustive", "--timeout", "5s");
  assert.equal(code, 0);
  const { page, complaints } = await open(browser, html);
  for (const model of json.models) {
    const dots = await page.$$eval(`[data-plot="${model} rf exhaustive executions"] circle`, (nodes) =>
      nodes.map((node) => ({ x: Number(node.getAttribute("cx")), y: Number(node.getAttribute("cy")), title: node.textContent })));
    const runs = json.runs.filter((run) => run.model === model && run.algorithm === "rf");
    assert.equal(dots.length, runs.length);
    // More executions are further to the right.
    const order = runs.map((run, i) => [run.executions, dots[i].x]).sort((a, b) => a[0] - b[0]);
    for (let i = 1; i < order.length; ++i) assert.ok(order[i][1] >= order[i - 1][1]);
    for (const [i, run] of runs.entries()) assert.ok(dots[i].title.includes(`rf: ${run.executions.toLocaleString("en")}`));
  }
  assert.equal(await page.$$eval("table.runs tr", (rows) => rows.length), 2 * (4 + 1));
  assert.equal(await page.$$eval("table.runs td[class^=verdict]", (cells) => cells.filter((cell) => cell.textContent === "safe").length), json.runs.length);
  assert.deepEqual(await texts(page, ".verdicts"), [`${json.runs.length} runs: ${json.runs.length} safe.`, "The algorithms agree wherever they finished."]);
  await page.setViewportSize({ width: 400, height: 800 });
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
  await screenshot(page, "bench-400");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("fences: the patch, before and after, and the run without them", async () => {
  const { html, json, code } = report("fences", "examples/deque.c", "--model", "tso");
  assert.equal(code, 10);
  const { page, complaints } = await open(browser, html);
  assert.deepEqual(await texts(page, ".patch .add"), json.patch.split("\n").filter((line) => /^\+(?!\+)/.test(line)));
  assert.deepEqual(await texts(page, ".source .l.cut .n"), json.fences.map((fence) => String(fence.line)));
  assert.equal(await page.$$eval(".fences li", (items) => items.length), json.fences.length);
  assert.ok(!(await page.isVisible(".row.now")) || (await page.evaluate(() => scrollY)) === 0);  // the patch comes first
  await page.click(".fences li a:text('the run')");
  assert.ok(await page.$eval(".row.now", (row) => { const box = row.getBoundingClientRect(); return box.top >= 0 && box.bottom <= innerHeight; }));
  assert.equal(await page.$$eval("table.plain tr", (rows) => rows.length), json.comparison.length + 1);
  const [run] = json.violations;
  await stepThroughBuffers(page, run.story, run.schedule);
  await screenshot(page, "fences");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("fences: of several, each has the run that it prevents", async () => {
  const { html, json } = report("fences", "examples/store_buffering.c", "--model", "tso");
  assert.equal(json.fences.length, 2);
  const { page, complaints } = await open(browser, html);
  for (const [index, fence] of json.fences.entries()) {
    const at = json.violations.findIndex((run) => run.prevented_by?.includes(index));
    await page.click(`.fences li:nth-child(${index + 1}) a:text("the run that it prevents")`);
    assert.equal(await page.$eval('.tabs [aria-selected="true"]', (tab) => [...tab.parentNode.children].indexOf(tab)), at);
    // The store after which the fence is missing is still in its buffer when a later read overtakes it.
    const { schedule } = json.violations[at];
    assert.ok(schedule.some((step) => step.overtook?.some((store) => schedule[store].line === fence.line)), `fence at line ${fence.line}`);
    assert.ok(!schedule.some((step) => step.overtook?.some((store) => schedule[store].line === json.fences[1 - index].line)));
  }
  assert.deepEqual(complaints, []);
  await page.close();
});

test("litmus: a run for each final state", async () => {
  const { html, json } = report("litmus", "tests/litmus/x86/SB.litmus", "tests/litmus/x86/MP.litmus", "--model", "tso");
  const runs = json.tests.flatMap((one) => one.runs);
  assert.equal(runs.length, 7);
  const { page, complaints } = await open(browser, html);
  assert.deepEqual(await texts(page, ".states button"), runs.map((run) => run.state));
  assert.deepEqual(await texts(page, ".states .satisfies"), ["0:EAX=0; 1:EAX=0"]);
  assert.match(await page.textContent(".row.now"), /overtakes/);  // opens where it leaves SC
  assert.deepEqual(await texts(page, ".names > div:not(:empty)"), ["main", "T1 P0", "T2 P1"]);
  for (const [index, run] of runs.entries()) {
    await page.click(`.states button[data-case="${index}"]`);
    await stepThroughBuffers(page, run.story, run.schedule);
    // Memory ends in the state that the button names.
    const memory = Object.fromEntries(await page.$$eval(".memory tr", (rows) => rows.map((row) => [row.dataset.variable, row.querySelector(".value").textContent])));
    for (const part of run.state.split("; ")) assert.equal(memory[part.split("=")[0]], part.split("=")[1]);
  }
  await screenshot(page, "litmus");
  assert.deepEqual(complaints, []);
  await page.close();
});

test("explain gives the page of every command", () => {
  const trace = write("again.axe", "0: M[1] := 1\n0: M[0] == 0\n1: M[0] := 1\n1: M[1] == 0\n");
  for (const words of [["check", "examples/store_buffering.c", "--model", "tso"], ["check", "examples/peterson_fixed.c"], ["bmc", "examples/store_buffering.c"],
    ["monitor", "examples/store_buffering.c"], ["fences", "examples/peterson.c"], ["consistency", trace, "--model", "sc"],
    ["litmus", "tests/litmus/x86/SB.litmus"], ["linearize", "tests/linearize/structures/racy_stack.cpp", "--model", "sc"],
    ["bench", "examples/store_buffering.c", "--models", "tso"]]) {
    const { html, json } = report(...words);
    const again = `${html}.again`;
    run("explain", write("again.json", JSON.stringify(json)), "--html", again);
    assert.ok(read(again) === read(html), words.join(" "));
  }
});

test("monitor: a case for each pair, with its execution", async () => {
  const { html, json, code } = report("monitor", "examples/store_buffering.c", "--model", "tso");
  assert.equal(code, 10);
  const { page, complaints } = await open(browser, html);
  assert.equal(await page.$$eval(".tabs button", (tabs) => tabs.length), json.violations.length);
  for (const [index, violation] of json.violations.entries()) {
    await page.click(`.tabs button:nth-child(${index + 1})`);
    assert.equal(await page.textContent(".source .l.bad .n"), String(violation.line));
    // The cycle of happens-before, step by step; each leads to its row.
    assert.deepEqual(await texts(page, ".cycle-grid .node"), violation.path.map((access) => access.text));
    assert.equal(await page.$$eval(".cycle-grid path.cycle", (paths) => paths.length), violation.path.length);
    for (const [at, access] of violation.path.entries()) {
      await page.click(`.cycle-grid .node >> nth=${at}`);
      assert.ok(violation.story[await page.$eval(".row.now", (row) => Number(row.dataset.row))].steps.includes(access.step));
      assert.equal(await page.textContent(".cycle-grid .node.now"), access.text);
    }
    assert.deepEqual(await page.evaluate(() => {
      const words = [...document.querySelectorAll(".cycle-grid .edge")].map((node) => {
        const range = document.createRange();
        range.selectNodeContents(node);
        return range.getBoundingClientRect();
      });
      const svg = document.querySelector(".cycle-grid svg").getBoundingClientRect();
      return [...document.querySelectorAll(".cycle-grid path.cycle")].filter((path) => {
        for (let along = 0; along < path.getTotalLength(); along += 3) {
          const { x, y } = path.getPointAtLength(along);
          if (words.some((box) => box.left < x + svg.left && x + svg.left < box.right && box.top < y + svg.top && y + svg.top < box.bottom)) return true;
        }
        return false;
      }).length;
    }), 0);
    await stepThroughBuffers(page, violation.story, violation.schedule);
  }
  assert.deepEqual(complaints, []);
  await page.close();
});
