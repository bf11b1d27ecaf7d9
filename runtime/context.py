"""What is current: the trace in progress, the active tapes, the name scope.

One context variable holds it all; ``None`` there means plain eager execution, so
the operators ask one question before they take their fast path.
"""

from __future__ import annotations

from contextvars import ContextVar, Token
from types import TracebackType
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from runtime.tracing import GraphTrace

Tape = Any
"""Has ``record(op, inputs, attrs, outputs)``."""


class Ambient:
    """The trace and the tapes that see what is applied now; never changed."""

    __slots__ = ("tapes", "trace")

    def __init__(
        self, trace: GraphTrace | None = None, tapes: tuple[Tape, ...] = ()
    ) -> None:
        self.trace = trace
        self.tapes = tapes


CURRENT: Final[ContextVar[Ambient | None]] = ContextVar("current", default=None)
"""The one that holds now; None outside of every trace and tape."""

_EAGER_SCOPE: Final[ContextVar[str]] = ContextVar("eager_scope", default="")


class entered:
    """A context manager under which the given ambient holds."""

    __slots__ = ("_ambient", "_token")

    def __init__(self, ambient: Ambient | None) -> None:
        self._ambient = ambient

    def __enter__(self) -> Ambient | None:
        self._token: Token[Ambient | None] = CURRENT.set(self._ambient)
        return self._ambient

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        CURRENT.reset(self._token)


def current_trace() -> GraphTrace | None:
    """The trace to which ops are added now, or None when they run at once."""
    ambient = CURRENT.get()
    return None if ambient is None else ambient.trace


def executing_eagerly() -> bool:
    """Whether ops run at once, and are not recorded in a graph.

    >>> tf.executing_eagerly()
    True
    """
    return current_trace() is None


def init_scope() -> entered:
    """Leaves every trace and tape: what is applied inside runs at once.

    >>> with tf.init_scope():
    ...     tf.executing_eagerly()
    True
    """
    return entered(None)


def enter_tape(tape: Tape) -> entered:
    """A context manager under which the tape also records what is applied."""
    ambient = CURRENT.get()
    if ambient is None:
        return entered(Ambient(None, (tape,)))
    return entered(Ambient(ambient.trace, (*ambient.tapes, tape)))


class name_scope:
    """A context manager that puts ``name/`` before the names of ops made inside.

    Entered, it gives the prefix, which names an op exactly when passed as its
    ``name``. A name that ends with ``/`` re-enters a scope; an empty one leaves all.

    >>> with tf.name_scope("layer") as scope:
    ...     print(scope)
    layer/

    Raises:
      ValueError: if the name is no string.
    """

    __slots__ = ("_name", "_restore")

    def __init__(self, name: str) -> None:
        if not isinstance(name, str):
            raise ValueError(f"name for name_scope must be a string, not {name!r}.")
        self._name = name

    @property
    def name(self) -> str:
        """The name given."""
        return self._name

    def __enter__(self) -> str:
        trace = current_trace()
        if trace is None:
            scope = _nested_scope(_EAGER_SCOPE.get(), self._name)
            self._restore: Any = _EAGER_SCOPE.set(scope)
            return scope
        self._restore = trace, trace.scope
        trace.scope = trace.unique_scope(self._name)
        return trace.scope

    def __exit__(self, *error: object) -> None:
        if isinstance(self._restore, Token):
            _EAGER_SCOPE.reset(self._restore)
        else:
            trace, trace.scope = self._restore


def _nested_scope(prefix: str, name: str) -> str:
    if not name or name.endswith("/"):
        return name
    return f"{prefix}{name}/"


def current_name_scope() -> str:
    """The prefix that names get now: empty, or ending with ``/``."""
    trace = current_trace()
    return _EAGER_SCOPE.get() if trace is None else trace.scope


class op_scope:
    """The scope of one op while its arguments are converted; nothing when eager.

    Gives the name to pass to ``apply_op``, empty when eager. Constants converted
    inside become ``Greater/y`` when asked for as ``y``.

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
