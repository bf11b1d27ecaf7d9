"""Strings that end in zero bytes, on their way through functions and sessions.

Each way to come by one string of a vector is combined with each use of a string; the
answers are those of the same use outside of functions.
"""

from __future__ import annotations

import numpy as np
import pytest

import runtime as tf

v1 = tf.compat.v1
TEXT = b"a\0b\0\0"
WAYS = {
    "index": lambda x: x[0],
    "gather": lambda x: tf.gather(x, 0),
    "unstack": lambda x: tf.unstack(x)[0],
    "squeeze": lambda x: tf.squeeze(tf.slice(x, [0], [1])),
    "cond": lambda x: tf.cond(tf.size(x) > 0, lambda: x[0], lambda: x[1]),
    "loop": lambda x: tf.while_loop(
        lambda i, _: i < 1, lambda i, _: (i + 1, x[0]), [0, x[1]]
    )[1],
    "array": lambda x: tf.TensorArray(tf.string, 2).unstack(x).read(0),
    "map": lambda x: tf.map_fn(lambda each: each, x)[0],
    "substr": lambda x: tf.strings.substr(x[0], 0, 10),
    "join": lambda x: tf.strings.join([x[0], ""]),
    "python": lambda x: tf.ensure_shape(
        tf.numpy_function(lambda each: each, [x[0]], tf.string), []
    ),
    "unique": lambda x: tf.unique(x)[0][0],
    "ragged": lambda x: tf.RaggedTensor.from_row_lengths(x, [1, 1])[0][0],
    "decoded": lambda x: tf.io.decode_base64(tf.io.encode_base64(x[0])),
}
USES = {
    "bytes": lambda s: tf.io.decode_raw(s, tf.uint8),
    "length": tf.strings.length,
    "split": tf.strings.bytes_split,
    "equal": lambda s: tf.equal(s, TEXT),
    "stack": lambda s: tf.stack([s, s]),
    "reshape": lambda s: tf.reshape(s, [1]),
    "serialize": tf.io.serialize_tensor,
    "fill": lambda s: tf.fill([2], s),
    "concat": lambda s: tf.concat([[s], ["x"]], 0),
    "where": lambda s: tf.where([True, False], s, "q"),
    "fingerprint": lambda s: tf.fingerprint(s[None]),
    "fields": lambda s: tf.io.decode_csv(s, [["d"]])[0],
    "join": lambda s: tf.strings.reduce_join([s, s]),
}


def _arrays(result):
    parts = tf.nest.flatten(result, expand_composites=True)
    return [np.asarray(getattr(each, "_array", each)).tolist() for each in parts]


@pytest.mark.parametrize("use", USES)
def test_zeros_at_the_end_stay(use) -> None:
    given = np.array([TEXT, b"z\0"], object)
    wanted = _arrays(USES[use](tf.constant(TEXT)))
    for way in WAYS:
        call = tf.function(lambda x, way=way: USES[use](WAYS[way](x)))
        assert _arrays(call(tf.constant(given))) == wanted, way


@pytest.mark.parametrize("way", WAYS)
def test_zeros_at_the_end_stay_in_sessions(way) -> None:
    with tf.Graph().as_default(), v1.Session() as session:
        fed = v1.placeholder(tf.string, [2])
        one = WAYS[way](fed)
        found = session.run([one, tf.stack([one])], {fed: [TEXT, b"z\0"]})
    assert [found[0], found[1].tolist()] == [TEXT, [TEXT]]


def test_records_keep_their_zeros(tmp_path) -> None:
    path = str(tmp_path / "records")
    with tf.io.TFRecordWriter(path) as writer:
        writer.write(TEXT)
    with tf.Graph().as_default(), v1.Session() as session:
        names = v1.FIFOQueue(1, [tf.string], shapes=[[]])
        session.run(names.enqueue([path]))
        _, value = v1.TFRecordReader().read(names)
        assert session.run(tf.reshape(value, [1])).tolist() == [TEXT]
