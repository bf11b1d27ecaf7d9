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
  if (event.ctrlKey || event.metaKey || event.deltaMode === 0 && !event.shiftKey)
    zoom(Math.exp(-event.deltaY / 400), event.clientX - frame.x, event.clientY - frame.y);
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
document.getElementById('fit').addEventListener('click', fit);
document.getElementById('in').addEventListener('click',
  () => zoom(1.25, stage.clientWidth / 2, stage.clientHeight / 2));
document.getElementById('out').addEventListener('click',
  () => zoom(.8, stage.clientWidth / 2, stage.clientHeight / 2));
pick.addEventListener('change', () => { tell(null); show(pick.value); });
show(pick.value);
