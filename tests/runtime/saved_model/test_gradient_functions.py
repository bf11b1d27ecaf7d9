"""Gradient rules of users in SavedModels: training goes on in another process."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import runtime as tf
from graphir.wire import messages
from tests.tensorflow_process import TensorFlowProcess

MODEL = """
scale = [None]


class Rules(tf.Module):
    def __init__(self):
        super().__init__()
        self.v = tf.Variable(3.0)
        self.other = tf.Variable(7.0)
        scale[0] = tf.constant([10.0] * 200)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def captures(self, x):
        return with_sine(x * self.v)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def twice(self, x):
        return with_sine(with_sine(x))

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def in_branch(self, x):
        if tf.reduce_sum(x) > 0:
            return with_sine(x)
        return x

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def from_outside(self, x):
        @tf.custom_gradient
        def scaled(y):
            return y + 1.0, lambda d: d * tf.reduce_sum(scale[0])
        return scaled(x * self.v)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def of_argument(self, x):
        @tf.custom_gradient
        def squared(y):
            return y * y, lambda d: d * x * 100.0
        return squared(x)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def swish(self, x):
        return tf.nn.silu(x)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def reads_variable(self, x):
        @tf.custom_gradient
        def squared(y):
            return y * y, lambda d: d * self.other
        return squared(x)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def gives_to_variable(self, x):
        @tf.custom_gradient
        def scaled(y):
            def rule(d, variables=None):
                return d * self.v * 9.0, [tf.reduce_sum(d) * self.other]
            return y * self.v, rule
        return scaled(x)

    @tf.function(input_signature=[tf.TensorSpec([None], tf.float32, name="x")])
    def pair(self, x):
        a, b = sum_and_product(x, x + 2.0)
        return a * b


@tf.custom_gradient
def with_sine(x):
    s = tf.sin(x)
    return x * 2.0, lambda d: d * 10.0 + s


@tf.custom_gradient
def sum_and_product(x, y):
    return (x + y, x * y), lambda a, b: (a * 3.0, b * 5.0 + tf.cos(y))


FUNCTIONS = (
    "captures", "twice", "in_branch", "from_outside", "of_argument", "swish", "pair",
    "reads_variable", "gives_to_variable",
)


def gradients(model, but=()):
    found = {}
    for name in [each for each in FUNCTIONS if each not in but]:
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(model, name)(x)
        dx, dv = tape.gradient(y, [x, model.v])
        found[name] = [y.numpy().tolist(), dx.numpy().tolist()]
        if name == "gives_to_variable":
            found[name].append([dv.numpy().item()] * 2)
    return found
"""
# TensorFlow loads no rules of branches, its own neither
READ = (
    MODEL
    + """
result = gradients(tf.saved_model.load(folder), ["in_branch"])
"""
)
# and saves none that read a tensor which no object holds
SAVE = (
    MODEL.replace("tf.constant([10.0] * 200)", "2000.0")
    + """
model = Rules()
tf.saved_model.save(model, folder)
result = gradients(model)
"""
)
COUNTING = """
class Counting(tf.Module):
    def __init__(self):
        super().__init__()
        self.count = tf.Variable(0.0)
        self.last = tf.Variable([0.0, 0.0])

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def adds(self, x):
        @tf.custom_gradient
        def counted(y):
            def rule(d):
                self.count.assign_add(1.0)
                return d
            return y * 2.0, rule
        return counted(x)

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def reads(self, x):
        @tf.custom_gradient
        def kept(y):
            def rule(d):
                before = self.last * 100.0
                self.last.assign(d * 3.0)
                if tf.reduce_sum(d) > 5.0:
                    self.count.assign_add(10.0)
                return before + self.last * self.count
            return y * 2.0, rule
        return kept(x)

    @tf.function(input_signature=[tf.TensorSpec([2], tf.float32, name="x")])
    def both(self, x):
        return self.adds(x) + self.reads(x)


def counted(model):
    found = []
    for name in ("adds", "adds", "reads", "reads", "both"):
        x = tf.constant([1.0, 2.0])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = getattr(model, name)(x) * x
        gradient = tape.gradient(y, x)
        found.append([gradient.numpy().tolist(), model.count.numpy().item()])
    return found
"""
COUNT_READ = COUNTING + "result = counted(tf.saved_model.load(folder))"
COUNT_SAVE = (
    COUNTING
    + """
