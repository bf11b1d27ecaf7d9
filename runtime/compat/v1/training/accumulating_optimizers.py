"""Optimizers of TensorFlow 1 that add up squares, and proximal steps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from graphir import dtypes
from runtime.apply import apply_op
from runtime.compat.v1.training.optimizer import Optimizer
from runtime.tensors.likes import TensorLike


class _OneOp(Optimizer):
    """An optimizer whose whole change is one op for dense and one for sparse rows."""

    _rule: str
    _is_grad_first = False
    """Whether the gradient stands before the numbers."""

    def _slots_of(self, handle: Any) -> list[Any]:
        return []

    def _numbers(self, handle: Any) -> list[Any]:
        raise NotImplementedError(f"{type(self).__name__} does not define _numbers.")

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        return self._change(f"ResourceApply{self._rule}", handle, [grad])

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        return self._change(f"ResourceSparseApply{self._rule}", handle, [grad, indices])

    def _change(self, op: str, handle: Any, grad: list[Any]) -> Any:
        numbers = self._numbers(handle)
        ordered = [*grad, *numbers] if self._is_grad_first else [*numbers, *grad]
        inputs = [handle.handle, *self._slots_of(handle), *ordered]
        return apply_op(op, inputs, {"use_locking": self._use_locking})


class AdagradOptimizer(_OneOp):
    """Adagrad: gradients divided by the root of the sum of their squares.

    >>> v = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.AdagradOptimizer(0.5, 0.75)
    >>> optimizer.apply_gradients([(tf.constant(0.5), v)])
    >>> v.numpy()
    np.float32(0.75)

    Raises:
      ValueError: for an initial accumulator value that is not positive.
    """

    _rule = "Adagrad"

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        initial_accumulator_value: float = 0.1,
        use_locking: bool = False,
        name: str = "Adagrad",
    ) -> None:
        _check_positive(initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._initial_accumulator_value = initial_accumulator_value

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = self._initial_accumulator_value
        for each in var_list:
            self._filled_slot(each, first, "accumulator", self._name)

    def _slots_of(self, handle: Any) -> list[Any]:
        return [self.get_slot(handle, "accumulator").handle]

    def _numbers(self, handle: Any) -> list[Any]:
        return [self._number(self._learning_rate, handle)]


def _check_positive(value: float) -> None:
    if value <= 0.0:
        raise ValueError(f"initial_accumulator_value must be positive: {value}")


class ProximalAdagradOptimizer(AdagradOptimizer):
    """Adagrad with proximal L1 and L2 regularization.

    Raises:
      ValueError: for an initial accumulator value that is not positive.
    """

    _rule = "ProximalAdagrad"

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalAdagrad",
    ) -> None:
        super().__init__(learning_rate, initial_accumulator_value, use_locking, name)
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength

    def _numbers(self, handle: Any) -> list[Any]:
        rates = (self._learning_rate, self._l1, self._l2)
        return [self._number(each, handle) for each in rates]


class ProximalGradientDescentOptimizer(_OneOp):
    """Gradient descent with proximal L1 and L2 regularization."""

    _rule = "ProximalGradientDescent"

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "ProximalGradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength

    def _numbers(self, handle: Any) -> list[Any]:
        rates = (self._learning_rate, self._l1, self._l2)
        return [self._number(each, handle) for each in rates]


class AdagradDAOptimizer(_OneOp):
    """Adagrad with dual averaging.

    Raises:
      ValueError: for an initial accumulator value that is not positive.
    """

    _rule = "AdagradDA"
    _is_grad_first = True

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        global_step: TensorLike,
        initial_gradient_squared_accumulator_value: float = 0.1,
        l1_regularization_strength: Any = 0.0,
        l2_regularization_strength: Any = 0.0,
        use_locking: bool = False,
        name: str = "AdagradDA",
    ) -> None:
        _check_positive(initial_gradient_squared_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate, self._global_step = learning_rate, global_step
        self._first_squares = initial_gradient_squared_accumulator_value
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for each in var_list:
            self._zeros_slot(each, "gradient_accumulator", f"{self._name}/accumulator")
            self._filled_slot(
                each,
                self._first_squares,
                "gradient_squared_accumulator",
                f"{self._name}/squared",
            )

    def _slots_of(self, handle: Any) -> list[Any]:
        names = ("gradient_accumulator", "gradient_squared_accumulator")
        return [self.get_slot(handle, name).handle for name in names]

    def _numbers(self, handle: Any) -> list[Any]:
        rates = (self._learning_rate, self._l1, self._l2)
        step = apply_op("Cast", [self._global_step], {"DstT": dtypes.int64})
        return [*(self._number(each, handle) for each in rates), step]


class AdadeltaOptimizer(_OneOp):
    """Adadelta: gradients times the ratio of the roots of two running means."""

    _rule = "Adadelta"

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike] = 0.001,
        rho: TensorLike = 0.95,
        epsilon: TensorLike = 1e-08,
        use_locking: bool = False,
        name: str = "Adadelta",
    ) -> None:
        super().__init__(use_locking, name)
        self._lr, self._rho, self._epsilon = learning_rate, rho, epsilon

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for each in var_list:
            self._zeros_slot(each, "accum", self._name)
            self._zeros_slot(each, "accum_update", self._name)

    def _slots_of(self, handle: Any) -> list[Any]:
        names = ("accum", "accum_update")
        return [self.get_slot(handle, name).handle for name in names]

    def _numbers(self, handle: Any) -> list[Any]:
        rates = (self._lr, self._rho, self._epsilon)
        return [self._number(each, handle) for each in rates]


class FtrlOptimizer(_OneOp):
    """Follow the regularized leader.

    >>> v = tf.Variable(0.0)
    >>> optimizer = tf.compat.v1.train.FtrlOptimizer(1.0)
    >>> optimizer.apply_gradients([(tf.constant(0.0), v)])
    >>> v.numpy()
    np.float32(0.0)

    Raises:
      ValueError: for strengths below 0, or a power above 0.
    """

    _is_grad_first = True

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        learning_rate_power: float = -0.5,
        initial_accumulator_value: float = 0.1,
        l1_regularization_strength: float = 0.0,
        l2_regularization_strength: float = 0.0,
        use_locking: bool = False,
        name: str = "Ftrl",
        accum_name: str | None = None,
        linear_name: str | None = None,
        l2_shrinkage_regularization_strength: float = 0.0,
        beta: float | None = None,
    ) -> None:
        super().__init__(use_locking, name)
        for label, value in (
            ("initial_accumulator_value", initial_accumulator_value),
            ("l1_regularization_strength", l1_regularization_strength),
            ("l2_regularization_strength", l2_regularization_strength),
            (
                "l2_shrinkage_regularization_strength",
                l2_shrinkage_regularization_strength,
            ),
        ):
            if value < 0.0:
                raise ValueError(f"{label} {value} needs to be positive or zero")
        if learning_rate_power > 0.0:
            raise ValueError(
                f"learning_rate_power {learning_rate_power} needs to be negative or "
                "zero"
            )
        self._learning_rate = learning_rate
        self._learning_rate_power = learning_rate_power
        self._first = initial_accumulator_value
        self._l1 = l1_regularization_strength
        self._l2 = l2_regularization_strength
        self._shrinkage = l2_shrinkage_regularization_strength
        self._beta = beta or 0.0
        self._accum_name, self._linear_name = accum_name, linear_name
        self._rule = "FtrlV2" if self._shrinkage > 0.0 else "Ftrl"

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for each in var_list:
            label = self._accum_name or self._name
            self._filled_slot(each, self._first, "accum", label)
            self._zeros_slot(each, "linear", self._linear_name or self._name)

    def _slots_of(self, handle: Any) -> list[Any]:
        return [self.get_slot(handle, name).handle for name in ("accum", "linear")]

    def _numbers(self, handle: Any) -> list[Any]:
        rate = self._number(self._learning_rate, handle)
        l1, l2, beta, power = (
            self._number(each, handle)
            for each in (self._l1, self._l2, self._beta, self._learning_rate_power)
        )
        strength = l2 + beta / (2.0 * rate)
        if self._rule == "Ftrl":
            return [rate, l1, strength, power]
        return [rate, l1, strength, self._number(self._shrinkage, handle), power]


__all__ = [
    "AdadeltaOptimizer",
    "AdagradDAOptimizer",
    "AdagradOptimizer",
    "FtrlOptimizer",
    "ProximalAdagradOptimizer",
    "ProximalGradientDescentOptimizer",
]
