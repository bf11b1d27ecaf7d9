"""Programs over variables; each returns what TensorFlow shows for it, as text."""

from __future__ import annotations

import copy
import pickle

import numpy as np

import runtime as tf


def _error(action):
    try:
        return repr(action())
    except Exception as error:  # any class: its name is compared
        return f"{type(error).__name__}: {str(error).partition(' [Op')[0]}"


def _kind_of_error(action):
    return _error(action).partition(":")[0]


def making_variables():
    with tf.name_scope("outer"):
        named, unnamed = tf.Variable(1, name="in"), tf.Variable(2)
    return [
        named,
        unnamed,
        tf.Variable([1.0, 2.0]),
        tf.Variable(True),
        tf.Variable("text"),
        tf.Variable(5 + 2j),
        tf.Variable(1, dtype=tf.float32),
        tf.Variable(tf.constant([[1, 2], [3, 4]])),
        tf.Variable(lambda: tf.ones([2])),
        tf.Variable(1, shape=tf.TensorShape(None)),
        tf.Variable([1, 2], shape=[None]),
        tf.Variable(np.array([1, 2])),
        tf.Variable(1, trainable=False).trainable,
        tf.Variable(tf.Variable(3)),
        tf.Variable(1.0).synchronization,
        tf.Variable(1.0).aggregation,
    ]


def refused_variables():
    v = tf.Variable([1.0, 2.0], name="w")
    return [
        _error(lambda: tf.Variable()),
        _error(lambda: tf.Variable([1, 2], shape=[3])),
        _error(lambda: v.assign([1.0, 2.0, 3.0])),
        _error(lambda: v.assign(tf.constant([1, 2]))),
        _error(lambda: hash(v)),
        _error(lambda: len(v)),
        _error(lambda: tf.convert_to_tensor(v, tf.int32)),
        _error(lambda: f"{v:3}"),
        _error(lambda: v.initial_value),
        _error(lambda: v.op),
    ]


def assigning():
    a = tf.Variable([5.0, 3.0])
    b = tf.Variable(a)
    read = tf.convert_to_tensor(a)
    array = a.numpy()
    shown = [a.assign([1, 2]), a.assign_add([2, 3]), a.assign_sub([7, 9])]
    loose = tf.Variable([1], shape=[None])
    loose.assign([1, 2, 3])
    shown += [loose, a.assign(a + 1.0), a.assign_add(a), f"{a}", str(a)]
    return [*shown, a, b, read, array, a.assign([0.0, 0.0], read_value=False)]


def changing_parts():
    v = tf.Variable([[1, 2], [3, 4], [5, 6]])
    rows = tf.IndexedSlices(tf.constant([[10, 20], [1, 1]]), tf.constant([2, 2]))
    texts = [
        repr(v.scatter_add(rows)),
        repr(v.scatter_sub(rows)),
        repr(v.scatter_mul(rows)),
        repr(v.scatter_max(rows)),
        repr(v.scatter_min(rows)),
        repr(v.scatter_update(rows)),
        repr(v.scatter_nd_add([[0, 1]], [7])),
        repr(v.scatter_nd_sub([[0]], [[1, 1]])),
        repr(v.scatter_nd_update([[1, 0]], [9])),
        repr(v[0].assign([8, 8])),
        repr(v[1:, 1].assign([0, 0])),
        repr(v.sparse_read([0, 2])),
        repr(v.gather_nd([[0, 1]])),
        repr(v[..., tf.newaxis, 0]),
    ]
    wrong = _error(lambda: v.scatter_nd_add([[0, 1]], ["a"]))
    return [*texts, wrong[:9]]


