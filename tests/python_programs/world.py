"""What random programs use: they log here what they do.

`reset` comes before each run. It is a module of its own, so that its functions are
converted once for all programs.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Coroutine, Generator, Iterator
from contextlib import asynccontextmanager, contextmanager
from types import TracebackType
from typing import Any

LIMIT = 400

log: list[Any] = []


class TooLong(Exception):
    """A program that would take too long."""


class Wrong(Exception):
    """An error of the user's own, with an attribute."""

    def __init__(self, *values: Any, code: Any = 0) -> None:
        super().__init__(*values)
        self.code = code


def reset() -> None:
    """Begin anew."""
    log.clear()


def tick() -> None:
    """Count a step."""
    log.append(".")
    if len(log) > LIMIT:
        raise TooLong(LIMIT)


def noted(value: Any, name: Any = "noted") -> Any:
    """`value`, logged."""
    tick()
    log.append((name, _shown(value)))
    return value


def _shown(value: Any) -> Any:
    if isinstance(value, (int, str, float, bytes, type(None))):
        return value
    return repr(value) if isinstance(value, (list, tuple, dict, set)) else "?"


def fails(x: Any) -> Any:
    """`x`, unless it is true."""
    if x:
        raise ValueError(x)
    return x


def number(x: Any) -> int:
    """A small number for anything."""
    if isinstance(x, int):
        return x % 5
    try:
        return len(x) % 5
    except TypeError:
        return 1
    finally:
        tick()


class Context:
    """Logs how it is entered and left; may swallow errors."""

    def __init__(self, name: Any, swallows: Any = ()) -> None:
        self.name, self.swallows = name, swallows

    def __enter__(self) -> Any:
        log.append(("enter", _shown(self.name)))
        return self.name

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> bool:
        log.append(("exit", _shown(self.name), kind and kind.__name__))
        return kind is not None and issubclass(kind, self.swallows)

    async def __aenter__(self) -> Any:
        await Pause("enter")
        return self.__enter__()

    async def __aexit__(self, kind: Any, error: Any, traceback: Any) -> bool:
        return self.__exit__(kind, error, traceback)


@contextmanager
def entered(name: Any) -> Iterator[Any]:
    """A context made of a generator."""
    log.append(("entered", _shown(name)))
    try:
        yield name
    except KeyError as error:
        log.append(("caught", str(error)))
    finally:
        log.append("left")


@asynccontextmanager
async def entered_later(name: Any) -> AsyncIterator[Any]:
    """The same, of an asynchronous one."""
    log.append(("entered later", _shown(name)))
    try:
        yield await Pause(name)
    finally:
        log.append("left later")


class Truth:
    """An object that notes each question for its truth."""

    __match_args__ = ("value", "other")

    def __init__(self, value: Any, other: Any = None) -> None:
        self.value, self.other = value, other

    def __bool__(self) -> bool:
        log.append(("truth", _shown(self.value)))
        return bool(self.value)

    def __call__(self, x: Any = 0) -> Any:
        return x if self.value else -x if isinstance(x, int) else x

    def __eq__(self, other: object) -> bool:
        log.append("eq")
        return isinstance(other, Truth) and self.value == other.value

    __hash__ = None  # type: ignore[assignment]

    def __lt__(self, other: Any) -> Any:
        log.append("lt")
        return Truth(other)

    def __add__(self, other: Any) -> Any:
        return [self.value, other]

    def __iadd__(self, other: Any) -> Any:
        self.other = other
        return self

    def __contains__(self, item: Any) -> bool:
        log.append("contains")
        return item is self.value

    def __getitem__(self, index: Any) -> Any:
        if index == 3:
            raise IndexError(index)
        return (self.value, index)

    def __repr__(self) -> str:
        return f"Truth({_shown(self.value)!r}, {_shown(self.other)!r})"


class Pause:
    """Gives control back once."""

    def __init__(self, value: Any) -> None:
        self.value = value

    def __await__(self) -> Generator[Any, Any, Any]:
        tick()
        yield ("pause", _shown(self.value))
        return self.value


class Later:
    """Items, asynchronously."""

    def __init__(self, *items: Any) -> None:
        self.items = list(items)

    def __aiter__(self) -> Later:
        return self

    async def __anext__(self) -> Any:
        if not self.items:
            raise StopAsyncIteration
        return await Pause(self.items.pop(0))


def run(coroutine: Coroutine[Any, Any, Any]) -> Any:
    """Run a coroutine to its end."""
    while True:
        try:
            log.append(coroutine.send(None))
        except StopIteration as stop:
            return stop.value


def drained(generator: Generator[Any, Any, Any], *sent: Any) -> list[Any]:
    """What a generator gives to each value that is sent, then it is closed."""
    found = []
    try:
        found.append(next(generator))
        for each in sent:
            if isinstance(each, type):
                found.append(generator.throw(each("thrown")))
            else:
                found.append(generator.send(each))
    except StopIteration as stop:
        found.append(("stopped", stop.value))
    finally:
        generator.close()
    return found


def twice(function: Callable[..., Any]) -> Callable[..., Any]:
    """A decorator that logs calls."""

    def call(*args: Any, **kwargs: Any) -> Any:
        log.append(function.__name__)
        return function(*args, **kwargs)

    return call


def named(name: Any) -> Callable[[Any], Any]:
    """A decorator with an argument."""

    def decorate(thing: Any) -> Any:
        log.append(("decorated", _shown(name)))
        return thing

    return decorate


class Meta(type):
    """A metaclass that logs the names of each class."""

    def __new__(cls, name: str, bases: Any, space: Any, **kwargs: Any) -> Any:
        log.append((name, sorted(k for k in space if not k.startswith("__")), kwargs))
        return super().__new__(cls, name, bases, space)
