"""Named preconditions of rules, shared by several families."""

from __future__ import annotations

from typing import Any

from graphir.node import Value
from graphir.rewrite.rule import Condition, Match


def is_real(name: str) -> Condition:
    """The value is not complex."""

    def condition(found: Match) -> bool | str:
        value: Value = found.bindings[name]
        return not value.dtype.is_complex or f"{name} is complex"

    return _documented(condition, f"{name} is not complex")


def operand_has_one_reader(found: Match) -> bool | str:
    """The operand is read here alone, so that its node goes away."""
    (operand,) = found.root.inputs
    has_one_use = len(operand.uses) == 1 and operand not in found.graph.outputs
    return has_one_use or f"{operand.name} is read elsewhere too"


def all_of(*conditions: Condition) -> Condition:
    """Every condition holds."""

    def condition(found: Match) -> bool | str:
        for each in conditions:
            answer = each(found)
            if answer is not True:
                return answer
        return True

    return _documented(condition, " and ".join(map(describe, conditions)))


def describe(condition: Condition) -> str:
    """A condition as text: its docstring without the full stop."""
    text = (condition.__doc__ or condition.__name__).partition("\n")[0].rstrip(".")
    return text[:1].lower() + text[1:]


def _documented(condition: Any, text: str) -> Condition:
    condition.__doc__ = text
    made: Condition = condition
    return made


def known(found: Match, name: str) -> Any:
    """The array that a name stands for, or None."""
    value: Value = found.bindings[name]
    return value.constant_value()


def are_known(names: str) -> Condition:
    """The values are constants."""

    def condition(found: Match) -> bool | str:
        for name in names.split():
            if found.bindings[name].node.op != "Const":
                return f"{name} is no constant"
        return True

    are = "are constants" if " " in names else "is a constant"
    return _documented(condition, f"{names.replace(' ', ', ')} {are}")


def keeps_shape(name: str) -> Condition:
    """The result has the shape of the value, all of it known."""

    def condition(found: Match) -> bool | str:
        value: Value = found.bindings[name]
        same = value.shape.is_fully_defined() and (
            value.shape == found.root.output.shape
        )
        return same or f"the shape differs from that of {name}, or is not known"

    return _documented(condition, f"the shape is that of {name}")
