'use strict';
// The page of the explorer. `model.py` describes the data; every text that comes from it
// goes through `esc` or `textContent`.
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
  if (row.nodes.length === 1) timeOf.set(row.nodes[0], (timeOf.get(row.nodes[0]) || 0) + row.us);
const slowest = Math.max(1e-9, ...timeOf.values());

function closure(start, edges) {
  const found = new Set(start), waiting = [...start];
  while (waiting.length && found.size < 5000)
    for (const next of edges.get(waiting.pop()) || [])
      if (!found.has(next)) { found.add(next); waiting.push(next); }
  return found;
}
const familyTree = ids => new Set([...closure(ids, ancestors), ...closure(ids, descendants)]);

// --- the graph of one step

class StepGraph {
  constructor(number) {
    this.step = M.steps[number];
    this.graphs = this.step.graphs.map(each => M.graphs[each]);
    this.byName = new Map(this.graphs.map((each, index) => [index ? each.name : '', each]));
    this.main = this.graphs[0];
    this.stateOf = new Map();
    this.graphOf = new Map();
    this.callers = new Map();
    this.bodies = new Map();
    for (const graph of this.graphs)
      for (const index of graph.states) {
        const state = M.states[index];
        this.stateOf.set(state.id, state);
        this.graphOf.set(state.id, graph);
        for (const [key, name] of Object.entries(state.calls || {}))
          if (!this.callers.has(name) && this.byName.get(name) !== graph)
            this.callers.set(name, {graph, id: state.id, key});
      }
  }
  // What stands in a body: its scopes as a tree, helpers beside those who read them.
  body(graph) {
    let found = this.bodies.get(graph);
    if (!found) this.bodies.set(graph, found = new Body(this, graph));
    return found;
  }
  // Keys of the boxes around a node, outermost first, then its own.
  wayTo(id) {
    const graph = this.graphOf.get(id);
    if (!graph) return null;
    const prefix = this.prefixOf(graph, new Set());
    if (prefix === null) return null;
    const body = this.body(graph), host = body.hostOf.get(id) ?? id;
    return [...prefix.way, ...(body.chain.get(host) || []).map(k => prefix.key + k),
      `${prefix.key}#${host}`];
  }
  prefixOf(graph, seen) {
    if (graph === this.main) return {key: '', way: []};
    const caller = this.callers.get(graph.name);
    if (!caller || seen.has(graph)) return null;
    seen.add(graph);
    const outer = this.prefixOf(caller.graph, seen);
    if (!outer) return null;
    const body = this.body(caller.graph);
    const call = `${outer.key}#${caller.id}`, key = `${call}.${caller.key}`;
    return {key, way: [...outer.way, ...(body.chain.get(caller.id) || [])
      .map(k => outer.key + k), call, key]};
  }
}

