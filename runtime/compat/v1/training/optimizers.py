"""Optimizers of TensorFlow 1: descent, momentum, Adam, and by mean squares."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from runtime.apply import apply_op
from runtime.compat.v1.training.optimizer import Optimizer
from runtime.control_flow.conditionals import group
from runtime.tensors.likes import TensorLike
from runtime.tracing.graphs import control_dependencies


class GradientDescentOptimizer(Optimizer):
    """Gradient descent: subtracts the learning rate times the gradient.

    >>> v = tf.Variable(3.0)
    >>> optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.5)
    >>> optimizer.minimize(lambda: v * v, var_list=[v])
    >>> v.numpy()
    np.float32(0.0)
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        use_locking: bool = False,
        name: str = "GradientDescent",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        rate = self._number(self._learning_rate, handle)
        attrs = {"use_locking": self._use_locking}
        return apply_op(
            "ResourceApplyGradientDescent", [handle.handle, rate, grad], attrs
        )

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        step = -grad * self._number(self._learning_rate, handle)
        attrs = {"dtype": handle.dtype.base_dtype}
        return apply_op("ResourceScatterAdd", [handle.handle, indices, step], attrs)


class MomentumOptimizer(Optimizer):
    """Momentum: each step adds a part of the previous step.

    >>> v = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.MomentumOptimizer(0.5, 0.9)
    >>> optimizer.apply_gradients([(tf.constant(1.0), v)])
    >>> v.numpy(), optimizer.get_slot(v, "momentum").numpy()
    (np.float32(0.5), np.float32(1.0))
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        momentum: TensorLike,
        use_locking: bool = False,
        name: str = "Momentum",
        use_nesterov: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate, self._momentum = learning_rate, momentum
        self._use_nesterov = use_nesterov

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for each in var_list:
            self._zeros_slot(each, "momentum", self._name)

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        return self._change(handle, "ResourceApplyMomentum", [grad])

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        return self._change(handle, "ResourceSparseApplyMomentum", [grad, indices])

    def _change(self, handle: Any, op: str, grad: list[Any]) -> Any:
        inputs = [
            handle.handle,
            self.get_slot(handle, "momentum").handle,
            self._number(self._learning_rate, handle),
            *grad,
            self._number(self._momentum, handle),
        ]
        attrs = {"use_locking": self._use_locking, "use_nesterov": self._use_nesterov}
        return apply_op(op, inputs, attrs)


class AdamOptimizer(Optimizer):
    """Adam: steps by running means of the gradients and of their squares.

    >>> v = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.AdamOptimizer(0.5)
    >>> optimizer.apply_gradients([(tf.constant(1.0), v)])
    >>> round(float(v.numpy()), 5), optimizer.get_slot_names()
    (0.5, ['m', 'v'])
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike] = 0.001,
        beta1: TensorLike = 0.9,
        beta2: TensorLike = 0.999,
        epsilon: TensorLike = 1e-08,
        use_locking: bool = False,
        name: str = "Adam",
        use_own_namescope_for_non_slot_vars: bool = False,
    ) -> None:
        super().__init__(use_locking, name)
        self._lr, self._beta1, self._beta2 = learning_rate, beta1, beta2
        self._epsilon = epsilon

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        first = min(var_list, key=lambda each: str(each.name))
        for name, value in (
            ("beta1_power", self._beta1),
            ("beta2_power", self._beta2),
        ):
            initial = partial(self._number, value, first)
            self._create_non_slot_variable(initial, name, first)
        for each in var_list:
            self._zeros_slot(each, "m", self._name)
            self._zeros_slot(each, "v", self._name)

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        slots = [self.get_slot(handle, name).handle for name in ("m", "v")]
        numbers = [
            self._number(each, handle)
            for each in (
                *self._powers(),
                self._lr,
                self._beta1,
                self._beta2,
                self._epsilon,
            )
        ]
        attrs = {"use_locking": self._use_locking}
        inputs = [handle.handle, *slots, *numbers, grad]
        return apply_op("ResourceApplyAdam", inputs, attrs)

    def _powers(self) -> tuple[Any, Any]:
        names = ("beta1_power", "beta2_power")
        first, second = map(self._get_non_slot_variable, names)
        return first, second

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        power1, power2, rate, beta1, beta2, epsilon = (
            self._number(each, handle)
            for each in (
                *self._powers(),
                self._lr,
                self._beta1,
                self._beta2,
                self._epsilon,
            )
        )
        step = rate * apply_op("Sqrt", [1 - power2]) / (1 - power1)
        first = self._moved(handle, "m", beta1, grad, indices)
        second = self._moved(handle, "v", beta2, grad * grad, indices)
        change = step * first / (apply_op("Sqrt", [second]) + epsilon)
        return handle.assign_sub(change, read_value=False)

    def _moved(
        self, variable: Any, slot: str, beta: Any, value: Any, indices: Any
    ) -> Any:
        """A moment, nearer to a value in the rows that have one."""
        kept = self.get_slot(variable, slot)
        faded = kept.assign(kept * beta, read_value=False)
        attrs = {"dtype": kept.dtype.base_dtype}
        with control_dependencies([] if faded is None else [faded]):
            part = value * (1 - beta)
            added = apply_op("ResourceScatterAdd", [kept.handle, indices, part], attrs)
        with control_dependencies([] if added is None else [added]):
            return kept.read_value()

    def _finish(self, update_ops: Sequence[Any], name_scope: str) -> Any:
        power1, power2 = self._powers()
        with control_dependencies([each for each in update_ops if each is not None]):
            changes = [
                power1.assign(
                    power1.read_value() * self._number(self._beta1, power1),
                    read_value=False,
                ),
                power2.assign(
                    power2.read_value() * self._number(self._beta2, power2),
                    read_value=False,
                ),
            ]
        if all(each is None for each in changes):
            return None
        return group(*update_ops, *changes, name=name_scope)


