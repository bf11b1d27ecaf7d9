"""Learning rates that fall with the step, as functions of TensorFlow 1.

In a graph a function returns a tensor; eagerly it returns a callable without
arguments that computes the tensor.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from typing import Any

from runtime.apply import apply_op
from runtime.context import op_scope
from runtime.random.sampling import normal
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

Decay = Callable[[Any, Any], Any]
"""From the first rate, and the step in its dtype, to the rate of the step."""


def _decayed(rate: Any, step: Any, name: str | None, label: str, rule: Decay) -> Any:
    """The rate now in a graph; eagerly what computes it when it is called.

    Raises:
      ValueError: without a step.
    """
    if step is None:
        raise ValueError(f"Argument `global_step` is required for {label}.")

    def now() -> Tensor:
        with op_scope(name, label) as scope:
            first = convert_to_tensor(rate, name="learning_rate")
            steps = apply_op("Cast", [convert_to_tensor(step)], {"DstT": first.dtype})
            found: Tensor = apply_op("Identity", [rule(first, steps)], name=scope)
            return found

    return now if current_trace() is None else now()


def _op(name: str, *inputs: Any) -> Any:
    return apply_op(name, list(inputs))


def _like(value: Any, first: Tensor) -> Tensor:
    given = convert_to_tensor(value, dtype_hint=first.dtype)
    if given.dtype is first.dtype:
        return given
    cast: Tensor = apply_op("Cast", [given], {"DstT": first.dtype})
    return cast


def _part(first: Tensor, step: Tensor, decay_steps: Any, staircase: bool) -> Any:
    """How many decays are over, whole ones on a staircase."""
    part = step / _like(decay_steps, first)
    return _op("Floor", part) if staircase else part


def exponential_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """rate * decay_rate ** (step / decay_steps).

    >>> tf.compat.v1.train.exponential_decay(1.0, tf.constant(2), 1, 0.5)().numpy()
    np.float32(0.25)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        part = _part(first, step, decay_steps, staircase)
        return first * _op("Pow", _like(decay_rate, first), part)

    return _decayed(learning_rate, global_step, name, "ExponentialDecay", rule)


def natural_exp_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """rate * exp(-decay_rate * step / decay_steps).

    >>> tf.compat.v1.train.natural_exp_decay(1.0, tf.constant(0), 1, 0.5)().numpy()
    np.float32(1.0)

    Raises:
      ValueError: without a step.
    """
    factor = _op("Exp", _op("Neg", convert_to_tensor(decay_rate)))
    return exponential_decay(
        learning_rate, global_step, decay_steps, factor, staircase, name
    )


def inverse_time_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    decay_rate: TensorLike,
    staircase: bool = False,
    name: str | None = None,
) -> Any:
    """rate / (1 + decay_rate * step / decay_steps).

    >>> tf.compat.v1.train.inverse_time_decay(1.0, tf.constant(2), 1, 0.5)().numpy()
    np.float32(0.5)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        part = _part(first, step, decay_steps, staircase)
        return first / (_like(1.0, first) + _like(decay_rate, first) * part)

    return _decayed(learning_rate, global_step, name, "InverseTimeDecay", rule)


def polynomial_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    end_learning_rate: TensorLike = 0.0001,
    power: TensorLike = 1.0,
    cycle: bool = False,
    name: str | None = None,
) -> Any:
    """Polynomial decay to ``end_learning_rate``; repeated with ``cycle``.

    >>> rate = tf.compat.v1.train.polynomial_decay(1.0, tf.constant(5), 10, 0.0)
    >>> rate().numpy()
    np.float32(0.5)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        last, total = _like(end_learning_rate, first), _like(decay_steps, first)
        if cycle:
            rounds = _op("Ceil", step / total)
            once = _op("Equal", step, _like(0, first))
            total = total * _op("SelectV2", once, _like(1.0, first), rounds)
        else:
            step = _op("Minimum", step, total)
        left = _like(1.0, first) - step / total
        return (first - last) * _op("Pow", left, _like(power, first)) + last

    return _decayed(learning_rate, global_step, name, "PolynomialDecay", rule)


def _cosine(part: Any, first: Any) -> Any:
    """One half of 1 + cos."""
    wave = _op("Cos", _like(math.pi, first) * part)
    return _like(0.5, first) * (_like(1.0, first) + wave)


def _waves(num_periods: float, first: Any, step: Any, total: Any) -> Any:
    return _cosine(_like(2.0 * num_periods, first) * step / total, first)


def cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    alpha: float = 0.0,
    name: str | None = None,
) -> Any:
    """Cosine decay to ``alpha`` times the rate.

    >>> tf.compat.v1.train.cosine_decay(1.0, tf.constant(10), 10)().numpy()
    np.float32(0.0)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        total = _like(decay_steps, first)
        wave = _cosine(_op("Minimum", step, total) / total, first)
        return first * (_like(1 - alpha, first) * wave + _like(alpha, first))

    return _decayed(learning_rate, global_step, name, "CosineDecay", rule)


def cosine_decay_restarts(
    learning_rate: TensorLike,
    global_step: TensorLike,
    first_decay_steps: Any,
    t_mul: Any = 2.0,
    m_mul: Any = 1.0,
    alpha: float = 0.0,
    name: str | None = None,
) -> Any:
    """Cosine decay with restarts; each period is ``t_mul`` times as long.

    >>> tf.compat.v1.train.cosine_decay_restarts(1.0, tf.constant(10), 10)().numpy()
    np.float32(1.0)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        one, longer = _like(1.0, first), _like(t_mul, first)
        part = step / _like(first_decay_steps, first)
        if isinstance(t_mul, (int, float)) and t_mul == 1.0:
            count = _op("Floor", part)
            part = part - count
        else:
            count = _op(
                "Floor",
                _op("Log", one - part * (one - longer)) / _op("Log", longer),
            )
            past = _op("Pow", longer, count)
            part = (part - (one - past) / (one - longer)) / past
        height = _op("Pow", _like(m_mul, first), count)
        wave = height * _cosine(part, first)
        return first * (_like(1 - alpha, first) * wave + _like(alpha, first))

    return _decayed(learning_rate, global_step, name, "SGDRDecay", rule)


def linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    num_periods: float = 0.5,
    alpha: float = 0.0,
    beta: float = 0.001,
    name: str | None = None,
) -> Any:
    """A linear decay times a cosine.

    >>> tf.compat.v1.train.linear_cosine_decay(1.0, tf.constant(0), 10)().numpy()
    np.float32(1.001)

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        total = _like(decay_steps, first)
        step = _op("Minimum", step, total)
        line = (total - step) / total
        wave = _waves(num_periods, first, step, total)
        return first * ((_like(alpha, first) + line) * wave + _like(beta, first))

    return _decayed(learning_rate, global_step, name, "LinearCosineDecay", rule)


def noisy_linear_cosine_decay(
    learning_rate: TensorLike,
    global_step: TensorLike,
    decay_steps: TensorLike,
    initial_variance: Any = 1.0,
    variance_decay: Any = 0.55,
    num_periods: float = 0.5,
    alpha: float = 0.0,
    beta: float = 0.001,
    name: str | None = None,
) -> Any:
    """A linear decay with decaying noise, times a cosine.

    Raises:
      ValueError: without a step.
    """

    def rule(first: Any, step: Any) -> Any:
        total = _like(decay_steps, first)
        step = _op("Minimum", step, total)
        spread = _like(initial_variance, first) / _op(
            "Pow", _like(1.0, first) + step, _like(variance_decay, first)
        )
        noise = normal(
            apply_op("Shape", [step]), stddev=_op("Sqrt", spread), dtype=first.dtype
        )
        line = (total - step) / total + noise
        wave = _waves(num_periods, first, step, total)
        return first * ((_like(alpha, first) + line) * wave + _like(beta, first))

    return _decayed(learning_rate, global_step, name, "NoisyLinearCosineDecay", rule)


def piecewise_constant(
    x: TensorLike,
    boundaries: Sequence[Any],
    values: Sequence[Any],
    name: str | None = None,
) -> Any:
    """The value of the step's interval; a boundary belongs to the interval below it.

    >>> rate = tf.compat.v1.train.piecewise_constant
    >>> rate(tf.constant(7), [5, 9], [1.0, 0.5, 0.1])().numpy()
    np.float32(0.5)

    Raises:
      ValueError: unless there is one value more than boundaries.
    """
    if len(boundaries) != len(values) - 1:
        raise ValueError(
            "The length of boundaries should be 1 less than the length of values."
        )

    def now() -> Tensor:
        with op_scope(name, "PiecewiseConstant") as scope:
            step = convert_to_tensor(x)
            found = convert_to_tensor(values[-1])
            for limit, value in zip(reversed(boundaries), reversed(values[:-1])):
                is_before = _op("LessEqual", step, _like(limit, step))
                found = _op("SelectV2", is_before, _like(value, found), found)
            named: Tensor = apply_op("Identity", [found], name=scope)
            return named

    return now if current_trace() is None else now()


piecewise_constant_decay = piecewise_constant

__all__ = [
    "cosine_decay",
    "cosine_decay_restarts",
    "exponential_decay",
    "inverse_time_decay",
    "linear_cosine_decay",
    "natural_exp_decay",
    "noisy_linear_cosine_decay",
    "piecewise_constant",
    "piecewise_constant_decay",
    "polynomial_decay",
]
