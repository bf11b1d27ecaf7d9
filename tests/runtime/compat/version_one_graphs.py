"""Programs that build graphs with the ops of TensorFlow 1, and what to run of them.

Each is text, executed where ``tf`` is TensorFlow, ``tf1`` its version 1, ``r`` its raw
ops and ``np`` NumPy; it leaves ``runs``: lists of names to fetch, or pairs of such a
list and what to feed.
"""

# ruff: noqa: E501 - lines of programs

from __future__ import annotations

from typing import Final

PROGRAMS: Final[dict[str, str]] = {}

PROGRAMS["regression_with_adam"] = """
x = tf1.placeholder(tf.float32, [None, 2], name="x")
y = tf1.placeholder(tf.float32, [None, 1], name="y")
w = tf1.Variable([[0.5], [0.25]], name="w", use_resource=False)
b = tf1.Variable(0.0, name="b", use_resource=False)
step = tf1.Variable(0, name="step", trainable=False, use_resource=False)
loss = tf.reduce_mean(tf.square(tf.matmul(x, w) + b - y), name="loss")
tf1.train.AdamOptimizer(0.1).minimize(loss, global_step=step, name="train")
tf1.variables_initializer(tf1.global_variables(), name="init")
fed = {"x:0": [[1.0, 2.0], [3.0, 4.0]], "y:0": [[1.0], [2.0]]}
runs = [["init"], *[(["train"], fed)] * 4, (["loss:0", "w:0", "b:0", "step:0"], fed)]
"""

_OPTIMIZERS = {
    "momentum": "MomentumOptimizer(0.1, 0.9, use_nesterov=True)",
    "adagrad": "AdagradOptimizer(0.1)",
    "adagrad_da": "AdagradDAOptimizer(0.1, step, l1_regularization_strength=0.01)",
    "adadelta": "AdadeltaOptimizer(0.5)",
    "ftrl": "FtrlOptimizer(0.1, l2_regularization_strength=0.1)",
    "rmsprop": "RMSPropOptimizer(0.1, momentum=0.5)",
    "centered_rmsprop": "RMSPropOptimizer(0.1, momentum=0.5, centered=True)",
    "proximal": "ProximalGradientDescentOptimizer(0.1, 0.01, 0.02)",
    "proximal_adagrad": "ProximalAdagradOptimizer(0.1, 0.1, 0.01, 0.02)",
}
for _name, _optimizer in _OPTIMIZERS.items():
    PROGRAMS[f"{_name}_of_rows_and_whole"] = f"""
step = tf1.Variable(1, name="step", trainable=False, use_resource=False, dtype=tf.int64)
table = tf1.Variable([[0.5, 1.0], [0.25, -1.0], [2.0, 3.0]], name="table",
                     use_resource=False)
w = tf1.Variable([[0.5], [0.25]], name="w", use_resource=False)
rows = tf.gather(table, [2, 0, 2])
loss = tf.reduce_mean(tf.square(tf.matmul(rows, w) - 1.0), name="loss")
tf1.train.{_optimizer}.minimize(loss, global_step=step, name="train")
tf1.variables_initializer(tf1.global_variables(), name="init")
runs = [["init"], *[["train"]] * 3, ["loss:0", "w:0", "table:0", "step:0"]]
"""

