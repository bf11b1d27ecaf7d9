"""Everyday uses of objects, closures, text and built-ins."""

import collections
import dataclasses
import functools


def rnn(xs):
    h = 0.0
    for x in xs:
        h = 0.5 * h + x
    return h


@dataclasses.dataclass
class Pt:
    x: object
    y: object

    def norm1(self):
        a = self.x if self.x > 0 else -self.x
        b = self.y if self.y > 0 else -self.y
        return a + b


def dc(x, y):
    return Pt(x, y).norm1()


def nt(x):
    T = collections.namedtuple("T", "a b")
    p = T(x, 1)
    if x > 0:
        p = p._replace(a=5)
    return p.a * p.b


def partial_(x):
    def f(a, b):
        return a - b if a > b else b - a

    return functools.partial(f, 2)(x)


def lru(x):
    @functools.wraps(abs)
    def f(a):
        if a > 0:
            return a
        return -a

    return f(x)


def reduce_(x):
    return functools.reduce(lambda a, b: a if a > b else b, [x, 1, 2])


def gen_sum(x):
    return sum(i * x for i in range(4))


def dict_comp(x):
    d = {k: k * x for k in range(3)}
    return d[2]


def nested_list(x):
    g = [[0] * 2 for _ in range(2)]
    g[1][0] = x
    if x > 0:
        g[0][1] = x * 2
    return g[0][1] + g[1][0]


def multi_assign(x):
    a = b = x
    if x > 0:
        a += 1
    return a * 10 + b


def while_two(x):
    i = j = 0
    while i < x and j < 10:
        i += 1
        j += i
    return i, j


def while_or(x):
    i = 0
    while i < x or i % 4 != 0:
        i += 1
    return i


def not_in(x):
    return x not in (1, 3) and x is not None


def complex_cond(x):
    if not (x > 1 and x < 5) or x == 3:
        return "a"
    return "b"


def break_outer_flag(x):
    done = False
    s = 0
    for i in range(10):
        for j in range(10):
            s += 1
            if i * j == x:
                done = True
                break
        if done:
            break
    return s


def ret_tuple(x):
    for i in range(10):
        if i * i > x:
            return i, i * i
    return -1, -1


def ret_list(x):
    if x > 5:
        return [x, 1]
    return [0, x]


def ret_dict(x):
    if x > 5:
        d = {"a": x}
    else:
        d = {"a": 0}
    return d["a"]


def augmented_attr(x):
    p = Pt(0, 0)
    for i in range(x):
        p.x += i
        if i > 2:
            p.y += 1
    return p.x * 10 + p.y


def while_not(x):
    found = False
    i = 0
    while not found:
        i += 1
        if i >= x:
            found = True
    return i


def loop_var_after(x):
    for i in range(x):
        if i == 4:
            break
    return i


def loop_var_reassign(x):
    s = 0
    for i in range(x):
        i = i * 2
        s += i
    return s + i


def modify_bound(x):
    n = x
    c = 0
    for i in range(n):
        n = n + 1
        c += 1
    return c, n


def late_closure(x):
    fs = []
    for k in range(3):
        fs.append(lambda a: a + k)
    return fs[0](x)


def lambda_in_staged(x):
    y = 0
    f = lambda: y
    for i in range(x):
        y += i
    return f()


def default_capture(x):
    y = 1

    def f(a, b=y):
        return a + b

    y = x
    return f(1) + y


def rec_py(x):
    def fact(k):
        return 1 if k == 0 else k * fact(k - 1)

    return fact(5) * x


def try_except_py(x):
    try:
        d = {}
        v = d["q"]
    except KeyError:
        v = x if x > 0 else 0
    return v


def try_else(x):
    try:
        y = x + 1
    except ValueError:
        y = 0
    else:
        if y > 0:
            y = y * 2
    finally:
        pass
    return y


def raise_caught_outside(x):
    if x < 0:
        raise KeyError("x")
    return x


def assert_tensor_msg(x):
    if x < 0:
        raise ValueError(f"bad {x}")
    return x


def slices(x):
    a = [x, x + 1, x + 2, x + 3]
    return a[1:3][0] + a[-1]


def tslices(xs):
    return sum(xs[1:]) + xs[-1] - xs[::2][1]


def dyn_slice(xs, k):
    s = 0
    for v in xs[:k]:
        s += v
    return s


def sort_then(xs):
    ys = sorted(xs)
    return ys[0] * 100 + ys[1] * 10 + ys[2]


def enum_start(xs):
    t = 0
    for i, x in enumerate(xs, 1):
        t += i * x
    return t


def zip3(a, b):
    out = []
    for x, y in zip(a, b):
        if x > y:
            out.append(x - y)
        else:
            out.append(y)
    return out


