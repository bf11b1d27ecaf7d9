"""Python's functions, with every `Feature` on. `tf` is set by who loads it."""

import sys


def u_print(x):
    print("x is", x, {"foo": "bar"})
    return x + 1


def u_print_sep(x):
    print("a", x, sep="-", end="!\n")
    return x


def u_print_stderr(x):
    print("a", x, file=sys.stderr)
    return x


def u_print_flush(x):
    print("a", x, flush=True)
    return x


def u_print_bad(x):
    print("a", x, other=3)
    return x


def u_print_none(x):
    return print(x)


def u_print_cond(x):
    if x == 0:
        print("zero", x)
    return x


def u_print_loop(x):
    for i in tf.range(3):
        print(i, x)
    return x


def u_print_str(x):
    print("no tensors")
    print()
    print(1, 2.5, None, [1, x])
    return x


def u_abs(x):
    return abs(-x)


def u_float(x):
    return float(x)


def u_int(x):
    return int(x)


def u_int_base(x):
    return int(tf.strings.as_string(x), 16)


def u_int_str(x):
    return int(tf.strings.as_string(x))


def u_float_str(x):
    return float(tf.strings.as_string(x))


def u_bool(x):
    return bool(x)


def u_len(x):
    return len(tf.stack([x, x]))


def u_len0(x):
    return len(x)


def u_range(x):
    return range(x)


def u_range2(x):
    return range(1, x, 2)


def u_enumerate(x):
    s = 0
    for i, e in enumerate(tf.stack([x, x])):
        s += i * e
    return s


def u_enumerate2(x):
    s = 0
    for i, e in enumerate(tf.stack([x, x]), 5):
        s += i * e
    return s


def u_zip(x):
    s = 0
    for i, e in zip(tf.stack([x, x]), [1, 2]):
        s += i * e
    return s


def u_map(x):
    return list(map(lambda t: t + 1, [x, x]))


def u_maptensor(x):
    return list(map(lambda t: t + 1, tf.stack([x, x])))


def u_filter(x):
    return list(filter(lambda t: t > 2, tf.stack([x, x])))


def u_sorted(x):
    return sorted(tf.stack([x, x - 1]))


def u_sortedkey(x):
    return sorted(tf.stack([x, x - 1]), key=lambda t: -t)


def u_sortedrev(x):
    return sorted(tf.stack([x, x - 1]), reverse=True)


def u_sorted2d(x):
    return sorted(tf.stack([[x, x], [x, x]]))


def u_any(x):
    return any(tf.stack([x > 1, x > 2]))


def u_all(x):
    return all(tf.stack([x > 1, x > 5]))


def u_anylist(x):
    return any([x > 1, x > 2])


def u_max(x):
    return max(x, 2)


def u_max1(x):
    return max(tf.stack([x, x + 1]))


def u_max0(x):
    return max(x)


def u_min1(x):
    return min(tf.stack([x, x + 1]))


def u_min2d(x):
    return min(tf.stack([[x, x + 1]]))


def u_sum(x):
    return sum([x, x])


def u_sum1(x):
    return sum(tf.stack([x, x]))


def u_next(x):
    return next(iter(tf.stack([x, x])))


def u_dict(x):
    return dict(foo=x)


def u_isinstance(x):
    return isinstance(x, tf.Tensor)


def u_round(x):
    return round(x)


def u_pow(x):
    return pow(x, 2)


def u_divmod(x):
    return divmod(x, 2)


def u_eq(x):
    return x == 3


def u_ne(x):
    return x != 3


def u_cast(x):
    return float(int(x))


def u_assert(x):
    assert x > 5, "too small"
    return x


def u_assertmsg(x):
    assert x > 5
    return x


def u_assertok(x):
    assert x > 1
    return x


def u_list(x):
    l = []
    for i in tf.range(x):
        l.append(i)
    return l


def u_super(x):
    return str(x.dtype)


def u_eval(x):
    return eval("x + 1")


def u_getattr(x):
    return getattr(x, "dtype")
