"""Extension types with validation, methods, class methods, inheritance."""
from typing import Mapping, Optional, Tuple, Union
import runtime as tf
from tests.runtime.shown_answers import show

class Interval(tf.experimental.ExtensionType):
    low: tf.Tensor
    high: tf.Tensor
    closed: bool = True

    def __validate__(self):
        self.low.shape.assert_is_compatible_with(self.high.shape)
        if self.low.dtype != self.high.dtype:
            raise TypeError("dtypes differ")
        assert isinstance(self.closed, bool)

    @property
    def width(self):
        return self.high - self.low

    @classmethod
    def around(cls, center, radius):
        return cls(center - radius, center + radius)

    @staticmethod
    def unit():
        return Interval(0.0, 1.0)

    def contains(self, x):
        if self.closed:
            return (self.low <= x) & (x <= self.high)
        return (self.low < x) & (x < self.high)

    def __add__(self, other):
        return Interval(self.low + other.low, self.high + other.high, self.closed)

    def __len__(self):
        return 2


class Named(Interval):
    name: str = "none"
    weight: Optional[tf.Tensor] = None

    def described(self):
        return f"{self.name}: {self.width.numpy()}"


class Labeled(Named):
    label: Tuple[str, ...] = ("a",)

    def contains(self, x):
        return tf.logical_not(super().contains(x))


i = Interval([1.0, 2.0], [3.0, 5.0])
show("i", lambda: i)
show("width", lambda: i.width)
show("around", lambda: Interval.around(tf.constant([1.0]), 0.5))
show("unit", lambda: Interval.unit())
show("contains", lambda: i.contains(tf.constant([3.0, 3.0])))
show("open", lambda: Interval([1.0], [3.0], closed=False).contains(tf.constant([3.0])))
show("add", lambda: i + i)
show("len", lambda: len(i))
show("shape", lambda: Interval([1.0, 2.0], [3.0]))
show("dtype", lambda: Interval([1.0, 2.0], [3, 4]))
show("closed", lambda: Interval([1.0], [3.0], closed=1))
show("closed tensor", lambda: Interval([1.0], [3.0], closed=tf.constant(True)))
show("missing", lambda: Interval([1.0]))
show("surplus", lambda: Interval([1.0], [1.0], True, 4))
show("unknown", lambda: Interval([1.0], [1.0], shut=True))
show("set", lambda: setattr(i, "low", 3))
show("new", lambda: setattr(i, "other", 3))
show("del", lambda: delattr(i, "low"))
n = Named(0.0, 1.0, name="n")
show("n", lambda: n)
show("described", lambda: n.described())
show("n spec", lambda: tf.type_spec_from_value(n))
show("l", lambda: Labeled(0.0, 1.0, True, "x", 3.0, ("b", "c")))
show("l contains", lambda: Labeled(0.0, 1.0).contains(0.5))
show("l isa", lambda: isinstance(Labeled(0.0, 1.0), Interval))
show("spec isa", lambda: issubclass(Labeled.Spec, Interval.Spec))
show("eq", lambda: i == Interval([1.0, 2.0], [3.0, 5.0]))
show("ne", lambda: i != Interval([1.0, 2.0], [3.0, 6.0]))
show("eq other", lambda: i == 3)
show("eq class", lambda: n == Interval(0.0, 1.0))
show("hash", lambda: hash(i))
show("eq shapes", lambda: Interval([1.0], [2.0]) == Interval([1.0, 1.0], [2.0, 2.0]))
show("spec", lambda: Interval.Spec(tf.TensorSpec(None), tf.TensorSpec([2]), False))
show("spec attr", lambda: Interval.Spec(tf.TensorSpec(None), tf.TensorSpec([2])).closed)
show("spec eq", lambda: tf.type_spec_from_value(i) == tf.type_spec_from_value(i + i))
show("spec hash", lambda: len({tf.type_spec_from_value(i), tf.type_spec_from_value(i + i)}))
show("spec value", lambda: Interval.Spec(3.0, 4.0))
show("spec set", lambda: setattr(tf.type_spec_from_value(i), "low", 1))
show("compatible", lambda: Interval.Spec(tf.TensorSpec(None), tf.TensorSpec(None)).is_compatible_with(i))
show("compatible not", lambda: Interval.Spec(tf.TensorSpec([3]), tf.TensorSpec([3])).is_compatible_with(i))
show("compatible flag", lambda: Interval.Spec(tf.TensorSpec(None), tf.TensorSpec(None), False).is_compatible_with(i))
show("sub", lambda: tf.type_spec_from_value(i).is_subtype_of(Interval.Spec(tf.TensorSpec(None), tf.TensorSpec(None))))
show("common", lambda: tf.type_spec_from_value(i).most_specific_common_supertype([tf.type_spec_from_value(Interval([1.0], [3.0]))]))
show("common class", lambda: tf.type_spec_from_value(i).most_specific_common_supertype([tf.type_spec_from_value(n)]))
show("flat", lambda: tf.nest.flatten(i, expand_composites=True))
show("flat not", lambda: tf.nest.flatten(i))
show("map", lambda: tf.nest.map_structure(lambda x: x * 2, i, expand_composites=True))
show("pack", lambda: tf.nest.pack_sequence_as(i, [tf.constant(1), tf.constant(2)], expand_composites=True))
show("is_nested", lambda: tf.nest.is_nested(i))
show("is_tensor", lambda: tf.is_tensor(i))
show("convert", lambda: tf.convert_to_tensor(i))
show("op", lambda: tf.add(i, 1.0))


