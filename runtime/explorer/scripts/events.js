// Events of mouse, keyboard and server.

function listen() {
  const canvas = $('#canvas');
  let from = null, moved = false;
  canvas.addEventListener('pointerdown', event => {
    from = {x: event.clientX - view.x, y: event.clientY - view.y, at: [event.clientX, event.clientY]};
    moved = false;
  });
  window.addEventListener('pointermove', event => {
    if (!from) return;
    if (!moved && Math.hypot(event.clientX - from.at[0], event.clientY - from.at[1]) < 4) return;
    moved = true;
    canvas.classList.add('moving');
    view.x = event.clientX - from.x;
    view.y = event.clientY - from.y;
    paint();
  });
  window.addEventListener('pointerup', () => {
    from = null;
    canvas.classList.remove('moving');
  });
  canvas.addEventListener('wheel', event => {
    event.preventDefault();
    const frame = canvas.getBoundingClientRect();
    const delta = event.deltaY * (event.deltaMode === 1 ? 16 : event.deltaMode === 2 ? 400 : 1);
    if (event.shiftKey) { view.x -= delta; paint(); return; }
    zoom(Math.exp(-Math.max(-240, Math.min(240, delta)) / 400), event.clientX - frame.x,
      event.clientY - frame.y);
  }, {passive: false});
  canvas.addEventListener('click', event => {
    // what was clicked may be drawn anew before the document hears of it
    event.stopPropagation();
    $('#found').hidden = true;
    if (moved) return;
    const opens = event.target.closest('[data-open]');
    if (opens) { openOrClose(opens.dataset.open); return; }
    const node = event.target.closest('[data-id]'), box = event.target.closest('[data-key]');
    if (node) { S.key = box && box.dataset.key; chooseNode(Number(node.dataset.id), 'graph'); }
    else if (box) openOrClose(box.dataset.key);
    else choose(null);
  });
  canvas.addEventListener('dblclick', event => {
    const box = event.target.closest('[data-key][data-id]');
    if (box) openOrClose(box.dataset.key);
  });
  document.addEventListener('mouseover', event => light(targetOf(event.target)));
  document.addEventListener('mouseleave', () => light(null));
  document.addEventListener('click', clicked);
  document.addEventListener('keydown', pressed);
  $('#find').addEventListener('input', find);
  $('#find').addEventListener('keydown', event => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      at = Math.max(0, Math.min(hits.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)));
      showHits();
      event.preventDefault();
    }
    if (event.key === 'Enter') { goToHit(at); event.target.blur(); }
    if (event.key === 'Escape') { event.target.value = ''; find(); event.target.blur(); }
  });
  $('#step').addEventListener('change', event => goTo(Number(event.target.value)));
  $('#compare').addEventListener('change', event => {
    S.compare = Number(event.target.value);
    showGraph();
  });
  $('#colour').addEventListener('change', event => {
    S.colour = event.target.value;
    drawSoon();
  });
  for (const each of $$('.grip')) each.addEventListener('pointerdown', resize);
  window.addEventListener('resize', drawSoon);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', drawSoon);
}
function targetOf(element) {
  const found = element.closest && element.closest('[data-line], [data-ids], [data-id], [data-node]');
  if (!found) return null;
  if (found.dataset.line) return {line: found.dataset.line};
  if (found.dataset.ids) return {ids: found.dataset.ids.split(' ').map(Number)};
  return {ids: [Number(found.dataset.node || found.dataset.id)]};
}
function clicked(event) {
  const {target} = event;
  const rule = target.closest('[data-rule]');
  if (rule) { explainRule(rule.dataset.pass, rule.dataset.rule); return; }
  const hit = target.closest('[data-hit]');
  if (hit) { goToHit(Number(hit.dataset.hit)); return; }
  if (!target.closest('.finder')) $('#found').hidden = true;
  if (target.closest('dialog') || target.closest('#canvas')) return;
  const link = target.closest('[data-step], [data-node], [data-goto]');
  if (link && link.dataset.step) { goTo(Number(link.dataset.step)); return; }
  if (link && link.dataset.goto) { toggle('source', true); choose({line: link.dataset.goto}); return; }
  const shown = target.closest('[data-view]');
  if (shown) { S.view = shown.dataset.view; toggle('graph', true); showGraph(); return; }
  const tool = target.closest('button');
  if (tool) { pushed(tool.id); return; }
  const heading = target.closest('.pane > h2');
  if (heading && !target.closest('.tool')) { toggle(heading.parentElement.dataset.pane); return; }
  const found = targetOf(target);
  if (!found) return;
  const origin = target.closest('.pane').dataset.pane;
  if (found.line) choose(found, origin);
  else if (found.ids.length === 1) chooseNode(found.ids[0], origin);
  else choose(found, origin);
}
const ACTIONS = {back: () => goTo(S.step - 1), next: () => goTo(S.step + 1), help,
  fit: () => { fit(); paint(); },
  larger: () => zoom(1.25, $('#canvas').clientWidth / 2, $('#canvas').clientHeight / 2),
  smaller: () => zoom(.8, $('#canvas').clientWidth / 2, $('#canvas').clientHeight / 2),
  theme: () => {
    document.documentElement.dataset.theme = isDark() ? 'light' : 'dark';
    showGraph();
  }};
