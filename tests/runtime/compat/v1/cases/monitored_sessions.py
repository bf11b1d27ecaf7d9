"""Monitored sessions and their hooks: order of calls, saving, stopping, errors."""

import glob
import os
import tempfile

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
train = v1.train


class Told(train.SessionRunHook):
    def __init__(self, calls, feeds=None):
        self.calls, self.feeds = calls, feeds

    def begin(self):
        self.calls.append("begin")

    def after_create_session(self, session, coord):
        self.calls.append("made")

    def before_run(self, run_context):
        self.calls.append(("before", run_context.original_args.fetches.name))
        return train.SessionRunArgs("double:0", self.feeds)

    def after_run(self, run_context, run_values):
        self.calls.append(("after", float(run_values.results)))

    def end(self, session):
        self.calls.append("end")


def order():
    calls = []
    with tf.Graph().as_default() as graph:
        x = tf.constant(3.0)
        y = tf.multiply(x, 2.0, name="double")
        with train.MonitoredSession(hooks=[Told(calls)]) as session:
            calls.append(float(session.run(x)))
            calls.append((graph.finalized, session.should_stop()))
        calls.append((graph.finalized, session.should_stop(), y.name))
    return calls


def fed_by_two():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        tf.multiply(x, 2.0, name="double")
        hooks = [Told([], {x: 1.0}), Told([], {x: 2.0})]
        with train.MonitoredSession(hooks=hooks) as session:
            session.run(x)


def fed():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        y = x + 1.0
        hooks = [train.FeedFnHook(lambda: {x: 4.0})]
        with train.MonitoredSession(hooks=hooks) as session:
            return float(session.run(y))


def stops_at_a_step():
    with tf.Graph().as_default():
        step = train.get_or_create_global_step()
        count = v1.assign_add(step, 1)
        last = train.FinalOpsHook(step)
        hooks = [train.StopAtStepHook(last_step=4), last]
        runs = 0
        with train.MonitoredSession(hooks=hooks) as session:
            while not session.should_stop():
                session.run(count)
                runs += 1
        return runs, int(last.final_ops_values)


def runs_after_the_end():
    with tf.Graph().as_default():
        step = train.get_or_create_global_step()
        count = v1.assign_add(step, 1)
        with train.MonitoredSession(hooks=[train.StopAtStepHook(1)]) as session:
            session.run(count)
            session.run(count)


def nan(fails):
    with tf.Graph().as_default():
        loss = v1.placeholder(tf.float32, [])
        hook = train.NanTensorHook(loss, fail_on_nan_loss=fails)
        with train.MonitoredSession(hooks=[hook]) as session:
            session.run(loss, {loss: 1.0})
            before = session.should_stop()
            session.run(loss, {loss: np.nan})
            return before, session.should_stop()


def input_ends():
    seen = []
    with tf.Graph().as_default():
        numbers = v1.data.make_one_shot_iterator(tf.data.Dataset.range(3)).get_next()
        with train.MonitoredSession() as session:
            while not session.should_stop():
                seen.append(int(session.run(numbers)))
    return seen, session.should_stop()


class Listener(train.CheckpointSaverListener):
    def __init__(self, calls):
        self.calls = calls

    def begin(self):
        self.calls.append("begin")

    def before_save(self, session, global_step_value):
        self.calls.append(("before", int(global_step_value)))

    def after_save(self, session, global_step_value):
        self.calls.append(("after", int(global_step_value)))

    def end(self, session, global_step_value):
        self.calls.append(("end", int(global_step_value)))


def kinds_of_events(folder):
    found = []
    for path in sorted(glob.glob(os.path.join(folder, "events*"))):
        for event in train.summary_iterator(path):
            tags = [v.tag for v in event.summary.value]
            if event.WhichOneof("what") not in ("file_version", None):
                found.append((event.WhichOneof("what"), event.step, tags))
    return found


def a_model():
    step = train.get_or_create_global_step()
    w = v1.get_variable("w", initializer=1.0)
    loss = tf.square(w - 3.0)
    v1.summary.scalar("loss", loss)
    return train.GradientDescentOptimizer(0.25).minimize(loss, step), w


def training():
    folder = tempfile.mkdtemp()
    found = []
    for last in (4, 7):
        with tf.Graph().as_default():
            op, w = a_model()
            with train.MonitoredTrainingSession(
                checkpoint_dir=folder,
                summary_dir=os.path.join(folder, f"events_{last}"),
                save_checkpoint_steps=3,
                save_summaries_steps=2,
                log_step_count_steps=0,
                hooks=[train.StopAtStepHook(last_step=last)],
            ) as session:
                before = float(session.run(w)) if last == 4 else None
                while not session.should_stop():
                    session.run(op)
            found.append((before, os.path.basename(train.latest_checkpoint(folder))))
        v1.summary.FileWriterCache.clear()
    names = sorted({n.partition(".")[0] for n in os.listdir(folder)})
    value = train.load_checkpoint(train.latest_checkpoint(folder)).get_tensor("w")
    kinds = [
        kinds_of_events(os.path.join(folder, f"events_{last}")) for last in (4, 7)
    ]
    return found, names, float(value), kinds


