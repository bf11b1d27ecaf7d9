"""Every name of TensorFlow's namespaces is here, but for those that are listed."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

LATER = "dtensor lite mlir security tools tpu xla"
"""Whole capabilities that are not part of what is here."""

MISSING = {
    "": f"{LATER} nondifferentiable_batch_function",
    "nn": "RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper",
    "test": "Benchmark benchmark_config",
    "compat": "v2",
}

COMPLETE = (
    "math linalg strings image random random.experimental bitwise ragged sparse "
    "sets nest "
    "debugging errors dtypes autodiff autograph autograph.experimental "
    "dtypes.experimental config config.experimental quantization "
    "config.optimizer config.threading test.experimental version lookup "
    "lookup.experimental io.gfile audio experimental.dlpack graph_util "
    "summary summary.experimental signal sysconfig experimental.numpy "
    "experimental.numpy.random"
)

NAMES = """
from operator import attrgetter
place = attrgetter(path)(tf) if path else tf
result = [name for name in dir(place) if not name.startswith("_")]
"""


def is_there(place: Any, name: str) -> bool:
    try:
        getattr(place, name)
    except AttributeError:
        return False
    except ImportError as error:
        # it is, for who installs the extra that the error names
        return "[keras]" in str(error)
    return True


@pytest.mark.parametrize("path", [*MISSING, *COMPLETE.split()])
def test_names_of_live_tensorflow_are_here(
    path: str, tensorflow_python: TensorFlowProcess
) -> None:
    place: Any = attrgetter(path)(tf) if path else tf
    wanted = tensorflow_python.run(NAMES, path=path)
    missing = {name for name in wanted if not is_there(place, name)}
    assert missing == set(MISSING.get(path, "").split())
