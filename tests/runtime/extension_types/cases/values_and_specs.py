"""Extension types: made, refused, compared, traced, in branches and loops."""

from typing import Any, Callable, Dict, List, Mapping, Optional, Tuple, Union

import runtime as tf
from tests.runtime.shown_answers import show

ET = tf.experimental.ExtensionType


class M(ET):
    values: tf.Tensor
    mask: tf.Tensor


class D(ET):
    x: tf.Tensor
    n: int = 3
    name: str = "a"
    f: Optional[float] = None
    s: tf.TensorShape = tf.TensorShape([1])
    d: tf.DType = tf.int32


class N(ET):
    v: tf.Tensor
    kids: Tuple["N", ...] = ()


class Mp(ET):
    m: Mapping[str, tf.Tensor]
    t: Tuple[int, str]
    r: Optional[tf.RaggedTensor] = None
    u: Union[int, str, tf.Tensor] = 1


m = M([1, 2, 3], [True, False, True])
show("m", lambda: m)
show("str", lambda: str(m))
show("spec", lambda: tf.type_spec_from_value(m))
show(
    "spec2", lambda: M.Spec(values=tf.TensorSpec([3]), mask=tf.TensorSpec([3], tf.bool))
)
show("spec3", lambda: M.Spec())
show("spec4", lambda: M.Spec(tf.TensorSpec([3])))
show("spec5", lambda: M.Spec(tf.TensorSpec([3]), 3))
show("miss", lambda: M([1]))
show("extra", lambda: M([1], [True], 3))
show("kwextra", lambda: M([1], [True], z=3))
show("badtype", lambda: M("a", object()))
show("D", lambda: D(1.0))
show("Dbad", lambda: D(1.0, n="x"))
show("Dbad2", lambda: D(1.0, f="x"))
show("Dspec", lambda: tf.type_spec_from_value(D(1.0)))
show("sigspec", lambda: str(__import__("inspect").signature(D.Spec)))
show("N", lambda: N(1, (N(2), N(3, (N(4),)))))
show("Nlist", lambda: N(1, [N(2)]))
show("Mp", lambda: Mp({"a": 1, "b": [2.0]}, (1, "x")))
show("Mpb", lambda: Mp({"a": 1, 2: [2.0]}, (1, "x")))
show("Mpc", lambda: Mp({"a": 1}, (1, 2)))
show("Mp r", lambda: Mp({"a": 1}, (1, "x"), tf.ragged.constant([[1], []])))
show("Mp r2", lambda: Mp({"a": 1}, (1, "x"), [[1]]))
show("Mp u", lambda: Mp({"a": 1}, (1, "x"), None, [1.0]))
show("Mp u2", lambda: Mp({"a": 1}, (1, "x"), None, tf.constant([1.0])).u)
show("Mp m", lambda: type(Mp({"a": 1}, (1, "x")).m))


def setit():
    m.values = 3


show("set", setit)


def setd():
    Mp({"a": 1}, (1, "x")).m["a"] = 3


show("setd", setd)


def delit():
    del m.values


show("del", delit)
show("eq", lambda: m == m)
show("eq2", lambda: m == M([1, 2, 4], [True, False, True]))
show("eq3", lambda: m == M([1, 2], [True, False]))
show("eq4", lambda: m == 3)
show("ne", lambda: m != m)
show("eqD", lambda: D(1.0) == D(1.0, n=4))
show("hash", lambda: hash(m))
show("convert", lambda: tf.convert_to_tensor(m))
show("add", lambda: m + m)
show("tfadd", lambda: tf.add(m, m))
show("getitem", lambda: m[0])
show("len", lambda: len(m))
show("bool", lambda: bool(m))


def defn(ns, bases=(ET,)):
    return lambda: type(ET)("Q", bases, {"__module__": "__main__", **ns})


show("noann", defn({"x": 3}))
show("badann", defn({"__annotations__": {"x": list}}))
show("badann2", defn({"__annotations__": {"x": List[int]}}))
show("badann3", defn({"__annotations__": {"x": Any}}))
show("badann3b", defn({"__annotations__": {"x": Dict[str, int]}}))
show("badann4", defn({"__annotations__": {"x": Mapping[int, int]}}))
show("badann5", defn({"__annotations__": {"x": Tuple[int]}}))
show("res", defn({"__annotations__": {"_tf_extension_type_x": int}}))
show("self", defn({"__annotations__": {"self": int}}))
show("Spec", defn({"__annotations__": {"Spec": int}}))
show("order", defn({"__annotations__": {"a": int, "b": int}, "a": 3}))
show("np", defn({"__annotations__": {"a": "tf.Tensor"}}))
show("baddef", defn({"__annotations__": {"a": int}, "a": "x"}))
show("call", defn({"__annotations__": {"x": Callable}}))
show("ts", defn({"__annotations__": {"x": tf.TensorSpec}}))
show("tsv", defn({"__annotations__": {"x": tf.TensorSpec([3])}}))


def tsv():
    class T(ET):
        x: tf.TensorSpec([None, 3], tf.float32)

    print(T([[1, 2, 3]]))
    return T([[1, 2]])


show("tsv", tsv)


