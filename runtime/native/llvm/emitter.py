"""Emits LLVM IR as text: instructions on scalars and vectors.

A ``Register`` is a number or a vector of ``lanes`` numbers. Operands of different
lanes meet by repeating the single number, so code for one element is also code for
sixteen. Variables are stack slots, which LLVM turns back into registers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from runtime.native.llvm.element_types import BOOL, F32, F64, I64, Element


@dataclass(frozen=True, slots=True)
class Register:
    """A number, or a vector of numbers, in the code being written."""

    text: str
    element: Element
    lanes: int = 1

    @property
    def is_literal(self) -> bool:
        """Whether it is a constant, which fits any number of lanes."""
        return not self.text.startswith("%")


_FLOAT_OPCODES: Final = {"add": "fadd", "sub": "fsub", "mul": "fmul", "div": "fdiv"}
_COMPARISONS: Final = {
    "f": {
        "eq": "fcmp oeq",
        "ne": "fcmp une",
        "lt": "fcmp olt",
        "le": "fcmp ole",
        "gt": "fcmp ogt",
        "ge": "fcmp oge",
    },
    "i": {
        "eq": "icmp eq",
        "ne": "icmp ne",
        "lt": "icmp slt",
        "le": "icmp sle",
        "gt": "icmp sgt",
        "ge": "icmp sge",
    },
    "u": {
        "eq": "icmp eq",
        "ne": "icmp ne",
        "lt": "icmp ult",
        "le": "icmp ule",
        "gt": "icmp ugt",
        "ge": "icmp uge",
    },
}


class Emitter:
    """Writes the body of one LLVM function."""

    def __init__(self, module: Module, fast_math: bool = False) -> None:
        self.module = module
        self.lines: list[str] = []
        self.slots: list[str] = []
        """Stack slots, made at the function's entry."""
        self.fast_math = fast_math
        self.mask: Register | None = None
        """The lanes that count, where not all do."""
        self.status: str | None = None
        """The slot with the status that the function returns."""
        self.at_end: list[str] = []
        """Instructions that run before the function returns, wherever it is left."""
        self._count = 0

    # --- text

    def name(self, base: str = "v") -> str:
        """An unused register name."""
        self._count += 1
        return f"%{base}{self._count}"

    def line(self, text: str) -> None:
        """Adds an instruction."""
        self.lines.append("  " + text)

    def label(self, base: str) -> str:
        """A name for a block."""
        self._count += 1
        return f"{base}{self._count}"

    def start_block(self, label: str) -> None:
        """Starts a basic block."""
        self.lines.append(f"{label}:")

    def jump(self, label: str) -> None:
        """Adds a jump to a block."""
        self.line(f"br label %{label}")

    def branch(self, condition: Register, then: str, other: str) -> None:
        """Adds a conditional jump to one of two blocks."""
        self.line(f"br i1 {condition.text}, label %{then}, label %{other}")

    # --- registers

    def constant(self, element: Element, number: float) -> Register:
        """A literal number."""
        return Register(element.literal(number), element)

    def spread(self, value: Register, lanes: int) -> Register:
        """A vector with the number in every lane."""
        if value.lanes == lanes or value.is_literal:
            return value
        kind = value.element.text(lanes)
        first, result = self.name(), self.name()
        self.line(
            f"{first} = insertelement {kind} poison, "
            f"{value.element.register} {value.text}, i64 0"
        )
        zeros = f"<{lanes} x i32> zeroinitializer"
        self.line(f"{result} = shufflevector {kind} {first}, {kind} poison, {zeros}")
        return Register(result, value.element, lanes)

    def operand(self, value: Register, lanes: int) -> str:
        """The value as an operand of an instruction on so many lanes."""
        if lanes > 1 and value.is_literal:
            return f"splat ({value.element.register} {value.text})"
        return self.spread(value, lanes).text

    def typed(self, value: Register, lanes: int) -> str:
        """The operand with its LLVM type in front."""
        return f"{value.element.text(lanes)} {self.operand(value, lanes)}"

    @contextmanager
    def exactly(self) -> Iterator[None]:
        """A context with strict IEEE arithmetic, under any options."""
        before, self.fast_math = self.fast_math, False
        yield
        self.fast_math = before

    def _flags(self, element: Element) -> str:
        return "fast " if self.fast_math and element.is_float else ""

    def instruction(
        self, opcode: str, element: Element, operands: Sequence[Register]
    ) -> Register:
        """An instruction whose operands and result are of one type."""
        lanes = max(each.lanes for each in operands)
        texts = ", ".join([self.operand(each, lanes) for each in operands])
        result = self.name()
        kind = operands[0].element.text(lanes)
        self.line(f"{result} = {opcode} {kind} {texts}")
        return Register(result, element, lanes)

    def _arithmetic(self, word: str, a: Register, b: Register) -> Register:
        element = a.element
        if element.is_float:
            opcode = f"{_FLOAT_OPCODES[word]} {self._flags(element)}".rstrip()
        else:
            opcode = word
        return self.instruction(opcode, element, [a, b])

    def add(self, a: Register, b: Register) -> Register:
        """a + b; integers wrap around."""
        return self._arithmetic("add", a, b)

    def sub(self, a: Register, b: Register) -> Register:
        """a - b; integers wrap around."""
        return self._arithmetic("sub", a, b)

    def mul(self, a: Register, b: Register) -> Register:
        """a * b; integers wrap around."""
        return self._arithmetic("mul", a, b)

    def div(self, a: Register, b: Register) -> Register:
        """a / b of floats."""
        return self._arithmetic("div", a, b)

    def neg(self, a: Register) -> Register:
        """-a; zeros change their sign, the least integer stays itself."""
        if a.element.is_float:
            return self.instruction("fneg", a.element, [a])
        return self.sub(self.constant(a.element, 0), a)

    def fma(self, a: Register, b: Register, c: Register) -> Register:
        """a * b + c, rounded once where the machine can."""
        return self.intrinsic("llvm.fmuladd", [a, b, c])

    def compare(self, word: str, a: Register, b: Register) -> Register:
        """A comparison: eq, ne, lt, le, gt or ge; false for NaN, but ne true."""
        kind = "u" if a.element.kind == "b" else a.element.kind
        return self.instruction(_COMPARISONS[kind][word], BOOL, [a, b])

    def select(self, condition: Register, then: Register, other: Register) -> Register:
        """``then`` where the condition holds, else ``other``."""
        lanes = max(condition.lanes, then.lanes, other.lanes)
        result = self.name()
        texts = [self.typed(each, lanes) for each in (condition, then, other)]
        self.line(f"{result} = select {', '.join(texts)}")
        return Register(result, then.element, lanes)

    def logical(self, word: str, a: Register, b: Register) -> Register:
        """Bits combined: and, or, xor, shl, lshr, ashr."""
        return self.instruction(word, a.element, [a, b])

    def flip(self, a: Register) -> Register:
        """Every bit inverted."""
        ones = -1 if a.element.kind != "b" else 1
        return self.logical("xor", a, self.constant(a.element, ones))

    def convert(self, opcode: str, value: Register, element: Element) -> Register:
        """A conversion instruction: sitofp, trunc, bitcast, ..."""
        result = self.name()
        source = self.typed(value, value.lanes)
        self.line(f"{result} = {opcode} {source} to {element.text(value.lanes)}")
        return Register(result, element, value.lanes)

    def bits(self, value: Register, element: Element) -> Register:
        """The same bits as another type."""
        return self.convert("bitcast", value, element)

    def intrinsic(self, base: str, operands: Sequence[Register]) -> Register:
        """A call of an intrinsic that is named by its operands' type."""
        element = operands[0].element
        lanes = max(each.lanes for each in operands)
        kind = element.text(lanes)
        full = f"{base}.{element.suffix(lanes)}"
        self.module.declare(
            f"declare {kind} @{full}({', '.join([kind] * len(operands))})"
        )
        texts = ", ".join([self.typed(each, lanes) for each in operands])
        result = self.name()
        self.line(f"{result} = call {self._flags(element)}{kind} @{full}({texts})")
        return Register(result, element, lanes)

    def any_lane(self, condition: Register) -> Register:
        """Whether a condition holds in some lane."""
        if condition.lanes == 1:
            return condition
        kind = condition.element.text(condition.lanes)
        full = f"llvm.vector.reduce.or.v{condition.lanes}i1"
        self.module.declare(f"declare i1 @{full}({kind})")
        result = self.name()
        self.line(f"{result} = call i1 @{full}({kind} {condition.text})")
        return Register(result, BOOL)

    # --- memory

    def slot(self, element: Element, lanes: int = 1) -> str:
        """A variable on the stack; its address."""
        name = self.name("slot")
        self.slots.append(f"  {name} = alloca {element.text(lanes)}")
        return name

    def array(self, element: Element, count: int) -> str:
        """Memory on the stack for so many elements; its address.

        LLVM is not told that it is its own: where it takes arrays on the stack apart
        (SROA), LLVM 20 to 22 may use vectors before they are made.
        """
        own, name = self.name("own"), self.name("array")
        kind = f"[{max(1, count)} x {element.memory}]"
        self.slots.append(f"  {own} = alloca {kind}, align 64")
        self.slots.append(f'  {name} = call ptr asm "", "=r,0"(ptr {own})')
        return name

    def set(self, slot: str, value: Register, lanes: int = 1) -> None:
        """Puts a value in a variable."""
        self.line(f"store {self.typed(value, lanes)}, ptr {slot}")

    def set_at_entry(self, slot: str, value: Register) -> None:
        """Puts a value in a variable where the function begins."""
        self.slots.append(f"  store {self.typed(value, 1)}, ptr {slot}")

    def get(self, slot: str, element: Element, lanes: int = 1) -> Register:
        """The value of a variable."""
        result = self.name()
        self.line(f"{result} = load {element.text(lanes)}, ptr {slot}")
        return Register(result, element, lanes)

    def address(self, pointer: str, element: Element, index: Register) -> str:
        """The address of an element of an array."""
        if index.text == "0":
            return pointer
        result = self.name("p")
        self.line(
            f"{result} = getelementptr {element.memory}, ptr {pointer}, "
            f"i64 {index.text}"
        )
        return result

    def load_index(self, pointer: str, position: int) -> Register:
        """A 64-bit integer from a table."""
        where = self.address(pointer, I64, self.constant(I64, position))
        return self.get(where, I64)

    # --- control flow

    @contextmanager
    def counting(
        self, start: Register, stop: Register, step: int
    ) -> Iterator[Register]:
        """A loop: the block inside is written once, for each index."""
        slot = self.slot(I64)
        self.set(slot, start)
        head, inside, after = map(self.label, ("head", "inside", "after"))
        self.jump(head)
        self.start_block(head)
        index = self.get(slot, I64)
        self.branch(self.compare("lt", index, stop), inside, after)
        self.start_block(inside)
        yield index
        self.set(slot, self.add(index, self.constant(I64, step)))
        self.jump(head)
        self.start_block(after)

    @contextmanager
    def when(self, condition: Register) -> Iterator[None]:
        """A block that runs only where the condition holds."""
        inside, after = self.label("then"), self.label("after")
        self.branch(condition, inside, after)
        self.start_block(inside)
        yield
        self.jump(after)
        self.start_block(after)

    def leave_if(self, condition: Register, status: int) -> None:
        """Emits an exit: the function returns the status if a condition holds."""
        if self.mask is not None and condition.lanes == self.mask.lanes > 1:
            condition = self.logical("and", condition, self.mask)
        assert self.status is not None
        after, failing = self.label("after"), self.label("failing")
        self.branch(self.any_lane(condition), failing, after)
        self.start_block(failing)
        self.set(self.status, self.constant(I64, status))
        self.jump("leave")
        self.start_block(after)

    def start_status(self) -> None:
        """Begins a function that returns 0, or the status of an early exit."""
        self.status = self.slot(I64)
        self.set(self.status, self.constant(I64, 0))

    def end_with_status(self) -> None:
        """Ends a function that was begun with ``start_status``."""
        assert self.status is not None
        self.jump("leave")
        self.start_block("leave")
        for text in self.at_end:
            self.line(text)
        self.line(f"ret i64 {self.get(self.status, I64).text}")

    def body(self) -> str:
        """The function's text between its braces."""
        return "\n".join(
            ["entry:", *self.slots, "  br label %start", "start:", *self.lines]
        )


