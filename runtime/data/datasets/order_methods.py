"""Dataset methods that shuffle, repeat, concatenate, zip, cache and prefetch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from graphir import dtypes
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.data.datasets.base import DatasetBase, dataset_of
from runtime.data.datasets.sources import Sources, seeds_of
from runtime.data.datasets.variants import dataset_variant, int64, text
from runtime.data.elements.components import components_of
from runtime.data.elements.specs import DatasetSpec
from runtime.data.elements.structures import common_spec, flatten, map_leaves
from runtime.data.elements.structures import component_attrs as attrs_of
from runtime.signatures.trace_types import TensorSpec
from runtime.tensors.likes import TensorLike

if TYPE_CHECKING:
    from typing_extensions import Self


class OrderMethods(DatasetBase):
    """Datasets of the same elements."""

    def shuffle(
        self,
        buffer_size: TensorLike,
        seed: TensorLike | None = None,
        reshuffle_each_iteration: bool | None = True,
        name: str | None = None,
    ) -> Self:
        """The elements in a random order, drawn from a buffer of ``buffer_size``.

        >>> dataset = tf.data.Dataset.range(10).shuffle(4, seed=3)
        >>> [int(x) for x in dataset]
        [0, 3, 2, 1, 4, 7, 6, 5, 8, 9]

        Raises:
          InvalidArgumentError: for a size that is not positive.
        """
        renews = True if reshuffle_each_iteration is None else reshuffle_each_iteration
        seeds = seeds_of(seed)
        inputs = [
            int64(buffer_size, "buffer_size"),
            *seeds,
            apply_op("DummySeedGenerator", []),
        ]
        attrs = {"reshuffle_each_iteration": bool(renews)}
        return self.made("_ShuffleDataset", "ShuffleDatasetV3", inputs, attrs)

    def repeat(self, count: TensorLike | None = None, name: str | None = None) -> Self:
        """The elements ``count`` times; without end if it is None or -1.

        >>> [int(x) for x in tf.data.Dataset.range(2).repeat(2)]
        [0, 1, 0, 1]
        """
        times = int64(-1 if count is None else count, "count")
        return self.made("_RepeatDataset", "RepeatDataset", [times])

    def concatenate(self, dataset: DatasetBase, name: str | None = None) -> Self:
        """The elements of this dataset, then the elements of another.

        >>> a = tf.data.Dataset.range(2).concatenate(tf.data.Dataset.range(5, 6))
        >>> [int(x) for x in a]
        [0, 1, 5]

        Raises:
          TypeError: for elements of another kind.
        """
        spec = common_spec(self._spec, dataset.element_spec)
        if spec is None:
            raise TypeError(
                f"Incompatible dataset elements:\n  {self._spec} vs.   "
                f"{dataset.element_spec}"
            )
        op, kind = "ConcatenateDataset", "_ConcatenateDataset"
        return self.made(kind, op, [dataset.variant], None, spec)

    def enumerate(self, start: TensorLike = 0, name: str | None = None) -> Self:
        """Pairs of a number and an element.

        >>> dataset = tf.data.Dataset.from_tensor_slices([7, 8]).enumerate(start=5)
        >>> [(int(i), int(x)) for i, x in dataset]
        [(5, 7), (6, 8)]
        """
        largest = np.iinfo(np.int64).max
        numbers = Sources.range(start, largest)
        name_of_rewrite = text("replicate_on_split", "rewrite_name")
        numbers = numbers.made("_RewriteDataset", "RewriteDataset", [name_of_rewrite])
        made: Self = Sources.zip((numbers, self))
        return made

    def prefetch(self, buffer_size: TensorLike | None, name: str | None = None) -> Self:
        """The elements, up to ``buffer_size`` of them made ahead of the consumer.

        >>> [int(x) for x in tf.data.Dataset.range(3).prefetch(2)]
        [0, 1, 2]

        Raises:
          InvalidArgumentError: for a negative size other than ``AUTOTUNE``.
        """
        size = int64(-1 if buffer_size is None else buffer_size, "buffer_size")
        return self.made("_PrefetchDataset", "PrefetchDataset", [size])

    def cache(self, filename: TensorLike = "", name: str | None = None) -> Self:
        """The elements, kept in memory or in a file when they were read once.

        >>> dataset = tf.data.Dataset.range(3).map(lambda x: x ** 2).cache()
        >>> [int(x) for x in dataset], [int(x) for x in dataset]
        ([0, 1, 4], [0, 1, 4])
        """
        inputs = [text(filename, "filename"), apply_op("DummyMemoryCache", [])]
        return self.made("CacheDataset", "CacheDatasetV2", inputs)

    def window(
        self,
        size: TensorLike,
        shift: TensorLike | None = None,
        stride: TensorLike = 1,
        drop_remainder: bool = False,
        name: str | None = None,
    ) -> Self:
        """Datasets of consecutive elements.

        >>> dataset = tf.data.Dataset.range(5).window(2)
        >>> [[int(x) for x in window] for window in dataset]
        [[0, 1], [2, 3], [4]]

        Raises:
          InvalidArgumentError: for numbers that are not positive.
          NotImplementedError: for elements of extension types.
        """
        from runtime.data.datasets.variants import boolean

        for each in flatten(self._spec):
            if len(components_of(each)) > 1:
                raise NotImplementedError(
                    f"window: elements of {each!r} are several tensors, so datasets "
                    "of them apart. Use batch, or ragged_batch."
                )
        spec = map_leaves(DatasetSpec, self._spec)
        inputs = [
            int64(size, "size"),
            int64(size if shift is None else shift, "shift"),
            int64(stride, "stride"),
            boolean(drop_remainder, "drop_remainder"),
        ]
        return self.made("_WindowDataset", "WindowDataset", inputs, None, spec)

    def with_options(self, options: Any, name: str | None = None) -> Self:
        """The elements; iterators of the dataset follow the options.

        >>> options = tf.data.Options()
        >>> options.deterministic = False
        >>> tf.data.Dataset.range(3).with_options(options).options().deterministic
        False

        Raises:
          ValueError: for options that contradict options set before.
        """
        self.options().merge(options)  # refuses a contradiction
        attrs = {"serialized_options": options.serialized()}
        return self.made("_OptionsDataset", "OptionsDataset", [], attrs)

    def options(self) -> Any:
        """The options that were set."""
        from runtime.data.options.options import Options
        from runtime.data.stages.settings import options_within

        stage = getattr(self._variant, "_array", None)
        return Options.of_values({} if stage is None else options_within(stage))

    @staticmethod
    def sample_from_datasets(
        datasets: Sequence[DatasetBase],
        weights: TensorLike | DatasetBase | None = None,
        seed: TensorLike | None = None,
        stop_on_empty_dataset: bool = False,
        rerandomize_each_iteration: bool | None = None,
    ) -> Any:
        """Elements of datasets, each drawn at random, with weights.

        >>> a, b = tf.data.Dataset.range(3), tf.data.Dataset.range(10, 13)
        >>> dataset = tf.data.Dataset.sample_from_datasets([a, b], seed=4)
        >>> len(list(dataset))
        6

        Raises:
          ValueError: without datasets, or for another number of weights.
          TypeError: for weights that are no floats.
        """
        from runtime.math.exponentials import log
        from runtime.tensors.composites import convert_to_tensor

        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        count = len(datasets)
        if isinstance(weights, DatasetBase):
            selector = Sources.zip((_seeds(seed, rerandomize_each_iteration), weights))
            chosen = selector.map(lambda pair, p: _drawn(log(p[None]), pair))
            return _directed(chosen, datasets, stop_on_empty_dataset)
        if weights is None:
            logits = convert_to_tensor([[1.0] * count])
        else:
            if isinstance(weights, (list, tuple)) and len(weights) != count:
                raise ValueError(
                    "Invalid `weights`. `weights` should have the same length as "
                    f"`datasets` but got `len(weights)={len(weights)}` vs. "
                    f"`len(datasets)={count}`."
                )
            given = convert_to_tensor(weights, name="weights")
            if given.dtype not in (dtypes.float32, dtypes.float64):
                raise TypeError(
                    "Invalid `weights`. `weights` type must be either `tf.float32` or "
                    f"`tf.float64` but is {given.dtype}."
                )
            if not given.shape.is_compatible_with([count]):
                raise ValueError(
                    "Invalid `weights`. The shape of `weights` should be compatible "
                    f"with `[len(datasets)]` but is {given.shape}."
                )
            logits = log(given)[None]
        if count == 1:
            return datasets[0]
        chosen = _seeds(seed, rerandomize_each_iteration).map(
            lambda pair: _drawn(logits, pair)
        )
        return _directed(chosen, datasets, stop_on_empty_dataset)

    @staticmethod
    def choose_from_datasets(
        datasets: Sequence[DatasetBase],
        choice_dataset: DatasetBase,
        stop_on_empty_dataset: bool = True,
    ) -> Any:
        """Elements of several datasets, in the order of a dataset of their indices.

        >>> a, b = (tf.data.Dataset.from_tensors(x).repeat() for x in "ab")
        >>> choice = tf.data.Dataset.range(2).repeat(2)
        >>> dataset = tf.data.Dataset.choose_from_datasets([a, b], choice)
        >>> [x.numpy() for x in dataset]
        [b'a', b'b', b'a', b'b']

        Raises:
          ValueError: without datasets.
          TypeError: for a choice that is no dataset of int64 scalars.
        """
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")
        if not isinstance(choice_dataset, DatasetBase):
            raise TypeError(
                "Invalid `choice_dataset`. `choice_dataset` should be a "
                f"`tf.data.Dataset` but is {type(choice_dataset)}."
            )
        wanted = TensorSpec(Shape([]), dtypes.int64)
        found = choice_dataset.element_spec
        if not wanted.is_compatible_with(found):
            raise TypeError(
                "Invalid `choice_dataset`. Elements of `choice_dataset` must be scalar "
                f"`tf.int64` tensors but are {found}."
            )
        return _directed(choice_dataset, datasets, stop_on_empty_dataset)


def _seeds(seed: Any, renews: bool | None) -> Any:
    return Sources.random(seed, renews).batch(2)


def _drawn(logits: Any, seed: Any) -> Any:
    from runtime.tensors.composites import convert_to_tensor

    attrs = {"output_dtype": dtypes.int64}
    inputs = [logits, convert_to_tensor(1), seed]
    drawn = apply_op("StatelessMultinomial", inputs, attrs)
    return apply_op("Squeeze", [drawn], {"squeeze_dims": [0, 1]})


def _directed(selector: Any, datasets: Any, stops: bool) -> Any:
    spec = datasets[0].element_spec
    for place, each in enumerate(datasets[1:], 1):
        common = common_spec(spec, each.element_spec)
        if common is None:
            raise TypeError(
                "Invalid `datasets`. `datasets` must have compatible element specs.\n "
                f"Dataset 0 element_spec={spec}.\n Dataset {place} element_spec="
                f"{each.element_spec}."
            )
        spec = common
    inputs = [selector.variant, [each.variant for each in datasets]]
    attrs = {**attrs_of(spec), "stop_on_empty_dataset": stops}
    variant = dataset_variant("DirectedInterleaveDataset", inputs, attrs)
    return dataset_of(spec, variant, "_DirectedInterleaveDataset")
