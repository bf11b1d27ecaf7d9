"""The base class of distributions: public methods made of a subclass's own ones."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, Final

from graphir import dtypes
from graphir.dtypes import DType
from graphir.shapes import Shape
from runtime.arrays.joining import concat
from runtime.arrays.reshaping import reshape, shape, size
from runtime.compat.v1.distributions.evaluations import Evaluations
from runtime.compat.v1.distributions.statistics import Statistics
from runtime.context import name_scope
from runtime.math.comparison import equal
from runtime.math.reductions import reduce_prod
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.likes import ShapeLike
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import current_trace

if TYPE_CHECKING:
    from typing_extensions import Self


class ReparameterizationType:
    """Whether samples are differentiable functions of a distribution's parameters."""

    def __init__(self, rep_type: str) -> None:
        self._rep_type = rep_type

    def __repr__(self) -> str:
        return f"<Reparameterization Type: {self._rep_type}>"

    def __eq__(self, other: object) -> bool:
        return self is other

    def __hash__(self) -> int:
        return id(self)


FULLY_REPARAMETERIZED: Final = ReparameterizationType("FULLY_REPARAMETERIZED")
NOT_REPARAMETERIZED: Final = ReparameterizationType("NOT_REPARAMETERIZED")


class Distribution(Evaluations, Statistics):
    """A base class of distributions over events, one for each member of a batch.

    A subclass defines `_batch_shape`, `_event_shape` and what it knows of `_sample_n`,
    `_log_prob`, `_prob`, `_log_cdf`, `_cdf`, `_mean`, `_variance` and their kin; the
    public methods find what is missing from the others.

    Args:
      dtype: the dtype of events.
      reparameterization_type: whether samples have gradients.
      validate_args: whether arguments are checked when ops run.
      allow_nan_stats: whether statistics that are not defined are NaN, or errors.
      parameters: the arguments of the subclass, which `copy` passes again.
      name: the scope of the names of ops.

    >>> class Doubling(tf.compat.v1.distributions.Distribution):
    ...     def __init__(self):
    ...         kind = tf.compat.v1.distributions.NOT_REPARAMETERIZED
    ...         super().__init__(tf.float32, kind, False, True)
    ...     def _log_prob(self, value):
    ...         return -2 * value
    >>> Doubling().prob(0.5).numpy().round(4)
    np.float32(0.3679)
    """

    def __init__(
        self,
        dtype: DType,
        reparameterization_type: ReparameterizationType,
        validate_args: bool,
        allow_nan_stats: bool,
        parameters: dict[str, Any] | None = None,
        graph_parents: Sequence[object] | None = None,
        name: str | None = None,
    ) -> None:
        self._dtype = dtype
        self._reparameterization_type = reparameterization_type
        self._validate_args = validate_args
        self._allow_nan_stats = allow_nan_stats
        self._parameters = dict(parameters or {})
        self._graph_parents = list(graph_parents or ())
        self._name = self._entered(name)

    def _entered(self, name: str | None) -> str | None:
        """The scope of a name; one that ends with a slash is entered again."""
        with name_scope(name or type(self).__name__) as scope:
            return scope if current_trace() is not None else None

    @property
    def parameters(self) -> dict[str, Any]:
        """The arguments that the distribution was made with."""
        return dict(self._parameters)

    @property
    def reparameterization_type(self) -> ReparameterizationType:
        """Whether samples are differentiable by the parameters."""
        return self._reparameterization_type

    @property
    def validate_args(self) -> bool:
        """Whether arguments are checked when ops run."""
        return self._validate_args

    @classmethod
    def param_shapes(
        cls, sample_shape: ShapeLike, name: str = "DistributionParamShapes"
    ) -> dict[str, Tensor]:
        """The shapes of parameters for samples of a shape, by the parameters' names.

        >>> shapes = tf.compat.v1.distributions.Normal.param_shapes([2, 3])
        >>> shapes["loc"].numpy()
        array([2, 3], dtype=int32)

        Raises:
          NotImplementedError: for a class whose parameters have other shapes.
        """
        with name_scope(name):
            return cls._param_shapes(sample_shape)

    @classmethod
    def param_static_shapes(cls, sample_shape: ShapeLike) -> dict[str, Shape]:
        """The static shapes of parameters for samples of a shape.

        Raises:
          NotImplementedError: for a class whose parameters have other shapes.
          ValueError: if the shape is not known.
        """
        if isinstance(sample_shape, Shape):
            if not sample_shape.is_fully_defined():
                raise ValueError("TensorShape sample_shape must be fully defined")
            sample_shape = sample_shape.as_list()
        found = cls.param_shapes(sample_shape)
        return {name: Shape(list(value.numpy())) for name, value in found.items()}

    @classmethod
    def _param_shapes(cls, sample_shape: Any) -> dict[str, Tensor]:
        raise NotImplementedError("_param_shapes not implemented")

    def copy(self, **override_parameters_kwargs: object) -> Self:
        """The same distribution with other values of some parameters.

        >>> wide = tf.compat.v1.distributions.Normal(1.0, 2.0).copy(scale=5.0)
        >>> wide.loc.numpy(), wide.scale.numpy()
        (np.float32(1.0), np.float32(5.0))
        """
        return type(self)(**{**self._parameters, **override_parameters_kwargs})

    def batch_shape_tensor(self, name: str = "batch_shape_tensor") -> Tensor:
        """The shape of the batch of parameters, int32 [rank]."""
        with self._scope(name):
            return self._shape_tensor(self.batch_shape, self._batch_shape_tensor)

    @property
    def batch_shape(self) -> Shape:
        """The static shape of the batch of parameters."""
        return Shape(self._batch_shape())

    def event_shape_tensor(self, name: str = "event_shape_tensor") -> Tensor:
        """The shape of one event, int32 [rank]."""
        with self._scope(name):
            return self._shape_tensor(self.event_shape, self._event_shape_tensor)

    @property
    def event_shape(self) -> Shape:
        """The static shape of one event."""
        return Shape(self._event_shape())

    def is_scalar_event(self, name: str = "is_scalar_event") -> Tensor:
        """Whether an event is a single number, bool []."""
        with self._scope(name):
            return self._is_scalar(self.event_shape, self.event_shape_tensor)

    def is_scalar_batch(self, name: str = "is_scalar_batch") -> Tensor:
        """Whether the batch is a single distribution, bool []."""
        with self._scope(name):
            return self._is_scalar(self.batch_shape, self.batch_shape_tensor)

    def sample(
        self,
        sample_shape: ShapeLike = (),
        seed: int | None = None,
        name: str = "sample",
    ) -> Tensor:
        """Independent events, of the sample, batch and event shapes in this order.

        >>> tf.compat.v1.distributions.Normal([0.0, 1.0], 1.0).sample([4, 5]).shape
        TensorShape([4, 5, 2])

        Raises:
          NotImplementedError: if the class cannot sample.
        """
        with self._scope(name):
            wanted = convert_to_tensor(sample_shape, dtypes.int32)
            known = wanted.constant_value()
            if known is not None:
                wanted = convert_to_tensor(known.reshape(-1), dtypes.int32)
            elif wanted.shape.rank == 0:
                wanted = reshape(wanted, [1])
            count = reduce_prod(wanted)
            drawn = self._sample_n(count, seed)
            result = reshape(drawn, concat([wanted, shape(drawn)[1:]], 0))
            if known is not None:
                sizes = Shape([int(each) for each in known.reshape(-1)])
                rest = self.batch_shape.concatenate(self.event_shape)
                if current_trace() is not None:
                    result.set_shape(sizes.concatenate(rest))
            return result

    def __str__(self) -> str:
        told = ", ".join([f'"{self.name}"', *self._said_shapes()])
        return (
            f"tfp.distributions.{type(self).__name__}({told}, dtype={self.dtype.name})"
        )

    def __repr__(self) -> str:
        return (
            f"<tfp.distributions.{type(self).__name__} '{self.name}'"
            f" batch_shape={self.batch_shape} event_shape={self.event_shape}"
            f" dtype={self.dtype.name}>"
        )

    def _said_shapes(self) -> list[str]:
        named = {"batch_shape": self.batch_shape, "event_shape": self.event_shape}
        return [
            f"{name}={each}" for name, each in named.items() if each.rank is not None
        ]

    @staticmethod
    def _shape_tensor(static: Shape, dynamic: Callable[[], Tensor]) -> Tensor:
        if static.is_fully_defined():
            return convert_to_tensor(static.as_list(), dtypes.int32)
        return dynamic()

    @staticmethod
    def _is_scalar(static: Shape, dynamic: Callable[[], Tensor]) -> Tensor:
        if static.rank is not None:
            return convert_to_tensor(static.rank == 0)
        return equal(size(dynamic()), 0)

    def _batch_shape(self) -> Shape:
        return Shape(None)

    def _event_shape(self) -> Shape:
        return Shape(None)

    def _batch_shape_tensor(self) -> Tensor:
        raise self._missing("batch_shape_tensor")

    def _event_shape_tensor(self) -> Tensor:
        raise self._missing("event_shape_tensor")


__all__ = [
    "FULLY_REPARAMETERIZED",
    "NOT_REPARAMETERIZED",
    "Distribution",
    "ReparameterizationType",
]
