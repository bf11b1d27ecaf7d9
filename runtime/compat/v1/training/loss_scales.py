"""Loss scales: what a loss is multiplied with, lest float16 gradients underflow."""

from __future__ import annotations

import abc
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from graphir import dtypes
from runtime.arrays.indexing import where
from runtime.compat.v1.variable_class import Variable
from runtime.control_flow.conditionals import group
from runtime.math.arithmetic import maximum
from runtime.math.comparison import greater_equal, is_finite, logical_and, logical_not
from runtime.math.reductions import reduce_all
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.nest import flatten
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

if TYPE_CHECKING:
    from typing_extensions import Self


class LossScale(abc.ABC):
    """A base class of what losses are multiplied with.

    A subclass has `__call__`, `update` and `get_config`.
    """

    @abc.abstractmethod
    def __call__(self) -> Tensor:
        """The scale, float32 []."""

    @abc.abstractmethod
    def update(self, grads: Iterable[Any]) -> tuple[Any, Any]:
        """Changes the scale by gradients.

        Returns:
          The operation that changes it, None outside of graphs, and whether the
          gradients are to be applied.
        """

    @abc.abstractmethod
    def get_config(self) -> dict[str, Any]:
        """The arguments of the class."""

    @classmethod
    def from_config(cls, config: Mapping[str, Any]) -> Self:
        """A loss scale of the arguments that `get_config` gave.

        >>> made = tf.compat.v1.train.experimental.FixedLossScale(8.0)
        >>> type(made).from_config(made.get_config())
        FixedLossScale(8.0)
        """
        return cls(**config)

    def variables(self) -> list[Any]:
        """What the scale keeps from step to step, in the graph in progress."""
        return []


class FixedLossScale(LossScale):
    """A scale that stays.

    Args:
      loss_scale_value: the scale, at least 1.

    >>> tf.compat.v1.train.experimental.FixedLossScale(8.0)().numpy()
    np.float32(8.0)

    Raises:
      ValueError: for another value.
    """

    def __init__(self, loss_scale_value: float) -> None:
        if not isinstance(loss_scale_value, (int, float)):
            raise ValueError("loss_scale_value must be a Python int or float.")
        if loss_scale_value < 1:
            raise ValueError("loss_scale_value must be at least 1.")
        self._value = float(loss_scale_value)

    def __call__(self) -> Tensor:
        return convert_to_tensor(self._value, dtypes.float32)

    def update(self, grads: Iterable[Any]) -> tuple[Any, Any]:
        """Changes nothing; gradients are to be applied."""
        done = group() if current_trace() is not None else None
        return done, True

    def get_config(self) -> dict[str, Any]:
        """The arguments of the class."""
        return {"loss_scale_value": self._value}

    def __repr__(self) -> str:
        return f"FixedLossScale({self._value})"


class DynamicLossScale(LossScale):
    """A scale that grows after steps with finite gradients, and shrinks after others.

    Args:
      initial_loss_scale: the first scale.
      increment_period: after how many good steps it grows.
      multiplier: what it grows by, and shrinks by; it is never below 1.

    >>> scale = tf.compat.v1.train.experimental.DynamicLossScale(4.0)
    >>> _, applies = scale.update([tf.constant(float("inf"))])
    >>> scale().numpy(), bool(applies)
    (np.float32(2.0), False)
    """

    def __init__(
        self,
        initial_loss_scale: float = 32768,
        increment_period: int = 2000,
        multiplier: float = 2.0,
    ) -> None:
        self._initial_loss_scale = float(initial_loss_scale)
        self._increment_period = int(increment_period)
        self._multiplier = float(multiplier)
        self._kept: dict[int, tuple[Any, Any]] = {}
        """Number of a graph -> its scale, and how many good steps there were."""
        self._graphs: list[Any] = []
        """Graphs that have variables, which keeps their numbers theirs."""
        self._weights()

    @property
    def initial_loss_scale(self) -> float:
        """The first scale."""
        return self._initial_loss_scale

    @property
    def increment_period(self) -> int:
        """After how many good steps the scale grows."""
        return self._increment_period

    @property
    def multiplier(self) -> float:
        """What the scale grows and shrinks by."""
        return self._multiplier

    def variables(self) -> list[Any]:
        """The scale and the number of good steps, in the graph in progress."""
        return list(self._weights())

    def _weights(self) -> tuple[Any, Any]:
        # functions have the variables of what they are traced in
        trace: Any = current_trace()
        while trace is not None and trace.is_function:
            trace = trace.outer
        graph = None if trace is None else trace.graph
        key = 0 if graph is None else id(graph)
        if key not in self._kept:
            self._graphs.append(graph)
            first = self._initial_loss_scale
            scale = Variable(
                first, trainable=False, name="current_loss_scale", dtype=dtypes.float32
            )
            good = Variable(0, trainable=False, name="good_steps", dtype=dtypes.int64)
            self._kept[key] = scale, good
        return self._kept[key]

    def __call__(self) -> Tensor:
        return convert_to_tensor(self._weights()[0])

    def update(self, grads: Iterable[Any]) -> tuple[Any, Any]:
        """Grows or shrinks the scale.

        Returns:
          The operation that does it, None outside of graphs, and whether all gradients
          are finite, bool [].
        """
        scale, good = self._weights()
        finite = all_finite(grads)
        now, steps = convert_to_tensor(scale), convert_to_tensor(good) + 1
        is_due = greater_equal(steps, self._increment_period)
        larger = now * self._multiplier
        larger = where(is_finite(larger), larger, now)
        smaller = maximum(now / self._multiplier, 1.0)
        grown = where(is_due, larger, now)
        counts = logical_and(finite, logical_not(is_due))
        done = [
            scale.assign(where(finite, grown, smaller)),
            good.assign(where(counts, steps, 0)),
        ]
        return group(*done) if current_trace() is not None else None, finite

    def get_config(self) -> dict[str, Any]:
        """The arguments of the class."""
        return {
            "initial_loss_scale": self._initial_loss_scale,
            "increment_period": self._increment_period,
            "multiplier": self._multiplier,
        }

    def __repr__(self) -> str:
        given = (
            f"initial_loss_scale={self._initial_loss_scale}, "
            f"increment_period={self._increment_period}, multiplier={self._multiplier})"
        )
        if current_trace() is not None:
            return f"DynamicLossScale({given}"
        scale, good = self._weights()
        return (
            f"DynamicLossScale(current_loss_scale={scale.numpy()}, "
            f"num_good_steps={good.numpy()}, {given}"
        )


def all_finite(grads: Iterable[Any]) -> Tensor:
    """Whether the numbers of all gradients are finite, bool []; None counts as such."""
    values = [
        each.values if isinstance(each, IndexedSlices) else each
        for each in flatten(list(grads))
        if each is not None
    ]
    checks = [reduce_all(is_finite(each)) for each in values]
    return reduce_all(checks) if checks else convert_to_tensor(True)


def loss_scale_of(identifier: object) -> LossScale | None:
    """A loss scale, "dynamic" as one, or a number as a fixed one; None is None.

    Raises:
      ValueError: for something else.
    """
    if identifier is None or isinstance(identifier, LossScale):
        return identifier
    if isinstance(identifier, (int, float)):
        return FixedLossScale(identifier)
    if identifier == "dynamic":
        return DynamicLossScale()
    raise ValueError(f"Could not interpret loss scale identifier: {identifier}")


__all__ = [
    "DynamicLossScale",
    "FixedLossScale",
    "LossScale",
    "all_finite",
    "loss_scale_of",
]
