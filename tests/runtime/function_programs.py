"""Programs over traced functions; each returns what TensorFlow shows for it."""

from __future__ import annotations

import collections
import contextlib
import gc
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


def _counted(function, calls, **options):
    traces = []

    def body(*args, **kwargs):
        traces.append(args)
        return function(*args, **kwargs)

    traced = tf.function(body, autograph=False, **options)
    counts = []
    for args in calls:
        traced(*args)
        counts.append(len(traces))
    return counts


def tracing_prints_symbolic_tensors():
    @tf.function
    def double(a):
        print("Tracing with", a)
        return a + a

    shown = []
    for value in (1, tf.constant(1), tf.constant(1.1), tf.constant("a")):
        with _printed(shown):
            shown.append(double(value))
    with _printed(shown):
        double(tf.constant("b"))
    return [*shown, double.pretty_printed_concrete_signatures()]


def traces_by_type_of_argument():
    one = tf.constant(1)
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    return [
        _counted(lambda x: 1, [(1,), (2,), (1,), ("1",), (None,), (b"1",)]),
        _counted(lambda x: 1, [(one,), (tf.constant(2),), (tf.constant([2]),)]),
        _counted(lambda x: 1, [([1, 2],), ([2, 1],), ((1, 2),), ([1, 2],), ([one],)]),
        _counted(lambda x: 1, [({"a": 1, "b": 2},), ({"b": 2, "a": 1},), ({"a": 1},)]),
        _counted(lambda x: 1, [(Point(1, 2),), (Point(1, 2),), (Point(one, 2),)]),
        _counted(lambda x: 1, [(v,), (v,), (one,), (v,)]),
        _counted(lambda x, y: 1, [(v, v), (v, w), (v, v)]),
        _counted(lambda *x: 1, [(one,), (one, one), (one, one)]),
        _counted(lambda x, y=1: 1, [(one,), (one, 1), (one, 2)]),
        _counted(
            lambda x: 1,
            [(tf.ones([n]),) for n in (1, 2, 3, 4)],
            reduce_retracing=True,
        ),
        _counted(
            lambda x: 1,
            [(tf.ones([n, 2]),) for n in (1, 2, 3, 4)],
            input_signature=[tf.TensorSpec([None, None], tf.float32)],
        ),
    ]


def objects_are_held_weakly():
    class Fruit:
        flavor = 2

    mixed = []

    @tf.function
    def mix(first, second):
        mixed.append(1)
        return tf.constant(first.flavor + second.flavor)

    mix(Fruit(), Fruit())
    mix(Fruit(), Fruit())
    gc.collect()
    shown = [len(mixed)]
    first, second = Fruit(), Fruit()
    mix(first, second)
    mix(first, second)
    first.flavor = 5
    return [*shown, len(mixed), mix(first, second)]


def keyword_arguments():
    @tf.function
    def train(num_steps):
        print("Tracing with num_steps = ", num_steps)
        return num_steps * 1

    shown = []
    with _printed(shown):
        shown += [train(num_steps=10), train(num_steps=20)]
        shown += [train(num_steps=tf.constant(10)), train(num_steps=tf.constant(20))]
    return shown


def python_objects_bound_in_front():
    class SimpleModel:
        def __init__(self):
            self.bias, self.weight = 0.0, 2.0

    def evaluate(model, x):
        return model.weight * x + model.bias

    model, x = SimpleModel(), tf.constant(10.0)
    traced = tf.function(evaluate)
    shown = [traced(model, x)]
    model.bias += 5.0
    shown.append(traced(model, x))
    again = SimpleModel()
    again.bias += 5.0
    without_bias = tf.function(evaluate).get_concrete_function(again, x)
    return [*shown, without_bias(x)]


def variables_instead_of_python_values():
    class BetterModel:
        def __init__(self):
            self.bias, self.weight = tf.Variable(0.0), tf.Variable(2.0)

    @tf.function
    def evaluate(model, x):
        return model.weight * x + model.bias

    model, x = BetterModel(), tf.constant(10.0)
    first = evaluate(model, x)
    model.bias.assign_add(5.0)
    return [first, evaluate(model, x)]


def free_variables_are_read_while_tracing():
    state = {"number": 1, "variable": tf.Variable(1)}

    @tf.function
    def number_add(x):
        return x + state["number"]

    @tf.function
    def variable_add():
        return 1 + state["variable"]

    shown = [number_add(tf.constant(1)), variable_add()]
    state["number"] = 100
    state["variable"].assign(100)
    return [*shown, number_add(tf.constant(1)), number_add(2), variable_add()]


def counters():
    class Model:
        def __init__(self):
            self.v = tf.Variable(0)
            self.counter = 0

        @tf.function
        def recorded(self):
            if self.counter == 0:
                self.counter += 1
                self.v.assign_add(1)
            return self.v

        @tf.function
        def at_once(self):
            if self.counter == 0:
                self.counter += 1
                with tf.init_scope():
                    self.v.assign_add(1)
            return self.v

    first, second = Model(), Model()
    shown = [first.recorded() for _ in range(3)]
    return [*shown, *[second.at_once() for _ in range(3)]]


def variable_made_behind_none():
    class Count:
        def __init__(self):
            self.count = None

        @tf.function
        def __call__(self):
            if self.count is None:
                self.count = tf.Variable(0)
            return self.count.assign_add(1)

    count, other = Count(), Count()
    return [str(count()), str(count()), str(other()), count.count]


