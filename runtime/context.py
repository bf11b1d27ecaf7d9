"""The current execution context: the trace in progress, the active tapes, name scopes.

One context variable holds trace and tapes; its value ``None`` means eager execution
without tapes, so the operators make one test before they take their fast path.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextvars import ContextVar, Token
from functools import partial
from types import TracebackType
from typing import Any, Final, Generic, Protocol, TypeVar

from graphir.attachments import Attached

_BEGIN_RECORDING: Attached[None] = Attached("begin of a recording")
_RECORDINGS_OF_THREAD: Attached[int] = Attached("recordings of a thread")
_END_RECORDING: Attached[None] = Attached("end of a recording")
_PROCESS: Final = 0
"""Whose recording it is, in place of a thread's number."""


class _NodeDefaults(Protocol):
    """Properties of nodes added next, as rooms below ``runtime.tracing`` see them."""

    device: str
    """The device, in full or in part, or ``""``."""
    choose_device: Callable[[Any], str] | None
    """The function of `device` scopes that gives a node's device, from its own."""


class Trace(Protocol):
    """The interface of a trace for rooms below ``runtime.tracing``."""

    scope: str
    """The name scope, with its slash at the end."""
    records: dict[Any, Any]
    """Other modules' state of this trace, by their `TraceRecord`."""
    is_branch: bool
    """Whether it is a branch or loop body of the trace around it."""
    is_function: bool
    """Whether it is a function's, a branch's or a loop body's."""

    @property
    def defaults(self) -> _NodeDefaults:
        """Properties of the nodes that are added next."""

    @property
    def outer(self) -> Any:
        """The enclosing trace, or None."""

    @property
    def apply(self) -> Callable[..., Any]:
        """Adds a node of an op: ``(op, inputs, attrs, name)``; returns its results."""

    @property
    def constant(self) -> Callable[..., Any]:
        """Adds a constant: ``(value, name)``; returns its tensor."""

    @property
    def unique_scope(self) -> Callable[[str], str]:
        """A unique name for a scope, derived from its base name."""


_Kept = TypeVar("_Kept")


class TraceRecord(Generic[_Kept]):
    """Per-trace state of one module, created on first use.

    With ``of_function``, the branches and loop bodies of a function share one.

    >>> from runtime.context import TraceRecord, current_trace
    >>> notes = TraceRecord(list)
    >>> with tf.Graph().as_default():
    ...     notes.of(current_trace()).append("a note")
    ...     notes.of(current_trace())
    ['a note']
    """

    __slots__ = ("_make", "_of_function")

    def __init__(self, make: Callable[[], _Kept], *, of_function: bool = False) -> None:
        self._make, self._of_function = make, of_function

    def of(self, trace: Trace) -> _Kept:
        """The module's state for a trace."""
        if self._of_function:
            while trace.is_branch and trace.outer is not None:
                trace = trace.outer
        found: _Kept
        try:
            found = trace.records[self]
        except KeyError:
            found = trace.records[self] = self._make()
        return found

    def set(self, trace: Trace, value: _Kept) -> None:
        """Keeps another value of the trace."""
        trace.records[self] = value


Tape = Any
"""Has ``record(op, inputs, attrs, outputs)``."""


class Ambient:
    """An immutable record of the current trace and of the tapes that observe ops."""

    __slots__ = ("tapes", "trace")

    def __init__(
        self, trace: Trace | None = None, tapes: tuple[Tape, ...] = ()
    ) -> None:
        self.trace: Any = trace
        self.tapes = tapes


class _CurrentAmbient:
    """A context variable whose value where nothing was set can be changed.

    Its methods are those of the variable themselves: `get` is called for every op.
    """

    __slots__ = ("_variable", "get", "outermost", "reset", "set")

    def __init__(self) -> None:
        variable: ContextVar[Ambient | None] = ContextVar("current", default=None)
        self._variable = variable
        self.get: Callable[[], Ambient | None] = variable.get
        self.set: Callable[[Ambient | None], Token[Ambient | None]] = variable.set
        self.reset: Callable[[Token[Ambient | None]], None] = variable.reset
        self.outermost: Trace | None = None
        """The trace outside of every other, or None."""

    def set_outermost(self, trace: Trace | None) -> None:
        """Sets the trace outside of every other, in all threads; None: ops run.

        A recording begins with the first such trace, and ends with the last.
        """
        before, self.outermost = self.outermost, trace
        if trace is not None and before is None:
            _BEGIN_RECORDING(_PROCESS)
        get = self._variable.get
        self.get = get if trace is None else partial(get, Ambient(trace))
        if trace is None and before is not None:
            _END_RECORDING(_PROCESS)


CURRENT: Final = _CurrentAmbient()
"""The current ambient; None outside of every trace and tape."""

_EAGER_SCOPE: Final[ContextVar[str]] = ContextVar("eager_scope", default="")

_LEFT: Final[ContextVar[tuple[Trace, ...]]] = ContextVar("left traces", default=())


