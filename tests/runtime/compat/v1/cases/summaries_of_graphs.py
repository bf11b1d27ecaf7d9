"""Summaries that sessions fetch, and the writers of version 1."""

import glob
import os
import tempfile

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1


def values_of(data):
    found = []
    for each in v1.Summary.FromString(data).value:
        kind = each.WhichOneof("value")
        plugin = each.metadata.plugin_data.plugin_name
        found.append((each.tag, kind, plugin, each.metadata.display_name))
    return found


def nodes():
    with tf.Graph().as_default():
        c = tf.constant([1.0, 2.0])
        made = [
            v1.summary.scalar("a/b c", 1.0, family="fam"),
            v1.summary.histogram("h", c),
            v1.summary.scalar("h", 3),
            v1.summary.text("t", tf.constant(["a", "b"])),
            v1.summary.tensor_summary("ts", c, display_name="shown"),
            v1.summary.image("i", tf.ones([2, 2, 2, 3])),
            v1.summary.audio("au", tf.ones([2, 3, 1]), 8000.0),
        ]
        merged = v1.summary.merge_all()
        names = [(each.name, each.op.inputs[0].name) for each in made]
        with v1.Session() as session:
            return names, merged.name, values_of(session.run(merged))


def collections():
    with tf.Graph().as_default():
        v1.summary.scalar("a", 1.0, collections=["mine"])
        v1.summary.scalar("b", 1.0, collections=[])
        with v1.name_scope("scope"):
            v1.summary.scalar("c", 2.0)
        found = v1.summary.merge_all("mine"), v1.summary.merge_all("none")
        scoped = v1.summary.merge_all(scope="scope")
        with v1.Session() as session:
            return found[1], values_of(session.run(found[0])), values_of(session.run(scoped))


def twice():
    with tf.Graph().as_default(), v1.Session() as session:
        one = v1.summary.scalar("a", 1.0)
        try:
            session.run(v1.summary.merge([one, one]))
        except tf.errors.InvalidArgumentError as error:
            return "Duplicate tag a found in summary inputs" in str(error)


def written():
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default() as graph, v1.Session() as session:
        x = v1.placeholder(tf.float32, [], name="x")
        loss = v1.summary.scalar("loss", x)
        with v1.summary.FileWriter(folder, graph) as writer:
            for step in range(2):
                writer.add_summary(session.run(loss, {x: step / 2}), step)
            writer.add_session_log(v1.SessionLog(status=v1.SessionLog.STOP), 9)
            writer.add_run_metadata(v1.RunMetadata(), "run", 3)
    [path] = glob.glob(os.path.join(folder, "*"))
    found = []
    for event in v1.train.summary_iterator(path):
        kind = event.WhichOneof("what")
        values = [(each.tag, each.simple_value) for each in event.summary.value]
        names = ""
        if kind == "graph_def":
            names = [n.name for n in v1.GraphDef.FromString(event.graph_def).node]
        found.append((kind, event.step, values, names))
    return found


def metadata_is_written_once():
    folder = tempfile.mkdtemp()
    with tf.Graph().as_default(), v1.Session() as session:
        made = session.run(v1.summary.text("t", tf.constant("a")))
        writer = v1.summary.FileWriterCache.get(folder)
        writer.add_summary(made, 1)
        writer.add_summary(made, 2)
        same = writer is v1.summary.FileWriterCache.get(folder)
        v1.summary.FileWriterCache.clear()
    [path] = glob.glob(os.path.join(folder, "*"))
    values = [v for e in v1.train.summary_iterator(path) for v in e.summary.value]
    return same, [v.metadata.plugin_data.plugin_name for v in values]


def used_twice():
    with tf.Graph().as_default():
        writer = v1.summary.FileWriter(tempfile.mkdtemp())
        writer.add_run_metadata(v1.RunMetadata(), "x")
        writer.add_run_metadata(v1.RunMetadata(), "x")


def of_version_2():
    with tf.Graph().as_default():
        writer = tf.summary.create_file_writer(tempfile.mkdtemp())
        with writer.as_default():
            tf.summary.write("a", 1.0, step=1)
            tf.summary.write("b", 1.0, step=1)
        return len(v1.summary.all_v2_summary_ops())


def no_writer():
    with tf.Graph().as_default():
        v1.summary.initialize()


def not_a_text():
    with tf.Graph().as_default():
        v1.summary.text("t", tf.constant(1.0))


def not_a_graph():
    with tf.Graph().as_default():
        v1.summary.FileWriter(tempfile.mkdtemp()).add_graph(3)


show("nodes", nodes)
show("collections", collections)
show("one summary twice", twice)
show("written", written)
show("metadata once", metadata_is_written_once)
show("a tag twice", used_twice)
show("version 2", of_version_2)
show("no writer", no_writer)
show("no text", not_a_text)
show("no graph", not_a_graph)
show("eagerly", lambda: v1.summary.FileWriter(tempfile.mkdtemp()))
show("eager value", lambda: v1.summary.scalar("x y", 1.0).numpy())
show("eager merge", lambda: v1.summary.merge([b""]))
show("eager ops", v1.summary.all_v2_summary_ops)
