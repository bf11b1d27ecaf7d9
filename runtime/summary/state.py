"""The current summary state: writer, step, and whether to record."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, NamedTuple

from graphir import dtypes
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.tensor import EagerTensor, Tensor


class SummaryState(NamedTuple):
    """The summary settings of a thread; a new thread has the defaults."""

    writer: Any = None
    step: Any = None
    condition: Any = True


_NOTHING: Final = SummaryState()
STATE: Final[ContextVar[SummaryState]] = ContextVar("summaries", default=_NOTHING)


def should_record_summaries() -> Tensor:
    """Whether summaries are recorded now, as a bool scalar: there is a default writer,
    and the condition of ``tf.summary.record_if`` holds.

    >>> tf.summary.should_record_summaries()
    <tf.Tensor: shape=(), dtype=bool, numpy=False>
    """
    found: Tensor = convert_to_tensor(is_recording(STATE.get()), dtypes.bool_)
    return found


def is_recording(state: SummaryState) -> Any:
    """``should_record_summaries`` as a Python bool, or a tensor if known only later."""
    if state.writer is None:
        return False
    condition = state.condition
    if condition is True:
        return True
    if callable(condition) and not hasattr(condition, "dtype"):
        condition = condition()
    if isinstance(condition, bool):
        return condition
    tensor = convert_to_tensor(condition, dtypes.bool_)
    return bool(tensor) if isinstance(tensor, EagerTensor) else tensor


@contextmanager
def record_if(condition: bool | Tensor | Callable[[], Any]) -> Iterator[None]:
    """A context manager under which summaries are recorded if the condition holds.

    The condition is a bool, a bool scalar, or a function that returns one and is called
    before each summary: in a ``tf.function`` it is called while tracing.

    >>> writer = tf.summary.create_noop_writer()
    >>> with writer.as_default(), tf.summary.record_if(False):
    ...     bool(tf.summary.should_record_summaries())
    False
    """
    before = STATE.get().condition
    STATE.set(STATE.get()._replace(condition=condition))
    try:
        yield
    finally:
        STATE.set(STATE.get()._replace(condition=before))


def get_step() -> Any:
    """The step of summaries without a step argument; None if none was set."""
    return STATE.get().step


def set_step(step: Any) -> None:
    """Sets the step of summaries without a step argument.

    It is a number, a scalar int64 tensor or a variable, whose value then is the step
    each time; None unsets it. A number is a constant in a ``tf.function``.

    >>> tf.summary.experimental.set_step(7)
    >>> tf.summary.experimental.get_step()
    7
    >>> tf.summary.experimental.set_step(None)
    """
    STATE.set(STATE.get()._replace(step=step))


def current_step(step: Any) -> Any:
    """The step of a summary: the argument, else the default step.

    Raises:
      ValueError: if there is neither.
    """
    found = STATE.get().step if step is None else step
    if found is None:
        raise ValueError(
            "No step set. Please specify one either through the `step` argument or "
            "through tf.summary.experimental.set_step()"
        )
    return found


def step_tensor(step: Any) -> Tensor:
    """The step as a scalar int64 tensor.

    Raises:
      TypeError, ValueError: if it is none.
    """
    found: Tensor = convert_to_tensor(current_step(step), dtypes.int64, name="step")
    return found
