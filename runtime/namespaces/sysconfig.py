"""`tf.sysconfig`: build information."""

from __future__ import annotations

from collections import OrderedDict


def get_build_info() -> OrderedDict[str, bool]:
    """The build configuration: CPU only.

    >>> tf.sysconfig.get_build_info()["is_cuda_build"]
    False
    """
    kinds = ("is_cuda_build", "is_rocm_build", "is_tensorrt_build")
    return OrderedDict.fromkeys(kinds, False)
