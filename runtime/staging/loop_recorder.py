"""Tracing of one staged loop: flattened variables, body and results."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from autograph.errors import UndefinedVariableError
from autograph.operators.variables import UndefinedReturnValue
from graphir.shapes import SCALAR, Shape
from runtime.control_flow.loops import Loop, build_while
from runtime.staging.effects import LoopEffects
from runtime.staging.flattening import (
    as_constant,
    is_staged_leaf,
    takes_kind,
)
from runtime.staging.jumps import note_flags
from runtime.staging.loop_checks import (
    carried_values,
    check_structure,
    of_kind,
    told_shapes,
)
from runtime.staging.partial_values import (
    Check,
    Content,
    PartlyReturned,
    content_of,
    held_by,
    is_undefined,
    partly,
    stand_ins,
)
from runtime.staging.recorded_errors import is_of_branch, record_error
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, pack, same_structure
from runtime.tensors.tensor import Tensor
from runtime.tracing.graph_trace import GraphTrace, current_trace

ITERATE = "<internal iterate>"
STARTED = "<internal started>"
_REASON = "loop must iterate at least once to initialize {}"


class UndefinedBeforeLoopError(UndefinedVariableError, ValueError):
    """The body of a staged loop reads a variable without a value before the loop."""


@dataclass(frozen=True)
class State:
    """The variables that a loop may change, and how to read and write them."""

    get: Callable[[], tuple[Any, ...]]
    set: Callable[[tuple[Any, ...]], None]
    names: tuple[str, ...]
    options: dict[str, Any]

    def refusing_changes(self, code: Callable[..., Any], run: Callable[[], Any]) -> Any:
        """The results of ``run``, which executes the code.

        Raises:
          ChangedWhileRecordedError: if that changes other objects than the variables.
        """
        entry = self.get()
        with LoopEffects(code, self.names) as effects:
            result = run()
        after = self.get()
        # what is still changed then is no variable of the loop
        self.set(entry)
        effects.refuse_changes()
        self.set(after)
        return result


def in_scratch(function: Callable[[], Any]) -> Any:
    """Traces a function in a scratch graph, which is thrown away."""
    outer = current_trace()
    if outer is None:
        return function()
    scratch = GraphTrace("scratch", outer, scope=outer.scope, is_branch=True)
    with scratch.recording():
        return function()


class Recorder:
    """Records one loop: flattens and checks its variables, packs its results."""

    def __init__(
        self,
        state: State,
        body: Callable[[Any], None],
        user_body: Callable[..., None],
        build: Callable[[Loop, GraphTrace, str], list[Tensor]] = build_while,
    ) -> None:
        self._state = state
        self._build = build
        self._body = body
        self._user_body = user_body
        self._before = state.get()
        self._late: set[str] = set()
        """Variables that every iteration gives a value, and nothing before it."""
        self._test_assigns = False
        self._shapes: dict[int, Shape] = {}
        """The static shapes of stand-ins in the loop."""

    def record(
        self,
        test: Callable[[Any], Any],
        iterate: Any,
        advance: Callable[[Any], Any] | None,
    ) -> None:
        """Adds a While node; ``iterate`` is None for a loop without an iterable.

        If the body changes the dtype of a variable that is a Python number before the
        loop, the number is converted to the dtype of the body's value.
        """
        first: TypeError | None = None
        while True:
            try:
                self._record(test, iterate, advance)
                return
            except TypeError as error:
                first = first or error
            self._late.clear()
            self._state.set(self._before)
            if not self._promote(iterate):
                raise first

    def _record(
        self,
        test: Callable[[Any], Any],
        iterate: Any,
        advance: Callable[[Any], Any] | None,
    ) -> None:
        trace = current_trace()
        if trace is None:
            raise RuntimeError("A loop is recorded only while a graph is traced.")
        before = self._define(iterate, test)
        heads, head_names = self._heads(iterate)
        initial = [*heads, *_leaves(before)]
        # a Python value is checked against what it becomes in the body
        variables = [convert_to_tensor(leaf) for leaf in initial]

        def inside(tensors: Sequence[Tensor], action: Callable[[Any], Any]) -> Any:
            rest = tensors[len(heads) :]
            # a loop over variables alone has no tensors
            first = tensors[0] if tensors else None
            entry = _repacked(before, rest, first)
            note_flags(self._state.names, entry)
            self._state.set(entry)
            return action(None if iterate is None else tensors[len(heads) - 1])

        def tested(item: Any) -> Any:
            entry = self._state.get()
            result = test(item)
            changes = zip(entry, self._state.get())
            self._test_assigns = any(old is not new for old, new in changes)
            return result

        def body(tensors: Sequence[Tensor]) -> list[Any]:
            if self._test_assigns:
                inside(tensors, test)
                self._run(None if iterate is None else tensors[len(heads) - 1])
            else:
                inside(tensors, self._run)
            following = [True] if self._late else []
            if advance is not None:
                following.append(advance(tensors[len(heads) - 1]))
            after = self._state.get()
            # TensorFlow records what it compares, also of Python's numbers
            as_constant(iterate)
            leaves = self._checked(before, tensors[len(heads) :], after)
            return [*following, *leaves]

        loop = Loop(
            lambda tensors: inside(tensors, tested),
            body,
            variables,
            [*head_names, *self._leaf_names(before)],
            [
                *[SCALAR] * len(heads),
                *self._invariants(before, variables[len(heads) :]),
            ],
            self._state.options.get("maximum_iterations"),
            self._state.options.get("parallel_iterations") or 10,
            [*[False] * len(heads), *self._is_told(before)],
        )
        results = self._build(loop, trace, "while")
        check = None
        if self._late:
            late = ", ".join(sorted(self._late))
            check = Check(results[0], results[1:], _REASON.format(late))
        first = results[0] if results else None
        after = _repacked(before, results[len(heads) :], first, check)
        note_flags(self._state.names, after)
        self._state.set(self._with_attributes(after))
        if self._test_assigns:
            test(None if iterate is None else results[len(heads) - 1])

    def _run(self, item: Any) -> None:
        """Runs the body; a `raise` that it always reaches waits for the graph."""
        entry = self._state.get()
        try:
            self._state.refusing_changes(self._user_body, lambda: self._body(item))
        except Exception as error:
            if not is_of_branch(error):
                raise
            record_error(error)
            self._state.set(entry)

    def _heads(self, iterate: Any) -> tuple[list[Any], list[str]]:
        heads: list[Any] = []
        names = []
        if self._late:
            heads.append(False)
            names.append(STARTED)
        if iterate is not None:
            heads.append(iterate)
            names.append(ITERATE)
        return heads, names

    def _define(self, iterate: Any, test: Callable[[Any], Any]) -> tuple[Any, ...]:
        """Initial values of the variables; undefined ones get a stand-in of their kind.

        One iteration is recorded and thrown away, to find that kind.
        """
        before = self._before
        if not any(map(is_undefined, before)):
            return before
        try:
            after = in_scratch(lambda: self._after_one(iterate, test))
        except UndefinedVariableError as error:
            raise self._undefined(error) from error
        self._state.set(before)
        defined = []
        for name, old, new in zip(self._state.names, before, after):
            if is_undefined(old) and not is_undefined(new) and not _is_end(old, new):
                old = self._defined(name, old, new)
            defined.append(old)
        return tuple(defined)

    def _undefined(self, error: UndefinedVariableError) -> Exception:
        """What says that a variable of the loop needs a value before it."""
        for name, old in zip(self._state.names, self._before):
            if is_undefined(old) and name == error.name:
                return UndefinedBeforeLoopError(
                    f"'{name}' must be defined before the loop, whose body is recorded "
                    f"once and reads it: {error}",
                    name=name,
                )
        return error

    def _defined(self, name: str, old: Any, new: Any) -> Any:
        value = held_by(new)
        leaves = flatten(value)
        empty = stand_ins(leaves)
        for made, leaf in zip(empty, leaves):
            if isinstance(leaf, Tensor):
                self._shapes[id(made)] = leaf.shape
        has_value: Any = False
        if content_of(new) is None and name.isidentifier():
            self._late.add(name)
            has_value = None
        reason = _REASON.format(name)
        return partly(old, Content(pack(value, empty), has_value, reason, True))

    def _with_attributes(self, after: tuple[Any, ...]) -> tuple[Any, ...]:
        """Attributes and items that the loop made are checked here: reads of them are
        Python's own."""
        return tuple(
            self._read_at_once(*each)
            for each in zip(self._state.names, self._before, after)
        )

    def _read_at_once(self, name: str, before: Any, after: Any) -> Any:
        content = content_of(after)
        is_late = is_undefined(before) and not name.isidentifier()
        return content.read() if is_late and content is not None else after

    def _after_one(self, iterate: Any, test: Callable[[Any], Any]) -> tuple[Any, ...]:
        tensors = [convert_to_tensor(leaf) for leaf in _leaves(self._before)]
        self._state.set(_repacked(self._before, tensors, None))
        item = None if iterate is None else convert_to_tensor(iterate) + 0
        test(item)
        self._run(item)
        return self._state.get()

    def _promote(self, iterate: Any) -> bool:
        """Casts Python numbers to the dtypes that one iteration gives them."""

        def one_iteration() -> list[Any]:
            self._run(None if iterate is None else convert_to_tensor(iterate) + 0)
            return list(self._state.get())

        try:
            after = in_scratch(one_iteration)
        except Exception:
            # the caller raises the error that the user has to mend
            return False
        finally:
            self._state.set(self._before)
        promoted = tuple(map(_promoted, self._before, after))
        is_changed = any(a is not b for a, b in zip(promoted, self._before))
        self._before = promoted
        self._state.set(promoted)
        return is_changed

    def _leaf_names(self, before: tuple[Any, ...]) -> list[str]:
        return [
            name
            for name, value in zip(self._state.names, before)
            for _ in _leaves((value,))
        ]

    def _invariants(
        self, before: tuple[Any, ...], variables: Sequence[Tensor]
    ) -> list[Shape]:
        known = {**told_shapes(self._state.options), **self._shapes}
        return [
            known.get(id(leaf), variable.shape)
            for leaf, variable in zip(_leaves(before), variables)
        ]

    def _is_told(self, before: tuple[Any, ...]) -> list[bool]:
        told = told_shapes(self._state.options)
        return [id(leaf) in told for leaf in _leaves(before)]

    def _checked(
        self,
        before: tuple[Any, ...],
        entry: Sequence[Tensor],
        after: Sequence[Any],
    ) -> list[Any]:
        """The results of an iteration; refuses variables that change their type."""
        entries = iter(entry)
        results: list[Any] = []
        for name, old, new in zip(self._state.names, before, after):
            if is_undefined(old):
                continue
            check_structure(name, old, new)
            for first, last in zip(carried_values(old), carried_values(new)):
                as_constant(first)
                results.append(of_kind(name, first, next(entries), last))
            content = content_of(old)
            if content is not None and content.has_value is not None:
                next(entries)
                results.append(_has_value(new))
        return results