PROGRAMS["updates_of_references"] = """
v = tf1.Variable(np.arange(8.0).reshape(4, 2), name="v", use_resource=False)
for kind in ("add", "sub", "mul", "div", "min", "max", "update"):
    op = getattr(tf1, f"scatter_{kind}")
    op(v, [3, 1], np.array([[2.0, 3.0], [4.0, 5.0]]), name=f"rows_{kind}")
for kind in ("add", "sub", "update"):
    op = getattr(r, f"ScatterNd{kind.title()}")
    op(ref=v._variable, indices=[[3, 1], [0, 0]], updates=np.array([2.0, 7.0]),
       name=f"places_{kind}")
r.ScatterNdMax(ref=v._variable, indices=[[2]], updates=np.array([[1.0, 99.0]]), name="m")
r.ScatterNdMin(ref=v._variable, indices=[[2]], updates=np.array([[1.0, 99.0]]), name="n")
v[1:3, 0].assign(np.array([-1.0, -2.0]), name="slice")
tf1.assign(v, tf.ones([4, 2], tf.float64), name="ones")
tf1.assign(v, tf.ones([2, 2], tf.float64), validate_shape=False, name="other_shape")
with tf.control_dependencies([tf1.assign_add(v, v * 2.0, name="plus")]):
    tf.identity(v, name="after_plus")
tf1.assign_sub(v, v / 4.0, name="minus")
count = tf1.Variable(0, name="count", use_resource=False)
count.count_up_to(2).op  # CountUpTo
r.IsVariableInitialized(ref=v._variable, name="is_there")
r.RefIdentity(input=v._variable, name="same")
u = tf1.Variable(np.ones([4, 2]), name="u", use_resource=False)
r.RefSelect(index=tf1.placeholder(tf.int32, [], name="which"),
            inputs=[v._variable, u._variable], name="one")
t = r.TemporaryVariable(shape=[2], dtype=tf.float32, var_name="t")
a = r.Assign(ref=t, value=[1.0, 2.0])
b = r.AssignAdd(ref=a, value=[10.0, 20.0])
r.DestroyTemporaryVariable(ref=b, var_name="t", name="last")
tf1.variables_initializer(tf1.global_variables(), name="init")
names = [f"rows_{k}" for k in ("add", "sub", "mul", "div", "min", "max", "update")]
names += [f"places_{k}" for k in ("add", "sub", "update")] + ["m", "n"]
runs = [["is_there:0"], ["v:0"], ["init"], ["is_there:0", "v:0"]]
runs += [[f"{name}:0"] for name in names]
slice_op = [n.name for n in tf1.get_default_graph().as_graph_def().node
            if n.op == "StridedSliceAssign"][0]
runs += [[slice_op + ":0"], ["same:0"], ["after_plus:0"], ["minus:0"]]
runs += [(["one:0"], {"which:0": 0}), (["one:0"], {"which:0": 1})]
runs += [(["one:0"], {"which:0": 2}), ["CountUpTo:0"], ["CountUpTo:0"]]
runs += [["CountUpTo:0"], ["last:0"], ["ones:0"], ["other_shape:0"]]
"""

PROGRAMS["loop_over_a_reference"] = """
total = tf1.Variable(0, name="total", use_resource=False)
def body(i):
    with tf.control_dependencies([tf1.assign_add(total, i)]):
        return i + 1
tf1.disable_control_flow_v2()
last = tf1.while_loop(lambda i: i < 5, body, [0])
tf.identity(last, name="last")
limit = tf1.placeholder(tf.int32, [], name="limit")
tf.identity(tf1.cond(total > limit, lambda: total * 2, lambda: total - 100), name="which")
tf1.variables_initializer([total], name="init")
runs = [["init"], ["last:0"], ["total:0"], (["which:0"], {"limit:0": 5}),
        (["which:0"], {"limit:0": 50})]
"""

PROGRAMS["queues_by_reference"] = """
f = r.FIFOQueue(component_types=[tf.int32, tf.string], shapes=[[], []], capacity=5)
r.QueueEnqueueMany(handle=f, components=[[1, 2, 3], ["a", "b", "c"]], name="fill")
r.QueueEnqueue(handle=f, components=[9, "z"], name="put")
out = r.QueueDequeue(handle=f, component_types=[tf.int32, tf.string], name="get")
r.QueueDequeueMany(handle=f, n=2, component_types=[tf.int32, tf.string], name="two")
r.QueueDequeueUpTo(handle=f, n=9, component_types=[tf.int32, tf.string], name="rest")
r.QueueSize(handle=f, name="size")
r.QueueClose(handle=f, name="close")
p = r.PriorityQueue(component_types=[tf.string], shapes=[[]])
r.QueueEnqueueMany(handle=p, components=[np.array([3, 1, 2]), ["x", "y", "z"]], name="pf")
r.QueueDequeueMany(handle=p, n=3, component_types=[tf.int64, tf.string], name="pg")
d = r.PaddingFIFOQueue(component_types=[tf.int32], shapes=[[None]])
r.QueueEnqueue(handle=d, components=[[1, 2]], name="d1")
r.QueueEnqueue(handle=d, components=[[3]], name="d2")
r.QueueDequeueMany(handle=d, n=2, component_types=[tf.int32], name="dg")
s = r.RandomShuffleQueue(component_types=[tf.int32], shapes=[[]], capacity=3)
r.QueueEnqueue(handle=s, components=[4], name="s1")
r.QueueDequeue(handle=s, component_types=[tf.int32], name="sg")
runs = [["fill"], ["put"], ["size:0"], ["get:0", "get:1"], ["two:0", "two:1"]]
runs += [["size:0"], ["close"], ["put"], ["rest:0", "rest:1"], ["get:0"], ["close"]]
runs += [["pf"], ["pg:0", "pg:1"], ["d1"], ["d2"], ["dg:0"], ["s1"], ["sg:0"]]
"""

