"""Verification: runs two graphs on random inputs and compares the results."""

from __future__ import annotations

import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, Final

from ..failures import BAD_INPUT, Failure, described
from ..output.progress import Tell, tell_nothing
from ..targets.random_inputs import is_all_fixed, random_feeds
from ..targets.subjects import Subject

SAMPLES: Final = 32
SECONDS: Final = 20.0
"""No further sample is begun after so long."""
RUN_SECONDS: Final = 5.0
"""One run is stopped after so long."""


@dataclass(frozen=True)
class Sample:
    """One set of inputs, and the original graph's results for it."""

    index: int
    feeds: dict[str, Any]
    expected: Any
    """A list of arrays, or the error that was raised."""


@dataclass(frozen=True)
class Disagreement:
    """A difference between the answers for one sample."""

    sample: int
    what: str
    """In words: which output and how, or which error."""
    size: float
    """The largest difference of two numbers; infinite for any other kind."""
    is_allowed: bool = False
    """Whether it is within the bound that was asked for."""


@dataclass
class Verdict:
    """The result of comparing two graphs."""

    samples: int = 0
    failing: Counter[str] = field(default_factory=Counter)
    """Error -> in how many samples both graphs raised it."""
    disagreements: list[Disagreement] = field(default_factory=list)
    random_outputs: tuple[str, ...] = ()
    """Outputs that differ from run to run, which says nothing."""

    @property
    def agrees(self) -> bool:
        """Whether no difference is larger than was allowed."""
        return all(each.is_allowed for each in self.disagreements)

    @property
    def largest(self) -> Disagreement | None:
        """The largest difference, allowed or not."""
        return max(self.disagreements, key=lambda each: each.size, default=None)

    def as_data(self) -> dict[str, Any]:
        """The verdict as a dictionary, for ``--json``."""
        largest = self.largest
        return {
            "samples": self.samples,
            "differing": len({each.sample for each in self.disagreements}),
            "agrees": self.agrees,
            "largest_difference": None if largest is None else largest.size,
            "where": None if largest is None else largest.what,
            "raised_in_both": dict(self.failing),
            "not_compared": list(self.random_outputs),
        }

    def __str__(self) -> str:
        inputs = "random inputs" if self.samples != 1 else "random input"
        parts = [f"verify: {self.samples} {inputs}, {self._result()}"]
        for error, count in self.failing.items():
            parts.append(f"        {count} of them raise the same in both: {error}")
        if self.random_outputs:
            names = ", ".join(self.random_outputs)
            parts.append(f"        not compared, since it is random: {names}")
        return "\n".join(parts)

    def _result(self) -> str:
        largest = self.largest
        if largest is None:
            return "identical"
        count = len({each.sample for each in self.disagreements})
        bound = ", within the bound" if self.agrees else ""
        size = f"{largest.size:.3g}" if largest.size < float("inf") else "not finite"
        return (
            f"{count} differ{bound}; largest difference {size}: {largest.what} "
            f"(input {largest.sample})"
        )


class TookTooLong(Exception):
    """A run that was stopped: random inputs may make a loop endless."""


class _Stop(BaseException):
    """Ends a run from outside; no ``Exception``, which a kernel's caller may catch."""


@contextmanager
def _time_limit(seconds: float) -> Iterator[None]:
    """Interrupts the block after a time, where the system can (not in threads)."""
    can_stop = hasattr(signal, "setitimer")
    if not can_stop or threading.current_thread() is not threading.main_thread():
        yield
        return

    def stop(number: int, frame: Any) -> None:
        raise _Stop

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


