"""The page in real browsers: what lights up, opens, is found; tasks by clicks."""

from __future__ import annotations

from contextlib import nullcontext
from typing import Any

import numpy as np
import pytest

import runtime as tf
from graphir.passes.pipeline import Pipeline
from runtime.explorer.model import Explored, model_of
from tests.runtime.explorer.examples import (
    HOSTILE,
    hostile_model,
    model_of_inexact_rule,
    model_of_loop,
)
from tests.runtime.explorer.page_parts import line, needs_playwright, node, pane

pytestmark = [pytest.mark.slow, needs_playwright]


def test_a_source_line_lights_what_came_from_it_in_every_pane(opened, loop_model):
    page = opened(loop_model)
    for name in ("code", "program"):
        if "shut" in pane(page, name).get_attribute("class"):
            pane(page, name).locator("h2").click()
    page.select_option("#step", str(len(loop_model["steps"]) - 1))
    line(page, "source", "tf.tanh(x) * 2.0").first.hover()
    assert line(page, "source", "tf.tanh(x) * 2.0").first.evaluate(
        "each => each.classList.contains('strong')"
    )
    assert "op_Tanh" in " ".join(
        pane(page, "program").locator(".lit").all_text_contents()
    )
    assert "tanh" in " ".join(pane(page, "code").locator(".lit").all_text_contents())
    assert "Tanh" in " ".join(pane(page, "result").locator("tr.lit").all_inner_texts())
    assert {"Tanh", "Mul"} <= set(page.locator(".box.lit .title").all_text_contents())


def test_pointing_at_a_node_lights_its_line_and_leaving_puts_it_out(opened, loop_model):
    page = opened(loop_model)
    node(page, "while/Tanh").hover()
    strong = pane(page, "source").locator(".ln.strong")
    assert "tf.tanh(x)" in strong.inner_text()
    pane(page, "details").locator("h2").hover()
    assert strong.count() == 0


def test_a_click_keeps_a_node_lit_and_tells_its_history(opened, loop_model):
    page = opened(loop_model)
    node(page, "while/Tanh").click()
    pane(page, "details").locator("h2").hover()
    assert pane(page, "source").locator(".ln.strong").count() == 1
    told = pane(page, "details").inner_text()
    assert "Tanh" in told
    assert "examples.py" in told


def test_a_loop_body_opens_and_closes_where_it_stands(opened, loop_model):
    page = opened(loop_model)
    frame = page.locator(".frame.call").first
    key = frame.get_attribute("data-key")
    assert node(page, "while/Tanh").count() == 1
    page.locator(f'[data-open="{key}"]').click()
    assert node(page, "while/Tanh").count() == 0
    closed = page.locator(f'.box[data-key="{key}"]')
    place = closed.bounding_box()
    page.locator(f'[data-open="{key}"]').click()
    assert node(page, "while/Tanh").count() == 1
    opened_at = page.locator(f'.frame[data-key="{key}"]').bounding_box()
    assert opened_at["x"] == pytest.approx(place["x"], abs=2)
    assert opened_at["y"] == pytest.approx(place["y"], abs=2)


def test_search_opens_the_way_to_what_is_in_closed_boxes(opened, loop_model):
    page = opened(loop_model)
    page.keyboard.press("c")
    assert node(page, "while/Tanh").count() == 0
    page.keyboard.press("/")
    page.keyboard.type("tanh")
    assert "while/Tanh" in page.locator("#found").inner_text()
    page.keyboard.press("Enter")
    chosen = page.locator(".box.chosen")
    assert "Tanh" in chosen.text_content()
    frame, box = page.locator("#canvas").bounding_box(), chosen.bounding_box()
    assert frame["x"] < box["x"] < frame["x"] + frame["width"]
    assert frame["y"] < box["y"] < frame["y"] + frame["height"]


def test_a_node_that_is_gone_is_found_in_the_step_that_has_it(opened, loop_model):
    page = opened(loop_model)
    last = len(loop_model["steps"]) - 1
    page.select_option("#step", str(last))
    page.keyboard.press("/")
    page.keyboard.type("floordiv")
    page.keyboard.press("Enter")
    assert page.input_value("#step") == "0"
    assert "gone after" in pane(page, "details").inner_text()


def test_the_keyboard_steps_through_the_passes(opened, loop_model):
    page = opened(loop_model)
    last = len(loop_model["steps"]) - 1
    for number in range(1, last + 1):
        page.keyboard.press("ArrowRight")
        assert page.input_value("#step") == str(number)
        assert page.locator(f'.steps li.now[data-step="{number}"]').count() == 1
    page.keyboard.press("ArrowRight")
    assert page.input_value("#step") == str(last)
    page.keyboard.press("ArrowLeft")
    assert page.input_value("#step") == str(last - 1)


