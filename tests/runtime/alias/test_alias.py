"""`import tensorflow` under `python -m runtime`, and that it is off otherwise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.alias import internals
from runtime.alias.class_places import read_table
from runtime.alias.environment import SITE
from runtime.alias.names import load
from tests.runtime.alias import class_places

PROGRAM = Path(__file__).parent / "cases" / "program.py"


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "runtime", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False)


@pytest.fixture(scope="module")
def seen() -> Any:
    done = run(str(PROGRAM), "a", "--flag")
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_version_and_metadata(seen: Any) -> None:
    assert seen["version"] == seen["metadata"] == tf.__version__


def test_classes_say_that_they_are_those_of_tensorflow(seen: Any) -> None:
    assert seen["places"] == [
        "tensorflow.python.framework.ops.EagerTensor",
        "tensorflow.python.ops.resource_variable_ops.ResourceVariable",
        "tensorflow.python.ops.ragged.ragged_tensor.RaggedTensor",
        "tensorflow.python.framework.sparse_tensor.SparseTensor",
        "tensorflow.python.eager.polymorphic_function.polymorphic_function.Function",
        "tensorflow.python.eager.polymorphic_function.concrete_function."
        "ConcreteFunction",
        "tensorflow.python.data.ops.dataset_ops.DatasetV2",
    ]
    assert seen["error"] == (
        "tensorflow.python.framework.errors_impl.InvalidArgumentError"
    )


def test_classes_and_their_values_are_pickled(seen: Any) -> None:
    assert seen["pickled"] == [True, True]


def test_modules_below_it_are_the_namespaces(seen: Any) -> None:
    assert seen["modules"] == [True] * 5
    assert seen["no_module"] == "No module named 'tensorflow.no_such_namespace'"
    assert seen["names"] == ["__main__", True, True, False]


def test_internals_name_the_public_name_that_serves(seen: Any) -> None:
    assert seen["internal"] == (
        "tensorflow.python.ops.gen_math_ops is internal to TensorFlow and not here; "
        "the public names are in tf.math."
    )
    assert seen["internal_name"].startswith(
        "tensorflow.python.ops.boosted_trees_ops is inter"
    )
    # the module can be imported, and says why when it is used
    assert seen["lite"] == "imported"


def test_the_program_is_the_main_module(seen: Any) -> None:
    assert seen["function"] == 3
    assert seen["argv"] == ["a", "--flag"]


def test_children_have_the_alias(seen: Any) -> None:
    assert seen["squares"] == [4, 9]
    assert seen["child"] == [tf.__version__]


def test_the_distribution_has_the_version() -> None:
    (folder,) = Path(SITE).glob("tensorflow-*.dist-info")
    assert folder.name == f"tensorflow-{tf.__version__}.dist-info"
    assert f"\nVersion: {tf.__version__}\n" in (folder / "METADATA").read_text()


def test_the_table_of_places_is_up_to_date() -> None:
    table = Path(SITE).with_name("class_places.txt").read_text("utf-8").splitlines()
    assert table == list(class_places.places())


@pytest.mark.parametrize("module", sorted(internals.TABLE))
def test_every_internal_name_is_real(module: str) -> None:
    for name in internals.list_names(module):
        if not internals.is_known(f"{module}.{name}"):
            assert internals.find(module, name) is not None


@pytest.mark.parametrize("module", sorted(read_table()))
def test_every_class_is_where_the_table_says(module: str) -> None:
    """A module of which one class is missing cannot be imported under the alias."""
    for name in read_table()[module]:
        assert isinstance(load(f"{module}:{name}"), type)
