const stage = document.getElementById('stage'), side = document.querySelector('aside');
const pick = document.querySelector('select'), search = document.querySelector('input');
const details = JSON.parse(document.getElementById('details').textContent);
const views = new Map();
let shown = null;
const view = () => views.get(shown);
function apply() {
  const v = view();
  shown.style.transform = `translate(${v.x}px,${v.y}px) scale(${v.scale})`;
}
function fit() {
  const svg = shown.querySelector('svg');
  const width = svg.width.baseVal.value, height = svg.height.baseVal.value;
  const scale = Math.min(1, Math.max(stage.clientWidth / width * .98,
    Math.min(.6, stage.clientHeight / height)));
  views.set(shown, {x: Math.max(0, (stage.clientWidth - width * scale) / 2), y: 0, scale});
  apply();
}
function show(name) {
  for (const each of document.querySelectorAll('.graph')) {
    each.hidden = each.dataset.name !== name;
    if (!each.hidden) shown = each;
  }
  views.has(shown) ? apply() : fit();
  find();
}
function zoom(factor, x, y) {
  const v = view(), scale = Math.min(4, Math.max(.05, v.scale * factor));
  v.x = x - (x - v.x) * scale / v.scale;
  v.y = y - (y - v.y) * scale / v.scale;
  v.scale = scale;
  apply();
}
stage.addEventListener('wheel', event => {
  event.preventDefault();
  const frame = stage.getBoundingClientRect();
  // Firefox counts lines, and Shift makes the wheel one that goes sideways
  const unit = [1, 16, 400][event.deltaMode], delta = (event.deltaY || event.deltaX) * unit;
  if (event.shiftKey) { view().x -= delta; apply(); return; }
  zoom(Math.exp(-Math.max(-240, Math.min(240, delta)) / 400), event.clientX - frame.x,
    event.clientY - frame.y);
}, {passive: false});
let from = null;
stage.addEventListener('pointerdown', event => {
  from = {x: event.clientX - view().x, y: event.clientY - view().y};
  stage.classList.add('moving');
});
window.addEventListener('pointermove', event => {
  if (!from) return;
  view().x = event.clientX - from.x;
  view().y = event.clientY - from.y;
  apply();
});
window.addEventListener('pointerup', () => {
  from = null;
  stage.classList.remove('moving');
});
function tell(box) {
  for (const each of document.querySelectorAll('.chosen')) each.classList.remove('chosen');
  side.replaceChildren();
  if (!box) return;
  box.classList.add('chosen');
  const number = box.dataset.box;
  for (const edge of shown.querySelectorAll(
    `.edge[data-from="${number}"], .edge[data-to="${number}"]`)) edge.classList.add('chosen');
  const heading = document.createElement('h2'), list = document.createElement('dl');
  heading.textContent = box.querySelector('text').textContent;
  for (const [key, value] of Object.entries(details[shown.dataset.name][number] || {})) {
    const term = document.createElement('dt'), text = document.createElement('dd');
    term.textContent = key;
    text.textContent = Array.isArray(value) ? value.join('\n')
      : typeof value === 'object'
      ? Object.entries(value).map(pair => pair.join(': ')).join('\n') : value;
    list.append(term, text);
  }
  side.append(heading, list);
}
stage.addEventListener('click', event => tell(event.target.closest('.box')));
function find() {
  const wanted = search.value.trim().toLowerCase();
  let first = null;
  shown.classList.toggle('searching', wanted !== '');
  for (const box of shown.querySelectorAll('.box')) {
    const known = details[shown.dataset.name][box.dataset.box] || {};
    const lines = [...box.querySelectorAll('text')].map(each => each.textContent);
    const text = [...lines, known.name, known.op, known.scope].join(' ');
    const is = wanted !== '' && text.toLowerCase().includes(wanted);
    box.classList.toggle('found', is);
    if (is && !first) first = box;
  }
  return first;
}
search.addEventListener('input', find);
search.addEventListener('keydown', event => {
  const first = event.key === 'Enter' ? find() : null;
  if (!first) return;
  const box = first.getBoundingClientRect(), frame = stage.getBoundingClientRect();
  view().x += frame.x + frame.width / 2 - box.x - box.width / 2;
  view().y += frame.y + frame.height / 2 - box.y - box.height / 2;
  apply();
  tell(first);
});
// Up and down go from box to box, in the order of the drawing.
function walk(by) {
  const places = [...shown.querySelectorAll('.box')].map(box => [box, box.getBoundingClientRect()]);
  const boxes = places.sort((a, b) => a[1].y - b[1].y || a[1].x - b[1].x).map(each => each[0]);
  if (!boxes.length) return;
  const at = boxes.findIndex(each => each.classList.contains('chosen'));
  const next = at < 0 ? by > 0 ? 0 : boxes.length - 1
    : Math.max(0, Math.min(boxes.length - 1, at + by));
  tell(boxes[next]);
  bringIntoView(boxes[next]);
}
function bringIntoView(element) {
  const box = element.getBoundingClientRect(), frame = stage.getBoundingClientRect();
  if (box.x < frame.x || box.right > frame.right)
    view().x += frame.x + frame.width / 2 - box.x - box.width / 2;
  if (box.y < frame.y || box.bottom > frame.bottom)
    view().y += frame.y + frame.height / 2 - box.y - box.height / 2;
  apply();
}
const middle = factor => zoom(factor, stage.clientWidth / 2, stage.clientHeight / 2);
const KEYS = {ArrowDown: () => walk(1), ArrowUp: () => walk(-1), '+': () => middle(1.25),
  '-': () => middle(.8), f: fit, '/': () => search.focus(), Escape: () => tell(null)};
document.addEventListener('keydown', event => {
  if (event.ctrlKey || event.metaKey || event.altKey || !KEYS[event.key]) return;
  if (event.target.closest('input, select')) return;
  KEYS[event.key]();
  event.preventDefault();
});
document.getElementById('fit').addEventListener('click', fit);
document.getElementById('in').addEventListener('click',
  () => middle(1.25));
document.getElementById('out').addEventListener('click',
  () => middle(.8));
pick.addEventListener('change', () => { tell(null); show(pick.value); });
show(pick.value);