def test_keys_change_views_panes_and_zoom(opened, loop_model):
    page = opened(loop_model)
    page.keyboard.press("l")
    assert "return Identity" in page.locator("#listing").text_content()
    page.keyboard.press("ArrowRight")
    page.keyboard.press("d")
    changes = page.locator("#changes")
    assert changes.locator(".ln.del").count() > 0
    assert "removed" in changes.text_content()
    page.keyboard.press("g")
    page.keyboard.press("1")
    assert "shut" in pane(page, "source").get_attribute("class")
    before = page.evaluate("view.scale")
    page.keyboard.press("+")
    assert page.evaluate("view.scale") > before
    page.keyboard.press("f")
    page.keyboard.press("?")
    assert page.locator("dialog[open]").count() == 1
    page.keyboard.press("Escape")
    assert page.locator("dialog[open]").count() == 0


def test_the_wheel_zooms_about_the_pointer_and_dragging_moves(opened, loop_model):
    page = opened(loop_model)
    box = node(page, "while/Tanh").bounding_box()
    at = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
    page.mouse.move(*at)
    scale = page.evaluate("view.scale")
    page.mouse.wheel(0, -200)
    page.wait_for_function("scale => view.scale > scale", arg=scale)
    after = node(page, "while/Tanh").bounding_box()
    assert after["x"] < at[0] < after["x"] + after["width"]
    assert after["y"] < at[1] < after["y"] + after["height"]
    canvas = page.locator("#canvas").bounding_box()
    page.mouse.move(canvas["x"] + 8, canvas["y"] + 8)
    page.mouse.down()
    page.mouse.move(canvas["x"] + 68, canvas["y"] + 38, steps=4)
    page.mouse.up()
    moved = node(page, "while/Tanh").bounding_box()
    assert moved["x"] == pytest.approx(after["x"] + 60, abs=2)
    assert moved["y"] == pytest.approx(after["y"] + 30, abs=2)


def test_what_is_drawn_moves_as_one_picture_and_is_sharp_when_it_rests(
    opened, loop_model
):
    """Nothing is drawn anew while the drawing moves: that makes it smooth."""
    page = opened(loop_model)
    page.evaluate(
        """() => { window.changes = 0;
        new MutationObserver(all => window.changes += all.filter(each =>
          each.target.closest('g') || each.type === 'childList').length)
          .observe(document.querySelector('#canvas'), {subtree: true, childList: true,
            attributes: true, attributeFilter: ['transform', 'width', 'd', 'x']}); }"""
    )
    during = page.evaluate(
        """async () => {
        for (let step = 0; step < 5; step++) {
          zoom(1.05, 300, 300);
          view.x -= 5; paint();
          await new Promise(requestAnimationFrame); }
        return {changes: window.changes, grown: view.scale / painted.scale}; }"""
    )
    assert during["changes"] == 0
    assert during["grown"] == pytest.approx(1.05**5)
    page.wait_for_function("() => view.scale === painted.scale")
    seen = page.evaluate(
        "document.querySelector('#canvas svg > g').getScreenCTM().a - view.scale"
    )
    assert abs(seen) < 1e-6
    assert page.evaluate("window.changes") > 0


def test_what_leaves_what_was_drawn_is_drawn(opened, loop_model):
    page = opened(loop_model)
    page.evaluate("openAll(true); view.scale = 2; centre(flat.boxes[0])")
    for index in (-1, 0):
        key = page.evaluate(
            f"(box => {{ centre(box); return box.item.key }})(flat.boxes.at({index}))"
        )
        box = page.locator(f'#canvas [data-key="{key}"]').first.bounding_box()
        canvas = page.locator("#canvas").bounding_box()
        assert canvas["x"] < box["x"] + box["width"] / 2 < canvas["x"] + canvas["width"]


def test_any_two_steps_are_compared(opened, loop_model):
    page = opened(loop_model)
    page.locator('[data-view="changes"]').click()
    page.select_option("#step", str(len(loop_model["steps"]) - 1))
    page.select_option("#compare", "0")
    text = page.locator("#changes").text_content()
    assert "floordiv" in text
    assert "loop" in text
    page.select_option("#compare", page.input_value("#step"))
    assert "the same graph" in page.locator("#changes").text_content()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_colouring_is_drawn(opened, loop_model, scheme):
    page = opened(loop_model, scheme)
    colours = set()
    for name in ("family", "time", "bytes", "dtype", "device", "pass"):
        page.select_option("#colour", name)
        page.wait_for_function("name => S.colour === name", arg=name)
        page.evaluate("showGraph()")
        assert page.locator("#legend span").count() > 0
        fills = page.locator(".box > rect").evaluate_all(
            "all => all.map(each => each.getAttribute('fill')).join()"
        )
        colours.add(fills)
    assert len(colours) >= 5
    background = page.evaluate("getComputedStyle(document.body).backgroundColor")
    first = int(background.partition("(")[2].partition(",")[0])
    assert (first < 80) == (scheme == "dark")


