"""``while`` and ``for`` on a tensor: the body is traced once."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from graphir import dtypes
from graphir.shapes import Shape
from runtime.apply import apply_op
from runtime.context import name_scope
from runtime.control_flow.branches import build_cond
from runtime.staging.carried_variables import (
    CarriedState,
    NamedLists,
    record_with_lists,
)
from runtime.staging.effects import owning
from runtime.staging.flattening import DifferentTypesError
from runtime.staging.lists import StagedList, without_items
from runtime.staging.loop_recorder import Recorder, State, in_scratch
from runtime.staging.sequences import StagedSequence
from runtime.staging.truth import condition, truth_of_list
from runtime.tensors.conversion import convert_to_tensor
from runtime.tensors.symbolic_tensor import SymbolicTensor
from runtime.tensors.tensor import Tensor


def staged_while(
    test: Callable[[], Any], body: Callable[[], None], state: State
) -> None:
    """Records a while loop, and sets the variables to their values after the loop."""

    def record(state: State) -> None:
        def tested(iterate: Any) -> Any:
            value = state.refusing_changes(test, test)
            truth = truth_of_list(value)
            return condition(convert_to_tensor(truth), "while statement")

        recorder = Recorder(state, lambda iterate: body(), body)
        recorder.record(tested, None, None)

    record_carrying(record, state, test, body)


def record_carrying(
    record: Callable[[State], None], state: State, *code: Callable[..., Any]
) -> None:
    """Records a loop that also carries variables which it changes implicitly."""
    state = State(*without_items(state.get, state.set), state.names, state.options)
    with owning(*code):
        before = state.get()

        def record_all() -> None:
            carried = CarriedState(state.get, state.set, state.names, *code)
            lists = NamedLists(carried.get(), carried.names)
            inner = State(
                lambda: lists.without(carried.get()),
                lambda values: carried.set(lists.among(values)),
                lists.names,
                state.options,
            )
            record(inner)

        record_with_lists(record_all, lambda: state.set(before))


def staged_for(
    iter_: Tensor | StagedSequence | StagedList,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: State,
) -> None:
    """Records a for loop over a range, the first axis of a tensor, or items."""
    rows = convert_to_tensor(iter_) if isinstance(iter_, StagedList) else iter_

    def record(state: State) -> None:
        if isinstance(rows, StagedSequence):
            _over_items(rows, extra_test, body, state)
        elif isinstance(rows, SymbolicTensor) and rows.value.node.op == "Range":
            _over_range(rows, extra_test, body, state)
        else:
            _over_rows(rows, extra_test, body, state)

    record_carrying(record, state, body)


def collected(items: StagedSequence, name: str) -> StagedList:
    """The stacked items of a sequence whose length is known only at run time.

    Raises:
      TypeError: if the items are no tensors, or not all of one dtype.
    """
    made = StagedList(name, [], item_like(items, name))
    state = State(lambda: (), lambda values: None, (), {})
    staged_for(items, None, made.append, state)
    return made


def item_like(items: StagedSequence, name: str) -> Any:
    """A tensor of the dtype and shape of the items of a list.

    Raises:
      TypeError: if the items are no tensors.
    """
    return in_scratch(lambda: _as_row(items.item(convert_to_tensor(0)), name))


def _as_row(item: Any, name: str) -> Tensor:
    try:
        return convert_to_tensor(item)
    except (TypeError, ValueError) as error:
        raise DifferentTypesError(
            f"{name} that a comprehension or filter over tensors makes can hold "
            f"tensors only, and its items are {item!r}: make a list for each part."
        ) from error


def _over_range(
    iter_: SymbolicTensor,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: State,
) -> None:
    start, limit, delta = (
        iter_.graph_trace.tensor_of(value) for value in iter_.value.node.inputs
    )
    _range_length(start, limit, delta)
    step = delta.constant_value()

    def is_inside(iterate: Any) -> Any:
        if step is not None:
            return iterate < limit if step >= 0 else iterate > limit
        upwards = apply_op("LogicalAnd", [delta >= 0, iterate < limit])
        downwards = apply_op("LogicalAnd", [delta < 0, iterate > limit])
        return apply_op("LogicalOr", [upwards, downwards])

    recorder = Recorder(state, body, body)
    recorder.record(
        lambda iterate: and_also(is_inside(iterate), extra_test),
        start,
        lambda iterate: iterate + delta,
    )


def _range_length(start: Any, limit: Any, delta: Any) -> Any:
    """How many numbers the range has; recorded as TensorFlow does, and pruned."""
    span = limit - start
    whole = span // delta
    rest = span % delta
    is_more = apply_op(
        "NotEqual",
        [rest, _zero_like(rest)],
        {"incompatible_shape_error": True},
    )
    more = apply_op("Cast", [is_more], {"DstT": limit.dtype, "Truncate": False})
    count = whole + more
    return apply_op("Maximum", [count, _zero_like(count)])


def _zero_like(tensor: Any) -> Tensor:
    return convert_to_tensor(0, tensor.dtype, name="zeros_like")


def and_also(main_test: Any, extra_test: Callable[[], Any] | None) -> Any:
    """The conjunction of two loop tests."""
    if extra_test is None:
        return main_test
    with name_scope("cond") as scope:
        return build_cond(main_test, extra_test, lambda: False, scope)


def _over_rows(
    iter_: Tensor,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: State,
) -> None:
    if iter_.shape.rank == 0:
        raise TypeError(f"Cannot iterate over a scalar tensor: {iter_!r}.")
    count = iter_.shape[0]
    if count is None:
        count = apply_op("Shape", [iter_], {"out_type": dtypes.int32})[0]
    rows = _as_list(iter_, count)
    element_shape = iter_.shape[1:]

    def read(position: Any) -> None:
        with name_scope("TensorArrayV2Read"):
            shape = _shape_constant(element_shape, "Const")
            attrs = {"element_dtype": iter_.dtype}
            row = apply_op("TensorListGetItem", [rows, position, shape], attrs)
        row.set_shape(element_shape)
        body(row)

    recorder = Recorder(state, read, body)
    recorder.record(
        lambda position: and_also(position < count, extra_test),
        0,
        lambda position: position + 1,
    )


def _over_items(
    items: StagedSequence,
    extra_test: Callable[[], Any] | None,
    body: Callable[[Any], None],
    state: State,
) -> None:
    recorder = Recorder(state, lambda position: body(items.item(position)), body)
    recorder.record(
        lambda position: and_also(position < items.length, extra_test),
        0,
        lambda position: position + 1,
    )


def _as_list(iter_: Tensor, count: Any) -> Any:
    """The rows of a tensor as a list that a loop can read."""
    with name_scope("TensorArrayV2") as scope:
        unknown = convert_to_tensor(-1, name="element_shape")
        size = convert_to_tensor(count, dtypes.int32, name="num_elements")
        attrs = {"element_dtype": iter_.dtype, "shape_type": dtypes.int32}
        apply_op("TensorListReserve", [unknown, size], attrs, scope)
    with name_scope("TensorArrayUnstack"):
        shape = _shape_constant(iter_.shape[1:], "Const")
        return apply_op("TensorListFromTensor", [iter_, shape])


def _shape_constant(shape: Shape, name: str) -> Tensor:
    if shape.rank is None:
        return convert_to_tensor(-1, dtypes.int32, name=name)
    sizes = [-1 if size is None else size for size in shape]
    return convert_to_tensor(sizes, dtypes.int32, name=name)


__all__ = [
    "State",
    "and_also",
    "collected",
    "in_scratch",
    "item_like",
    "record_carrying",
    "staged_for",
    "staged_while",
]
