"""What counts as a type that says nothing."""

from __future__ import annotations

import pytest

from autograph_tools.checks.any_types import main, slots_of_text


@pytest.mark.parametrize(
    ("annotation", "is_any", "has_any"),
    [
        ("Any", True, True),
        ("Any | None", True, True),
        ("_t.Any", True, True),
        ("list[Any]", False, True),
        ("Callable[..., Any]", False, True),
        ("Tensor", False, False),
    ],
)
def test_an_annotation_counts(annotation: str, is_any: bool, has_any: bool) -> None:
    slot, _ = slots_of_text(f"def f(x: {annotation}) -> None: ...")
    assert (slot.is_any, slot.has_any) == (is_any, has_any)


def test_no_annotation_is_any() -> None:
    assert [each.is_any for each in slots_of_text("def f(x): ...")] == [True, True]


def test_of_a_class_its_public_methods_count() -> None:
    text = """
class A:
    value: Any
    def __init__(self, x: Any) -> None: ...
    def _own(self, x: Any) -> Any: ...
    def __repr__(self) -> Any: ...
    def public(self, *rest: Any, **named: Any) -> int: ...
"""
    counted = [f"{each.function} {each.name}" for each in slots_of_text(text)]
    assert counted == [
        "A.__init__ x",
        "A.__init__ return",
        "A.public rest",
        "A.public named",
        "A.public return",
        "A.value value",
    ]


def test_of_overloads_the_seen_ones_count() -> None:
    text = """
@overload
def f(x: int) -> int: ...
@overload
def f(x: str) -> str: ...
def f(x: Any) -> Any: ...
"""
    assert not any(each.is_any for each in slots_of_text(text))


@pytest.mark.slow
def test_the_count_is_at_most_the_ceiling(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0, capsys.readouterr().out
