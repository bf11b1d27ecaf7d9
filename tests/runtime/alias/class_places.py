"""Makes runtime/alias/class_places.txt: our classes, with TensorFlow's places.

python -m tests.runtime.alias.class_places > runtime/alias/class_places.txt
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from operator import attrgetter
from pathlib import Path

import runtime as tf

RECORDED = Path(__file__).with_name("classes_of_tensorflow.txt")

NOT_PUBLIC = {
    "runtime.variables.replicas:VariableAggregation": (
        "tensorflow.python.ops.variables VariableAggregation"
    ),
    "runtime.variables.resource:ResourceVariable": (
        "tensorflow.python.ops.resource_variable_ops ResourceVariable"
    ),
    "runtime.functions.function:Function": (
        "tensorflow.python.eager.polymorphic_function.polymorphic_function Function"
    ),
    "runtime.functions.concrete_function:ConcreteFunction": (
        "tensorflow.python.eager.polymorphic_function.concrete_function "
        "ConcreteFunction"
    ),
}
"""Classes whose objects are of another class in TensorFlow than the public one."""


def places() -> Iterator[str]:
    """The lines of the table, sorted."""
    found: dict[str, str] = dict(NOT_PUBLIC)
    lines = RECORDED.read_text("utf-8").splitlines()
    for line in sorted(lines, key=lambda each: (each.count("."), len(each))):
        path, _, place = line.partition(" ")
        try:
            kind = attrgetter(path)(tf)
        except (AttributeError, ImportError):  # the latter: of other libraries
            continue
        home = getattr(kind, "__module__", "")
        if isinstance(kind, type) and home.startswith(("runtime.", "graphir.")):
            found.setdefault(f"{home}:{_name_in(home, kind)}", place)
    for ours, place in sorted(found.items()):
        if not place.endswith("_api"):
            yield f"{ours} {place}"


def _name_in(home: str, kind: type) -> str:
    """What a module calls one of its classes: some have another name there."""
    names = vars(sys.modules[home])
    own = kind.__qualname__
    if names.get(own) is kind:
        return own
    return next((each for each, value in names.items() if value is kind), own)


if __name__ == "__main__":
    print("\n".join(places()))
