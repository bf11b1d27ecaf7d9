"""Loops: what their variables become. `tf` is set by who loads it."""


def w_dtype():
    n = tf.constant(0)
    while tf.constant(False):
        n = tf.constant(0.0)
    return n


def w_dtype_break():
    n = tf.constant(0)
    while tf.constant(False):
        n = tf.constant(0.0)
        break
    return n


def f_dtype(l):
    n = tf.constant(0)
    for _ in l:
        n = tf.constant(0.0)
    return n


def f_dtype_break(l):
    n = tf.constant(0)
    for _ in l:
        n = tf.constant(0.0)
        break
    return n


def w_shape():
    t = tf.constant([1])
    while tf.constant(False):
        t = tf.constant([1, 1])
    return t


def f_shape(l):
    t = tf.constant([1])
    for _ in l:
        t = tf.constant([1, 1])
    return t


def w_erase():
    t = tf.constant([1])
    while tf.constant(False):
        t = tf.range(tf.random.uniform((), 2, 3, dtype=tf.int32))
    return t


def f_erase(l):
    t = tf.constant([1])
    for _ in l:
        t = tf.range(tf.random.uniform((), 2, 3, dtype=tf.int32))
    return t


def w_inv():
    t = tf.constant([1])
    while tf.constant(False):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((t, tf.TensorShape([1])),)
        )
        t = tf.range(tf.random.uniform((), 2, 3, dtype=tf.int32))
    return t


def f_inv(l):
    t = tf.constant([1])
    for _ in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((t, tf.TensorShape([1])),)
        )
        t = tf.range(tf.random.uniform((), 2, 3, dtype=tf.int32))
    return t


def w_inv_init():
    t = tf.constant([1, 2])
    while tf.constant(False):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((t, tf.TensorShape([1])),)
        )
        t = t + 1
    return t


def f_inv_init(l):
    t = tf.constant([1, 2])
    for _ in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((t, tf.TensorShape([1])),)
        )
        t = t + 1
    return t


def w_inv_rank():
    t = tf.constant([1, 2])
    while tf.constant(False):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((t, tf.TensorShape([None])),)
        )
        t = tf.reshape(t, [1, 2])
    return t


def w_inv_unknown_var():
    t = tf.constant([1, 2])
    while tf.constant(False):
        tf.autograph.experimental.set_loop_options(
            shape_invariants=((tf.constant(3), tf.TensorShape([None])),)
        )
        t = t + 1
    return t


def w_struct():
    s = {"a": tf.constant(0)}
    while tf.constant(False):
        s = tf.constant(7.0)
    return s


def f_struct(l):
    s = [tf.constant(0)]
    for _ in l:
        s = s + [tf.constant(0)]
    return s


def f_struct_tuple(l):
    s = (tf.constant(0), tf.constant(1))
    for _ in l:
        s = (tf.constant(0),)
    return s


def f_struct_dict(l):
    s = {"a": tf.constant(0)}
    for _ in l:
        s = {"b": tf.constant(0)}
    return s


def w_str():
    s = "a"
    while tf.constant(False):
        s = s + "b"
    return s


def w_none_before():
    s = None
    while tf.constant(False):
        s = tf.constant(1)
    return s


def w_none_after():
    s = tf.constant(1)
    while tf.constant(False):
        s = None
    return s


def f_none_before(l):
    s = None
    for i in l:
        s = i
    return s


def f_none_after(l):
    s = tf.constant(1)
    for i in l:
        s = None
    return s


def w_obj():
    class O:
        pass

    o = O()
    while tf.constant(False):
        o = O()
    return o


def w_pyfloat():
    x = 0
    while tf.constant(False):
        x = x + 0.5
        break
    return x


def f_initializes(l):
    s = 0
    for i in l:
        if i == l[0]:
            x = 0
        else:
            x += 1
        s = s * 10 + x
    return s


def w_initializes(x):
    s = 0
    while x > 0:
        if x > 0:
            y = 0
        else:
            y += 1
        s = s * 10 + y
        x -= 1
    return s


def f_defines(l):
    for i in l:
        x = i + 2
    return x


def w_defines(x):
    while x > 0:
        y = x + 2
        x -= 1
    return y


def f_iterate(n):
    s = 0
    for i in tf.range(n):
        s = s * 10 + i
    return i, s


def f_alters(n):
    i, s = 7, 0
    for i in tf.range(n):
        i = 3 * i + 1
        s = s * 10 + i
    return i, s


def f_reuses(n):
    i, s = 7, 0
    for i in tf.range(n):
        s = s * 10 + i
    return i, s


def f_one(l):
    i = 0
    for i in l:
        pass
    return i


def w_vector():
    while tf.constant([True]):
        pass
    return 1


def g_vector(l):
    v = tf.constant([0, 0])
    for i in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(v, tf.TensorShape([None]))]
        )
        v = tf.concat((v, [i]), 0)
    return v


def g_rows(l):
    m = tf.constant([[0]])
    for i in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(m, tf.TensorShape([None, 1]))]
        )
        m = tf.concat((m, [[i]]), 0)
    return m


def g_any(l):
    m = tf.constant([[0, 0], [0, 0]])
    for i in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(m, tf.TensorShape(None))]
        )
        m = tf.pad(m, [[1, 1], [1, 1]], constant_values=i)
    return m


def g_sparse(l):
    v = tf.SparseTensor([[0, 0], [1, 1]], [1, 2], [3, 3])
    for _ in l:
        tf.autograph.experimental.set_loop_options(
            shape_invariants=[(v, tf.TensorShape(None))]
        )
        v = tf.sparse.expand_dims(v)
    return tf.sparse.to_dense(v)


def g_break(n):
    v, i = tf.constant([0, 0]), 0
    if n > 1:
        while i < n:
            tf.autograph.experimental.set_loop_options(
                shape_invariants=[(v, tf.TensorShape([None]))]
            )
            v = tf.concat((v, [i]), 0)
            i += 1
            if i > 3:
                break
    else:
        v = tf.constant([1, 2, 3])
    return v


def g_nohint(l):
    v = tf.constant([0, 0])
    for i in l:
        v = tf.concat((v, [i]), 0)
    return v