PROGRAMS["input_pipeline_of_version_1"] = """
names = tf1.train.string_input_producer(["a.txt", "b.txt"], shuffle=False, num_epochs=1)
reader = tf1.TextLineReader(skip_header_lines=1)
key, value = reader.read(names)
tf.identity(key, name="key"); tf.identity(value, name="value")
names_op = names._queue_ref
tf1.local_variables_initializer().node_def
init = tf1.variables_initializer(tf1.local_variables(), name="init")
enqueue = [n.name for n in tf1.get_default_graph().as_graph_def().node
           if n.op.startswith("QueueEnqueueMany")][0]
done = reader.num_records_produced(name="produced")
units = reader.num_work_units_completed(name="units")
runs = [["init"], [enqueue], *[["key:0", "value:0"]] * 3, ["produced:0", "units:0"]]
"""

PROGRAMS["readers"] = """
made = {
    "whole": r.WholeFileReaderV2(),
    "lines": r.TextLineReaderV2(),
    "fixed": r.FixedLengthRecordReaderV2(record_bytes=3, header_bytes=2, footer_bytes=1),
    "hops": r.FixedLengthRecordReaderV2(record_bytes=3, hop_bytes=2),
    "zlib": r.FixedLengthRecordReaderV2(record_bytes=4, encoding="ZLIB"),
    "records": r.TFRecordReaderV2(),
    "gzip": r.TFRecordReaderV2(compression_type="GZIP"),
    "names": r.IdentityReaderV2(),
}
files = dict(zlib=["z.bin", "z.bin"], records=["r.rec", "r.rec"], gzip=["r.gz", "r.gz"])
runs = []
for name, reader in made.items():
    queue = r.FIFOQueueV2(component_types=[tf.string], shapes=[[]])
    fill = files.get(name, ["a.txt", "b.txt"])
    r.QueueEnqueueManyV2(handle=queue, components=[fill], name=name + "_fill")
    r.QueueCloseV2(handle=queue, name=name + "_close")
    r.ReaderReadV2(reader_handle=reader, queue_handle=queue, name=name + "_read")
    r.ReaderReadUpToV2(reader_handle=reader, queue_handle=queue,
                       num_records=np.int64(2), name=name + "_two")
    r.ReaderNumRecordsProducedV2(reader_handle=reader, name=name + "_produced")
    r.ReaderNumWorkUnitsCompletedV2(reader_handle=reader, name=name + "_units")
    state = r.ReaderSerializeStateV2(reader_handle=reader, name=name + "_state")
    r.ReaderResetV2(reader_handle=reader, name=name + "_reset")
    given = tf1.placeholder(tf.string, [], name=name + "_given")
    r.ReaderRestoreStateV2(reader_handle=reader, state=given, name=name + "_restore")
    numbers = [name + "_produced:0", name + "_units:0"]
    runs += [[name + "_state:0"], [name + "_fill"], [name + "_close"]]
    runs += [[name + "_read:0", name + "_read:1"], numbers, [name + "_state:0"]]
    for _ in range(4):
        runs += [[name + "_two:0", name + "_two:1"], numbers]
    runs += [([name + "_restore"], {name + "_given:0": "nonsense"})]
    runs += [[name + "_reset"], numbers]
"""

