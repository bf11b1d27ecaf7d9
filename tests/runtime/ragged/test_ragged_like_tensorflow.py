"""Ragged tensors against a live TensorFlow: values, text, classes of errors."""

from __future__ import annotations

from tests.runtime.expressions import outcomes_here, outcomes_there
from tests.tensorflow_process import TensorFlowProcess

PRELUDE = """
rt = tf.ragged.constant([[1, 2], [], [3]])
r3 = tf.ragged.constant([[[1, 2], []], [], [[3], [4, 5]]])
ra = tf.ragged.constant([["a"], ["b", "c"]])
rb = tf.ragged.constant([["d"], ["e"]])
rf = tf.ragged.constant([[1.0, 2.0], [], [3.0]])
rs = tf.ragged.constant([["a", "b"], ["c"]])
"""

EXPRESSIONS = """
tf.reduce_mean(rt,axis=1)
tf.reduce_mean(rt)
tf.reduce_max(rt,axis=1)
tf.reduce_any(rt>1,axis=1)
tf.reduce_all(rt>1,axis=1)
tf.reduce_sum(r3,axis=0)
tf.reduce_sum(r3,axis=1)
tf.reduce_sum(r3,axis=2)
tf.reduce_sum(r3,axis=[0,2])
tf.reduce_sum(rt,axis=1,keepdims=True)
tf.reduce_sum(rt,keepdims=True)
tf.reduce_sum(rt,axis=5)
tf.reduce_mean(r3,axis=0)
tf.stack([rt,rt])
tf.stack([rt,rt],axis=1)
tf.stack([rt,rt],axis=2)
tf.concat([rt,rt],axis=0)
tf.concat([rt,[[7],[8],[9]]],axis=1)
tf.concat([r3,r3],axis=2)
tf.expand_dims(rt,0)
tf.expand_dims(rt,1)
tf.expand_dims(rt,2)
tf.expand_dims(rt,-1)
tf.gather(rt,[2,0])
tf.gather(rt,[[2],[0]])
tf.gather([10,20,30,40],rt)
tf.gather(rt,rt-1)
tf.gather(rt,0)
tf.gather(rt,tf.ragged.constant([[0],[],[0]]),batch_dims=1)
tf.gather(rt,[5])
tf.gather_nd(rt,[[0,1],[2,0]])
tf.gather_nd(r3,[[0,0]])
tf.gather_nd(r3,[[0]])
tf.one_hot(rt,4)
tf.tile(rt,[2,1])
tf.tile(rt,[1,2])
tf.tile(r3,[1,2,2])
tf.reverse(rt,[1])
tf.reverse(r3,[0,2])
tf.squeeze(tf.expand_dims(rt,1),[1])
tf.squeeze(tf.expand_dims(rt,0))
tf.split(rt,[1,2])
tf.split(rt,3)
tf.unstack(rt)
tf.where(rt>1)
tf.where(rt>1,rt,0)
tf.where(rt>1,rt,-rt)
tf.boolean_mask(rt,rt>1)
tf.boolean_mask(rt,[True,False,True])
tf.ragged.boolean_mask([[1,2],[3,4]],[[True,False],[True,True]])
tf.ragged.boolean_mask([[1,2],[3,4]],[True,False])
tf.ragged.constant([])
tf.ragged.constant([[],[]])
tf.ragged.constant(5)
tf.ragged.constant([1,2])
tf.ragged.constant([[1,2],[3]],dtype=tf.float32)
tf.ragged.constant([[[1,2]],[[3,4]]],ragged_rank=1)
tf.ragged.constant([[1],2])
tf.ragged.constant([[1,'a'],[2]])
tf.ragged.constant([[[1,2]],[[3,4]]],inner_shape=(2,))
tf.ragged.constant([[1]],ragged_rank=3)
tf.ragged.constant([[1,2],[3]],row_splits_dtype=tf.int32).row_splits
tf.ragged.constant([[1.5],[2]])
tf.ragged.constant([[2],[1.5]])
tf.ragged.constant([[2**40]])
tf.ragged.constant([[True],[]])
tf.ragged.range([1,2],[3,5],[1,2])
tf.ragged.range(3)
tf.ragged.range([0.5,1.5],3.0)
tf.ragged.range([1],[2],[0])
tf.ragged.stack([[1,2],[3]])
tf.ragged.stack([rt])
tf.ragged.stack([tf.constant([1]),tf.constant([2,3])],axis=1)
tf.ragged.stack_dynamic_partitions([1,2,3,4],[0,2,0,3],4)
tf.ragged.segment_ids_to_row_splits([0,0,2],4)
tf.ragged.row_splits_to_segment_ids([0,2,2,3])
tf.ragged.row_splits_to_segment_ids([1,2])
tf.ragged.stack_dynamic_partitions(rt,[1,0,1],2)
tf.ragged.cross([ra,rb])
tf.ragged.cross_hashed([ra,rb],num_buckets=100)
tf.ragged.cross([ra,[['1'],['2']]])
tf.ragged.cross_hashed([ra,[[1],[2]]])
tf.math.bincount(rt)
tf.math.bincount(rt,axis=-1)
tf.clip_by_value(rt,2,3)
tf.nn.relu(rt)
tf.add_n([rt,rt])
tf.zeros_like(rt,dtype=tf.float32)
tf.identity(rt)
tf.sort(rt)
tf.argmax(rt,1)
tf.cumsum(rt,1)
rt+tf.constant([1,2])
rt[:,1:]
rt[:,::-1]
rt[:,-1:]
r3[:,:,0:1]
r3[0,0]
r3[2:,0:1]
rt[:,tf.newaxis]
rt[:2]
list(rt)
rt.row_lengths()
r3.row_lengths(2)
r3.bounding_shape()
r3.shape
r3.merge_dims(0,2)
tf.RaggedTensor.from_uniform_row_length([1,2,3,4],2).shape
r3.to_tensor(shape=[4,None,1])
tf.RaggedTensorSpec.from_value(rt)
repr(tf.function(lambda x: x)(rt))
rt.with_values([1,2])
rt._type_spec
tf.nest.flatten(rt)
tf.nest.flatten(rt,expand_composites=True)
tf.bitwise.invert(rt)
tf.saturate_cast(rf,tf.uint8)
tf.complex(rf,rf)
tf.cast(rt,tf.string)
tf.ones_like(rt)
tf.zeros_like(rs)
tf.stop_gradient(rt)
tf.nn.dropout(rf,0.0)
tf.nn.embedding_lookup(tf.eye(4),rt)
tf.clip_by_value(rf,1.5,2.5)
tf.math.reduce_euclidean_norm(rf,1)
tf.math.reduce_logsumexp(rf,1)
tf.reduce_any((rt > 1))
tf.reduce_all((rt > 1),0)
tf.expand_dims(rs,1)
tf.where((rt > 1),rf,1.0)
tf.where((rt > 1),[[1],[2],[3]],rt)
tf.math.unsorted_segment_sum(rt,[0,1,0],2)
tf.math.segment_sum(rt,[0,1,1])
tf.tile(rt,[1,1])
tf.repeat(rt,2)
tf.transpose(rt)
tf.pad(rt,[[0,0],[0,1]])
tf.one_hot(rt,3,dtype=tf.int32)
tf.gather(rt,[1],axis=1)
tf.gather(rt,tf.ragged.constant([[0],[2]]))
tf.gather_nd(rt,tf.ragged.constant([[[0,0]],[[2,0]]],ragged_rank=1))
tf.strings.to_hash_bucket_fast(rs,5)
tf.strings.regex_replace(rs,'a','b')
tf.strings.strip(rs)
tf.strings.regex_full_match(rs,'a')
tf.strings.unicode_transcode(rs,'UTF-8','UTF-16-BE')
tf.strings.bytes_split(rs)
tf.io.encode_base64(rs)
tf.strings.join([rs,rs,'-'])
tf.strings.reduce_join(rs,axis=[0,1])
tf.strings.reduce_join(rs,axis=0)
tf.strings.reduce_join(rs,axis=1,keepdims=True)
tf.broadcast_to(rt,[3,2])
tf.debugging.check_numerics(rf,'x')
tf.add(rt,'x')
rt+1.5
1-rt
2**rt
rt//2
rt%2
rt/2
-rt
abs(-rt)
(rt > 1)&(rt > 1)
~(rt > 1)
(rt > 1)|True
rt!=2
rt==[[1],[2],[3]]
rt<=2
tf.constant(2)*rt
tf.constant([[1],[2],[3]])<rt
rt==None
rt & rt
len(rt)
[x.numpy().tolist() for x in rt]
rt[0]
rt[tf.constant(0)]
rt[-1]
rt['a']
rt[0:2,0:1]
rt[1:,tf.newaxis]
rt[...,tf.newaxis]
rt[::2]
rt[5:]
rt[:,2:]
rt[:,-2:-1]
rt[:,::2]
tf.function(lambda x: x.to_tensor()).get_concrete_function(rt).output_shapes
tf.function(lambda x: x.to_tensor()).get_concrete_function(r3).output_shapes
tf.reduce_mean(tf.cast(rt,tf.int16),1)
tf.reduce_mean(tf.cast(rt,tf.uint32))
tf.reduce_mean(rs,1)
tf.reduce_mean((rt > 1),0)
tf.ragged.stack([[[1,2],[3,4]],[[5]]])
tf.ragged.stack([[[1,2],[3,4]]],1)
tf.ragged.stack([[[[1]]]],1)
tf.ragged.stack([[1,2]],2)
tf.ragged.segment_ids_to_row_splits([2,0,2])
tf.ragged.segment_ids_to_row_splits([0,3,1],num_segments=3)
""".strip().splitlines()


def test_expressions_give_what_tensorflow_gives(
    tensorflow_python: TensorFlowProcess,
) -> None:
    found = outcomes_here(PRELUDE, EXPRESSIONS)
    expected = outcomes_there(tensorflow_python, PRELUDE, EXPRESSIONS)
    rows = zip(EXPRESSIONS, found, expected, strict=True)
    differing = {code: (ours, theirs) for code, ours, theirs in rows if ours != theirs}
    assert differing == {}
