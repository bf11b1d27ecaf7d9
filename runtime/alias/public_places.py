"""Internal modules of TensorFlow whose objects also have public names.

A line of the table is a module and the names that libraries import from it.
``name=public`` says under which public name TensorFlow 2.21 has the object; a bare
``name`` is itself the public name.
"""

from __future__ import annotations

from importlib import resources

_TABLE = "public_names.txt"


def public_names_by_place() -> dict[str, dict[str, str]]:
    """TensorFlow's module -> name -> this runtime's object, as `module:name`.

    >>> public_names_by_place()["tensorflow.python.ops.array_ops"]["where"]
    'runtime.compat.v1:where'
    """
    text = resources.files("runtime.alias").joinpath(_TABLE).read_text("utf-8")
    found: dict[str, dict[str, str]] = {}
    for line in text.splitlines():
        module, _, row = line.partition(": ")
        pairs = (each.partition("=") for each in row.split())
        found[module] = {name: _place(public or name) for name, _, public in pairs}
    return found


def _place(public: str) -> str:
    namespace, _, name = public.rpartition(".")
    return f"{'.'.join(filter(None, ('runtime', namespace)))}:{name}"
