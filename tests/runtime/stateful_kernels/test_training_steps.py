"""Steps of optimizers change variables as TensorFlow's do."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Final

import numpy as np
import pytest

import graphir.ops.everything
import runtime as tf
from graphir.ops.contract.registry import declared
from graphir.ops.state.training_steps import TrainingStep
from tests.tensorflow_process import TensorFlowProcess

assert graphir.ops.everything
PATH: Final = Path(__file__).parent / "cases" / "training_steps.json"

RUN: Final = """
def run(op, variables, given, attrs):
    made = {name: tf.Variable(value) for name, value in variables.items()}
    handles = {name: each.handle for name, each in made.items()}
    numbers = {name: tf.constant(*value) for name, value in given.items()}
    for _ in range(2):
        getattr(tf.raw_ops, op)(**handles, **numbers, **attrs)
    return {name: each.numpy().tolist() for name, each in made.items()}

result = {label: run(*case) for label, case in cases.items()}
"""

SIZES: Final = {"momentum": 0.9, "lr_power": -0.5, "l1": 0.05, "alpha": 0.3}
STARTS: Final = {"accum": 0.5, "gradient_squared_accumulator": 0.4, "ms": 0.9}


def case_of(op: type[TrainingStep], attrs: dict[str, Any], dtype: str) -> list[Any]:
    """A variable of 3 rows, slots, numbers and a gradient, of which two rows agree."""
    rng = np.random.default_rng(len(op.__name__))
    variables: dict[str, Any] = {}
    given: dict[str, Any] = {}
    for arg in op.declared().inputs:
        if arg.name in op.variables():
            start = STARTS.get(arg.name, 0.1)
            variables[arg.name] = rng.uniform(start, start + 0.5, (3, 2)).tolist()
        elif arg.name in ("grad", "delta"):
            given[arg.name] = rng.normal(size=(3, 2)).tolist(), dtype
        elif arg.name == "indices":
            given[arg.name] = [2, 0, 2], "int32"
        elif arg.name == "global_step":
            given[arg.name] = 3, "int64"
        else:
            given[arg.name] = SIZES.get(arg.name, 0.2), dtype
    return [op.__name__, variables, given, attrs]


def all_cases() -> dict[str, list[Any]]:
    found = {}
    for op in declared():
        if issubclass(op, TrainingStep) and not op.declared().reference:
            flags = ["use_nesterov", "multiply_linear_by_lr", "update_slots"]
            found[op.__name__] = case_of(op, {}, "float32")
            for flag in flags:
                if flag in op.declared().attrs:
                    is_on = flag != "update_slots"
                    label = f"{op.__name__} {flag}={is_on}"
                    found[label] = case_of(op, {flag: is_on}, "float32")
    return found


def recorded() -> dict[str, Any]:
    found: dict[str, Any] = json.loads(PATH.read_text())
    return found


@pytest.mark.parametrize("label", sorted(all_cases()))
def test_two_steps(label: str) -> None:
    names: dict[str, Any] = {"tf": tf, "cases": {label: all_cases()[label]}}
    exec(RUN, names)
    theirs = recorded()[label]
    for name, values in names["result"][label].items():
        np.testing.assert_allclose(values, theirs[name], 3e-5, 1e-6, err_msg=name)


def test_recorded_steps_are_live_tensorflows(
    tensorflow_python: TensorFlowProcess, update_goldens: bool
) -> None:
    found = tensorflow_python.run(RUN, cases=all_cases())
    if update_goldens:
        lines = [
            f"{json.dumps(key)}: {json.dumps(each)}" for key, each in found.items()
        ]
        PATH.write_text("{\n" + ",\n".join(lines) + "\n}\n")
    assert found == recorded()


def test_shapes_must_be_the_same() -> None:
    variable = tf.Variable([1.0, 2.0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="same shape"):
        tf.raw_ops.ResourceApplyGradientDescent(
            var=variable.handle, alpha=0.1, delta=[1.0, 2.0, 3.0]
        )


def test_rows_out_of_range() -> None:
    variable, total = tf.Variable([[1.0], [2.0]]), tf.Variable([[1.0], [2.0]])
    with pytest.raises(tf.errors.InvalidArgumentError, match="out of range"):
        tf.raw_ops.ResourceSparseApplyAdagrad(
            var=variable.handle, accum=total.handle, lr=0.1, grad=[[1.0]], indices=[2]
        )


def test_a_step_in_a_function() -> None:
    variable = tf.Variable([1.0, 2.0])

    @tf.function
    def step(gradient: Any) -> None:
        tf.raw_ops.ResourceApplyGradientDescent(
            var=variable.handle, alpha=0.5, delta=gradient
        )

    step(tf.constant([2.0, 2.0]))
    step(tf.constant([2.0, 2.0]))
    assert variable.numpy().tolist() == [-1.0, 0.0]
