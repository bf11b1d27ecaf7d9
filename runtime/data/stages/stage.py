"""Stage: a dataset as an immutable record of op, inputs and functions.

A subclass implements one op, or several with the same meaning: it makes iterators and
knows the number, dtypes and shapes of the elements. Its iterators declare their state,
so that it can be saved and restored in another process.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, ClassVar, Final, TypeVar

from graphir.attributes import Attr
from graphir.dtypes import DType
from graphir.ops.contract.declaration import Kernel
from graphir.ops.contract.handles import handle_class
from graphir.ops.contract.inference import group_inputs
from graphir.ops.contract.registry import lookup
from graphir.shapes import UNKNOWN, Shape
from runtime.stateful_kernels.confinement import confined

INFINITE: Final = -1
"""The cardinality of a dataset without end."""

UNKNOWN_COUNT: Final = -2
"""The cardinality of a dataset that only reading it tells."""

Element = tuple[Any, ...]
"""The components of an element: arrays, NumPy scalars, variants."""


class IterationSettings:
    """The settings of iterators, by the options of a pipeline."""

    __slots__ = (
        "deterministic",
        "fuses_shuffles",
        "instances",
        "passes_over_noops",
        "slack",
        "statistics",
        "threads",
        "warm_start",
    )

    def __init__(self) -> None:
        self.deterministic = True
        self.threads = 0
        """At most so many threads for a stage; 0 leaves it to the stage."""
        self.instances: dict[Any, Any] = {}
        """Functions as this iterator calls them: begun once, for all epochs."""
        self.slack = False
        self.fuses_shuffles = True
        """Whether TensorFlow makes one stage of a shuffle and its repetition."""
        self.passes_over_noops = True
        """Whether TensorFlow leaves out stages that do nothing."""
        self.warm_start = False
        self.statistics: Callable[[str, float], None] | None = None
        """Takes the name and value of what stages measure, if anybody asks."""


class StageIterator:
    """A position in a dataset; ``next`` returns the components of one element.

    ``STATE`` names the attributes that hold the position, ``SOURCES`` the attributes
    that are iterators themselves, or None.
    """

    __slots__ = ("__weakref__",)

    STATE: ClassVar[tuple[str, ...]] = ()
    SOURCES: ClassVar[tuple[str, ...]] = ()

    def __iter__(self) -> Iterator[Element]:
        return self

    def __next__(self) -> Element:
        raise NotImplementedError(f"{type(self).__name__} does not define __next__.")

    def several(self, count: int) -> list[Element]:
        """The next ``count`` elements, or fewer at the end."""
        return list(islice(self, count))

    def step(self) -> Callable[[], Element] | None:
        """A faster callable in place of ``next``, or None.

        After it has raised StopIteration, ``next`` decides whether there are more.
        """
        return None

    def rest(self) -> Iterator[Element]:
        """All that is left, each read when it is asked for.

        The iterator may not be used beside it: its position says nothing any more.
        """
        return self

    def close(self) -> None:
        """Stops the iterator's threads; it must not be used afterwards."""
        for name in self.SOURCES:
            source = getattr(self, name)
            if source is not None:
                source.close()

    def save(self) -> dict[str, Any]:
        """Its position: numbers, arrays, and the states of its sources."""
        state: dict[str, Any] = {
            name: _copied(getattr(self, name)) for name in self.STATE
        }
        for name in self.SOURCES:
            source = getattr(self, name)
            state[name] = None if source is None else source.save()
        return state

    def restore(self, state: Mapping[str, Any]) -> None:
        """Moves to the saved position of an iterator of the same stage."""
        for name in self.STATE:
            setattr(self, name, _copied(state[name]))
        for name in self.SOURCES:
            if state[name] is None:
                setattr(self, name, None)
            else:
                getattr(self, name).restore(state[name])


def _copied(value: Any) -> Any:
    return value.copy() if isinstance(value, (list, dict, set)) else value


