"""Calls of public functions with arguments that hardly ever fit, as expressions."""

from __future__ import annotations

import inspect
from collections.abc import Iterator
from typing import Any, Final

import numpy as np

import runtime as tf

NAMESPACES: Final = (
    "",
    "bitwise",
    "debugging",
    "image",
    "io",
    "linalg",
    "math",
    "math.special",
    "nest",
    "nn",
    "quantization",
    "ragged",
    "random",
    "sets",
    "signal",
    "sparse",
    "strings",
)

VALUES: Final = (
    "None",
    "'text'",
    "[1, 2]",
    "[[1], [2, 3]]",
    "[]",
    "-1",
    "0",
    "7",
    "3.5",
    "True",
    "1j",
    "[-5]",
    "[None, 1]",
    "{'a': 1}",
    "(1, 'a')",
    "b'bytes'",
    "tf.float32",
    "np.zeros([2, 0])",
    "np.zeros([2, 3, 4, 5, 6])",
    "t([], 'float32', [0])",
    "t([0.5], 'float32', [])",
    "t([1.5] * 6, 'float32', [2, 3])",
    "t([1, 2, 3], 'int32', [3])",
    "t([1, 2, 3, 4], 'int64', [2, 2])",
    "t([0.5] * 16, 'float64', [1, 4, 4, 1])",
    "t(['a', 'b'], 'string', [2])",
    "t([True, False], 'bool', [2])",
    "t([1j], 'complex64', [1])",
    "tf.ragged.constant([[1], [2, 3]])",
    "tf.sparse.from_dense([[1, 0], [0, 2]])",
    "(lambda *values: values[0])",
)

NOT_TRIED: Final = frozenset(
    {
        "Graph",  # classes and contexts: making one is no call of an op
        "Module",
        "Operation",
        "Tensor",
        "Variable",
        "print",  # prints
        "io.write_file",  # touches files
        "io.gfile",
        "debugging.set_log_device_placement",  # settings of the process
        "debugging.enable_check_numerics",
        "debugging.disable_check_numerics",
        "debugging.enable_traceback_filtering",
        "debugging.disable_traceback_filtering",
        "random.set_seed",
        "random.set_global_generator",
        "while_loop",  # a condition that stays true never ends
        "register_tensor_conversion_function",
        "nn.collapse_repeated",
        "run_graph",
        "as_tensorflow",  # for good: classes have other names from then on
    }
)

KERAS = frozenset(
    {
        *("keras", "losses", "metrics", "optimizers", "initializers", "layers"),
        *("rnn_cell", "RNNCellDeviceWrapper", "RNNCellDropoutWrapper"),
        "RNNCellResidualWrapper",
    }
)
"""Names that lead to a library that may not be installed."""


def functions() -> Iterator[tuple[str, Any]]:
    """The dotted name of every public function, and itself."""
    for namespace in NAMESPACES:
        place: Any = tf
        for part in filter(None, namespace.split(".")):
            place = getattr(place, part)
        listed = getattr(place, "__all__", None) or (dir(tf) if place is tf else None)
        for name in sorted(listed or dir(place)):
            dotted = f"{namespace}.{name}" if namespace else name
            found = getattr(place, name, None) if name not in KERAS else None
            # without a list of names, those that a module imports are not its own
            is_own = listed or getattr(found, "__module__", "") == place.__name__
            if inspect.isfunction(found) and is_own and dotted not in NOT_TRIED:
                yield dotted, found


def draw_call(name: str, function: Any, rng: Any) -> str:
    """The function called with arguments drawn at random."""
    parts = []
    for parameter in inspect.signature(function).parameters.values():
        if parameter.name == "name" or parameter.kind is parameter.VAR_KEYWORD:
            continue
        value = VALUES[rng.integers(len(VALUES))]
        is_several = parameter.kind is parameter.VAR_POSITIONAL
        if is_several or parameter.default is parameter.empty:
            parts.append(value)
        elif rng.random() < 0.2:
            parts.append(f"{parameter.name}={value}")
    return f"tf.{name}({', '.join(parts)})"


def draw_calls(seed: int, each: int) -> list[str]:
    """``each`` calls of every function."""
    rng = np.random.default_rng(seed)
    return [
        draw_call(name, function, rng)
        for name, function in functions()
        for _ in range(each)
    ]