def test_a_rule_leads_to_its_documentation(opened, loop_model):
    page = opened(loop_model)
    page.locator(".steps .rule").first.click()
    dialog = page.locator("dialog[open]")
    assert "Removes nodes that no output needs" in dialog.inner_text()
    assert dialog.locator("tr.now").count() == 1


def test_hostile_names_are_shown_and_do_nothing(opened):
    page = opened(hostile_model())
    page.keyboard.press("l")
    assert "<script>alert(1)" in page.locator("#listing").text_content()
    page.keyboard.press("g")
    page.keyboard.press("o")
    page.locator(".box[data-id]").first.click()
    assert HOSTILE[:9] in pane(page, "details").inner_text()
    page.keyboard.press("/")
    page.keyboard.type("</script>")
    assert page.locator("#found li").count() > 1
    assert page.locator("script").count() == 3


def test_a_large_graph_is_drawn_in_outline_and_opens_whole(opened):
    def layers(x):
        for number in range(60):
            with tf.name_scope(f"layer{number}"):
                for _ in range(9):
                    x = tf.tanh(x * 2.0) + x
        return x

    concrete = tf.function(layers, autograph=False).get_concrete_function(
        tf.TensorSpec([4])
    )
    graph = concrete.graph.ir.copy()
    assert len(graph) > 2000
    page = opened(model_of(Explored(graph, "layers")))
    assert page.locator(".box").count() < 150
    page.keyboard.press("o")
    assert page.evaluate("flat.boxes.length") > 1500
    page.keyboard.press("/")
    page.keyboard.type("layer59/tanh_8")
    page.keyboard.press("Enter")
    assert "layer59/Tanh_8" in page.locator(".box.chosen").text_content()


@pytest.mark.parametrize("scoped", [True, False])
def test_twenty_thousand_nodes_open_in_outline(opened, scoped):
    """Where names have no scopes, the outline is of parts in order."""

    def layers(x):
        for number in range(600):
            with tf.name_scope(f"layer{number}") if scoped else nullcontext():
                for _ in range(11):
                    x = tf.tanh(x * 2.0) + x
        return x

    concrete = tf.function(layers, autograph=False).get_concrete_function(
        tf.TensorSpec([4])
    )
    graph = concrete.graph.ir.copy()
    assert len(graph) > 19_000
    quick = Pipeline.of("dead_nodes")
    page = opened(model_of(Explored(graph, "layers", pipeline=quick)))
    assert page.locator(".box").count() < 150
    page.keyboard.press("/")
    page.keyboard.type("layer599/tanh_10" if scoped else "tanh_6599")
    page.keyboard.press("Enter")
    assert "Tanh" in page.locator(".box.chosen").text_content()
    assert page.locator(".box").count() < 300


def clicks_for(page: Any, *selectors: str) -> int:
    for selector in selectors:
        page.locator(selector).first.click()
    return len(selectors)


def test_task_the_source_line_of_a_slow_node(opened, loop_model):
    page = opened(loop_model)
    clicks = clicks_for(page, '.pane[data-pane="result"] tr[data-id]')
    assert clicks <= 3
    shown = pane(page, "source").locator(".ln.strong").inner_text()
    slowest = loop_model["result"]["rows"][0]["name"]
    assert slowest in pane(page, "details").inner_text()
    assert "tf." in shown or "total" in shown or "for" in shown


def test_task_the_pass_that_removed_a_node(opened, loop_model):
    page = opened(loop_model)
    wanted = node(page, "while/Identity").get_attribute("data-id")
    clicks = clicks_for(page, f'.box[data-id="{wanted}"]')
    assert clicks <= 3
    told = pane(page, "details").inner_text()
    assert "gone after" in told
    assert "arithmetic" in told
    assert "copy" in told


def test_task_the_rule_that_changed_a_result(opened):
    page = opened(model_of_inexact_rule())
    clicks = clicks_for(page, '.steps .alarm .rule[data-rule="multiply_twice_float"]')
    assert clicks <= 3
    row = page.locator("dialog[open] tr.now").inner_text()
    assert "multiply_twice_float" in row
    assert "finite_only" in row


def test_native_code_lights_with_its_nodes(opened):
    pytest.importorskip("llvmlite")
    from runtime.native.calls.options import NativeOptions

    page = opened(model_of_loop(NativeOptions()))
    pane(page, "native").locator("h2").click()
    assert "run:" in pane(page, "native").text_content()
    page.select_option('.pane[data-pane="native"] select', "llvm")
    assert "define" in pane(page, "native").text_content()
    node(page, "while/Tanh").hover()
    assert pane(page, "native").locator(".ln.lit").count() == 1


def test_values_are_shown_as_text(opened):
    concrete = tf.function(lambda x: x + x, autograph=False).get_concrete_function(
        tf.TensorSpec([], tf.string)
    )
    arrays = [np.array(b"<img src=x>", dtype=object)]
    page = opened(model_of(Explored(concrete.graph.ir.copy(), "text", arrays=arrays)))
    assert "<img src=x><img src=x>" in pane(page, "result").inner_text()
