"""Each generated test finds the modules that it is named for."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from autograph_tools.checks.generated_tests import (
    GENERATED,
    PASSES,
    Generated,
)
from autograph_tools.checks.mirrored_tests import has_behaviour
from autograph_tools.checks.tree import SourceFile, source_files
from graphir.onnx.contract.emission import PAIRED, WRITING
from graphir.onnx.writing import families
from graphir.ops.contract.registry import declared, is_earlier_name
from graphir.rewrite.rule import RuleSet
from runtime.native.lowering.nodes import LOWERINGS
from tests.graphir.ops.calls import has_kernel_here
from tests.graphir.ops.test_generated import WITHOUT_CALLS
from tests.graphir.test_every_op import OPS
from tests.properties.test_rules import ALL_RULES

ROOT = Path(__file__).parents[3]
FILES = list(source_files(ROOT))


def covered_by(test: str) -> list[SourceFile]:
    """The modules for which a generated test is the answer."""
    (row,) = (each for each in GENERATED if each.test == test)
    return [each for each in FILES if row.covers(each) and has_behaviour(each)]


@cache
def ops_by_module() -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for each in declared():
        found.setdefault(each.__module__, set()).add(each.__name__)
    return found


def ops_of(file: SourceFile) -> set[str]:
    return ops_by_module().get(file.module, set())


@pytest.mark.parametrize("generated", GENERATED, ids=lambda each: each.test)
def test_each_is_there_and_tries_a_module(generated: Generated) -> None:
    assert (ROOT / generated.test).is_file()
    assert any(map(generated.covers, source_files(ROOT)))


@pytest.mark.slow
def test_ops_with_kernels_are_called() -> None:
    """`test_generated` itself asks for a call of each op that has a kernel."""
    called = {each.__name__ for each in declared() if has_kernel_here(each)}
    modules = covered_by("tests/graphir/ops/test_generated.py")
    assert len(modules) > 80
    for file in modules:
        import_module(file.module)
        excused = file.path.stem in WITHOUT_CALLS
        earlier = all(map(is_earlier_name, ops_of(file)))
        # kernels with state are rooms of the runtime, as are their tests
        is_elsewhere = not ops_of(file) & called and ops_of(file) <= set(OPS)
        assert ops_of(file) & called or excused or earlier or is_elsewhere, (
            file.relative
        )


def test_ops_of_state_are_read_and_written() -> None:
    modules = covered_by("tests/graphir/test_every_op.py")
    assert len(modules) > 20
    for file in modules:
        assert ops_of(file), file.relative
        assert ops_of(file) <= set(OPS), file.relative


@pytest.mark.parametrize(
    ("test", "rules", "without"),
    [
        (
            "tests/graphir/onnx/writing/test_every_rule.py",
            lambda: [*WRITING.values(), *PAIRED.values()],
            {
                "graphir.onnx.writing.families",  # it registers the others
                "graphir.onnx.writing.decompositions",  # it has a test of its own
                "graphir.onnx.writing.fused",  # likewise
                "graphir.onnx.writing.inputs",  # likewise
            },
        ),
        (
            "tests/runtime/native/lowering/test_every_rule.py",
            lambda: [rule.lower for rule in LOWERINGS.values()],
            {"runtime.native.lowering.nodes"},  # it has no rule, but the table
        ),
    ],
)
def test_modules_of_rules_have_rules(test: str, rules: Any, without: set[str]) -> None:
    families.register()
    import_module("runtime.native.lowering.everything")
    modules = {each.module for each in covered_by(test)}
    assert len(modules) > 5
    assert modules - without <= {rule.__module__ for rule in rules()}


def test_passes_have_cases() -> None:
    for folder in PASSES.values():
        assert list((ROOT / "tests/graphir/cases" / folder).glob("*.txt")), folder


def test_rules_of_every_family_are_tried() -> None:
    tried = {rule.name for rule in ALL_RULES}
    modules = covered_by("tests/properties/test_rules.py")
    assert len(modules) > 10
    for file in modules:
        values = vars(import_module(file.module)).values()
        rules = [rule for each in values if isinstance(each, RuleSet) for rule in each]
        assert rules, file.relative
        assert {rule.name for rule in rules} <= tried, file.relative
