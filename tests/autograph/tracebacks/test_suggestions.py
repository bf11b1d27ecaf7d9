"""Suggestions: near names of attributes and variables, hints of a class, silence."""

from __future__ import annotations

from typing import Any

import pytest

from autograph import to_graph
from autograph.tracebacks.rewriting import rewritten
from autograph.tracebacks.suggestions import suggestion

scaling = 2.0


class Owner:
    def __init__(self) -> None:
        self.weight = 1

    @staticmethod
    def _hint_for_missing(name: str) -> str:
        return ": it is sealed." if name == "sealed" else ""


class Silent:
    def __dir__(self) -> list[str]:
        raise OSError


def attribute_error(owner: Any, name: str) -> AttributeError:
    with pytest.raises(AttributeError) as caught:
        getattr(owner, name)
    return caught.value


@pytest.mark.parametrize(
    ("owner", "name", "told"),
    [
        (Owner(), "wieght", ". Did you mean: 'weight'?"),
        (Owner(), "sealed", ": it is sealed."),
        (Owner(), "nothing_like_it", ""),
        (Silent(), "anything", ""),
    ],
)
def test_attributes(owner: Any, name: str, told: str) -> None:
    assert suggestion(attribute_error(owner, name)) == told


def test_an_error_that_names_no_object_has_no_suggestion() -> None:
    assert suggestion(AttributeError("made by hand")) == ""
    assert suggestion(NameError("made by hand")) == ""
    assert suggestion(ValueError("weight")) == ""


def test_a_global_and_a_local_of_converted_code() -> None:
    def use(number: float) -> Any:
        return number * scalng  # type: ignore[name-defined]  # noqa: F821

    def use_local(number: float) -> Any:
        return numbr * 2  # type: ignore[name-defined]  # noqa: F821

    for function, near in ((use, "scaling"), (use_local, "number")):
        with pytest.raises(NameError) as caught:
            to_graph(function)(1.0)
        assert f"Did you mean: '{near}'?\n" in str(rewritten(caught.value))
