// The state of the page, and its panes.

// --- state of the page

const params = new URLSearchParams(location.hash.slice(1));
const stored = (() => {
  try { return JSON.parse(sessionStorage.getItem('explorer') || '{}'); } catch { return {}; }
})();
const S = {step: 0, compare: 0, view: 'drawing', colour: 'family', chosen: null, line: null,
  lit: {ids: new Set(), lines: new Set(), strong: new Set()}, opened: new Map(), stage: 'assembly'};
if (stored.title === M.title) S.step = Math.min(stored.step || 0, LAST);
if (stored.theme) document.documentElement.dataset.theme = stored.theme;
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
    <div class="group"><button id="back" aria-label="the step before"
    title="the step before (Left)">◀</button>
    <select id="step" aria-label="step"></select>
    <button id="next" aria-label="the next step" title="the next step (Right)">▶</button></div>
    <div class="group"><div class="group" role="group" aria-label="view of the graph">
    <button data-view="drawing" title="drawing (g)">Drawing</button>
    <button data-view="listing" title="listing (l)">Listing</button>
    <button data-view="changes" title="changes (d)">Changes</button></div>
    <label class="since" hidden>since <select id="compare"></select></label></div>
    <label>colour <select id="colour"><option value="family">op family</option>
    <option>time</option><option>bytes</option><option>dtype</option><option>device</option>
    <option>pass</option></select></label>
    <div class="finder"><input id="find" type="search" autocomplete="off" role="combobox"
    aria-controls="found" aria-expanded="false" aria-autocomplete="list"
    placeholder="find node, op or line (/)" aria-label="find a node, an op or a line">
    <ol id="found" role="listbox" aria-label="what was found" hidden></ol></div>
    <button id="theme" aria-label="dark or light" title="dark or light">◐</button>
    <button id="help" aria-label="keys and help" title="keys and help (?)">?</button></header>
    <main></main><div id="said" role="status"></div>
    <dialog id="manual" aria-label="help"></dialog>`);
  $('h1').textContent = M.title;
  $('h1').title = [M.title, ...Object.values(M.notes || {})].join('\n');
  for (const [name, title] of PANES) {
    const pane = document.createElement('section');
    pane.className = `pane${shutAtFirst(name) ? ' shut' : ''}`;
    pane.dataset.pane = name;
    pane.setAttribute('aria-label', title);
    pane.innerHTML = `<h2><span class="name" tabindex="0" role="button" title="open or close
 (${PANES.findIndex(each => each[0] === name) + 1})">${title}</span></h2>
      <div class="body" tabindex="0" role="group" aria-label="${title}"></div>
      <div class="grip"></div>`;
    $('h2', pane).insertAdjacentHTML('beforeend', '<span class="count"></span>');
    $('main').append(pane);
    tellOpen(name);
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
  tellOpen(name);
  keep();
  if (name === 'graph' && !shut) drawSoon();
  markLit();
}
const tellOpen = name => $('h2 > .name', pane(name)).setAttribute('aria-expanded', !isShut(name));
function keep() {
  const shut = PANES.map(each => each[0]).filter(isShut);
  try {
    sessionStorage.setItem('explorer',
      JSON.stringify({title: M.title, step: S.step, shut,
        theme: document.documentElement.dataset.theme}));
  } catch { /* pages of files may not keep anything */ }
}
