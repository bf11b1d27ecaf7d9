"""Every example gives the same eagerly, on the default executor, and as native code."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("llvmlite")

import runtime as tf
from autograph_tools.targets.arguments import parse_arguments

EXAMPLES = [
    path
    for path in sorted((Path(__file__).parents[3] / "examples").glob("*.py"))
    if "FUNCTION =" in path.read_text("utf-8")
]


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(f"native_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
def test_example_is_the_same_every_way(path: Path) -> None:
    module = loaded(path)
    function = getattr(module, module.FUNCTION)
    given = parse_arguments(module.ARGUMENTS)
    arguments = [tf.constant(each) for each in given.positional]
    native = tf.function(function, jit_compile=True)
    results = [
        native(*arguments),
        tf.function(function, jit_compile=False)(*arguments),
        tf.function(function)(*arguments),
    ]
    flat = [tf.nest.flatten(result) for result in results]
    for one, *others in zip(*flat, strict=True):
        for other in others:
            np.testing.assert_allclose(
                np.asarray(one), np.asarray(other), rtol=1e-5, atol=1e-6
            )
    assert native.jit_report()
