// Stepping through an execution, on a small page and on one of about 500 steps, at the widths of a
// phone, a tablet and a desk: what is in view, what is drawn where, keys, search, links, and how long
// a step takes.
import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { launch, open, report, screenshot, texts } from "./support.js";

let browser, small, large;
before(async () => {
  browser = await launch();
  small = report("check", "examples/deque.c", "--model", "tso");
  large = report("check", "tests/browser/large.c", "--model", "tso");
});
after(async () => { await browser.close(); });

const sizes = [390, 900, 1400];
const press = async (page, ...keys) => { for (const key of keys) await page.keyboard.press(key); };
const where = (page) => page.textContent(".where");
const now = (page) => page.$eval(".row.now", (row) => Number(row.dataset.row));

// Whether the middle of a node is in the window and nothing lies over it.
const inView = (page, selector) => page.$eval(selector, (node) => {
  const box = node.getBoundingClientRect();
  const top = document.elementFromPoint(box.left + box.width / 2, box.top + Math.min(box.height / 2, 12));
  return box.top >= 0 && box.bottom <= innerHeight && node.contains(top);
});

// What is wrong with the picture: [] if nothing is.
const faults = (page) => page.evaluate(() => {
  const found = [];
  if (document.documentElement.scrollWidth > innerWidth) found.push("wider than the window");
  const boxes = [...document.querySelectorAll(".row:not(.hidden)")].map((row) => [row, row.getBoundingClientRect()]);
  boxes.forEach(([row, box], i) => {
    if (i && box.top < boxes[i - 1][1].bottom - 0.5) found.push(`row ${row.dataset.row} overlaps`);
    const parts = [...row.querySelectorAll(".line > *")].map((part) => part.getBoundingClientRect()).filter((part) => part.width);
    parts.forEach((part, a) => parts.slice(a + 1).forEach((other) => {
      if (part.left < other.right - 0.5 && other.left < part.right - 0.5 && part.top < other.bottom - 4 && other.top < part.bottom - 4)
        found.push(`text overlaps in row ${row.dataset.row}`);
    }));
    if (parts.some((part) => part.right > box.right + 0.5)) found.push(`text sticks out of row ${row.dataset.row}`);
    const code = row.querySelector(".line .code");
    if (code && code.getBoundingClientRect().height > 26) found.push(`code on several lines in row ${row.dataset.row}`);
  });
  return found;
});

for (const width of sizes)
  for (const which of ["small", "large"])
    test(`${which} page, ${width} pixels: opens at the failure, state in view, nothing overlaps`, async () => {
      const { html } = which === "small" ? small : large;
      const { page, complaints } = await open(browser, html, { width });
      const look = async () => {
        assert.ok(await inView(page, ".row.now"), "the current step is in view");
        assert.ok(await inView(page, ".state-panel"), "the state is in view");
        assert.deepEqual(await faults(page), []);
      };
      assert.ok(await page.$(".row.now.failure"));
      assert.ok(await inView(page, ".row.now"));
      await screenshot(page, `${which}-${width}`);
      if (which === "large") await press(page, "a");
      await press(page, "Home");
      await look();
      for (let i = 0; i < 12; ++i) await press(page, "s");
      await look();
      await screenshot(page, `${which}-${width}-middle`);
      assert.deepEqual(complaints, []);
      await page.close();
    });

test("arrows: of the current step only, others on demand, none across text", async () => {
  const { html } = small;
  for (const width of sizes) {
    const { page } = await open(browser, html, { width });
    await press(page, "a", "e", "Home");
    const rows = Number((await where(page)).split(" of ")[1]);
    let seen = 0;
    for (let at = 0; at < rows; ++at) {
      const drawn = await page.$$eval(".timeline > svg > path", (paths) => paths.map((path) => [Number(path.dataset.from), Number(path.dataset.to)]));
      for (const edge of drawn) assert.ok(edge.includes(at), `${edge} at row ${at}`);
      seen += drawn.length;
      await press(page, "ArrowRight");
    }
    assert.ok(seen > 10);
    await press(page, "r", "f", "c");
    const crossed = await page.evaluate(() => {
      const words = [...document.querySelectorAll(".timeline .line > *, .timeline .note, .timeline .entry, .timeline .number")]
        .map((node) => node.getBoundingClientRect()).filter((box) => box.width);
      const svg = document.querySelector(".timeline > svg").getBoundingClientRect();
      return [...document.querySelectorAll(".timeline > svg > path")].flatMap((path) => {
        const length = path.getTotalLength();
        for (let at = 0; at <= length; at += 3) {
          const { x, y } = path.getPointAtLength(at);
          if (words.some((box) => box.left < x + svg.left && x + svg.left < box.right && box.top < y + svg.top && y + svg.top < box.bottom))
            return [path.getAttribute("class")];
        }
        return [];
      });
    });
    assert.deepEqual(crossed, []);
    await page.close();
  }
});

