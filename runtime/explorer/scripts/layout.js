// Layout of the drawing: each box by itself, from the inside out.

const layouts = new Map();
const FONTS = {title: '600 12px', small: '10.5px'};
const FAMILY = 'system-ui, "Segoe UI", "DejaVu Sans", sans-serif';
const widths = {title: new Map(), small: new Map()};
const ruler = document.createElement('canvas').getContext('2d');
// As wide as the browser's own font makes it: a box neither cuts its text nor is too wide.
function width(text, kind) {
  const known = widths[kind];
  let found = known.get(text);
  if (found === undefined) {
    ruler.font = `${FONTS[kind]} ${FAMILY}`;
    known.set(text, found = Math.ceil(1.02 * ruler.measureText(text).width));
  }
  return found;
}
const chipWidth = text => width(text, 'small') + 13;
function itemKids(whole, item) {
  if (item.kids) return item.kids.map(kid => wrapKid(whole, item, kid));
  if (!item.state || !item.state.calls) return [];
  return Object.entries(item.state.calls).filter(([, name]) => whole.byName.has(name)
    && whole.byName.get(name) !== item.body.graph && !item.seen.has(name))
    .map(([key, name]) => {
      const inner = whole.body(whole.byName.get(name)), prefix = `${item.key}.${key}`;
      return {key: prefix, label: `${key}  @${name}`, fn: true, prefix, body: inner, local: '',
        kids: inner.roots, count: inner.graph.states.length,
        seen: new Set([...item.seen, name])};
    });
}
function wrapKid(whole, item, kid) {
  const base = {body: item.body, prefix: item.prefix, seen: item.seen};
  return kid.kids
    ? {...base, key: item.prefix + kid.key, local: kid.key, label: kid.label, kids: kid.kids,
      band: kid.band, count: kid.count}
    : {...base, key: `${item.prefix}#${kid.id}`, local: `#${kid.id}`, id: kid.id,
      state: kid.state};
}
function rootItem(whole) {
  const inner = whole.body(whole.main);
  return {key: '', label: '', prefix: '', local: '', body: inner, kids: inner.roots,
    root: true, count: inner.graph.states.length,
    seen: new Set([whole.main.name])};
}
function opensAtFirst(whole) {
  if (whole.auto) return whole.auto;
  whole.auto = new Set();
  const waiting = itemKids(whole, rootItem(whole));
  let boxes = waiting.length;
  while (waiting.length) {
    const item = waiting.shift();
    if (item.band && boxes > 1) continue;
    const kids = itemKids(whole, item);
    if (!kids.length) continue;
    const inner = item.state ? kids.reduce((sum, kid) => sum + kid.kids.length, 0) : kids.length;
    if (boxes + inner > MOST_AUTO) continue;
    boxes += inner;
    whole.auto.add(item.key);
    if (item.state) for (const kid of kids) whole.auto.add(kid.key);
    waiting.push(...item.state ? kids.flatMap(kid => itemKids(whole, kid)) : kids);
  }
  return whole.auto;
}
const isOpen = (whole, item) => item.root
  || (S.opened.get(item.key) ?? opensAtFirst(whole).has(item.key));
