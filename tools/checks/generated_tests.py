"""Generated tests: one test file that tries every module of a room by what it declares.

A module that only declares (ops of a family, rules of a pass) needs no test of its
own where a generated test finds each declaration by itself. `GENERATED` names these
tests; `tests/tools/checks/test_generated_tests.py` proves that each finds what it is
named for.
"""

from __future__ import annotations

import ast
from collections.abc import Callable
from pathlib import PurePosixPath
from typing import Final, NamedTuple

from .tree import SourceFile


class Generated(NamedTuple):
    """A test file that tries every module which matches."""

    test: str
    covers: Callable[[SourceFile], bool]
    how: str
    """How it comes upon the declarations of a module."""


def _declares_ops(*rooms: str) -> Callable[[SourceFile], bool]:
    """Modules of some rooms of ops with a class for each op."""

    def covers(file: SourceFile) -> bool:
        is_there = _folder(file) in {f"graphir/ops/{room}" for room in rooms}
        is_there = is_there and file.path.stem != "families"
        return is_there and any(map(_is_declaration, file.tree.body))

    return covers


def _is_declaration(node: ast.stmt) -> bool:
    """A public class that extends another: helpers of kernels are functions."""
    is_class = isinstance(node, ast.ClassDef) and bool(node.bases)
    return is_class and not getattr(node, "name", "_").startswith("_")


def _one_of(*paths: str) -> Callable[[SourceFile], bool]:
    """Modules by path; a path that ends in a slash is all files of that folder."""

    def covers(file: SourceFile) -> bool:
        return file.relative in paths or f"{_folder(file)}/" in paths

    return covers


def _declares_rules(file: SourceFile) -> bool:
    """Families of rules, by the rule sets that they define."""
    is_there = _folder(file) == "graphir/passes/arithmetic"
    return (is_there and "= RuleSet(" in file.text) or (
        file.relative == "graphir/passes/remapping.py"
    )


def _folder(file: SourceFile) -> str:
    return str(PurePosixPath(file.relative).parent)


PASSES: Final = {
    "graphir/passes/arithmetic/simplification.py": "arithmetic",
    "graphir/passes/common_subexpressions.py": "cse",
    "graphir/passes/constant_folding.py": "constant_folding",
    "graphir/passes/dead_nodes.py": "dead_nodes",
    "graphir/passes/debug_stripping.py": "debug_stripper",
    "graphir/passes/dependencies.py": "dependencies",
    "graphir/passes/function_inlining.py": "function_inlining",
    "graphir/passes/layouts.py": "layout",
    "graphir/passes/mixed_precision.py": "auto_mixed_precision",
    "graphir/passes/reassociation.py": "reassociation",
    "graphir/passes/shape_inference.py": "shape_inference",
    "graphir/passes/datasets/": "datasets",
    "graphir/passes/functions/": "functions",
    "graphir/passes/loops/": "loops",
}
"""Modules of passes -> the folder of their cases in `tests/graphir/cases`."""

_WITHOUT_KERNELS: Final = _one_of(
    "graphir/ops/images/glimpses.py",
    "graphir/ops/nn/cudnn_networks.py",
    "graphir/ops/random/stateful_random.py",
    "graphir/ops/sparse/compressed_rows.py",
    "graphir/ops/strings/encoded_messages.py",
    "graphir/ops/strings/files.py",
)
"""Ops whose kernels have state or files: the runtime attaches them."""

_OF_STATE: Final = _declares_ops("datasets", "references", "state", "stores")

GENERATED: Final = (
    Generated(
        "tests/graphir/test_every_op.py",
        lambda file: _WITHOUT_KERNELS(file) or _OF_STATE(file),
        "it reads, checks, prints and writes every declared op; the kernels are the "
        "runtime's",
    ),
    Generated(
        "tests/graphir/ops/test_generated.py",
        _declares_ops(
            "arrays",
            "images",
            "linalg",
            "math",
            "nn",
            "quantization",
            "random",
            "reductions",
            "sparse",
            "strings",
        ),
        "it calls every declared op that has a kernel",
    ),
    Generated(
        "tests/properties/test_rules.py",
        _declares_rules,
        "it tries every registered rule on graphs made of the rule's two sides",
    ),
    Generated(
        "tests/graphir/passes/test_goldens.py",
        _one_of(*PASSES),
        "it runs every text case in the folder of the pass",
    ),
    Generated(
        "tests/onnx/test_backend.py",
        _one_of("graphir/onnx/reading/"),
        "ONNX's own tests of each op; `make test-onnx` asks for 95 % of them",
    ),
    Generated(
        "tests/graphir/onnx/writing/test_every_rule.py",
        _one_of("graphir/onnx/writing/"),
        "it writes a call of each op that has a rule, and reads it again",
    ),
    Generated(
        "tests/runtime/native/lowering/test_every_rule.py",
        _one_of("runtime/native/lowering/"),
        "it runs a call of each op that has a rule natively, against the kernel",
    ),
    Generated(
        "tests/autograph/stages/test_jax.py",
        _one_of("autograph/stages/"),
        "programs on JAX's values; `make test-jax` runs them where JAX is",
    ),
)


def generated_test_of(file: SourceFile) -> Generated | None:
    """The generated test that tries a module, if there is one."""
    return next((each for each in GENERATED if each.covers(file)), None)