PROGRAMS["readers_by_reference"] = """
# these ops were removed for graphs of later producers
made = tf1.GraphDef()
made.versions.producer = 20
def node(op, name, *inputs, **attrs):
    added = made.node.add(name=name, op=op, input=inputs)
    for key, value in attrs.items():
        added.attr[key].CopyFrom(value)
def const(name, value):
    proto = tf1.make_tensor_proto(value)
    dtype = tf1.AttrValue(type=proto.dtype)
    node("Const", name, dtype=dtype, value=tf1.AttrValue(tensor=proto))
strings = tf1.AttrValue(list=tf1.AttrValue.ListValue(type=[7]))
node("FIFOQueue", "queue", component_types=strings)
const("files", ["a.txt", "b.txt"])
node("QueueEnqueueMany", "fill", "queue", "files", Tcomponents=strings)
const("most", np.int64(9))
const("nothing", b"")
runs = []
kinds = ("WholeFileReader", "TextLineReader", "IdentityReader", "TFRecordReader")
for name in kinds:
    node(name, name)
    node("ReaderRead", name + "_read", name, "queue")
    node("ReaderReadUpTo", name + "_all", name, "queue", "most")
    node("ReaderNumRecordsProduced", name + "_produced", name)
    node("ReaderNumWorkUnitsCompleted", name + "_units", name)
    node("ReaderSerializeState", name + "_state", name)
    node("ReaderReset", name + "_reset", name)
    node("ReaderRestoreState", name + "_restore", name, "nothing")
    runs += [["fill"], [name + "_read:0", name + "_read:1"]]
    runs += [[name + "_all:0", name + "_all:1"], [name + "_state:0"]]
    runs += [[name + "_produced:0", name + "_units:0"], [name + "_restore"]]
    runs += [[name + "_reset"], [name + "_produced:0"]]
    if name == "TextLineReader":
        runs += [[name + "_all:0", name + "_all:1"]]
tf1.import_graph_def(made, name="")
"""

PROGRAMS["accumulated_gradients"] = """
h = r.ConditionalAccumulator(dtype=tf.float32, shape=[2])
s = r.ConditionalAccumulator(dtype=tf.float32, shape=[2], reduction_type="SUM")
i = r.ResourceConditionalAccumulator(dtype=tf.float64, shape=[2])
for name, acc in (("h", h), ("s", s)):
    r.AccumulatorApplyGradient(handle=acc, local_step=tf1.placeholder(tf.int64, [],
        name=name + "_step"), gradient=tf1.placeholder(tf.float32, None,
        name=name + "_gradient"), name=name + "_apply")
    r.AccumulatorNumAccumulated(handle=acc, name=name + "_count")
    r.AccumulatorTakeGradient(handle=acc, num_required=2, dtype=tf.float32,
        name=name + "_take")
    r.AccumulatorTakeGradient(handle=acc, num_required=0, dtype=tf.float32,
        name=name + "_none")
    r.AccumulatorSetGlobalStep(handle=acc, new_global_step=np.int64(5), name=name + "_set")
r.ResourceAccumulatorApplyGradient(handle=i, local_step=np.int64(0), gradient=np.array([1.0, -7.0]),
    name="i_apply")
r.ResourceAccumulatorApplyGradient(handle=i, local_step=np.int64(0), gradient=np.array([2.0, 2.0]),
    name="i_again")
r.ResourceAccumulatorNumAccumulated(handle=i, name="i_count")
r.ResourceAccumulatorTakeGradient(handle=i, num_required=2, dtype=tf.float64, name="i_take")
r.ResourceAccumulatorSetGlobalStep(handle=i, new_global_step=np.int64(9), name="i_set")
runs = []
for name in "hs":
    fed = lambda step, *values: {name + "_step:0": step, name + "_gradient:0": values}
    runs += [([name + "_apply"], fed(0, 1.0, 2.0)), ([name + "_apply"], fed(0, 4.0, 5.0))]
    runs += [[name + "_count:0"], [name + "_none:0"], [name + "_take:0"]]
    runs += [([name + "_apply"], fed(0, 1.0, 2.0)), [name + "_count:0"]]
    runs += [([name + "_apply"], fed(1, 1.0, 2.0)), [name + "_set"]]
    runs += [([name + "_apply"], fed(4, 1.0, 2.0)), ([name + "_apply"], fed(5, 9.0, 9.0))]
    runs += [([name + "_apply"], fed(5, 1.0, 2.0, 3.0)), [name + "_take:0"]]
runs += [["i_apply"], ["i_again"], ["i_count:0"], ["i_take:0"], ["i_set"], ["i_apply"]]
runs += [["i_count:0"]]
"""

