"""Queues of a graph, the threads that fill them, readers of files."""

import os
import tempfile

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
train = v1.train


def until_the_end(fetches, session_kind=train.MonitoredSession):
    found = []
    with session_kind() as session:
        while not session.should_stop():
            found.append(session.run(fetches))
    return found


def texts(value):
    return [each.tolist() for each in value]


def numbers():
    with tf.Graph().as_default():
        queue = train.range_input_producer(3, num_epochs=2, shuffle=False)
        found = [int(each) for each in until_the_end(queue.dequeue())]
        names = [each.name for each in v1.get_collection(v1.GraphKeys.SUMMARIES)]
        local = [each.name for each in v1.local_variables()]
        return found, names, local, [q.name for q in v1.get_collection("queue_runners")]


def shuffled():
    with tf.Graph().as_default():
        queue = train.input_producer(tf.constant([[1, 2], [3, 4]]), num_epochs=3, seed=1)
        found = until_the_end(queue.dequeue())
        return sorted(each.tolist() for each in found)


def slices():
    with tf.Graph().as_default():
        pair = train.slice_input_producer(
            [tf.constant([1, 2, 3]), tf.constant(["a", "b", "c"])], 1, shuffle=False
        )
        return [(int(a), b) for a, b in until_the_end(pair)]


def batches(**named):
    with tf.Graph().as_default():
        number = train.range_input_producer(5, 1, shuffle=False).dequeue()
        found = train.batch([number, number * 2], 2, **named)
        shapes = [str(each.shape) for each in found]
        return shapes, [texts(each) for each in until_the_end(found)]


def named():
    with tf.Graph().as_default():
        number = train.range_input_producer(4, 1, shuffle=False).dequeue()
        found = train.batch({"a": number, "b": [number, number]}, 2)
        return [{k: v.tolist() for k, v in each.items()} for each in until_the_end(found)]


def rows():
    with tf.Graph().as_default():
        queue = train.input_producer(tf.constant([[1, 2], [3, 4]]), num_epochs=1, shuffle=False)
        found = train.batch([queue.dequeue()], 3, enqueue_many=True, allow_smaller_final_batch=True)
        return str(found.shape), [each.tolist() for each in until_the_end(found)]


def padded():
    with tf.Graph().as_default():
        number = train.range_input_producer(4, 1, shuffle=False).dequeue()
        found = train.batch([tf.range(number)], 4, dynamic_pad=True)
        return [each.tolist() for each in until_the_end(found)]


def not_padded():
    with tf.Graph().as_default():
        number = train.range_input_producer(4, 1, shuffle=False).dequeue()
        train.batch([tf.range(number)], 4)


def some():
    with tf.Graph().as_default():
        number = train.range_input_producer(6, 1, shuffle=False).dequeue()
        found = train.maybe_batch([number], number % 2 == tf.constant(0), 3)
        return str(found.shape)


def kept():
    with tf.Graph().as_default():
        number = train.range_input_producer(6, 1, shuffle=False).dequeue()
        even = tf.equal(number % 2, 0)
        found = train.maybe_batch([number], even, 3)
        return [each.tolist() for each in until_the_end(found)]


def kept_of_many():
    with tf.Graph().as_default():
        many = tf.constant([1, 2, 3, 4])
        once = train.limit_epochs(many, 1)
        found = train.maybe_batch([once], [True, False, True, False], 2, enqueue_many=True)
        return [each.tolist() for each in until_the_end(found)]


def mixed():
    with tf.Graph().as_default():
        number = train.range_input_producer(8, 1, shuffle=False).dequeue()
        found = train.shuffle_batch([number], 4, 10, 2, seed=3)
        tags = [each.op.name for each in v1.get_collection(v1.GraphKeys.SUMMARIES)]
        return sorted(sum((each.tolist() for each in until_the_end(found)), [])), tags


def joined():
    with tf.Graph().as_default():
        one = train.range_input_producer(2, 1, shuffle=False).dequeue()
        other = train.range_input_producer(2, 1, shuffle=False).dequeue() + 10
        found = train.batch_join([[one], [other]], 4)
        return [sorted(each.tolist()) for each in until_the_end(found)]


def shuffled_join():
    with tf.Graph().as_default():
        one = train.range_input_producer(2, 1, shuffle=False).dequeue()
        found = train.shuffle_batch_join([[one], [one + 10]], 2, 9, 1)
        return str(found.shape), len(v1.get_collection("queue_runners"))


def sparse():
    with tf.Graph().as_default():
        number = train.range_input_producer(2, 1, shuffle=False).dequeue()
        one = tf.SparseTensor([[0], [2]], tf.stack([number, number + 5]), [3])
        found = train.batch([one], 2)
        return [
            (each.indices.tolist(), each.values.tolist(), each.dense_shape.tolist())
            for each in until_the_end(found)
        ]


def files(count=2):
    folder = tempfile.mkdtemp()
    paths = []
    for place in range(count):
        paths.append(os.path.join(folder, f"{place}.txt"))
        with open(paths[-1], "w") as file:
            file.write(f"head\nline {place}\nlast {place}\n")
    return folder, paths