class Body {
  constructor(whole, graph) {
    this.graph = graph;
    const states = graph.states.map(each => M.states[each]);
    this.order = new Map(states.map((state, index) => [state.id, index]));
    const readers = new Map();
    for (const state of states)
      for (const id of [...(state.in || []).map(each => each[0]), ...(state.wait || [])])
        push(readers, id, state.id);
    const kept = new Set([...graph.inputs, ...graph.outputs.map(each => each[0])]);
    this.chips = new Map();
    this.hostOf = new Map();
    const isHelper = new Set();
    for (const state of states) {
      const read = (state.in || []).map(each => each[0]);
      const alone = !state.effect && !state.calls && !(state.wait || []).length
        && !kept.has(state.id) && readers.has(state.id);
      if (alone && (!read.length || read.every(id => isHelper.has(id))
          && new Set(readers.get(state.id)).size === 1)) isHelper.add(state.id);
    }
    const hostFor = id => {
      let host = id;
      while (isHelper.has(host)) host = readers.get(host)[0];
      return host;
    };
    for (const state of states) {
      if (!isHelper.has(state.id)) continue;
      this.hostOf.set(state.id, hostFor(state.id));
      for (const reader of new Set(readers.get(state.id)))
        push(this.chips, hostFor(reader), state);
    }
    // what is read everywhere stands as a name beside its readers, not as so many edges
    this.hubs = new Set(graph.inputs.filter(id =>
      new Set(readers.get(id) || []).size > MOST_READERS));
    for (const hub of this.hubs)
      for (const reader of new Set(readers.get(hub)))
        if (!isHelper.has(reader)) push(this.chips, reader, {id: hub,
          value: states[this.order.get(hub)].name});
    this.outputs = new Map();
    graph.outputs.forEach(([id], index) => push(this.outputs, id,
      graph.outputs.length > 1 ? `result ${index}` : 'result'));
    this.isHelper = isHelper;
    this.roots = this.scoped(states.filter(state => !isHelper.has(state.id)));
    this.chain = new Map();
    this.kidsOf = new Map([['', this.roots]]);
    this.walk(this.roots, []);
    this.edges = this.lifted(states);
  }
  scoped(states) {
    const root = {name: '', kids: [], scopes: new Map(), count: 0};
    for (const state of states) {
      const parts = state.name.split('/');
      let at = root, name = '';
      for (const part of parts.slice(0, -1)) {
        name += `${part}/`;
        if (!at.scopes.has(part)) {
          const scope = {name, kids: [], scopes: new Map(), count: 0};
          at.scopes.set(part, scope);
          at.kids.push(scope);
        }
        at = at.scopes.get(part);
        at.count++;
      }
      at.kids.push({id: state.id, state});
    }
    return this.banded(this.plain(root), '');
  }
  // Scopes of one node open by themselves; a scope in a scope alone is one box.
  plain(scope) {
    let kids = scope.kids.flatMap(kid => {
      if (!kid.kids) return [kid];
      const inner = this.plain(kid);
      return kid.count < 2 || inner.length < 2 ? inner
        : [{key: `/${kid.name}`, label: kid.name, kids: inner, count: kid.count}];
    });
    if (kids.length === 1 && kids[0].kids) kids = kids[0].kids;
    return kids;
  }
  banded(kids, around) {
    for (const kid of kids) if (kid.kids) kid.kids = this.banded(kid.kids, kid.key);
    if (kids.length <= MOST_KIDS) return kids;
    const size = Math.max(BAND, Math.ceil(kids.length / BAND)), bands = [];
    for (let first = 0; first < kids.length; first += size) {
      const part = kids.slice(first, first + size);
      const count = part.reduce((sum, kid) => sum + (kid.count || 1), 0);
      const key = `${around}~${first}+${size}`;
      bands.push({key, label: `${first + 1} to ${first + part.length}`, band: true, count,
        kids: this.banded(part, key)});
    }
    return bands;
  }
  walk(kids, chain) {
    for (const kid of kids) {
      if (!kid.kids) { this.chain.set(kid.id, chain); continue; }
      this.kidsOf.set(kid.key, kid.kids);
      this.walk(kid.kids, [...chain, kid.key]);
    }
  }
  // Edges by the innermost box that holds both ends, between the boxes in it.
  lifted(states) {
    const found = new Map();
    for (const state of states) {
      const target = state.id;
      if (this.isHelper.has(target)) continue;
      const add = (source, waits) => {
        if (this.isHelper.has(source) || this.hubs.has(source) || !this.chain.has(source) || source === target) return;
        const a = [...this.chain.get(source), `#${source}`];
        const b = [...this.chain.get(target), `#${target}`];
        let depth = 0;
        while (a[depth] === b[depth]) depth++;
        const around = depth ? a[depth - 1] : '';
        if (!found.has(around)) found.set(around, new Map());
        const key = `${a[depth]} ${b[depth]}`, level = found.get(around);
        const edge = level.get(key);
        if (edge) { edge.count++; edge.waits = edge.waits && waits; return; }
        level.set(key, {from: a[depth], to: b[depth], source, target, waits, count: 1});
      };
      for (const [id] of state.in || []) add(id, false);
      for (const id of state.wait || []) add(id, true);
      // what a helper computes from, none but helpers, is drawn with it
    }
    return found;
  }
}

