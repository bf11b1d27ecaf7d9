// The page of the explorer begins here: constants, helpers, relations between nodes, lines
// and events. `model.py` describes the data; every text that comes from it goes through
// `esc` or `textContent`.

const M = JSON.parse(document.getElementById('model').textContent);
const $ = (selector, root = document) => root.querySelector(selector);
const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];
const ENTITIES = {'&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;'};
const esc = text => String(text).replace(/[&<>"']/g, each => ENTITIES[each]);
const cut = (text, most) => {
  if (text.length <= most) return text;
  const tail = most >> 1;
  return `${text.slice(0, most - tail - 1)}…${text.slice(-tail)}`;
};
const LAST = M.steps.length - 1;
const MOST_AUTO = 70, MOST_KIDS = 120, BAND = 60, MOST_READERS = 6;

// --- relations between nodes, lines and events

const linesOf = new Map(), nodesOfLine = new Map(), statesOf = new Map();
const eventsOf = new Map(), ancestors = new Map(), descendants = new Map();
const push = (map, key, value) => {
  if (!map.has(key)) map.set(key, []);
  map.get(key).push(value);
};
M.states.forEach((state, index) => {
  push(statesOf, state.id, index);
  const known = linesOf.get(state.id) || new Set();
  for (const line of state.lines || []) {
    const key = line.join(':');
    if (!known.has(key)) push(nodesOfLine, key, state.id);
    known.add(key);
  }
  linesOf.set(state.id, known);
});
M.events.forEach((event, index) => {
  if (event.id !== null) push(eventsOf, event.id, index);
});
for (const [old, made] of M.parents) {
  push(ancestors, made, old);
  push(descendants, old, made);
}
const timeOf = new Map();
for (const row of M.result ? M.result.rows : [])
  if (row.of !== null) timeOf.set(row.of, (timeOf.get(row.of) || 0) + row.us);
const slowest = Math.max(1e-9, ...timeOf.values());

function closure(start, edges) {
  const found = new Set(start), waiting = [...start];
  while (waiting.length && found.size < 5000)
    for (const next of edges.get(waiting.pop()) || [])
      if (!found.has(next)) { found.add(next); waiting.push(next); }
  return found;
}
const familyTree = ids => new Set([...closure(ids, ancestors), ...closure(ids, descendants)]);
