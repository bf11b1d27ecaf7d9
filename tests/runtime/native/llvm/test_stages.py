"""Stages are known, and wrong ones refused, without LLVM."""

from __future__ import annotations

import subprocess
import sys

import pytest

from runtime.native.calls.report import NativeReport
from runtime.native.llvm.stages import STAGES, check_stage


def test_wrong_stages_are_refused() -> None:
    for stage in STAGES:
        check_stage(stage)
        assert NativeReport().code(stage) == ""
    for call in (check_stage, NativeReport().code):
        with pytest.raises(ValueError, match="one of llvm, optimized_llvm, assembly"):
            call("source")


def test_a_report_needs_no_compiler() -> None:
    code = """
import sys
from runtime.native.calls.report import NativeReport
print(NativeReport().code("llvm") == "")
print([name for name in sys.modules if "llvmlite" in name or name.endswith(".engine")])
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout.splitlines() == ["True", "[]"], done.stderr
