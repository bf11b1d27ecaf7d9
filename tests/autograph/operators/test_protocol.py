"""The module of operators is what its protocol says."""

from __future__ import annotations

import inspect

import pytest

from autograph import operators as ag__
from autograph.operators.protocol import Operators

HOOKS = {
    name: member for name, member in vars(Operators).items() if not name.startswith("_")
}
FUNCTIONS = [name for name, member in HOOKS.items() if inspect.isfunction(member)]


def test_protocol_lists_what_the_module_offers():
    assert sorted(HOOKS) == sorted(ag__.__all__)


@pytest.mark.parametrize("name", FUNCTIONS)
def test_arguments_are_those_of_the_protocol(name):
    declared = list(inspect.signature(HOOKS[name]).parameters.values())[1:]
    offered = inspect.signature(getattr(ag__, name)).parameters.values()
    assert [(p.name, p.default) for p in offered] == [
        (p.name, p.default) for p in declared
    ]
