"""`import tensorflow` is off unless a program asks for the alias."""

from __future__ import annotations

import subprocess
import sys


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
