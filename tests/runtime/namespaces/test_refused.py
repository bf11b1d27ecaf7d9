"""Names that are refused: each can be asked for, says why, and stands in the docs."""

from __future__ import annotations

from inspect import Signature, signature
from operator import attrgetter
from pathlib import Path
from typing import Any, Final

import pytest

import runtime as tf
from runtime.distribute import refused as strategies
from runtime.distribute.workers import refused as watchers
from runtime.namespaces import (
    compiled_libraries,
    refused,
    refused_compilers,
    refused_lite,
    refused_tpu,
)
from runtime.namespaces.refusing import REASONS, Refused, signature_of

PAGE: Final = Path(__file__).parents[3] / "docs" / "coming_from_tensorflow.md"

HOMES: Final = (
    compiled_libraries,
    refused,
    refused_compilers,
    refused_lite,
    refused_tpu,
    strategies,
    watchers,
)
"""The modules that refuse; their import fills `REASONS`."""

MOST: Final = 40
"""How many rows the table of the page may have."""

WHOLE: Final = {
    "lite": "lite",
    "compat.v1.lite": "lite",
    "mlir": "mlir",
    "experimental.tensorrt": "experimental.tensorrt",
    "tpu": "tpu",
    "compat.v1.tpu": "tpu",
    "compat.v1.profiler": "compat.v1.profiler",
    "quantization.experimental": "quantization.experimental",
    "profiler.experimental.client": "profiler.experimental.client",
}
"""Modules that are refused as a whole -> the one in whose row they stand."""

FIRST: Final = tuple(sorted(REASONS))


def _required(function: Any) -> int:
    parameters = signature(function).parameters.values()
    names = [each for each in parameters if each.kind is each.POSITIONAL_OR_KEYWORD]
    return sum(each.default is each.empty for each in names)


def _rows() -> list[str]:
    """The rows of the page: a module that is refused as a whole has one."""
    modules: dict[str, list[str]] = {}
    single = []
    for name, reason in sorted(REASONS.items()):
        home = next((each for each in WHOLE if name.startswith(f"{each}.")), None)
        if home is None:
            single.append(f"| `tf.{name}` | {reason} |")
        else:
            modules.setdefault(WHOLE[home], []).append(reason)
    several = [
        f"| `tf.{home}`: {len(reasons)} names | {reasons[0]} |"
        for home, reasons in sorted(modules.items())
    ]
    assert all(len(set(reasons)) == 1 for reasons in modules.values())
    return [*several, *single]


@pytest.mark.parametrize("name", FIRST)
def test_refused_names_say_why(name: str) -> None:
    refuse = attrgetter(name)(tf)
    with pytest.raises(NotImplementedError) as caught:
        refuse(*["anything"] * _required(refuse))
    assert str(caught.value) == f"tf.{name}: {REASONS[name]}."


def test_the_page_lists_them() -> None:
    assert "\n".join(_rows()) in PAGE.read_text(encoding="utf-8")


def test_there_are_few() -> None:
    assert len(_rows()) <= MOST


def test_members_of_refused_classes_say_why() -> None:
    with pytest.raises(NotImplementedError) as caught:
        tf.lite.Optimize.DEFAULT  # noqa: B018
    assert str(caught.value).startswith("tf.lite.Optimize.DEFAULT: models are not")
    assert not hasattr(tf.lite.Optimize, "__wrapped__")
    assert isinstance(tf.lite.Optimize, Refused)


def test_refused_classes_can_be_named_in_annotations_and_subclasses() -> None:
    class Mine(tf.lite.RepresentativeDataset):  # type: ignore[misc, name-defined, valid-type]
        """A subclass, which cannot be made either."""

    with pytest.raises(
        NotImplementedError, match=r"^tf\.lite\.RepresentativeDataset: "
    ):
        Mine(print)


@pytest.mark.parametrize(
    "text", ["()", "(a, b=None)", "(a, *args, b=(1, 2), **kwargs)", "(*, a='x')"]
)
def test_signatures_are_read_as_python_writes_them(text: str) -> None:
    found = signature_of(text)
    bare = [each.replace(annotation=each.empty) for each in found.parameters.values()]
    assert str(Signature(bare)) == text
