"""Supervisors and warm starts."""

import glob
import os
import tempfile

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
train = v1.train
# threads of a supervisor record and run nothing eagerly
v1.disable_eager_execution()


def kinds(folder):
    found = []
    for path in glob.glob(os.path.join(folder, "events*")):
        for event in train.summary_iterator(path):
            told = event.WhichOneof("what")
            if told == "summary":
                told = [each.tag for each in event.summary.value]
            if told != "file_version":
                found.append(str(told))
    return sorted(found)


def has_summary(folder):
    try:
        return any("total" in each for each in kinds(folder))
    except tf.errors.DataLossError:
        return False  # an event is half written


def counting():
    step = train.get_or_create_global_step()
    total = v1.get_variable("total", initializer=1.0)
    with tf.control_dependencies([v1.assign_add(total, 2.0)]):
        count = v1.assign_add(step, 1)
    v1.summary.scalar("total", total)
    return total, count


def supervised():
    folder = os.path.join(tempfile.mkdtemp(), "new")
    kept = []
    for _ in range(2):
        with tf.Graph().as_default() as graph:
            total, count = counting()
            made = train.Supervisor(
                logdir=folder, save_summaries_secs=0, save_model_secs=0
            )
            with made.managed_session() as session:
                while session.run(count) % 3:
                    assert not made.should_stop()
                made.saver.save(session, made.save_path, global_step=made.global_step)
                kept.append((float(session.run(total)), made.should_stop()))
            kept.append((made.should_stop(), graph.finalized))
    files = {each.partition(".")[0] for each in os.listdir(folder)}
    return kept, sorted(files), sorted(set(kinds(folder)))


def services():
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        _, count = counting()
        made = train.Supervisor(logdir=folder, save_summaries_secs=0.05)
        with made.managed_session() as session:
            session.run(count)
            while not has_summary(folder):
                session.run(count)
                made.summary_writer.flush()
            made.summary_computed(session, session.run(made.summary_op), 77)
    return sorted({each for each in kinds(folder) if "sec" not in each})


def failing():
    with tf.Graph().as_default():
        counting()
        with train.Supervisor().managed_session():
            raise ValueError("in the block")


def ending():
    with tf.Graph().as_default():
        counting()
        with train.Supervisor().managed_session():
            raise tf.errors.OutOfRangeError(None, None, "no more")
    return "ended"


def looped():
    calls = []
    with tf.Graph().as_default():
        _, count = counting()
        made = train.Supervisor()

        def step(session, most, least=0):
            calls.append((int(session.run(count)), least))
            if len(calls) == most:
                made.request_stop()

        train.basic_train_loop(made, step, args=(3,), kwargs={"least": 1})
    return calls, made.should_stop()


def own_parts():
    with tf.Graph().as_default():
        total, count = counting()
        made = train.Supervisor(
            init_op=v1.global_variables_initializer(),
            summary_op=None,
            saver=None,
            init_fn=lambda session: session.run(count),
        )
        with made.managed_session() as session:
            found = session.run([total, made.global_step])
    return [float(each) for each in found], made.summary_op, made.saver, made.save_path


def no_chief():
    with tf.Graph().as_default():
        counting()
        made = train.Supervisor(is_chief=False)
        made.start_standard_services(None)


def no_writer():
    with tf.Graph().as_default():
        counting()
        made = train.Supervisor()
        with made.managed_session() as session:
            made.summary_computed(session, b"")


show("supervised", supervised)
show("services", services)
show("fails", failing)
show("ends", ending)
show("loop", looped)
show("own parts", own_parts)
show("no chief", no_chief)
show("no writer", no_writer)


def stored(folder):
    path = os.path.join(folder, "model")
    with tf.Graph().as_default(), v1.Session() as session:
        rows = [[1.0, 1.5], [2.0, 2.5], [3.0, 3.5]]
        v1.get_variable("words", initializer=tf.constant(rows))
        v1.get_variable("columns", initializer=tf.transpose(tf.constant(rows)))
        v1.get_variable("bias", initializer=[5.0, 6.0])
        session.run(v1.global_variables_initializer())
        train.Saver().save(session, path)
    for name, words in {"old": "a b c", "new": "c x a y b"}.items():
        with open(os.path.join(folder, name), "w") as file:
            file.write("\n".join(words.split()) + "\n")
    return path


def started(make, *args, **settings):
    folder = tempfile.mkdtemp()
    path = stored(folder)
    with tf.Graph().as_default(), v1.Session() as session:
        made = make()
        words = {
            name: train.VocabInfo(
                os.path.join(folder, "new"), size, 1, os.path.join(folder, "old"), *rest
            )
            for name, (size, *rest) in settings.pop("words", {}).items()
        }
        train.warm_start(path, *args, var_name_to_vocab_info=words, **settings)
        session.run(v1.global_variables_initializer())
        return [each.tolist() for each in session.run(made)]


def variable(name, shape):
    return v1.get_variable(name, shape, initializer=v1.constant_initializer(9.0))


def sevens(shape, dtype=None, partition_info=None):
    return tf.fill(shape, 7.0)



show("all", lambda: started(lambda: [variable("bias", [2])]))
show(
    "some",
    lambda: started(lambda: [variable("bias", [2]), variable("other", [2])], "bias"),
)
show("listed", lambda: started(lambda: [variable("bias", [2])], ["bi.*"]))
show(
    "another name",
    lambda: started(
        lambda: [variable("offset", [2])],
        var_name_to_prev_var_name={"offset": "bias"},
    ),
)
show(
    "words",
    lambda: started(
        lambda: [variable("words", [5, 2])], words={"words": (4, -1, sevens)}
    ),
)
show(
    "words by zeros",
    lambda: started(lambda: [variable("words", [6, 2])], words={"words": (5, 2)}),
)
show(
    "columns",
    lambda: started(
        lambda: [variable("columns", [2, 5])], words={"columns": (4, -1, sevens, 1)}
    ),
)
show(
    "words alone",
    lambda: started(
        lambda: [variable("words", [5, 2]), variable("bias", [2])],
        None,
        words={"words": (4, -1, sevens)},
    ),
)
show(
    "unused",
    lambda: started(
        lambda: [variable("bias", [2])], var_name_to_prev_var_name={"bais": "bias"}
    ),
)
show("fields", lambda: train.VocabInfo("a", 3, 1, "b"))

v1.enable_eager_execution()
show("version 2", lambda: tf.compat.v2.constant(1).numpy())