def variables_made_in_functions():
    kept = []

    @tf.function
    def good(x):
        if not kept:
            kept.append(tf.Variable(x * 2.0, name="made"))
            kept.append(tf.Variable(lambda: tf.ones([2]) * 3.0, trainable=False))
        return kept[0] + x, kept[1]

    @tf.function
    def bad(x):
        return tf.Variable(1.0) + x

    @tf.function
    def late(n):
        if n == 1:
            kept.append(tf.Variable(1.0))
        return n

    late(0)
    return [
        good(tf.constant([1.0, 2.0])),
        good(tf.constant([5.0, 5.0])),
        kept[:2],
        _kind_of_error(lambda: bad(1.0)),
        _kind_of_error(lambda: bad(1.0)),
        _kind_of_error(lambda: late(1)),
    ]


def leaks_are_refused():
    kept = []

    @tf.function
    def leaky(a):
        kept.append(a + 1)
        return a + 2

    @tf.function
    def uses(b):
        return b + kept[0]

    return [
        leaky(tf.constant(1)),
        hasattr(kept[0], "numpy"),
        _kind_of_error(lambda: kept[0].numpy()),
        _kind_of_error(lambda: uses(tf.constant(2))),
    ]


def python_side_effects():
    seen = []

    @tf.function
    def side_effect(x):
        print("Traced with", x)
        seen.append(x)
        return x * 1

    shown = []
    with _printed(shown):
        shown += [side_effect(1), side_effect(1), side_effect(2)]
    return [*shown, len(seen)]


def recursion_on_python_values():
    @tf.function
    def recursive(n):
        print("tracing")
        if n > 0:
            return recursive(n - 1)
        return 1

    shown = []
    with _printed(shown):
        shown.append(recursive(5))
    return shown


def own_trace_types():
    class Pair(tf.types.experimental.TraceType):
        def __init__(self, *kinds):
            self.kinds = kinds

        def is_subtype_of(self, other):
            return self == other

        def most_specific_common_supertype(self, others):
            return self if all(self == other for other in others) else None

        def placeholder_value(self, placeholder_context):
            return Fruit()

        def __eq__(self, other):
            return type(self) is type(other) and self.kinds == other.kinds

        def __hash__(self):
            return hash(self.kinds)

    class Fruit:
        flavor = tf.constant([4, 6])

        def __tf_tracing_type__(self, context):
            return Pair(1, 2)

    traces = []

    @tf.function
    def flavor(fruit):
        traces.append(1)
        return fruit.flavor

    return [flavor(Fruit()), flavor(Fruit()), len(traces)]


def functions_called_by_functions():
    @tf.function
    def inner(x):
        return x * 2

    @tf.function
    def outer(x):
        return inner(x) + inner(x + 1)

    graph = outer.get_concrete_function(tf.constant(1)).graph
    ops = [node.op for node in graph.as_graph_def().node]
    return [outer(tf.constant(3)), ops]


def functions_run_eagerly():
    @tf.function
    def loss(x):
        print("Calculating")
        return x * x

    shown = []
    with _printed(shown):
        shown += [loss(tf.constant(2)), loss(tf.constant(3))]
    tf.config.run_functions_eagerly(True)
    try:
        with _printed(shown):
            shown += [loss(tf.constant(2)), loss(tf.constant(3))]
    finally:
        tf.config.run_functions_eagerly(False)
    return shown


def variables_as_arguments():
    w, other = tf.Variable(2.0), tf.Variable(3.0)

    @tf.function
    def scaled(v, x):
        v.assign_add(1.0)
        return v * x + other

    x = tf.constant(10.0)
    with tf.GradientTape() as tape:
        result = scaled(w, x)
    gradient = tape.gradient(result, [w, other])
    concrete = scaled.get_concrete_function(w, x)
    text = str(concrete).partition("Captures:")[0]
    same = concrete(w, x)
    return [result, gradient, text, same, w, concrete.structured_input_signature]


def optimizers_bound_to_concrete_functions():
    class Descent:
        def __init__(self, rate):
            self.rate, self.steps = rate, None

        def apply(self, pairs):
            if self.steps is None:
                self.steps = tf.Variable(0)
            self.steps.assign_add(1)
            for gradient, variable in pairs:
                variable.assign_sub(self.rate * gradient)

    def train_step(w, x, y, optimizer):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(tf.square(w * x - y))
        optimizer.apply(zip(tape.gradient(loss, [w]), [w]))

    w, x, y = tf.Variable(2.0), tf.constant([-1.0]), tf.constant([2.0])
    first, second = Descent(0.25), Descent(0.125)
    shared = tf.function(train_step)
    shared(w, x, y, first)
    refused = _kind_of_error(lambda: shared(w, x, y, second))
    steps = [
        tf.function(train_step).get_concrete_function(w, x, y, optimizer)
        for optimizer in (first, Descent(0.125))
    ]
    return [refused, w, first.steps, len(steps)]


PROGRAMS = (
    "counters",
    "free_variables_are_read_while_tracing",
    "functions_called_by_functions",
    "functions_run_eagerly",
    "keyword_arguments",
    "leaks_are_refused",
    "optimizers_bound_to_concrete_functions",
    "objects_are_held_weakly",
    "own_trace_types",
    "python_objects_bound_in_front",
    "python_side_effects",
    "recursion_on_python_values",
    "traces_by_type_of_argument",
    "tracing_prints_symbolic_tensors",
    "variable_made_behind_none",
    "variables_as_arguments",
    "variables_instead_of_python_values",
    "variables_made_in_functions",
)
