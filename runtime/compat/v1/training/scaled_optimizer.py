"""An optimizer that scales its loss, and steps over gradients that are not finite."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Final

from runtime.compat.v1.training.loss_scales import LossScale, loss_scale_of
from runtime.compat.v1.training.optimizer import GradientsAndVariables, Optimizer
from runtime.control_flow.conditionals import cond, group, no_op
from runtime.math.casting import cast
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.indexed_slices import IndexedSlices
from runtime.tensors.likes import TensorLike
from runtime.tracing.graph_trace import current_trace
from runtime.tracing.graphs import Operation, control_dependencies

REWRITE: Final = {"enabled": False}
"""Whether mixed precision was enabled for this process."""

_WRONG: Final = (
    '"opt" must be an instance of a tf.train.Optimizer or a '
    "tf.keras.optimizers.Optimizer, but got: {}"
)


class MixedPrecisionLossScaleOptimizer(Optimizer):
    """Another optimizer, whose gradients are those of a scaled loss, scaled back.

    Args:
      opt: the optimizer.
      loss_scale: a loss scale, a number, or "dynamic".

    >>> v1 = tf.compat.v1.train
    >>> inner = v1.GradientDescentOptimizer(1.0)
    >>> outer = v1.experimental.MixedPrecisionLossScaleOptimizer(inner, 4.0)
    >>> w = tf.Variable(3.0)
    >>> _ = outer.minimize(lambda: w * w, var_list=[w])
    >>> w.numpy()
    np.float32(-3.0)

    Raises:
      ValueError: for something else than an optimizer, or without a scale.
    """

    def __init__(self, opt: Optimizer, loss_scale: LossScale | float | str) -> None:
        if not isinstance(opt, Optimizer):
            raise ValueError(
                f'"opt" must be an instance of Optimizer, but got: {type(opt)}'
            )
        self._optimizer = opt
        super().__init__(opt._use_locking, opt.get_name())
        found = loss_scale_of(loss_scale)
        if found is None:
            raise ValueError("loss_scale cannot be None")
        self._loss_scale = found

    def compute_gradients(
        self,
        loss: object,
        var_list: Sequence[Any] | None = None,
        gate_gradients: int = Optimizer.GATE_OP,
        aggregation_method: object = None,
        colocate_gradients_with_ops: bool = False,
        grad_loss: TensorLike | None = None,
    ) -> GradientsAndVariables:
        """The gradients of the loss, by way of the scaled one.

        Raises:
          RuntimeError: eagerly, if the loss is not a callable.
          ValueError: if there are no variables.
        """
        pairs = self._optimizer.compute_gradients(
            self._scaled(loss),
            var_list,
            gate_gradients,
            aggregation_method,
            colocate_gradients_with_ops,
            grad_loss,
        )
        back = 1.0 / self._loss_scale()
        return [(_times(gradient, back), variable) for gradient, variable in pairs]

    def _scaled(self, loss: Any) -> Any:
        if callable(loss):
            function: Callable[[], Any] = loss
            return lambda: _times(convert_to_tensor(function()), self._loss_scale())
        return _times(loss, self._loss_scale())

    def apply_gradients(
        self,
        grads_and_vars: Iterable[tuple[Any, Any]],
        global_step: object = None,
        name: str | None = None,
    ) -> Operation | None:
        """Changes the variables if all gradients are finite, and then the scale.

        Raises:
          ValueError: if no variable has a gradient.
        """
        pairs = list(grads_and_vars)
        updated, applies = self._loss_scale.update([pair[0] for pair in pairs])
        if current_trace() is None:
            if bool(applies):
                self._optimizer.apply_gradients(pairs, global_step, name)
            return None

        def stepped() -> Any:
            done = self._optimizer.apply_gradients(pairs, global_step, name)
            with control_dependencies([done]):
                return no_op()

        done = stepped() if applies is True else cond(applies, stepped, no_op)
        every: Operation | None = group(done, updated, name=name or self.get_name())
        return every

    def variables(self) -> list[Any]:
        """The variables of the optimizer and of the scale."""
        return [*self._optimizer.variables(), *self._loss_scale.variables()]


def _times(value: Any, factor: Any) -> Any:
    if value is None:
        return None
    if isinstance(value, IndexedSlices):
        scaled = value.values * cast(factor, value.dtype)
        return IndexedSlices(scaled, value.indices, value.dense_shape)
    return value * cast(factor, value.dtype)


def enable_mixed_precision_graph_rewrite(
    opt: Optimizer, loss_scale: LossScale | float | str = "dynamic"
) -> Optimizer:
    """The optimizer with a scaled loss; on a CPU graphs keep their dtypes.

    TensorFlow rewrites graphs to float16 for GPUs alone.

    >>> optimizer = tf.compat.v1.train.GradientDescentOptimizer(0.1)
    >>> train = tf.compat.v1.train.experimental
    >>> type(train.enable_mixed_precision_graph_rewrite(optimizer)).__name__
    'MixedPrecisionLossScaleOptimizer'
    >>> train.disable_mixed_precision_graph_rewrite()

    Raises:
      ValueError: for something else than an optimizer, or one that scales already.
    """
    if isinstance(opt, MixedPrecisionLossScaleOptimizer):
        raise ValueError(
            '"opt" must not already be an instance of a '
            "MixedPrecisionLossScaleOptimizer. `enable_mixed_precision_graph_rewrite` "
            "will automatically wrap the optimizer with a "
            "MixedPrecisionLossScaleOptimizer."
        )
    if not isinstance(opt, Optimizer):
        raise ValueError(_WRONG.format(opt))
    REWRITE["enabled"] = True
    return MixedPrecisionLossScaleOptimizer(opt, loss_scale)


def disable_mixed_precision_graph_rewrite() -> None:
    """Undoes what `enable_mixed_precision_graph_rewrite` did to the process."""
    REWRITE["enabled"] = False


__all__ = [
    "REWRITE",
    "MixedPrecisionLossScaleOptimizer",
    "disable_mixed_precision_graph_rewrite",
    "enable_mixed_precision_graph_rewrite",
]
