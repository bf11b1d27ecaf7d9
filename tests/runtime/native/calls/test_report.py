"""The report tells what is native, and why the rest is not."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

pytest.importorskip("llvmlite")


def test_report_says_what_kept_a_node_apart() -> None:
    @tf.function(jit_compile=True)
    def mixed(x: Any) -> Any:
        y = tf.exp(x) * 2.0
        z = tf.sort(y)
        return tf.tanh(z) + z

    mixed(tf.constant([3.0, 1.0, 2.0]))
    report = mixed.jit_report()
    assert report.count("region of") == 2
    assert "[3]: native" in report
    assert "is not covered" in report