class Module:
    """The functions of one piece of native code."""

    def __init__(self, has_avx512: bool = False) -> None:
        self.has_avx512 = has_avx512
        """Whether vectors of 512 bits may use their own instructions."""
        self._declarations: dict[str, None] = {}
        self._definitions: list[str] = []
        self.known: dict[Any, str] = {}
        """Names of functions that are written once, by a key of their content."""
        self.uses: dict[Any, int] = {}
        """How often costly operations are used, by the operation and its types."""
        self.functions: dict[Any, tuple[str, Register]] = {}
        """Costly operations written as functions: name, and a result of the type."""

    def declare(self, text: str) -> None:
        """Notes a function or intrinsic that is used."""
        self._declarations[text] = None

    def define(self, head: str, emitter: Emitter) -> None:
        """Adds a function whose body was written."""
        self._definitions.append(f"{head} {{\n{emitter.body()}\n}}")

    def add_text(self, text: str) -> None:
        """Adds a definition verbatim."""
        self._definitions.append(text)

    def text(self) -> str:
        """The module as LLVM assembly."""
        return "\n".join([*self._declarations, *self._definitions]) + "\n"


def widened(emitter: Emitter, value: Register) -> Register:
    """A float32 as float64; a float64 as it is."""
    return emitter.convert("fpext", value, F64) if value.element is F32 else value