const stepGraphs = new Map();
function stepGraph(number) {
  if (!stepGraphs.has(number)) {
    if (stepGraphs.size > 12) stepGraphs.clear();
    stepGraphs.set(number, new StepGraph(number));
  }
  return stepGraphs.get(number);
}

// --- state of the page

const params = new URLSearchParams(location.hash.slice(1));
const stored = (() => {
  try { return JSON.parse(sessionStorage.getItem('explorer') || '{}'); } catch { return {}; }
})();
const S = {step: 0, compare: 0, view: 'drawing', colour: 'family', chosen: null, line: null,
  lit: {ids: new Set(), lines: new Set(), strong: new Set()}, opened: new Map(), stage: 'assembly'};
if (stored.title === M.title) S.step = Math.min(stored.step || 0, LAST);
if (params.has('step')) S.step = Math.max(0, Math.min(LAST, +params.get('step') || 0));

// --- panes

const PANES = [['source', 'Source'], ['code', 'Generated code'], ['graph', 'Graph'],
  ['passes', 'Passes'], ['program', 'Program'], ['native', 'Native code'],
  ['result', 'Result and times'], ['details', 'Details']];
const isEmpty = {source: !M.files.some(each => each.lines.length), code: !M.code.length,
  program: !M.program, native: !(M.native && M.native.regions.length), graph: false,
  passes: false, result: false, details: false};
function shutAtFirst(name) {
  if (stored.title === M.title && stored.shut) return stored.shut.includes(name);
  if (isEmpty[name]) return true;
  const wide = window.innerWidth;
  return name === 'native' || name === 'code' && wide < 2100
    || name === 'program' && wide < 1800 || name === 'result' && wide < 1380;
}

function build() {
  document.body.insertAdjacentHTML('beforeend', `<header><h1></h1>
    <div class="group"><button id="back" title="the step before (Left)">◀</button>
    <select id="step" aria-label="step"></select>
    <button id="next" title="the next step (Right)">▶</button></div>
    <div class="group" role="tablist">
    <button data-view="drawing" title="drawing (g)">Drawing</button>
    <button data-view="listing" title="listing (l)">Listing</button>
    <button data-view="changes" title="changes (d)">Changes</button>
    <label class="since" hidden>since <select id="compare"></select></label></div>
    <label>colour <select id="colour"><option value="family">op family</option>
    <option>time</option><option>bytes</option><option>dtype</option><option>device</option>
    <option>pass</option></select></label>
    <div class="finder"><input id="find" type="search" autocomplete="off"
    placeholder="find a node, op or line ( / )" aria-label="find a node, an op or a line">
    <ol id="found" hidden></ol></div>
    <button id="theme" title="dark or light">◐</button>
    <button id="help" title="keys and help">?</button></header><main></main>
    <dialog id="manual"></dialog>`);
  $('h1').textContent = M.title;
  $('h1').title = [M.title, ...Object.values(M.notes || {})].join('\n');
  for (const [name, title] of PANES) {
    const pane = document.createElement('section');
    pane.className = `pane${shutAtFirst(name) ? ' shut' : ''}`;
    pane.dataset.pane = name;
    pane.innerHTML = `<h2 tabindex="0" role="button" title="open or close
 (${PANES.findIndex(each => each[0] === name) + 1})"><span>${title}</span></h2>
      <div class="body"></div><div class="grip"></div>`;
    $('h2', pane).insertAdjacentHTML('beforeend', '<span class="count"></span>');
    $('main').append(pane);
  }
  const options = M.steps.map((step, index) =>
    `<option value="${index}">${index}  ${esc(stepTitle(index))}</option>`).join('');
  $('#step').innerHTML = $('#compare').innerHTML = options;
}
const stepTitle = index => {
  const step = M.steps[index];
  return index && step.round ? `${step.title} (round ${step.round})` : step.title;
};
const pane = name => $(`.pane[data-pane="${name}"]`);
const body = name => $('.body', pane(name));
const isShut = name => pane(name).classList.contains('shut');
function toggle(name, open) {
  const shut = open === undefined ? !isShut(name) : !open;
  if (isShut(name) === shut) return;
  pane(name).classList.toggle('shut', shut);
  keep();
  if (name === 'graph' && !shut) drawSoon();
  markLit();
}
function keep() {
  const shut = PANES.map(each => each[0]).filter(isShut);
  try {
    sessionStorage.setItem('explorer',
      JSON.stringify({title: M.title, step: S.step, shut}));
  } catch { /* pages of files may not keep anything */ }
}