test("the steps of one statement are one row that opens", async () => {
  const { html, json } = large;
  const { page } = await open(browser, html);
  await press(page, "a", "Home");
  const steps = json.errors[0].schedule.length;
  const folded = await page.$$eval(".row", (rows) => rows.length);
  assert.ok(folded < steps / 2, `${folded} rows of ${steps} steps`);
  const [first, last] = await page.$eval(".row:has(.toggle)", (row) => [Number(row.dataset.first), Number(row.dataset.row)]);
  await page.click(`.row[data-row="${last}"]`);
  assert.equal(await where(page), `steps ${first + 1}–${last + 1} of ${steps + 1}`);
  await press(page, "o");
  assert.equal(await page.$$eval(".row", (rows) => rows.length), folded + last - first);
  await page.click(`.row[data-row="${first}"]`);
  assert.equal(await where(page), `step ${first + 1} of ${steps + 1}`);
  assert.equal(await page.$eval(`.row[data-row="${first}"] .toggle`, (node) => node.getAttribute("aria-expanded")), "true");
  await page.click(`.row[data-row="${first}"] .toggle`);
  assert.equal(await page.$$eval(".row", (rows) => rows.length), folded);
  // Code on one line, the whole of it on hover.
  for (const [text, title] of await page.$$eval(".row .code", (nodes) => nodes.map((node) => [node.textContent, node.title])))
    assert.ok(title.includes(text), `${title} holds ${text}`);
  assert.deepEqual(await texts(page, ".names > div:not(:empty)"), ["main", "T1 producer", "T2 producer", "T3 consumer"]);
  await page.close();
});

test("memory is one sorted table whose changes light up", async () => {
  const { html, json } = small;
  const { page } = await open(browser, html);
  await press(page, "a", "e", "Home");
  const { schedule } = json.errors[0];
  const names = await page.$$eval(".memory tr", (rows) => rows.map((row) => row.dataset.variable));
  assert.deepEqual(names, [...names].sort((a, b) => a.localeCompare(b, "en", { numeric: true })));
  const memory = {};
  for (const step of schedule) if (step.reads_from === null && !(step.variable in memory)) memory[step.variable] = step.read;
  for (const [index, step] of schedule.entries()) {
    if (step.written !== undefined && !step.library) memory[step.variable] = step.written;
    const rows = await page.$$eval(".memory tr", (all) => all.map((row) => [row.dataset.variable, row.querySelector(".value").textContent, row.classList.contains("changed")]));
    assert.deepEqual(rows.map(([name]) => name), names);
    for (const [name, value] of rows) if (value !== "·") assert.equal(value, String(memory[name]), `${name} after step ${index + 1}`);
    assert.deepEqual(rows.filter(([, , changed]) => changed).map(([name]) => name), step.written !== undefined && !step.library ? [step.variable] : []);
    await press(page, "ArrowRight");
  }
  await page.close();
});

test("the source follows every step, and opens the file of it", async () => {
  const two = report("check", "tests/reports/two_files.c", "tests/reports/two/counter.c", "--model", "sc");
  for (const { html, json } of [small, two]) {
    const { page } = await open(browser, html);
    await press(page, "a", "e", "Home");
    for (const [index, step] of json.errors[0].schedule.entries()) {
      if (step.line) {
        const here = await page.$eval(".source .l.here", (line) => {
          const box = line.getBoundingClientRect(), room = line.closest(".listing").getBoundingClientRect();
          return [Number(line.querySelector(".n").textContent), box.top >= room.top - 1 && box.top < Math.min(room.bottom, innerHeight)];
        });
        assert.deepEqual(here, [step.line, true], `step ${index + 1}`);
        if (json === two.json)
          assert.ok(step.file.endsWith(await page.textContent(".files [aria-selected=true]")), step.file);
      }
      await press(page, "ArrowRight");
    }
    await page.close();
  }
});

test("the scrubber: a lane for each thread, marks at switches and drains, a click goes there", async () => {
  const { html, json } = large;
  const { page } = await open(browser, html);
  await press(page, "a");
  const { schedule, threads } = json.errors[0];
  assert.deepEqual(await texts(page, ".scrubber text"), threads);
  const switches = [...schedule.map((step) => step.thread), "main"].filter((name, i, all) => i && name !== all[i - 1]).length;
  assert.equal(await page.$eval(".scrubber .switch", (path) => Number(path.dataset.switches)), switches);
  assert.equal(await page.$$eval(".scrubber .drain", (marks) => marks.length), schedule.filter((step) => step.kind === "drain").length);
  const box = await page.$eval(".scrubber svg", (svg) => { const b = svg.getBoundingClientRect(); return [b.left, b.top, b.width, b.height]; });
  await page.mouse.click(box[0] + box[2] / 2, box[1] + box[3] / 2);
  const middle = await now(page);
  assert.ok(Math.abs(middle - schedule.length / 2) < schedule.length / 10, `row ${middle}`);
  assert.ok(await inView(page, ".row.now"));
  await page.close();
});

