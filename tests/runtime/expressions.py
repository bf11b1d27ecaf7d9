"""Expressions that are evaluated here and by a live TensorFlow, as text."""

from __future__ import annotations

from typing import Any

from tests.tensorflow_process import TensorFlowProcess

EVALUATE = """
def shown(value):
    if isinstance(value, (list, tuple)):
        return [shown(each) for each in value]
    shape = getattr(value, "shape", "")
    dtype = getattr(getattr(value, "dtype", None), "name", "")
    return f"{value} {dtype} {shape}"

def outcome(expression):
    try:
        return shown(eval(expression, dict(names, tf=tf)))
    except Exception as error:
        kinds = {each.__name__ for each in type(error).__mro__}
        known = ["InvalidArgumentError", "IndexError", "ValueError", "TypeError"]
        return next((each for each in known if each in kinds), type(error).__name__)

names = {}
exec(prelude, {"tf": tf}, names)
result = [outcome(each) for each in expressions]
"""
"""Reads ``tf``, ``prelude`` and ``expressions``; leaves ``result``."""


def outcomes_here(prelude: str, expressions: list[str]) -> list[Any]:
    """What each expression gives, or the class of its error."""
    import runtime

    names: dict[str, Any] = {
        "tf": runtime,
        "prelude": prelude,
        "expressions": expressions,
    }
    exec(EVALUATE, names)
    found: list[Any] = names["result"]
    return found


def outcomes_there(
    process: TensorFlowProcess, prelude: str, expressions: list[str]
) -> list[Any]:
    """The same by TensorFlow."""
    found: list[Any] = process.run(EVALUATE, prelude=prelude, expressions=expressions)
    return found
