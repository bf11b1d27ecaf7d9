"""What replicas on two to four logical CPUs give; run by TensorFlow and by us.

Prints one JSON object: a name -> the answer (numbers, text, or the class of an error).
An argument is a pattern of names: TensorFlow's collectives of one strategy may fail after
those of another, so answers were recorded in a process for each name.
"""

import json
import re
import sys
import tempfile

import tensorflow as tf

(CPU,) = tf.config.list_physical_devices("CPU")
ONE = tf.config.LogicalDeviceConfiguration()
tf.config.set_logical_device_configuration(CPU, [ONE] * 4)
NAMES = [f"CPU:{number}" for number in range(4)]
TWO, THREE, FOUR = (tf.distribute.MirroredStrategy(NAMES[:n]) for n in (2, 3, 4))
ANSWERS = {}
WANTED = re.compile(sys.argv[1] if len(sys.argv) > 1 else "")


def plain(value):
    if isinstance(value, tf.IndexedSlices):
        return ["slices", plain(value.values), plain(value.indices)]
    if isinstance(value, tf.Variable) and hasattr(value, "values"):
        return [type(value).__name__, *map(plain, value.values)]
    if isinstance(value, tf.distribute.DistributedValues):
        return [type(value).__name__, *map(plain, value.values)]
    if isinstance(value, dict):
        return {key: plain(each) for key, each in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(each) for each in value]
    if hasattr(value, "numpy"):
        return value.numpy().tolist()
    return value


def case(function):
    if not WANTED.match(function.__name__):
        return
    try:
        found = plain(function())
    except Exception as error:
        found = f"{type(error).__name__}"
    ANSWERS[function.__name__] = found


def replica():
    return tf.distribute.get_replica_context()


def number():
    return tf.cast(replica().replica_id_in_sync_group, tf.float32) + 1.0


def both(function):
    """A case, and one of the same function under `tf.function`."""
    case(function)
    name = f"{function.__name__}_in_a_function"
    inside = tf.function(function)

    def traced():
        return inside()

    traced.__name__ = name
    case(traced)


@case
def texts():
    found = TWO.run(lambda: (1, replica().replica_id_in_sync_group, {"a": number()}))
    with TWO.scope():
        v = tf.Variable(1.0, name="v")
        s = tf.Variable(
            [1], name="s", synchronization=tf.VariableSynchronization.ON_READ
        )
    return [repr(found), str(found[1]), repr(v), repr(s)]


@both
def all_reduced():
    def step():
        nest = {"a": number(), "b": [number() * tf.ones([2, 2])]}
        return replica().all_reduce("SUM", nest), replica().all_reduce("MEAN", number())

    return FOUR.run(step)


@both
def slices_reduced():
    def step():
        rows = tf.IndexedSlices(
            number() * tf.ones([1, 2]), tf.cast([number()], tf.int64)
        )
        return replica().all_reduce("MEAN", rows)

    return TWO.run(step)


@both
def gathered():
    def step():
        rows = tf.fill([tf.cast(number(), tf.int32), 2], number())
        return replica().all_gather(rows, axis=0)

    return THREE.run(step)


@both
def gathered_along_the_second_axis():
    return TWO.run(lambda: replica().all_gather(number() * tf.ones([2, 1]), axis=1))


@both
def gradient_of_a_sum():
    def step():
        x = 2.0 * number()
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = replica().all_reduce("SUM", x * x) * number()
        return tape.gradient(y, x)

    return TWO.run(step)


@both
def gradient_of_a_gather():
    def step():
        x = tf.reshape(2.0 * number(), [1])
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = replica().all_gather(x * x, axis=0) * number() * [1.0, 3.0]
        return tape.gradient(y, x)

    return TWO.run(step)


@both
def merged():
    def merge(strategy, x):
        return strategy.reduce("SUM", x, axis=None), strategy.experimental_local_results(x)

    return TWO.run(lambda: replica().merge_call(merge, args=(number(),)))


@case
def reduced():
    values = TWO.experimental_distribute_values_from_function(
        lambda context: tf.range(3.0)[: context.replica_id_in_sync_group + 1]
    )
    return [
        TWO.reduce("SUM", values, axis=0),
        TWO.reduce("MEAN", values, axis=0),
        TWO.gather(values, axis=0),
        TWO.reduce("MEAN", 1.0, axis=None),
    ]


@case
def numbers_are_not_added():
    return TWO.reduce("SUM", 1.0, axis=None)


@case
def runs_in_replicas_are_refused():
    return TWO.run(lambda: TWO.run(lambda: 1))