def _is_end(old: Any, new: Any) -> bool:
    """Whether the body returns without a value: as good as the function's end."""
    return isinstance(old, UndefinedReturnValue) and held_by(new) is None


def _has_value(value: Any) -> Any:
    content = content_of(value)
    return True if content is None else content.has_value


def _promoted(old: Any, new: Any) -> Any:
    """A variable whose Python numbers have the dtypes that they get in the body."""
    if content_of(old) or content_of(new) or is_undefined(old) or is_undefined(new):
        return old
    leaves = flatten(old)
    if not same_structure(old, new):
        return old
    changed = [_promoted_leaf(a, b) for a, b in zip(leaves, flatten(new))]
    if all(a is b for a, b in zip(leaves, changed)):
        return old
    return pack(old, changed)


def _promoted_leaf(old: Any, new: Any) -> Any:
    if not takes_kind(old, new):
        return old
    wanted = convert_to_tensor(new).dtype
    tensor = convert_to_tensor(old, wanted)
    return old if convert_to_tensor(old).dtype is wanted else tensor


def _leaves(values: Sequence[Any]) -> list[Any]:
    leaves = []
    for value in values:
        if is_undefined(value):
            continue
        leaves += carried_values(value)
        content = content_of(value)
        if content is not None and content.has_value is not None:
            leaves.append(content.has_value)
    return leaves


def _repacked(
    values: Sequence[Any],
    tensors: Sequence[Any],
    started: Any,
    check: Check | None = None,
) -> tuple[Any, ...]:
    remaining = iter(tensors)
    return tuple(_with(value, remaining, started, check) for value in values)


def _with(value: Any, tensors: Iterator[Any], started: Any, check: Check | None) -> Any:
    if is_undefined(value):
        return value
    held = held_by(value)
    leaves = [next(tensors) if is_staged_leaf(leaf) else leaf for leaf in flatten(held)]
    packed, content = pack(held, leaves), content_of(value)
    if content is None:
        return packed
    if content.has_value is None:
        made = replace(content, value=packed, has_value=started, check=check)
    else:
        made = replace(content, value=packed, has_value=next(tensors), check=None)
    # a loop that may go on returning is judged by its end
    made.is_checked = made.is_checked or isinstance(value, PartlyReturned)
    return partly(value, made)