def bad(body, **annotations):
    return type("Bad", (tf.experimental.ExtensionType,), {"__annotations__": annotations, **body})


show("reserved", lambda: bad({}, Spec=int))
show("reserved tf", lambda: bad({}, _tf_extension_x=int))
show("underscore", lambda: bad({}, __x=int))
show("list", lambda: bad({}, x=list))
show("dict", lambda: bad({}, x=dict))
show("callable", lambda: bad({}, x=lambda: 3))
show("default", lambda: bad({"x": "a"}, x=int))
show("order", lambda: bad({"x": 1}, x=int, y=int))
show("ndarray", lambda: bad({}, x=__import__("numpy").ndarray))
show("union", lambda: bad({}, x=Union[int, str])(x=1.5))
show("tuple", lambda: bad({}, x=Tuple[int, str])(x=(1, 2)))
show("tuple many", lambda: bad({}, x=Tuple[int, ...])(x=[1, 2]))
show("mapping", lambda: bad({}, x=Mapping[str, int])(x={"a": 1}))
show("mapping bad", lambda: bad({}, x=Mapping[str, int])(x={"a": "b"}))
show("mapping key", lambda: bad({}, x=Mapping[str, int])(x={1: 1}))
show("optional", lambda: bad({}, x=Optional[tf.Tensor])(x=None))
show("dtype field", lambda: bad({}, x=tf.DType)(x="float32"))
show("dtype field 2", lambda: bad({}, x=tf.DType)(x=tf.int8))
show("shape field", lambda: bad({}, x=tf.TensorShape)(x=[1, None]))
show("typespec", lambda: bad({}, x=tf.TensorSpec([None], tf.int32))(x=[1, 2]))
show("typespec bad", lambda: bad({}, x=tf.TensorSpec([None], tf.int32))(x=[[1, 2]]))
show("typespec dtype", lambda: bad({}, x=tf.TensorSpec([None], tf.int32))(x=[1.5]))
show("ragged", lambda: bad({}, x=tf.RaggedTensor)(x=tf.ragged.constant([[1], []])))
show("ragged bad", lambda: bad({}, x=tf.RaggedTensor)(x=[[1]]))
show("sparse", lambda: bad({}, x=tf.SparseTensor)(x=tf.sparse.from_dense([0, 1])))
show("nested", lambda: bad({}, x=Interval)(x=i))
show("nested bad", lambda: bad({}, x=Interval)(x=1))
show("bytes", lambda: bad({}, x=bytes)(x="a"))
show("float of int", lambda: bad({}, x=float)(x=1))
show("int of bool", lambda: bad({}, x=int)(x=True))
show("empty", lambda: bad({})())
