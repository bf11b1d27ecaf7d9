"""Every module of ops is imported with the first op that is looked up."""

from __future__ import annotations

import pkgutil
import subprocess
import sys

import graphir.ops


def test_no_module_of_ops_is_left_out() -> None:
    """In a process of its own: the runtime imports some of them itself."""
    names = [
        each.name
        for each in pkgutil.walk_packages(graphir.ops.__path__, "graphir.ops.")
        if not each.name.startswith("graphir.ops.contract")
    ]
    code = (
        "import sys; from graphir.ops.contract.registry import declared; declared(); "
        f"print(*[each for each in {names} if each not in sys.modules])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert len(names) > 100
    assert done.stdout.split() == []