def map_filter(a):
    return list(map(lambda v: v * 2, filter(lambda v: v > 1, a)))


def rev_build(a):
    out = []
    for x in reversed(a):
        out.append(x)
    return out


def two_lists(a):
    e = []
    o = []
    for x in a:
        if x % 2 == 0:
            e.append(x)
        else:
            o.append(x)
    return len(e) * 10 + len(o)


def pascal(n):
    row = [1]
    total = 0
    for i in range(n):
        total += i
    return total + row[0]


def append_then_loop(n):
    xs = []
    for i in range(n):
        xs.append(i * i)
    s = 0
    for x in xs:
        s += x
    return s


def list_in_cond(n):
    xs = [1, 2]
    if n > 3:
        xs.append(n)
    return len(xs)


def list_extend(n):
    xs = [1, 2]
    if n > 3:
        xs = xs + [n]
    else:
        xs = xs + [0]
    return xs


def list_mul(n):
    xs = [n] * 3
    xs[1] = 0
    return sum(xs)


def nested_def_return(n):
    def inner(k):
        for i in range(k):
            if i == 3:
                return i * 100
        return -1

    return inner(n) + inner(n + 5)


def mutual(n):
    def ev(k):
        return True if k == 0 else od(k - 1)

    def od(k):
        return False if k == 0 else ev(k - 1)

    return n if ev(4) else -n


def while_ret_nested(n):
    i = 0
    while True:
        j = 0
        while j < i:
            if i * j > n:
                return i, j
            j += 1
        i += 1


def cont_in_while(n):
    i = 0
    s = 0
    while i < 10:
        i += 1
        if i % n == 0:
            continue
        if i == 9:
            break
        s += i
    else:
        s = -1
    return s


def nested_else(n):
    r = 0
    for i in range(n):
        for j in range(i):
            if j == 1:
                break
        else:
            r += 1
            continue
        r += 10
    return r


def string_cmp(n):
    name = "big" if n > 3 else "small"
    if n > 3:
        return name
    return name


def bitops(n):
    return (n | 1) ^ (n & 2), ~n


def floordiv_neg(n):
    return -n // 3, -n % 3, divmod(-n, 3)


def fmod(x):
    return -x // 1.5, -x % 1.5


def true_div(n):
    return n / 2


def powneg(n):
    return n**2, 2**n


def int_of_div(n):
    return int(n / 2)


def rounding(x):
    return round(x), int(x)


def chain_eq(n):
    return 1 < n <= 7 != 3


def is_true(n):
    flag = n > 3
    if flag == True:
        return 1
    return 0


def deep(n):
    if n > 1:
        if n > 2:
            if n > 3:
                if n > 4:
                    r = 5
                else:
                    r = 4
            else:
                r = 3
        else:
            r = 2
    else:
        r = 1
    return r


def star_args(n):
    def f(a, *rest):
        for r in rest:
            if r > a:
                a = r
        return a

    return f(*[n, 3, 5])


def unpack_nested(n):
    (a, (b, c)), d = (n, (n + 1, n + 2)), n + 3
    if a > 3:
        a, (b, c) = c, (a, b)
    return a * 1000 + b * 100 + c * 10 + d


class Stack:
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)

    def pop(self):
        return self.items.pop()

    def __len__(self):
        return len(self.items)


def stack_cls(n):
    s = Stack()
    s.push(n)
    s.push(1)
    if n > 3:
        r = s.items[0]
    else:
        r = s.items[1]
    return r + len(s)


def static_cls(n):
    class K:
        @staticmethod
        def f(a):
            return a if a > 3 else -a

        @classmethod
        def g(cls, a):
            return cls.f(a) + 1

        @property
        def h(self):
            return K.f(n)

    return K.g(n) + K().h


def super_cls(n):
    class A:
        def f(self, a):
            return a + 1 if a > 3 else a

    class B(A):
        def f(self, a):
            return super().f(a) * 2

    return B().f(n)


def ctx_cls(n):
    class C:
        def __enter__(self):
            return self

        def __exit__(self, *a):
            return False

        def v(self, a):
            return a if a > 3 else 0

    with C() as c:
        r = c.v(n)
    return r


def iter_cls(n):
    class C:
        def __iter__(self):
            return iter([1, n, 3])

    s = 0
    for x in C():
        if x > 2:
            s += x
    return s


def getitem_cls(n):
    class C:
        def __getitem__(self, i):
            return i * 2 if i > 3 else i

        def __len__(self):
            return 3

        def __contains__(self, v):
            return v == 2

    c = C()
    return c[n] + len(c) + (2 in c)


