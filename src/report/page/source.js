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

const coloured = (text) =>
  tokens(text).map(([kind, part]) => (kind ? element("span", kind, part) : part));

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

class SourcePanel {
  constructor(sources) {
    this.lines = new Map();  // "file:line" -> element
    this.nodes = sources.map(({ file, text }) => {
      const pre = element("pre", "code");
      colouredLines(text.replaceAll("\r\n", "\n")).forEach((parts, index) => {
        const line = element("div", "l", element("span", "n", String(index + 1)),
          element("span", "", ...(parts.length ? parts : [" "])));
        this.lines.set(`${file}:${index + 1}`, line);
        pre.append(line);
      });
      return element("section", "panel source", element("h2", "", file), pre);
    });
    this.moved = [];
    this.faults = [];
  }

  line(place) {
    return place && place.line ? this.lines.get(`${place.file}:${place.line}`) : undefined;
  }

  // A message at a line: the error, or a loop that was cut off.
  mark(place, kind, message) {
    const line = this.line(place);
    if (!line) return;
    const text = element("span", "message", message);
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
    const panel = here.closest(".source");
    const [top, bottom] = [here.offsetTop - 60, here.offsetTop + 40];
    if (top < panel.scrollTop || bottom > panel.scrollTop + panel.clientHeight)
      panel.scrollTop = here.offsetTop - panel.clientHeight / 2;
  }
}
