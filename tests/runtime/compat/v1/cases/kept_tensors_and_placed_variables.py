"""Tensors that stay in a session, and operations that functions place."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
PLACE = "/job:localhost/replica:0/task:0/device:CPU:0"


def tell(*values):
    show("shown", lambda: " ".join(map(str, values)))


def told(call):
    try:
        return call()
    except Exception as error:
        # the first line, without what says where in the graph
        lines = [each for each in str(error).splitlines() if "session store" in each]
        return type(error).__name__, (lines or str(error).splitlines())[0]


with v1.Graph().as_default(), v1.Session() as session:
    three = tf.constant([3.0, 4.0])
    handle = v1.get_session_handle(three * 2, name="kept")
    tell(handle.op.type, handle.op.name, handle.dtype.name, handle.shape)
    kept = session.run(handle)
    tell(kept.eval(), str(kept) == kept.handle)
    holder, tensor = v1.get_session_tensor(kept.handle, tf.float32, name="again")
    tell(holder.op.type, holder.dtype.name, tensor.op.type, tensor.op.name)
    tell(session.run(tensor * 10, {holder: kept.handle}))
    given = v1.placeholder(tf.float32, [2])
    tell(session.run(given + 1, {given: kept}))
    several = session.run([handle, {"k": three}, handle])
    tell(several[1], type(several[0]) is type(kept), several[2].eval())
    tell(session.run(tensor, {holder: session.run(handle).handle}))
    lost = f"a;b;{PLACE}"
    tell(told(lambda: session.run(tensor, {holder: lost})))
    wrong, number = v1.get_session_tensor(kept.handle, tf.int32)
    tell(told(lambda: session.run(number, {wrong: kept.handle}))[0])
    target, deleted = v1.delete_session_tensor(kept.handle)
    tell(target.dtype.name, deleted.type, session.run(deleted, {target: kept.handle}))
    tell(told(lambda: session.run(deleted, {target: lost})))
    tell(told(lambda: session.run(tensor, {holder: kept.handle}))[0])
    tell(told(lambda: v1.get_session_handle(3)))
    other = session.run(handle)
    other.delete()
    tell(told(other.eval)[0], told(other.delete)[0])
    with v1.Session() as second:
        mine = session.run(handle)
        tell(told(lambda: second.run(tensor, {holder: mine.handle}))[0])


def devices(setter, **merged):
    with v1.Graph().as_default() as graph:
        with v1.device(setter):
            first = v1.get_variable("a", [2])
            v1.get_variable("b", [2])
            number = tf.constant(1.0)
            with v1.device("/cpu:1"):
                tf.add(number, number, name="sum")
            with v1.device("/job:ps/task:7"):
                v1.get_variable("c", [2])
            with v1.device(None):
                tf.identity(number, name="free")
        with v1.device("/device:GPU:0"), v1.device(setter):
            tf.identity(number, name="outside")
        wanted = ("VarHandleOp", "AssignVariableOp", "Const", "AddV2", "Identity")
        found = {
            (each.type, each.device)
            for each in graph.get_operations()
            if each.type in wanted[:2] or each.name in ("Const", "sum", "free", "outside")
        }
        tell(*sorted(found), first.initializer.device)


CLUSTER = {"ps": ["a:1", "b:1"], "worker": ["c:1"]}
for arguments in (
    {"ps_tasks": 2},
    {"ps_tasks": 0},
    {"cluster": CLUSTER},
    {"cluster": v1.train.ClusterSpec(CLUSTER)},
    {"cluster": v1.train.ClusterSpec(CLUSTER).as_cluster_def()},
    {"cluster": {"worker": ["c:1"]}},
    {"ps_tasks": 1, "worker_device": "/job:worker/task:3"},
    {"ps_tasks": 2, "merge_devices": False},
    {"ps_tasks": 2, "ps_ops": ["Const"]},
    {"ps_tasks": 1, "ps_device": "/job:ps/cpu:0", "worker_device": ""},
    {"ps_tasks": 3, "ps_strategy": lambda op: 2},
):
    devices(v1.train.replica_device_setter(**arguments))
devices(lambda op: v1.DeviceSpec(job=op.type.lower()))
devices(lambda op: f"/job:x/task:{len(op.inputs)}" if op.device else "/job:y")
tell(told(lambda: v1.train.replica_device_setter(cluster=3)))
tell(told(lambda: v1.train.replica_device_setter(ps_tasks=1, ps_strategy=3)))


def with_number():
    with v1.Graph().as_default(), v1.device(lambda op: 3):
        tf.constant(1)


tell(told(with_number)[0])
tell(v1.distribute.get_loss_reduction().name)