tf.saved_model.save(Counting(), folder)
result = counted(tf.saved_model.load(folder))
"""
)
ALONE = """
import json, sys
import runtime as tf
exec(sys.argv[1])
print(json.dumps(gradients(tf.saved_model.load(sys.argv[2]))))
"""


def close(found: dict, expected: dict) -> bool:
    return found.keys() == expected.keys() and all(
        np.allclose(found[name], expected[name], rtol=1e-5) for name in expected
    )


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> dict:
    found: dict = {"tf": tf, "__name__": __name__}
    file = tmp_path_factory.mktemp("code") / "rules.py"
    file.write_text(MODEL + COUNTING)
    exec(compile(MODEL + COUNTING, str(file), "exec"), found)
    return found


def test_a_loaded_model_has_its_rules(names: dict, tmp_path: Path) -> None:
    model = names["Rules"]()
    expected = names["gradients"](model)
    tf.saved_model.save(model, str(tmp_path / "one"))
    loaded = tf.saved_model.load(str(tmp_path / "one"))
    assert close(names["gradients"](loaded), expected)
    # and so has what is saved of it
    tf.saved_model.save(loaded, str(tmp_path / "two"))
    again = tf.saved_model.load(str(tmp_path / "two"))
    assert close(names["gradients"](again), expected)


def test_copies_of_a_function_have_rules_of_their_own(
    names: dict, tmp_path: Path
) -> None:
    model = names["Rules"]()
    tf.saved_model.save(model, str(tmp_path / "one"))
    loaded = tf.saved_model.load(str(tmp_path / "one"))
    # the signature calls a copy of what it is a copy of itself
    tf.saved_model.save(loaded, str(tmp_path / "two"), signatures=loaded.captures)
    again = tf.saved_model.load(str(tmp_path / "two"))
    x = tf.constant([1.0, 2.0])
    for each in (again.captures, again.signatures["serving_default"]):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.nest.flatten(each(x=x))[0]
        found = tape.gradient(y, x).numpy().tolist()
        assert np.allclose(found, names["gradients"](model)["captures"][1])


def test_rules_of_two_models_are_kept_apart(names: dict, tmp_path: Path) -> None:
    model = names["Rules"]()
    expected = names["gradients"](model)
    tf.saved_model.save(model, str(tmp_path / "one"))
    both = tf.Module()
    both.first = tf.saved_model.load(str(tmp_path / "one"))
    both.second = tf.saved_model.load(str(tmp_path / "one"))
    both.second.v.assign(-7.0)
    tf.saved_model.save(both, str(tmp_path / "both"))
    loaded = tf.saved_model.load(str(tmp_path / "both"))
    assert close(names["gradients"](loaded.first), expected)
    other = names["gradients"](loaded.second)
    assert np.allclose(other["from_outside"][1], [-14000.0] * 2)
    assert np.allclose(loaded.first.v, 3.0)


@pytest.mark.slow
def test_in_another_process(names: dict, tmp_path: Path) -> None:
    model = names["Rules"]()
    tf.saved_model.save(model, str(tmp_path / "one"))
    found = subprocess.run(
        [sys.executable, "-c", ALONE, MODEL, str(tmp_path / "one")],
        capture_output=True,
        text=True,
        check=True,
    )
    assert close(json.loads(found.stdout), names["gradients"](model))


def test_without_rules(names: dict, tmp_path: Path) -> None:
    options = tf.saved_model.SaveOptions(experimental_custom_gradients=False)
    tf.saved_model.save(names["Rules"](), str(tmp_path / "one"), options=options)
    content = (tmp_path / "one" / "saved_model.pb").read_bytes()
    [meta] = messages.parse("SavedModel", content).meta_graphs
    assert not meta.graph_def.library.registered_gradients
    loaded = tf.saved_model.load(str(tmp_path / "one"))
    x = tf.constant([1.0])
    assert loaded.twice(x).numpy() == [4.0]
    # a file cannot name the rules that this process has, and the op's own is wrong
    v = tf.Variable([1.0])
    with tf.GradientTape(), pytest.raises(LookupError, match="IdentityN"):
        loaded.twice(v)


def test_a_rule_that_cannot_be_traced_is_said(tmp_path: Path) -> None:
    @tf.custom_gradient
    def odd(x):
        return x * 1.0, lambda d: d * d.numpy()

    model = tf.Module()
    model.f = tf.function(odd, input_signature=[tf.TensorSpec([], tf.float32)])
    with pytest.raises(ValueError, match="experimental_custom_gradients=False"):
        tf.saved_model.save(model, str(tmp_path / "one"))


def test_both_ways(
    names: dict, tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    model = names["Rules"]()
    expected = names["gradients"](model)
    tf.saved_model.save(model, str(tmp_path / "mine"))
    found = tensorflow_python.run(READ, folder=str(tmp_path / "mine"))
    assert close({**found, "in_branch": expected["in_branch"]}, expected)
    theirs = tensorflow_python.run(SAVE, folder=str(tmp_path / "theirs"))
    assert close(theirs, expected)
    loaded = tf.saved_model.load(str(tmp_path / "theirs"))
    assert close(names["gradients"](loaded), expected)


COUNTED = [
    [[3.0, 6.0], 1.0],
    [[3.0, 6.0], 2.0],
    # the rule reads what was there, writes, and reads what it wrote
    [[8.0, 16.0], 2.0],
    [[308.0, 616.0], 2.0],
]
"""Gradients, and how often a rule ran until then, of one call after the other."""


def test_a_rule_that_assigns_a_variable(names: dict, tmp_path: Path) -> None:
    tf.saved_model.save(names["Counting"](), str(tmp_path / "one"))
    loaded = tf.saved_model.load(str(tmp_path / "one"))
    # a second time, from what was loaded
    tf.saved_model.save(loaded, str(tmp_path / "two"))
    assert names["counted"](loaded)[:4] == COUNTED
    again = tf.saved_model.load(str(tmp_path / "two"))
    found = names["counted"](again)
    assert found[:4] == COUNTED
    assert found[4][1] == 3.0


def test_rules_that_assign_both_ways(
    names: dict, tmp_path: Path, tensorflow_python: TensorFlowProcess
) -> None:
    tf.saved_model.save(names["Counting"](), str(tmp_path / "mine"))
    mine = tensorflow_python.run(COUNT_READ, folder=str(tmp_path / "mine"))
    theirs = tensorflow_python.run(COUNT_SAVE, folder=str(tmp_path / "theirs"))
    loaded = tf.saved_model.load(str(tmp_path / "theirs"))
    found = names["counted"](loaded)
    assert mine[:4] == theirs[:4] == found[:4] == COUNTED
    # the two rules of the last one run in any order
    assert mine[4][1] == theirs[4][1] == found[4][1] == 3.0