def operators():
    x = tf.Variable([1.0, 2.0, 3.0])
    n = tf.Variable([7, 8])
    flag = tf.Variable([True, False])
    array = np.array([1.0, 2.0, 3.0], np.float32)
    return [
        *(x + 1, 1 + x, x - 1, 1 - x, x * 2, 2 * x, x / 2, 2 / x, x**2, 2**x),
        *(n // 2, 15 // n, n % 4, 15 % n, -x, abs(-x), ~flag, flag & True, flag | True),
        *(flag ^ True, x < 2, x <= 2, x > 2, x >= 2, x == x, x != 2),
        *(array * x, x * array, tf.constant([1.0, 2.0, 3.0]) - x, x[0], x[1:]),
        *(tf.Variable([[1, 2]]) @ tf.Variable([[3], [4]]), list(n), np.sum(x)),
        *(int(n[0]), float(tf.Variable(1.5)), int(tf.Variable(3))),
        bool(tf.Variable(1)),
    ]


def standing_for_tensors():
    m = tf.Variable([[1.0, 2.0], [3.0, 4.0]])
    w = tf.Variable(2.0)
    return [
        *(tf.stack([w, w]), tf.add_n([w, w]), tf.convert_to_tensor([w, 1.0])),
        *(tf.reshape(m, [1, 4]), tf.shape(m), tf.cast(w, tf.int32), tf.argmax(m)),
        *(tf.gather(m, [1]), tf.where(m > 2, m, 0.0), tf.zeros_like(m), tf.rank(m)),
        *(tf.identity(w), tf.square(w), tf.reduce_mean(m, axis=0), tf.size(m)),
        *(tf.concat([m, m], 0), tf.is_tensor(w), isinstance(w, tf.Tensor)),
        *(tf.range(tf.Variable(3)), tf.ones_like(m), tf.nn.relu(w), tf.matmul(m, m)),
        *(tf.fill([2], w), tf.equal(m, 1.0), tf.constant([1, 2, 3])[tf.Variable(1)]),
    ]


def copies():
    v = tf.Variable([1, 2], name="v", trainable=False)
    deep, shallow = copy.deepcopy(v), copy.copy(v)
    pickled = pickle.loads(pickle.dumps(v))
    v.assign([9, 9])
    return [
        pickled,
        pickled.trainable,
        deep,
        shallow,
        deep.trainable,
        {v.ref(): 1}[v.ref()],
        v.ref() == deep.ref(),
    ]


def gradients():
    w, fixed = tf.Variable(2.0, name="w"), tf.Variable(1.0, trainable=False)
    with tf.GradientTape(persistent=True) as tape:
        square, doubled = w * w, fixed * 2.0
        w.assign_add(1.0)
        cube = w**3
    with tf.GradientTape(watch_accessed_variables=False) as blind:
        blind.watch(fixed)
        both = w * fixed
    return [
        tape.gradient(square, w),
        tape.gradient(doubled, fixed),
        tape.gradient(cube, [w]),
        [each.name for each in tape.watched_variables()],
        blind.gradient(both, [w, fixed]),
    ]


def gradients_through_functions():
    w = tf.Variable(2.0)

    @tf.function
    def loss(x):
        return w * w * x

    @tf.function
    def branching_step(x):
        with tf.GradientTape() as tape:
            y = w * w * x
            if x > 0:
                y = y * w
        gradient = tape.gradient(y, w)
        w.assign_sub(0.1 * gradient)
        return gradient

    @tf.function
    def looping(x):
        with tf.GradientTape() as tape:
            y = x
            for _ in tf.range(3):
                y = y * w
        return tape.gradient(y, [w])

    @tf.function
    def nested(x):
        with tf.GradientTape() as tape:
            y = x
            if x > 0:
                y = loss(x)
        return tape.gradient(y, w)

    with tf.GradientTape() as tape:
        y = loss(tf.constant(3.0)) + w
    one = tf.constant(1.0)
    return [tape.gradient(y, w), branching_step(one), w, looping(one), nested(one)]


def variables_decide_in_graphs():
    flag, n = tf.Variable(True), tf.Variable(3)
    vector = tf.Variable([1.0, 2.0, 3.0])

    @tf.function
    def branch(x):
        if flag:
            x = x + 1
        return x

    @tf.function
    def count_down(x):
        while n > 0:
            n.assign_sub(1)
            x = x + 1
        return x

    @tf.function
    def total(x):
        for each in vector:
            x += each
        return x

    @tf.function
    def truth(x):
        return not flag, flag and x > 0, flag or x > 0

    results = [branch(1), count_down(tf.constant(0)), n, total(tf.constant(0.0))]
    results.append(truth(tf.constant(1)))
    flag.assign(False)
    return [*results, branch(tf.constant(1)), truth(tf.constant(1))]


def texts_while_tracing():
    v = tf.Variable([1.0, 2.0], name="v")
    texts = []

    @tf.function
    def shown(x):
        texts.extend([repr(v), str(v.assign(x)), repr([v])])
        return x

    shown(tf.constant([3.0, 4.0]))
    return [*texts, v]


def order_of_effects():
    a = tf.Variable([1, 2])

    @tf.function
    def reads_around():
        before = tf.convert_to_tensor(a)
        a.assign_add([1, 1])
        after = tf.convert_to_tensor(a)
        a.assign_add([1, 1])
        return before, after, a

    return [*reads_around(), a, *reads_around()]


def parts_read_and_replaced():
    v = tf.Variable([[1, 2, 3], [4, 5, 6]])
    shown = [
        *(tf.gather(v, [1]), tf.gather(v, [0, 2], axis=1)),
        *(tf.gather(v, [[0], [1]], batch_dims=1), tf.gather_nd(v, [[0, 1], [1, 2]])),
        *(v.gather_nd([[0, 1]]), v.sparse_read([1]), tf.gather_nd(v, [[1]])),
        _kind_of_error(lambda: tf.gather(v, [5])),
        _kind_of_error(lambda: v.gather_nd([[5, 5]])),
        tf.raw_ops.ResourceGather(
            resource=v.handle, indices=[[0], [1]], dtype=tf.int32, batch_dims=1
        ),
    ]
    delta = tf.IndexedSlices(tf.constant([[10, 20], [30, 40]]), [[0, 2], [1, 0]])
    return [*shown, v.batch_scatter_update(delta), v]


def gradients_of_parts():
    v = tf.Variable(tf.reshape(tf.range(24.0), [2, 3, 4]))

    def gradients(read):
        def once():
            with tf.GradientTape() as tape:
                part = read(v)
            return tf.convert_to_tensor(tape.gradient(part, v))

        return [once(), tf.function(once)()]

    return [
        *gradients(lambda v: tf.gather(v, [1, 1])),
        *gradients(lambda v: tf.gather(v, [[0, 2], [1, 1]], batch_dims=1)),
        *gradients(lambda v: tf.gather_nd(v, [[0, 1], [1, 2], [1, 2]])),
        *gradients(lambda v: tf.gather_nd(v, [[1], [1]])),
        *gradients(lambda v: v.sparse_read([0])),
    ]


def changes_by_operators_are_refused():
    v = tf.Variable([3.0])

    def changed(change):
        names = {"v": v}
        try:
            exec(change, names)
        except RuntimeError as error:
            return str(error)[:1]
        return type(names["v"]).__name__

    signs = ("+", "-", "*", "/", "**", "//", "%")
    return [*(changed(f"v {sign}= 2.0") for sign in signs), v]


def counters_and_creators():
    counter, made = tf.Variable(1), []

    def noting(next_creator, **kwargs):
        made.append(kwargs["name"])
        return next_creator(**kwargs)

    with tf.variable_creator_scope(noting), tf.variable_creator_scope(noting):
        v = tf.Variable(1.0, name="v")
    return [
        *(counter.count_up_to(3), counter.count_up_to(3), counter),
        _kind_of_error(lambda: counter.count_up_to(3)),
        *(made, v, v.experimental_ref() == v.ref(), v.initializer),
        _error(v.eval),
        _error(v.to_proto),
        *(v.load(4.0), v),
    ]


PROGRAMS = (
    "assigning",
    "changes_by_operators_are_refused",
    "changing_parts",
    "copies",
    "counters_and_creators",
    "gradients",
    "gradients_of_parts",
    "gradients_through_functions",
    "making_variables",
    "operators",
    "order_of_effects",
    "parts_read_and_replaced",
    "refused_variables",
    "standing_for_tensors",
    "texts_while_tracing",
    "variables_decide_in_graphs",
)