def eq_cls(n):
    class C:
        def __init__(self, v):
            self.v = v

        def __eq__(self, o):
            return self.v == o.v

        def __lt__(self, o):
            return self.v < o.v

    if C(n) == C(7):
        return 1
    if C(n) < C(3):
        return 2
    return 3


def bool_cls(n):
    class C:
        def __bool__(self):
            return n > 3

    if C():
        return 1
    return 0


def empty_loop_undefined(n):
    for i in range(n):
        y = i
    return 5


def del_in_branch(n):
    a = 1
    b = 2
    if n > 1:
        del b
    return a


def exc_in_loop(n):
    for i in range(5):
        if i == n:
            raise IndexError("i")
    return n


def finally_return(n):
    try:
        if n > 1:
            return 1
        return 2
    finally:
        n = 5


def aug_list(n):
    xs = [1]
    xs += [n]
    if n > 1:
        xs = xs[::-1]
    return xs


def nested_tuple_state(n):
    s = ((0, 0), 1)
    while s[1] < n:
        s = ((s[0][0] + 1, s[0][1] + 2), s[1] + 1)
    return s[0][0] * 10 + s[0][1]


INPUTS = {
    rnn: [([1.0, 2.0, 3.0],)],
    dc: [(3, -4), (-1, 2)],
    nt: [(3,), (-1,)],
    partial_: [(3,), (-1,)],
    lru: [(3,), (-1,)],
    reduce_: [(3,), (-1,)],
    gen_sum: [(3,), (-1,)],
    dict_comp: [(3,), (-1,)],
    nested_list: [(3,), (-1,)],
    multi_assign: [(3,), (-1,)],
    while_two: [(3,), (-1,)],
    while_or: [(3,), (6,)],
    not_in: [(3,), (6,)],
    complex_cond: [(3,), (6,)],
    break_outer_flag: [(3,), (6,)],
    ret_tuple: [(3,), (6,)],
    ret_list: [(3,), (6,)],
    ret_dict: [(3,), (6,)],
    augmented_attr: [(3,), (6,)],
    while_not: [(3,), (6,)],
    loop_var_after: [(3,), (6,)],
    loop_var_reassign: [(3,), (6,)],
    modify_bound: [(3,), (6,)],
    late_closure: [(3,), (6,)],
    lambda_in_staged: [(3,), (6,)],
    default_capture: [(3,), (6,)],
    rec_py: [(3,), (6,)],
    try_except_py: [(3,), (-6,)],
    try_else: [(3,), (-6,)],
    raise_caught_outside: [(3,), (-6,)],
    assert_tensor_msg: [(3,), (-6,)],
    slices: [(3,), (6,)],
    tslices: [([1, 2, 3, 4, 5],)],
    dyn_slice: [([1, 2, 3, 4, 5], 2), ([1, 2, 3, 4, 5], 4)],
    sort_then: [([3, 1, 2],)],
    enum_start: [([3, 1, 2],)],
    zip3: [([3, 1, 2], [1, 1, 1])],
    map_filter: [([3, 1, 2],)],
    rev_build: [([3, 1, 2],)],
    two_lists: [([3, 1, 2],)],
    pascal: [(4,), (2,)],
    append_then_loop: [(4,), (2,)],
    list_in_cond: [(4,), (2,)],
    list_extend: [(4,), (2,)],
    list_mul: [(4,), (2,)],
    nested_def_return: [(4,), (2,)],
    mutual: [(4,), (2,)],
    while_ret_nested: [(4,), (2,)],
    cont_in_while: [(4,), (2,)],
    nested_else: [(4,), (2,)],
    string_cmp: [(4,), (2,)],
    bitops: [(4,), (2,)],
    floordiv_neg: [(4,), (2,)],
    fmod: [(4.5,), (2.0,)],
    true_div: [(7,), (2,)],
    powneg: [(7,), (2,)],
    int_of_div: [(7,), (2,)],
    rounding: [(2.5,), (-2.5,), (3.5,)],
    chain_eq: [(7,), (2,)],
    is_true: [(7,), (2,)],
    deep: [(7,), (2,)],
    star_args: [(7,), (2,)],
    unpack_nested: [(7,), (2,)],
    stack_cls: [(7,), (2,)],
    static_cls: [(7,), (2,)],
    super_cls: [(7,), (2,)],
    ctx_cls: [(7,), (2,)],
    iter_cls: [(7,), (2,)],
    getitem_cls: [(7,), (2,)],
    eq_cls: [(7,), (2,)],
    bool_cls: [(7,), (2,)],
    empty_loop_undefined: [(3,), (0,)],
    del_in_branch: [(3,), (0,)],
    exc_in_loop: [(3,), (0,)],
    finally_return: [(3,), (0,)],
    aug_list: [(3,), (0,)],
    nested_tuple_state: [(3,), (0,)],
}
