"""Every name of TensorFlow's namespaces is here, but for those that are listed."""

from __future__ import annotations

from operator import attrgetter
from typing import Any

import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

LATER = "dtensor feature_column lite mlir profiler security tools tpu xla"
"""Whole capabilities that are not part of what is here."""

PLUGINS = "RegisterGradient no_gradient"
"""For ops that are compiled elsewhere."""

UNUSUAL = (
    "approx_top_k check_pinned conv conv2d_backprop_filter_v2 conv2d_backprop_input_v2 "
    "fftnd ifftnd irfftnd rfftnd nondifferentiable_batch_function "
    "ragged_fill_empty_rows ragged_fill_empty_rows_grad random_index_shuffle"
)
"""Ops under the name of their raw op: tf.raw_ops has them where they are declared."""

MISSING = {
    "": f"{LATER} {PLUGINS} {UNUSUAL}",
    "nn": "RNNCellDeviceWrapper RNNCellDropoutWrapper RNNCellResidualWrapper",
    "io": "decode_proto encode_proto match_filenames_once",
    "dtypes.experimental": "float4_e2m1fn int2 uint2",
    "config": "experimental_connect_to_cluster experimental_connect_to_host",
    "config.experimental": (
        "ClusterDeviceFilters disable_mlir_bridge enable_mlir_bridge"
    ),
    "test": "Benchmark benchmark_config create_local_cluster",
    "quantization": "experimental",
    "compat": "forward_compatibility_horizon v2",
}

COMPLETE = (
    "math linalg strings image random random.experimental bitwise ragged sparse "
    "sets nest "
    "debugging errors dtypes autodiff autograph autograph.experimental "
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
    return True


@pytest.mark.parametrize("path", [*MISSING, *COMPLETE.split()])
def test_names_of_live_tensorflow_are_here(
    path: str, tensorflow_python: TensorFlowProcess
) -> None:
    place: Any = attrgetter(path)(tf) if path else tf
    wanted = tensorflow_python.run(NAMES, path=path)
    missing = {name for name in wanted if not is_there(place, name)}
    assert missing == set(MISSING.get(path, "").split())
