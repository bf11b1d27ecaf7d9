// The keyboard in panes: up and down go from line to line, row to row, box to box; what is
// reached is chosen, and said for those who do not see it.

const LINKED = '.ln.has, tr[data-id], tr[data-ids], li[data-step]';
const cursors = new Map();
function say(text) {
  $('#said').textContent = text;
}
// The pane that has the keyboard: without any it is the graph.
function paneOfKeyboard() {
  const found = document.activeElement && document.activeElement.closest('.pane');
  return found ? found.dataset.pane : 'graph';
}
// Whether there was anything to go to; else the key scrolls, as everywhere.
function walk(by) {
  const name = paneOfKeyboard();
  if (isShut(name)) return false;
  return name === 'graph' && S.view === 'drawing' ? walkBoxes(by) : walkLines(name, by);
}
function next(length, at, by) {
  if (at < 0) return by > 0 ? 0 : length - 1;
  return Math.max(0, Math.min(length - 1, at + by));
}
function walkLines(name, by) {
  const all = $$(LINKED, body(name)).filter(each => each.offsetParent);
  if (!all.length) return false;
  let from = all.indexOf(cursors.get(name));
  if (from < 0) from = all.findIndex(each => each.matches('.strong, .now'));
  const element = all[next(all.length, from, by)];
  cursors.set(name, element);
  if (element.dataset.step) goTo(Number(element.dataset.step));
  else chooseTarget(targetOf(element), name);
  bringIntoView(element);
  say(element.innerText.replace(/\s+/g, ' ').trim());
  return true;
}
function walkBoxes(by) {
  if (!flat || !flat.boxes.length) return false;
  $('#canvas').focus(); // in a narrow window it may be further down
  const from = flat.boxes.findIndex(each => each.item.key === chosenKey());
  goToBox(flat.boxes[next(flat.boxes.length, from, by)]);
  return true;
}
function goToBox(box) {
  const {item} = box;
  S.key = item.key;
  if (item.state) chooseNode(item.id, 'graph');
  else choose(null, 'graph');
  if (!isBoxSeen(box)) centre(box);
  markDrawing();
  sayBox(box);
}
function sayBox(box) {
  const opens = box.item.kids || box.item.state.calls;
  say([tip(box.item), opens ? box.isFrame ? 'open' : 'closed' : ''].filter(Boolean)
    .join(', ').replace(/\n/g, ', '));
}
function isBoxSeen(box) {
  const seen = seenPart(), tall = box.isFrame ? Math.min(box.h, 40) : box.h;
  const legend = 50 / view.scale;
  return box.x >= seen.x && box.y >= seen.y && box.y + tall <= seen.y + seen.h - legend
    && box.x + Math.min(box.w, 120) <= seen.x + seen.w;
}
function openChosen() {
  const key = chosenKey();
  if (!key) return false;
  S.key = key;
  openOrClose(key);
  const box = flat.byKey.get(key);
  markDrawing();
  if (box) sayBox(box);
  return true;
}
// The box that the keys act on: the one reached, or that of the chosen node.
function chosenKey() {
  if (S.key && flat && flat.byKey.has(S.key)) return S.key;
  if (!S.chosen || !S.chosen.ids) return null;
  const way = stepGraph(S.step).wayTo(S.chosen.ids[0]);
  return way && way[way.length - 1];
}
