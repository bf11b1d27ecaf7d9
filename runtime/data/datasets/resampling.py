"""Rejection resampling: draws elements so that classes have a target distribution."""

from __future__ import annotations

from typing import Any

import numpy as np

from graphir.dtypes import float32
from runtime.apply import apply_op
from runtime.arrays.indexing import gather
from runtime.arrays.joining import stack
from runtime.control_flow.conditionals import cond
from runtime.data.datasets.order_methods import OrderMethods
from runtime.data.datasets.sources import Sources
from runtime.math.casting import cast
from runtime.math.reductions import reduce_max, reduce_min, reduce_sum
from runtime.random.sampling import uniform
from runtime.tensors.composites import convert_to_tensor

_SMOOTHING = 10
"""So many elements of each class count as seen before the first."""

_COUNTED_TOGETHER = 32
"""So many elements are counted before the first of them is drawn."""

_AHEAD = 3
"""So many elements that passed a draw are kept ready."""

_TOO_MANY = b"Proportion of examples rejected by sampler is high: "


def resampled(
    dataset: Any, class_func: Any, target_dist: Any, initial_dist: Any, seed: Any
) -> Any:
    """Pairs of a class and an element; elements of too frequent classes are dropped.

    With the probability that the rarest class allows, the next element passes without
    a draw; otherwise one that passed a draw with its class's acceptance probability.
    """
    target = _distribution(target_dist, "target_dist")
    if initial_dist is None:
        shares = _shares(target, dataset.map(class_func))
        accepted = shares.map(lambda share: _chances(target, share))
        chance_of_any = None
    else:
        initial = _distribution(initial_dist, "initial_dist")
        chances = _chances(target, initial)
        shares = Sources.from_tensors(initial).repeat()
        accepted = Sources.from_tensors(chances).repeat()
        chance_of_any = chances[1].constant_value()

    def with_class(*element: Any) -> Any:
        data = element if len(element) > 1 else element[0]
        return class_func(*element), data

    kept = _kept(dataset, with_class, accepted, shares, seed).prefetch(_AHEAD)
    if chance_of_any == 1:
        return dataset.map(with_class)
    if chance_of_any == 0:
        return kept
    odds = accepted.map(lambda _, any_of_them: stack([any_of_them, 1.0 - any_of_them]))
    return OrderMethods.sample_from_datasets(
        [dataset.map(with_class), kept],
        weights=odds,
        seed=seed,
        stop_on_empty_dataset=True,
    )


def _kept(dataset: Any, with_class: Any, accepted: Any, shares: Any, seed: Any) -> Any:
    """The elements that pass a draw.

    An element is classified where it is drawn: another iteration of a dataset that
    shuffles would give another one.
    """

    def drawn(chances: Any, data: Any) -> Any:
        which, data = with_class(*data) if type(data) is tuple else with_class(data)
        return which, gather(chances, which), data

    def is_kept(_: Any, chance: Any, data: Any) -> Any:
        return uniform([], seed=seed) < chance

    chances = Sources.zip((accepted.map(lambda chance, _: chance), shares))
    zipped: Any = Sources.zip((chances.map(_told), dataset))
    return zipped.map(drawn).filter(is_kept).map(lambda which, _, data: (which, data))


def _told(chances: Any, shares: Any) -> Any:
    """The chances; tells where more than half of the elements are lost."""
    lost = reduce_sum((1.0 - chances) * shares)

    def told() -> Any:
        values = [lost, shares, chances]
        attrs = {"message": _TOO_MANY, "summarize": 100, "first_n": 10}
        return apply_op("Print", [chances, values], attrs)

    return cond(lost > 0.5, told, lambda: chances)


def _distribution(given: Any, name: str) -> Any:
    return cast(convert_to_tensor(given, name=name), float32)


def _chances(target: Any, initial: Any) -> tuple[Any, Any]:
    """The chance of an element of each class, and that of taking any as it comes."""
    ratio = target / (initial + np.finfo(np.float32).tiny)
    largest, least = reduce_max(ratio), reduce_min(ratio)
    return (ratio - least) / (largest - least), least


def _shares(target: Any, classes: Any) -> Any:
    """The share of each class in the elements so far, and in a few after each."""
    count = target.shape[0]

    def step(counts: Any, which: Any) -> Any:
        attrs = {"axis": -1}
        hot = apply_op("OneHot", [which, count, np.int64(1), np.int64(0)], attrs)
        more = counts + reduce_sum(hot, 0)
        share = cast(more / reduce_sum(more), float32)
        return more, apply_op("Tile", [share[None], [_COUNTED_TOGETHER, 1]])

    counts = np.full((count,), _SMOOTHING, np.int64)
    return classes.batch(_COUNTED_TOGETHER).scan(counts, step).unbatch()
