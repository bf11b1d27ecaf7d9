"""Programs over concrete functions; each returns what TensorFlow shows for it."""

from __future__ import annotations

import collections
import contextlib
import io

import runtime as tf

Point = collections.namedtuple("Point", "x y")


@contextlib.contextmanager
def _printed(into):
    text = io.StringIO()
    with contextlib.redirect_stdout(text):
        yield
    into.append(text.getvalue())


def _kind_of_error(action):
    try:
        return repr(action())
    except Exception as error:  # any class: what it is a kind of is compared
        kinds = (TypeError, ValueError, LookupError, RuntimeError)
        names = [kind.__name__ for kind in kinds if isinstance(error, kind)]
        return " ".join(names[:1] or [type(error).__name__])


def most_specific_trace_is_chosen():
    @tf.function
    def shown(x):
        texts.append(repr(x.shape))
        return tf.shape(x)

    texts = []
    shown.get_concrete_function(tf.TensorSpec([1, None], tf.int32))
    shown.get_concrete_function(tf.TensorSpec([None, None], tf.int32))
    shown(tf.constant([[1, 2, 3]]))
    shown(tf.constant([[1], [2]]))
    return texts


def input_signature():
    @tf.function(input_signature=(tf.TensorSpec(shape=[None], dtype=tf.int32),))
    def next_collatz(x):
        print("Tracing with", x)
        return tf.where(x % 2 == 0, x // 2, 3 * x + 1)

    shown = []
    with _printed(shown):
        shown += [next_collatz(tf.constant([1, 2])), next_collatz([3])]
    return [
        *shown,
        _kind_of_error(lambda: next_collatz(tf.constant([[1, 2], [3, 4]]))),
        _kind_of_error(lambda: next_collatz(tf.constant([1.0, 2.0]))),
        _kind_of_error(lambda: next_collatz(1, 2)),
        _kind_of_error(next_collatz),
        next_collatz.get_concrete_function().structured_input_signature,
    ]


def concrete_functions():
    @tf.function
    def double(a):
        return a + a

    @tf.function
    def power(a, b):
        return a**b

    strings = double.get_concrete_function(tf.constant("a"))
    specs = double.get_concrete_function(tf.TensorSpec(shape=[], dtype=tf.string))
    square = power.get_concrete_function(a=tf.TensorSpec(None, tf.float32), b=2)
    ten = tf.constant(10.0)
    return [
        *(strings(tf.constant("a")), strings(a=tf.constant("b")), strings is specs),
        specs(tf.constant("c")),
        str(strings),
        strings.structured_input_signature,
        strings.structured_outputs,
        [(list(n.input), n.name) for n in strings.graph.as_graph_def().node],
        [each.name for each in strings.inputs],
        [each.name for each in strings.outputs],
        str(square),
        *(square(ten), square(ten, b=2), square(a=ten)),
        square.structured_input_signature,
        *(square.output_dtypes, square.output_shapes, square.captured_inputs),
        _kind_of_error(lambda: square(ten, b=3)),
        _kind_of_error(lambda: strings(tf.constant(1))),
        _kind_of_error(lambda: square()),
        _kind_of_error(lambda: square(ten, c=1)),
    ]


def texts_of_signatures():
    @tf.function
    def mixed(x, y=2, *rest, k=3, **others):
        return x

    @tf.function
    def strict(a, /, b, *, c):
        return [a, (b, {"k": c})]

    @tf.function
    def nothing():
        return None

    one = tf.constant(1)
    mixed(one)
    mixed(one, 2, 3, one)
    mixed(one, z=1, a=one, k=5)
    strict(one, Point(1, one), c={"b": 1.5, "a": "t"})
    nothing()
    return [
        each.pretty_printed_concrete_signatures(verbose)
        for each in (mixed, strict, nothing)
        for verbose in (True, False)
    ]


def signatures_of_methods():
    class Scale:
        factor = 2

        @tf.function
        def scaled(self, x, k=1):
            return x * self.factor

        @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
        def fixed(self, x):
            return x

    scale, three = Scale(), tf.constant(3)
    concrete = scale.scaled.get_concrete_function(tf.TensorSpec([], tf.int32))
    return [
        str(concrete),
        concrete.structured_input_signature,
        *(concrete(three), concrete(x=three), concrete(three, 1)),
        _kind_of_error(lambda: concrete(three, k=2)),
        *(scale.fixed([1]), str(scale.fixed.get_concrete_function())),
    ]


def names_of_inputs():
    @tf.function
    def total(d, y=3):
        return d["a"] + d["b"][0]

    spec, one = tf.TensorSpec([], tf.int32, name="first"), tf.constant(1)
    plain = total.get_concrete_function({"a": one, "b": [one]})
    named = total.get_concrete_function({"a": spec, "b": [tf.TensorSpec([], tf.int32)]})
    shown = []
    for name in ("a b", "Z!", "_x", "1", "a/b", "a-b"):
        given = tf.TensorSpec([], tf.int32, name=name)
        concrete = tf.function(lambda x: x).get_concrete_function(given)
        node = concrete.graph.as_graph_def().node[0]
        shown.append([concrete.inputs[0].name, node.attr["_user_specified_name"].s])
    return [
        *shown,
        *([each.name for each in concrete.inputs] for concrete in (plain, named)),
        *(plain(one, one), plain(d=one, d_1=one), named(first=one, d=one)),
        plain({"a": one, "b": [one]}, 3),
        _kind_of_error(lambda: plain(one)),
        _kind_of_error(lambda: plain({"a": one}, 3)),
        _kind_of_error(lambda: plain({"a": one, "b": [one]}, 4)),
        named.structured_input_signature,
    ]


def variables_given_to_concrete_functions():
    first, second = tf.Variable(2.0), tf.Variable(5.0)
    three = tf.constant(3.0)

    @tf.function
    def scaled(v, x):
        v.assign_add(1.0)
        return v * x

    @tf.function
    def twice(a, v, b, w):
        return a + v + b + w

    concrete = scaled.get_concrete_function(first, tf.constant(2.0))
    same = twice.get_concrete_function(1.0, first, three, first)
    return [
        *(concrete(first, three), concrete(second, three), first, second),
        concrete(v=second, x=three),
        [each.name for each in concrete.inputs],
        len(concrete.captured_inputs),
        _kind_of_error(lambda: concrete(three)),
        _kind_of_error(lambda: concrete(three, three)),
        [each.name for each in same.inputs],
        same(1.0, first, three, first),
    ]


def python_values_for_tensors():
    pair = tf.function(lambda x: x).get_concrete_function(tf.TensorSpec([2]))
    return [
        *(pair([1, 2]), pair((1.5, 2.5)), pair(tf.Variable([1.0, 2.0]))),
        _kind_of_error(lambda: pair([1, 2, 3])),
        _kind_of_error(lambda: pair("a")),
        _kind_of_error(lambda: pair(None)),
        _kind_of_error(lambda: pair(1.0)),
        _kind_of_error(lambda: pair(tf.constant([1, 2]))),
    ]


def defaults_beside_an_input_signature():
    @tf.function(input_signature=[tf.TensorSpec([None], tf.int32)])
    def scaled(x, training=False, k=2):
        return x * k

    @tf.function(input_signature=[{"a": tf.TensorSpec([]), "b": [tf.TensorSpec([])]}])
    def nested(d):
        return d["a"] + d["b"][0]

    return [
        *(scaled([1]), scaled([1], training=False), scaled([1], k=2)),
        _kind_of_error(lambda: scaled([1], True)),
        _kind_of_error(lambda: scaled([1], k=3)),
        str(scaled.get_concrete_function()),
        *(nested({"a": 1.0, "b": [2.0]}), nested({"b": [2.0], "a": tf.constant(1.0)})),
        _kind_of_error(lambda: nested({"a": 1.0})),
        _kind_of_error(lambda: nested([1.0])),
        _kind_of_error(lambda: tf.function(scaled, input_signature=[1])),
        _kind_of_error(lambda: tf.function(scaled, input_signature=tf.TensorSpec([]))),
    ]


def narrower_specs():
    @tf.function
    def same(x):
        return x

    wide = same.get_concrete_function(tf.TensorSpec([None]))
    return [
        same.get_concrete_function(tf.TensorSpec([None])) is wide,
        same.get_concrete_function(tf.ones([3])) is wide,
        same.get_concrete_function(tf.TensorSpec([3])) is wide,
        same.get_concrete_function(tf.TensorSpec([3], name="n")) is wide,
        *(same(tf.ones([2])), same(tf.ones([1, 1]))),
        same.experimental_get_tracing_count(),
    ]


def retracing_is_reduced():
    shown = []

    @tf.function(reduce_retracing=True)
    def same(x):
        shown.append(str(x))
        return x

    for shape in ([1, 2], [2, 2], [3, 2], [3, 3], [3], [4, 4]):
        same(tf.ones(shape))
    for length in (2, 3, 4):
        same([tf.ones([length]), 1])
    return [*shown, same.experimental_get_tracing_count()]


def composite_arguments():
    @tf.function
    def dense(s):
        return tf.sparse.to_dense(s)

    @tf.function
    def more(r):
        return r + 1

    @tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
    def wide(r):
        return r * 2

    sparse = tf.sparse.from_dense([[1, 0], [0, 2]])
    ragged = tf.ragged.constant([[1], [2, 3]])
    concretes = [
        dense.get_concrete_function(sparse),
        more.get_concrete_function(ragged),
        more.get_concrete_function(tf.RaggedTensorSpec([2, None], tf.int32)),
    ]
    return [
        *(str(each) for each in concretes),
        *(each.structured_input_signature for each in concretes),
        *(concretes[0](sparse), concretes[2](ragged), dense(sparse), wide(ragged)),
        wide(tf.ragged.constant([[], [4, 5, 6], [7]], tf.int32)),
    ]


def gradients_of_variables_given():
    first, second = tf.Variable(3.0), tf.Variable(10.0)
    concrete = tf.function(lambda v, x: v * x * v).get_concrete_function(
        first, tf.TensorSpec([])
    )
    x = tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = concrete(second, x)
    return [y, *tape.gradient(y, [x, first, second])]


PROGRAMS = (
    "composite_arguments",
    "concrete_functions",
    "defaults_beside_an_input_signature",
    "gradients_of_variables_given",
    "input_signature",
    "most_specific_trace_is_chosen",
    "names_of_inputs",
    "narrower_specs",
    "python_values_for_tensors",
    "retracing_is_reduced",
    "signatures_of_methods",
    "texts_of_signatures",
    "variables_given_to_concrete_functions",
)