class entered:
    """A context manager that sets the current ambient: trace and tapes."""

    __slots__ = ("_ambient", "_recordings", "_tokens")

    def __init__(self, ambient: Ambient | None) -> None:
        self._ambient = ambient
        self._tokens: list[Token[Ambient | None]] = []
        self._recordings: int | None = None

    def __enter__(self) -> Ambient | None:
        ambient = self._ambient
        try:
            # one instruction: Ctrl-C comes before the ambient is set, or after its
            # token is kept
            self._tokens.extend(map(CURRENT.set, (ambient,)))
            if ambient is not None and ambient.trace is not None:
                self._recordings = _RECORDINGS_OF_THREAD()
                _BEGIN_RECORDING()
            return ambient
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self.leave()
            raise

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.leave()

    def leave(self) -> None:
        """Makes the ambient before current again; twice does no harm, after Ctrl-C."""
        tokens = self._tokens
        tokens[:] = filter(CURRENT.reset, tokens)  # one instruction, as above
        before = self._recordings
        if before is not None and _RECORDINGS_OF_THREAD() > before:
            _END_RECORDING()
        self._recordings = None


def current_trace() -> Trace | None:
    """The trace to which ops are added, or None when ops run eagerly."""
    ambient = CURRENT.get()
    return None if ambient is None else ambient.trace


def enclosing_traces() -> Iterator[Trace]:
    """The current trace, then those that enclosing `eager_mode`s have suspended."""
    current = current_trace()
    if current is not None:
        yield current
    yield from _LEFT.get()


def executing_eagerly() -> bool:
    """Whether ops run at once, and are not recorded in a graph.

    >>> tf.executing_eagerly()
    True
    """
    return current_trace() is None


class _EagerMode(entered):
    """Leaves every trace and tape, but keeps the name scope and what it has left."""

    __slots__ = ("_before",)

    def __init__(self) -> None:
        super().__init__(None)
        self._before: tuple[str, tuple[Trace, ...]] | None = None

    def __enter__(self) -> Ambient | None:
        self._before = _EAGER_SCOPE.get(), _LEFT.get()
        try:
            _EAGER_SCOPE.set(_name_prefix())
            _LEFT.set(tuple(enclosing_traces()))
            super().__enter__()
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self.leave()
            raise
        return self._ambient

    def leave(self) -> None:
        super().leave()
        if self._before is not None:
            scope, left = self._before
            _LEFT.set(left)
            _EAGER_SCOPE.set(scope)


def eager_mode() -> entered:
    """A context manager that leaves every trace and tape: ops inside run at once.

    Names keep the scope that they are in.

    >>> with tf.Graph().as_default(), tf.__internal__.eager_context.eager_mode():
    ...     tf.executing_eagerly()
    True
    """
    return _EagerMode()


def enter_tape(tape: Tape) -> entered:
    """A context manager that activates a tape."""
    ambient = CURRENT.get()
    if ambient is None:
        return entered(Ambient(None, (tape,)))
    return entered(Ambient(ambient.trace, (*ambient.tapes, tape)))


class name_scope:
    """A context manager that puts ``name/`` before the names of ops created inside.

    ``with`` binds the prefix; an op that gets the prefix as its ``name`` has exactly
    that name. A name that ends with ``/`` re-enters a scope; an empty name leaves all
    scopes.

    >>> with tf.name_scope("layer") as scope:
    ...     print(scope)
    layer/

    Raises:
      ValueError: if the name is no string.
    """

    __slots__ = ("__weakref__", "_before", "_name")

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError(f"name for name_scope must be a string, not {name!r}.")
        self._name = name

    @property
    def name(self) -> str:
        """The name passed to the scope."""
        return self._name

    def __enter__(self) -> str:
        trace = current_trace()
        before = _name_prefix()
        name = self._name
        scope = _nested(before, name) if trace is None else trace.unique_scope(name)
        self._before = trace, before
        try:
            _set_prefix(trace, scope)
            return scope
        except BaseException:  # an interrupt: nobody leaves what was not entered
            self.__exit__()
            raise

    def __exit__(self, *error: object) -> None:
        _set_prefix(*self._before)


def _nested(prefix: str, name: str) -> str:
    if not name or name.endswith("/"):
        return name
    return f"{prefix}{name}/"


def _name_prefix() -> str:
    """The prefix that names get now: empty, or ending with ``/``."""
    trace = current_trace()
    return _EAGER_SCOPE.get() if trace is None else trace.scope


def _set_prefix(trace: Trace | None, prefix: str) -> None:
    if trace is None:
        _EAGER_SCOPE.set(prefix)
    else:
        trace.scope = prefix


def get_current_name_scope() -> str:
    """The current name scope, without the slash at its end.

    >>> with tf.name_scope("outer"), tf.name_scope("inner"):
    ...     tf.get_current_name_scope()
    'outer/inner'
    """
    return _name_prefix().rstrip("/")


class op_scope:
    """The name scope of one op while its arguments are converted; no effect when eager.

    ``with`` binds the name to pass to ``apply_op``, empty when eager. A constant that
    is converted inside under the name ``y`` becomes ``Greater/y``.

    >>> with tf.Graph().as_default(), op_scope(None, "Greater") as scope:
    ...     print(scope)
    Greater/
    """

    __slots__ = ("_name", "_scope")

    def __init__(self, name: str | None, default: str) -> None:
        self._name = name or default

    def __enter__(self) -> str:
        ambient = CURRENT.get()
        if ambient is None or ambient.trace is None:
            self._scope: name_scope | None = None
            return ""
        self._scope = name_scope(self._name)
        return self._scope.__enter__()

    def __exit__(self, *error: object) -> None:
        if self._scope is not None:
            self._scope.__exit__()
