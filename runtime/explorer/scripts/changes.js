// Listings of nodes, and the changes between two steps.

function rowText(state, whole) {
  const name = id => {
    const found = whole.stateOf.get(id);
    return found ? found.name : '?';
  };
  const read = (state.in || []).map(([id, index]) => index ? `${name(id)}:${index}` : name(id));
  read.push(...(state.wait || []).map(id => `^${name(id)}`));
  const value = state.value ? state.value : read.join(', ');
  const calls = Object.entries(state.calls || {}).map(([key, fn]) => ` ${key}=@${fn}`).join('');
  return `${state.name} = ${state.op}(${cut(value, 120)})${calls} : ${(state.types || []).join(', ')}`;
}
function showListing() {
  const whole = stepGraph(S.step);
  const parts = [];
  let left = 4000;
  for (const graph of whole.graphs) {
    const shown = graph.states.slice(0, Math.max(0, left));
    left -= shown.length;
    parts.push(`<h3>${esc(graph.name)}: ${graph.states.length.toLocaleString('en')} nodes</h3>`,
      ...shown.map((each, index) => lineHtml(index + 1, esc(rowText(M.states[each], whole)),
        `data-id="${M.states[each].id}"`)), lineHtml('', esc(returnText(graph, whole))));
    if (shown.length < graph.states.length) parts.push(empty(
      `and ${(graph.states.length - shown.length).toLocaleString('en')} more: search finds them`));
  }
  $('#listing').innerHTML = `<div class="text">${parts.join('')}</div>`;
}
function showChanges() {
  const old = stepGraph(S.compare), now = stepGraph(S.step), parts = [];
  const names = [...new Set([...now.graphs, ...old.graphs].map((each, index) =>
    each === now.main || each === old.main ? '' : each.name))];
  for (const name of names) {
    const a = old.byName.get(name), b = now.byName.get(name);
    if (a === b) continue;
    parts.push(...changesOf(old, now, a, b));
  }
  $('#changes').innerHTML = `<div class="text">${parts.join('')
    || empty('These two steps are the same graph.')}</div>`;
}
function returnText(graph, whole) {
  const read = graph.outputs.map(([id, index]) => {
    const state = whole.stateOf.get(id);
    return `${state ? state.name : '?'}${index ? `:${index}` : ''}`;
  });
  return `return ${read.join(', ')}`;
}
function changesOf(old, now, a, b) {
  const graph = b || a, before = new Map(), after = new Map();
  for (const each of a ? a.states : []) before.set(M.states[each].id, each);
  for (const each of b ? b.states : []) after.set(M.states[each].id, each);
  const rows = [`<h3>${esc(graph.name)}${a ? b ? '' : ': gone' : ': new'}</h3>`];
  let same = 0;
  const flush = () => {
    if (same) rows.push(`<div class="ln"><i></i><span class="c">${same} unchanged</span></div>`);
    same = 0;
  };
  const row = (sign, kind, index, whole) => {
    flush();
    const state = M.states[index];
    rows.push(lineHtml(sign, `${esc(rowText(state, whole))} ${kind === 'old' ? '' : why(state.id)}`,
      `data-id="${state.id}"`).replace('class="ln', `class="ln ${kind === 'old' ? 'del' : kind}`));
  };
  const gone = [...before.keys()].filter(id => !after.has(id)), placed = new Set();
  const order = [...before.keys()];
  const emitGone = until => {
    for (const id of order) {
      if (id === until) return;
      if (!after.has(id) && !placed.has(id)) {
        placed.add(id);
        row('−', 'del', before.get(id), old);
      }
    }
  };
  for (const [id, index] of after) {
    if (before.has(id) && gone.length) emitGone(id);
    if (!before.has(id)) row('+', 'add', index, now);
    else if (before.get(id) !== index) {
      row('−', 'old', before.get(id), old);
      row('+', 'chg', index, now);
    } else same++;
  }
  emitGone(null);
  flush();
  const [first, last] = [a && returnText(a, old), b && returnText(b, now)];
  if (a && b && first !== last) rows.push(lineHtml('−', esc(first)).replace('"ln', '"ln del'),
    lineHtml('+', esc(last)).replace('"ln', '"ln chg'));
  return rows;
}
function why(id) {
  const [from, to] = [Math.min(S.compare, S.step), Math.max(S.compare, S.step)];
  const rules = new Set((eventsOf.get(id) || []).map(each => M.events[each])
    .filter(event => event.step > from && event.step <= to)
    .map(event => ruleOf(M.steps[event.step].title, event.rule)
      ? ruleLink(M.steps[event.step].title, event.rule)
      : `<small>${esc(M.steps[event.step].title)}</small>`));
  return rules.size ? ` <span>${[...rules].join('')}</span>` : '';
}
