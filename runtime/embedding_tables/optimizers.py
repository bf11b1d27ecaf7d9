"""Settings of the optimizers of embedding tables, which libraries make and compare."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

Rate: TypeAlias = "float | Callable[[], float]"
Limits: TypeAlias = "tuple[float | None, float | None] | float | None"


@dataclass(eq=True, unsafe_hash=True)
class TableOptimizer:
    """The base class: what all optimizers of tables can be told."""

    slots: ClassVar[tuple[str, ...]] = ()
    """The names of the variables beside a table."""

    learning_rate: Rate = 0.01
    use_gradient_accumulation: bool = True
    clip_weight_min: float | None = None
    clip_weight_max: float | None = None
    weight_decay_factor: float | None = None
    multiply_weight_decay_factor_by_learning_rate: bool | None = None
    clipvalue: Limits = None
    low_dimensional_packing_status: bool = False

    def __post_init__(self) -> None:
        if self.clipvalue is not None and not self.use_gradient_accumulation:
            raise ValueError(
                "When `use_gradient_accumulation` is False, gradient clipping cannot "
                "be used and `clipvalue` should be left as None. Received value "
                f"{self.clipvalue} for argument `clipvalue`."
            )
        if self.clipvalue is not None and not isinstance(self.clipvalue, tuple):
            self.clipvalue = (-self.clipvalue, self.clipvalue)


@dataclass(eq=True, unsafe_hash=True)
class SGD(TableOptimizer):
    """Settings of gradient descent.

    >>> tf.tpu.experimental.embedding.SGD(0.5).learning_rate
    0.5
    """


@dataclass(eq=True, unsafe_hash=True)
class Adagrad(TableOptimizer):
    """Settings of Adagrad."""

    slots: ClassVar[tuple[str, ...]] = ("accumulators",)

    learning_rate: Rate = 0.001
    initial_accumulator_value: float = 0.1


@dataclass(eq=True, unsafe_hash=True)
class AdagradMomentum(TableOptimizer):
    """Settings of Adagrad with momentum."""

    slots: ClassVar[tuple[str, ...]] = ("accumulators", "momenta")

    learning_rate: Rate = 0.001
    momentum: float = 0.0
    use_nesterov: bool = False
    exponent: float = 2
    beta2: float = 1
    epsilon: float = 1e-10


@dataclass(eq=True, unsafe_hash=True)
class FTRL(TableOptimizer):
    """Settings of FTRL."""

    slots: ClassVar[tuple[str, ...]] = ("accumulators", "linears")

    learning_rate: Rate = 0.001
    learning_rate_power: float = -0.5
    l1_regularization_strength: float = 0.0
    l2_regularization_strength: float = 0.0
    beta: float = 0.0
    initial_accumulator_value: float = 0.1


@dataclass(eq=True, unsafe_hash=True)
class Adam(TableOptimizer):
    """Settings of Adam."""

    slots: ClassVar[tuple[str, ...]] = ("momenta", "velocities")

    learning_rate: Rate = 0.001
    beta_1: float = 0.9
    beta_2: float = 0.999
    epsilon: float = 1e-07
    lazy_adam: bool = True
    sum_inside_sqrt: bool = True


__all__ = ["FTRL", "SGD", "Adagrad", "AdagradMomentum", "Adam", "TableOptimizer"]
