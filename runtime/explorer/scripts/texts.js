// Panes of text: source, generated code, native code, result, passes and rules.

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
// A long file is shown where the function is.
function showFirstUsed() {
  const first = $('.ln.has', body('source')), holder = body('source');
  const below = first ? first.getBoundingClientRect().top - holder.getBoundingClientRect().top : 0;
  if (below > holder.clientHeight * .6) holder.scrollTop = below - 80;
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
    `<h3 class="part">${esc(resultName(index))}</h3><pre>${esc(value)}</pre>`)
    .join('')}${changesOfResult()}<h3 class="part">the call took ${micro(result.us)}</h3></div>
    <table><tr><th>node</th><th class="num">calls</th><th class="num">µs</th>
    <th class="num">%</th></tr>${rows.map(row => `<tr ${key(row.nodes)}><td title="${esc(row.name)}">${
    breakable(row.name.split('/').slice(-2).join('/'))} <small>${esc(row.op)}</small>
    <span class="bar" style="width:${(100 * row.us / whole).toFixed(1)}%"></span></td>
    <td class="num">${row.calls}</td><td class="num">${row.us.toFixed(1)}</td>
    <td class="num">${(100 * row.us / whole).toFixed(1)}</td></tr>`).join('')}</table>`;
}
function resultName(index) {
  const {values, names} = M.result;
  return names ? names[index] : `result${values.length > 1 ? ` ${index}` : ''}`;
}
function changesOfResult() {
  const found = M.steps.map((step, index) => step.change && `<p class="alarm">${
    esc(step.change.what)} after <span class="link" role="link" tabindex="0" data-step="${index}">${
    esc(stepTitle(index))}</span>${step.change.rule ? `: ${
    ruleLink(step.title, step.change.rule)}` : ''}</p>`).filter(Boolean);
  return found.join('');
}
const breakable = name => esc(name).replace(/([/_])(?=.)/g, '$1<wbr>');
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
    ['↑ ↓', 'the next line, row or box of the pane that has the keyboard'],
    ['Tab', 'the next pane'], ['Enter', 'open or close the chosen box'], ['o c', 'open all boxes, close all'],
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