@case
def an_error_of_one_replica():
    def step():
        if int(replica().replica_id_in_sync_group) == 1:
            raise KeyError("only here")
        return replica().all_reduce("SUM", 1.0)

    return TWO.run(step)


def changes(synchronization, aggregation):
    with TWO.scope():
        v = tf.Variable(
            1.0, synchronization=synchronization, aggregation=aggregation
        )

    def tried(function):
        try:
            return [plain(function()), plain([each.read_value() for each in v.values])]
        except Exception as error:
            return type(error).__name__

    found = [type(v).__name__, v.trainable]
    found.append(tried(lambda: TWO.run(lambda: v.assign(number()))))
    found.append(tried(lambda: TWO.run(lambda: v.assign_add(number()))))
    found.append(tried(lambda: TWO.run(lambda: v.assign_sub(1.0))))
    found.append(tried(tf.function(lambda: TWO.run(lambda: v.assign_add(number()) + 0.0))))
    found.append(tried(lambda: TWO.run(lambda: v.read_value())))
    found.append(tried(lambda: v.read_value()))
    found.append(tried(tf.function(lambda: v.read_value())))
    with TWO.scope():
        found.append(tried(lambda: v.assign(10.0)))
        found.append(tried(lambda: v.assign_add(1.0)))
    found.append(tried(lambda: v.assign_sub(2.0)))
    return found


for SYNCHRONIZATION in ("AUTO", "ON_READ", "ON_WRITE", "NONE"):
    for AGGREGATION in ("NONE", "SUM", "MEAN", "ONLY_FIRST_REPLICA"):

        def variable():
            return changes(
                tf.VariableSynchronization[SYNCHRONIZATION],
                tf.VariableAggregation[AGGREGATION],
            )

        variable.__name__ = f"variable_{SYNCHRONIZATION}_{AGGREGATION}"
        case(variable)


def parts(strategy, dataset):
    return [
        [part.numpy().tolist() for part in strategy.experimental_local_results(each)]
        for each in dataset
    ]


for STRATEGY in (TWO, THREE, FOUR):
    for COUNT, SIZE in ((10, 4), (9, 4), (6, 10), (7, 3), (5, 5)):
        for DROPS in (False, True):

            def batches(_=None):
                return tf.data.Dataset.range(COUNT).batch(SIZE, drop_remainder=DROPS)

            def divided():
                whole = STRATEGY.experimental_distribute_dataset(batches())
                return parts(STRATEGY, whole)

            def given_out():
                whole = STRATEGY.distribute_datasets_from_function(batches)
                return parts(STRATEGY, whole)

            RULE = f"{STRATEGY.num_replicas_in_sync}_{COUNT}_{SIZE}_{DROPS}"
            divided.__name__ = f"divided_{RULE}"
            given_out.__name__ = f"given_out_{RULE}"
            case(divided)
            case(given_out)


@case
def loops_over_datasets_and_iterators():
    batches = tf.data.Dataset.range(11).batch(4)
    dataset = TWO.experimental_distribute_dataset(batches)
    given = TWO.distribute_datasets_from_function(lambda context: batches)

    @tf.function
    def total(dataset):
        found, steps = tf.constant(0, tf.int64), 0
        for each in dataset:
            sums = TWO.run(lambda x: tf.reduce_sum(x * x), args=(each,))
            found += TWO.reduce("SUM", sums, axis=None)
            steps += 1
        return found, steps

    @tf.function
    def steps(iterator):
        found = tf.constant(0, tf.int64)
        for _ in tf.range(2):
            sums = TWO.run(tf.reduce_sum, args=(next(iterator),))
            found += TWO.reduce("SUM", sums, axis=None)
        return found

    iterator = iter(dataset)
    return [total(dataset), total(given), steps(iterator), iterator.get_next()]


@case
def random_numbers():
    outside = tf.random.Generator.from_seed(7)
    with TWO.scope():
        inside = tf.random.Generator.from_seed(7)

    @tf.function
    def drawn():
        return TWO.run(lambda: (inside.normal([2]), outside.uniform([2])))

    eager = TWO.run(lambda: (inside.normal([2]), outside.uniform([2])))
    return [eager, drawn(), drawn(), inside.normal([1]), inside.state, outside.state]


