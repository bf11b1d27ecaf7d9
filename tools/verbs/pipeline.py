"""`autograph pipeline TARGET`: a dataset's stages, and the cost of their elements."""

from __future__ import annotations

import argparse
import inspect
from collections.abc import Iterator, Sequence
from time import perf_counter, thread_time
from types import ModuleType
from typing import Any, Final, NamedTuple

from ..failures import BAD_INPUT, DONE, FAILED, Failure, failing_with
from ..output.results import Table, show, show_json
from ..parsing import whole_number
from ..targets.datasets import is_dataset
from ..targets.modules import load_module


class Cost(NamedTuple):
    """The cost of reading one element."""

    each: float
    """Seconds."""
    waited: float
    """Seconds of them in which this thread computed nothing."""


EXAMPLE: Final = """\
example: autograph pipeline examples/epoch_total.py:dataset --profile 100"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags of this verb."""
    parser.add_argument(
        "target", metavar="TARGET", help="FILE:NAME of a dataset, or what returns one"
    )
    parser.add_argument(
        "--profile",
        type=whole_number(0),
        default=0,
        metavar="N",
        help="read N elements after each stage: what one costs, which stage limits, "
        "and what each remedy gains",
    )


def run(args: argparse.Namespace) -> int:
    """Shows the stages, the source first."""
    stages = list(_stages(_dataset(args.target).variant._array))[::-1]
    rows: list[tuple[Any, ...]] = [
        (each.op, _elements(each), _count(each)) for each in stages
    ]
    headings: tuple[str, ...] = ("stage", "elements", "count")
    if args.profile <= 0:
        table = Table(headings, tuple(rows))
        if args.json:
            show_json(args, {"stages": table.as_data()})
        else:
            show(args, table)
        return DONE
    with failing_with(FAILED, "reading elements"):
        costs = [_seconds(each, args.profile) for each in stages]
        remedies = Table(REMEDY_HEADINGS, tuple(_remedies(stages[-1], args.profile)))
    own = _own(stages, costs)
    table = Table((*headings, *COSTS), tuple(_with_costs(rows, costs, own)))
    limit = _limit(stages, costs, own)
    if args.json:
        found = {"stages": table.as_data(), "limit": limit}
        show_json(args, {**found, "remedies": remedies.as_data()})
    else:
        show(args, table, f"most time goes into {limit}", remedies)
    return DONE


COSTS: Final = (
    "µs an element",
    "elements/s",
    "µs of its own",
    "µs waiting",
)
REMEDY_HEADINGS: Final = ("remedy", "µs an element", "times as fast")


def _with_costs(
    rows: Sequence[tuple[Any, ...]], costs: Sequence[Cost | None], own: Sequence[float]
) -> Iterator[tuple[Any, ...]]:
    for row, cost, spent in zip(rows, costs, own):
        if cost is None:
            yield (*row, "no elements", "", "", "")
            continue
        rate = f"{1 / cost.each:.0f}" if cost.each else ""
        times = (f"{seconds * 1e6:.1f}" for seconds in (cost.each, spent, cost.waited))
        with_all, alone, waiting = times
        yield (*row, with_all, rate, alone, waiting)


def _own(stages: Sequence[Any], costs: Sequence[Cost | None]) -> list[float]:
    """The seconds that each stage adds to the time of an element of the pipeline."""
    last = costs[-1]
    total, own, before = (0.0 if last is None else last.each), [], 0.0
    for stage, cost in zip(stages, costs):
        # so many of its elements are in one of the pipeline
        spent = 0.0 if cost is None else cost.each * _share(stage, stages[-1])
        own.append(max(0.0, min(spent, total) - before))
        before = max(before, min(spent, total))
    return own


def _limit(
    stages: Sequence[Any], costs: Sequence[Cost | None], own: Sequence[float]
) -> str:
    """The stage that adds most to the time of the first elements of the pipeline."""
    if costs[-1] is None:
        return "nothing: there are no elements"
    return f"{stages[own.index(max(own))].op}"


