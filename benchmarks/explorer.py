"""Milliseconds a frame of the explorer while 2,000 nodes move and grow.

python benchmarks/explorer.py    needs Playwright's Python package and Chromium

Every node is open. A frame of a page that keeps up takes 16.7 ms.
"""

from __future__ import annotations

import shutil
import statistics
import tempfile
from pathlib import Path
from typing import Any

import runtime as tf
from runtime.explorer.model import Explored, model_of
from runtime.explorer.page import page_of

FRAMES = """async kind => {
  const canvas = document.querySelector('#canvas').getBoundingClientRect(), found = [];
  let last = await new Promise(requestAnimationFrame);
  for (let step = 0; step < 120; step++) {
    const way = step % 40 < 20 ? 1 : -1;
    if (kind === 'zoom') zoom(1.04 ** way, canvas.width / 2, canvas.height / 2);
    else { view.x -= 12 * way; view.y -= 8 * way; paint(); }
    const now = await new Promise(requestAnimationFrame);
    found.push(now - last);
    last = now;
  }
  return found; }"""


def branches(x: Any) -> Any:
    results = []
    for branch in range(20):
        with tf.name_scope(f"branch_{branch}"):
            y = x
            for part in range(20):
                with tf.name_scope(f"part_{part}"):
                    y = tf.tanh(y * (0.1 + part)) + tf.sin(y)
            results.append(y)
    return tf.add_n(results)


def main() -> None:
    from playwright.sync_api import sync_playwright

    function = tf.function(branches, autograph=False)
    graph = function.get_concrete_function(tf.TensorSpec([4])).graph.ir.copy()
    path = shutil.which("chromium") or shutil.which("chromium-browser")
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as tool:
        file = Path(folder, "page.html")
        file.write_text(page_of(model_of(Explored(graph, "branches"))))
        browser = tool.chromium.launch(executable_path=path, args=["--no-sandbox"])
        page = browser.new_page(viewport={"width": 1600, "height": 900})
        page.goto(file.as_uri())
        page.evaluate("goTo(0); openAll(true)")
        nodes = page.evaluate("stepGraph(0).stateOf.size")
        for start in ("fit()", "view.scale = .35", "view.scale = .8"):
            for kind in ("move", "zoom"):
                page.evaluate(f"{start}; paint()")
                page.wait_for_timeout(500)
                frames = page.evaluate(FRAMES, kind)
                high = statistics.quantiles(frames, n=20)[-1]
                middle = statistics.median(frames)
                told = f"median {middle:5.1f} ms, 95 of 100 below {high:5.1f} ms"
                print(f"{nodes} nodes, {start:16} {kind}: {told}")
        browser.close()


if __name__ == "__main__":
    main()
