// Details of the selected node or line, and the search.

// --- details

function showDetails() {
  const target = S.chosen;
  if (!target) {
    const notes = Object.entries(M.notes || {}).map(([key, text]) =>
      `<h3 class="part">${esc(key)}</h3><p>${esc(text)}</p>`).join('');
    body('details').innerHTML = `<div class="inside"><p>Point at a line or a node to see what
      came from it everywhere; click to keep it. <kbd>?</kbd> shows the keys.</p>${notes}
      <h3 class="part">steps</h3><p>${changedText()}: ${count(0).toLocaleString('en')} nodes
      became ${count(LAST).toLocaleString('en')}, functions included.</p></div>`;
    return;
  }
  body('details').innerHTML = `<div class="inside">${target.line ? lineDetails(target.line)
    : target.ids.slice(0, 12).map(nodeDetails).join('<hr>')}</div>`;
}
// A folder of dumps has the passes too that changed nothing.
function changedText() {
  const changed = M.steps.filter((step, index) =>
    index && step.graphs.join() !== M.steps[index - 1].graphs.join()).length;
  return changed === 1 ? '1 run of a pass changed the graph'
    : `${changed} runs of passes changed the graph`;
}
function lineDetails(line) {
  const here = stepGraph(S.step), ids = [...litFor({line}).ids].filter(id => here.stateOf.has(id));
  const [file, number] = line.split(':').map(Number);
  const text = M.files[file].lines.find(each => each[0] === number);
  const time = ids.reduce((sum, id) => sum + (timeOf.get(id) || 0), 0);
  return `<h3>${esc(M.files[file].name)}:${number}</h3><pre>${esc(text ? text[1].trim() : '')}</pre>
    <p>${ids.length === 1 ? 'one node' : `${ids.length} nodes`} of this step${time
    ? `; ${micro(time)}` : ''}</p>
    ${ids.slice(0, 60).map(id => nodeLink(id)).join('')}`;
}
function nodeLink(id) {
  if (!statesOf.has(id)) return ''; // made and gone within one run of a pass
  const state = latest(id);
  return `<p><span class="link" role="link" tabindex="0" data-node="${id}">%${esc(cut(state.name, 60))}</span>
    <small>${esc(state.op)}</small></p>`;
}
const latest = id => stepGraph(S.step).stateOf.get(id)
  || M.states[statesOf.get(id)[statesOf.get(id).length - 1]];
function nodeDetails(id) {
  const state = latest(id), here = stepGraph(S.step), isHere = here.stateOf.has(id);
  const part = (title, html) => html ? `<h3 class="part">${title}</h3>${html}` : '';
  const lines = (state.lines || []).map(([file, number], index) => {
    const found = M.files[file].lines.find(each => each[0] === number);
    return `<p><span class="link" role="link" tabindex="0" data-goto="${file}:${number}">${esc(M.files[file].name)}:${number}</span>
    <span class="mono">${esc(found ? found[1].trim() : '')}</span></p>`;
  }).join('');
  const time = timeOf.get(id), last = lastStepOf(id);
  const fate = last === LAST ? '' : `<p class="alarm">gone after <span class="link"
    data-step="${Math.min(LAST, last + 1)}">${esc(stepTitle(Math.min(LAST, last + 1)))}</span></p>`;
  return `<h3>%${esc(state.name)} = ${esc(state.op)}</h3>
    <p>${esc((state.types || []).join(', '))}${isHere ? '' : ' <small>not in this step</small>'}</p>${fate}
    ${part('variable', state.variable ? `<p class="mono">${esc(state.variable)}</p>` : '')}
    ${part('time', time === undefined ? '' : `<p>${micro(time)}</p>`)}
    ${part('from', lines)}
    ${part('history', historyOf(id))}
    ${part('reads', (state.in || []).map(each => nodeLink(each[0])).join(''))}
    ${part('waits for', (state.wait || []).map(nodeLink).join(''))}
    ${part('came from', (ancestors.get(id) || []).map(nodeLink).slice(0, 12).join(''))}
    ${part('became', (descendants.get(id) || []).map(nodeLink).slice(0, 12).join(''))}
    ${part('attributes', Object.entries(state.attrs || {}).map(([key, text]) =>
      `<pre><b>${esc(key)}</b> ${esc(text)}</pre>`).join(''))}
    ${part('device', state.device ? `<p>${esc(state.device)}</p>` : '')}
    ${part('bytes', state.bytes ? `<p>${state.bytes.toLocaleString('en')}</p>` : '')}`;
}
function historyOf(id) {
  return (eventsOf.get(id) || []).map(each => {
    const event = M.events[each], step = M.steps[event.step];
    const words = {made: 'made',
      removed: `removed ${event.detail}`, copied: `copied from %${event.detail}`, renamed: `renamed to %${event.detail}`,
      replaced: `replaced by %${event.detail}`}[event.kind] || event.detail;
    const rule = ruleOf(step.title, event.rule) ? ruleLink(step.title, event.rule)
      : esc(event.rule);
    return `<p><span class="link" role="link" tabindex="0" data-step="${event.step}">${event.step} ${esc(step.title)}</span>
      ${rule} ${esc(words)}</p>`;
  }).join('') || '<p><small>no pass touched it</small></p>';
}

