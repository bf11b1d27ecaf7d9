"""Functions with effects of every kind; their graphs are TensorFlow's."""

from __future__ import annotations

import runtime as tf

WEIGHT = tf.Variable([1.0, 2.0], name="weight")
TABLE = tf.Variable([[1.0, 2.0], [3.0, 4.0]], name="table")
COUNT = tf.Variable(3, name="count", trainable=False)
WORDS = tf.lookup.StaticHashTable(
    tf.lookup.KeyValueTensorInitializer(
        tf.constant(["a", "b"]), tf.constant([1, 2], tf.int64)
    ),
    default_value=-1,
)
SEEN = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=0)


@tf.function
def counted(x):
    COUNT.assign_add(1)
    return x * 2.0


@tf.function
def pure(x):
    return x * 2.0


@tf.function
def raised(variable, x):
    variable.assign_add(x)
    return variable * 2.0


def call_with_effect(x):
    y = counted(x)
    COUNT.assign_sub(2)
    return counted(y) + tf.cast(COUNT, tf.float32)


def call_without_effect(x):
    WEIGHT.assign(pure(x))
    return pure(WEIGHT)


def call_given_a_variable(x):
    return raised(WEIGHT, x) + raised(WEIGHT, x)


def effects_in_both_branches(x):
    if x[0] > 0.0:
        WEIGHT.assign_add(x)
    else:
        COUNT.assign_add(1)
    return WEIGHT + 1.0


def effect_after_branch(x):
    if x[0] > 0.0:
        tf.print("positive")
    WEIGHT.assign(x)
    return x


def read_in_one_branch(x):
    y = WEIGHT + 1.0 if x[0] > 0.0 else x
    WEIGHT.assign(y)
    return y


def nested_branches(x):
    if x[0] > 0.0:
        if x[1] > 0.0:
            WEIGHT.assign(x)
        else:
            WEIGHT.assign_sub(x)
    return WEIGHT.read_value()


def effect_in_loop(x):
    for i in tf.range(3):
        COUNT.assign_add(i)
    return x + tf.cast(COUNT, tf.float32)


def two_effects_in_loop(x):
    for _ in tf.range(3):
        WEIGHT.assign_add(x)
        tf.print(WEIGHT)
    return WEIGHT.value()


def loop_until_variable(x):
    while COUNT < 10:
        COUNT.assign_add(2)
    return x


def branch_in_loop(x):
    for i in tf.range(4):
        if i > 1:
            WEIGHT.assign_add(x)
    return x


def effect_before_loop(x):
    WEIGHT.assign(x)
    total = tf.constant(0.0)
    for _ in tf.range(3):
        total += WEIGHT[0]
    return total


def asserted(x):
    tf.Assert(x[0] > 0.0, [x])
    WEIGHT.assign(x)
    return x


def asserted_with_text_only(x):
    tf.Assert(x[0] > 0.0, ["not positive", tf.shape(x)])
    return x


def checked(x):
    tf.debugging.assert_greater(x, 0.0)
    return tf.identity(WEIGHT)


def random_beside_effects(x):
    noise = tf.random.uniform([2])
    WEIGHT.assign_add(noise)
    return x + tf.random.normal([2])


def manual_order(x):
    with tf.control_dependencies([WEIGHT.assign(x)]):
        y = x + 1.0
        WEIGHT.assign_add(y)
    return y


def manual_order_cleared(x):
    with tf.control_dependencies([tf.no_op("first")]):
        with tf.control_dependencies(None):
            y = x + 1.0
        return y * 2.0


def grouped(x):
    done = tf.group(WEIGHT.assign(x), COUNT.assign_add(1))
    with tf.control_dependencies([done]):
        return tf.identity(x)


def waited_for(x):
    first, second = tf.tuple([x + 1.0, x * 2.0])
    return first - second


def under_name_scopes(x):
    with tf.name_scope("outer"):
        WEIGHT.assign(x, name="set")
        with tf.name_scope("inner"):
            y = WEIGHT + 1.0
    return y


def nothing_returned(x):
    tf.print(x)
    COUNT.assign_add(1)


def only_effects_matter(x):
    tf.square(x)
    tf.print("seen")


def rows_of_variable(x):
    return tf.gather(TABLE, [1]), TABLE.sparse_read([0]) + x


def elements_of_variable(x):
    return tf.gather_nd(TABLE, [[0, 1]]), TABLE.gather_nd([[1]])


def rows_by_batch(x):
    return tf.gather(TABLE, [[0], [1]], batch_dims=1)


def rows_between_changes(x):
    before = tf.gather(TABLE, [0])
    TABLE.assign(TABLE * 2.0)
    return before + tf.gather(TABLE, [0])


def part_assigned(x):
    WEIGHT[0].assign(5.0)
    TABLE[:, 1].assign(x)
    return WEIGHT.value()


def counted_up(x):
    return COUNT.count_up_to(100), COUNT.read_value()


def looked_up(x):
    return WORDS.lookup(tf.constant(["b", "q"])), WORDS.size()


def inserted(x):
    SEEN.insert(tf.constant(["k"]), SEEN.lookup(tf.constant(["k"])) + 1)
    SEEN.remove(tf.constant(["z"]))
    return SEEN.size()


def table_in_branch(x):
    if x[0] > 0.0:
        SEEN.insert(tf.constant("p"), tf.constant(1, tf.int64))
    return SEEN.lookup(tf.constant("p"))


def called_from_python(x):
    y = tf.numpy_function(lambda a: a * 2, [x], tf.float32)
    WEIGHT.assign(x)
    return y


def exclusive_case(x):
    pairs = [(x[0] > 3.0, lambda: x), (x[0] < 0.0, lambda: -x)]
    return tf.case(pairs, default=lambda: x * 2.0, exclusive=True)


def case_without_default(x):
    return tf.case([(x[0] > 3.0, lambda: x), (x[0] > 0.0, lambda: -x)])


def effects_of_switch(x):
    def count():
        COUNT.assign_add(1)
        return x

    return tf.switch_case(COUNT.value(), [lambda: x, count])


@tf.function
def noisy(x):
    return x + tf.random.normal([2], seed=1)


def random_in_branch(x):
    if x[0] > 0.0:
        x = x + tf.random.uniform([2], seed=3)
    return noisy(x)


def random_in_loop(x):
    for _ in tf.range(2):
        x = noisy(x)
    return x


def variable_among_results(x):
    y = WEIGHT.read_value() - x
    COUNT.assign_add(1)
    return y, WEIGHT


def call_with_effect_in_branch(x):
    if x[0] > 0.0:
        x = counted(x)
        WEIGHT.assign_add(x)
    return x


def loop_with_effect_in_branch(x):
    if x[0] > 0.0:
        while x[1] < WEIGHT[0]:
            COUNT.assign_add(1)
            x = x + 1.0
    return x


def scalars_compared(x):
    y = tf.reduce_sum(x[0])
    tf.debugging.assert_greater(y, x[1])
    return y


CASES = tuple(
    name
    for name, value in list(globals().items())
    if callable(value)
    and getattr(value, "__code__", None) is not None
    and value.__module__ == __name__
    and name not in ("counted", "noisy", "pure", "raised")
)
"""Functions of a vector of two."""