test("keys: next step of this thread, next switch, next change of this variable", async () => {
  const { html, json } = small;
  const { page } = await open(browser, html);
  await press(page, "a", "e", "Home");
  const { schedule } = json.errors[0];
  const next = async (key, found, from) => {
    await press(page, key);
    const expected = schedule.findIndex((step, i) => i > from && found(step, i));
    assert.equal(await now(page), expected, `${key} from ${from}`);
    return expected;
  };
  let at = 0;
  at = await next("s", (step, i) => step.thread !== schedule[i - 1].thread, at);
  at = await next("n", (step) => step.thread === schedule[at].thread, at);
  await press(page, "Home");
  await page.click('.memory tr[data-variable="bottom"] .variable');
  await press(page, "Escape", "Home");
  at = schedule.findIndex((step) => step.variable === "bottom");
  await page.click(`.row[data-row="${at}"]`);
  for (let i = 0; i < 3; ++i) at = await next("v", (step) => step.variable === "bottom" && step.written !== undefined, at);
  await press(page, "V");
  assert.ok((await now(page)) < at);
  await page.close();
});

test("search and filter", async () => {
  const { html, json } = large;
  const { page } = await open(browser, html);
  await press(page, "a", "Home", "/");
  await page.keyboard.type("unlocks guard");
  const { schedule } = json.errors[0];
  const hits = schedule.flatMap((step, i) => (step.text.includes("unlocks guard") ? [i] : []));
  assert.equal(await page.textContent(".found"), `${hits.length} found`);
  assert.equal(await now(page), hits[0]);
  await press(page, "Enter");
  assert.equal(await now(page), hits[1]);
  await press(page, "Escape");
  assert.equal(await page.$(".row.hit"), null);

  await page.selectOption(".controls select", "total");
  const shown = await page.$$eval(".row:not(.hidden)", (rows) => rows.map((row) => [Number(row.dataset.first), Number(row.dataset.row)]));
  const accesses = schedule.flatMap((step, i) => (step.variable === "total" ? [i] : []));
  assert.ok(shown.length > 30);
  for (const at of accesses) assert.ok(shown.some(([first, last]) => first <= at && at <= last));
  for (const [first, last] of shown)
    assert.ok(last === schedule.length || accesses.some((at) => first <= at && at <= last), `row ${last}`);
  await press(page, "Home", "ArrowRight");
  assert.equal(await now(page), shown[1][1]);
  await press(page, "Escape");
  assert.equal(await page.$(".row.hidden"), null);
  await page.close();
});

test("the address names the step; sentences and line numbers are links", async () => {
  const { html, json } = small;
  const { page } = await open(browser, html);
  const { story, line } = json.errors[0];
  await press(page, "Home", "ArrowRight");
  assert.match(page.url(), /#step=2$/);
  await page.evaluate(() => { location.hash = "#step=5"; });
  await page.waitForFunction(() => document.querySelector(".row.now").dataset.row === "4");
  await page.goto("about:blank");
  await page.goto(`file://${html}#step=3`);
  assert.equal(await now(page), 2);
  // T1 read bottom = 2 (examples/deque.c:45) although main ...
  await page.click(".explanation a");
  const read = story[await now(page)];
  assert.deepEqual([read.thread, read.line], ["T1", 45]);
  await page.click(".verdict a");
  assert.equal(story[await now(page)].line, line);
  await press(page, "Home");
  await page.click('.source .l.ran .n:text-is("45")');
  assert.equal(story[await now(page)].line, 45);
  await page.click(`.row[data-row="${await now(page)}"] .at`);
  assert.ok(await inView(page, ".source .l.here"));
  await page.close();
});

test("500 steps: less than 50 ms a step", async () => {
  const { html, json } = large;
  const start = performance.now();
  const { page, complaints } = await open(browser, html, { width: 1400 });
  await page.waitForSelector(".row.now");
  const opened = performance.now() - start;
  await press(page, "a", "e", "Home");
  const steps = json.errors[0].schedule.length;
  assert.ok(steps >= 500, `${steps} steps`);
  assert.equal(await page.$$eval(".row", (rows) => rows.length), steps + 1);
  const times = await page.evaluate((count) => {
    const all = [];
    for (let i = 0; i < count; ++i) {
      const begin = performance.now();
      dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      document.body.offsetHeight;  // layout is part of what a reader waits for
      all.push(performance.now() - begin);
    }
    return all.sort((a, b) => a - b);
  }, steps);
  assert.equal(await where(page), `step ${steps + 1} of ${steps + 1}`);
  const median = times[steps >> 1], most = times[Math.floor(steps * 0.99)];
  console.log(`${steps} steps: opened in ${opened.toFixed(0)} ms, a step ${median.toFixed(1)} ms, 99 of 100 below ${most.toFixed(1)} ms`);
  assert.ok(opened < 10000 && median < 50, `opened in ${opened} ms, ${median} ms a step`);
  assert.deepEqual(complaints, []);
  await page.close();
});
