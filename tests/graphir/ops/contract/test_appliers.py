"""Names that are not there: said so at once, with the nearest one."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest

import runtime as tf
from graphir.builder import GraphBuilder
from graphir.errors import UnknownOpError
from graphir.ops.contract.appliers import AppliedOps
from graphir.rewrite.pattern import op as pattern_op

BUILD = GraphBuilder("g")
OWNERS: list[Any] = [BUILD.op, AppliedOps(BUILD), pattern_op, tf.raw_ops]


@pytest.mark.parametrize("owner", OWNERS, ids=lambda each: type(each).__name__)
def test_ops_are_listed_and_asked_for(owner: Any) -> None:
    assert "MatMul" in dir(owner)
    assert hasattr(owner, "MatMul")
    for name in ("matmul", "__array_interface__", "_repr_html_", "constants"):
        assert not hasattr(owner, name), name


def test_a_name_that_is_near_is_offered() -> None:
    with pytest.raises(AttributeError, match="Did you mean 'MatMul'?"):
        BUILD.op.Matmul  # noqa: B018 - the look-up is what fails
    with pytest.raises(UnknownOpError, match="Did you mean 'MatMul'?"):
        BUILD.node("Matmul", [])
    with pytest.raises(AttributeError, match="Did you mean 'MatMul'?"):
        tf.raw_ops.Matmul  # noqa: B018


LOOK_UPS = """
import sys
import graphir, runtime as tf, runtime.namespaces.raw_ops
from graphir.builder import GraphBuilder
from graphir.rewrite.pattern import op
ops = GraphBuilder("g").op
raw_ops = tf.raw_ops
before = set(sys.modules)
for _ in range(1):

    for owner in (tf, graphir, ops, op, raw_ops):
        for name in ("Nonsense", "nonsense", "_nonsense", "__nonsense__"):
            if owner in (op, raw_ops) and name == "Nonsense":
                continue  # any module of ops may declare it
            assert not hasattr(owner, name), (owner, name)
own = ("graphir", "runtime", "autograph", "google", "numpy")
print(sorted(name for name in set(sys.modules) - before if name.startswith(own)))
"""


def test_a_look_up_of_what_is_missing_imports_nothing() -> None:
    done = subprocess.run(
        [sys.executable, "-c", LOOK_UPS], capture_output=True, text=True, check=True
    )
    assert done.stdout == "[]\n"
