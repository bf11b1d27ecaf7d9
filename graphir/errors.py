"""Exceptions of graphs, ops, kernels and files: one class per kind of failure.

Classes below ``OpError`` carry TensorFlow's names and codes; the runtime
re-exports them as ``tf.errors``.
"""

from __future__ import annotations

from typing import Any, ClassVar


class GraphirError(Exception):
    """Base of the errors about graphs, files and passes."""


class InvalidGraphError(GraphirError, ValueError):
    """The graph breaks an invariant: a cycle, a missing input, a wrong dtype."""


class UnknownOpError(GraphirError, LookupError):
    """An op that no declaration and no known signature describes."""


class NoSuchOpError(UnknownOpError, AttributeError):
    """An op that was looked up as an attribute and has no declaration."""


class MissingKernelError(GraphirError, NotImplementedError):
    """The op can be read and written, but has no kernel here."""


class MissingExtraError(GraphirError, ImportError):
    """A library that is not among the dependencies is not installed."""


class ParseError(GraphirError, ValueError):
    """Text or bytes that are not a graph; the message names the position."""


class NoSuchAxisError(IndexError, ValueError):
    """An axis that a shape does not have."""


class UnequalDimensionsError(ValueError):
    """Two sizes that must be equal are not.

    >>> error = UnequalDimensionsError(2, 3, "MatMul", "[1,2], [3,1]")
    >>> print(error.reason)
    Dimensions must be equal, but are 2 and 3
    >>> print(str(error)[-39:])
    MatMul with input shapes: [1,2], [3,1].
    """

    def __init__(
        self, first: int | None, second: int | None, op: str, shapes: str
    ) -> None:
        self.reason = f"Dimensions must be equal, but are {first} and {second}"
        """What is wrong, without the op: who knows the node names it."""
        super().__init__(f"{self.reason} for {op} with input shapes: {shapes}.")


class PassError(GraphirError):
    """A pass failed or broke the graph; names the pass and its predecessors."""

    def __init__(
        self,
        message: str,
        pass_name: str = "",
        passes_before: tuple[str, ...] = (),
        graph_text: str | None = None,
    ) -> None:
        super().__init__(message)
        self.pass_name = pass_name
        self.passes_before = passes_before
        self.graph_text = graph_text
        """The graph before the pass, if the pipeline was asked to keep it."""


class OpError(Exception):
    """A kernel or a loader refused its input.

    >>> str(InvalidArgumentError(None, None, "Incompatible shapes: [2] vs. [3]"))
    'Incompatible shapes: [2] vs. [3]'
    """

    code: ClassVar[int] = 2

    def __init__(
        self,
        node_def: Any = None,
        op: Any = None,
        message: str = "",
        *args: Any,
    ) -> None:
        # one positional argument alone is the message, as Python users expect
        if op is None and not message and isinstance(node_def, str):
            node_def, message = None, node_def
        super().__init__(message)
        self._node_def = node_def
        self._op = op
        self._message = message

    @property
    def message(self) -> str:
        """The error message."""
        return self._message

    @property
    def experimental_payloads(self) -> dict[str, bytes]:
        """Further data about the error, by kind: none, in one process."""
        return {}

    @property
    def error_code(self) -> int:
        """TensorFlow's number of this kind of error."""
        return self.code

    @property
    def node_def(self) -> Any:
        """The NodeDef of the op that failed, or None."""
        return self._node_def

    @property
    def op(self) -> Any:
        """The graph node that failed, or None."""
        return self._op

    def __str__(self) -> str:
        return self._message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (None, None, self._message)


class CancelledError(OpError):
    """The operation was cancelled."""

    code = 1


class UnknownError(OpError):
    """No better class is known."""

    code = 2


class InvalidArgumentError(OpError):
    """An argument is wrong in every state of the system."""

    code = 3


class DeadlineExceededError(OpError):
    """The operation took longer than allowed."""

    code = 4


class NotFoundError(OpError):
    """A file, key or resource does not exist."""

    code = 5


class AlreadyExistsError(OpError):
    """The object to create exists already."""

    code = 6


class PermissionDeniedError(OpError):
    """The caller may not do this."""

    code = 7


class ResourceExhaustedError(OpError):
    """Memory or another resource does not suffice."""

    code = 8


class FailedPreconditionError(OpError):
    """The state of the system does not allow this, e.g. an unset variable."""

    code = 9


class AbortedError(OpError):
    """The operation was aborted."""

    code = 10


class OutOfRangeError(OpError):
    """Past the valid range, such as the end of a data set."""

    code = 11


class UnimplementedError(OpError):
    """The operation is not implemented."""

    code = 12


class InternalError(OpError):
    """An invariant of the system broke."""

    code = 13


class UnavailableError(OpError):
    """A service is out of reach."""

    code = 14


class DataLossError(OpError):
    """Data is lost or corrupt beyond repair."""

    code = 15


class UnauthenticatedError(OpError):
    """Credentials are missing."""

    code = 16