PROGRAMS["accumulated_rows"] = """
h = r.SparseConditionalAccumulator(dtype=tf.float32, shape=[None, 2])
def apply(name, indices, values, shape, has=True, step=100):
    r.SparseAccumulatorApplyGradient(handle=h, local_step=np.int64(step),
        gradient_indices=tf1.placeholder_with_default(np.array(indices, np.int64), None),
        gradient_values=tf1.placeholder_with_default(np.array(values, np.float32), None),
        gradient_shape=np.array(shape, np.int64), has_known_shape=has, name=name)
apply("a", [0, 2], [[1.0, 2.0], [3.0, 4.0]], [4, 2])
apply("b", [1, 2], [[10.0, 20.0], [30.0, 40.0]], [4, 2])
apply("unsorted", [3, 1], [[10.0, 20.0], [30.0, 40.0]], [4, 2])
apply("shapeless", [1], [[10.0, 20.0]], [], False)
apply("bad_shape", [1], [[10.0]], [4, 1])
apply("bad_count", [1, 2], [[10.0, 2.0]], [4, 2])
apply("bad_rank", 3, 3.0, [4, 2])
apply("late", [1], [[1.0, 2.0]], [4, 2], step=0)
r.AccumulatorNumAccumulated(handle=h, name="count")
r.SparseAccumulatorTakeGradient(handle=h, num_required=1, dtype=tf.float32, name="take")
take = ["take:0", "take:1", "take:2"]
runs = [["a"], ["b"], ["count:0"], take, ["shapeless"], take, ["bad_shape"]]
runs += [["bad_count"], ["bad_rank"], ["count:0"], ["late"], ["count:0"], ["unsorted"]]
runs += [["a"], take, ["a"], ["shapeless"], ["count:0"], take]
"""

PROGRAMS["barrier"] = """
types = [tf.float32, tf.string]
h = r.Barrier(component_types=types, shapes=[[], []], shared_name="bar")
def insert(name, keys, values, component):
    r.BarrierInsertMany(handle=h, keys=keys, values=values, component_index=component,
                        name=name)
insert("i0", ["a", "b", "c"], [1.0, 2.0, 3.0], 0)
insert("i1", ["c", "a"], ["x", "y"], 1)
insert("again", ["c"], ["x"], 1)
insert("i2", ["d"], ["x"], 1)
insert("i4", ["b"], ["w"], 1)
insert("i5", ["d"], [7.0], 0)
insert("no_such", ["b"], ["w"], 2)
insert("new", ["zz"], [1.0], 0)
insert("wrong", ["e"], [1.0], 1)
def take(name, number, **how):
    r.BarrierTakeMany(handle=h, num_elements=number, component_types=types, name=name,
                      **how)
    return [f"{name}:{place}" for place in range(4)]
one, two = take("one", 1), take("two", 2)
few = take("few", 5, allow_small_batch=True)
r.BarrierReadySize(handle=h, name="ready"); r.BarrierIncompleteSize(handle=h, name="left")
r.BarrierClose(handle=h, name="close")
r.BarrierClose(handle=h, cancel_pending_enqueues=True, name="cancel")
sizes = ["ready:0", "left:0"]
runs = [sizes, ["i0"], sizes, ["i1"], sizes, one, ["again"], one, ["i2"], ["i4"], ["i5"]]
runs += [sizes, ["no_such"], ["wrong"], two, ["i0"], ["i1"], sizes, ["close"], ["new"]]
runs += [sizes, one, few, sizes, ["close"], ["cancel"], ["i4"], sizes, one]
"""