class Runner:
    """Runs graphs of one subject on the same samples, from the same state."""

    def __init__(
        self,
        subject: Subject,
        seed: int,
        numerics: str = "exact",
        tell: Tell = tell_nothing,
    ) -> None:
        import numpy as np

        self.subject = subject
        self.seed = seed
        self.tell = tell
        self.is_bitwise = numerics == "exact"
        self.names = [value.name for value in subject.graph.outputs]
        rng = np.random.default_rng(seed)
        count = 1 if is_all_fixed(subject) else SAMPLES
        # the very graph that is being optimized must not be run half way
        program = self.compiled(subject.graph.copy())
        end = time.perf_counter() + SECONDS
        self.samples: list[Sample] = []
        for index in range(count):
            if self.samples and time.perf_counter() > end:
                break
            tell("running the graph on random inputs", index, count)
            feeds = random_feeds(subject, index, rng)
            expected = self.results(program, feeds)
            if isinstance(expected, TookTooLong) and index:
                continue  # it says nothing; the first one is kept to be told
            self.samples.append(Sample(index, feeds, expected))
        self.random = self._random_outputs(program)

    def compiled(self, graph: Any) -> Any:
        """The graph as a program on its inputs.

        Raises:
          Failure: if the graph has no results, or an op has no kernel here.
        """
        from graphir.errors import GraphirError
        from runtime.executor import compile_graph

        if not graph.outputs and not graph.control_outputs:
            raise Failure("the graph has no results to compare.", BAD_INPUT)
        try:
            return compile_graph(
                graph, graph.inputs, graph.outputs, graph.control_outputs
            )
        except GraphirError as error:
            raise Failure(f"cannot run the graph: {error}", BAD_INPUT) from error

    def results(self, program: Any, feeds: dict[str, Any]) -> Any:
        """The outputs as arrays, or the error."""
        import runtime as tf
        from runtime.stateful_kernels.variables import resource_scope

        tf.random.set_seed(self.seed)
        with self.subject.kept_state(), resource_scope():
            try:
                with _time_limit(RUN_SECONDS):
                    found = program(*feeds.values())
            except _Stop:
                return TookTooLong(f"no answer after {RUN_SECONDS:.0f} seconds")
            except Exception as error:
                return error
        return [_array(each) for each in found]

    def _random_outputs(self, program: Any) -> set[int]:
        """Outputs that two runs of one graph do not agree about."""
        found: set[int] = set()
        for sample in self.samples[:2]:
            again = self.results(program, sample.feeds)
            if isinstance(again, list) and isinstance(sample.expected, list):
                found |= {
                    index
                    for index, pair in enumerate(zip(sample.expected, again))
                    if not _same_bits(*pair)
                }
        return found

    def verdict(self, graph: Any) -> Verdict:
        """Compares another graph with the same inputs and outputs on the samples."""
        program = self.compiled(graph)
        verdict = Verdict(len(self.samples))
        verdict.random_outputs = tuple(self.names[each] for each in sorted(self.random))
        for number, sample in enumerate(self.samples):
            self.tell("comparing on random inputs", number, len(self.samples))
            found = self.results(program, sample.feeds)
            if isinstance(found, Exception) and isinstance(sample.expected, Exception):
                verdict.failing[_kind(sample.expected)] += 1
            verdict.disagreements += self._compared(sample, found)
        return verdict

    def _compared(self, sample: Sample, found: Any) -> list[Disagreement]:
        expected = sample.expected
        if isinstance(expected, Exception) or isinstance(found, Exception):
            if type(expected) is type(found):
                return []
            was, now = _told(expected), _told(found)
            what = f"{was} before, {now} after"
            return [Disagreement(sample.index, what, float("inf"))]
        pairs = enumerate(zip(expected, found))
        return [
            self._difference(sample.index, self.names[index], a, b)
            for index, (a, b) in pairs
            if index not in self.random and not _same_bits(a, b)
        ]

    def _difference(self, sample: int, name: str, a: Any, b: Any) -> Disagreement:
        import numpy as np

        if a.shape != b.shape or a.dtype != b.dtype:
            kinds = f"{a.dtype}{list(a.shape)} before, {b.dtype}{list(b.shape)} after"
            return Disagreement(sample, f"%{name} is {kinds}", float("inf"))
        index = _first_difference(a, b)
        what = f"%{name}{list(index) or ''} is {a[index]!s} before, {b[index]!s} after"
        if a.dtype.kind not in "fciub":
            return Disagreement(sample, what, float("inf"))
        wide = complex if a.dtype.kind == "c" else float
        first, second = a.astype(wide), b.astype(wide)
        with np.errstate(all="ignore"):
            distances = np.abs(first - second)
        size = float(np.nanmax(distances)) if not np.isnan(distances).all() else np.inf
        return Disagreement(sample, what, size, self._allows(first, second))

    def _allows(self, first: Any, second: Any) -> bool:
        """Whether `fast` rules may differ so: in last bits, or where not finite."""
        import numpy as np

        if self.is_bitwise:
            return False
        finite = np.isfinite(first)
        return bool(np.allclose(first[finite], second[finite], 1e-4, 1e-5))


def check_comparable(runner: Runner) -> None:
    """Raises a Failure if the original graph fails on every sample."""
    errors = [each.expected for each in runner.samples]
    if errors and all(isinstance(each, Exception) for each in errors):
        raise Failure(
            "the graph itself fails on every random input: "
            f"{described(errors[0]).rstrip('.')}. "
            "Give shapes or values with --arg, as NAME='f32[2,3]', or the results to "
            "compare with --fetch NAME.",
            BAD_INPUT,
        )


def _array(result: Any) -> Any:
    import numpy as np

    if isinstance(result, (bytes, str)):
        found = np.empty((), object)
        found[()] = result
        return found
    return np.asarray(result)


def _same_bits(first: Any, second: Any) -> bool:
    """Equal to the bit; every NaN is as good as another."""
    import numpy as np

    if first.dtype != second.dtype or first.shape != second.shape:
        return False
    if first.dtype == object:
        return bool(np.array_equal(first, second))
    return first.tobytes() == second.tobytes() or not _different(first, second).any()


def _different(first: Any, second: Any) -> Any:
    """For each element whether its bits differ and not both are NaN."""
    import numpy as np

    if first.dtype == object or first.dtype.kind not in "fcV":
        return first != second
    if first.dtype.kind == "c":
        parts = (
            _different(first.real, second.real),
            _different(first.imag, second.imag),
        )
        return parts[0] | parts[1]
    if first.dtype.kind == "V":
        # NumPy does not know the NaN of the types of ml_dtypes
        first, second = first.astype(np.float32), second.astype(np.float32)
    both_nan = np.isnan(first) & np.isnan(second)
    same = (first == second) & (np.signbit(first) == np.signbit(second))
    return ~(both_nan | same)


def _first_difference(first: Any, second: Any) -> tuple[int, ...]:
    import numpy as np

    places = np.argwhere(_different(first, second))
    return tuple(int(each) for each in places[0]) if len(places) else ()


def _kind(error: BaseException) -> str:
    return described(error).splitlines()[0][:100]


def _told(result: Any) -> str:
    return _kind(result) if isinstance(result, Exception) else "an answer"