class V(ET):
    a: tf.Tensor
    b: tf.Tensor

    def __init__(self, a):
        self.a = a
        self.b = a * 2

    def __validate__(self):
        self.a.shape.assert_is_compatible_with(self.b.shape)
        if self.a.shape.rank != 1:
            raise ValueError("rank")

    def total(self):
        return tf.reduce_sum(self.a) + tf.reduce_sum(self.b)


show("V", lambda: V([1.0, 2.0]))
show("V2", lambda: V(tf.constant([1.0, 2.0])))
show("V3", lambda: V(tf.constant(1.0)))
show("V tot", lambda: V(tf.constant([1.0, 2.0])).total())


class VB(ET):
    a: tf.Tensor

    def __init__(self, a):
        pass


show("VB", lambda: VB(1))


class Sub(M):
    extra: int = 5


show("Sub", lambda: Sub([1], [True]))
show("Subis", lambda: isinstance(Sub([1], [True]), M))
show("as_dict", lambda: tf.experimental.extension_type.as_dict(m))
f = tf.function(lambda x: M(x.values + 1, ~x.mask))
show("fn", lambda: f(m))
show(
    "fn2",
    lambda: f.get_concrete_function(
        M.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))
    ),
)
show(
    "fn2b",
    lambda: f.get_concrete_function(
        M.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))
    )(m),
)
show("trace", lambda: f.get_concrete_function(m).structured_outputs)
show("trace", lambda: f.get_concrete_function(m).structured_input_signature)


@tf.function
def show_sym(x):
    print("sym", repr(x), x.values)
    return x.mask


show_sym(m)
show(
    "cond",
    lambda: tf.function(
        lambda c: tf.cond(c, lambda: m, lambda: M(m.values * 2, m.mask))
    )(tf.constant(False)),
)
show(
    "while",
    lambda: tf.function(
        lambda: tf.while_loop(
            lambda i, x: i < 3,
            lambda i, x: (i + 1, M(x.values + x.values, x.mask)),
            [0, m],
        )
    )(),
)
show(
    "whilee",
    lambda: tf.while_loop(
        lambda i, x: i < 3, lambda i, x: (i + 1, M(x.values + x.values, x.mask)), [0, m]
    ),
)
show("flat", lambda: tf.nest.flatten(m))
show("flatx", lambda: tf.nest.flatten(m, expand_composites=True))
show(
    "flatx",
    lambda: tf.nest.flatten(
        Mp({"b": 1, "a": [2.0]}, (1, "x"), tf.ragged.constant([[1], []])),
        expand_composites=True,
    ),
)
show("pack", lambda: tf.nest.pack_sequence_as(m, [1, 2], expand_composites=True))
show(
    "map",
    lambda: tf.nest.map_structure(
        lambda x: x * 2 if x.dtype != tf.bool else x, m, expand_composites=True
    ),
)
show(
    "compat",
    lambda: M.Spec(
        tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool)
    ).is_compatible_with(m),
)
show(
    "compat2",
    lambda: M.Spec(
        tf.TensorSpec([None], tf.float32), tf.TensorSpec([None], tf.bool)
    ).is_compatible_with(m),
)
show(
    "sup",
    lambda: tf.type_spec_from_value(m).most_specific_common_supertype(
        [tf.type_spec_from_value(M([1], [True]))]
    ),
)
show(
    "sup2",
    lambda: tf.type_spec_from_value(D(1.0)).most_specific_common_supertype(
        [tf.type_spec_from_value(D([1.0]))]
    ),
)
show(
    "sup3",
    lambda: tf.type_spec_from_value(D(1.0)).most_specific_common_supertype(
        [tf.type_spec_from_value(D([1.0], n=9))]
    ),
)
show("istensor", lambda: tf.is_tensor(m))


def ag():
    @tf.function
    def g(x, k):
        if k > 0:
            x = M(x.values + 1, x.mask)
        for i in tf.range(k):
            x = M(x.values * 2, x.mask)
        return x

    return g(m, tf.constant(2))


show("ag", ag)
show(
    "retrace", lambda: [f(M([1, 2], [True, True])), f.experimental_get_tracing_count()]
)


class A1(ET):
    x: tf.Tensor

    @property
    def shape(self):
        return self.x.shape


show("shape", lambda: tf.shape(A1([1])))
show("rank", lambda: tf.rank(A1([1])))
show("setattr new", lambda: setattr(m, "zz", 3))
show("copy", lambda: __import__("copy").copy(m))
show("deepcopy", lambda: __import__("copy").deepcopy(m))
show("pickle", lambda: __import__("pickle").loads(__import__("pickle").dumps(m)))
show(
    "specpickle",
    lambda: __import__("pickle").loads(
        __import__("pickle").dumps(tf.type_spec_from_value(m))
    ),
)
show("composite", lambda: isinstance(m, tf.__internal__.CompositeTensor))
show(
    "inputsig",
    lambda: tf.function(
        lambda x: x.values,
        input_signature=[
            M.Spec(tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.bool))
        ],
    )(m),
)
show(
    "tensorfield specless",
    lambda: M.Spec(tf.TensorSpec(None, tf.int32), tf.TensorSpec(None)),
)
show("ETinst", lambda: ET())
