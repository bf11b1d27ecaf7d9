"""Programs that AutoGraph stages, refuses, or leaves to Python.

They go over what TensorFlow tries in its own tests of AutoGraph: dtypes, shapes,
structures and None in loops and branches, invariants, values of one branch only,
datasets and their iterators, and functions of Python with every `Feature` on.

    python tests/autograph/reference/programs.py ANSWERS.json

run by a Python that has TensorFlow, writes what that answers.
"""

from __future__ import annotations

import contextlib
import importlib.util
import io
import json
import sys
import warnings
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).with_name("cases")
Case = tuple[str, Callable[[], Any]]

KINDS = (
    *("tensor", "range", "range with a step", "dataset", "iterator", "distributed"),
    "ragged",
)
"""What loops go over."""
_OVER_KINDS = ("f_dtype", "f_shape", "f_erase", "f_inv", "f_struct", "f_none", "f_one")
_OVER_RAGGED = ("f_dtype", "f_shape", "f_none_after")
_OVER_ITERATORS = ("d_sum", "d_two", "d_break", "d_return", "d_else", "d_defines")
_ON_NUMBERS = ("w_initializes", "w_defines", "f_iterate", "f_alters", "f_reuses")


class Programs:
    """The programs, for one TensorFlow or what stands in its place."""

    def __init__(self, tf: Any) -> None:
        self._tf = tf
        self._functions: dict[str, Callable[..., Any]] = {}
        for path in sorted(FOLDER.glob("*.py")):
            spec = importlib.util.spec_from_file_location(f"case_{path.stem}", path)
            assert spec is not None
            assert spec.loader is not None
            module = importlib.util.module_from_spec(spec)
            module.tf = tf  # type: ignore[attr-defined]
            spec.loader.exec_module(module)
            found = {k: v for k, v in vars(module).items() if "_" in k.strip("_")}
            self._functions.update(found)

    def cases(self) -> Iterator[Case]:
        """Names, and what runs the programs."""
        yield from self._loops()
        yield from self._loops_on_numbers()
        yield from self._branches()
        yield from self._growing()
        yield from self._datasets()
        features = self._tf.autograph.experimental.Feature.ALL
        for name in self._named("u_"):
            options = {"experimental_autograph_options": features}
            yield self._case(name, name, [self._constant(3)], options)

    def _named(self, *prefixes: str) -> list[str]:
        return [name for name in self._functions if name.startswith(prefixes)]

    def _takes_none(self, name: str) -> bool:
        return not self._functions[name].__code__.co_argcount

    def _case(
        self,
        label: str,
        name: str,
        arguments: list[Callable[[], Any]],
        options: dict[str, Any] | None = None,
    ) -> Case:
        function = self._functions[name]

        def run() -> Any:
            given = [each() for each in arguments]
            return self._tf.function(function, **(options or {}))(*given)

        return label, run

    def _constant(self, value: Any, dtype: Any = None) -> Callable[[], Any]:
        return lambda: self._tf.constant(value, dtype)

    def _over(self, kind: str) -> Any:
        tf = self._tf
        if kind == "tensor":
            return tf.constant([1, 2, 3])
        if kind == "range":
            return tf.range(3)
        if kind == "range with a step":
            return tf.range(0, 10, 3)
        if kind == "ragged":
            return tf.ragged.constant([[1], [2, 3]])
        if kind == "distributed":
            rows = tf.data.Dataset.from_tensor_slices([[1, 2, 3]] * 2)
            strategy = tf.distribute.MirroredStrategy(["cpu:0"])
            return strategy.experimental_distribute_dataset(rows)
        dataset = tf.data.Dataset.from_tensor_slices([1, 2, 3])
        return iter(dataset) if kind == "iterator" else dataset

    def _loops(self) -> Iterator[Case]:
        for name in self._named("w_"):
            if self._takes_none(name):
                yield self._case(name, name, [])
        for name in (*self._named(*_OVER_KINDS), "f_defines"):
            for kind in KINDS:
                if kind != "ragged" or name in _OVER_RAGGED:
                    given = [lambda kind=kind: self._over(kind)]
                    yield self._case(f"{name}[{kind}]", name, given)

    def _loops_on_numbers(self) -> Iterator[Case]:
        for values in ([], [1], [1, 2]):
            rows = self._constant(values, "int32")
            for name in ("f_initializes", "f_defines"):
                yield self._case(f"{name}{values}", name, [rows])
            given = [lambda values=values: values]
            yield self._case(f"f_defines{values}, a list", "f_defines", given)
        for value in (0, 1, 2):
            for name in _ON_NUMBERS:
                yield self._case(f"{name}[{value}]", name, [self._constant(value)])
            number = [lambda value=value: value]
            yield self._case(f"w_defines[{value}], an int", "w_defines", number)

    def _branches(self) -> Iterator[Case]:
        for name in self._named("b_", "i_", "e_", "ie_"):
            if self._takes_none(name):
                yield self._case(name, name, [])
                continue
            for value in (3, 7, -1) if name == "b_nested_return" else (True, False):
                yield self._case(f"{name}[{value}]", name, [self._constant(value)])
                plain = [lambda value=value: value]
                yield self._case(f"{name}[{value}, Python's]", name, plain)

    def _numbers(self, kind: str, count: int) -> Any:
        if kind == "range":
            return range(count)
        if kind == "tf.range":
            return self._tf.range(count)
        dataset = self._tf.data.Dataset.range(count)
        return dataset.map(lambda x: self._tf.cast(x, self._tf.int32))

    def _growing(self) -> Iterator[Case]:
        for value in (0, 1, 2, 5):
            yield self._case(f"g_break[{value}]", "g_break", [self._constant(value)])
        for name in self._named("g_"):
            for kind in ("range", "tf.range", "dataset") if name != "g_break" else ():
                for count in (0, 1, 2):

                    def numbers(kind: str = kind, count: int = count) -> Any:
                        return self._numbers(kind, count)

                    yield self._case(f"{name}[{kind} {count}]", name, [numbers])

    def _datasets(self) -> Iterator[Case]:
        dataset = self._tf.data.Dataset
        for name in self._named("d_"):
            yield self._case(name, name, [lambda: dataset.range(7)])
            if name in _OVER_ITERATORS:
                given = [lambda: iter(dataset.range(7))]
                yield self._case(f"{name}[iterator]", name, given)
                yield self._case(f"{name}[empty]", name, [lambda: dataset.range(0)])


