"""Functions of stages: equal stages, as of equal layers, are written once.

A stage is written with a name for each array of its region. The arrays that it uses
then become the parameters of its function, in the order of their use: two stages that
compute the same function of different arrays have the same text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from runtime.native.calls.entries import number_in_memory
from runtime.native.llvm.element_types import Element
from runtime.native.llvm.emitter import Emitter, Module, Register

_NAMES: Final = re.compile(r"%(array|number)\.(\d+)")


def array_name(index: int) -> str:
    """The name in a stage's text of the address of an array."""
    return f"%array.{index}"


@dataclass(frozen=True, slots=True)
class Number:
    """The only element of an array in a register, and the code that loads it."""

    lines: list[str]
    register: Register


def read_number(module: Module, index: int, element: Element) -> Number:
    """Code that loads the only element of an array; it is inserted before its use."""
    e = Emitter(module)
    found = number_in_memory(e, array_name(index), element)
    own = rf"%number.{index}.\1"
    lines = [re.sub(r"%(?!array)(\w+)", own, line) for line in e.lines]
    return Number(lines, replace(found, text=own.replace(r"\1", found.text[1:])))


@dataclass(frozen=True, slots=True)
class StageFunction:
    """A function that does the iterations of a stage between two bounds."""

    name: str
    arrays: tuple[int, ...]
    """The arrays, by their place in the region, whose addresses it is given."""

    def write_call(
        self,
        e: Emitter,
        address: Callable[[Emitter, int], str],
        bounds: Sequence[Register],
    ) -> str:
        """Calls it on arrays whose addresses are found so; the status."""
        given = [f"ptr {address(e, each)}" for each in self.arrays]
        given += [f"i64 {each.text}" for each in bounds]
        status = e.name()
        e.line(f"{status} = call i64 {self.name}({', '.join(given)})")
        return status


def defined_stage(
    module: Module, e: Emitter, numbers: Mapping[int, Number]
) -> StageFunction:
    """Makes a function of a stage's code, or finds an equal function.

    Args:
      numbers: the code that loads scalar arguments, by their index; only the loads that
        the stage uses are inserted.
    """
    read = {int(each[2]) for each in _NAMES.finditer(e.body()) if each[1] == "number"}
    e.lines[:0] = [line for each in sorted(read) for line in numbers[each].lines]
    text = e.body()
    places: dict[str, int] = {}
    for each in _NAMES.finditer(text):
        places.setdefault(each[2], len(places))
    text = _NAMES.sub(lambda each: f"%{each[1]}.{places[each[2]]}", text)
    name = module.known.get(text)
    if name is None:
        name = module.known[text] = f"@stage{len(module.known)}"
        given = [f"ptr {array_name(place)}" for place in range(len(places))]
        parameters = ", ".join([*given, "i64 %low", "i64 %high"])
        module.add_text(f"define internal i64 {name}({parameters}) {{\n{text}\n}}")
    return StageFunction(name, tuple(map(int, places)))


__all__ = [
    "Number",
    "StageFunction",
    "array_name",
    "defined_stage",
    "read_number",
]
