// Events of mouse, keyboard and server.

function listen() {
  const canvas = $('#canvas');
  let from = null, moved = false;
  const fingers = new Map();
  canvas.addEventListener('pointerdown', event => {
    fingers.set(event.pointerId, event);
    from = {x: event.clientX - view.x, y: event.clientY - view.y, at: [event.clientX, event.clientY]};
    moved = false;
  });
  window.addEventListener('pointermove', event => {
    if (fingers.size === 2 && fingers.has(event.pointerId)) {
      pinch(fingers, event);
      from = null;
      return;
    }
    if (!from) return;
    if (!moved && Math.hypot(event.clientX - from.at[0], event.clientY - from.at[1]) < 4) return;
    moved = true;
    canvas.classList.add('moving');
    view.x = event.clientX - from.x;
    view.y = event.clientY - from.y;
    paint();
  });
  const released = event => {
    fingers.delete(event.pointerId);
    from = null;
    canvas.classList.remove('moving');
  };
  window.addEventListener('pointerup', released);
  window.addEventListener('pointercancel', released);
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
    showFound(false);
    if (moved) return;
    const opens = event.target.closest('[data-open]');
    if (opens) { openOrClose(opens.dataset.open); return; }
    const node = event.target.closest('[data-id]'), box = event.target.closest('[data-key]');
    if (node) { S.key = box && box.dataset.key; chooseNode(Number(node.dataset.id), 'graph'); }
    else if (box) openOrClose(box.dataset.key);
    else { S.key = null; choose(null); }
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
      at = Math.max(0, Math.min(hits.length - 1, MOST_HITS - 1, at + (event.key === 'ArrowDown' ? 1 : -1)));
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
  window.addEventListener('beforeprint', printWhole);
  window.addEventListener('afterprint', endPrinting);
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
  if (!target.closest('.finder')) showFound(false);
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
  cursors.set(origin, target.closest(LINKED));
  chooseTarget(found, origin);
}
function chooseTarget(found, origin) {
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
    keep();
  }};
const pushed = name => { if (ACTIONS[name]) ACTIONS[name](); };
// Two fingers: as far as they part the drawing grows, about the point between them.
function pinch(fingers, event) {
  const spread = () => {
    const [a, b] = [...fingers.values()];
    return {size: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY),
      x: (a.clientX + b.clientX) / 2, y: (a.clientY + b.clientY) / 2};
  };
  const before = spread();
  fingers.set(event.pointerId, event);
  const after = spread(), frame = $('#canvas').getBoundingClientRect();
  view.x += after.x - before.x;
  view.y += after.y - before.y;
  zoom(after.size / Math.max(1, before.size), after.x - frame.x, after.y - frame.y);
}
function pressed(event) {
  if (event.ctrlKey || event.metaKey || event.altKey) return;
  const isTyping = event.target.closest('input, select, textarea');
  if (isTyping || $('#manual').open) return;
  const isControl = event.target.closest('button, [role="button"], [role="link"], a');
  const show = name => { S.view = name; showGraph(); };
  const keys = {ArrowLeft: ACTIONS.back, ArrowRight: ACTIONS.next, '/': () => $('#find').focus(),
    g: () => show('drawing'), l: () => show('listing'), d: () => show('changes'),
    f: ACTIONS.fit, '+': ACTIONS.larger, '-': ACTIONS.smaller, '?': help,
    o: () => openAll(true), c: () => openAll(false), Escape: () => choose(null),
    ArrowDown: () => walk(1), ArrowUp: () => walk(-1),
    Enter: () => isControl ? event.target.click() : openChosen()};
  const number = Number(event.key);
  if (isControl && event.key === ' ') event.target.click();
  else if (number >= 1 && number <= PANES.length) toggle(PANES[number - 1][0]);
  else if (!keys[event.key] || keys[event.key]() === false) return;
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
body('graph').removeAttribute('tabindex'); // what is in it has the keyboard
body('graph').innerHTML = `<div id="drawing"><div id="canvas" tabindex="0" role="application"
  aria-roledescription="graph"></div><div id="legend"></div>
  <div id="tools"><button id="smaller" aria-label="smaller" title="smaller (-)">−</button>
  <button id="larger" aria-label="larger" title="larger (+)">+</button>
  <button id="fit" title="fit (f)">fit</button></div></div>
  <div id="listing" tabindex="0" role="group" aria-label="listing" hidden></div>
  <div id="changes" tabindex="0" role="group" aria-label="changes" hidden></div>`;
showTexts();
showPasses();
showDetails();
listen();
goTo(S.step);
showFirstUsed();
if (M.served) watch();
