"""Names that are refused: each can be asked for, says why, and stands in the docs."""

from __future__ import annotations

from inspect import signature
from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.namespaces.refused import REASONS

PAGE = Path(__file__).parents[3] / "docs" / "coming_from_tensorflow.md"


def _required(function: Any) -> int:
    parameters = signature(function).parameters.values()
    names = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    return sum(each.default is each.empty for each in names)


@pytest.mark.parametrize("name", REASONS)
def test_refused_names_say_why(name: str) -> None:
    refuse = attrgetter(name)(tf)
    with pytest.raises(NotImplementedError) as caught:
        refuse(*["anything"] * _required(refuse))
    assert str(caught.value) == f"tf.{name}: {REASONS[name]}."


def test_the_page_lists_them() -> None:
    rows = [f"| `tf.{name}` | {reason} |" for name, reason in sorted(REASONS.items())]
    assert "\n".join(rows) in PAGE.read_text(encoding="utf-8")
