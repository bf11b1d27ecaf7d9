"""Functions whose generated code is compared with TensorFlow's.

`tf` is given to the module by who loads it: the runtime of this project, or TensorFlow.
"""
# ruff: noqa - written as users write, whatever the form

import functools
import math


def plain_arithmetic(x, y):
    z = x * y + 1
    return z**2 // 3


def docstring_only(x):
    """Says what it does."""


def documented(x):
    """One line.

    More lines.
    """
    return x


def no_arguments():
    return 1


def defaults(x, y=3, *, z=4):
    return x + y + z


def star_arguments(*values, **named):
    return values, named


def passes_star_arguments(f, *values, **named):
    return f(1, *values, key=2, **named)


def if_only(x):
    if x > 0:
        x = x * 2
    return x


def if_else(x):
    if x > 0:
        y = x
    else:
        y = -x
    return y


def elif_chain(x):
    if x > 10:
        y = 1
    elif x > 5:
        y = 2
    elif x > 0:
        y = 3
    else:
        y = 4
    return y


def nested_ifs(x, y):
    if x > 0:
        if y > 0:
            z = x + y
        else:
            z = x - y
    else:
        z = 0
    return z


def if_with_call(x):
    if tf.reduce_sum(x) > 0:
        return tf.nn.relu(x)
    return tf.zeros_like(x)


def several_returns(x):
    if x > 2:
        return 2
    if x > 1:
        return 1
    return 0


def return_without_value(x):
    if x > 0:
        return
    print(x)


def return_a_tuple(x):
    if x > 0:
        return x, 1
    return x, 2


def code_after_return(x):
    return x
    x = 3


def while_counter(n):
    i = 0
    while i < n:
        i += 1
    return i


def while_two_variables(n):
    a, b = 0, 1
    while a < n:
        a, b = b, a + b
    return a


def while_compound_test(x, n):
    while x > 0 and n < 10:
        x -= 1
        n += 1
    return x, n


def while_true_with_break(x):
    while True:
        x = x / 2
        if x < 1:
            break
    return x


def while_with_continue(n):
    total = 0
    while n > 0:
        n -= 1
        if n % 2 == 0:
            continue
        total += n
    return total


def break_in_nested_if(x, y):
    while x > 0:
        if y > 0:
            if x > y:
                break
            y -= 1
        x -= 1
    return x


def for_over_argument(xs):
    total = 0
    for x in xs:
        total += x
    return total


def for_over_range(n):
    total = 0
    for i in range(n):
        total = total + i
    return total


def for_over_staged_range(n):
    total = 0
    for i in tf.range(n):
        total += i * i
    return total


def for_with_unused_target(n, x):
    for _ in range(n):
        x = tf.tanh(x)
    return x


def for_with_pairs(pairs):
    total = 0
    for a, b in pairs:
        total += a * b
    return total


def for_with_enumerate(xs):
    total = 0
    for i, x in enumerate(xs):
        total += i * x
    return total


def for_with_break(xs):
    found = -1
    for x in xs:
        if x > 3:
            found = x
            break
    return found


def for_with_continue_and_break(xs):
    total = 0
    for x in xs:
        if x < 0:
            continue
        if x > 100:
            break
        total += x
    return total


def nested_loops(n, m):
    count = 0
    for i in tf.range(n):
        for j in tf.range(m):
            if i > j:
                count += 1
    return count


def loop_in_branch(x, n):
    if n > 0:
        for i in range(n):
            x = x + i
    else:
        x = -x
    return x


def branch_in_loop(xs):
    evens = 0
    odds = 0
    for x in xs:
        if x % 2 == 0:
            evens += 1
        else:
            odds += 1
    return evens, odds


def variable_local_to_the_loop(n):
    total = 0
    for i in tf.range(n):
        square = i * i
        total += square
    return total


def variable_undefined_before(x):
    if x > 0:
        y = 1
    else:
        y = 2
    z = y
    return z


def logic(a, b, c):
    return a and b or not c


def comparisons(a, b):
    return a == b, a != b, a < b, a is None, a is not b, not a


def membership(a, b):
    return a in b, a not in b


def ternary(x):
    return x if x > 0 else -x


def ternary_as_argument(x):
    return tf.abs(x if x > 0 else 2 * x)


def calls(f, x):
    return f(x), f(f(x), key=f)


def calls_of_methods(x):
    return x.sum().reshape(2, 3).T


def lambda_inside(x):
    double = lambda y: y * 2  # noqa: E731
    return double(x)


def lambda_as_argument(xs):
    return list(map(lambda x: x + 1, xs))


def function_inside(x):
    def inner(y):
        if y > 0:
            return y
        return -y

    return inner(x)


def function_that_closes_over(x):
    total = 0

    def add(y):
        nonlocal total
        total += y

    add(x)
    return total


def attribute_state(o, n):
    while o.count < n:
        o.count += 1
    return o.count


def item_state(d, n):
    while d["count"] < n:
        d["count"] += 1
    return d["count"]


def attribute_set_in_branch(o, x):
    if x > 0:
        o.value = x
    else:
        o.value = 0
    return o.value


def augmented_items(xs, i):
    xs[i] += 1
    xs[i] *= 2
    return xs


def slices(xs):
    return xs[1:], xs[::2], xs[0], xs[-1, ...]


def starred_targets(xs):
    first, *rest = xs
    (a, b), c = rest
    return first, a, b, c


def deleted(x):
    y = x
    del y
    return x


def with_statement(x):
    with tf.name_scope("scope"):
        if x > 0:
            x = x + 1
    return x


def try_and_except(x):
    try:
        y = int(x)
    except (ValueError, TypeError) as error:
        print(error)
        raise
    finally:
        print("done")
    return y


def assertion(x):
    assert x > 0, "not positive"
    return x


def raises(x):
    if x < 0:
        raise ValueError("negative: {}".format(x))
    return x


def literals(x):
    return [x, 1], (x,), {"a": x}, {x, 2}, f"{x!r:>10}", b"bytes", 1e-7, None


def comprehensions(xs):
    return [x * 2 for x in xs], {x: 1 for x in xs}, {x for x in xs}


def global_variable(x):
    global STATE
    STATE = x
    if x > 0:
        STATE = 2 * x
    return STATE


def import_inside(x):
    import math as m

    return m.sqrt(x)


def partial_call(x):
    return functools.partial(math.pow, x)(2)


def annotated(x: int, y: "float" = 1.0) -> float:
    z: float = x + y
    return z


def collatz(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps


def power_iteration(matrix, vector, tolerance):
    value = tf.constant(0.0)
    previous = tf.constant(1.0)
    while tf.abs(value - previous) > tolerance:
        vector = tf.linalg.matvec(matrix, vector)
        norm = tf.norm(vector)
        if norm > 0:
            vector = vector / norm
        previous = value
        value = tf.tensordot(vector, tf.linalg.matvec(matrix, vector), 1)
    return value, vector


def attribute_target(o, values):
    for o.p in values:
        pass
    return o.p


def item_target(d, k, values):
    for d[k] in values:
        pass
    return d