def answer(run: Callable[[], Any]) -> list[Any]:
    """`ok`, the result and what was printed; or `error`, its classes and its text."""
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return ["ok", plain(run()), printed.getvalue()]
        except Exception as error:
            kinds = [each.__name__ for each in type(error).__mro__]
            return ["error", kinds[: kinds.index("Exception")], message_of(error)]


def message_of(error: Exception) -> str:
    """The first line of the message, without the frames that either side shows."""
    text = str(error)
    found = text.rfind(f"{type(error).__name__}: ")
    if found >= 0:
        text = text[found:].partition(": ")[2]
    return text.strip().partition("\n")[0].strip()


def plain(value: Any) -> Any:
    """The value as Python's own."""
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    for method in ("to_list", "numpy", "tolist", "decode"):
        if hasattr(value, method):
            return plain(getattr(value, method)())
    is_plain = value is None or isinstance(value, (bool, int, float, str))
    return value if is_plain else type(value).__name__


if __name__ == "__main__":
    import tensorflow as tf  # type: ignore[import-not-found]

    answers = {name: answer(run) for name, run in Programs(tf).cases()}
    lines = [f"{json.dumps(name)}: {json.dumps(answers[name])}" for name in answers]
    Path(sys.argv[1]).write_text("{\n" + ",\n".join(lines) + "\n}\n")