def listeners():
    calls = []
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default():
        op, _ = a_model()
        hook = train.CheckpointSaverHook(
            folder, save_steps=2, scaffold=None, listeners=[Listener(calls)]
        )
        hooks = [hook, train.StopAtStepHook(last_step=3)]
        with train.SingularMonitoredSession(hooks=hooks) as session:
            while not session.should_stop():
                session.run(op)
    v1.summary.FileWriterCache.clear()
    return calls


def no_step(kind, *given, **named):
    with tf.Graph().as_default():
        with train.MonitoredSession(hooks=[kind(*given, **named)]) as session:
            session.run(tf.constant(1))


def own_steps():
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        y = x * 2.0
        calls = []

        def once(step_context):
            first = float(step_context.session.run(y, {x: 1.0}))
            return first, float(step_context.run_with_hooks(y, feed_dict={x: 2.0}))

        def last(step_context):
            step_context.request_stop()

        with train.MonitoredSession() as session:
            calls.append(session.run_step_fn(once))
            calls.append(session.run_step_fn(last))
            calls.append(session.should_stop())
        return calls


def not_ready():
    with tf.Graph().as_default():
        v1.get_variable("v", initializer=1.0)
        scaffold = train.Scaffold(init_op=tf.no_op(name="nothing"))
        train.MonitoredSession(train.ChiefSessionCreator(scaffold))


def starts():
    calls = []
    with tf.Graph().as_default():
        x = v1.placeholder(tf.float32, [])
        v = v1.get_variable("v", initializer=lambda: x, shape=None, dtype=tf.float32)
        scaffold = train.Scaffold(
            init_feed_dict={x: 5.0},
            init_fn=lambda scaffold, session: calls.append(float(session.run(v))),
        )
        with train.MonitoredSession(train.ChiefSessionCreator(scaffold)) as session:
            calls.append(float(session.run(v)))
    return calls


def adds_after_the_start():
    with tf.Graph().as_default():
        with train.MonitoredSession() as session:
            session.run(tf.constant(1))


def timers():
    timer = train.SecondOrStepTimer(every_steps=3)
    found = []
    for step in (0, 1, 3, 3, 5, 6):
        found.append(timer.should_trigger_for_step(step))
        if found[-1]:
            found.append(timer.update_last_triggered_step(step)[1])
    return found, timer.last_triggered_step()


def recovers():
    tries = []

    class Fails(train.SessionRunHook):
        def after_run(self, run_context, run_values):
            tries.append(float(run_values.results or 0))
            if len(tries) == 1:
                raise tf.errors.AbortedError(None, None, "gone")

        def before_run(self, run_context):
            return train.SessionRunArgs(v)

    with tf.Graph().as_default():
        v = v1.get_variable("v", initializer=2.0)
        with train.MonitoredSession(hooks=[Fails()]) as session:
            return float(session.run(v)), tries


show("order", order)
show("fed by two", fed_by_two)
show("fed", fed)
show("stops", stops_at_a_step)
show("after the end", runs_after_the_end)
show("NaN fails", lambda: nan(True))
show("NaN stops", lambda: nan(False))
show("input ends", input_ends)
show("training", training)
show("listeners", listeners)
show("no step", lambda: no_step(train.StopAtStepHook, 3))
show("no step to save", lambda: no_step(train.StepCounterHook))
show("own steps", own_steps)
show("not ready", not_ready)
show("starts", starts)
show("adds", adds_after_the_start)
show("timers", timers)
show("recovers", recovers)
show("stop needs", lambda: train.StopAtStepHook())
show("stop has both", lambda: train.StopAtStepHook(1, 2))
show("log needs", lambda: train.LoggingTensorHook(["a:0"]))
show("log none", lambda: train.LoggingTensorHook(["a:0"], every_n_iter=0))
show("timer needs", lambda: train.SecondOrStepTimer())
show("timer has both", lambda: train.SecondOrStepTimer(1, 2))
show("saver and scaffold", lambda: train.CheckpointSaverHook("x", saver=1, scaffold=2))
show("summaries of none", lambda: train.SummarySaverHook(save_steps=1))
show("args", lambda: train.SessionRunArgs("a"))
