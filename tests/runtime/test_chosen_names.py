"""Whatever users call their things, the texts that we write stay right."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any, Final

import pytest

import autograph
import runtime as tf
from tests.runtime.named_programs import (
    MIXED,
    PROGRAMS,
    is_free,
    module_of,
    names_to_try,
    written,
)

VALUES: Final = (1, 4)
SOME: Final = (
    "int",
    "len",
    "ag__",
    "slice",
    "__sites__",
    "super",
    "get_state",
    "do_return",
)


def texts_we_write(folder: Path) -> list[str]:
    """Converted source and program texts of functions that have much in them."""
    source = MIXED.format(function="mixed") + "".join(
        written(kind, 0, "spam") for kind in PROGRAMS
    )
    module = module_of(folder / "words_of_texts.py", source)
    texts = []
    for name, function in vars(module).items():
        if name == "mixed" or name.endswith("_0"):
            texts.append(autograph.to_code(function))
            arguments = (5, 1.5) if name == "mixed" else (3,)
            made = tf.function(function).get_concrete_function(
                *map(tf.constant, arguments)
            )
            made(*map(tf.constant, arguments))
            texts.append(made.program.source)
    return texts


def results(function: Any) -> list[int]:
    staged = tf.function(function)
    return [int(staged(tf.constant(value))) for value in VALUES]


def faults(kind: str, names: Sequence[str], folder: Path) -> dict[str, str]:
    """The names with which a program says something else, and what."""
    texts = [written(kind, number, name) for number, name in enumerate(names, 1)]
    source = "".join([written(kind, 0, "spam"), *texts])
    module = module_of(folder / f"named_{kind}.py", source)
    expected = results(getattr(module, f"{kind}_0"))
    found = {}
    for number, name in enumerate(names, 1):
        try:
            given = results(getattr(module, f"{kind}_{number}"))
        except Exception as error:  # any failure is a fault
            found[name] = f"{type(error).__name__}: {error}"
            continue
        if given != expected:
            found[name] = f"{given}, not {expected}"
    return found


@pytest.mark.parametrize("kind", PROGRAMS)
def test_some_names_of_our_texts_mean_what_the_user_says(
    kind: str, tmp_path: Path
) -> None:
    assert faults(kind, SOME, tmp_path) == {}


@pytest.mark.slow
@pytest.mark.parametrize("kind", PROGRAMS)
def test_every_builtin_and_name_of_our_texts_means_what_the_user_says(
    kind: str, tmp_path: Path
) -> None:
    tried = names_to_try(texts_we_write(tmp_path))
    names = [name for name in tried if is_free(kind, name)]
    assert len(names) > 200
    assert faults(kind, names, tmp_path) == {}
