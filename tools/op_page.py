"""``docs/ops.md``: every raw op, and our support for it: a kernel, a gradient.

``python -m tools.op_page`` writes the page, ``--check`` compares it.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from typing import Any, Final

from .output.files import write_whole
from .targets.ops_used import kernel_of

PAGE: Final = "docs/ops.md"
_HEAD: Final = """\
# The raw ops

Every op of `tf.raw_ops`, made by `python -m tools.op_page` from the declarations. An
op without a kernel can be read, checked, optimized around and written; a graph with it
does not run here.

* **kernel**: `here` (in its declaration or in the runtime), `program` (a graph's
  program has it as Python's own control flow), or `none`;
* **gradient**: `yes`; `not differentiable` (nothing flows through it, as in
  TensorFlow); `raises` (TensorFlow has a rule that refuses); `none` (asking for one is
  an error).

An op without a kernel has the reason: `hardware` (TPUs, GPUs), a `service` beside the
program, a `compiled library`, `internal` to TensorFlow's executor and its tests, or
`deprecated`.

"""


def page() -> str:
    """The text of the page."""
    from graphir.ops.contract.registry import known_lines

    rows = [
        (name, *_row(name))
        for name in sorted(known_lines())
        if not name.startswith("_")
    ]
    kernels = Counter(kernel for _, kernel, _ in rows)
    gradients = Counter(gradient for _, _, gradient in rows)
    told = [
        f"{len(rows):,} ops; kernels: {_counted(kernels)}; "
        f"gradients: {_counted(gradients)}.",
        "",
        "| op | kernel | gradient |",
        "| --- | --- | --- |",
    ]
    told += [
        f"| `{name}` | {_explained(name, kernel)} | {gradient} |"
        for name, kernel, gradient in rows
    ]
    return _HEAD + "\n".join(told) + "\n"


def _explained(name: str, kernel: str) -> str:
    """What stands in the column of kernels."""
    from graphir.ops.contract.absences import why_without_kernel

    found = why_without_kernel(name) if kernel == "none" else None
    return kernel if found is None else f"none: {found.category}; {found.reason}"


def _counted(counts: Counter[str]) -> str:
    return ", ".join(f"{count:,} {what}" for what, count in counts.most_common())


def _row(name: str) -> tuple[str, str]:
    from graphir.ops.contract.registry import find

    declaration = find(name)
    return kernel_of(name, declaration), _gradient(name, declaration)


def _gradient(name: str, declaration: Any) -> str:
    from graphir.ops.contract.declaration import (
        no_gradient,
        not_differentiable,
        unimplemented_gradient,
    )

    if name in _rules():
        return "yes"
    said = None if declaration is None else declaration.input_gradients
    if said is None or said is no_gradient:
        return "none"
    if said is not_differentiable:
        return "not differentiable"
    return "raises" if said is unimplemented_gradient else "yes"


@cache
def _rules() -> Any:
    room = import_module("runtime.gradients.backward")
    for each in iter_modules(room.__path__, f"{room.__name__}."):
        import_module(each.name)  # some register rules of their own
    from runtime.gradients.backward.rules import RULES_BY_OP

    return RULES_BY_OP


def main(argv: Sequence[str] | None = None) -> int:
    """Writes the page; with `--check`, reports whether the page is out of date."""
    parser = argparse.ArgumentParser("op_page", description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing")
    path = Path(__file__).parent.parent / PAGE
    text = page()
    if not parser.parse_args(argv).check:
        write_whole(path, text)
        return 0
    if path.is_file() and path.read_text(encoding="utf-8") == text:
        return 0
    print(f"{PAGE} is not as `python -m tools.op_page` writes it")
    return 1


if __name__ == "__main__":
    sys.exit(main())
