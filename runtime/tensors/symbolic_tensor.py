"""SymbolicTensor: a value of a graph that is being traced."""

from __future__ import annotations

from collections.abc import Iterator
from contextvars import ContextVar
from typing import Any, Final

import numpy as np

from graphir.attachments import Attached
from graphir.node import Value
from graphir.shapes import Shape
from runtime.errors import OperatorNotAllowedInGraphError
from runtime.tensors.shown_shapes import shown_to_caller
from runtime.tensors.tensor import Tensor

_OPERATION: Attached[Any] = Attached("operation of a node")
_ADVICE_ON_TRUTH: Attached[str] = Attached("advice on truth values of tensors")
_ADVICE_ON_ITERATION: Attached[str] = Attached("advice on iteration over tensors")
_JUDGE_HANDLER: Attached[None] = Attached("judgement of handlers of errors")
_DESCRIBE: Attached[str] = Attached("text in place of a tensor")
_DESCRIBE_FOR_USER: Attached[str] = Attached("repr of a tensor in its trace")


DEFAULT_SESSION: Final[ContextVar[Any]] = ContextVar("default_session", default=None)
"""The session that was entered last, where `eval` and `run` are given none."""


class SymbolicTensor(Tensor):
    """A tensor of a trace: it has a value only when the graph runs."""

    __slots__ = ("dtype", "graph_trace", "value")

    def __init__(self, value: Value, trace: Any) -> None:
        self.value = value
        self.graph_trace = trace
        self.dtype = value.dtype

    @staticmethod
    def _hint_for_missing(name: str) -> str:
        """What the error about a missing attribute adds, in traced code."""
        if name != "numpy":
            return ""
        return (
            ": in a tf.function a tensor has no value until the graph runs. Return it "
            "and call numpy() on the result, or call what needs the value through "
            "tf.py_function."
        )

    @property
    def shape(self) -> Shape:
        """The shape as far as it is known."""
        return shown_to_caller(self.value.shape)

    @property
    def name(self) -> str:
        """The node's name and the number of its output, ``x:0``."""
        return f"{self.value.node.name}:{self.value.index}"

    @property
    def value_index(self) -> int:
        """Which output of its node this is."""
        return self.value.index

    @property
    def device(self) -> str:
        """The requested device; empty if there is none."""
        return self.value.node.device

    @property
    def op(self) -> Any:
        """The operation that makes this tensor."""
        return _OPERATION(self.value.node, self.graph_trace)

    @property
    def graph(self) -> Any:
        """The graph that this tensor belongs to."""
        return self.graph_trace.traced_graph

    def consumers(self) -> list[Any]:
        """The operations that read this tensor."""
        return [_OPERATION(use.node, self.graph_trace) for use in self.value.uses]

    def eval(self, feed_dict: Any = None, session: Any = None) -> Any:
        """The value that a session finds.

        Raises:
          ValueError: without a session.
        """
        session = DEFAULT_SESSION.get() if session is None else session
        if session is None:
            raise ValueError(
                "Cannot evaluate tensor using `eval()`: No default session is "
                "registered. Pass a session: `eval(session=session)`."
            )
        return session.run(self, feed_dict)

    def constant_value(self) -> Any:
        return self.value.constant_value()

    def constant_as_shape(self) -> Shape:
        return self.value.constant_as_shape()

    def set_shape(self, shape: Any) -> None:
        self.value.shape = self.value.shape.merge_with(shape)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This "
            "error may indicate that you're trying to pass a Tensor to a NumPy call, "
            "which is not supported: it has a value only when the graph runs. Use a tf "
            "function, or tf.numpy_function, in its place."
        )

    def __len__(self) -> int:
        raise TypeError(
            f"len is not well defined for a symbolic Tensor ({self.name}). Please call "
            "`x.shape` rather than `len(x)` for shape information."
        )

    def __bool__(self) -> bool:
        task = "Using a symbolic `tf.Tensor` as a Python `bool`"
        error = self._not_allowed(task, _ADVICE_ON_TRUTH())
        _JUDGE_HANDLER(error, self.graph_trace)
        raise error

    def __iter__(self) -> Iterator[Any]:
        size = self.shape[0] if self.shape.rank else None
        if size is None:
            task = "Iterating over a symbolic `tf.Tensor` whose length is not known"
            raise self._not_allowed(task, _ADVICE_ON_ITERATION())
        return (self[position] for position in range(size))

    def __int__(self) -> int:
        # who asks `get_static_value` first, as libraries do, is right to call it
        value = self.constant_value()
        if value is None or np.ndim(value):
            raise self._no_number("int")
        return int(value)

    def __float__(self) -> float:
        raise self._no_number("float")

    def __index__(self) -> int:
        raise self._no_number("index")

    def _no_number(self, kind: str) -> TypeError:
        return TypeError(
            f"{self} has no Python {kind} while a graph is traced: its value is known "
            "only when the graph runs."
        )

    def __hash__(self) -> int:
        if self.graph_trace.is_function:
            return super().__hash__()
        # in a graph that a session runs, tensors are keys of what is fed
        return id(self)

    def out_of_scope(self) -> str:
        """The reason why the tensor is not usable here: where it was made."""
        lines = [
            f"{self!r} is out of scope and cannot be used here. Use return values, "
            "explicit Python locals or TensorFlow collections to access it.\n"
            "Please see https://www.tensorflow.org/guide/function#all_outputs_of_a_"
            "tffunction_must_be_return_values for more information."
        ]
        origin = self.value.node.origin
        if origin is not None:
            lines.append(f"\n{self!r} was defined here:")
            lines += [
                f'    File "{frame.filename}", line {frame.line}, in {frame.function}\n'
                f"      {frame.text}"
                for frame in reversed(origin.frames)
            ]
        lines.append(
            f"\nThe tensor {self!r} cannot be accessed from here, because it was "
            f"defined in {self.graph!r}, which is out of scope."
        )
        return "\n".join(lines)

    def _not_allowed(
        self, task: str, advice: str = ""
    ) -> OperatorNotAllowedInGraphError:
        return OperatorNotAllowedInGraphError(
            f"{task} is not allowed. {advice or self.graph_trace.hint()}"
        )

    def __format__(self, spec: str) -> str:
        return _DESCRIBE(self, spec)

    def __str__(self) -> str:
        return _DESCRIBE(self)

    def description(self) -> str:
        """The result of `str`: text in place of the value, which is not known yet."""
        known = "" if self.shape.rank is None else f", shape={self.shape}"
        return f'Tensor("{self.name}"{known}, dtype={self.dtype.name})'

    def __repr__(self) -> str:
        text = f"<tf.Tensor {self.name!r} shape={self.shape} dtype={self.dtype.name}>"
        return _DESCRIBE_FOR_USER(self, text)