@handle_class("dataset")
class Stage:
    """A dataset: the op, its arguments by name, its attributes. Never changed."""

    shape = ()
    """A variant is a scalar."""

    draws_seeds = False
    """Whether an iterator draws its seeds when it is made."""

    buffers = False
    """Whether it holds elements ready: TensorFlow keeps it, even without a buffer."""

    is_of_process = False
    """Whether no node of a graph makes it: it holds what only this process has."""

    def __init__(
        self, op: str, attrs: Mapping[str, Attr], inputs: Mapping[str, Any]
    ) -> None:
        self.op = op
        self.attrs = attrs
        self.inputs = inputs
        self.prepare()

    def prepare(self) -> None:
        """Validates the arguments; refuses arguments that make no dataset."""

    def hold(self, name: str, made: Any) -> None:
        """Takes a resource that it made in the place of the argument's placeholder.

        Datasets that passes make anew from the arguments share the resource then.
        """
        if name in self.inputs:
            self.inputs = {**self.inputs, name: made}

    @property
    def source(self) -> Stage:
        """The only input dataset."""
        found: Stage = self.inputs["input_dataset"]
        return found

    @property
    def sources(self) -> list[Stage]:
        """All input datasets."""
        found: list[Stage] = []
        for value in self.inputs.values():
            for each in value if isinstance(value, list) else [value]:
                if isinstance(each, Stage):
                    found.append(each)
        return found

    @property
    def element_types(self) -> list[DType]:
        """The dtype of each component."""
        found: list[DType] = self.attrs["output_types"]
        return found

    @property
    def element_shapes(self) -> list[Shape]:
        """The static shape of each component."""
        shapes: list[Shape] = self.attrs.get("output_shapes") or []
        return shapes or [UNKNOWN] * len(self.element_types)

    def cardinality(self) -> int:
        """The number of elements, ``INFINITE``, or ``UNKNOWN_COUNT``."""
        return UNKNOWN_COUNT

    def iterate(self, settings: IterationSettings) -> StageIterator:
        """An iterator at the first element."""
        if self.is_arrangement:
            return self.arrange(lambda: self.source.iterate(settings), settings)
        raise NotImplementedError(f"{type(self).__name__} does not define iterate.")

    is_arrangement = False
    """Whether it gives elements of its source as they are, whatever they are."""

    def arrange(
        self, begin: Callable[[], StageIterator], settings: IterationSettings
    ) -> StageIterator:
        """An iterator of an arrangement over another source, which ``begin`` starts."""
        raise NotImplementedError(f"{type(self).__name__} does not define arrange.")

    def __repr__(self) -> str:
        return f"<{self.op}>"


STAGES: Final[dict[str, type[Stage]]] = {}
"""The stage of each dataset op that runs here."""

Kind = TypeVar("Kind", bound=type[Stage])


def stage_of(*ops: str) -> Callable[[Kind], Kind]:
    """Decorates the class that stands for the datasets of these ops."""

    def attach(kind: Kind) -> Kind:
        for op in ops:
            STAGES[op] = kind
            found = lookup(op)
            found.attach_kernel(confined(found, _factory(op, kind)))
        return kind

    return attach


def _factory(op: str, kind: type[Stage]) -> Callable[[Mapping[str, Attr]], Kernel]:
    def factory(attrs: Mapping[str, Attr]) -> Kernel:
        def make(*flat: Any) -> Stage:
            return kind(op, attrs, _by_name(op, attrs, flat))

        return make

    return factory


def _by_name(op: str, attrs: Mapping[str, Attr], flat: Sequence[Any]) -> dict[str, Any]:
    """The arguments of an op, by the names in its signature."""
    signature = lookup(op).declared()
    names = [each.name for each in signature.inputs]
    return dict(zip(names, group_inputs(signature, attrs, flat)))


def make_stage(op: str, attrs: Mapping[str, Attr], flat: Sequence[Any]) -> Stage:
    """The dataset of an op, its flat arguments and all its attributes."""
    return STAGES[op](op, attrs, _by_name(op, attrs, flat))


def least_cardinality(counts: Sequence[int]) -> int:
    """The cardinality of datasets that end together with the shortest.

    >>> least_cardinality([INFINITE, 3, 5]), least_cardinality([3, UNKNOWN_COUNT])
    (3, -2)
    """
    known = [count for count in counts if count != INFINITE]
    if not known:
        return INFINITE
    if 0 in known:
        return 0
    return UNKNOWN_COUNT if UNKNOWN_COUNT in known else min(known)
