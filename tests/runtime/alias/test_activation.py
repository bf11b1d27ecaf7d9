"""The hook that lets a module serve the names of this runtime."""

from __future__ import annotations

import subprocess
import sys

PROGRAM = """
import sys
from types import ModuleType
import runtime as tf
from runtime.alias.activation import activate
module = sys.modules["tensorflow"] = ModuleType("tensorflow")
module.__path__ = []
for _ in range(2):
    activate(module)
from tensorflow.math import reduce_sum
assert reduce_sum is tf.reduce_sum and module.constant is tf.constant
finders = [type(each).__name__ for each in sys.meta_path]
print(finders.count("NamesFinder"), type(tf.constant(1)).__module__)
"""


def test_a_module_serves_the_names_once_however_often_it_is_activated() -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM], capture_output=True, text=True, check=False
    )
    assert done.stdout == "1 tensorflow.python.framework.ops\n", done.stderr