const pushed = name => { if (ACTIONS[name]) ACTIONS[name](); };
function chosenKey() {
  if (!S.chosen || !S.chosen.ids) return null;
  const way = stepGraph(S.step).wayTo(S.chosen.ids[0]);
  return S.key && flat && flat.byKey.has(S.key) ? S.key : way && way[way.length - 1];
}
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.closest('input, select, textarea');
  if (isTyping || $('#manual').open) return;
  const isControl = event.target.closest('button, [role="button"], a');
  const show = name => { S.view = name; showGraph(); };
  const keys = {ArrowLeft: ACTIONS.back, ArrowRight: ACTIONS.next, '/': () => $('#find').focus(),
    g: () => show('drawing'), l: () => show('listing'), d: () => show('changes'),
    f: ACTIONS.fit, '+': ACTIONS.larger, '-': ACTIONS.smaller, '?': help,
    o: () => openAll(true), c: () => openAll(false), Escape: () => choose(null),
    Enter: () => isControl ? event.target.click() : chosenKey() && openOrClose(chosenKey())};
  const number = Number(event.key);
  if (number >= 1 && number <= PANES.length) toggle(PANES[number - 1][0]);
  else if (keys[event.key]) keys[event.key]();
  else return;
  event.preventDefault();
}
function resize(event) {
  const left = event.target.parentElement;
  let right = left.nextElementSibling;
  while (right && right.classList.contains('shut')) right = right.nextElementSibling;
  if (!right || left.classList.contains('shut')) return;
  const start = event.clientX, sizes = [left.offsetWidth, right.offsetWidth];
  const total = parseFloat(getComputedStyle(left).flexGrow) + parseFloat(getComputedStyle(right).flexGrow);
  const move = moving => {
    const size = Math.max(120, Math.min(sizes[0] + sizes[1] - 120, sizes[0] + moving.clientX - start));
    left.style.flexGrow = total * size / (sizes[0] + sizes[1]);
    right.style.flexGrow = total - left.style.flexGrow;
    drawSoon();
  };
  const end = () => {
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  event.preventDefault();
}
// A served page asks until there is a newer one, and then loads that.
async function watch() {
  for (;;) {
    await new Promise(done => setTimeout(done, 700));
    try {
      const answer = await fetch('version', {cache: 'no-store'});
      const version = await answer.text();
      if (answer.ok && version !== M.made) { location.reload(); return; }
    } catch { /* the server is gone; it may come back */ }
  }
}

build();
body('graph').innerHTML = `<div id="drawing"><div id="canvas"></div><div id="legend"></div>
  <div id="tools"><button id="smaller" title="smaller (−)">−</button>
  <button id="larger" title="larger (+)">+</button>
  <button id="fit" title="fit (f)">fit</button></div></div>
  <div id="listing" hidden></div><div id="changes" hidden></div>`;
showTexts();
showPasses();
showDetails();
listen();
goTo(S.step);
if (M.served) watch();