// --- texts

const KEYWORDS = 'and as assert break class continue def del elif else except False finally '
  + 'for from global if import in is lambda None nonlocal not or pass raise return True try '
  + 'while with yield';
const TOKEN = new RegExp(String.raw`("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*')|(#.*)|`
  + String.raw`\b(${KEYWORDS.split(' ').join('|')})\b|\b(\d[\w.]*)\b`, 'g');
function python(text) {
  let written = '', from = 0;
  for (const match of text.matchAll(TOKEN)) {
    const kind = match[1] ? 's' : match[2] ? 'c' : match[3] ? 'k' : 'n';
    written += `${esc(text.slice(from, match.index))}<span class="${kind}">${esc(match[0])}</span>`;
    from = match.index + match[0].length;
  }
  return written + esc(text.slice(from));
}
function lineHtml(number, html, attributes = '') {
  const has = attributes ? ' has' : '';
  return `<div class="ln${has}" ${attributes}><i>${number}</i><span>${html || ' '}</span></div>`;
}
function showTexts() {
  body('source').innerHTML = `<div class="text">${M.files.map((file, number) => {
    let last = 0;
    const rows = file.lines.map(([line, text]) => {
      const gap = line > last + 1 && last ? '<h3>⋮</h3>' : '';
      last = line;
      const key = `${number}:${line}`;
      return gap + lineHtml(line, python(text),
        `data-line="${key}"${nodesOfLine.has(key) ? '' : ' data-bare'}`);
    });
    return `<h3 title="${esc(file.path)}">${esc(file.name)}</h3>${rows.join('')}`;
  }).join('') || empty('The source is not known: the graph was read from a file.')}</div>`;
  body('code').innerHTML = `<div class="text">${M.code.map(each =>
    `<h3>${esc(each.name)}</h3>${each.lines.map((text, index) => {
      const from = each.from[index + 1];
      return lineHtml(index + 1, python(text), from ? `data-line="${from.join(':')}"` : '');
    }).join('')}`).join('') || empty('Nothing was converted.')}</div>`;
  body('program').innerHTML = `<div class="text">${M.program ? M.program.lines
    .map((text, index) => {
      const ids = M.program.nodes[index + 1];
      return lineHtml(index + 1, python(text), ids ? `data-ids="${ids.join(' ')}"` : '');
    }).join('') : empty(M.problem)}</div>`;
  for (const each of $$('[data-bare]')) each.classList.remove('has');
  showNative();
  showResult();
}
const empty = text => `<p class="inside"><small>${esc(text)}</small></p>`;
function showNative() {
  const native = M.native;
  if (!native || !native.regions.length) {
    body('native').innerHTML = empty(native
      ? 'No part of the graph became native code.'
      : 'Not compiled: --jit, or tf.function(jit_compile=True), asks for native code.')
      + refusedHtml();
    return;
  }
  const select = `<select class="tool" aria-label="stage of native code">${
    Object.keys(native.regions[0].code).map(stage => `<option value="${esc(stage)}"${
      stage === S.stage ? ' selected' : ''}>${esc(stage.replace('_', ' '))}</option>`).join('')}</select>`;
  if (!$('h2 select', pane('native'))) {
    $('h2 .count', pane('native')).insertAdjacentHTML('beforebegin', select);
    $('h2 select', pane('native')).addEventListener('change', event => {
      S.stage = event.target.value;
      showNative();
      markLit();
    });
  }
  body('native').innerHTML = `<div class="text">${native.regions.map(region =>
    `<h3>native region, nodes  ${esc(cut(region.name, 60))}</h3>
    <div class="region" data-ids="${region.nodes.join(' ')}">${region.code[S.stage].split('\n')
      .map((text, index) => lineHtml(index + 1, esc(text),
        index ? '' : `data-ids="${region.nodes.join(' ')}"`)).join('')}</div>`).join('')}</div>
    ${refusedHtml()}`;
}
function refusedHtml() {
  const refused = M.native ? M.native.refused : [];
  if (!refused.length) return '';
  return `<table><tr><th>on the default executor</th><th>why</th></tr>${refused.map(
    ([name, id, why]) => `<tr ${id === null ? '' : `data-id="${id}"`}><td>${esc(name)}</td>
    <td>${esc(why)}</td></tr>`).join('')}</table>`;
}
function showResult() {
  const result = M.result;
  if (!result) { body('result').innerHTML = empty(M.problem || ''); return; }
  const whole = Math.max(result.us, 1e-9);
  const rest = result.us - result.rows.reduce((sum, row) => sum + row.us, 0);
  const rows = [...result.rows, ...rest > 0 ? [{nodes: [], name: 'the rest',
    op: 'loops, branches, the clock', calls: 1, us: rest}] : []];
  const key = ids => ids.length === 1 ? `data-id="${ids[0]}"`
    : ids.length ? `data-ids="${ids.join(' ')}"` : '';
  body('result').innerHTML = `<div class="inside">${result.values.map((value, index) =>
    `<h4>result${result.values.length > 1 ? ` ${index}` : ''}</h4><pre>${esc(value)}</pre>`)
    .join('')}${changesOfResult()}<h4>the call took ${micro(result.us)}</h4></div>
    <table><tr><th>node</th><th class="num">calls</th><th class="num">µs</th>
    <th class="num">%</th></tr>${rows.map(row => `<tr ${key(row.nodes)}><td title="${esc(row.name)}">${
    esc(row.name.split('/').slice(-2).join('/'))} <small>${esc(row.op)}</small>
    <span class="bar" style="width:${(100 * row.us / whole).toFixed(1)}%"></span></td>
    <td class="num">${row.calls}</td><td class="num">${row.us.toFixed(1)}</td>
    <td class="num">${(100 * row.us / whole).toFixed(1)}</td></tr>`).join('')}</table>`;
}
function changesOfResult() {
  const found = M.steps.map((step, index) => step.change && `<p class="alarm">${
    esc(step.change.what)} after <span class="link" data-step="${index}">${
    esc(stepTitle(index))}</span>${step.change.rule ? `: ${
    ruleLink(step.title, step.change.rule)}` : ''}</p>`).filter(Boolean);
  return found.join('');
}
const micro = us => us >= 1000 ? `${(us / 1000).toFixed(2)} ms` : `${us.toFixed(1)} µs`;

