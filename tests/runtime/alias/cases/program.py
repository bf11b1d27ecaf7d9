"""What a program sees under the alias, as JSON; run as `python -m runtime THIS a b`."""

import importlib
import json
import multiprocessing
import pickle
import subprocess
import sys
from importlib import metadata
from typing import Any

import tensorflow as tf
import tensorflow.compat.v1 as tf1
import tensorflow.compat.v2 as tf2
import tensorflow.nn
from tensorflow.math import add
from tensorflow.python.framework import ops


def square(x: int) -> int:
    return int(tf.square(tf.constant(x)))


def place(kind: type) -> str:
    return f"{kind.__module__}.{kind.__name__}"


def message(name: str) -> str:
    try:
        importlib.import_module(name)
    except ImportError as error:
        return str(error)
    return "imported"


def from_import(code: str) -> str:
    try:
        exec(code)
    except ImportError as error:
        return str(error)
    return "imported"


@tf.function
def absolute(x: Any) -> Any:
    if x > 0:
        return x
    return -x


def main() -> dict[str, Any]:
    ragged = tf.ragged.constant([[1], []])
    child = "import tensorflow as tf; print(tf.__version__, tf.__file__)"
    with multiprocessing.get_context("spawn").Pool(1) as pool:
        squares = pool.map(square, [2, 3])
    return {
        "version": tf.__version__,
        "metadata": metadata.version("tensorflow"),
        "places": [
            place(each)
            for each in (
                type(tf.constant(1)),
                type(tf.Variable(1)),
                type(ragged),
                type(tf.sparse.from_dense([1])),
                type(absolute),
                type(absolute.get_concrete_function(tf.constant(1))),
                tf.data.Dataset,
            )
        ],
        "error": place(tf.errors.InvalidArgumentError),
        "pickled": [
            pickle.loads(pickle.dumps(tf.RaggedTensor)) is tf.RaggedTensor,
            pickle.loads(pickle.dumps(tf.TensorSpec([1]))) == tf.TensorSpec([1]),
        ],
        "modules": [
            tensorflow.nn is tf.nn,
            add is tf.math.add is tf.add,
            tf2.constant is tf.constant,
            tf1.placeholder is tf.compat.v1.placeholder,
            ops.EagerTensor is type(tf.constant(1)),
        ],
        "no_module": message("tensorflow.no_such_namespace"),
        "internal": message("tensorflow.python.ops.gen_math_ops"),
        "internal_name": from_import("from tensorflow.python.ops import boosted_trees_ops"),
        "lite": message("tensorflow.lite"),
        "function": int(absolute(tf.constant(-3))),
        "squares": squares,
        "child": subprocess.run(
            [sys.executable, "-c", child], cwd="/", capture_output=True, text=True
        ).stdout.split()[:1],
        "argv": sys.argv[1:],
        "names": [__name__, "abs" in dir(tf), "relu" in dir(tf.nn), "np" in dir(tf)],
    }


if __name__ == "__main__":
    print(json.dumps(main()))
