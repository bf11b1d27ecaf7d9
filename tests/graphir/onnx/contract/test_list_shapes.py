"""What a graph says of the elements of its lists."""

from __future__ import annotations

import pytest

import graphir
from graphir.onnx.contract.errors import UnsupportedOpError
from graphir.onnx.contract.list_shapes import ListShapes

LIST = """
graph @g(%a: f32[?], %b: f32[3]) -> (%y) {
  %shape = Const() {value = -1 : i32[]}
  %max = Const() {value = -1 : i32[]}
  %zero = Const() {value = 0 : i32[]}
  %l = EmptyTensorList(%shape, %max) {element_dtype = f32}
  %count = TensorListLength(%l)
  %l1 = TensorListPushBack(%l, %a)
  %l2 = TensorListPushBack(%l1, %b)
  %y = TensorListGetItem(%l2, %zero, %shape) {element_dtype = f32}
}
"""


def element_of(text: str, name: str = "l") -> list[int | None] | None:
    graph = graphir.parse_graph(text)
    found = ListShapes(graph.functions).element(graph.value(name))
    return None if found is None else found.as_list()


def test_all_elements_say_what_one_is() -> None:
    assert element_of(LIST) == [3]


def test_a_length_says_nothing() -> None:
    text = LIST.replace("%a: f32[?]", "%a: f32[*]").replace("%b: f32[3]", "%b: f32[*]")
    assert element_of(text) is None


def test_elements_of_different_shapes_are_refused() -> None:
    with pytest.raises(UnsupportedOpError, match=r"\(1,\) and \(3,\)"):
        element_of(LIST.replace("%a: f32[?]", "%a: f32[1]"))


@pytest.mark.parametrize(
    ("use", "expected"),
    [
        ("TensorListStack(%l, %one) {element_dtype = f32}", [2]),
        ("TensorListGather(%l, %places, %one) {element_dtype = f32}", [2]),
        ("TensorListConcatV2(%l, %two, %none) {element_dtype = f32}", [None, 2]),
        ("TensorListPopBack(%l, %one) {element_dtype = f32}", [2]),
        ("TensorListScatterIntoExistingList(%l, %rows, %places)", [2]),
        ("TensorListSetItem(%l, %zero, %row)", [2]),
        ("TensorListResize(%l, %zero)", None),
        ("TensorListElementShape(%l) {shape_type = i32}", None),
    ],
)
def test_each_op_says_what_it_knows(use: str, expected: list[int | None]) -> None:
    text = f"""
    graph @g(%rows: f32[3,2], %row: f32[2]) -> (%y) {{
      %shape = Const() {{value = -1 : i32[]}}
      %zero = Const() {{value = 0 : i32[]}}
      %one = Const() {{value = [2] : i32[1]}}
      %two = Const() {{value = [-1, 2] : i32[2]}}
      %none = Const() {{value = [] : i64[0]}}
      %places = Const() {{value = [0, 1, 2] : i32[3]}}
      %l = TensorListReserve(%shape, %zero) {{element_dtype = f32}}
      %y = {use}
    }}"""
    assert element_of(text) == expected


CALLS = """
graph @g(%p: bool[], %x: f32[2], %w: f32[5]) -> (%y, %o) {
  %shape = Const() {value = -1 : i32[]}
  %zero = Const() {value = 0 : i32[]}
  %a = TensorListReserve(%shape, %zero) {element_dtype = f32}
  %b = TensorListReserve(%shape, %zero) {element_dtype = f32}
  %both = StatelessIf(%p, %a, %b) {then_branch = @same, else_branch = @same,
    Tin = [variant, variant], Tout = [variant, variant]} : variant[], variant[]
  %y = TensorListPushBack(%both, %w)
  %o = TensorListPushBack(%both:1, %x)
}
func @same(%first: variant[], %second: variant[]) -> (u = %second, v = %first) {
}
"""


def test_lists_are_followed_through_functions_each_on_its_own() -> None:
    assert element_of(CALLS, "a") == [2]
    assert element_of(CALLS, "b") == [5]


def test_a_list_is_sized_if_what_makes_it_says_so() -> None:
    graph = graphir.parse_graph(LIST)
    assert ListShapes(graph.functions).are_sized(graph.value("l2"))
    graph = graphir.parse_graph(LIST.replace("f32[3]", "f32[?]"))
    assert not ListShapes(graph.functions).are_sized(graph.value("l2"))
    graph = graphir.parse_graph(CALLS)
    assert not ListShapes(graph.functions).are_sized(graph.value("both"))
