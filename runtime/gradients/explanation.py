"""Explains why a gradient is None: where the path from source to target breaks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from graphir import dtypes
from graphir.ops.contract.registry import find, op_has
from graphir.origin import Origin
from runtime.gradients.backward.initial_gradients import ones_for
from runtime.gradients.backward.requests import (
    check_source,
    has_gradients,
    source_of,
    target_of,
)
from runtime.gradients.backward.rules import RULES_BY_OP, Call, is_differentiable
from runtime.tensors.structure import flatten


class Evidence(NamedTuple):
    """The facts that a tape has about ops applied while it recorded."""

    calls: Sequence[Call]
    watched: dict[int, Any]
    departures: Sequence[tuple[Any, Any]]
    """Tensors whose values Python took, and where."""
    start: Any
    """Where the block begins."""
    watches_variables: bool


class _End(NamedTuple):
    reason: str
    place: Any
    advice: str


def explain(evidence: Evidence, target: Any, source: Any) -> str:
    """The reason why no gradient flows from target to source, with the source line.

    Raises:
      TypeError: if the source is no tensor or variable.
    """
    check_source(source)
    end = _end_before_recording(evidence, source)
    if end is None:
        end = _dead_end(evidence, target, source)
    if end is None:
        return "The target depends on the source: the gradient is not None."
    lines = [f"The gradient is None: {end.reason}"]
    if end.place is not None:
        frame = Origin((end.place,)).frames[0]
        lines.append(f'  File "{frame.filename}", line {frame.line}, {frame.function}')
        lines.append(f"    {frame.text}")
    lines.append(end.advice)
    return "\n".join(lines)


def _label(thing: Any) -> str:
    name = getattr(thing, "name", None) if hasattr(thing, "handle") else None
    if name is not None:
        return f"the variable {name!r}"
    return f"the tensor of shape {thing.shape} and dtype {thing.dtype.name}"


def _end_before_recording(evidence: Evidence, source: Any) -> _End | None:
    """Why the tape does not watch the source, or None if it does."""
    label = _label(source)
    if not has_gradients(source):
        return _End(
            f"{label} is no floating-point one: {source.dtype.name} has no slope.",
            evidence.start,
            "Give it a dtype such as tf.float32 when it is made.",
        )
    if id(source_of(source)) in evidence.watched:
        return None
    if not hasattr(source, "handle"):
        return _End(
            f"{label} is not watched by the tape, which watches tensors only when "
            "told to, or when they come from what it watches.",
            evidence.start,
            "Call tape.watch(x) at the start of the block. If this was a variable "
            "before, it has been replaced by a tensor: `x = x + 1` does that, "
            "x.assign_add(1) changes the variable.",
        )
    if not evidence.watches_variables:
        return _End(
            f"{label} is not watched: the tape was made with "
            "watch_accessed_variables=False.",
            evidence.start,
            "Call tape.watch(variable) at the start of the block.",
        )
    if not source.trainable:
        return _End(
            f"{label} is not trainable, so that the tape does not watch it by itself.",
            evidence.start,
            "Call tape.watch(variable) at the start of the block.",
        )
    return _End(
        f"{label} was never read while the tape recorded.",
        evidence.start,
        "Read it inside the block, in what the target is computed from.",
    )


def _dead_end(evidence: Evidence, target: Any, source: Any) -> _End | None:
    """Where the way from the source ends, or None if it leads to the target."""
    reached = {id(source_of(source))}
    targets = [each for each in flatten(target) if hasattr(each, "dtype")]
    aims = [
        source_of(each) if hasattr(each, "handle") else target_of(each)
        for each in targets
    ]
    ends = list(_ends(evidence, reached, aims))
    if any(id(each) in reached for each in aims):
        return None
    if ends:
        return ends[-1]
    if len(reached) == 1 and not _is_read(evidence, reached):
        return _End(
            f"nothing that was recorded reads {_label(source)}.",
            evidence.start,
            "Compute the target from it, inside the block.",
        )
    return _End(
        f"the target is not computed from {_label(source)}, or not while the tape "
        "recorded.",
        evidence.start,
        "What leads from one to the other must happen inside the block, outside of "
        "stop_recording.",
    )


def _is_read(evidence: Evidence, reached: set[int]) -> bool:
    return any(id(each) in reached for call in evidence.calls for each in call.inputs)


def _ends(evidence: Evidence, reached: set[int], aims: Sequence[Any]) -> Iterator[_End]:
    """Follows the calls, extends the reached tensors, and yields the dead ends."""
    read = {id(each) for call in evidence.calls for each in call.inputs}
    read.update(map(id, aims))
    for call in evidence.calls:
        if not any(id(each) in reached for each in call.inputs):
            continue
        if not call.outputs or _writes_state(call):
            yield _written(call)
            continue
        if _has_no_slope(call):
            yield _flat(call)
            continue
        if _stops_inside(call, reached, read):
            yield _inside(call)
            continue
        passing = [each for each in call.outputs if is_differentiable(each.dtype)]
        reached.update(map(id, passing))
        if not passing:
            yield _integer(call)
    for tensor, place in evidence.departures:
        if id(tensor) in reached:
            yield _left(place)


def _writes_state(call: Call) -> bool:
    declaration = find(call.op)
    if declaration is None or op_has(call.op, "reads_resource"):
        return False
    return any(each.dtype is dtypes.resource for each in declaration.declared().inputs)


def _written(call: Call) -> _End:
    return _End(
        f"{call.op} puts the value into a state. What is read from it later is only "
        "seen as a value, not with the history that led to it.",
        call.place,
        "Compute with the tensor itself rather than with what it was stored in.",
    )


def _has_no_slope(call: Call) -> bool:
    if call.backward is not None or call.op in RULES_BY_OP:
        return False
    declaration = find(call.op)
    return declaration is not None and not declaration.is_differentiable()


def _flat(call: Call) -> _End:
    return _End(
        f"no gradient goes through {call.op}.",
        call.place,
        "Leave it out, or give it a gradient with tf.custom_gradient.",
    )


def _stops_inside(call: Call, reached: set[int], read: set[int]) -> bool:
    """Whether a function that ran as one call blocks a reached tensor's gradient."""
    if call.backward is None or call.op != "PartitionedCall":
        return False
    given = [
        ones_for(each) if id(each) in read and has_gradients(each) else None
        for each in call.outputs
    ]
    found = call.backward(given)
    return all(
        gradient is None
        for tensor, gradient in zip(call.inputs, found)
        if id(tensor) in reached
    )


def _inside(call: Call) -> _End:
    return _End(
        "the function called here gives its results without a gradient for that.",
        call.place,
        "Its graph loses it: print tape.explain(target, source) of a tape that is "
        "opened inside the function, where each step is seen.",
    )


def _integer(call: Call) -> _End:
    names = ", ".join(each.dtype.name for each in call.outputs)
    return _End(
        f"{call.op} gives {names}, through which no gradient goes.",
        call.place,
        "Stay with floating-point dtypes between source and target.",
    )


def _left(place: Any) -> _End:
    return _End(
        "the value left TensorFlow: it was taken as a Python or NumPy value, and what "
        "is computed from that is not recorded.",
        place,
        "Use the functions of tf in place of those of NumPy.",
    )


__all__ = ["Evidence", "explain"]
