"""Values of several replicas; structures of them, split and combined."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from operator import is_
from typing import Any, ClassVar

from runtime.data.elements.structures import spec_of
from runtime.tensors.likes import DTypeLike
from runtime.tensors.structure import children, is_nested, rebuild
from runtime.tensors.tensor import Tensor
from runtime.tensors.type_spec import TraceType


class DistributedValues:
    """Values of which each replica has its own.

    >>> from runtime.distribute.values import PerReplica
    >>> print(PerReplica((tf.constant(1), tf.constant(2))))
    PerReplica:{
      0: tf.Tensor(1, shape=(), dtype=int32),
      1: tf.Tensor(2, shape=(), dtype=int32)
    }
    """

    def __init__(self, values: Sequence[Any]) -> None:
        self._values = tuple(values)

    @property
    def values(self) -> tuple[Any, ...]:
        """The value of each replica."""
        return self._values

    @property
    def _primary(self) -> Any:
        return self.values[0]

    def value_of(self, copy: int) -> Any:
        """The value of a replica in this process, by its number."""
        return self.values[copy]

    def _text(self, shown: Any) -> str:
        lines = [
            f"  {number}: {shown(each)}" for number, each in enumerate(self.values)
        ]
        return f"{type(self).__name__}:{{\n" + ",\n".join(lines) + "\n}"

    def __str__(self) -> str:
        return self._text(str)

    def __repr__(self) -> str:
        return self._text(repr)


class PerReplica(DistributedValues):
    """A value that differs from replica to replica; traced functions accept it."""

    __tf_components__ = True
    component_kind: ClassVar[type]

    def components(self) -> list[Any]:
        """The value of each replica."""
        return list(self.values)

    def component_names(self) -> tuple[str, ...]:
        """The number of each replica."""
        return tuple(map(str, range(len(self.values))))

    def with_components(self, components: Sequence[Any]) -> PerReplica:
        """The same kind with other values."""
        return PerReplica(components)

    def spec_of_components(self, parts: Sequence[Any]) -> PerReplica:
        """The specs of its values, for each replica."""
        return PerReplicaSpec(parts)

    @property
    def _type_spec(self) -> PerReplica:
        return PerReplicaSpec(
            [
                each if isinstance(each, TraceType) else spec_of(each)
                for each in self.values
            ]
        )

    @property
    def dtype(self) -> Any:
        """The dtype of the values."""
        return self._primary.dtype

    @property
    def shape(self) -> Any:
        """The shape of the first value."""
        return self._primary.shape


PerReplica.component_kind = PerReplica


class PerReplicaSpec(PerReplica):
    """The specs of the values of replicas; an ``input_signature`` may have it."""

    def __repr__(self) -> str:
        return f"PerReplicaSpec({', '.join(map(repr, self.values))})"

    __str__ = __repr__

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PerReplicaSpec) and self.values == other.values

    def __hash__(self) -> int:
        return hash(self.values)

    @property
    def _type_spec(self) -> PerReplica:
        return self


class Mirrored(DistributedValues):
    """A value of which each replica has an equal copy; converts to the first."""

    __is_tensor__ = True

    def __tf_tensor__(
        self, dtype: DTypeLike | None = None, name: str | None = None
    ) -> Any:
        return self._primary

    @property
    def dtype(self) -> Any:
        """The dtype of the value."""
        return self._primary.dtype

    @property
    def shape(self) -> Any:
        """The shape of the value."""
        return self._primary.shape

    def numpy(self) -> Any:
        """The value as an array of its own, or a NumPy scalar."""
        return self._primary.numpy()

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(self._primary, name)


class DistributedDataset:
    """A dataset with a share for each replica: iterable, eagerly and in graphs."""


class DistributedIterator:
    """An iterator over elements with a share for each replica."""


def selected(structure: Any, copy: int) -> Any:
    """The structure as one replica sees it.

    >>> from runtime.distribute.values import PerReplica, selected
    >>> selected([PerReplica((1, 2)), 3], 1)
    [2, 3]
    """
    if isinstance(structure, DistributedValues):
        return structure.value_of(copy)
    if is_nested(structure, composites=False):
        return rebuild(
            structure, [selected(each, copy) for each in children(structure)]
        )
    return structure


def regrouped(values: Sequence[Any], kind: type[DistributedValues] = PerReplica) -> Any:
    """The results of replicas as one structure, of `PerReplica` leaves.

    A value that all replicas share stays one value: the same object, equal numbers or
    strings, the copies of one variable.

    >>> from runtime.distribute.values import regrouped
    >>> regrouped([(1, "a"), (2, "a")])
    (PerReplica:{
      0: 1,
      1: 2
    }, 'a')

    Raises:
      ValueError: where results nest differently.
    """
    first = values[0]
    if is_nested(first, composites=False) and not isinstance(first, DistributedValues):
        return _regrouped_parts(values, kind)
    if all(each is first for each in values):
        return first
    whole = _container_of(first)
    if whole is not None and all(map(is_, values, whole.values)):
        return whole
    if isinstance(first, (int, float, str, bytes, bool)) and all(
        type(each) is type(first) and each == first for each in values
    ):
        return first
    return kind(values)


def always_per_replica(values: Sequence[Any]) -> Any:
    """Values as one structure of `PerReplica` leaves, equal ones too.

    >>> from runtime.distribute.values import always_per_replica
    >>> always_per_replica([{"a": 1}, {"a": 1}])
    {'a': PerReplica:{
      0: 1,
      1: 1
    }}

    Raises:
      ValueError: where they nest differently.
    """
    if not is_nested(values[0], composites=False):
        return PerReplica(values)
    parts = [children(each) for each in values]
    if any(len(each) != len(parts[0]) for each in parts):
        raise ValueError(f"values of replicas nest differently: {values}")
    return rebuild(values[0], [always_per_replica(each) for each in zip(*parts)])


def _container_of(value: Any) -> Any:
    found = getattr(value, "_distributed_container", None)
    return None if found is None else found()


def _regrouped_parts(values: Sequence[Any], kind: type[DistributedValues]) -> Any:
    first = values[0]
    for each in values[1:]:
        same = type(each) is type(first) and len(each) == len(first)
        if same and isinstance(first, Mapping):
            same = set(each) == set(first)
        if not same:
            raise ValueError(
                "The results of replicas must nest in the same way: replica 0 gives "
                f"{first!r}, another one {each!r}."
            )
    columns = zip(*(children(each) for each in values))
    return rebuild(first, [regrouped(column, kind) for column in columns])


def local_results(value: Any) -> tuple[Any, ...]:
    """The values of the replicas in this process; a nested value is split whole."""
    if isinstance(value, DistributedValues):
        return value.values
    if is_nested(value, composites=False) and not isinstance(value, Tensor):
        found = [each for each in _leaves(value) if isinstance(each, DistributedValues)]
        if found:
            count = len(found[0].values)
            return tuple(selected(value, copy) for copy in range(count))
    return (value,)


def _leaves(value: Any) -> list[Any]:
    if not is_nested(value, composites=False):
        return [value]
    return [leaf for each in children(value) for leaf in _leaves(each)]


__all__ = [
    "DistributedDataset",
    "DistributedIterator",
    "DistributedValues",
    "Mirrored",
    "PerReplica",
    "PerReplicaSpec",
    "local_results",
    "regrouped",
    "selected",
]