function describe(whole, item) {
  const state = item.state;
  if (!state) {
    const kinds = new Map();
    const visit = kids => {
      for (const kid of kids) {
        if (kid.kids) visit(kid.kids);
        else kinds.set(kid.state.op, (kinds.get(kid.state.op) || 0) + 1);
      }
    };
    visit(item.kids);
    const common = [...kinds].sort((a, b) => b[1] - a[1]).slice(0, 3)
      .map(([name, times]) => times > 1 ? `${times} ${name}` : name).join(', ');
    return {title: cut(item.label, 44), lines: [`${item.count.toLocaleString('en')} nodes`,
      cut(common, 40)], chips: []};
  }
  const isInput = item.body.graph.inputs.includes(item.id);
  const title = state.value ? cut(state.value, 26) : isInput ? state.variable || state.name : state.op;
  const lines = [];
  if (!isInput || state.variable) lines.push(cut(state.name, 30));
  if (state.types) lines.push(cut(state.types.join(', '), 34));
  const out = item.body.outputs.get(item.id);
  if (out) lines.push(cut(`→ ${out.join(', ')}`, 30));
  const chips = (item.body.chips.get(item.id) || []).slice(0, 6).map(each => ({id: each.id,
    text: cut(each.value || each.op, 14)}));
  return {title: cut(title, 30), lines, chips, isInput, isOutput: Boolean(out)};
}
function boxSize(item, told) {
  const chips = told.chips.reduce((sum, chip) => sum + chipWidth(chip.text) + 4, 4);
  const opens = item.kids || item.state.calls ? 22 : 0;
  return {w: Math.max(56, width(told.title, 'title') + 22 + opens,
    ...told.lines.map(line => width(line, 'small') + 20), chips + 12),
  h: 24 + 14 * told.lines.length + (told.chips.length ? 21 : 0)};
}
// Gives size and, for an open box, the places of what is in it.
function layOut(whole, item) {
  const open = isOpen(whole, item), kids = open ? itemKids(whole, item) : [];
  const inner = kids.map(kid => layOut(whole, kid));
  const own = describe(whole, item);
  const key = `${item.key}|${open ? inner.map(each => each.key).join() : ''}`;
  const known = whole.layouts || (whole.layouts = new Map());
  if (known.has(key)) return known.get(key);
  let found;
  if (!kids.length) found = {item, key, told: own, ...boxSize(item, own)};
  else {
    const placed = arrange(item, kids, inner);
    const chips = own.chips.length ? 24 : 0;
    found = {item, key, told: own, kids: inner, ...placed, top: item.root ? 8 : 30 + chips};
    found.inner = placed.w;
    found.w = Math.max(placed.w + 24, width(own.title, 'title') + 60);
    found.h = placed.h + found.top + 12;
  }
  known.set(key, found);
  return found;
}
// Boxes without an edge stand in rows, others in layers.
function inRows(inner, most) {
  const places = [];
  let x = 0, y = 0, row = 0, w = 0;
  for (const each of inner) {
    if (x && x + each.w > most) { x = 0; y += row + 14; row = 0; }
    places.push([x, y]);
    w = Math.max(w, x + each.w);
    x += each.w + 14;
    row = Math.max(row, each.h);
  }
  return {places, w, h: y + row};
}
function arrange(item, kids, inner) {
  if (item.state) return {...inRows(inner, 560), edges: []};
  const level = item.body.edges.get(item.fn || item.root ? '' : item.local);
  const ends = new Set();
  for (const edge of level ? level.values() : []) { ends.add(edge.from); ends.add(edge.to); }
  const joined = kids.map((kid, index) => index).filter(index => ends.has(kids[index].local));
  const alone = kids.map((kid, index) => index).filter(index => !ends.has(kids[index].local));
  const layers = inLayers(joined.map(index => kids[index]), joined.map(index => inner[index]), level);
  const most = Math.max(420, layers.w), isHub = index => item.body.hubs.has(kids[index].id);
  const parts = [alone.filter(isHub), joined, alone.filter(index => !isHub(index))];
  const places = [];
  let w = 0, h = 0, shift = 0;
  parts.forEach((part, number) => {
    if (!part.length) return;
    const found = number === 1 ? layers : inRows(part.map(index => inner[index]), most);
    if (h) h += 18;
    if (number === 1) shift = h;
    part.forEach((index, at) => {
      places[index] = [found.places[at][0], found.places[at][1] + h];
    });
    w = Math.max(w, found.w);
    h += found.h;
  });
  const edges = layers.edges.map(edge =>
    ({...edge, points: edge.points.map(point => ({x: point.x, y: point.y + shift}))}));
  return {places, edges, w, h};
}
function inLayers(kids, inner, level) {
  if (!kids.length) return {w: 0, h: 0, places: [], edges: []};
  const graph = new dagre.graphlib.Graph();
  graph.setGraph({nodesep: 16, ranksep: 26, edgesep: 8,
    ranker: kids.length > 60 ? 'longest-path' : 'network-simplex'});
  graph.setDefaultEdgeLabel(() => ({}));
  const byLocal = new Map(kids.map((kid, index) => [kid.local || kid.key, index]));
  inner.forEach((each, index) => graph.setNode(String(index), {width: each.w, height: each.h}));
  const edges = [];
  for (const edge of level ? level.values() : []) {
    const from = byLocal.get(edge.from), to = byLocal.get(edge.to);
    if (from === undefined || to === undefined) continue;
    graph.setEdge(String(from), String(to), {});
    edges.push({...edge, v: String(from), w: String(to)});
  }
  dagre.layout(graph);
  return {w: graph.graph().width, h: graph.graph().height,
    places: inner.map((each, index) => {
      const node = graph.node(String(index));
      return [node.x - each.w / 2, node.y - each.h / 2];
    }),
    edges: edges.map(edge => ({source: edge.source, target: edge.target, waits: edge.waits,
      count: edge.count, points: graph.edge(edge.v, edge.w).points}))};
}