PROGRAMS["staging"] = """
types = [tf.float32, tf.int32]
where = dict(dtypes=types, shared_name="area")
r.Stage(values=[1.5, tf1.placeholder(tf.int32, None, name="n")], shared_name="area",
        name="stage")
r.Unstage(name="take", **where); r.StagePeek(index=1, name="peek", **where)
r.StageSize(name="size", **where); r.StageClear(name="clear", **where)
r.Stage(values=[np.zeros(9, np.float32)], memory_limit=8, shared_name="small", name="big")
runs = [["size:0"], (["stage"], {"n:0": 1}), (["stage"], {"n:0": [2, 3]}), ["size:0"]]
runs += [["peek:0", "peek:1"], ["take:0", "take:1"], ["size:0"], ["clear"], ["size:0"]]
runs += [["big"]]
for kind in ("Map", "OrderedMap"):
    at = dict(dtypes=types, shared_name=kind + "_area")
    op = lambda name, **k: getattr(r, kind + name)(name=f"{kind}_{name}", **k, **at)
    key = tf1.placeholder(tf.int64, [], name=kind + "_key")
    getattr(r, kind + "Stage")(key=key, indices=[0, 1], values=[2.5, [1, 2]],
        name=kind + "_whole", **at)
    getattr(r, kind + "Stage")(key=key, indices=[1], values=[[7]], name=kind + "_part", **at)
    getattr(r, kind + "Stage")(key=key, indices=[0], values=[0.5], name=kind + "_other",
        **at)
    op("Size"); op("IncompleteSize"); op("Clear")
    op("Peek", key=key, indices=[0, 1]); op("Unstage", key=key, indices=[0, 1])
    op("UnstageNoKey", indices=[0, 1])
    sizes = [kind + "_Size:0", kind + "_IncompleteSize:0"]
    fed = lambda number: {kind + "_key:0": number}
    whole, part, other = kind + "_whole", kind + "_part", kind + "_other"
    both = [kind + "_Unstage:0", kind + "_Unstage:1"]
    peek = [kind + "_Peek:0", kind + "_Peek:1"]
    free = [kind + f"_UnstageNoKey:{place}" for place in range(3)]
    runs += [sizes, ([whole], fed(4)), ([part], fed(2)), sizes, ([part], fed(2)), sizes]
    runs += [([other], fed(2)), sizes, (peek, fed(2)), (both, fed(4)), sizes, free, sizes]
    runs += [([whole], fed(4)), ([part], fed(3)), [kind + "_Clear"], sizes]
runs += [(["OrderedMap_whole"], {"OrderedMap_key:0": key}) for key in (5, 3, 9)]
runs += [free, free]
"""

PROGRAMS["stacks_and_arrays"] = """
s = r.Stack(elem_type=tf.float32)
a = r.StackPush(handle=s, elem=[1.0, 2.0], name="a")
with tf.control_dependencies([a]):
    b = r.StackPush(handle=s, elem=3.0, name="b")
with tf.control_dependencies([b]):
    c = r.StackPop(handle=s, elem_type=tf.float32, name="c")
with tf.control_dependencies([c]):
    d = r.StackPop(handle=s, elem_type=tf.float32, name="d")
with tf.control_dependencies([d]):
    e = r.StackPop(handle=s, elem_type=tf.float32, name="e")
t = r.StackV2(max_size=1, elem_type=tf.int32)
f = r.StackPushV2(handle=t, elem=5, name="f")
with tf.control_dependencies([f]):
    with tf.control_dependencies([r.StackPushV2(handle=t, elem=6)]):
        h = r.StackPopV2(handle=t, elem_type=tf.int32, name="h")
    with tf.control_dependencies([r.StackCloseV2(handle=t)]):
        i = r.StackPopV2(handle=t, elem_type=tf.int32, name="i")
runs = [["c:0", "d:0"], ["e:0"], ["f:0"], ["h:0"], ["i:0"]]
x = r.TensorArrayV3(size=2, dtype=tf.float32, element_shape=[2])
g = r.TensorArrayGradWithShape(handle=x[0], flow_in=x[1], shape_to_prepend=[3], source="g")
flow = r.TensorArrayWriteV3(handle=g[0], index=0, value=np.ones([3, 2], np.float32),
                            flow_in=g[1])
r.TensorArrayReadV3(handle=g[0], index=0, dtype=tf.float32, flow_in=flow, name="wide")
r.TensorArrayWriteV3(handle=g[0], index=1, flow_in=g[1], name="narrow",
                     value=tf1.placeholder_with_default([1.0, 2.0], None))
runs += [["wide:0"], ["narrow:0"]]
"""

