"""The variables reachable from an object, which `autograph.check` restores."""

from __future__ import annotations

from typing import Any

from runtime.variables.module import Module
from runtime.variables.resource import ResourceVariable


def variables_of(value: Any) -> dict[str, Any]:
    """The variables of a module, by path; of a variable, itself under the empty path.

    >>> from runtime.variables.reached import variables_of
    >>> list(variables_of(tf.Variable(1.0))), variables_of(3)
    ([''], {})
    """
    if isinstance(value, ResourceVariable):
        return {"": value}
    if isinstance(value, Module):
        found = enumerate(value.variables)
        return {f".variables[{index}]": each for index, each in found}
    return {}
