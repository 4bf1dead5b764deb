// Arrows between rows. They run in the gutter between the numbers and the threads, one track each
// (tracks are shared if there are more arrows than tracks), and reach their rows from the left,
// where a row has nothing but the lines of other threads: no arrow crosses text.

function svgElement(tag, attributes, text) {
  const node = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) node.setAttribute(name, value);
  if (text !== undefined) node.textContent = text;
  return node;
}

const EDGE_KINDS = ["rf", "fr", "co", "pair-edge", "cycle"];
const SHARE = { rf: 0, fr: 1, co: 2, "pair-edge": 3, cycle: 1.5 };  // where on its line a kind arrives

function arrowHeads() {
  const defs = svgElement("defs", {});
  for (const kind of EDGE_KINDS) {
    const marker = svgElement("marker", { id: `arrow-${kind}`, viewBox: "0 0 8 8", refX: 7, refY: 4,
      markerWidth: 7, markerHeight: 7, markerUnits: "userSpaceOnUse", orient: "auto" });
    marker.append(svgElement("polygon", { points: "0,0 8,4 0,8", class: kind, fill: "currentColor" }));
    defs.append(marker);
  }
  return defs;
}

// A track for each [top, bottom]: short ones next to the text. `count` tracks, the last one for all that are too many.
function tracksOf(spans, count) {
  const order = spans.map((_, i) => i).sort((a, b) => (spans[a][1] - spans[a][0]) - (spans[b][1] - spans[b][0]));
  const tracks = Array.from({ length: count }, () => []);
  const result = [];
  for (const i of order) {
    const [top, bottom] = spans[i];
    let track = tracks.findIndex((taken) => taken.every(([t, b]) => bottom < t || b < top));
    if (track < 0) track = count - 1;
    tracks[track].push(spans[i]);
    result[i] = track;
  }
  return result;
}

// From the left of one row to the left of another, by way of the track at `x`.
function route(from, to, x) {
  const r = Math.min(5, Math.abs(to.y - from.y) / 2), down = to.y > from.y ? 1 : -1;
  return `M${from.x},${from.y} H${x + r} Q${x},${from.y} ${x},${from.y + r * down}` +
    ` V${to.y - r * down} Q${x},${to.y} ${x + r},${to.y} H${to.x}`;
}

// `edges`: {kind, from, to, touching}; `box(row)`: {left, top} of its text; `gutter`: {left, width}.
function drawEdges(edges, box, gutter) {
  const placed = edges.flatMap((edge) => {
    const [a, b] = [box(edge.from), box(edge.to)];
    if (!a || !b || a.row === b.row) return [];
    const y = 5 + 4.5 * SHARE[edge.kind];
    return [{ edge, from: { x: a.left, y: a.top + y }, to: { x: b.left - 1, y: b.top + y + 2 } }];
  });
  const spans = placed.map(({ from, to }) => [Math.min(from.y, to.y), Math.max(from.y, to.y)]);
  const count = Math.max(1, Math.floor(gutter.width / 7));
  const tracks = tracksOf(spans, count);
  return placed.map(({ edge, from, to }, i) => svgElement("path", {
    d: route(from, to, gutter.left + gutter.width - 5 - 7 * tracks[i]),
    class: edge.touching ? `${edge.kind} touching` : edge.kind,
    "data-from": edge.from, "data-to": edge.to, "marker-end": `url(#arrow-${edge.kind})`,
  }));
}
