"""The page for everyone: by the keyboard, by name, in narrow windows, on paper."""

from __future__ import annotations

from itertools import pairwise

import pytest

from graphir.drawing.page import to_html
from graphir.text.parser import parse_graph
from tests.runtime.explorer.page_parts import needs_playwright, node, pane

pytestmark = [pytest.mark.slow, needs_playwright]

GRAPH = """graph @g(%x: f32[2]) -> (%y, %z) {
  %y = Neg(%x)
  %z = Exp(%y)
}"""


def test_up_and_down_go_from_box_to_box_and_enter_opens(opened, loop_model):
    page = opened(loop_model)
    said = page.locator("#said")
    reached = []
    for _ in range(page.evaluate("flat.boxes.length")):
        page.keyboard.press("ArrowDown")
        reached.append(said.text_content())
        cursor = page.locator("#canvas .cursor")
        assert cursor.count() == 1
        assert "chosen" not in reached
    assert len(set(reached)) > 8
    assert any("%while/Tanh = Tanh" in each for each in reached)
    last = reached[-1]
    page.keyboard.press("ArrowDown")
    assert said.text_content() == last
    page.keyboard.press("ArrowUp")
    assert said.text_content() == reached[-2]
    frame = next(each for each in reached if each.endswith("open"))
    while said.text_content() != frame:
        page.keyboard.press("ArrowUp")
    before = page.evaluate("flat.boxes.length")
    page.keyboard.press("Enter")
    assert said.text_content().endswith("closed")
    assert page.evaluate("flat.boxes.length") < before
    page.keyboard.press("Enter")
    assert page.evaluate("flat.boxes.length") == before


def test_the_keyboard_reaches_lines_rows_and_passes(opened, loop_model):
    page = opened(loop_model)
    pane(page, "source").locator(".body").focus()
    lines = []
    for _ in range(3):
        page.keyboard.press("ArrowDown")
        lines.append(pane(page, "source").locator(".ln.strong").inner_text())
        assert page.locator("#canvas .lit").count() > 0
    assert len(set(lines)) == 3
    assert lines[-1].split()[1] in page.locator("#said").text_content()
    pane(page, "result").locator(".body").focus()
    page.keyboard.press("ArrowDown")
    slowest = loop_model["result"]["rows"][0]["name"]
    assert slowest in pane(page, "details").inner_text()
    page.select_option("#step", "0")
    pane(page, "passes").locator(".body").focus()
    page.keyboard.press("ArrowDown")
    assert page.input_value("#step") == "1"
    page.keyboard.press("ArrowUp")
    assert page.input_value("#step") == "0"


def test_tab_goes_through_controls_panes_and_links(opened, loop_model):
    page = opened(loop_model)
    node(page, "while/Tanh").click()
    seen = set()
    for _ in range(80):
        page.keyboard.press("Tab")
        seen.add(
            page.evaluate(
                "(each => each.id || each.getAttribute('role') || each.tagName)"
                "(document.activeElement)"
            )
        )
    assert {"back", "step", "find", "theme", "canvas", "button", "link"} <= seen


def test_a_narrow_window_stacks_the_panes(opened, loop_model):
    page = opened(loop_model)
    page.set_viewport_size({"width": 420, "height": 800})
    page.wait_for_function("innerWidth === 420")
    shown = page.locator(".pane:not(.shut)")
    boxes = [shown.nth(index).bounding_box() for index in range(shown.count())]
    for above, below in pairwise(boxes):
        assert below["y"] >= above["y"] + above["height"] - 1
        assert below["width"] == pytest.approx(420, abs=20)
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert page.locator("#canvas").bounding_box()["height"] > 400


def test_paper_gets_every_open_pane_whole(opened, loop_model):
    page = opened(loop_model, "dark")
    page.keyboard.press("+")
    theme = page.evaluate("document.documentElement.dataset.theme ?? ''")
    page.emulate_media(media="print")
    page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
    assert page.locator("#canvas .box").count() == page.evaluate(
        "flat.boxes.filter(each => !each.isFrame).length"
    )
    is_paper = page.evaluate("matchMedia('print').matches")  # Firefox is not told
    for name in ("source", "passes", "details") if is_paper else ():
        cut = (
            pane(page, name)
            .locator(".body")
            .evaluate("each => each.scrollHeight > each.clientHeight + 1")
        )
        assert not cut
    light = page.evaluate("getComputedStyle(document.querySelector('main')).color")
    assert light == "rgb(28, 36, 51)"
    page.evaluate("window.dispatchEvent(new Event('afterprint'))")
    page.emulate_media(media="screen")
    assert page.evaluate("document.documentElement.dataset.theme ?? ''") == theme
    assert page.evaluate("view.scale === painted.scale")


