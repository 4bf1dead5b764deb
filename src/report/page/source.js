// The source of the program: syntax colours, the error, and where each thread is.

const KEYWORDS = new Set(("alignas asm auto break case catch class const constexpr continue default delete do else " +
  "enum extern false final for friend goto if inline namespace new noexcept nullptr operator override private " +
  "protected public register return sizeof static static_cast struct switch template this throw true try typedef " +
  "typename union using virtual volatile while _Atomic exists forall locations shared vars begin end mem reg").split(" "));
const TYPES = new Set(("bool char double float int long short signed size_t unsigned void int8_t int16_t int32_t " +
  "int64_t uint8_t uint16_t uint32_t uint64_t uintptr_t intptr_t atomic_int atomic_bool atomic_uint atomic_long " +
  "atomic_flag pthread_t pthread_mutex_t pthread_cond_t std string vector thread mutex atomic").split(" "));
const TOKEN = /(\/\/.*|\/\*[^]*?(?:\*\/|$))|("(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?)|(^[ \t]*#[ \t]*\w+)|(\b\d[\w.]*)|([A-Za-z_]\w*)/gm;

// [class, text] pairs; the class is empty for plain text.
function tokens(text) {
  const result = [];
  let at = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > at) result.push(["", text.slice(at, match.index)]);
    const [whole, comment, string, directive, number, word] = match;
    const kind = comment ? "c" : string ? "s" : directive ? "p" : number ? "d"
      : KEYWORDS.has(word) ? "k" : TYPES.has(word) ? "t" : "";
    result.push([kind, whole]);
    at = match.index + whole.length;
  }
  if (at < text.length) result.push(["", text.slice(at)]);
  return result;
}

function element(tag, classes, ...children) {
  const node = document.createElement(tag);
  if (classes) node.className = classes;
  node.append(...children.filter((child) => child !== null && child !== undefined));
  return node;
}

const coloured = (text, comments = true) =>
  tokens(text).filter(([kind]) => comments || kind !== "c").map(([kind, part]) => (kind ? element("span", kind, part) : part));

// One element for each line; comments may go over several.
function colouredLines(text) {
  const lines = [[]];
  for (const [kind, part] of tokens(text)) {
    part.split("\n").forEach((piece, index) => {
      if (index > 0) lines.push([]);
      if (piece) lines.at(-1).push(kind ? element("span", kind, piece) : piece);
    });
  }
  if (lines.at(-1).length === 0) lines.pop();
  return lines;
}

// All files in one panel, with a tab for each if there are several.
class SourcePanel {
  // `onLine(file, line)`: the number of a line was clicked.
  constructor(sources, onLine) {
    this.lines = new Map();  // "file:line" -> element
    this.files = new Map();  // file -> {pre, tab}
    this.tabs = element("div", "files");
    this.tabs.setAttribute("role", "tablist");
    const box = element("div", "listing");
    for (const { file, text } of sources) {
      const pre = element("pre", "code");
      colouredLines(text.replaceAll("\r\n", "\n")).forEach((parts, index) => {
        const number = element("span", "n", String(index + 1));
        number.addEventListener("click", () => onLine(file, index + 1));
        const line = element("div", "l", number, element("span", "t0", ...(parts.length ? parts : [" "])));
        this.lines.set(`${file}:${index + 1}`, line);
        pre.append(line);
      });
      const tab = element("button", "", shortest(file, sources));
      tab.title = file;
      tab.setAttribute("role", "tab");
      tab.addEventListener("click", () => this.open(file));
      this.tabs.append(tab);
      this.files.set(file, { pre, tab });
      box.append(pre);
    }
    this.box = box;
    const head = sources.length > 1 ? this.tabs : element("h2", "", sources[0]?.file ?? "");
    this.node = element("section", "panel source", head, box);
    this.node.hidden = sources.length === 0;
    if (sources.length) this.open(sources[0].file);
    this.moved = [];
    this.faults = [];
    this.ran = [];
  }

  open(file) {
    for (const [name, { pre, tab }] of this.files) {
      pre.classList.toggle("other", name !== file);
      tab.setAttribute("aria-selected", String(name === file));
    }
  }

  line(place) {
    return place && place.line ? this.lines.get(`${place.file}:${place.line}`) : undefined;
  }

  // The lines at which there are steps: their numbers are links.
  markRan(places) {
    for (const line of this.ran) line.classList.remove("ran");
    this.ran = places.map((place) => this.line(place)).filter(Boolean);
    for (const line of this.ran) line.classList.add("ran");
  }

  // A message at a line: the error, a loop that was cut off, or a fence that is missing.
  mark(place, kind, ...message) {
    const line = this.line(place);
    if (!line) return;
    const text = element("span", "message", ...message);
    line.classList.add(kind);
    line.append(text);
    this.faults.push(() => { line.classList.remove(kind); text.remove(); });
  }

  unmark() {
    for (const undo of this.faults) undo();
    this.faults = [];
  }

  // `threads`: [name, colour, place] of where each thread is; `now` the place of this step.
  move(threads, now, colour) {
    for (const undo of this.moved) undo();
    this.moved = [];
    for (const [name, threadColour, place] of threads) {
      const line = this.line(place);
      if (!line) continue;
      const mark = element("span", "mark", name);
      mark.style.setProperty("--thread", threadColour);
      line.children[1].append(mark);
      this.moved.push(() => mark.remove());
    }
    const here = this.line(now);
    if (!here) return;
    here.classList.add("here");
    here.style.setProperty("--thread", colour);
    this.moved.push(() => here.classList.remove("here"));
    this.show(now);
  }

  // Opens the file and scrolls to the line.
  show(place) {
    const line = this.line(place);
    if (!line) return;
    this.open(place.file);
    const { box } = this;
    const [top, bottom] = [line.offsetTop - 40, line.offsetTop + line.offsetHeight + 20];
    if (top < box.scrollTop || bottom > box.scrollTop + box.clientHeight)
      box.scrollTop = line.offsetTop - box.clientHeight / 2;
  }
}

// The last part of a path, or as much as it takes to tell the files apart.
function shortest(file, sources) {
  const parts = file.split("/");
  for (let n = 1; n < parts.length; ++n) {
    const end = parts.slice(-n).join("/");
    if (sources.filter((other) => other.file === end || other.file.endsWith(`/${end}`)).length === 1) return end;
  }
  return file;
}