// --- passes and rules

function ruleOf(title, name) {
  const known = M.rules[title];
  return known && known.rules[name];
}
function ruleLink(title, name, count = 0) {
  const rule = ruleOf(title, name), exact = rule ? rule.exactness : '';
  const told = rule ? `${rule.equation} (${exact})` : '';
  return `<a class="rule ${esc(exact)}" tabindex="0" data-pass="${esc(title)}"
 data-rule="${esc(name)}" title="${esc(told)}">${esc(name)}${count > 1 ? ` ×${count}` : ''}${
    exact && exact !== 'exact' ? ` · ${esc(exact)}` : ''}</a>`;
}
function showPasses() {
  const idle = M.idle.reduce((sum, each) => sum + each[2], 0);
  body('passes').innerHTML = `<ol class="steps">${M.steps.map((step, index) =>
    `<li data-step="${index}"><div class="row"><span>${index} <b>${esc(step.title)}</b> <small>${
      index && step.round ? `round ${step.round}` : ''}</small></span>
      ${step.change ? '<span class="alarm">changes a result</span>' : ''}</div>
    <div>${Object.entries(step.counts).map(([rule, times]) =>
      ruleLink(step.title, rule, times)).join('')}</div>
    <div class="row"><small>${index ? `${step.before} → ${step.after} nodes`
      : `${count(index)} nodes, before any pass`}</small>
      <small>${index && step.ms ? `${step.ms.toFixed(2)} ms` : ''}</small></div>${
    step.change ? `<div class="alarm">${esc(step.change.what)}${step.change.rule ? ` by ${
      ruleLink(step.title, step.change.rule)}at %${esc(step.change.node)}` : ''}</div>` : ''}</li>`)
    .join('')}</ol>${empty(`${M.idle.length} runs of passes changed nothing, in ${
    idle.toFixed(1)} ms.`)}`;
}
const count = index => M.steps[index].graphs.reduce(
  (sum, each) => sum + M.graphs[each].states.length, 0);
