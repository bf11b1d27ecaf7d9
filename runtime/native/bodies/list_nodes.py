"""Native code of the ops on lists of arrays.

A list is updated in place, so each version of it may be changed once, and not be read
afterwards. The default executor runs regions that need an older version of a list, and
reports indices that are out of range. The write of an element is deferred, so that the
element is computed in the same loop as the other results of an iteration.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from graphir.node import Node
from graphir.ops.arrays.tensor_list_values import as_element_shape
from graphir.shapes import UNKNOWN, Shape
from runtime.native.bodies.bodies import Body, writes_list
from runtime.native.bodies.lists import (
    COUNT,
    WRITTEN,
    Listed,
    Storage,
    count_of,
    element_address,
    new_storage,
    note_written,
    place_of,
    require_shape,
    resize,
    was_written,
)
from runtime.native.calls.entries import number_in_memory
from runtime.native.llvm.element_types import I32, I64, Element, element_of
from runtime.native.llvm.emitter import Register
from runtime.native.llvm.failures import MISMATCH, Unsupported
from runtime.native.lowering.nodes import known_array, known_integers
from runtime.native.terms.memory import Memory, contiguous_strides
from runtime.native.terms.terms import Apply, Dims, Held, Term


@writes_list("EmptyTensorList")
def _empty(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    if known_integers(node, 1, inputs) != [-1]:
        raise Unsupported("lists of so many elements at most are not covered")
    element, declared = _element_type(node), _declared(node, 0, inputs)

    def make() -> Storage:
        return _fresh(body, element, declared)

    return [Listed.of(make(), make)]


@writes_list("TensorListReserve")
def _reserve(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    element, declared = _element_type(node), _declared(node, 0, inputs)
    count = _index(body, inputs[1])
    zero = body.e.constant(I64, 0)
    body.e.leave_if(body.e.compare("lt", count, zero), MISMATCH)

    def make() -> Storage:
        storage = _fresh(body, element, declared)
        resize(body.e, storage, count, MISMATCH)
        return storage

    return [Listed.of(make(), make)]


def _fresh(body: Body, element: Element, declared: Shape) -> Storage:
    """A list that is empty each time when the code comes here."""
    e = body.e
    storage = new_storage(e, element, declared)
    for part in (COUNT, WRITTEN):
        e.set(place_of(e, storage, part), e.constant(I64, 0))
    if declared.is_fully_defined():
        require_shape(e, storage, declared.as_ints())
    return storage


def _element_type(node: Node) -> Element:
    dtype: Any = node.attrs["element_dtype"]
    element = element_of(dtype)
    if element is None:
        raise Unsupported(f"lists of {dtype.name} are not covered")
    return element


def _declared(node: Node, index: int, inputs: Sequence[Term]) -> Shape:
    return as_element_shape(known_array(node, index, inputs))


@writes_list("TensorListFromTensor")
def _rows(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    tensor = inputs[0]
    if not tensor.shape:
        raise Unsupported("a list of the rows of a number is an error")
    declared = _declared(node, 1, inputs)
    if not declared.is_compatible_with(Shape(tensor.shape[1:])):
        raise Unsupported("a list of rows of another shape is an error")
    e = body.e
    storage = _fresh(body, tensor.element, declared)
    require_shape(e, storage, tensor.shape[1:])
    resize(e, storage, e.constant(I64, tensor.shape[0]), MISMATCH)
    note_written(e, storage)
    memory = _memory(element_address(e, storage, e.constant(I64, 0)), tensor.shape)
    body.compute([(tensor, memory)])
    return [Listed.of(storage)]


@writes_list("TensorListSetItem")
def _set_element(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _changed(inputs[0])
    e, item = body.e, inputs[2]
    body.flush(storage)
    require_shape(e, storage, item.shape)
    index = _index(body, inputs[1])
    count = count_of(e, storage)
    if node.attrs.get("resize_if_index_out_of_bounds"):
        e.leave_if(e.compare("lt", index, e.constant(I64, 0)), MISMATCH)
        with e.when(e.compare("ge", index, count)):
            resize(e, storage, e.add(index, e.constant(I64, 1)), MISMATCH)
    else:
        _check_index(body, index, count)
    note_written(e, storage)
    _write_later(body, storage, index, item)
    return [Listed.of(storage)]


@writes_list("_TensorListAddToItem")
def _add_to_element(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    like = _current(inputs[3])
    storage, e, item = _changed(inputs[0]), body.e, inputs[2]
    if like is storage:
        raise Unsupported("a list whose sum with another is like itself")
    body.flush(storage)
    require_shape(e, like, item.shape)
    require_shape(e, storage, item.shape)
    count, index = count_of(e, storage), _index(body, inputs[1])
    e.leave_if(e.compare("ne", count, count_of(e, like)), MISMATCH)
    _check_index(body, index, count)
    # an element that was not written is zeros in memory
    note_written(e, storage)
    old = _copied(body, storage, index)
    _write_later(body, storage, index, _sum(old, item))
    return [Listed.of(storage)]


def _sum(old: Term, item: Term) -> Term:
    return Apply(
        item.element,
        item.shape,
        emit=lambda e, registers: e.add(*registers),
        operands=(old, item),
        cost=1,
    )


@writes_list("TensorListPushBack")
def _push(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _changed(inputs[0])
    e, item = body.e, inputs[1]
    body.flush(storage)
    require_shape(e, storage, item.shape)
    count = count_of(e, storage)
    resize(e, storage, e.add(count, e.constant(I64, 1)), MISMATCH)
    note_written(e, storage)
    _write_later(body, storage, count, item)
    return [Listed.of(storage)]


def _write_later(body: Body, storage: Storage, index: Register, item: Term) -> None:
    """Defers the write of an element, so that it is computed with others."""
    pointer = element_address(body.e, storage, index)
    body.pending.append((storage, item, _memory(pointer, item.shape)))


@writes_list("TensorListPopBack")
def _pop(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _changed(inputs[0])
    e = body.e
    body.flush(storage)
    _learn_shape(body, storage, _asked(node, 1, inputs, node.outputs[1].shape))
    zero, one = e.constant(I64, 0), e.constant(I64, 1)
    last = e.sub(count_of(e, storage), one)
    e.leave_if(e.compare("lt", last, zero), MISMATCH)
    e.set(place_of(e, storage, COUNT), last)
    # every element of such a list was pushed: an empty one has none that was written
    e.set(place_of(e, storage, WRITTEN), last)
    item = _copied(body, storage, last)
    return [Listed.of(storage), item]


@writes_list("TensorListGetItem")
def _element(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _current(inputs[0])
    body.flush(storage)
    asked = _asked(node, 2, inputs, node.output.shape)
    _learn_shape(body, storage, asked)
    index = _index(body, inputs[1])
    _check_index(body, index, count_of(body.e, storage))
    return [_copied(body, storage, index)]


@writes_list("TensorListStack")
def _stack(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _current(inputs[0])
    e, shape = body.e, node.output.shape
    if not shape.is_fully_defined():
        raise Unsupported("a list of an unknown number of elements as one array")
    body.flush(storage)
    _learn_shape(body, storage, _asked(node, 1, inputs, Shape(shape.as_ints()[1:])))
    sizes = shape.as_ints()
    expected = e.constant(I64, sizes[0])
    e.leave_if(e.compare("ne", count_of(e, storage), expected), MISMATCH)
    storage.is_read = True
    pointer = e.name()
    e.line(f"{pointer} = load ptr, ptr {storage.slot}")
    held = Held(storage.element, sizes)
    body.scope.memories[held] = _memory(pointer, sizes)
    return [held]


@writes_list("TensorListLength")
def _length(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    storage = _current(inputs[0])
    count = body.e.convert("trunc", count_of(body.e, storage), I32)
    held = Held(I32, ())
    body.scope.numbers[held] = count
    return [held]


@writes_list("ZerosLike")
def _zeros(body: Body, node: Node, inputs: Sequence[Term]) -> Sequence[Term]:
    source, e = _current(inputs[0]), body.e
    if source.shape is None:
        raise Unsupported("zeros like a list whose elements have no known shape")
    storage = new_storage(e, source.element, source.declared)
    require_shape(e, storage, source.shape)
    e.set(place_of(e, storage, COUNT), e.constant(I64, 0))
    resize(e, storage, count_of(e, source), MISMATCH)
    written = e.get(place_of(e, source, WRITTEN), I64)
    e.set(place_of(e, storage, WRITTEN), written)
    return [Listed.of(storage)]


def _asked(
    node: Node, index: int, inputs: Sequence[Term], found: Shape
) -> tuple[Shape, Shape]:
    """The requested element shape, with what is known of it statically."""
    try:
        return as_element_shape(known_array(node, index, inputs)), found
    except Unsupported:
        return UNKNOWN, found


def _learn_shape(body: Body, storage: Storage, asked: tuple[Shape, Shape]) -> None:
    """Makes sure of the shape of elements that may not have been written.

    Raises:
      Unsupported: if nothing tells it.
    """
    stated, found = asked
    e = body.e
    if storage.shape is None and found.is_fully_defined():
        require_shape(e, storage, found.as_ints())
    if storage.shape is None:
        raise Unsupported("a list whose elements have no known shape")
    if not stated.is_compatible_with(Shape(storage.shape)):
        raise Unsupported("a list of elements of another shape is an error")
    if not storage.declared.merge_with(stated).is_fully_defined():
        e.leave_if(e.flip(was_written(e, storage)), MISMATCH)


def _copied(body: Body, storage: Storage, index: Register) -> Term:
    """An element as it is now, whatever becomes of the list."""
    assert storage.shape is not None
    e, shape = body.e, storage.shape
    pointer = element_address(e, storage, index)
    held = Held(storage.element, shape)
    if not shape:
        body.scope.numbers[held] = number_in_memory(e, pointer, storage.element)
        return held
    source = Held(storage.element, shape)
    body.scope.memories[source] = _memory(pointer, shape)
    memory = body.memory(held)
    body.compute([(source, memory)])
    body.scope.memories[held] = memory
    return held


def _memory(pointer: str, shape: Dims) -> Memory:
    return Memory(pointer, contiguous_strides(shape))


def _current(term: Term) -> Storage:
    """The list's memory.

    Raises:
      Unsupported: if it is another version's by now.
    """
    if not isinstance(term, Listed):
        raise Unsupported("a list that was not made here")
    return term.present()


def _changed(term: Term) -> Storage:
    """The list's memory, to be changed.

    Raises:
      Unsupported: if a reader would see the change.
    """
    storage = _current(term)
    assert isinstance(term, Listed)
    if storage.is_read:
        raise Unsupported("a list that is changed after it was read")
    term.is_current = False
    return storage


def _index(body: Body, term: Term) -> Register:
    number = body.number(term)
    if number.element.bits < 64 and not number.is_literal:
        number = body.e.convert("sext", number, I64)
    return Register(number.text, I64)


def _check_index(body: Body, index: Register, count: Register) -> None:
    e = body.e
    e.leave_if(e.compare("lt", index, e.constant(I64, 0)), MISMATCH)
    e.leave_if(e.compare("ge", index, count), MISMATCH)
