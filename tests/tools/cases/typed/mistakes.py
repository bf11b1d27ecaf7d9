"""A user's script of mistakes: each line that ends so is an error to type checkers."""

from __future__ import annotations

import autograph
import graphir
import runtime as tf

x = tf.constant([1.0, 2.0])
y = tf.constant([[1, 2], [3, 4]])
v = tf.Variable(1.0)
dataset = tf.data.Dataset.range(3)
ragged = tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3])
folder = "folder"


@tf.function
def double(a: tf.Tensor) -> tf.Tensor:
    return a * 2


# names that do not exist
tf.reduce_summ(x)  # error: "reduce_sum"
tf.math.reduce_summ(x)  # error: "reduce_sum"
tf.nn.rellu(x)  # error: "relu"
tf.constatn(1)  # error: "constant"
tf.float23  # error: "float23"
tf.linalg.dett(y)  # error: "det"
tf.strings.joinn(["a"])  # error: "join"
tf.random.unifrom([2])  # error: "uniform"
tf.data.DataSet  # error: "Dataset"
tf.errors.NotFound  # error: "NotFound"
tf.image.resise(x, [1, 1])  # error: "resize"
tf.raw_ops.Matmul(a=y, b=y)  # error: "MatMul"
tf.experimental.numpy.sine(x)  # error: "sine"
graphir.optimise(1)  # error: "optimize"
v.assign_ad(2)  # error: "assign_add"
x.shap  # error: "shape"
x.numpi()  # error: "numpy"
double.get_concret_function(x)  # error: "get_concrete_function"
dataset.btach(2)  # error: "btach"
dataset.map(lambda a: a).shufle(2)  # error: "shufle"
ragged.row_split  # error: "row_splits"
tf.abs(ragged).row_split  # error: "row_splits"
(x + 1).nunpy()  # error: "numpy"

# arguments that are not there, or missing
tf.reduce_sum(x, axs=1)  # error: "axs"
tf.reshape(x)  # error: "shape"
tf.add(x)  # error: no overload
tf.abs()  # error: require at least one argument
tf.abs(x, axis=1)  # error: no overload
tf.concat([x, x])  # error: "axis"
tf.cast(x)  # error: no overload
tf.one_hot([1])  # error: "depth"
tf.nn.relu()  # error: "features"
tf.raw_ops.MatMul(a=x)  # error: "b"
tf.raw_ops.MatMul(y, y)  # error: too many positional
tf.sparse_hash(x)  # error: "sparse_hash"
tf.matmul(y, y, transpose=True)  # error: "transpose"
tf.gather(x)  # error: "indices"
tf.clip_by_value(x, 0.0)  # error: "clip_value_max"
v.assign()  # error: "value"
dataset.batch()  # error: "batch_size"
tf.split(x)  # error: "num_or_size_splits"
tf.experimental.numpy.sin(x, x)  # error: too many
tf.experimental.numpy.add(x)  # error: "x2"

# values of another type
number: int = tf.constant(1)  # error: incompatible types
text: str = x + x  # error: incompatible types
truth: bool = tf.equal(x, x)  # error: incompatible types
half: float = tf.reduce_mean(x)  # error: incompatible types
items: list[int] = tf.range(3)  # error: incompatible types
tf.zeros([2], dtype=1.5)  # error: "dtype"
tf.sqrt(object())  # error: no overload
tf.reduce_sum({1: 2})  # error: no overload
tf.reshape(x, [2], name=3)  # error: "name"
tf.nn.relu(x, name=1)  # error: "name"
tf.raw_ops.Sum(input=x, axis=0, keep_dims="no")  # error: "keep_dims"
tf.matmul(y, y, transpose_a="yes")  # error: "transpose_a"
tf.io.read_file(None)  # error: argument 1
dataset.map(3)  # error: callable
dataset.filter("all")  # error: callable
tf.raw_ops.TopKV2(input=x, k=1).valus  # error: "valus"
reader: tf.SparseTensor = tf.zeros([2])  # error: incompatible types
shape: list[int] = x.shape  # error: incompatible types
autograph.to_cod(print)  # error: "to_cod"
tf.data.experimental.servce  # error: "servce"
tf.data.Datset  # error: "datset"