def test_two_fingers_zoom_about_the_point_between_them(opened, loop_model):
    page = opened(loop_model)
    page.evaluate(
        """() => {
        const canvas = document.querySelector('#canvas'),
          frame = canvas.getBoundingClientRect();
        const send = (kind, id, x) => canvas.dispatchEvent(new PointerEvent(kind, {
          pointerId: id, clientX: frame.x + x, clientY: frame.y + 100, bubbles: true}));
        window.before = {scale: view.scale, at: (200 - view.x) / view.scale};
        send('pointerdown', 1, 150); send('pointerdown', 2, 250);
        send('pointermove', 1, 100); send('pointermove', 2, 300);
        send('pointerup', 1, 100); send('pointerup', 2, 300);
        }"""
    )
    grown, moved = page.evaluate(
        "[view.scale / before.scale, (200 - view.x) / view.scale - before.at]"
    )
    assert grown == pytest.approx(2.0)
    assert abs(moved) < 1e-6


def test_names_for_those_who_do_not_see_the_page(opened, loop_model):
    page = opened(loop_model)
    assert page.get_by_role("button", name="the next step").count() == 1
    assert page.get_by_role("region", name="Result and times").count() == 1
    assert page.get_by_role("combobox", name="find a node").count() == 1
    assert page.get_by_role("button", name="Drawing", pressed=True).count() == 1
    assert "nodes" in page.locator("#canvas").get_attribute("aria-label")
    code = page.get_by_role("button", name="Generated code", expanded=False)
    code.focus()
    page.keyboard.press(" ")
    assert "shut" not in pane(page, "code").get_attribute("class")
    page.keyboard.press("/")
    page.keyboard.type("mul")
    page.keyboard.press("ArrowDown")
    assert page.locator("#found").get_by_role("option", selected=True).count() == 1
    assert page.locator("#find").get_attribute("aria-activedescendant") == "hit1"


def test_a_text_fits_its_box(opened, loop_model):
    page = opened(loop_model)
    page.evaluate("view.scale = 1; paint(); rest()")
    wide = page.locator(".box").evaluate_all(
        """all => all.flatMap(box => {
        const right = box.querySelector('rect').getBoundingClientRect().right;
        return [...box.querySelectorAll('text')].filter(
          each => each.getBoundingClientRect().right > right).map(
          each => each.textContent); })"""
    )
    assert wide == []


@pytest.fixture
def drawn(browser, tmp_path):
    """The page that `autograph graph -o g.html` writes."""
    path = tmp_path / "g.html"
    path.write_text(to_html(parse_graph(GRAPH)), "utf-8")
    page = browser.new_page("light")
    page.goto(path.as_uri())
    yield page
    page.close()


def test_the_wheel_zooms_a_drawn_graph_in_every_unit(drawn):
    """Browsers count pixels, or lines as Firefox does."""
    for mode in (0, 1, 2):
        before = drawn.evaluate("view().scale")
        drawn.evaluate(
            "mode => stage.dispatchEvent(new WheelEvent('wheel', {deltaY: -3, "
            "deltaMode: mode, clientX: 200, clientY: 200, cancelable: true}))",
            mode,
        )
        assert drawn.evaluate("view().scale") > before
    drawn.mouse.move(300, 300)
    before = drawn.evaluate("view().scale")
    drawn.mouse.wheel(0, 200)
    drawn.wait_for_function("before => view().scale < before", arg=before)


def test_the_keyboard_goes_through_a_drawn_graph(drawn):
    told = []
    for _ in range(3):
        drawn.keyboard.press("ArrowDown")
        told.append(drawn.locator("aside h2").text_content())
    assert told[:3] == ["x", "Neg", "Exp"]
    drawn.keyboard.press("ArrowUp")
    assert drawn.locator("aside h2").text_content() == "Neg"
    scale = drawn.evaluate("view().scale")
    drawn.keyboard.press("+")
    assert drawn.evaluate("view().scale") > scale
    drawn.keyboard.press("/")
    drawn.keyboard.type("exp+")
    assert drawn.input_value("input") == "exp+"


def test_a_drawn_graph_fits_a_narrow_window(drawn):
    drawn.set_viewport_size({"width": 400, "height": 700})
    drawn.wait_for_function("innerWidth === 400")
    aside = drawn.locator("aside").bounding_box()
    stage = drawn.locator("#stage").bounding_box()
    assert aside["y"] >= stage["y"] + stage["height"] - 1
    assert stage["width"] == pytest.approx(400, abs=20)
