// The drawing: colours, boxes, edges, zoom.

const view = {x: 20, y: 20, scale: 1, step: -1};
let flat = null, painted = null;
function flatten(found, x, y, depth, out) {
  if (found.kids) {
    if (!found.item.root) out.boxes.push({...found, x, y, depth, isFrame: true});
    const left = x + (found.w - found.inner) / 2;
    const top = y + found.top;
    // as one reads: the keyboard goes this way
    const order = found.places.map((place, index) => [...place, index])
      .sort((a, b) => a[1] - b[1] || a[0] - b[0]);
    for (const [right, down, index] of order)
      flatten(found.kids[index], left + right, top + down, depth + 1, out);
    for (const edge of found.edges) {
      const points = edge.points.map(point => [left + point.x, top + point.y]);
      const xs = points.map(each => each[0]), ys = points.map(each => each[1]);
      out.edges.push({...edge, points, x: Math.min(...xs), y: Math.min(...ys),
        w: Math.max(...xs) - Math.min(...xs), h: Math.max(...ys) - Math.min(...ys)});
    }
  } else out.boxes.push({...found, x, y, depth});
  return out;
}
function draw() {
  const whole = stepGraph(S.step), root = layOut(whole, rootItem(whole));
  flat = flatten(root, 0, 0, 0, {boxes: [], edges: [], w: root.w, h: root.h});
  const byKey = new Map(flat.boxes.map(box => [box.item.key, box]));
  flat.byKey = byKey;
  painted = null;
  if (view.step === -1) fit(true);
  view.step = S.step;
  paint();
  legend();
}
let drawing = 0;
function drawSoon() {
  cancelAnimationFrame(drawing);
  drawing = requestAnimationFrame(() => { if (!isShut('graph')) showGraph(); });
}
function fit(isFirst = false) {
  const frame = $('#canvas').getBoundingClientRect();
  const scale = Math.min(1.15, (frame.width - 30) / flat.w, (frame.height - 70) / flat.h);
  view.scale = Math.max(scale, 0.02);
  // a long drawing begins at its top, readable
  if (isFirst) view.scale = Math.max(view.scale, 0.6);
  view.x = Math.max(10, (frame.width - flat.w * view.scale) / 2);
  view.y = Math.max(10, (frame.height - 50 - flat.h * view.scale) / 2);
}
const HUES = [215, 150, 32, 275, 0, 185, 55, 325, 100, 245, 15, 170];
const isDark = () => document.documentElement.dataset.theme
  ? document.documentElement.dataset.theme === 'dark'
  : matchMedia('(prefers-color-scheme: dark)').matches;
const swatch = hue => isDark() ? `hsl(${hue} 38% 27%)` : `hsl(${hue} 70% 90%)`;
const heat = share => isDark() ? `hsl(${40 - 40 * share} ${30 + 45 * share}% ${18 + 22 * share}%)`
  : `hsl(${45 - 38 * share} 95% ${97 - 25 * share}%)`;
