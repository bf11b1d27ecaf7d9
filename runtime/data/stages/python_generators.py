"""Python generators as sources: called from graphs, or directly by iterators."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final
from weakref import WeakValueDictionary

import numpy as np

from graphir.errors import InvalidArgumentError
from graphir.ops.state.python_calls import PythonToken
from runtime.context import entered
from runtime.data.stages.stage import Element, StageIterator
from runtime.tensors.tensor import wrap

_SOURCES: Final[WeakValueDictionary[str, PythonSource]] = WeakValueDictionary()
_NUMBERS: Final = itertools.count()


class PythonSource:
    """A generator function, and the generators that graphs have begun."""

    def __init__(
        self,
        function: Callable[..., Any],
        spec: Any,
        convert: Callable[[Any], Element],
    ) -> None:
        self.name = f"generator_{next(_NUMBERS)}"
        self.function = function
        self._spec = spec
        self.convert = convert
        self._begun: dict[int, Iterator[Any]] = {}
        self._ids = itertools.count()

    def generator(self, args: tuple[Any, ...]) -> Iterator[Any]:
        """A new generator.

        Raises:
          TypeError: if the function does not return an iterable.
        """
        made = self.function(*args)
        try:
            return iter(made)
        except TypeError:
            raise TypeError(
                "`generator` must return an object that can be iterated over, not "
                f"{made!r}."
            ) from None

    # --- what the functions of a graph call

    def begin(self, *args: Any) -> Any:
        """The number of a new generator."""
        number = next(self._ids)
        self._begun[number] = self.generator(tuple(each.numpy() for each in args))
        return np.int64(number)

    def following(self, number: Any) -> list[Any]:
        """The next element of the generator, flattened."""
        value = next(self._begun[int(number)])
        return list(self.convert(value))

    def end(self, number: Any) -> Any:
        """Drops the generator."""
        self._begun.pop(int(number), None)
        return np.int64(0)


def token_of_source(source: PythonSource) -> PythonToken:
    """The attribute that names a source, and keeps it alive."""
    _SOURCES[source.name] = source
    return PythonToken.naming(source.name, source)


def source_of_token(token: Any) -> PythonSource | None:
    """The source that an attribute names, if it is alive in this process."""
    if token is None:
        return None
    found: PythonSource | None = getattr(token, "callback", None)
    return found or _SOURCES.get(token.decode())


class Generated(StageIterator):
    """The elements of a Python generator, which is not asked again after its end."""

    __slots__ = ("_args", "_convert", "_following", "_generator", "_source", "count")
    STATE = ("count",)

    def __init__(self, source: PythonSource, args: tuple[Any, ...]) -> None:
        self._source = source
        self._convert = source.convert
        self._args = args
        self._generator: Iterator[Any] | None = None
        self._following: Callable[[], Any] = self._first
        self.count = 0

    def __next__(self) -> Element:
        try:
            value = self._following()
        except StopIteration:
            self._following = _nothing
            raise
        try:
            element = self._convert(value)
        except TypeError as error:
            raise self._mismatch(error) from None
        self.count += 1
        return element

    def step(self) -> Callable[[], Element] | None:
        return self._rest().__next__

    def _rest(self) -> Iterator[Element]:
        """The elements from here on, until one fails: fewer calls for each."""
        following, convert = self._following, self._convert
        while True:
            try:
                value = following()
            except StopIteration:
                self._following = _nothing
                return
            try:
                element = convert(value)
            except TypeError as error:
                raise self._mismatch(error) from None
            self.count += 1
            yield element

    def _mismatch(self, error: TypeError) -> InvalidArgumentError:
        told = f"TypeError: {error}\n  in element {self.count}"
        return InvalidArgumentError(None, None, told)

    def _first(self) -> Any:
        """Begins the generator, and gives its first value."""
        with entered(None):
            generator = self._source.generator(self._args)
        self._generator = generator
        self._following = generator.__next__
        return next(generator)

    def restore(self, state: Mapping[str, Any]) -> None:
        """Skips as many elements as were read: a generator has no position."""
        for _ in range(int(state["count"]) - self.count):
            next(self, None)

    def close(self) -> None:
        close = getattr(self._generator, "close", None)
        if close is not None:
            close()


def _nothing() -> Any:
    raise StopIteration


def as_arguments(arrays: list[Any], types: list[Any]) -> tuple[Any, ...]:
    """Arrays as the generator function takes them."""
    return tuple(wrap(array, dtype).numpy() for array, dtype in zip(arrays, types))
