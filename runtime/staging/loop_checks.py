"""Checks of the values that a staged loop's body assigns to the loop variables."""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from graphir.shapes import Shape
from runtime.control_flow.loops import check_shape
from runtime.staging.flattening import (
    DifferentTypesError,
    NoneValueError,
    as_constant,
    is_staged_leaf,
    place_of,
    takes_kind,
)
from runtime.staging.partial_values import content_of, held_by, is_undefined
from runtime.tensors.composites import CompositeTensor
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.structure import flatten, same_structure
from runtime.tensors.tensor import Tensor


def keeping_kinds(
    names: Sequence[str],
    get: Callable[[], tuple[Any, ...]],
    told: Collection[str],
    body: Callable[[], None],
) -> None:
    """Runs a loop body and checks that variables keep structure, dtype and shape.

    ``told`` are the names of variables with an invariant.

    Raises:
      TypeError: if a dtype or a structure changes.
      ValueError: if a shape changes and no invariant allows that.
    """
    before = get()
    body()
    for name, old, new in zip(names, before, get()):
        if is_undefined(old) or content_of(old) or is_undefined(new):
            continue
        check_structure(name, old, new)
        for first, last in zip(carried_values(old), carried_values(new)):
            inside = as_constant(first)
            after = convert_to_tensor(of_kind(name, first, inside, last))
            check_shape(name, inside, after, name in told)


def told_names(
    names: Sequence[str], values: Sequence[Any], options: Mapping[str, Any]
) -> frozenset[str]:
    """The variables, by their values before the loop, that have an invariant."""
    told = told_shapes(options)
    return frozenset(
        name
        for name, value in zip(names, values)
        if any(id(leaf) in told for leaf in carried_values(value))
    )


def check_structure(name: str, old: Any, new: Any) -> None:
    """Refuses a variable that loses its value or changes its structure.

    Raises:
      TypeError: if the variable loses its value or changes its structure.
    """
    is_missing = content_of(new) is not None and _needs_value(old)
    if is_undefined(new) or is_missing:
        raise DifferentTypesError(
            f"'{name}' has a value before the loop, but none after one iteration."
        )
    if held_by(old) is None and held_by(new) is not None:
        raise NoneValueError(
            f"'{name}' is not allowed to be None before the loop: it is "
            f"{held_by(new)!r} after one iteration, but a variable in a graph cannot "
            "be both. Begin with a value of that dtype and shape, and keep in another "
            "variable whether it was set."
        )
    if held_by(new) is None and held_by(old) is not None:
        raise NoneValueError(
            f"'{name}' is None at the end of the iteration. It is {held_by(old)!r} "
            "before the loop, but a variable in a graph cannot be both."
        )
    if not same_structure(held_by(old), held_by(new)):
        raise DifferentTypesError(
            f"'{name}' does not have the same nested structure after one iteration: "
            f"{held_by(old)!r} before the loop, {held_by(new)!r} after "
            f"it.{_advice(held_by(old), held_by(new))}"
        )


def told_shapes(options: Mapping[str, Any]) -> dict[int, Shape]:
    """The shape invariants of `set_loop_options`, by the identity of the tensor.

    Raises:
      ValueError: if a composite value's component shapes don't follow from the shape.
    """
    told: dict[int, Shape] = {}
    for variable, stated in options.get("shape_invariants") or ():
        if not isinstance(variable, CompositeTensor):
            told[id(variable)] = Shape(getattr(stated, "shape", stated))
            continue
        if hasattr(stated, "components"):
            shapes = [each.shape for each in stated.components()]
        else:
            shapes = variable.component_shapes(Shape(stated))
        told.update(zip(map(id, variable.components()), shapes))
    return told


def _advice(before: Any, after: Any) -> str:
    if isinstance(before, list) and isinstance(after, list):
        return " A list that grows keeps its name: use append, or extend."
    return ""


def of_kind(name: str, before: Any, inside: Tensor, after: Any) -> Any:
    """The value after an iteration, of the dtype that the variable has in the loop."""
    kind = as_constant(after).dtype
    if kind is inside.dtype:
        return after
    if takes_kind(after, inside):
        return convert_to_tensor(after, inside.dtype)
    raise DifferentTypesError(
        f"'{name}' has dtype {inside.dtype.name} before the loop{place_of(before)}, "
        f"but dtype {kind.name} after one iteration{place_of(after)}. Use tf.cast, or "
        "begin with a value of the other dtype."
    )


def _needs_value(old: Any) -> bool:
    content = content_of(old)
    return content is None or content.has_value is None


def carried_values(value: Any) -> list[Any]:
    """The leaves of a variable that a graph carries."""
    return [leaf for leaf in flatten(held_by(value)) if is_staged_leaf(leaf)]