function explainRule(title, name) {
  const found = M.rules[title];
  if (!found) return;
  $('#manual').innerHTML = `<h2>${esc(title)}</h2><pre class="mono">${
    esc(found.text.replace(/\n {4}/g, '\n').trim())}</pre>
    <table><tr><th>rule</th><th>what it does</th><th>exactness</th></tr>${
    Object.entries(found.rules).map(([each, rule]) => `<tr class="${each === name ? 'now' : ''}">
    <td>${esc(each)}</td><td class="mono">${esc(rule.equation)}</td><td>${
    esc(rule.exactness)}</td></tr>`).join('')}</table>
    <p><small>exact: to the bit. close: the last bits, or the sign of a zero, may change.
    finite_only: may differ on NaN or infinity. All passes: docs/passes.md.</small></p>
    <form method="dialog"><button>Close</button></form>`;
  $('#manual').showModal();
  const row = $('#manual tr.now');
  if (row) row.scrollIntoView({block: 'center'});
}
function help() {
  const keys = [['← →', 'the step before, the next step'], ['/', 'find; Enter goes there'],
    ['g l d', 'drawing, listing, changes'], ['1 … 8', 'open or close a pane'],
    ['Enter', 'open or close the chosen box'], ['o c', 'open all boxes, close all'],
    ['f', 'fit the drawing'], ['+ −', 'zoom; the wheel too'], ['Esc', 'nothing chosen'],
    ['?', 'this page']];
  $('#manual').innerHTML = `<h2>Keys</h2><table>${keys.map(([key, text]) =>
    `<tr><td><kbd>${key}</kbd></td><td>${text}</td></tr>`).join('')}</table>
    <p>Point at a line or a node, and all that came from it lights up in every pane; a click
    keeps it. A box with + opens where it stands. Boxes with a dashed green border were made
    by this step, those with a dashed red one go with the next.</p>
    <form method="dialog"><button>Close</button></form>`;
  $('#manual').showModal();
}

// --- layout of the drawing: each box by itself, from the inside out