def lines():
    _, paths = files()
    with tf.Graph().as_default():
        names = train.string_input_producer(paths, 1, shuffle=False)
        reader = v1.TextLineReader(skip_header_lines=1)
        key, value = reader.read(names)
        found = until_the_end([key, value])
        return [(os.path.basename(k), v) for k, v in found], reader.supports_serialize


def several():
    _, paths = files(1)
    with tf.Graph().as_default():
        names = train.string_input_producer(paths, 1, shuffle=False)
        _, values = v1.TextLineReader().read_up_to(names, 2)
        return [each.tolist() for each in until_the_end(values)]


def whole():
    _, paths = files(1)
    with tf.Graph().as_default():
        names = train.string_input_producer(paths, 1)
        reader = v1.WholeFileReader()
        _, value = reader.read(names)
        return until_the_end(value), reader.supports_serialize


def fixed():
    _, paths = files(1)
    with tf.Graph().as_default():
        names = train.string_input_producer(paths, 1)
        _, value = v1.FixedLengthRecordReader(4, 5, 1).read(names)
        return until_the_end(value)


def records():
    path = os.path.join(tempfile.mkdtemp(), "r")
    with tf.io.TFRecordWriter(path, "GZIP") as writer:
        for each in (b"a", b"bc"):
            writer.write(each)
    with tf.Graph().as_default():
        names = train.string_input_producer([path], 1)
        options = v1.python_io.TFRecordOptions(v1.python_io.TFRecordCompressionType.GZIP)
        _, value = v1.TFRecordReader(options=options).read(names)
        return until_the_end(value)


def counted():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(3, tf.string, shapes=[[]])
        session.run(queue.enqueue_many([["x", "y", "z"]]))
        reader = v1.IdentityReader()
        read = reader.read(queue)[1]
        first = session.run(read)
        state = session.run(reader.serialize_state())
        second = session.run(read)
        counts = session.run([reader.num_records_produced(), reader.num_work_units_completed()])
        session.run(reader.restore_state(state))
        again = session.run(reader.num_records_produced())
        session.run(reader.reset())
        return first, second, [int(c) for c in counts], int(again), session.run(read)


def found_files():
    folder, _ = files()
    with tf.Graph().as_default(), v1.Session() as session:
        names = train.match_filenames_once(os.path.join(folder, "*.txt"))
        session.run(v1.local_variables_initializer())
        return sorted(os.path.basename(each) for each in session.run(names))


def none():
    with tf.Graph().as_default():
        train.string_input_producer([])


def none_at_run():
    with tf.Graph().as_default(), v1.Session() as session:
        v1.train.string_input_producer(tf.constant([], tf.string))
        coordinator = tf.train.Coordinator()
        threads = train.start_queue_runners(session, coordinator)
        try:
            coordinator.join(threads)
        except tf.errors.InvalidArgumentError as error:
            return "string_input_producer requires a non-null" in str(error)


def fails_in_a_thread():
    with tf.Graph().as_default(), v1.Session() as session:
        queue = tf.queue.FIFOQueue(3, tf.float32, shapes=[[]])
        bad = tf.debugging.check_numerics(tf.math.log(tf.constant(-1.0)), "bad")
        train.add_queue_runner(train.QueueRunner(queue, [queue.enqueue(bad)]))
        coordinator = tf.train.Coordinator()
        threads = train.start_queue_runners(session, coordinator)
        try:
            coordinator.join(threads)
        except tf.errors.InvalidArgumentError as error:
            return "bad" in str(error), coordinator.should_stop()


def messages():
    with tf.Graph().as_default():
        queue = tf.queue.FIFOQueue(3, tf.float32, shapes=[[]], name="q")
        runner = train.QueueRunner(queue, [queue.enqueue(1.0)])
        message = runner.to_proto()
        again = train.QueueRunner.from_proto(message)
        return str(message), again.name == runner.name, again.to_proto() == message


def no_session():
    with tf.Graph().as_default():
        train.start_queue_runners()


show("numbers", numbers)
show("shuffled", shuffled)
show("slices", slices)
show("batches", batches)
show("the last is smaller", lambda: batches(allow_smaller_final_batch=True))
show("named", named)
show("rows", rows)
show("padded", padded)
show("not padded", not_padded)
show("some", some)
show("kept", kept)
show("kept of many", kept_of_many)
show("mixed", mixed)
show("joined", joined)
show("shuffled join", shuffled_join)
show("sparse", sparse)
show("lines", lines)
show("several", several)
show("whole", whole)
show("fixed", fixed)
show("records", records)
show("counted", counted)
show("found files", found_files)
show("none", none)
show("none at run", none_at_run)
show("thread", fails_in_a_thread)
show("messages", messages)
show("no session", no_session)
show("eagerly", lambda: train.range_input_producer(3))
show("eager reader", lambda: v1.TextLineReader())
show("eager runner", lambda: train.QueueRunner())
show("epochs", lambda: train.limit_epochs(3, 0))
