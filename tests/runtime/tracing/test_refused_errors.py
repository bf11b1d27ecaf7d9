"""Refusals that no handler of the user's can hide."""

from __future__ import annotations

import pytest

import runtime as tf
from runtime.tracing.graph_trace import GraphTrace
from runtime.tracing.refused_errors import REFUSALS, Refusals, refusals_around, refuse


def test_a_refusal_reaches_all_functions_around() -> None:
    outer = GraphTrace("outer")
    branch = GraphTrace("branch", outer, is_branch=True)
    inner = GraphTrace("inner", branch)
    for each in (outer, inner):
        REFUSALS.set(each, Refusals())
    error = ValueError("no")
    refuse(inner, error)
    found = list(refusals_around(inner))
    assert len(found) == 2
    assert [each.errors for each in found] == [[error], [error]]
    assert list(refusals_around(None)) == []
    assert REFUSALS.of(branch) is None


def test_a_caught_refusal_fails_the_trace() -> None:
    @tf.function
    def hiding(x):
        try:
            if x > 0:
                raise KeyError("inside")
        except KeyError:
            return -x
        return x

    with pytest.raises(Exception, match="KeyError"):
        hiding(tf.constant(1))
