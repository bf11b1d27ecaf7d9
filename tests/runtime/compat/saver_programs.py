"""Programs of TensorFlow 1 that save and restore by name, the same here and there."""

from __future__ import annotations

import runtime as tf

v1 = tf.compat.v1


def graph():
    """A graph with two variables, and its output."""
    made = tf.Graph()
    with made.as_default():
        x = v1.placeholder(tf.float32, [None, 2], name="x")
        w = v1.get_variable("layer/w", initializer=[[1.0], [2.0]], use_resource=True)
        b = v1.get_variable("b", initializer=[3], use_resource=True)
        y = tf.add(tf.matmul(x, w), tf.cast(b, tf.float32), name="y")
    return made, x, y, w, b


def save(folder, **options):
    """Saves the variables, and gives the path."""
    made, _, _, w, _ = graph()
    with made.as_default(), v1.Session(graph=made) as session:
        saver = v1.train.Saver(**options)
        session.run(v1.global_variables_initializer())
        session.run(w.assign([[5.0], [6.0]]))
        return saver.save(session, folder + "/model", global_step=3)


def saved_as(folder):
    """The files of each kind of saver."""
    save(folder)
    for name, options in OPTIONS.items():
        made, _, _, w, _ = graph()
        with made.as_default(), v1.Session(graph=made) as session:
            saver = v1.train.Saver(**options)
            session.run(v1.global_variables_initializer())
            session.run(w.assign([[5.0], [6.0]]))
            saver.save(session, folder + "/" + name, write_state=False)
    made, x, y, w, _ = graph()
    with made.as_default(), v1.Session(graph=made) as session:
        session.run(v1.global_variables_initializer())
        session.run(w.assign([[5.0], [6.0]]))
        v1.saved_model.simple_save(session, folder + "/simple", {"x": x}, {"y": y})


OPTIONS = {"earlier": {"write_version": 1}, "sharded": {"sharded": True}}
GIVEN = [[1.0, 1.0]]


def restored(folder):
    """What each file gives, by each way to restore it."""
    found = {}
    for name in ("model-3", *OPTIONS):
        path = folder + "/" + name
        made, x, y, _, _ = graph()
        with made.as_default(), v1.Session(graph=made) as session:
            v1.train.Saver().restore(session, path)
            found[name] = session.run(y, {x: GIVEN}).tolist()
        with tf.Graph().as_default() as other, v1.Session(graph=other) as session:
            saver = v1.train.import_meta_graph(path + ".meta")
            saver.restore(session, path)
            found[name + " meta"] = session.run("y:0", {"x:0": GIVEN}).tolist()
            names = sorted(each.name for each in v1.global_variables())
            found[name + " names"] = names
        found[name + " list"] = [list(each) for each in tf.train.list_variables(path)]
        w = tf.Variable([[0.0], [0.0]], name="layer/w")
        v1.train.Saver([w]).restore(None, path)
        found[name + " eagerly"] = w.numpy().tolist()
    w = tf.Variable([[0.0], [0.0]], name="layer/w")
    tf.train.Checkpoint(w=w).restore(folder + "/model-3").expect_partial()
    found["checkpoint"] = w.numpy().tolist()
    found["latest"] = tf.train.latest_checkpoint(folder).endswith("/model-3")
    path = folder + "/simple"
    with tf.Graph().as_default() as other, v1.Session(graph=other) as session:
        meta = v1.saved_model.load(session, ["serve"], path)
        signature = meta.signature_def["serving_default"]
        fed = {signature.inputs["x"].name: GIVEN}
        result = session.run(signature.outputs["y"].name, fed)
        found["simple"] = result.tolist()
        found["simple valid"] = v1.saved_model.is_valid_signature(signature)
    loaded = tf.saved_model.load(path).signatures["serving_default"]
    found["simple eagerly"] = loaded(x=tf.constant(GIVEN))["y"].numpy().tolist()
    return found