const colourNames = new Map();
function namesOfColours() {
  if (colourNames.has(S.colour)) return colourNames.get(S.colour);
  const names = new Map();
  for (const state of M.states) {
    const name = categoryOf(state);
    if (name) names.set(name, (names.get(name) || 0) + 1);
  }
  const sorted = [...names].sort((a, b) => b[1] - a[1]).map(each => each[0]);
  colourNames.set(S.colour, sorted);
  return sorted;
}
function categoryOf(state) {
  if (S.colour === 'family') return state.family;
  if (S.colour === 'dtype') return (state.types || [''])[0].replace(/\[.*/, '') || 'none';
  if (S.colour === 'device') return state.device || 'any device';
  if (S.colour === 'pass') {
    const events = (eventsOf.get(state.id) || []).filter(each =>
      M.events[each].step <= S.step && M.events[each].kind !== 'removed');
    return events.length ? M.steps[M.events[events[events.length - 1]].step].title : 'traced';
  }
  return '';
}
const most = {};
function shareOf(state) {
  if (S.colour === 'time') return Math.sqrt((timeOf.get(state.id) || 0) / slowest);
  most.bytes ??= Math.max(1, ...M.states.map(each => each.bytes || 0));
  return Math.log1p(state.bytes || 0) / Math.log1p(most.bytes);
}
function fillOf(state) {
  if (S.colour === 'time' || S.colour === 'bytes') return heat(shareOf(state));
  const index = namesOfColours().indexOf(categoryOf(state));
  return index < 0 ? 'var(--box)' : swatch(HUES[index % HUES.length]);
}
function groupShare(item, whole) {
  let found = 0;
  const visit = kids => {
    for (const kid of kids) {
      if (kid.kids) visit(kid.kids);
      else found = Math.max(found, shareOf(kid.state));
    }
  };
  visit(item.kids);
  return found;
}
function legend() {
  const names = S.colour === 'time' || S.colour === 'bytes' ? null : namesOfColours();
  const shown = names ? names.slice(0, 9).map((name, index) =>
    [cut(name, 24), swatch(HUES[index % HUES.length])])
    : [['none', heat(0)], ['half', heat(.5)], [S.colour === 'time'
      ? `${M.result ? micro(slowest) : 'not run'}` : `${(most.bytes || 1).toLocaleString('en')} bytes`,
    heat(1)]];
  $('#legend').innerHTML = '';
  for (const [name, colour] of shown) {
    const each = document.createElement('span');
    each.textContent = name;
    each.style.setProperty('--swatch', colour);
    $('#legend').append(each);
  }
}
function change(id) {
  const before = S.step ? stepGraph(S.step - 1).stateOf : null;
  if (before && !before.has(id)) return ' new';
  if (S.step < LAST && !stepGraph(S.step + 1).stateOf.has(id)) return ' going';
  return '';
}
// What was drawn moves and grows as one picture, which the browser does without drawing
// it again; when it rests, it is drawn sharp.
const MARGIN = .5, GROWS = 2, REST = 140;
let resting = 0;
function paint() {
  const grown = painted ? view.scale / painted.scale : 0;
  if (!painted || !holds(seenPart())) repaint();
  else if (grown > GROWS || grown < 1 / GROWS) sharpen();
  else if (view.scale !== painted.scale) {
    clearTimeout(resting);
    resting = setTimeout(rest, REST);
  }
  place();
}
function seenPart() {
  const frame = $('#canvas').getBoundingClientRect(), {scale} = view;
  return {x: -view.x / scale, y: -view.y / scale, w: frame.width / scale, h: frame.height / scale};
}
// The part of the drawing that can be seen, as far as there is any.
function holds(part) {
  const right = Math.min(part.x + part.w, flat.w), bottom = Math.min(part.y + part.h, flat.h);
  return Math.max(part.x, 0) >= painted.x && Math.max(part.y, 0) >= painted.y
    && right <= painted.x + painted.w && bottom <= painted.y + painted.h;
}
function place() {
  const grown = view.scale / painted.scale;
  // a picture between two pixels is blurred
  const [x, y] = [view.x + painted.x * view.scale, view.y + painted.y * view.scale].map(Math.round);
  $('#canvas svg').style.transform = `translate(${x}px,${y}px) scale(${grown})`;
}
function sharpen() {
  if (painted.far !== view.scale < 0.3) repaint();
  else redrawSharp();
}
// Not while a button is down: what is clicked would be gone when it comes up.
function rest() {
  if (!painted) return;
  if ($('#canvas:active')) resting = setTimeout(rest, REST);
  else { sharpen(); place(); }
}
function repaint() {
  const far = view.scale < 0.3, part = seenPart(), edge = 6;
  const x = Math.max(part.x - part.w * MARGIN, -edge), y = Math.max(part.y - part.h * MARGIN, -edge);
  painted = {x, y, far,
    w: Math.max(1, Math.min(part.x + part.w * (1 + MARGIN), flat.w + edge) - x),
    h: Math.max(1, Math.min(part.y + part.h * (1 + MARGIN), flat.h + edge) - y)};
  $('#canvas').innerHTML = pictureHtml();
  redrawSharp();
  markDrawing();
}
// What is in the painted part, as one SVG.
function pictureHtml() {
  const {far} = painted;
  const isSeen = each => each.x < painted.x + painted.w && each.x + each.w > painted.x
    && each.y < painted.y + painted.h && each.y + each.h > painted.y;
  const frames = [], boxes = [];
  for (const box of flat.boxes)
    if (isSeen(box)) (box.isFrame ? frames : boxes).push(boxHtml(box, far));
  const edges = flat.edges.filter(isSeen).map(edgeHtml);
  return `<svg role="img" aria-label="graph"><defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
    markerUnits="userSpaceOnUse" orient="auto"><path d="M0 0.6L8 4L0 7.4z" fill="context-stroke"/></marker></defs>
    <g class="${far ? 'far' : ''}">${frames.join('')}${edges.join('')}${boxes.join('')}</g></svg>`;
}
function redrawSharp() {
  clearTimeout(resting);
  const svg = $('#canvas svg'), {scale} = view;
  painted.scale = scale;
  svg.setAttribute('width', Math.ceil(painted.w * scale));
  svg.setAttribute('height', Math.ceil(painted.h * scale));
  svg.querySelector('g').setAttribute('transform',
    `scale(${scale}) translate(${-painted.x} ${-painted.y})`);
}
function edgeHtml(edge) {
  const [first, ...rest] = edge.points;
  let path = `M${first[0].toFixed(1)} ${first[1].toFixed(1)}`, last = first;
  rest.forEach((point, index) => {
    const end = index === rest.length - 1 ? point
      : [(point[0] + rest[index + 1][0]) / 2, (point[1] + rest[index + 1][1]) / 2];
    path += `Q${point[0].toFixed(1)} ${point[1].toFixed(1)} ${end[0].toFixed(1)} ${end[1].toFixed(1)}`;
    last = end;
  });
  const heavy = edge.count > 1 ? ` style="stroke-width:${1.2 + Math.min(2.4, edge.count * .25)}"` : '';
  return `<path class="edge${edge.waits ? ' wait' : ''}" data-from="${edge.source}"
 data-to="${edge.target}" d="${path}"${heavy} marker-end="url(#head)"/>`;
}
function boxHtml(box, far) {
  const {item, told, x, y, w, h, isFrame} = box, state = item.state;
  const whole = stepGraph(S.step);
  const opens = item.kids || state.calls;
  const isHeat = S.colour === 'time' || S.colour === 'bytes';
  const fill = isFrame ? `var(--group${box.depth % 2 ? '' : '2'})` : state ? fillOf(state)
    : isHeat ? heat(groupShare(item, whole)) : 'var(--group2)';
  const kind = isFrame ? `frame${state ? ' call' : ''}`
    : `box${told.isInput || told.isOutput ? ' io' : ''}`;
  const marks = state ? change(item.id) : '';
  const id = state ? ` data-id="${item.id}"` : '';
  const round = told.isInput ? 12 : 5;
  let inner = `<rect width="${w.toFixed(1)}" height="${h.toFixed(1)}" rx="${isFrame ? 8 : round}"
 fill="${fill}"/>`;
  if (!far || isFrame || !state) {
    inner += `<text class="title" x="${opens ? 26 : 10}" y="16">${esc(told.title)}</text>`;
    if (!isFrame) told.lines.forEach((line, index) => {
      inner += `<text class="small" x="10" y="${31 + 14 * index}">${esc(line)}</text>`;
    });
    let at = 8;
    const chipY = isFrame ? 22 : 24 + 14 * told.lines.length;
    for (const chip of told.chips) {
      const size = chipWidth(chip.text);
      inner += `<g class="chip" data-id="${chip.id}" transform="translate(${at} ${chipY})">
<rect width="${size}" height="16" rx="8"/><text class="small" x="6" y="12">${esc(chip.text)}</text></g>`;
      at += size + 4;
    }
    if (opens) inner += `<g class="chip open" data-open="${esc(item.key)}"
 transform="translate(5 4)"><rect width="17" height="16" rx="4"/>
<text x="${isFrame ? 6 : 4.5}" y="12.5">${isFrame ? '−' : '+'}</text></g>`;
  }
  return `<g class="${kind}${marks}"${id} data-key="${esc(item.key)}"
 transform="translate(${x.toFixed(1)} ${y.toFixed(1)})"><title>${esc(tip(item))}</title>${inner}</g>`;
}
function tip(item) {
  if (!item.state) return `${item.label}: ${item.count} nodes`;
  const {state} = item, time = timeOf.get(item.id);
  return [`%${state.name} = ${state.op}`, (state.types || []).join(', '),
    time === undefined ? '' : micro(time), lineText(state)].filter(Boolean).join('\n');
}
function lineText(state) {
  const first = (state.lines || [])[0];
  if (!first) return '';
  const file = M.files[first[0]], found = file.lines.find(each => each[0] === first[1]);
  return `${file.name}:${first[1]}  ${found ? found[1].trim() : ''}`;
}
function zoom(factor, x, y) {
  const scale = Math.min(3, Math.max(.015, view.scale * factor));
  view.x = x - (x - view.x) * scale / view.scale;
  view.y = y - (y - view.y) * scale / view.scale;
  view.scale = scale;
  paint();
}
function centre(box) {
  const frame = $('#canvas').getBoundingClientRect();
  if (view.scale < .5) view.scale = .85;
  const tall = box.isFrame ? Math.min(box.h, frame.height * .6 / view.scale) : box.h;
  view.x = frame.width / 2 - (box.x + box.w / 2) * view.scale;
  view.y = frame.height / 2 - (box.y + tall / 2) * view.scale;
  paint();
}
function openOrClose(key) {
  const box = flat.byKey.get(key);
  if (!box || !box.item.kids && !box.item.state.calls) return;
  const whole = stepGraph(S.step), opens = !isOpen(whole, box.item);
  const before = [box.x, box.y];
  S.opened.set(key, opens);
  if (opens && box.item.state)
    for (const kid of itemKids(whole, box.item)) if (!S.opened.has(kid.key)) S.opened.set(kid.key, true);
  draw();
  const after = flat.byKey.get(key);
  // what was opened stays under the pointer
  view.x += (before[0] - after.x) * view.scale;
  view.y += (before[1] - after.y) * view.scale;
  paint();
}
function openAll(opens) {
  const whole = stepGraph(S.step);
  const visit = (item, left) => {
    for (const kid of itemKids(whole, item)) {
      if (!kid.kids && !(kid.state && kid.state.calls)) continue;
      S.opened.set(kid.key, opens);
      visit(kid);
    }
  };
  visit(rootItem(whole));
  draw();
  fit();
  paint();
}
function reveal(id) {
  const whole = stepGraph(S.step), way = whole.wayTo(id);
  if (!way) return false;
  for (const key of way.slice(0, -1)) S.opened.set(key, true);
  if (S.view === 'drawing' && !isShut('graph')) {
    draw();
    const box = flat.byKey.get(way[way.length - 1]);
    if (box) centre(box);
  }
  return true;
}
