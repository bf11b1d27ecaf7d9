"""Loops and functions over datasets. `tf` is set by who loads it."""

import sys


def d_sum(ds):
    s = tf.constant(0, tf.int64)
    for e in ds:
        s = s * 10 + e
    return s


def d_two(ds):
    s, p = tf.constant(0, tf.int64), tf.constant(1, tf.int64)
    for e in ds:
        s += e
        p *= e
    return s, p


def d_break(ds):
    s = tf.constant(0, tf.int64)
    for e in ds:
        s = s * 10 + e
        if s > 100:
            break
    return s


def d_resume(ds):
    s, it = tf.constant(0, tf.int64), iter(ds)
    for e in it:
        s = s * 10 + e
        break
    for e in it:
        s = s * 10 + e
        break
    for e in it:
        s = s * 10 + e
    return s


def d_return(ds):
    y = tf.constant(0, tf.int64)
    for e in ds:
        y = e
        return y
    return y


def d_return_if(ds):
    for e in ds:
        if e > 3:
            return e
    return tf.constant(-1, tf.int64)


def d_else(ds):
    s = tf.constant(0, tf.int64)
    for e in ds:
        if e > 10:
            break
        s += e
    else:
        s = s + 100
    return s


def d_continue(ds):
    s = tf.constant(0, tf.int64)
    for e in ds:
        if e % 2 == 0:
            continue
        s += e
    return s


def d_nested(ds):
    s = tf.constant(0, tf.int64)
    for a in ds:
        for b in ds:
            if b > a:
                break
            s += a * b
    return s


def d_pair(ds):
    s = tf.constant(0, tf.int64)
    for a, b in tf.data.Dataset.zip((ds, ds)):
        s += a * b
    return s


def d_dict(ds):
    s = tf.constant(0, tf.int64)
    for d in ds.map(lambda x: {"a": x, "b": x + 1}):
        s += d["a"] * d["b"]
    return s


def d_enum(ds):
    s = tf.constant(0, tf.int64)
    for i, e in ds.enumerate():
        s += i * e
    return s


def d_pyenum(ds):
    s = tf.constant(0, tf.int64)
    for i, e in enumerate(ds):
        s += tf.cast(i, tf.int64) * e
    return s


def d_pyzip(ds):
    s = tf.constant(0, tf.int64)
    for i, e in zip(ds, ds):
        s += i * e
    return s


def d_pymap(ds):
    s = tf.constant(0, tf.int64)
    for e in map(lambda x: x * 2, ds):
        s += e
    return s


def d_pyfilter(ds):
    s = tf.constant(0, tf.int64)
    for e in filter(lambda x: x > 2, ds):
        s += e
    return s


def d_any(ds):
    return any(ds.map(lambda x: x > 3))


def d_all(ds):
    return all(ds.map(lambda x: x > 3))


def d_len(ds):
    return len(ds)


def d_len_unknown(ds):
    return len(ds.filter(lambda x: x > 2))


def d_len_infinite(ds):
    return len(ds.repeat())


def d_next(ds):
    it = iter(ds)
    return 10 * next(it) + next(it)


def d_next_default(ds):
    it = iter(ds.take(0))
    return next(it, tf.constant(7, tf.int64))


def d_next_loop(ds):
    it, s = iter(ds), tf.constant(0, tf.int64)
    for _ in tf.range(3):
        s = s * 10 + next(it)
    return s


def d_next_stop(ds):
    it = iter(ds)
    while tf.constant(True):
        next(it)


def d_next_catch(ds):
    it = iter(ds)
    try:
        while tf.constant(True):
            next(it)
    except StopIteration:
        pass


def d_state(ds):
    ta = tf.TensorArray(tf.int64, 0, dynamic_size=True)
    for e in ds:
        ta = ta.write(ta.size(), e)
    return ta.stack()


def d_batch(ds):
    s = tf.constant(0, tf.int64)
    for e in ds.batch(3):
        s += tf.reduce_sum(e)
    return s


def d_infinite(ds):
    s = tf.constant(0, tf.int64)
    for e in ds.repeat():
        s += e
        if s > 100:
            break
    return s


def d_defines(ds):
    for e in ds:
        x = e
    return x


def d_iterate(ds):
    for e in ds:
        pass
    return e


def d_var(ds):
    v = tf.constant(0, tf.int64)
    for e in ds:
        v2 = e + 1
        v = v + v2
    return v


def d_ragged(ds):
    s = 0
    for e in tf.data.Dataset.from_tensor_slices(tf.ragged.constant([[1], [2, 3]])):
        s += tf.reduce_sum(e)
    return s


def d_list(ds):
    out = []
    for e in ds:
        out.append(e)
    return out