class RMSPropOptimizer(Optimizer):
    """RMSProp: gradients divided by the root of the running mean of their squares.

    >>> v = tf.Variable(1.0)
    >>> optimizer = tf.compat.v1.train.RMSPropOptimizer(0.1, decay=0.0)
    >>> optimizer.apply_gradients([(tf.constant(2.0), v)])
    >>> v.numpy()
    np.float32(0.9)
    """

    def __init__(
        self,
        learning_rate: TensorLike | Callable[[], TensorLike],
        decay: Any = 0.9,
        momentum: TensorLike = 0.0,
        epsilon: TensorLike = 1e-10,
        use_locking: bool = False,
        centered: bool = False,
        name: str = "RMSProp",
    ) -> None:
        super().__init__(use_locking, name)
        self._learning_rate, self._decay = learning_rate, decay
        self._momentum, self._epsilon = momentum, epsilon
        self._centered = centered

    def _create_slots(self, var_list: Sequence[Any]) -> None:
        for each in var_list:
            self._filled_slot(each, 1.0, "rms", self._name)
            if self._centered:
                self._zeros_slot(each, "mg", self._name)
            self._zeros_slot(each, "momentum", self._name)

    def _resource_apply_dense(self, grad: Any, handle: Any) -> Any:
        return self._change(handle, "Resource", [grad])

    def _resource_apply_sparse(self, grad: Any, handle: Any, indices: Any) -> Any:
        return self._change(handle, "ResourceSparse", [grad, indices])

    def _change(self, handle: Any, kind: str, grad: list[Any]) -> Any:
        names = ("mg", "rms", "momentum") if self._centered else ("rms", "momentum")
        slots = [self.get_slot(handle, name).handle for name in names]
        numbers = [
            self._number(each, handle)
            for each in (
                self._learning_rate,
                self._decay,
                self._momentum,
                self._epsilon,
            )
        ]
        rule = "ApplyCenteredRMSProp" if self._centered else "ApplyRMSProp"
        attrs = {"use_locking": self._use_locking}
        return apply_op(
            f"{kind}{rule}", [handle.handle, *slots, *numbers, *grad], attrs
        )


__all__ = [
    "AdamOptimizer",
    "GradientDescentOptimizer",
    "MomentumOptimizer",
    "RMSPropOptimizer",
]
