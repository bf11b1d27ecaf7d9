// The selected node or line, and everything highlighted with it.

function litFor(target) {
  const ids = new Set(), lines = new Set(), strong = new Set();
  if (!target) return {ids, lines, strong};
  if (target.line) {
    lines.add(target.line);
    strong.add(target.line);
    for (const id of nodesOfLine.get(target.line) || []) ids.add(id);
    for (const id of closure([...ids], descendants)) ids.add(id);
  } else {
    for (const id of target.ids) strong.add(id);
    for (const id of familyTree(target.ids)) ids.add(id);
    for (const id of target.ids)
      [...linesOf.get(id) || []].forEach((line, index) => {
        lines.add(line);
        if (!index) strong.add(line);
      });
  }
  return {ids, lines, strong};
}
function light(target) {
  S.lit = litFor(target || S.chosen);
  markLit();
}
function markLit() {
  const {ids, lines, strong} = S.lit;
  for (const each of $$('.ln.lit, tr.lit, .steps li.lit'))
    each.classList.remove('lit', 'strong');
  const counts = {};
  const mark = (element, isStrong) => {
    element.classList.add('lit');
    element.classList.toggle('strong', isStrong);
    const name = element.closest('.pane').dataset.pane;
    counts[name] = (counts[name] || 0) + 1;
  };
  if (ids.size || lines.size) {
    for (const element of $$('.ln[data-line]'))
      if (lines.has(element.dataset.line)) mark(element, strong.has(element.dataset.line));
    for (const element of $$('.ln[data-ids], tr[data-ids]')) {
      const own = element.dataset.ids.split(' ').map(Number);
      if (own.some(id => ids.has(id))) mark(element, own.some(id => strong.has(id)));
    }
    for (const element of $$('.ln[data-id], tr[data-id]')) {
      const id = Number(element.dataset.id);
      if (ids.has(id)) mark(element, strong.has(id));
    }
    const steps = new Set();
    for (const id of ids) for (const each of eventsOf.get(id) || []) steps.add(M.events[each].step);
    if (steps.size) for (const element of $$('.steps li'))
      if (steps.has(Number(element.dataset.step))) mark(element, false);
    const here = stepGraph(S.step).stateOf;
    if (!counts.graph) counts.graph = [...ids].filter(id => here.has(id)).length;
  }
  for (const [name] of PANES) $('h2 .count', pane(name)).textContent = counts[name] || '';
  markDrawing();
}
function markDrawing() {
  const svg = $('#canvas svg');
  if (!svg || S.view !== 'drawing') return;
  for (const each of $$('.lit, .hint, .chosen, .cursor', svg))
    each.classList.remove('lit', 'hint', 'chosen', 'cursor');
  const {ids, strong} = S.lit;
  if (S.key) for (const each of $$('[data-key]', svg))
    if (each.dataset.key === S.key) each.classList.add('cursor');
  if (!ids.size) return;
  for (const each of $$('[data-id]', svg)) {
    const id = Number(each.dataset.id);
    if (!ids.has(id)) continue;
    each.classList.add('lit');
    if (strong.has(id)) each.classList.add('chosen');
  }
  for (const each of $$('.edge', svg))
    if (strong.has(Number(each.dataset.from)) || strong.has(Number(each.dataset.to)))
      each.classList.add('lit');
  if (ids.size <= 500) hint(svg, ids);
}
function hint(svg, ids) {
  const whole = stepGraph(S.step);
  const boxes = new Map($$('[data-key]', svg).map(each => [each.dataset.key, each]));
  for (const id of ids) {
    const way = whole.wayTo(id) || [];
    if (way.length && boxes.has(way[way.length - 1])) continue;
    for (let at = way.length - 1; at >= 0; at--)
      if (boxes.has(way[at])) { boxes.get(way[at]).classList.add('hint'); break; }
  }
}
function choose(target, origin = '') {
  S.chosen = target;
  if (origin !== 'graph') S.key = null;
  light(null);
  showDetails();
  if (!target) return;
  for (const [name] of PANES) {
    if (name === origin || name === 'details' || name === 'passes' || isShut(name)) continue;
    const first = $('.lit.strong', body(name)) || $('.lit', body(name));
    if (first && !first.closest('svg')) bringIntoView(first);
  }
  if (target.line && S.view === 'drawing' && !isShut('graph')) showOneOf(S.lit.ids);
}
// Up and down alone: lines are wide, and their beginnings are what one reads.
function bringIntoView(element) {
  const holder = element.closest('#listing, #changes, .body'), frame = holder.getBoundingClientRect();
  const place = element.getBoundingClientRect();
  if (place.top >= frame.top && place.bottom <= frame.bottom) return;
  holder.scrollTop += place.top - frame.top - frame.height / 2;
}
// Moves the drawing only where nothing that is lit can be seen.
function showOneOf(ids) {
  const frame = $('#canvas').getBoundingClientRect();
  const isSeen = each => {
    const box = each.getBoundingClientRect();
    return box.right > frame.left && box.left < frame.right && box.bottom > frame.top
      && box.top < frame.bottom;
  };
  if ($$('.box.lit, .box.hint', $('#canvas')).some(isSeen)) return;
  const here = stepGraph(S.step).stateOf, found = [...ids].find(id => here.has(id));
  if (found !== undefined) { reveal(found); markDrawing(); }
}
function chooseNode(id, origin = '') {
  if (!stepGraph(S.step).stateOf.has(id)) {
    const step = lastStepOf(id);
    if (step >= 0) goTo(step);
  }
  choose({ids: [id]}, origin);
  if (origin !== 'graph') { reveal(id); markDrawing(); }
}
function lastStepOf(id) {
  for (let step = LAST; step >= 0; step--) if (stepGraph(step).stateOf.has(id)) return step;
  return -1;
}
function goTo(step) {
  S.step = Math.max(0, Math.min(LAST, step));
  S.compare = Math.max(0, S.step - 1);
  showGraph();
  keep();
}
function showGraph() {
  $('#step').value = S.step;
  $('#compare').value = S.compare;
  for (const each of $$('.steps li'))
    each.classList.toggle('now', Number(each.dataset.step) === S.step);
  const now = $('.steps li.now');
  if (now && !isShut('passes')) bringIntoView(now);
  for (const each of $$('[data-view]'))
    each.setAttribute('aria-pressed', each.dataset.view === S.view);
  $('.since').hidden = S.view !== 'changes';
  $('#drawing').hidden = S.view !== 'drawing';
  $('#listing').hidden = S.view !== 'listing';
  $('#changes').hidden = S.view !== 'changes';
  if (S.view === 'drawing') { if (!isShut('graph')) draw(); }
  if (S.view === 'listing') showListing();
  if (S.view === 'changes') showChanges();
  const title = `Graph: ${S.view === 'changes' ? `${stepTitle(S.compare)} → ` : ''}${stepTitle(S.step)}`;
  $('h2 > .name', pane('graph')).textContent = title;
  $('#canvas').setAttribute('aria-label',
    `${title}, ${count(S.step)} nodes: up and down go from box to box, Enter opens a box`);
  markLit();
}
