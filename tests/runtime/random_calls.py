"""Calls of public functions drawn at random: expressions over `tf` and `t`.

A template holds fields in braces; each becomes an argument of the kind it names:

* ``{x}``: a tensor of the call's dtype and shape; ``{y}``: one that broadcasts with it;
* ``{f}``, ``{i}``, ``{b}``, ``{s}``: the same of floats, integers, booleans, strings;
* ``{m}``, ``{w}``: square and wide matrices; ``{image}``, ``{signal}``, ``{ids}`` ...
* ``{axis}``, ``{flag}``, ``{small}``: an axis of the shape, True or False, 1 to 3.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, Final

import numpy as np

from tests.runtime.call_templates import TEMPLATES

FLOATS: Final = ("float32", "float64", "float32", "float16", "bfloat16")
INTEGERS: Final = ("int32", "int64", "int32", "uint8", "int8", "int16", "uint32")
COMPLEX: Final = ("complex64", "complex128")
SHAPES: Final = ((), (3,), (2, 3), (2, 1), (0,), (2, 3, 2), (1, 4), (4, 1, 2))

Draw = Callable[[Any], str]


class Drawer:
    """Fills the fields of templates; one call has one dtype and one shape."""

    def __init__(self, rng: Any) -> None:
        self.rng = rng

    def call(self, template: str) -> str:
        """An expression; every field drawn anew."""
        self.shape = self.any_of(SHAPES)
        self.dtype = self.any_of((*FLOATS, *INTEGERS[:4], *COMPLEX, *INTEGERS, "bool"))
        self.float = self.any_of(FLOATS[:4])
        text = template.replace("{{", "\0").replace("}}", "\1")
        text = re.sub(r"\{(\w+)\}", lambda found: self.field(found[1]), text)
        return text.replace("\0", "{").replace("\1", "}")

    def any_of(self, values: Any) -> Any:
        return values[self.rng.integers(len(values))]

    def tensor(self, shape: tuple[int, ...], dtype: str) -> str:
        """The text of a tensor of small random values."""
        size = int(np.prod(shape))
        values = self.rng.normal(size=size) * self.any_of((0.7, 3.0))
        if dtype == "bool":
            shown: list[Any] = (values > 0).tolist()
        elif dtype == "string":
            words = ("", "a", "ab", " Cab ", "bcé", "a b")
            shown = [words[int(abs(each) * 3) % len(words)] for each in values]
        elif "int" in dtype:
            values = np.abs(values) if dtype.startswith("u") else values
            shown = np.rint(values).astype(int).tolist()
        elif dtype.startswith("complex"):
            other = self.rng.normal(size=size)
            shown = (np.round(values, 3) + 1j * np.round(other, 3)).tolist()
        else:
            shown = np.round(values, 3).tolist()
        return f"t({shown}, '{dtype}', {list(shape)})"

    def positive(self, shape: tuple[int, ...], dtype: str) -> str:
        size = int(np.prod(shape))
        values = np.round(self.rng.uniform(0.1, 0.9, size), 3)
        return f"t({values.tolist()}, '{dtype}', {list(shape)})"

    def definite(self) -> str:
        rows = np.round(self.rng.normal(size=(3, 3)), 2)
        values = np.round(rows @ rows.T + np.eye(3), 3).ravel().tolist()
        return f"t({values}, 'float32', [3, 3])"

    def broadcasting(self) -> str:
        """A tensor that broadcasts with the shape; sometimes of another dtype."""
        shape = tuple(self.any_of((each, each, 1)) for each in self.shape)
        start = int(self.any_of((0, 0, 1)))
        other = self.rng.random() < 0.05
        dtype = self.any_of(FLOATS) if other else self.dtype
        return self.tensor(shape[start:], dtype)

    def ids(self, count: int) -> str:
        values = self.rng.integers(0, 3, count).tolist()
        return f"t({values}, '{self.any_of(('int32', 'int64'))}', [{count}])"

    def field(self, kind: str) -> str:
        """The text of one argument.

        Raises:
          KeyError: for a field that no table knows.
        """
        shapes = TENSORS.get(kind)
        if shapes is not None:
            shape, dtype = shapes
            return self.tensor(
                self.shape if shape is None else shape,
                {"x": self.dtype, "f": self.float}.get(dtype, dtype),
            )
        if kind in CHOICES:
            return str(self.any_of(CHOICES[kind]))
        rank = len(self.shape)
        made: dict[str, Draw] = {
            "y": lambda _: self.broadcasting(),
            "i": lambda _: self.tensor(self.shape, self.any_of(INTEGERS)),
            "p": lambda _: self.positive(self.shape, self.float),
            "spd": lambda _: self.definite(),
            "v": lambda _: self.tensor((int(self.any_of((0, 1, 4))),), self.dtype),
            "ids": lambda _: self.ids(int(self.any_of((0, 2, 4)))),
            "three_ids": lambda _: self.ids(3),
            "ones": lambda _: "1",
            "axis": lambda _: str(int(self.rng.integers(-rank - 1, rank + 1))),
            "rank": lambda _: str(rank),
            "sorted_ids": lambda _: (
                "t([1, 2, 4], 'int32', [1, 3])"
                if self.rng.random() < 0.5
                else "t([2, 3], 'int32', [1, 2])"
            ),
        }
        return made[kind](self)


TENSORS: Final[dict[str, tuple[tuple[int, ...] | None, str]]] = {
    "x": (None, "x"),
    "f": (None, "f"),
    "b": (None, "bool"),
    "s": (None, "string"),
    "one": ((), "x"),
    "two": ((2,), "x"),
    "fone": ((), "f"),
    "v3": ((3,), "x"),
    "fv": ((6,), "float32"),
    "f32": ((2, 3), "float32"),
    "text": ((3,), "string"),
    "m": ((3, 3), "x"),
    "w": ((3, 2), "x"),
    "fm": ((3, 3), "float32"),
    "fw": ((3, 2), "float32"),
    "fv3": ((3,), "float32"),
    "cube": ((2, 3, 2), "x"),
    "rows": ((3, 2), "x"),
    "frows": ((3, 2), "f"),
    "table": ((3, 4), "f"),
    "image": ((1, 4, 4, 2), "x"),
    "photo": ((2, 3, 3), "f"),
    "image4": ((1, 2, 2, 4), "x"),
    "kernel": ((2, 2, 2, 2), "x"),
    "kernel_t": ((2, 2, 2, 2), "x"),
    "point": ((1, 1, 4, 3), "x"),
    "filter": ((2, 2, 2), "x"),
    "signal": ((1, 6, 2), "x"),
    "taps": ((2, 2, 3), "x"),
}
CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "flag": (True, False),
    "small": (1, 2, 3),
    "axis3": (0, 1, 2, -1, -2),
    "perm": ([0, 2, 1], [2, 1, 0], [1, 0, 2], [0, 1]),
    "number": (2, 3, 0, -1, 1.5, True, "2j"),
    "order": (1, 2, "'euclidean'", "np.inf"),
    "dtype": ("'float32'", "'int32'", "'uint8'", "'bool'", "'complex64'", "'int16'"),
    "fdtype": ("'float32'", "'float64'", "'float16'", "'bfloat16'"),
    "padding": ("'SAME'", "'VALID'"),
    "pad_mode": ("'CONSTANT'", "'REFLECT'", "'SYMMETRIC'"),
    "pooling": ("'MAX'", "'AVG'"),
    "direction": ("'ASCENDING'", "'DESCENDING'"),
    "side": ("'left'", "'right'"),
    "unit": ("'BYTE'", "'UTF8_CHAR'"),
    "precision": (-1, 2),
    "method": ("'bilinear'", "'nearest'", "'bicubic'", "'area'", "'lanczos3'"),
    "dct": (1, 2, 3, 4),
    "qmode": ("'MIN_COMBINED'", "'MIN_FIRST'", "'SCALED'"),
}


TENSOR: Final = re.compile(r"t\((\[[^t]*?\]), '(\w+)', (\[[\d, ]*\])\)")
NUMBER: Final = re.compile(r"(?<![\w.'\[-])-?\d(?![\w.'])")


def spoiled(call: str, rng: Any) -> str:
    """The call with one of its arguments changed to what hardly fits."""
    tensors, numbers = list(TENSOR.finditer(call)), list(NUMBER.finditer(call))
    numbers = [each for each in numbers if not any(_in(each, t) for t in tensors)]
    places = tensors if rng.random() < 0.7 or not numbers else numbers
    if not places:
        return call
    found = places[rng.integers(len(places))]
    if places is numbers:
        text = str(rng.choice([-7, 9, -1, 100]))
    else:
        text = _spoiled_tensor(*found.groups(), rng)
    return call[: found.start()] + text + call[found.end() :]


def _in(part: re.Match[str], whole: re.Match[str]) -> bool:
    return whole.start() <= part.start() < whole.end()


def _spoiled_tensor(values: str, dtype: str, shape: str, rng: Any) -> str:
    sizes = [int(each) for each in re.findall(r"\d+", shape)]
    if rng.random() < 0.4 and dtype != "string" and not dtype.startswith("complex"):
        other = str(rng.choice(["int32", "float64", "bool", "uint8", "complex64"]))
        return f"t({values}, '{other}', {shape})"
    total = int(np.prod(sizes))
    shapes = [[total], [1, *sizes], [*sizes, 1], [1, 1, total], sizes[::-1]]
    return f"t({values}, '{dtype}', {shapes[rng.integers(len(shapes))]})"


def draw_bad_calls(seed: int, count: int) -> list[str]:
    """Calls of which one argument has another dtype, shape or value than it should."""
    rng = np.random.default_rng(seed)
    return [spoiled(each, rng) for each in draw_calls(seed + 1000, count)]


def draw_calls(seed: int, count: int) -> list[str]:
    """Expressions, the families in turn, so that each has its share."""
    rng = np.random.default_rng(seed)
    drawer = Drawer(rng)
    families = sorted(TEMPLATES)
    return [
        drawer.call(drawer.any_of(TEMPLATES[families[number % len(families)]]))
        for number in range(count)
    ]
