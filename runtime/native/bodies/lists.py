"""Memory of lists of arrays: one block per list, which grows with its elements.

A list is four words: the address of its elements, their count, the allocated bytes, and
whether an element was ever written. Functions in LLVM IR, at the top of this module,
grow and resize the block.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from graphir.shapes import Shape
from runtime.native.llvm.element_types import I64, Element
from runtime.native.llvm.emitter import Emitter, Register
from runtime.native.llvm.failures import Unsupported
from runtime.native.terms.terms import Dims, Term

DATA: Final = 0
COUNT: Final = 1
WRITTEN: Final = 3

_CODE: Final = """
define internal i64 @list_room(ptr %list, i64 %need) {
entry:
  %place = getelementptr i64, ptr %list, i64 2
  %has = load i64, ptr %place
  %missing = icmp ugt i64 %need, %has
  br i1 %missing, label %grow, label %done
grow:
  %twice = shl i64 %has, 1
  %more = icmp ugt i64 %need, %twice
  %size = select i1 %more, i64 %need, i64 %twice
  %old = load ptr, ptr %list
  %new = call ptr @PyMem_RawRealloc(ptr %old, i64 %size)
  %bad = icmp eq ptr %new, null
  br i1 %bad, label %failed, label %keep
keep:
  store ptr %new, ptr %list
  store i64 %size, ptr %place
  br label %done
done:
  ret i64 0
failed:
  ret i64 1
}
define internal i64 @list_resize(ptr %list, i64 %count, i64 %bytes) {
entry:
  %place = getelementptr i64, ptr %list, i64 1
  %before = load i64, ptr %place
  %need = mul i64 %count, %bytes
  %status = call i64 @list_room(ptr %list, i64 %need)
  %bad = icmp ne i64 %status, 0
  br i1 %bad, label %failed, label %fill
fill:
  store i64 %count, ptr %place
  %start = mul i64 %before, %bytes
  %data = load ptr, ptr %list
  %from = getelementptr i8, ptr %data, i64 %start
  %length = sub i64 %need, %start
  %grows = icmp sgt i64 %length, 0
  %zeros = select i1 %grows, i64 %length, i64 0
  call void @llvm.memset.p0.i64(ptr %from, i8 0, i64 %zeros, i1 false)
  ret i64 0
failed:
  ret i64 1
}
"""
_DECLARATIONS: Final = (
    "declare ptr @PyMem_RawRealloc(ptr, i64)",
    "declare void @PyMem_RawFree(ptr)",
    "declare void @llvm.memset.p0.i64(ptr, i8, i64, i1)",
)


@dataclass(eq=False, slots=True)
class Storage:
    """The memory of one list, for items of any kind."""

    slot: str
    """The register with the address of the list."""
    element: Element
    declared: Shape
    """The declared element shape, which may be partially unknown."""
    shape: Dims | None = None
    """The shape of the elements, once something tells it."""
    is_read: bool = False
    """Whether something still reads its memory where it lies."""
    waiting: list[int] = field(default_factory=list)
    """Lines of code that have no number for the bytes of an element yet."""


@dataclass(eq=False, slots=True)
class Listed(Term):
    """A list as it is at one place of the code; a change makes another object."""

    storage: Storage = field(kw_only=True)
    is_current: bool = True
    again: Callable[[], Storage] | None = None
    """Makes a list that nothing was written to once more."""

    @staticmethod
    def of(storage: Storage, again: Callable[[], Storage] | None = None) -> Listed:
        """The list as it is now."""
        return Listed(storage.element, (), storage=storage, again=again)

    def present(self) -> Storage:
        """The memory of the list's present elements.

        Raises:
          Unsupported: if it holds another version by now.
        """
        if self.is_current:
            return self.storage
        if self.again is not None:
            return self.again()
        raise Unsupported("a list that is read after it was changed")


def new_storage(e: Emitter, element: Element, declared: Shape) -> Storage:
    """A list without elements; its memory is freed where the function ends."""
    slot = e.name("list")
    e.slots.append(f"  {slot} = alloca [4 x i64], align 8")
    e.slots.append(
        f"  call void @llvm.memset.p0.i64(ptr {slot}, i8 0, i64 32, i1 false)"
    )
    for text in _DECLARATIONS:
        e.module.declare(text)
    if "lists" not in e.module.known:
        e.module.known["lists"] = "list"
        e.module.add_text(_CODE)
    data = e.name()
    e.at_end += [
        f"{data} = load ptr, ptr {slot}",
        f"call void @PyMem_RawFree(ptr {data})",
    ]
    return Storage(slot, element, declared)


def require_shape(e: Emitter, storage: Storage, shape: Dims) -> None:
    """Records the shape of the elements of a list.

    Raises:
      Unsupported: if the list has elements of another shape.
    """
    if storage.shape == shape:
        return
    if storage.shape is not None or not storage.declared.is_compatible_with(
        Shape(shape)
    ):
        raise Unsupported("a list of elements of several shapes")
    storage.shape = shape
    for index in storage.waiting:
        e.lines[index] = e.lines[index].replace(_unknown(storage), _bytes(storage))
    storage.waiting.clear()


def _unknown(storage: Storage) -> str:
    return f"BYTES_OF_{storage.slot[1:]}"


def _bytes(storage: Storage) -> str:
    if storage.shape is None:
        return _unknown(storage)
    size = storage.element.bytes
    for each in storage.shape:
        size *= each
    return str(size)


def _line(e: Emitter, storage: Storage, text: str) -> None:
    """Adds a line with ``BYTES`` for those of an element, known or not yet."""
    if storage.shape is None:
        storage.waiting.append(len(e.lines))
    e.line(text.replace("BYTES", _bytes(storage)))


def place_of(e: Emitter, storage: Storage, field_index: int) -> str:
    """The address of a word in the header of a list."""
    return e.address(storage.slot, I64, e.constant(I64, field_index))


def count_of(e: Emitter, storage: Storage) -> Register:
    """How many elements there are now."""
    return e.get(place_of(e, storage, COUNT), I64)


def resize(e: Emitter, storage: Storage, count: Register, failed: int) -> None:
    """Truncates a list or pads it with zeros; exits with a status if out of memory."""
    status = e.name()
    _line(
        e,
        storage,
        f"{status} = call i64 @list_resize(ptr {storage.slot}, i64 {count.text}, "
        "i64 BYTES)",
    )
    has_failed = e.compare("ne", Register(status, I64), e.constant(I64, 0))
    e.leave_if(has_failed, failed)


def element_address(e: Emitter, storage: Storage, index: Register) -> str:
    """The address of an element, valid until the list grows."""
    data, offset, found = e.name(), e.name(), e.name("p")
    e.line(f"{data} = load ptr, ptr {storage.slot}")
    _line(e, storage, f"{offset} = mul i64 {index.text}, BYTES")
    e.line(f"{found} = getelementptr i8, ptr {data}, i64 {offset}")
    return found


def note_written(e: Emitter, storage: Storage) -> None:
    """Marks that an element was written, which fixes the element shape."""
    e.set(place_of(e, storage, WRITTEN), e.constant(I64, 1))


def was_written(e: Emitter, storage: Storage) -> Register:
    """Emits the test whether an element was written."""
    found = e.get(place_of(e, storage, WRITTEN), I64)
    return e.compare("ne", found, e.constant(I64, 0))