// --- search

const MOST_HITS = 60;
let hits = [], at = 0;
function find() {
  const wanted = $('#find').value.trim().toLowerCase();
  hits = [];
  if (wanted) {
    const here = stepGraph(S.step).stateOf, seen = new Set();
    const score = state => {
      const name = state.name.toLowerCase(), op = state.op.toLowerCase();
      if (name === wanted || op === wanted) return 0;
      if (name.endsWith(`/${wanted}`) || name.startsWith(wanted) || op.startsWith(wanted)) return 1;
      if (name.includes(wanted) || op.includes(wanted)) return 2;
      return lineText(state).toLowerCase().includes(wanted) ? 3 : -1;
    };
    const look = (state, isHere) => {
      if (seen.has(state.id)) return;
      const found = score(state);
      if (found < 0) return;
      seen.add(state.id);
      hits.push({state, isHere, score: found + (isHere ? 0 : 10)});
    };
    for (const state of here.values()) look(state, true);
    if (hits.length < 200) for (const state of M.states) look(state, false);
    hits.sort((a, b) => a.score - b.score);
  }
  at = 0;
  showHits();
}
function showHits() {
  const list = $('#found');
  showFound(Boolean($('#find').value.trim()));
  list.innerHTML = hits.slice(0, MOST_HITS).map((hit, index) => `<li data-hit="${index}"
    role="option" id="hit${index}" aria-selected="${index === at}" class="${index === at ? 'now' : ''}">%${esc(cut(hit.state.name, 70))}
    <small>${esc(hit.state.op)}${hit.isHere ? '' : ` · ${esc(stepTitle(lastStepOf(hit.state.id)))}`}
    ${esc(cut(lineText(hit.state), 60))}</small></li>`).join('')
    + (hits.length > MOST_HITS ? `<li><small>and ${hits.length - MOST_HITS} more</small></li>` : '')
    || '<li><small>nothing found, in any step</small></li>';
  const now = $('.now', list);
  if (now) now.scrollIntoView({block: 'nearest'});
}
function showFound(isShown) {
  const found = $('#found'), input = $('#find');
  found.hidden = !isShown;
  input.setAttribute('aria-expanded', isShown);
  if (isShown && hits.length) input.setAttribute('aria-activedescendant', `hit${at}`);
  else input.removeAttribute('aria-activedescendant');
}
function goToHit(index) {
  const hit = hits[index];
  if (!hit) return;
  showFound(false);
  if (isShut('graph')) toggle('graph', true);
  chooseNode(hit.state.id);
}
