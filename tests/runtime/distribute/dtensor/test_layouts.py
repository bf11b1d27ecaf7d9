"""DTensors: layouts through ops, as TensorFlow's recorded answers have them."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import runtime as tf
from runtime.distribute.dtensor.tensors import DTensor

dtensor = tf.experimental.dtensor
CASES = Path(__file__).parent.parent / "cases"


def answers(program: Path) -> Any:
    """What a program prints; in a process of its own, where CPUs stay divided."""
    done = subprocess.run(
        [sys.executable, "-m", "runtime", str(program)],
        capture_output=True,
        text=True,
        check=True,
        timeout=300,
    )
    return json.loads(done.stdout)


@pytest.mark.slow
def test_layouts_parts_and_text_are_those_of_tensorflow() -> None:
    program = CASES / "dtensor_layouts.py"
    recorded = json.loads(program.with_suffix(".json").read_text())
    found = answers(program)
    differing = {
        name: (found[name], recorded[name])
        for name in recorded
        if found[name] != recorded[name]
    }
    assert not differing


@pytest.mark.slow
def test_training_by_the_guide_gives_the_losses_of_tensorflow() -> None:
    program = CASES / "dtensor_guide.py"
    recorded = json.loads(program.with_suffix(".json").read_text())
    for found, wanted in zip(answers(program), recorded, strict=True):
        assert np.allclose(found["losses"], wanted["losses"], atol=1e-5, rtol=0)
        assert found["specs"] == wanted["specs"]
        assert found["logits_specs"] == wanted["logits_specs"]
        assert abs(found["after"] - wanted["after"]) < 1e-5
        assert found["accuracy"] == wanted["accuracy"]


@pytest.fixture
def mesh(four_cpus: list[str]) -> Any:
    return dtensor.create_mesh([("x", 2), ("y", 2)], devices=four_cpus)


def laid(mesh: Any, value: Any, *specs: str) -> Any:
    return dtensor.relayout(tf.constant(value), dtensor.Layout(list(specs), mesh))


def test_meshes_and_layouts_are_read_as_they_are_written(mesh: Any) -> None:
    layout = dtensor.Layout(["y", dtensor.UNSHARDED], mesh)
    assert dtensor.Mesh.from_string(mesh.to_string()) == mesh
    assert dtensor.Layout.from_string(layout.to_string()) == layout
    scalar = dtensor.Layout.replicated(mesh, 0)
    assert dtensor.Layout.from_string(scalar.to_string()) == scalar
    assert layout.offset_to_shard() == [(0, 0), (1, 0), (0, 0), (1, 0)]
    assert layout.local_shape_from_global_shape([4, 3]) == (2, 3)


@pytest.mark.parametrize(
    ("specs", "words"),
    [
        (["z"], "either be a valid mesh dimension or UNSHARDED"),
        (["x", "x"], "x was repeated"),
    ],
)
def test_layouts_that_cannot_be_are_refused(
    mesh: Any, specs: list[str], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        dtensor.Layout(specs, mesh)


def test_a_mesh_has_as_many_devices_as_places(four_cpus: list[str]) -> None:
    with pytest.raises(ValueError, match=r"\(4\) must be equal to total size"):
        dtensor.create_mesh([("x", 3)], devices=four_cpus)


def test_values_of_parts_are_not_taken_for_the_whole(mesh: Any) -> None:
    whole = laid(mesh, [1.0, 2.0], dtensor.UNSHARDED)
    divided = laid(mesh, [1.0, 2.0], "x")
    assert whole.numpy().tolist() == [1.0, 2.0]
    with pytest.raises(tf.errors.UnimplementedError, match="non-replicated DTensor"):
        divided.numpy()
    with pytest.raises(tf.errors.UnimplementedError, match="non-replicated DTensor"):
        np.asarray(divided)


def test_axes_that_cannot_be_divided_are_refused(mesh: Any) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="not divisible"):
        laid(mesh, [1.0, 2.0, 3.0], "x")
    with pytest.raises(tf.errors.InvalidArgumentError, match="rank 1"):
        laid(mesh, [[1.0]], "x")
    odd = laid(mesh, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], "x")[::2]
    assert dtensor.fetch_layout(odd).sharding_specs == ["unsharded"]


def test_packing_refuses_what_is_no_whole(mesh: Any) -> None:
    layout = dtensor.Layout(["x"], mesh)
    errors = tf.errors
    part = tf.constant([1.0])
    for parts, kind, words in (
        ([part], errors.InvalidArgumentError, "expected 4 inputs"),
        ([part, part, part, tf.ones([2])], errors.UnimplementedError, "same shape"),
        ([tf.constant(1.0)] * 4, errors.InvalidArgumentError, "same rank"),
        ([part, part + 1, part, part], errors.InvalidArgumentError, "one copy"),
    ):
        with pytest.raises(kind, match=words):
            dtensor.pack(parts, layout)


def test_two_meshes_do_not_meet(mesh: Any, four_cpus: list[str]) -> None:
    other = dtensor.create_mesh([("z", 4)], devices=four_cpus)
    x, y = laid(mesh, [1.0, 2.0, 3.0, 4.0], "x"), laid(other, [1.0] * 4, "z")
    with pytest.raises(tf.errors.InvalidArgumentError, match="the same mesh"):
        x + y
    with pytest.raises(tf.errors.InvalidArgumentError, match="the same mesh"):
        tf.function(lambda a, b: a + b)(x, y)


def test_a_variable_without_a_layout_is_refused() -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match="Neither layout"):
        dtensor.DVariable([1.0])


def test_gradients_of_an_eager_tape_have_layouts(mesh: Any) -> None:
    v = dtensor.DVariable(laid(mesh, [[1.0, 2.0], [3.0, 4.0]], "unsharded", "y"))
    x = laid(mesh, [[1.0, 2.0], [3.0, 4.0]], "x", "unsharded")
    with tf.GradientTape(persistent=True) as tape:
        tape.watch(x)
        loss = tf.reduce_sum((x @ v) ** 2)
    for source, specs in ((v, ["unsharded", "y"]), (x, ["x", "unsharded"])):
        assert dtensor.fetch_layout(tape.gradient(loss, source)).sharding_specs == specs
    product = np.array([[7.0, 10.0], [15.0, 22.0]])
    expected = np.array([[1.0, 3.0], [2.0, 4.0]]) @ (2 * product)
    whole = dtensor.Layout(["unsharded"] * 2, mesh)
    found = dtensor.relayout(tape.gradient(loss, v), whole)
    assert np.allclose(found.numpy(), expected)


def test_functions_keep_no_layout_of_an_earlier_call(mesh: Any) -> None:
    v = dtensor.DVariable(laid(mesh, [1.0, 2.0], "y"))
    double = tf.function(lambda x: x * 2.0)
    read = tf.function(lambda: v * 2.0)
    plain = tf.constant([1.0, 2.0])
    for _ in range(3):  # the third call of each is a repeated one
        for specs in ("x", "y", "unsharded"):
            found = dtensor.fetch_layout(double(laid(mesh, [1.0, 2.0], specs)))
            assert found.sharding_specs == [specs]
        assert not dtensor.is_dtensor(double(plain))
        assert dtensor.fetch_layout(read()).sharding_specs == ["y"]
    assert double.experimental_get_tracing_count() == 1


def test_tensors_and_variables_survive_being_copied(mesh: Any) -> None:
    import copy
    import pickle

    x = laid(mesh, [1.0, 2.0], "x")
    again = pickle.loads(pickle.dumps(x))
    assert isinstance(again, DTensor)
    assert again.layout == x.layout
    v = dtensor.DVariable(x)
    other = copy.deepcopy(v)
    other.assign_add([1.0, 1.0])
    assert other.layout == v.layout
    assert [each.numpy().tolist() for each in dtensor.unpack(v)][::2] == [[1.0], [2.0]]
