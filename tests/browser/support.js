// Pages of overtake in a headless browser, and what stands on them.
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "playwright-core";

const overtake = process.env.OVERTAKE;
export const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "../..");
export const folder = mkdtempSync(join(tmpdir(), "overtake-pages-"));
process.on("exit", () => rmSync(folder, { recursive: true, force: true }));

// Runs overtake; its exit code is part of what it says.
export function run(...words) {
  try {
    return { code: 0, out: execFileSync(overtake, words, { cwd: root, encoding: "utf8", maxBuffer: 1 << 28 }) };
  } catch (error) {
    return { code: error.status, out: error.stdout };
  }
}

let counter = 0;
// The page and the JSON of one command.
export function report(...words) {
  const html = join(folder, `page${++counter}.html`);
  const { code, out } = run(...words, "--json", "--html", html);
  return { html, code, json: JSON.parse(out) };
}

export function write(name, text) {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

export const read = (path) => readFileSync(path, "utf8");

export const launch = () => chromium.launch({
  executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox", "--disable-gpu"],
});

// Opens a page; `complaints` collects what the console, the script and the network say.
export async function open(browser, html, { width = 1280, colorScheme = "light" } = {}) {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const complaints = [];
  page.on("console", (message) => complaints.push(`${message.type()}: ${message.text()}`));
  page.on("pageerror", (error) => complaints.push(String(error)));
  page.on("request", (request) => {
    if (!request.url().startsWith("file:") && !request.url().startsWith("data:")) complaints.push(request.url());
  });
  await page.goto(`file://${html}`);
  return { page, complaints };
}

export async function screenshot(page, name) {
  if (process.env.SCREENSHOTS)
    await page.screenshot({ path: join(process.env.SCREENSHOTS, `${name}.png`), fullPage: true });
}

export const texts = (page, selector) =>
  page.$$eval(selector, (nodes) => nodes.map((node) => node.textContent));

// What the state panel shows: {thread: ["x = 1", ...]}, buffers that are not empty.
export const buffersShown = (page) => page.$$eval(".state dd[data-buffer]", (nodes) =>
  Object.fromEntries(nodes.map((node) => [node.dataset.buffer,
    [...node.querySelectorAll(".entry")].map((entry) => entry.textContent)]).filter(([, entries]) => entries.length)));

// The same from the JSON, after the first `done` steps.
export function buffersAfter(schedule, done) {
  const buffers = {};
  for (const step of schedule.slice(0, done)) {
    if (step.buffer?.length) buffers[step.thread] = step.buffer.map((e) => `${e.variable} = ${e.value}`);
    else delete buffers[step.thread];
  }
  return buffers;
}

// [[from row, to row], ...] of the edges of a kind that are drawn, in order.
export const edgesShown = async (page, kind) => (await page.$$eval(`.timeline path.${kind}`, (paths) =>
  paths.map((path) => [Number(path.dataset.from), Number(path.dataset.to)]))).sort(order);
export const order = (a, b) => a[0] - b[0] || a[1] - b[1];
