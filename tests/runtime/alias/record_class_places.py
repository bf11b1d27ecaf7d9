"""Run with a Python that has TensorFlow: which module and name each public class has.

python tests/runtime/alias/record_class_places.py > .../classes_of_tensorflow.txt
"""

from __future__ import annotations

import sys
from types import ModuleType
from typing import Any

LEFT_OUT = {"keras", "losses", "metrics", "optimizers", "initializers", "compat"}


def main() -> None:
    import tensorflow as tf

    seen: set[int] = set()

    def walk(place: Any, path: str) -> None:
        if id(place) in seen:
            return
        seen.add(id(place))
        for name in sorted(dir(place)):
            if name.startswith("_") and name != "__internal__":
                continue
            if not path and name in LEFT_OUT:
                continue
            try:
                value = getattr(place, name)
            except AttributeError:
                continue
            full = f"{path}.{name}" if path else name
            if type(value) is ModuleType and "_api" in value.__name__:
                walk(value, full)
            elif isinstance(value, type) and value.__module__.startswith("tensorflow"):
                print(full, value.__module__, value.__qualname__)

    walk(tf, "")


if __name__ == "__main__":
    sys.exit(main())
