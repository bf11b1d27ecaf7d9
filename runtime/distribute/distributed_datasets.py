"""Datasets and iterators that divide elements among replicas."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final

import autograph
from autograph.operators.dispatch import Stage
from graphir import dtypes
from graphir.errors import OutOfRangeError
from runtime.apply import apply_op, apply_single
from runtime.arrays.filling import zeros
from runtime.arrays.reshaping import shape as shape_of
from runtime.context import current_trace
from runtime.control_flow.conditionals import cond
from runtime.data.datasets.base import dataset_of
from runtime.data.datasets.dataset import Dataset
from runtime.data.datasets.shares import by_hint, shard_policy
from runtime.data.elements.structures import flatten, map_leaves
from runtime.data.iterators.optional import Optional
from runtime.data.iterators.owned_iterator import OwnedIterator
from runtime.data.options.policies import AutoShardPolicy
from runtime.data.stages.stage import Stage as DatasetStage
from runtime.data.staging_loops import over_dataset, over_iterator
from runtime.distribute.distributed_optionals import (
    DistributedOptional,
    regrouped_elements,
)
from runtime.distribute.values import (
    DistributedDataset,
    DistributedIterator,
    PerReplicaSpec,
)
from runtime.sparse.rearranging import slice as sparse_slice
from runtime.staging.loop_recorder import State
from runtime.tensors.tensor import Tensor, wrap

_MANY: Final = 2**31 - 1


def hinted_dataset(dataset: Any) -> Any:
    """The dataset that one process alone reads: with all elements where it has hints.

    By another policy than ``HINT`` it stays as it is.
    """
    stage: DatasetStage = dataset.variant._array
    if shard_policy(stage) is not AutoShardPolicy.HINT:
        return dataset
    whole = by_hint(stage, 1, 0)
    return dataset_of(dataset.element_spec, wrap(whole, dtypes.variant))


def divided_dataset(dataset: Any, count: int) -> DividedDataset:
    """A dataset of batches, divided between replicas.

    Raises:
      ValueError: for a dataset without batches.
      TypeError: if ``dataset`` is not a `tf.data.Dataset`.
    """
    if isinstance(dataset, DistributedDataset):
        raise ValueError("The dataset is distributed already.")
    if not isinstance(dataset, Dataset):
        raise TypeError(f"Expected a tf.data.Dataset, not {dataset!r}.")
    dataset = hinted_dataset(dataset)
    for spec in flatten(dataset.element_spec):
        if spec.shape.rank == 0:
            raise ValueError(
                "The dataset has elements without a batch dimension, which replicas "
                f"could share: {spec}. Batch it before it is distributed, or use "
                "`distribute_datasets_from_function`."
            )
    return DividedDataset(dataset.map(_dividing(count, dataset.element_spec)), count)


def _dividing(count: int, spec: Any) -> Callable[..., Any]:
    def divide(*parts: Any) -> tuple[Any, ...]:
        batch = parts if isinstance(spec, tuple) else parts[0]
        size, largest = _sizes(flatten(batch)[0], count)

        def part(number: int) -> Any:
            start = _least(number * largest, size)
            end = _least((number + 1) * largest, size)
            return map_leaves(lambda each: _rows(each, start, end), batch)

        return tuple(part(number) for number in range(count))

    return divide


def _sizes(first: Any, count: int) -> tuple[Any, Any]:
    """The size of a batch, and of the largest part: numbers where they are known."""
    size = first.shape[0]
    if size is None:
        size = first.nrows() if hasattr(first, "nrows") else shape_of(first)[0]
    return size, (size + count - 1) // count


def _least(first: Any, second: Any) -> Any:
    if isinstance(first, int) and isinstance(second, int):
        return min(first, second)
    return apply_op("Minimum", [first, second])


def _rows(value: Any, start: Any, end: Any) -> Any:
    if hasattr(value, "dense_shape"):
        # what ends after the last column ends there
        columns = value.shape.rank - 1
        size = [end - start, *[_MANY] * columns]
        return sparse_slice(value, [start, *[0] * columns], size)
    return value[start:end]


class _Replicated(DistributedDataset):
    """What both kinds of datasets have: the dataset of which parts are made."""

    __tf_components__ = True
    __autograph_call_as_is__ = True

    def __init__(self, dataset: Any, count: int) -> None:
        self._dataset, self._count = dataset, count

    def components(self) -> list[Any]:
        """The variant of the dataset."""
        return self._dataset.components()  # type: ignore[no-any-return]

    def component_names(self) -> tuple[str, ...]:
        """The specs of the elements and the number of replicas."""
        return (*self._dataset.component_names(), str(self._count))

    def with_components(self, components: Sequence[Any]) -> Any:
        """The same kind of another dataset."""
        return type(self)(self._dataset.with_components(components), self._count)

    def spec_of_components(self, parts: Any) -> Any:
        """This dataset, which is its own spec."""
        return self

    @property
    def _type_spec(self) -> Any:
        return self

    @property
    def element_spec(self) -> Any:
        """The specs of the parts, as `PerReplica` values."""
        raise NotImplementedError(
            f"{type(self).__name__} does not define element_spec."
        )

    @property
    def cardinality(self) -> Any:
        """The number of elements: -1 for infinite, -2 for unknown."""
        return self._dataset.cardinality()


class DividedDataset(_Replicated):
    """Batches that are divided: an element of the dataset is a tuple of parts.

    >>> from runtime.distribute.distributed_datasets import divided_dataset
    >>> for parts in divided_dataset(tf.data.Dataset.range(3).batch(2), 2):
    ...     print([each.numpy().tolist() for each in parts.values])
    [[0], [1]]
    [[2], []]
    """

    def __iter__(self) -> DividedIterator:
        return DividedIterator(iter(self._dataset))

    @property
    def element_spec(self) -> Any:
        """The specs of the parts, as `PerReplica` values."""
        return regrouped_elements(self._dataset.element_spec, PerReplicaSpec)

    def loop(self, test: Any, body: Callable[[Any], None], state: State) -> None:
        """Records a loop over it in a graph."""
        over_dataset(
            self._dataset, test, lambda parts: body(regrouped_elements(parts)), state
        )


class GivenOutDataset(_Replicated):
    """A dataset dealt out to replicas, element by element."""

    def __iter__(self) -> GivenOutIterator:
        return GivenOutIterator([iter(self._dataset)], self._count)

    @property
    def element_spec(self) -> Any:
        """The specs of the elements, as `PerReplica` values."""
        specs = [self._dataset.element_spec] * self._count
        return regrouped_elements(specs, PerReplicaSpec)

    def loop(self, test: Any, body: Callable[[Any], None], state: State) -> None:
        """Records a loop over it in a graph."""
        over_iterator(iter(self), test, body, state)  # type: ignore[arg-type]


class PipelinesDataset(GivenOutDataset):
    """A distributed dataset with one pipeline for each replica."""

    def __init__(self, datasets: Sequence[Any]) -> None:
        super().__init__(datasets[0], len(datasets))
        self._datasets = list(datasets)

    def __iter__(self) -> GivenOutIterator:
        return GivenOutIterator([iter(each) for each in self._datasets], self._count)

    def components(self) -> list[Any]:
        """The variants of the datasets."""
        return [part for each in self._datasets for part in each.components()]

    def with_components(self, components: Sequence[Any]) -> PipelinesDataset:
        """The same of other datasets."""
        pairs = zip(self._datasets, components)
        return PipelinesDataset([each.with_components([part]) for each, part in pairs])


def given_out_dataset(dataset: Any, count: int) -> GivenOutDataset:
    """A dataset dealt out to replicas, element by element.

    If the batch size is unknown, replicas without a batch at the end get an empty one;
    otherwise the dataset ends before an element that not all replicas would get.

    Raises:
      TypeError: if ``dataset`` is not a `tf.data.Dataset`.
    """
    if not isinstance(dataset, Dataset):
        raise TypeError(f"Expected a tf.data.Dataset, not {dataset!r}.")
    return GivenOutDataset(dataset, count)


class _ReplicatedIterator(DistributedIterator):
    """What both kinds of iterators have: the iterator of which parts are made."""

    __tf_components__ = True
    __autograph_call_as_is__ = True
    _count = 0

    def __init__(self, iterator: OwnedIterator, count: int = 0) -> None:
        self._iterator, self._count = iterator, count

    def __iter__(self) -> Any:
        return self

    def __next__(self) -> Any:
        try:
            return self.get_next()
        except OutOfRangeError:
            raise StopIteration from None

    def get_next(self) -> Any:
        """The next element, as `PerReplica` values.

        Raises:
          OutOfRangeError: at the end.
        """
        raise NotImplementedError(f"{type(self).__name__} does not define get_next.")

    def components(self) -> list[Any]:
        """The handle of the iterator."""
        return self._iterator.components()

    def component_names(self) -> tuple[str, ...]:
        """The spec of the elements and the number of replicas."""
        return (*self._iterator.component_names(), str(self._count))

    def with_components(self, components: Sequence[Any]) -> Any:
        """The same kind of another iterator."""
        return type(self)(self._iterator.with_components(components), self._count)

    def spec_of_components(self, parts: Any) -> Any:
        """This iterator, which is its own spec."""
        return self

    @property
    def _type_spec(self) -> Any:
        return self

    def loop(self, test: Any, body: Callable[[Any], None], state: State) -> None:
        """Records a loop over the remaining elements, in a graph."""
        over_iterator(self, test, body, state)  # type: ignore[arg-type]


class DividedIterator(_ReplicatedIterator):
    """An iterator over batches that are divided."""

    @property
    def element_spec(self) -> Any:
        """The specs of the parts, as `PerReplica` values."""
        return regrouped_elements(self._iterator.element_spec, PerReplicaSpec)

    def get_next(self) -> Any:
        """The parts of the next batch."""
        return regrouped_elements(self._iterator.get_next())

    def get_next_as_optional(self) -> Any:
        """The parts of the next batch, or nothing at the end."""
        found = self._iterator.get_next_as_optional()
        return DistributedOptional(found.variant, found.element_spec)


class GivenOutIterator(_ReplicatedIterator):
    """An iterator over an element for each replica, of a shared or its own pipeline."""

    def __init__(self, iterators: Sequence[OwnedIterator], count: int) -> None:
        super().__init__(iterators[0], count)
        self._iterators = list(iterators)

    @property
    def element_spec(self) -> Any:
        """The specs of the elements, as `PerReplica` values."""
        specs = [self._iterator.element_spec] * self._count
        return regrouped_elements(specs, PerReplicaSpec)

    def get_next(self) -> Any:
        """The next element of each replica."""
        has_value, parts = self._found()
        if current_trace() is None and not has_value:
            raise OutOfRangeError(None, None, "End of sequence [Op:IteratorGetNext]")
        return regrouped_elements(parts())

    def get_next_as_optional(self) -> Any:
        """The next element of each replica, or nothing at the end.

        If the batch size is unknown, the dataset ends where no replica has a batch;
        otherwise, where any replica has none.
        """
        has_value, parts = self._found()
        specs = (self._iterator.element_spec,) * self._count
        found = cond(
            has_value,
            lambda: Optional.from_value(tuple(parts())),
            lambda: Optional.empty(specs),
        )
        return DistributedOptional(found.variant, specs)

    def _found(self) -> tuple[Tensor, Callable[[], list[Any]]]:
        """Whether there are elements, and what gives those of all replicas."""
        spec, iterators = self._iterator.element_spec, self._iterators
        every = [
            iterators[copy % len(iterators)].get_next_as_optional()
            for copy in range(self._count)
        ]
        has_empty = _may_be_empty(spec)
        combine = "LogicalOr" if has_empty else "LogicalAnd"
        has_value: Tensor
        has_value, *others = [each.has_value() for each in every]
        for each in others:
            has_value = apply_single(combine, [has_value, each])

        def parts() -> list[Any]:
            if not has_empty:
                return [each.get_value() for each in every]
            return [_value_or_empty(each, spec) for each in every]

        return has_value, parts

    def components(self) -> list[Any]:
        """The handles of the iterators."""
        return [part for each in self._iterators for part in each.components()]

    def with_components(self, components: Sequence[Any]) -> GivenOutIterator:
        """The same of other iterators."""
        pairs = zip(self._iterators, components)
        iterators = [each.with_components([part]) for each, part in pairs]
        return GivenOutIterator(iterators, self._count)


def _may_be_empty(spec: Any) -> bool:
    """Whether there are batches of any size: then one may have no rows."""
    return any(
        each.shape.rank is not None and each.shape.rank > 0 and each.shape[0] is None
        for each in flatten(spec)
    )


def _value_or_empty(found: Any, spec: Any) -> Any:
    def empty() -> Any:
        return map_leaves(_empty, spec)

    return cond(found.has_value(), found.get_value, empty)


def _empty(spec: Any) -> Tensor:
    sizes = [0 if each is None else each for each in spec.shape]
    made: Tensor = zeros(sizes, spec.dtype)
    return made


class DistributedStage(Stage):
    """Loops over distributed datasets and their iterators, while a graph is traced."""

    only_in_recordings = True

    def owns(self, value: Any) -> bool:
        """While a graph is traced; eagerly Python iterates."""
        return current_trace() is not None

    def for_stmt(
        self,
        iter_: Any,
        extra_test: Callable[[], Any] | None,
        body: Callable[[Any], None],
        get_state: Any,
        set_state: Any,
        symbol_names: tuple[str, ...],
        opts: dict[str, Any],
    ) -> None:
        state = State(get_state, set_state, symbol_names, opts)
        iter_.loop(extra_test, body, state)


autograph.register_stage((_Replicated, _ReplicatedIterator), DistributedStage())

__all__ = [
    "DistributedDataset",
    "PipelinesDataset",
    "divided_dataset",
    "given_out_dataset",
    "regrouped_elements",
]
