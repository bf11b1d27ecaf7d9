"""`tf.keras`: the library Keras, unmodified, on this runtime."""

from __future__ import annotations

import os
import sys
from importlib import import_module
from importlib.util import find_spec
from types import ModuleType
from typing import Any, Final

from graphir.errors import MissingExtraError
from runtime.alias.environment import as_tensorflow

_PARTS: Final = frozenset({"initializers", "losses", "metrics", "optimizers"})
"""Parts of Keras that are names of `tf` too."""


def __getattr__(name: str) -> Any:
    if name == "keras":
        return _keras()
    if name in _PARTS:
        part: ModuleType = getattr(_keras(), name)
        return part
    if name in _OF_VERSION_1:
        return _of_version_1(name)
    if name in _WRAPPERS:
        _keras_two()
        cells = import_module("tf_keras.src.layers.rnn.cell_wrappers")
        return getattr(cells, _WRAPPERS[name])
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


_OF_VERSION_1: Final = {
    "keras_of_version_1": "tf_keras.api._v1.keras",
    "layers": "tf_keras.api._v1.keras.__internal__.legacy.layers",
    "rnn_cell": "tf_keras.api._v1.keras.__internal__.legacy.rnn_cell",
}
"""The names of Keras 2 in `tf.compat.v1`."""


_WRAPPERS: Final = {
    "RNNCellDeviceWrapper": "DeviceWrapper",
    "RNNCellDropoutWrapper": "DropoutWrapper",
    "RNNCellResidualWrapper": "ResidualWrapper",
}
"""Names of `tf.nn` -> the classes of Keras 2, around cells of its own."""


def _of_version_1(name: str) -> ModuleType:
    if _asks_for_keras_two():
        _keras_two()
        return import_module(_OF_VERSION_1[name])
    if name == "keras_of_version_1":
        return _keras()
    raise MissingExtraError(
        f"tf.compat.v1's {name} are those of Keras 2: set TF_USE_LEGACY_KERAS=1, and "
        "install the library: pip install --no-deps tf_keras"
    )


def _asks_for_keras_two() -> bool:
    return os.environ.get("TF_USE_LEGACY_KERAS") in ("1", "true", "True")


def _keras() -> ModuleType:
    """Keras as TensorFlow shows it; what it imports is the alias.

    With ``TF_USE_LEGACY_KERAS`` set to 1 or true it is Keras 2, the library `tf_keras`.

    Raises:
      MissingExtraError: if it is not installed.
      RuntimeError: if it is imported already, with another backend.
    """
    if _asks_for_keras_two():
        return _keras_two()
    if find_spec("keras") is None:
        raise MissingExtraError(
            "tf.keras is the library Keras, which is not installed: "
            "pip install 'autograph-toolkit[keras]'"
        )
    as_tensorflow()
    if "keras" not in sys.modules:
        os.environ["KERAS_BACKEND"] = "tensorflow"
    found = import_module("keras._tf_keras.keras")
    used = found.backend.backend()
    if used != "tensorflow":
        raise RuntimeError(
            f"Keras is already imported with the backend {used!r}: tf.keras needs "
            "KERAS_BACKEND=tensorflow, set before anything imports it."
        )
    return found


def _keras_two() -> ModuleType:
    if find_spec("tf_keras") is None:
        raise MissingExtraError(
            "TF_USE_LEGACY_KERAS and cells of tf.nn ask for Keras 2, the library "
            "tf_keras, which is not installed: pip install --no-deps tf_keras, then "
            "pip install h5py wrapt packaging requests (with its dependencies it would "
            "bring TensorFlow)"
        )
    as_tensorflow()
    return import_module("tf_keras")
