"""`import tensorflow` under `python -m runtime`, and that it is off otherwise."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import runtime as tf
from runtime.alias import internals, launching
from runtime.alias.environment import SITE
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
    assert seen["lite"] == (
        "tensorflow.lite is not here: models are not converted for TensorFlow Lite."
    )


def test_the_program_is_the_main_module(seen: Any) -> None:
    assert seen["function"] == 3
    assert seen["argv"] == ["a", "--flag"]


def test_children_have_the_alias(seen: Any) -> None:
    assert seen["squares"] == [4, 9]
    assert seen["child"] == [tf.__version__]


def test_a_command_and_what_it_raises() -> None:
    done = run("-c", "import sys, tensorflow\nprint(sys.argv)\n1 / 0", "x")
    assert done.returncode == 1
    assert done.stdout == "['-c', 'x']\n"
    lines = done.stderr.splitlines()
    assert lines[1] == '  File "<string>", line 3, in <module>'
    assert lines[-1] == "ZeroDivisionError: division by zero"


def test_a_module_and_its_exit_status() -> None:
    assert run("-m", "json.tool", "--help").stdout.startswith("usage: python -m json")
    assert run("-m", "json.tool", "no such file").returncode != 0


def test_usage(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    assert launching.launch([]) == 2
    assert launching.launch(["-m"]) == 2
    assert launching.launch(["--nonsense"]) == 2
    assert launching.launch([str(tmp_path / "absent.py")]) == 2
    assert "can't open file" in capsys.readouterr().err
    assert launching.launch(["--help"]) == 0
    assert capsys.readouterr().out.startswith("usage: python -m runtime PROGRAM.py")


def test_it_is_off_unless_it_is_asked_for() -> None:
    code = (
        "import sys, runtime\n"
        "assert 'tensorflow' not in sys.modules\n"
        "assert type(runtime.constant(1)).__module__ == 'runtime.tensors.tensor'\n"
        "import types; sys.modules['tensorflow'] = types.ModuleType('tensorflow')\n"
        "try:\n    runtime.as_tensorflow()\n"
        "except RuntimeError as error:\n    print(error)\n"
        "del sys.modules['tensorflow']\n"
        "tensorflow = runtime.as_tensorflow()\n"
        "assert runtime.as_tensorflow() is tensorflow\n"
        "import tensorflow as tf\n"
        "assert tf is tensorflow and tf.constant is runtime.constant\n"
        "assert type(tf.constant(1)).__module__ == 'tensorflow.python.framework.ops'\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("TensorFlow is already imported, from somewhere: ask")


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