const layouts = new Map();
const width = (text, size = 6.5) => text.length * size;
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
  const title = state.value ? cut(state.value, 26) : isInput ? state.name : state.op;
  const lines = [];
  if (!isInput) lines.push(cut(state.name, 30));
  if (state.types) lines.push(cut(state.types.join(', '), 34));
  const out = item.body.outputs.get(item.id);
  if (out) lines.push(cut(`→ ${out.join(', ')}`, 30));
  const chips = (item.body.chips.get(item.id) || []).slice(0, 6).map(each => ({id: each.id,
    text: cut(each.value || each.op, 14)}));
  return {title: cut(title, 30), lines, chips, isInput, isOutput: Boolean(out)};
}
function boxSize(item, told) {
  const chips = told.chips.reduce((sum, chip) => sum + width(chip.text, 6) + 16, 4);
  const opens = item.kids || item.state.calls ? 22 : 0;
  return {w: Math.max(56, width(told.title, 7.9) + 22 + opens,
    ...told.lines.map(line => width(line, 5.9) + 18), chips + 12),
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
    found.w = Math.max(placed.w + 24, width(own.title, 7.3) + 60);
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

// --- drawing

const view = {x: 20, y: 20, scale: 1, step: -1};
let flat = null, painted = null;
function flatten(found, x, y, depth, out) {
  if (found.kids) {
    if (!found.item.root) out.boxes.push({...found, x, y, depth, isFrame: true});
    const left = x + (found.w - found.inner) / 2;
    const top = y + found.top;
    found.kids.forEach((kid, index) =>
      flatten(kid, left + found.places[index][0], top + found.places[index][1], depth + 1, out));
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
function paint() {
  const frame = $('#canvas').getBoundingClientRect(), {scale} = view;
  const part = {x: -view.x / scale, y: -view.y / scale, w: frame.width / scale,
    h: frame.height / scale};
  const inside = painted && part.x >= painted.x && part.y >= painted.y
    && part.x + part.w <= painted.x + painted.w && part.y + part.h <= painted.y + painted.h
    && painted.far === scale < 0.3;
  if (!inside) repaint(part);
  $('#canvas svg > g').setAttribute('transform',
    `translate(${view.x} ${view.y}) scale(${scale})`);
}
function repaint(part) {
  const far = view.scale < 0.3;
  painted = {x: part.x - part.w * .6, y: part.y - part.h * .6, w: part.w * 2.2,
    h: part.h * 2.2, far};
  const isSeen = each => each.x < painted.x + painted.w && each.x + each.w > painted.x
    && each.y < painted.y + painted.h && each.y + each.h > painted.y;
  const frames = [], boxes = [];
  for (const box of flat.boxes)
    if (isSeen(box)) (box.isFrame ? frames : boxes).push(boxHtml(box, far));
  const edges = flat.edges.filter(isSeen).map(edgeHtml);
  $('#canvas').innerHTML = `<svg role="img" aria-label="graph"><defs>
    <marker id="head" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="8" markerHeight="8"
    markerUnits="userSpaceOnUse"     orient="auto"><path d="M0 0.6L8 4L0 7.4z" fill="context-stroke"/></marker></defs>
    <g class="${far ? 'far' : ''}">${frames.join('')}${edges.join('')}${boxes.join('')}</g></svg>`;
  markDrawing();
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
      const size = width(chip.text, 6) + 12;
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

// --- listing and changes

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

// --- what is chosen and what is lit

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
  for (const each of $$('.lit, .hint, .chosen', svg)) each.classList.remove('lit', 'hint', 'chosen');
  const {ids, strong} = S.lit;
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
  light(null);
  showDetails();
  if (!target) return;
  for (const [name] of PANES) {
    if (name === origin || name === 'details' || name === 'passes' || isShut(name)) continue;
    const first = $('.lit.strong', body(name)) || $('.lit', body(name));
    if (first && !first.closest('svg')) scrollTo(first);
  }
  if (target.line && S.view === 'drawing' && !isShut('graph')) showOneOf(S.lit.ids);
}
// Up and down alone: lines are wide, and their beginnings are what one reads.
function scrollTo(element) {
  const holder = element.closest('.body'), frame = holder.getBoundingClientRect();
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
  if (now && !isShut('passes')) now.scrollIntoView({block: 'nearest'});
  for (const each of $$('[data-view]'))
    each.setAttribute('aria-selected', each.dataset.view === S.view);
  $('.since').hidden = S.view !== 'changes';
  $('#drawing').hidden = S.view !== 'drawing';
  $('#listing').hidden = S.view !== 'listing';
  $('#changes').hidden = S.view !== 'changes';
  if (S.view === 'drawing') { if (!isShut('graph')) draw(); }
  if (S.view === 'listing') showListing();
  if (S.view === 'changes') showChanges();
  $('h2 > span', pane('graph')).textContent =
    `Graph: ${S.view === 'changes' ? `${stepTitle(S.compare)} → ` : ''}${stepTitle(S.step)}`;
  markLit();
}

// --- details

function showDetails() {
  const target = S.chosen;
  if (!target) {
    const notes = Object.entries(M.notes || {}).map(([key, text]) =>
      `<h4>${esc(key)}</h4><p>${esc(text)}</p>`).join('');
    body('details').innerHTML = `<div class="inside"><p>Point at a line or a node to see what
      came from it everywhere; click to keep it. <kbd>?</kbd> shows the keys.</p>${notes}
      <h4>steps</h4><p>${LAST} passes changed the graph: ${count(0).toLocaleString('en')} nodes
      became ${count(LAST).toLocaleString('en')}, functions included.</p></div>`;
    return;
  }
  body('details').innerHTML = `<div class="inside">${target.line ? lineDetails(target.line)
    : target.ids.slice(0, 12).map(nodeDetails).join('<hr>')}</div>`;
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
  return `<p><span class="link" data-node="${id}">%${esc(cut(state.name, 60))}</span>
    <small>${esc(state.op)}</small></p>`;
}
const latest = id => stepGraph(S.step).stateOf.get(id)
  || M.states[statesOf.get(id)[statesOf.get(id).length - 1]];
function nodeDetails(id) {
  const state = latest(id), here = stepGraph(S.step), isHere = here.stateOf.has(id);
  const part = (title, html) => html ? `<h4>${title}</h4>${html}` : '';
  const lines = (state.lines || []).map(([file, number], index) => {
    const found = M.files[file].lines.find(each => each[0] === number);
    return `<p><span class="link" data-goto="${file}:${number}">${esc(M.files[file].name)}:${number}</span>
    <span class="mono">${esc(found ? found[1].trim() : '')}</span></p>`;
  }).join('');
  const time = timeOf.get(id), last = lastStepOf(id);
  const fate = last === LAST ? '' : `<p class="alarm">gone after <span class="link"
    data-step="${Math.min(LAST, last + 1)}">${esc(stepTitle(Math.min(LAST, last + 1)))}</span></p>`;
  return `<h3>%${esc(state.name)} = ${esc(state.op)}</h3>
    <p>${esc((state.types || []).join(', '))}${isHere ? '' : ' <small>not in this step</small>'}</p>${fate}
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
    return `<p><span class="link" data-step="${event.step}">${event.step} ${esc(step.title)}</span>
      ${rule} ${esc(words)}</p>`;
  }).join('') || '<p><small>no pass touched it</small></p>';
}

// --- search

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
  list.hidden = !$('#find').value.trim();
  list.innerHTML = hits.slice(0, 60).map((hit, index) => `<li data-hit="${index}"
    class="${index === at ? 'now' : ''}">%${esc(cut(hit.state.name, 70))}
    <small>${esc(hit.state.op)}${hit.isHere ? '' : ` · ${esc(stepTitle(lastStepOf(hit.state.id)))}`}
    ${esc(cut(lineText(hit.state), 60))}</small></li>`).join('')
    + (hits.length > 60 ? `<li><small>and ${hits.length - 60} more</small></li>` : '')
    || '<li><small>nothing found, in any step</small></li>';
}
function goToHit(index) {
  const hit = hits[index];
  if (!hit) return;
  $('#found').hidden = true;
  if (isShut('graph')) toggle('graph', true);
  chooseNode(hit.state.id);
}

// --- events

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
