"""A user's script without mistakes: a type checker finds none, and it runs."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np

import autograph
import graphir
import runtime as tf
from graphir.passes.dead_nodes import DeadNodes
from graphir.passes.pipeline import Pipeline

# tensors
one = tf.constant(1)
x = tf.constant([1.0, 2.0])
y: tf.Tensor = tf.constant([[1, 2], [3, 4]], dtype=tf.int32, name="y")
z = tf.zeros([2, 3])
ones: tf.Tensor = tf.ones((2, 3), dtype=tf.float64)
filled = tf.fill([2, 2], 7)
steps = tf.range(10)
some = tf.range(1, 10, delta=2, dtype=tf.int64)
line = tf.linspace(0.0, 1.0, 5)
identity = tf.eye(3)
like = tf.zeros_like(x)
converted: tf.Tensor = tf.convert_to_tensor(np.array([1.0, 2.0]))
also = tf.convert_to_tensor([1, 2], dtype=tf.float32)
array: np.ndarray[Any, Any] = x.numpy()
kind: tf.DType = x.dtype
shape: tf.TensorShape = x.shape
rank = tf.rank(y)
size = tf.size(y)
sizes = tf.shape(y)
sizes_of_dimensions = x.shape.as_list()
print(x.shape, x.dtype, x.device, kind.name, shape.rank)
text = tf.constant("text")
texts = tf.constant(["a", "b"])
truth = tf.constant([True, False])
wave = tf.complex(1.0, 2.0)

# operators
total: tf.Tensor = x + x
twice: tf.Tensor = 2 * x
less = x < 2
same: tf.Tensor = x == x
halves = x / 2
remainders = y % 2
whole = y // 2
powers = x**2
products = y @ y
negative = -x
both = truth & truth
either = truth | truth
opposite = ~truth
first: tf.Tensor = x[0]
rows = y[:, 0]
longer = x[tf.newaxis, :]
last = x[..., -1]
length: int = len(x)
number = float(x[0])
integer: int = int(one)
for each in x:
    print(each + 1)
if tf.reduce_all(truth | True):
    print("all")

# functions of numbers
tf.add(x, y=[1.0, 2.0])
tf.subtract(x, 1)
tf.multiply(x, x, name="product")
tf.divide(x, 2)
tf.abs(x)
tf.abs(-3)
tf.negative([1, 2])
tf.sqrt(x)
tf.square(x)
tf.exp(x).numpy()
tf.math.log(x)
tf.math.log1p(x)
tf.pow(x, 2)
tf.maximum(x, 1.5)
tf.minimum(x, tf.constant([0.0, 5.0]))
tf.sin(x) + tf.cos(x)
tf.tanh(x)
tf.math.sigmoid(x)
tf.round(x)
tf.floor(x)
tf.cast(x, tf.int32)
tf.cast(x, "int64").numpy()
tf.clip_by_value(x, 0.0, 1.0)
tf.equal(x, x)
tf.greater(x, 1.0)
tf.logical_and(truth, True)
tf.logical_not(truth)
tf.math.floordiv(y, 2)
tf.math.is_nan(x)
tf.math.squared_difference(x, 1.0)
tf.math.top_k(x, k=1)
tf.reduce_sum(x)
tf.reduce_sum(y, axis=1)
tf.reduce_sum(y, axis=[0, 1], keepdims=True)
tf.reduce_mean(x, 0).numpy()
tf.reduce_max(input_tensor=x)
tf.math.reduce_std(x)
tf.math.cumsum(x)
tf.math.reduce_logsumexp(x, axis=0)
tf.argmax(x)
tf.argmin(y, axis=1, output_type=tf.int32)
tf.math.segment_sum(x, [0, 0])
tf.math.unsorted_segment_sum(x, [0, 0], num_segments=1)
tf.math.bincount([1, 1, 2])

# shapes
tf.reshape(x, [2, 1])
tf.reshape(y, [-1]).shape
tf.expand_dims(x, axis=0)
tf.squeeze(tf.expand_dims(x, 0))
tf.transpose(y)
tf.transpose(y, perm=[1, 0])
tf.concat([x, x], axis=0)
tf.stack([x, x])
tf.unstack(x)
tf.split(x, 2)
tf.tile(x, [2])
tf.pad(y, [[1, 1], [0, 0]])
tf.gather(x, [0, 1])
tf.gather_nd(y, [[0, 0]])
tf.where(truth, x, 0.0)
tf.one_hot([0, 1], depth=3)
tf.broadcast_to(x, [3, 2])
tf.reverse(x, [0])
tf.slice(x, [0], [1])
tf.boolean_mask(x, truth)
tf.scatter_nd([[0]], [1], [3])
tf.tensor_scatter_nd_update(x, [[0]], [5.0])
tf.sort(x, direction="DESCENDING")
tf.argsort(x)
tf.unique([1, 1, 2])
tf.identity(x)
tf.stop_gradient(x)

# matrices
tf.matmul(y, y)
tf.matmul(y, y, transpose_b=True)
tf.linalg.matmul(a=z, b=z, transpose_a=True)
tf.linalg.det([[1.0, 0.0], [0.0, 1.0]])
tf.linalg.inv([[1.0, 0.0], [0.0, 1.0]])
tf.linalg.diag(x)
tf.linalg.norm(x)
tf.linalg.trace(identity)
tf.linalg.cholesky(identity)
tf.tensordot(x, x, axes=1)
tf.einsum("ij,jk->ik", y, y)

# variables
v = tf.Variable(1.0)
w = tf.Variable([[1.0], [2.0]], name="w", trainable=False)
v.assign(2.0)
v.assign_add(1.0)
v.assign_sub(1)
value: tf.Tensor = v + 1
tf.reduce_sum(w)
v.numpy()
print(v.name, v.shape, v.dtype, v.trainable)
tf.matmul([[1.0, 2.0]], w)

# networks
tf.nn.relu(x)
tf.nn.relu(features=x, name="relu")
tf.nn.softmax(x)
tf.nn.softmax(x, axis=-1)
tf.nn.sigmoid(x)
tf.nn.dropout(x, rate=0.5)
tf.nn.bias_add(z, [1.0, 2.0, 3.0])
tf.nn.conv2d(tf.ones([1, 4, 4, 1]), tf.ones([2, 2, 1, 1]), strides=1, padding="SAME")
tf.nn.max_pool2d(tf.ones([1, 4, 4, 1]), ksize=2, strides=2, padding="VALID")
tf.nn.sparse_softmax_cross_entropy_with_logits(labels=[0], logits=[[1.0, 2.0]])
tf.nn.l2_loss(x)
tf.nn.embedding_lookup(z, [0, 1])

# random numbers
tf.random.set_seed(1)
tf.random.uniform([2, 2])
tf.random.uniform([2], minval=0, maxval=10, dtype=tf.int32)
tf.random.normal(shape=(2, 2), stddev=2.0)
tf.random.shuffle(x)
tf.random.stateless_uniform([2], seed=[1, 2])
generator = tf.random.Generator.from_seed(1)
generator.normal([2, 2])

# strings
tf.strings.join(["a", "b"], separator="-")
tf.strings.length(texts)
tf.strings.upper(text)
tf.strings.as_string(x)
tf.strings.to_number(["1", "2"])
tf.strings.substr(text, 0, 1)
tf.strings.split(["a b"]).to_list()
tf.strings.regex_replace(text, "t", "s")

# ragged and sparse tensors
ragged = tf.ragged.constant([[1, 2], [3]])
plus: tf.RaggedTensor = ragged + 1
magnitudes = tf.abs(tf.RaggedTensor.from_row_splits([1, 2, 3], [0, 2, 3]))
magnitudes.row_splits
lists = tf.add(magnitudes, 1).to_list()
ragged.to_tensor()
sparse = tf.SparseTensor(indices=[[0, 0]], values=[1.0], dense_shape=[2, 2])
dense = tf.sparse.to_dense(sparse)
tf.sparse.from_dense(y)

# pictures and signals
picture = tf.ones([4, 4, 3])
tf.image.resize(picture, [2, 2])
tf.image.flip_left_right(picture)
tf.image.adjust_brightness(picture, delta=0.1)
tf.image.rgb_to_grayscale(picture)
tf.image.central_crop(picture, 0.5)
tf.signal.hann_window(8)
tf.signal.stft(tf.ones([16]), frame_length=8, frame_step=4)
tf.signal.fft(tf.complex(x, x))


# functions
@tf.function
def double(a: tf.Tensor) -> tf.Tensor:
    return a * 2


@tf.function(jit_compile=True)
def square_sum(a: tf.Tensor) -> tf.Tensor:
    if tf.reduce_sum(a) > 0:
        return tf.reduce_sum(a * a)
    return tf.constant(0.0)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def mean(a: tf.Tensor) -> tf.Tensor:
    return tf.reduce_mean(a)


doubled: tf.Tensor = double(x)
concrete = double.get_concrete_function(x)
definition = concrete.graph.as_graph_def()
smaller = graphir.optimize(definition, ["Identity:0"])
print(len(smaller.node), concrete.name)
double.experimental_get_tracing_count()
double.python_function(x)
print(square_sum(x), mean(x))
tf.cond(truth[0], lambda: x, lambda: -x)
tf.while_loop(lambda i: i < 3, lambda i: [i + 1], [tf.constant(0)])
tf.map_fn(lambda a: a * 2, x)
tf.print("value", x)

# gradients
with tf.GradientTape() as tape:
    tape.watch(x)
    loss = tf.reduce_sum(x * x)
gradient = tape.gradient(loss, x)
with tf.GradientTape(persistent=True) as lasting:
    result = v * v
lasting.gradient(result, v)
lasting.gradient(result, [v])


@tf.custom_gradient
def clipped(a: tf.Tensor) -> tuple[tf.Tensor, Callable[[tf.Tensor], tf.Tensor]]:
    return a, lambda upstream: tf.clip_by_value(upstream, -1.0, 1.0)


# data
dataset = tf.data.Dataset.range(10)
dataset = dataset.map(lambda a: a * 2).batch(2).shuffle(10, seed=1)
pairs = tf.data.Dataset.from_tensor_slices((x, [1, 2])).repeat(2)
for item in dataset.take(2):
    print(item)
for left in dataset.as_numpy_iterator():
    print(left)
zipped = tf.data.Dataset.zip((dataset, dataset)).prefetch(tf.data.AUTOTUNE)
kept = dataset.filter(lambda a: tf.reduce_sum(a) > 0).cache().skip(1)
count = dataset.cardinality()
dataset.element_spec
dataset.reduce(tf.constant(0, tf.int64), lambda a, b: a + tf.reduce_sum(b))
iterator = iter(dataset)
next(iterator)


def numbers() -> Iterator[int]:
    yield from range(3)


made = tf.data.Dataset.from_generator(
    numbers, output_signature=tf.TensorSpec([], tf.int32)
)
parts = dataset.window(2).enumerate()


# modules, checkpoints, files
class Dense(tf.Module):
    def __init__(self, width: int, name: str | None = None) -> None:
        super().__init__(name=name)
        self.w = tf.Variable(tf.random.normal([2, width]), name="w")

    def __call__(self, a: tf.Tensor) -> tf.Tensor:
        return tf.nn.relu(tf.matmul(a, self.w))


layer = Dense(3)
answer: tf.Tensor = layer(tf.ones([1, 2]))
print([each.name for each in layer.trainable_variables], layer.name)
folder = Path(tempfile.mkdtemp())
checkpoint = tf.train.Checkpoint(layer=layer, v=v)
path = checkpoint.save(str(folder / "checkpoint"))
checkpoint.restore(path).assert_consumed()
manager = tf.train.CheckpointManager(checkpoint, str(folder / "many"), max_to_keep=2)
manager.save()
tf.io.write_file(str(folder / "text"), "text")
content: tf.Tensor = tf.io.read_file(str(folder / "text"))
tf.io.gfile.exists(folder / "text")
tf.io.gfile.listdir(str(folder))
tf.io.decode_raw(["ab"], tf.uint8)
tf.io.serialize_tensor(x)
tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)

# NumPy's names
tnp = tf.experimental.numpy
tnp.sin(x)
tnp.add(x, 1)
tnp.arange(3)
tnp.zeros([2, 2])
tnp.sum(x, axis=0)
tnp.reshape(x, [1, 2])

# ops by name, and errors
product: tf.Tensor = tf.raw_ops.MatMul(a=y, b=y)
best = tf.raw_ops.TopKV2(input=x, k=1)
best.values + best.indices[0].numpy()
tf.raw_ops.Split(axis=0, value=x, num_split=2)[0]
try:
    tf.reshape(x, [3])
except tf.errors.InvalidArgumentError as error:
    print(error.message)
tf.debugging.assert_equal(x, x)
tf.nest.flatten({"a": [x, y]})

# what may be None, and is not where one asks for more
message = graphir.parse_graph("graph @g(%x: f32[2]) -> (%y) {%y = Neg(%x)}")
print(tf.run_graph(message, {"x:0": [1.0, 2.0]}, ["y:0"])[0].shape)
(last,) = graphir.import_graph_def(
    message.copy(), message, return_elements=["y:0"], name="again"
)
larger = message.copy()
larger.outputs = [last]
Pipeline([DeadNodes()]).apply(message)
with tf.distribute.OneDeviceStrategy("/cpu:0").scope():
    pass


def summed(value: tf.Tensor) -> tf.Tensor:
    context = tf.distribute.get_replica_context()
    total: tf.Tensor = context.all_reduce("SUM", value)
    return total


summed(x)
# modules below packages of files, and the converter
config = tf.data.experimental.service.WorkerConfig
tf.data.experimental.cardinality(tf.data.Dataset.range(3))
code: str = autograph.to_code(summed)

# shapes, whose sizes a program knows
height, width = y.shape
half_of_them = height // 2 + y.shape[0] * width
tf.reshape(y, [y.shape[0] * y.shape[1], 1])
print(y.shape.rank > 1, y.shape.as_list()[0] + 1, y.shape.num_elements() // 2)
print(y.shape[1:].rank - 1, y.shape.dims[0].value + 1, y.shape.ndims + 1)
