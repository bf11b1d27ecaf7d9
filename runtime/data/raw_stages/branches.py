"""The stage that tries several functions of a dataset and goes on with the fastest."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from statistics import median
from time import perf_counter
from typing import Any, Final

from graphir.attributes import Attr
from graphir.errors import InvalidArgumentError
from graphir.ops.contract.ranks import integer_of
from runtime.data.stages.functions import StageFunction
from runtime.data.stages.stage import (
    UNKNOWN_COUNT,
    Element,
    IterationSettings,
    Stage,
    StageIterator,
    stage_of,
)

_ALL: Final = -1
"""The number of elements that a part without end may read."""


@stage_of("ChooseFastestBranchDataset")
class ChooseFastestBranchStage(Stage):
    """The elements that the branches make of parts of the source, one after another.

    The fastest branch makes what is left when each has made its number of elements.
    """

    def prepare(self) -> None:
        self.per_branch: int = self.attrs["num_elements_per_branch"]
        numerator = integer_of(self.inputs["ratio_numerator"], "ratio_numerator")
        denominator = integer_of(self.inputs["ratio_denominator"], "ratio_denominator")
        for name, number in [("numerator", numerator), ("denominator", denominator)]:
            if number <= 0:
                raise _invalid(f"`ratio_{name}` must be greater than zero.")
        if self.per_branch % denominator:
            raise _invalid(
                "`num_elements_per_branch` must be divisible by `ratio_denominator`."
            )
        self.ratio = numerator, denominator
        self.read_per_branch = self.per_branch * numerator // denominator
        self.functions = list(self._functions())

    def _functions(self) -> Any:
        rest = list(self.inputs["other_arguments"])
        lengths = self.attrs["other_arguments_lengths"]
        if len(lengths) != len(self.attrs["branches"]) or sum(lengths) != len(rest):
            raise _invalid(
                "`other_arguments_lengths` must hold a number for each branch, "
                f"{len(rest)} in all."
            )
        for linked, length in zip(self.attrs["branches"], lengths):
            if length < 0 or len(linked.function.body.inputs) != 1 + length:
                raise _invalid(
                    f"Branch {linked.reference.name} takes a dataset and "
                    f"{len(linked.function.body.inputs) - 1} arguments, not {length}."
                )
            yield StageFunction(linked, rest[:length])
            del rest[:length]

    def require_types(self, made: Stage) -> None:
        """Refuses the dataset of a branch whose elements have other dtypes.

        Raises:
          InvalidArgumentError: if the dtypes are not those of the op's attribute.
        """
        names = [[each.name for each in stage.element_types] for stage in (self, made)]
        if names[0] != names[1]:
            raise _invalid(
                f"Data type mismatch: expected {names[0]}, but a branch makes "
                f"{names[1]}."
            )

    def cardinality(self) -> int:
        count = self.source.cardinality()
        numerator, denominator = self.ratio
        if count < 0:
            return count
        found, left = divmod(count * denominator, numerator)
        return UNKNOWN_COUNT if left else found

    def iterate(self, settings: IterationSettings) -> StageIterator:
        return _Trying(self, settings)


def _invalid(message: str) -> InvalidArgumentError:
    return InvalidArgumentError(
        None, None, f"{message} [Op:ChooseFastestBranchDataset]"
    )


class _Trying(StageIterator):
    __slots__ = ("_begun", "_makers", "branch", "given", "source", "stage", "times")
    STATE = ("branch", "given", "times")

    def __init__(self, stage: ChooseFastestBranchStage, settings: Any) -> None:
        self.stage = stage
        self.source = stage.source.iterate(settings)
        self._makers: list[Callable[[int], StageIterator]] = [
            self._maker(each, settings) for each in stage.functions
        ]
        self.branch = 0
        self.given = 0
        """Elements of the branch that is tried."""
        self.times: list[list[float]] = [[] for _ in stage.functions]
        """Seconds of each element, while branches are tried."""
        self._begun: StageIterator | None = None

    def _maker(
        self, function: StageFunction, settings: IterationSettings
    ) -> Callable[[int], StageIterator]:
        run = function.instance(settings)

        def begin(count: int) -> StageIterator:
            (made,) = run(_Part(self.stage.source, self.source, count))
            self.stage.require_types(made)
            iterator: StageIterator = made.iterate(settings)
            return iterator

        return begin

    @property
    def _is_trying(self) -> bool:
        return self.branch < len(self._makers)

    def _current(self) -> StageIterator:
        if self._begun is None:
            if self._is_trying:
                begin, count = self._makers[self.branch], self.stage.read_per_branch
            else:
                begin, count = self._makers[self._fastest()], _ALL
            self._begun = begin(count)
        return self._begun

    def _fastest(self) -> int:
        middles = [median(each) if each else float("inf") for each in self.times]
        return middles.index(min(middles))

    def __next__(self) -> Element:
        if self._is_trying and self.given == self.stage.per_branch:
            self._end_branch()
            self.branch += 1
            self.given = 0
        if not self._is_trying:
            return next(self._current())
        started = perf_counter()
        # a branch that makes too few elements is the end of all, as in TensorFlow
        element = next(self._current())
        self.times[self.branch].append(perf_counter() - started)
        self.given += 1
        return element

    def _end_branch(self) -> None:
        if self._begun is not None:
            self._begun.close()
            self._begun = None

    def close(self) -> None:
        self._end_branch()
        self.source.close()

    def save(self) -> dict[str, Any]:
        begun = None if self._begun is None else self._begun.save()
        times = [list(each) for each in self.times]
        return {
            **super().save(),
            "times": times,
            "source": self.source.save(),
            "begun": begun,
        }

    def restore(self, state: Mapping[str, Any]) -> None:
        self._end_branch()
        super().restore(state)
        self.times = [list(each) for each in state["times"]]
        self.source.restore(state["source"])
        if state["begun"] is not None:
            self._current().restore(state["begun"])


class _Part(Stage):
    """The next elements of an iterator that parts share, at most a number of them.

    It can be iterated once: a second iterator would take elements from the first.
    """

    is_of_process = True

    def __init__(self, whole: Stage, shared: StageIterator, count: int) -> None:
        kinds: dict[str, Attr] = {
            "output_types": whole.element_types,
            "output_shapes": whole.element_shapes,
        }
        super().__init__("PartOfDataset", kinds, {})
        self._shared = shared
        self._count = count
        self._is_begun = False

    def iterate(self, settings: IterationSettings) -> StageIterator:
        if self._is_begun:
            raise _invalid("A branch may iterate over its dataset only once.")
        self._is_begun = True
        return _OfPart(self._shared, self._count)


class _OfPart(StageIterator):
    __slots__ = ("_shared", "left")
    STATE = ("left",)

    def __init__(self, shared: StageIterator, count: int) -> None:
        self._shared = shared
        self.left = count

    def __next__(self) -> Element:
        if not self.left:
            raise StopIteration
        element = next(self._shared)
        if self.left != _ALL:
            self.left -= 1
        return element