# these ops were removed for graphs of later producers
_ARRAYS = """
x = r.TensorArrayV3(size=3, dtype=tf.float32, clear_after_read=False, name="x")
flow = r.TensorArrayWriteV3(handle=x[0], index=0, value=[1.0, 2.0], flow_in=0.0)
flow = r.TensorArrayScatterV3(handle=x[0], indices=[2, 1], value=[[3.0, 4.0], [5.0, 6.0]],
                              flow_in=flow, name="filled")
k = dict(handle=x[0], flow_in=flow)
r.TensorArrayReadV3(index=1, dtype=tf.float32, name="read", **k)
r.TensorArrayGatherV3(indices=[2, 0], dtype=tf.float32, name="gather", **k)
r.TensorArrayConcatV3(dtype=tf.float32, name="concat", **k)
r.TensorArraySizeV3(name="size", **k)
y = r.TensorArrayV3(size=2, dtype=tf.float32)
cut = r.TensorArraySplitV3(handle=y[0], value=[1.0, 2.0, 3.0], lengths=np.array([1, 2]),
                           flow_in=0.0)
r.TensorArrayConcatV3(handle=y[0], dtype=tf.float32, flow_in=cut, name="cut")
r.TensorArrayCloseV3(handle=y[0], name="close")
runs = [["read:0"], ["gather:0"], ["size:0"], ["concat:0", "concat:1"], ["cut:0"]]
runs += [["close"]]
"""

_EDIT = """
def edit(message):
    message.versions.producer = {producer}
    for node in message.node:
        if node.op.startswith("TensorArray"):
            node.op = node.op.removesuffix("V3") + "{version}"
            if "identical_element_shapes" in node.attr:
                del node.attr["identical_element_shapes"]
        if node.name == "pack":
            node.op = "TensorArrayPack"
            del node.attr["element_shape_except0"]
    return message
"""

PROGRAMS["arrays_by_reference"] = (
    _ARRAYS
    + _EDIT.format(producer=15, version="")
    + """
r.TensorArrayConcatV3(handle=x[0], dtype=tf.float32, flow_in=flow, name="pack")
runs += [["pack:0"]]
"""
)

PROGRAMS["arrays_of_version_2"] = (
    _ARRAYS
    + _EDIT.format(producer=20, version="V2")
    + """
gx = r.TensorArrayGradV3(handle=x[0], flow_in=flow, source="g")
g1 = r.TensorArrayWriteV3(handle=gx[0], index=1, value=[1.0, 1.0], flow_in=flow)
g2 = r.TensorArrayWriteV3(handle=gx[0], index=1, value=[0.5, 2.0], flow_in=g1)
r.TensorArrayReadV3(handle=gx[0], index=1, dtype=tf.float32, flow_in=g2, name="grad")
runs += [["grad:0"]]
"""
)

PROGRAMS["kept_sparse_tensors"] = """
at = dict(shared_name="kept")
i64 = lambda x: np.array(x, np.int64)
one = r.AddSparseToTensorsMap(sparse_indices=i64([[0], [2]]), sparse_values=[1.0, 2.0],
                              sparse_shape=i64([4]), name="one", **at)
many = r.AddManySparseToTensorsMap(sparse_indices=i64([[0, 1], [2, 0], [2, 5]]),
    sparse_values=[3.0, 4.0, 5.0], sparse_shape=i64([3, 6]), name="many", **at)
given = tf1.placeholder(tf.int64, None, name="given")
r.TakeManySparseFromTensorsMap(sparse_handles=given, dtype=tf.float32, name="take", **at)
take = ["take:0", "take:1", "take:2"]
runs = [["one:0"], ["many:0"], ["one:0"], (take, {"given:0": [3, 0, 1]})]
runs += [(take, {"given:0": [0]}), (take, {"given:0": 2}), (take, {"given:0": [2, 4]})]
"""

PROGRAMS["summaries"] = """
r.ImageSummary(tag="i", tensor=tf1.placeholder_with_default([1.0], None), name="bad")
tf1.summary.merge([tf1.summary.scalar("a", 1.5), tf1.summary.histogram("b", [1.0, 2.0])], name="all")
runs = [["bad:0"], [tf1.get_default_graph().get_operations()[-1].name + ":0"]]
"""