def _share(stage: Any, last: Any) -> float:
    """How many elements of a stage are in one of the pipeline, as far as is known."""
    one, all_of_them = stage.cardinality(), last.cardinality()
    return one / all_of_them if one > 0 and all_of_them > 0 else 1.0


def _remedies(stage: Any, count: int) -> Iterator[tuple[str, str, str]]:
    """The cost of the pipeline with each applicable remedy."""
    from runtime.data.stages.rewriting import (
        with_parallel_calls,
        with_passes,
        with_prefetch,
    )

    plain = _seconds(with_passes(stage, ()) or stage, count)
    if plain is None:
        return
    variants = {
        "as it is written": stage,
        "batch before map": with_passes(stage, ("batch_before_map",)),
        "parallel calls": with_parallel_calls(stage),
        "prefetch": with_prefetch(stage),
    }
    for name, variant in variants.items():
        if variant is not None:
            found = plain if variant is stage else _seconds(variant, count)
            if found is not None:
                gain = f"{plain.each / found.each:.2f}"
                yield name, f"{found.each * 1e6:.1f}", gain


def _dataset(target: str) -> Any:
    place, _, name = target.rpartition(":")
    if not place:
        raise Failure(f"{target!r} names no dataset: write FILE:NAME.", BAD_INPUT)
    module = load_module(place)
    if not hasattr(module, name):
        raise Failure(f"{place} has no {name!r}{_offered(module)}.", BAD_INPUT)
    found = getattr(module, name)
    if callable(found) and not is_dataset(found):
        _check_alone(target, found)
        with failing_with(FAILED, f"calling {target}"):
            found = found()
    if not is_dataset(found):
        text = f"{target!r} is no dataset, and returns none: {found!r}."
        raise Failure(text, BAD_INPUT)
    return found


def _check_alone(target: str, function: Any) -> None:
    """Raises a Failure for a function that cannot be called without arguments."""
    try:
        signature = inspect.signature(function)
    except (TypeError, ValueError):
        return  # the call will tell
    try:
        signature.bind()
    except TypeError as error:
        raise Failure(
            f"{target} takes {signature}: name a dataset, or a function that returns "
            "one without arguments.",
            BAD_INPUT,
        ) from error


def _offered(module: ModuleType) -> str:
    """The names of a module's datasets, as the end of a sentence."""
    names = [name for name, value in vars(module).items() if is_dataset(value)]
    return f"; its datasets are {', '.join(names)}" if names else ""


def _stages(stage: Any) -> Iterator[Any]:
    """The stage and those it is made of, the first source of each."""
    while stage is not None:
        yield stage
        stage = next(iter(stage.sources), None)


def _elements(stage: Any) -> str:
    parts = []
    for dtype, shape in zip(stage.element_types, stage.element_shapes):
        sizes = (
            ["..."]
            if shape.rank is None
            else ["?" if d is None else str(d) for d in shape]
        )
        parts.append(f"{dtype.name}[{','.join(sizes)}]")
    return ", ".join(parts)


def _count(stage: Any) -> str:
    count = stage.cardinality()
    return {-1: "without end", -2: "not known"}.get(count, str(count))


def _seconds(stage: Any, count: int) -> Cost | None:
    """What an element costs as the stages stand, or None where there is none."""
    from runtime.data.stages.settings import settings_of
    from runtime.tensors.quiet import run_quietly

    iterator = stage.iterate(settings_of(stage))
    try:
        # the first one also compiles functions and fills buffers
        if run_quietly(next, iterator, None) is None:
            return None
        begun, computed, number = perf_counter(), thread_time(), 0
        while number < count and run_quietly(next, iterator, None) is not None:
            number += 1
        seconds = perf_counter() - begun
        waited = max(0.0, seconds - (thread_time() - computed))
        return Cost(seconds / max(number, 1), waited / max(number, 1))
    finally:
        iterator.close()
