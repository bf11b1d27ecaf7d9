"""Batchable extension types: map_fn, datasets, vectorized_map, scan, encoders."""
import runtime as tf
from tests.runtime.shown_answers import show

class Masked(tf.experimental.BatchableExtensionType):
    values: tf.Tensor
    mask: tf.Tensor
    name: str = "m"

    shape = property(lambda self: self.values.shape)
    dtype = property(lambda self: self.values.dtype)
    rank = property(lambda self: self.values.shape.rank)

    def filled(self, v=0):
        return tf.where(self.mask, self.values, tf.cast(v, self.values.dtype))


m = Masked([[1, 2], [3, 4], [5, 6]], [[True, False], [True, True], [False, False]])
D = tf.data.Dataset
spec = tf.type_spec_from_value(m)
show("spec shape", lambda: spec.shape)
show("map_fn", lambda: tf.map_fn(lambda x: Masked(x.values * 10, tf.logical_not(x.mask)), m))
show("map_fn to tensor", lambda: tf.map_fn(lambda x: x.filled(), m, fn_output_signature=tf.int32))
show("map_fn sig", lambda: tf.map_fn(lambda x: Masked([x, x], [True, False]), tf.constant([1, 2]), fn_output_signature=Masked.Spec(tf.TensorSpec([2], tf.int32), tf.TensorSpec([2], tf.bool))))
show("map_fn staged", lambda: tf.function(lambda m: tf.map_fn(lambda x: x.filled(7), m, fn_output_signature=tf.int32))(m))
show("vectorized", lambda: tf.vectorized_map(lambda x: x.filled(3), m))
ds = D.from_tensor_slices(m)
show("element_spec", lambda: ds.element_spec)
show("elements", lambda: list(ds))
show("batched", lambda: list(ds.batch(2)))
show("batched spec", lambda: ds.batch(2, drop_remainder=True).element_spec)
show("unbatched", lambda: [x.filled().numpy().tolist() for x in ds.batch(3).unbatch()])
show("filled", lambda: [x.numpy().tolist() for x in ds.map(lambda x: x.filled(-1))])
show("filter", lambda: [x.values.numpy().tolist() for x in ds.filter(lambda x: tf.reduce_any(x.mask))])
show("zip", lambda: [(a.filled().numpy().tolist(), int(b)) for a, b in D.zip((ds, D.range(3)))])
show("repeat", lambda: len(list(ds.repeat(2))))
show("shuffle", lambda: sorted(x.values.numpy().tolist() for x in ds.shuffle(3, seed=1)))
show("concat", lambda: len(list(ds.concatenate(ds))))
show("concat other", lambda: D.from_tensors(m).concatenate(ds.batch(2)).element_spec)
show("reduce", lambda: ds.reduce(0, lambda s, x: s + tf.reduce_sum(x.filled())))
show("scan", lambda: [s.numpy().tolist() for s in ds.scan(tf.constant([0, 0]), lambda s, x: (s + x.values, s))])
show("flat_map", lambda: [x.numpy().tolist() for x in ds.flat_map(lambda x: D.from_tensor_slices(x.values))])
show("interleave", lambda: [x.numpy().tolist() for x in ds.interleave(lambda x: D.from_tensor_slices(x.values), cycle_length=2)])
show("cache", lambda: len(list(ds.cache().repeat(2))))
show("prefetch", lambda: len(list(ds.prefetch(2))))
show("take", lambda: ds.take(1).get_single_element())
show("enumerate", lambda: [(int(i), x.values.numpy().tolist()) for i, x in ds.enumerate()])
show("dict", lambda: D.from_tensor_slices({"m": m, "i": [1, 2, 3]}).batch(2).element_spec)
show("generator", lambda: list(D.from_generator(lambda: iter([m, m]), output_signature=spec))[0].shape)
show("ragged_batch", lambda: list(D.range(3).map(lambda i: tf.range(i)).ragged_batch(3)))
show("group_by_window", lambda: [x.values.numpy().tolist() for x in ds.group_by_window(lambda x: tf.cast(x.mask[0], tf.int64), lambda k, w: w.batch(3), window_size=3)])
show("iter in function", lambda: tf.function(lambda d: d.reduce(0, lambda s, x: s + x.values[0]))(ds))


@tf.function
def total(d):
    s = 0
    for x in d:
        s += tf.reduce_sum(x.filled())
    return s


show("for in function", lambda: total(ds))
it = iter(ds)
show("iterator spec", lambda: it.element_spec)
show("next", lambda: it.get_next())
show("optional", lambda: it.get_next_as_optional().get_value().values)
show("optional spec", lambda: it.get_next_as_optional().element_spec)


class Rows(tf.experimental.BatchableExtensionType):
    rows: tf.RaggedTensor
    scale: tf.Tensor


r = Rows(tf.ragged.constant([[1], [2, 3], []]), [1.0, 2.0, 3.0])
show("ragged slices", lambda: list(D.from_tensor_slices(r)))
show("ragged batched", lambda: list(D.from_tensor_slices(r).batch(2)))
show("ragged map_fn", lambda: tf.map_fn(lambda x: tf.reduce_sum(x.rows), r, fn_output_signature=tf.int32))
show("ragged spec", lambda: tf.type_spec_from_value(r))


class Weighted(tf.experimental.BatchableExtensionType):
    """One scalar weight for a whole batch: an encoder of its own."""

    x: tf.Tensor
    weight: tf.Tensor
    shape: tf.TensorShape

    class Encoder(tf.experimental.ExtensionTypeBatchEncoder):
        def batch(self, spec, batch_size):
            return Weighted.Spec(tf.TensorSpec([batch_size] + spec.x.shape, spec.x.dtype), spec.weight, tf.TensorShape([batch_size]) + spec.shape)

        def unbatch(self, spec):
            return Weighted.Spec(tf.TensorSpec(spec.x.shape[1:], spec.x.dtype), spec.weight, spec.shape[1:])

        def encode(self, spec, value, minimum_rank=0):
            n = value.x.shape[:minimum_rank] if minimum_rank else value.shape
            return [value.x, tf.broadcast_to(value.weight, value.x.shape[:max(minimum_rank, 0)])]

        def decode(self, spec, encoded):
            w = encoded[1]
            while w.shape.rank:
                w = w[0]
            return Weighted(encoded[0], w, spec.shape)

        def encoding_specs(self, spec):
            return [spec.x, tf.TensorSpec(spec.shape, spec.weight.dtype)]

    __batch_encoder__ = Encoder()


w = Weighted([[1, 2], [3, 4]], 5.0, [2])
show("encoder", lambda: list(D.from_tensors(Weighted([1, 2], 5.0, [])).take(1)))
show("encoder slices", lambda: list(D.from_tensor_slices(w)))
show("encoder batch", lambda: list(D.from_tensor_slices(w).batch(2)))
show("encoder map_fn", lambda: tf.map_fn(lambda q: q.x * tf.cast(q.weight, tf.int32), w, fn_output_signature=tf.int32))
