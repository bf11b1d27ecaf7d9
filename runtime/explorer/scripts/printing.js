// On paper: the open panes one below the other, each whole; the drawing is one picture.

let themeBefore = null;
function printWhole() {
  themeBefore = document.documentElement.dataset.theme || '';
  document.documentElement.dataset.theme = 'light';
  if (S.view !== 'drawing' || isShut('graph')) return;
  draw();
  clearTimeout(resting);
  const edge = 6;
  painted = {x: -edge, y: -edge, w: flat.w + 2 * edge, h: flat.h + 2 * edge, far: false};
  $('#canvas').innerHTML = pictureHtml();
  const svg = $('#canvas svg');
  svg.setAttribute('viewBox', `${painted.x} ${painted.y} ${painted.w} ${painted.h}`);
  svg.style.setProperty('--natural', `${Math.ceil(painted.w)}px`);
  markDrawing();
}
function endPrinting() {
  if (themeBefore) document.documentElement.dataset.theme = themeBefore;
  else delete document.documentElement.dataset.theme;
  painted = null;
  showGraph();
}
