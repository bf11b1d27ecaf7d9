"""Internal names that are public under others are the public objects themselves."""

from __future__ import annotations

from importlib import import_module

import pytest

import runtime as tf
from runtime.alias.public_places import public_names_by_place
from runtime.internal.composite_tensor import CompositeTensor
from runtime.internal.libraries.cases import case_helper
from runtime.internal.libraries.parallel_loops import pfor
from runtime.internal.libraries.specs import BatchableTypeSpec, VariableSpec


@pytest.mark.parametrize("module", sorted(public_names_by_place()))
def test_each_name_is_there(module: str) -> None:
    for name, place in public_names_by_place()[module].items():
        home, _, attribute = place.partition(":")
        assert hasattr(import_module(home), attribute), name


def test_cases_take_truths_of_python() -> None:
    assert (
        case_helper(
            None, [(False, lambda: 1), (True, lambda: 2)], None, False, None, True
        )
        == 2
    )
    found = case_helper(
        None, [(tf.constant(False), lambda: 1)], lambda: 3, False, None, True
    )
    assert found == 3


def test_a_parallel_loop_stacks() -> None:
    assert pfor(lambda i: i * 2, 3).numpy().tolist() == [0, 2, 4]


class Pair(CompositeTensor):
    """Two tensors, described by a spec as libraries write them."""

    def __init__(self, first: object, second: object) -> None:
        self.first, self.second = first, second

    @property
    def _type_spec(self) -> PairSpec:
        return PairSpec(tf.TensorSpec.from_tensor(self.first))


class PairSpec(BatchableTypeSpec):
    """The spec of a pair."""

    value_type = Pair

    def __init__(self, spec: object) -> None:
        self.spec = spec

    def _serialize(self) -> tuple[object, ...]:
        return (self.spec,)

    @property
    def _component_specs(self) -> object:
        return {"first": self.spec, "second": self.spec}

    def _to_components(self, value: Pair) -> object:
        return {"first": value.first, "second": value.second}

    def _from_components(self, components: dict[str, object]) -> Pair:
        return Pair(components["first"], components["second"])

    def _batch(self, batch_size: int | None) -> object:
        raise NotImplementedError

    def _unbatch(self) -> object:
        raise NotImplementedError


def test_composites_of_libraries_are_arguments_and_results() -> None:
    traces = []

    @tf.function
    def swapped(pair: Pair) -> Pair:
        traces.append(1)
        return Pair(pair.second, pair.first)

    found = swapped(Pair(tf.constant(1.0), tf.constant(2.0)))
    swapped(Pair(tf.constant(3.0), tf.constant(4.0)))
    assert (found.first.numpy(), found.second.numpy(), len(traces)) == (2.0, 1.0, 1)


def test_a_spec_of_variables_fits_by_shape_and_dtype() -> None:
    spec = VariableSpec([2], tf.float32)
    assert spec.is_compatible_with(tf.Variable([1.0, 2.0]))
    assert not spec.is_compatible_with(tf.Variable([1, 2]))
    assert not spec.is_compatible_with(tf.constant([1.0, 2.0]))
