"""`check` over every public function that takes tensors: no false alarm."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import runtime as tf
from tests.runtime.call_templates import TEMPLATES
from tests.runtime.random_calls import TENSOR, Drawer

DIFFERENT: Final = frozenset(
    (
        "tf.constant({x}.numpy().tolist())",
        "tf.get_static_value({x})",
        "tf.random.Generator.from_seed({small}).normal([3])",
        "tf.random.Generator.from_seed({small}).uniform([3], maxval=10, "
        "dtype=tf.int64)",
    )
)
"""What asks for a value or makes a variable, which a traced function cannot."""


def divergences(templates: list[str], seed: int, folder: Path) -> dict[str, str]:
    """What `check` tells of a call of each template, in a function of a file."""
    drawer = Drawer(np.random.default_rng(seed))
    calls = [drawer.call(template) for template in templates]
    values = [TENSOR.findall(call) for call in calls]
    lines = ["import numpy as np", "import runtime as tf"]
    for number, call in enumerate(calls):
        names = [f"x{index}" for index in range(len(values[number]))]
        waiting = iter(names)
        body = TENSOR.sub(lambda found, waiting=waiting: next(waiting), call)  # type: ignore[misc]
        lines.append(f"def f{number}({', '.join(names)}):\n    return {body}")
    path = folder / "checked_calls.py"
    path.write_text("\n".join(lines))
    spec = importlib.util.spec_from_file_location("checked_calls", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    found = {}
    for number, template in enumerate(templates):
        given = [as_tensor(*each) for each in values[number]]
        report = tf.autograph.check(getattr(module, f"f{number}"), *given)
        if not report:
            found[template] = f"{calls[number]}: {report}"
    return found


def as_tensor(values: str, dtype: str, shape: str) -> Any:
    kind = object if dtype == "string" else tf.as_dtype(dtype).as_numpy_dtype
    array = np.array(eval(values, {"nan": np.nan, "inf": np.inf}), kind)
    return tf.constant(array.reshape(eval(shape)), dtype)


def test_some_of_each_family_are_the_same(tmp_path: Path) -> None:
    some = [each for family in sorted(TEMPLATES) for each in TEMPLATES[family][5:8]]
    assert set(divergences(some, 3, tmp_path)) <= DIFFERENT


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 1])
def test_every_function_is_the_same(seed: int, tmp_path: Path) -> None:
    every = [each for family in sorted(TEMPLATES) for each in TEMPLATES[family]]
    assert set(divergences(every, seed, tmp_path)) == DIFFERENT
