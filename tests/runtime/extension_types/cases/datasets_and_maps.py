"""Extension types as elements of datasets, and mapped."""

import runtime as tf
from tests.runtime.shown_answers import show

ET = tf.experimental.ExtensionType


class MT(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)


m = MT([[1, 2], [3, 4]], [[True, False], [True, True]])
ds = tf.data.Dataset.from_tensor_slices(m)
show("ds", lambda: ds)
show("ds el", lambda: list(ds))
show("ds b", lambda: list(ds.batch(2)))
show("ds spec", lambda: ds.batch(2).element_spec)
show("ds map", lambda: list(ds.map(lambda x: MT(x.values * 2, x.mask))))
show("ds unb", lambda: list(ds.batch(2).unbatch()))
show("ft", lambda: list(tf.data.Dataset.from_tensors(m)))
show(
    "mapfn2",
    lambda: tf.map_fn(
        lambda x: tf.reduce_sum(x.values), m, fn_output_signature=tf.int32
    ),
)
show(
    "mapfn3",
    lambda: tf.map_fn(
        lambda x: MT(x, x > 1),
        tf.constant([1, 2, 3]),
        fn_output_signature=MT.Spec(
            tf.TensorSpec([], tf.int32), tf.TensorSpec([], tf.bool)
        ),
    ),
)
show(
    "mapfn f",
    lambda: tf.function(lambda m: tf.map_fn(lambda x: MT(x.values + 1, x.mask), m))(m),
)
show("vmap", lambda: tf.vectorized_map(lambda x: MT(x.values + 1, x.mask), m))


class Ten(ET):
    x: tf.Tensor
    y: int = 2


show("ds nonm", lambda: list(tf.data.Dataset.range(2).map(lambda i: Ten(i))))


class Net(tf.experimental.BatchableExtensionType):
    shape: tf.TensorShape
    work: tf.Tensor
    wd: tf.Tensor

    def __init__(self, work, wd, shape=None):
        self.work = tf.convert_to_tensor(work)
        self.wd = tf.convert_to_tensor(wd)
        s = self.work.shape[:-2] if shape is None else shape
        self.shape = tf.TensorShape(s)

    def __repr__(self):
        return f"<N shape={self.shape} work={self.work.shape} wd={self.wd.shape}>"


class Enc(tf.experimental.ExtensionTypeBatchEncoder):
    def batch(self, spec, batch_size):
        return Net.Spec(
            work=tf.TensorSpec([batch_size] + spec.work.shape, spec.work.dtype),
            wd=tf.TensorSpec([batch_size] + spec.wd.shape, spec.wd.dtype),
            shape=tf.TensorShape([batch_size] + spec.shape),
        )

    def unbatch(self, spec):
        return Net.Spec(
            work=tf.TensorSpec(spec.work.shape[1:], spec.work.dtype),
            wd=tf.TensorSpec(spec.wd.shape[1:], spec.wd.dtype),
            shape=spec.shape[1:],
        )

    def encode(self, spec, value, minimum_rank=0):
        return [value.work, value.wd]

    def decode(self, spec, value):
        return Net(value[0], value[1], spec.shape)

    def encoding_specs(self, spec):
        return [spec.work, spec.wd]


Net.__batch_encoder__ = Enc()
n = Net(tf.zeros([3, 4, 5]), tf.zeros([3, 5]))
show("net", lambda: list(tf.data.Dataset.from_tensor_slices(n)))
show("netb", lambda: list(tf.data.Dataset.from_tensor_slices(n).batch(2)))
show(
    "netspec",
    lambda: (
        tf.data.Dataset.from_tensor_slices(n).batch(2, drop_remainder=True).element_spec
    ),
)