@case
def random_ops_without_seeds():
    def drawn():
        return tf.random.normal([2]), tf.nn.dropout(tf.ones([6]), 0.5)

    results = []
    tf.random.set_seed(3)
    results.append(TWO.run(drawn))
    tf.random.set_seed(3)
    function = tf.function(lambda: THREE.run(drawn))
    results += [function(), function()]
    tf.random.set_seed(3)
    function = tf.function(drawn)
    results += [TWO.run(function), TWO.run(function)]
    tf.random.set_seed(3)
    function = tf.function(lambda: TWO.run(lambda: tf.random.normal([1], seed=5)))
    return [*results, function(), function()]


ONE_REPLICA = {
    "mirrored": lambda: tf.distribute.MirroredStrategy(["CPU:0"]),
    "one_device": lambda: tf.distribute.OneDeviceStrategy("CPU:1"),
    "first_device": lambda: tf.distribute.OneDeviceStrategy("CPU:0"),
    "central": lambda: tf.distribute.experimental.CentralStorageStrategy(["CPU:0"]),
}


def random_numbers_of_one_replica(make):
    strategy = make()
    outside = tf.random.Generator.from_seed(7)
    with strategy.scope():
        inside = tf.random.Generator.from_seed(7)

    def drawn():
        own = tf.random.Generator.from_seed(3)
        numbers = inside.normal([2]), inside.make_seeds(1), outside.uniform([2])
        return *numbers, own.uniform([1])

    results = [strategy.run(drawn), inside.normal([1])]
    inside.reset_from_seed(9)
    again = tf.function(lambda: strategy.run(lambda: inside.normal([2])))
    path = tf.train.Checkpoint(generator=inside).save(tempfile.mkdtemp() + "/one")
    with TWO.scope():
        restored = tf.random.Generator.from_seed(1)
    tf.train.Checkpoint(generator=restored).restore(path)
    return [*results, again(), again(), TWO.run(lambda: restored.normal([2]))]


def of_one_replica(kind):
    def drawn():
        return random_numbers_of_one_replica(ONE_REPLICA[kind])

    drawn.__name__ = f"random_numbers_of_one_replica_{kind}"
    case(drawn)


for KIND in ONE_REPLICA:
    of_one_replica(KIND)


@case
def restored_by_another_number_of_replicas():
    def made(strategy, seed, value):
        with strategy.scope():
            return {
                "generator": tf.random.Generator.from_seed(seed),
                "v": tf.Variable([value, value]),
                "s": tf.Variable(
                    value,
                    synchronization=tf.VariableSynchronization.ON_READ,
                    aggregation=tf.VariableAggregation.SUM,
                ),
            }

    two, four = made(TWO, 1, 2.0), made(FOUR, 5, 7.0)
    TWO.run(lambda: two["generator"].normal([3]))
    TWO.run(lambda: two["s"].assign(number()))
    path = tf.train.Checkpoint(**two).save(tempfile.mkdtemp() + "/two")
    tf.train.Checkpoint(**four).restore(path)
    generator = four["generator"]
    after = [plain(generator.state), plain(four["v"]), plain(four["s"])]
    return [*after, FOUR.run(lambda: generator.normal([1]))]


@case
def python_in_replicas_is_converted():
    values = TWO.experimental_distribute_values_from_function(
        lambda context: tf.constant(6 + context.replica_id_in_sync_group)
    )

    @tf.function
    def collatz(values):
        def steps(n):
            count = 0
            while n != 1:
                if n % 2 == 0:
                    n = n // 2
                else:
                    n = 3 * n + 1
                count += 1
            return count

        return TWO.run(steps, args=(values,))

    return collatz(values)


@case
def functions_in_replicas():
    with TWO.scope():
        w = tf.Variable([1.0, 2.0])
    inner = tf.function(lambda x: x * number() + tf.reduce_sum(w))
    step = tf.function(lambda x: replica().all_reduce("SUM", x * w))
    return [
        TWO.run(lambda: inner(2.0)),
        tf.function(lambda: TWO.run(lambda: inner(2.0)))(),
        TWO.run(step, args=(tf.constant(2.0),)),
    ]


@case
def central_storage():
    strategy = tf.distribute.experimental.CentralStorageStrategy(NAMES[:2])
    with strategy.scope():
        v = tf.Variable(1.0, aggregation=tf.VariableAggregation.SUM, name="v")
    strategy.run(lambda: v.assign_add(number()))
    tf.function(lambda: strategy.run(lambda: v.assign_add(number()) + 0.0))()
    return [repr(v), strategy.run(lambda: v * number())]


@case
def one_device():
    strategy = tf.distribute.OneDeviceStrategy("CPU:1")
    with strategy.scope():
        v = tf.Variable(1.0)
    result = strategy.run(lambda: v + number())
    return [v.device, result.device, result]


print(json.dumps(ANSWERS, indent=1))
