"""Costly operations of a module that has many of them: written once, then called.

A network of a thousand ``tanh`` would else hold its thirty instructions a thousand
times, and take a hundred times as long to compile. The results are the same bits.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from runtime.native.functions.operations import Emit
from runtime.native.llvm.emitter import Emitter, Register

MOST_WRITTEN_OUT: Final = 4
"""So often one operation stands in a module as instructions; after that it is called:
only where it is rare are its registers better used among its neighbours'."""


def emit_costly(e: Emitter, emit: Emit, operands: Sequence[Register]) -> Register:
    """The operation's result: by instructions, or by a call of them.

    The operation must depend on its operands only, and must have no exit with an error.

    >>> from runtime.native.llvm.element_types import F32
    >>> from runtime.native.llvm.emitter import Module
    >>> from runtime.native.functions.exponentials import exp
    >>> e = Emitter(Module())
    >>> for _ in range(MOST_WRITTEN_OUT + 1):
    ...     result = emit_costly(e, exp, [Register("%x", F32, 4)])
    >>> e.lines[-1].split("=")[1]
    ' call fastcc <4 x float> @function0(<4 x float> %x)'
    """
    module = e.module
    kinds = [
        (each.element.name, each.lanes, each.text if each.is_literal else "")
        for each in operands
    ]
    key = (emit, *kinds)
    module.uses[key] = module.uses.get(key, 0) + 1
    if module.uses[key] <= MOST_WRITTEN_OUT:
        return emit(e, *operands)
    made = module.functions.get(key)
    if made is None:
        name = f"@function{len(module.functions)}"
        made = module.functions[key] = name, _define(e, name, emit, operands)
    name, shape = made
    result = replace(shape, text=e.name())
    given = ", ".join(
        e.typed(each, each.lanes) for each in operands if not each.is_literal
    )
    kind = result.element.text(result.lanes)
    e.line(f"{result.text} = call fastcc {kind} {name}({given})")
    return result


def _define(
    e: Emitter, name: str, emit: Emit, operands: Sequence[Register]
) -> Register:
    """Adds the function to the module; its result tells the type."""
    inner = Emitter(e.module)
    inside = [
        each if each.is_literal else replace(each, text=f"%given{index}")
        for index, each in enumerate(operands)
    ]
    result = emit(inner, *inside)
    inner.line(f"ret {inner.typed(result, result.lanes)}")
    given = ", ".join(
        f"{each.element.text(each.lanes)} {each.text}"
        for each in inside
        if not each.is_literal
    )
    kind = result.element.text(result.lanes)
    head = f"define internal fastcc {kind} {name}({given}) noinline nounwind"
    e.module.define(f"{head} memory(none)", inner)
    return result


__all__ = ["MOST_WRITTEN_OUT", "emit_costly"]
