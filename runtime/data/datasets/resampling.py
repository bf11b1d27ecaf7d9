"""Rejection resampling: draws elements so that classes have a target distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

from runtime.apply import apply_op
from runtime.arrays.indexing import gather
from runtime.arrays.joining import stack
from runtime.data.datasets.order_methods import OrderMethods
from runtime.data.datasets.sources import Sources
from runtime.math.casting import cast
from runtime.math.reductions import reduce_max, reduce_min, reduce_sum
from runtime.random.sampling import uniform
from runtime.tensors.composites import convert_to_tensor

_SMOOTHING = 10
"""So many elements of each class count as seen before the first."""


def resampled(
    dataset: Any, class_func: Any, target_dist: Any, initial_dist: Any, seed: Any
) -> Any:
    """Pairs of a class and an element; some of the classes that are too frequent go.

    With the chance that the rarest class allows, an element is taken as it comes, else
    one that passed a draw with the chance of its class.
    """
    target = convert_to_tensor(target_dist, name="target_dist")
    classes = dataset.map(class_func)
    if initial_dist is not None:
        initial = convert_to_tensor(initial_dist, name="initial_dist")
        accepted: Any = Sources.from_tensors(_chances(target, initial)).repeat()
    else:
        accepted = _shares(target, classes).map(lambda share: _chances(target, share))
    pairs: Any = Sources.zip((classes, dataset))
    kept = _kept(pairs, accepted.map(lambda chance, _: chance), seed)
    odds = accepted.map(lambda _, all_of_them: stack([all_of_them, 1.0 - all_of_them]))
    return OrderMethods.sample_from_datasets(
        [pairs, kept], weights=odds, seed=seed, stop_on_empty_dataset=True
    )


def _kept(pairs: Any, chances: Any, seed: Any) -> Any:
    def is_kept(chance: Any, pair: Any) -> Any:
        drawn = uniform([], dtype=chance.dtype, seed=seed)
        return drawn < gather(chance, pair[0])

    zipped: Any = Sources.zip((chances, pairs))
    return zipped.filter(is_kept).map(lambda chance, pair: pair)


def _chances(target: Any, initial: Any) -> tuple[Any, Any]:
    """The chance of an element of each class, and that of taking any as it comes."""
    tiny = np.finfo(initial.dtype.numpy_dtype).tiny
    ratio = cast(target, initial.dtype) / (initial + tiny)
    largest, least = reduce_max(ratio), reduce_min(ratio)
    return (ratio - least) / (largest - least), least


def _shares(target: Any, classes: Any) -> Any:
    """The share of each class in the elements so far."""
    count = target.shape[0]

    def step(counts: Any, which: Any) -> Any:
        hot = apply_op("OneHot", [which, count, np.int64(1), np.int64(0)], {"axis": -1})
        more = counts + hot
        total = cast(reduce_sum(more), target.dtype)
        return more, cast(more, target.dtype) / total

    return classes.scan(np.full((count,), _SMOOTHING, np.int64), step)
