"""Branches: what their variables become. `tf` is set by who loads it."""


def i_creates(c):
    if c:
        i = 1
    return i


def e_creates(c):
    if c:
        pass
    else:
        i = 2
    return i


def i_none(c):
    i, j = 0, 1
    if c:
        i, j = None, 2
    return i, j


def e_none(c):
    i, j = 1, 1
    if c:
        pass
    else:
        i, j = None, 2
    return i, j


def ie_none(c):
    if c:
        i, j = None, 1
    else:
        i, j = None, 2
    return i, j


def b_dtype(c):
    if c:
        x = tf.constant(1)
    else:
        x = tf.constant(1.0)
    return x


def b_shape(c):
    if c:
        x = tf.constant([1])
    else:
        x = tf.constant([1, 2])
    return x


def b_rank(c):
    if c:
        x = tf.constant([1])
    else:
        x = tf.constant(1)
    return x


def b_struct(c):
    if c:
        x = [tf.constant(1)]
    else:
        x = [tf.constant(1), tf.constant(2)]
    return x


def b_struct2(c):
    if c:
        x = {"a": tf.constant(1)}
    else:
        x = (tf.constant(1), tf.constant(2))
    return x


def b_keys(c):
    if c:
        x = {"a": tf.constant(1)}
    else:
        x = {"b": tf.constant(1)}
    return x


def b_str(c):
    x = "a"
    if c:
        x = "b"
    return x


def b_obj(c):
    class O:
        pass

    x = O()
    if c:
        x = O()
    return x


def b_sameobj(c):
    x = y = object()
    if c:
        x = y
    return x is y


def b_return(c):
    if c:
        return tf.constant(1)


def b_return_else(c):
    if c:
        pass
    else:
        return tf.constant(1)


def b_return_none(c):
    if c:
        return None
    return tf.constant(1)


def b_return_dtype(c):
    if c:
        return tf.constant(1)
    return tf.constant(1.0)


def b_return_struct(c):
    if c:
        return tf.constant(1), tf.constant(2)
    return tf.constant(1)


def b_nested_return(x):
    if x > 0:
        if x < 5:
            return x
    else:
        return x * x * x


def b_composite(c):
    class O:
        pass

    o = O()
    if c:
        o.a = 1
    return o.a


def b_composite2(c):
    class O:
        pass

    o = O()
    if c:
        o.a = 1
    else:
        o.a = 2.5
    return o.a


def b_item(c):
    d = {}
    if c:
        d["a"] = 1
    return d["a"]


def b_sparse(c):
    s = tf.SparseTensor([[0]], [1], [2])
    if c:
        s = tf.constant(1)
    return s


def b_ragged(c):
    s = tf.ragged.constant([[1]])
    if c:
        s = tf.ragged.constant([[1], [2, 3]])
    return s


def b_variable(c):
    v = tf.Variable(1)
    if c:
        v = tf.Variable(2)
    return v


def b_lambda(c):
    f = lambda: 1
    if c:
        f = lambda: 2
    return f()


def b_del(c):
    x = tf.constant(1)
    if c:
        del x
    return 1


def b_ta(c):
    ta = tf.TensorArray(tf.int32, 2)
    if c:
        ta = ta.write(0, 1)
    return ta.read(0)


def b_ta_float(c):
    ta = tf.TensorArray(tf.int32, 2)
    if c:
        ta = tf.TensorArray(tf.float32, 2)
    return 1


def b_vector():
    if tf.constant([True, False]):
        return 1
    return 2


def b_string(c):
    if tf.constant("a"):
        return 1
    return 2


def b_int():
    if tf.constant(3):
        return 1
    return 2
