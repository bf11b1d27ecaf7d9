"""Everyday algorithms, loops and branches."""


def gcd(a, b):
    while b:
        a, b = b, a % b
    return a


def count_primes(n):
    count = 0
    for i in range(2, n):
        is_prime = True
        for j in range(2, i):
            if j * j > i:
                break
            if i % j == 0:
                is_prime = False
                break
        if is_prime:
            count += 1
    return count


def primes_else(n):
    count = 0
    for i in range(2, n):
        for j in range(2, i):
            if i % j == 0:
                break
        else:
            count += 1
    return count


def binary_search(xs, x):
    lo = 0
    hi = len(xs) - 1
    while lo <= hi:
        mid = (lo + hi) // 2
        if xs[mid] == x:
            return mid
        elif xs[mid] < x:
            lo = mid + 1
        else:
            hi = mid - 1
    return -1


def newton(x):
    g = x
    while abs(g * g - x) > 1e-3:
        g = (g + x / g) / 2
    return g


def newton_for(x):
    g = 1.0
    for _ in range(20):
        new = 0.5 * (g + x / g)
        if abs(new - g) < 1e-5:
            break
        g = new
    return g


def fib(n):
    a, b = 0, 1
    for _ in range(n):
        a, b = b, a + b
    return a


def collatz(n):
    steps = 0
    while n != 1:
        n = n // 2 if n % 2 == 0 else 3 * n + 1
        steps += 1
    return steps


def digit_sum(n):
    s = 0
    while n > 0:
        n, d = divmod(n, 10)
        s += d
    return s


def is_palindrome(n):
    orig = n
    rev = 0
    while n > 0:
        rev = rev * 10 + n % 10
        n //= 10
    return rev == orig


def fizz(n):
    if n % 15 == 0:
        return "FizzBuzz"
    if n % 3 == 0:
        return "Fizz"
    if n % 5 == 0:
        return "Buzz"
    return str(n)


def maximum(xs):
    best = xs[0]
    for x in xs:
        if x > best:
            best = x
    return best


def argmax(xs):
    best = 0
    for i in range(len(xs)):
        if xs[i] > xs[best]:
            best = i
    return best


def linear_search(xs, t):
    for i, x in enumerate(xs):
        if x == t:
            return i
    return -1


def prefix_sums(xs):
    out = []
    total = 0
    for x in xs:
        total += x
        out.append(total)
    return out


def positives(xs):
    out = []
    for x in xs:
        if x > 0:
            out.append(x)
    return out


def max_subarray(xs):
    best = cur = xs[0]
    for x in xs[1:]:
        cur = max(x, cur + x)
        best = max(best, cur)
    return best


def dot(a, b):
    s = 0
    for x, y in zip(a, b):
        s += x * y
    return s


def nested_break(n):
    found = -1
    for i in range(n):
        for j in range(n):
            if i * j == 6:
                found = i * 10 + j
                break
        if found >= 0:
            break
    return found


def while_true(n):
    i = 0
    while True:
        i += 1
        if i * i > n:
            return i


def while_true_break(n):
    i = 0
    while True:
        i += 1
        if i % 2:
            continue
        if i * i > n:
            break
    return i


def sign(x):
    if x > 0:
        return 1
    elif x < 0:
        return -1
    return 0


def try_finally(x):
    log = []
    try:
        if x > 0:
            y = x * 2
        else:
            y = -x
    finally:
        log.append("done")
    return y


def ternaries(x):
    return (1 if x > 2 else 2) if x > 0 else (3 if x < -1 else 4)


def chain(a, b):
    return a < b < 10 and not (a == 3 or b == 5)


def string_build(n):
    s = ""
    for i in range(n):
        s = s + "x"
    return s


def string_num(n):
    s = "n="
    if n > 3:
        s = s + f"{n}!"
    else:
        s = s + "small"
    return s


def nested_fn(n, k):
    def add(x):
        return x + k

    t = 0
    while t < n:
        t = add(t) + 1
    return t


def closure_counter(n):
    total = 0

    def bump(x):
        nonlocal total
        total += x

    for i in range(n):
        bump(i)
    return total


class Acc:
    def __init__(self):
        self.v = 0

    def add(self, x):
        if x > 0:
            self.v = self.v + x
        return self


def class_acc(n):
    a = Acc()
    a.add(n)
    a.add(n - 2)
    return a.v


def dict_state(n):
    d = {"a": 0, "b": 1}
    for i in range(n):
        d["a"] += i
        d["b"] *= 2
    return d["a"] + d["b"]


def tuple_state(n):
    p = (0, 1)
    for i in range(n):
        p = (p[1], p[0] + p[1])
    return p[0]


def early_returns(x):
    if x < 5:
        if x < 2:
            return 0
        x = x + 1
    else:
        for i in range(x):
            if i == 7:
                return i
    return x


def no_return_value(x):
    if x > 2:
        return
    x += 1


def mean_var(xs):
    n = len(xs)
    s = 0.0
    for x in xs:
        s += x
    m = s / n
    v = 0.0
    for x in xs:
        v += (x - m) ** 2
    return m, v / n


def horner(cs, x):
    r = 0.0
    for c in reversed(cs):
        r = r * x + c
    return r


def sum_even_fib(limit):
    a, b, s = 1, 2, 0
    while a <= limit:
        if a % 2 == 0:
            s += a
        a, b = b, a + b
    return s


def is_pow2(n):
    return n > 0 and n & (n - 1) == 0


def popcount(n):
    c = 0
    while n:
        n &= n - 1
        c += 1
    return c


def raise_neg(n):
    if n < 0:
        raise ValueError("neg")
    return n * 2


def raise_in_while(n):
    i = 0
    while i < 10:
        if i > n:
            raise ValueError("too far")
        i += 1
    return i


def swap_in_loop(n):
    a, b, c = 1, 2, 3
    for _ in range(n):
        a, b, c = c, a, b
    return a * 100 + b * 10 + c


def trace2(m):
    s = 0
    for i in range(len(m)):
        s += m[i][i]
    return s


def sum_rows(m):
    s = 0
    for row in m:
        for x in row:
            s += x
    return s


def list_comp(m):
    return [x * 2 for x in m[0]]


def triangle(n):
    out = 0
    for i in range(n):
        for j in range(i + 1):
            out += j
    return out


def step_range(n):
    s = 0
    for i in range(n, 0, -1):
        s = s * 10 + i
    return s


def last_value_of_loop(n):
    for i in range(n):
        pass
    return i


def match_it(n):
    match n:
        case 2:
            return 20
        case 7 | 8:
            return 70
        case _:
            return 0


def walrus(n):
    t = 0
    while (d := n - t) > 2:
        t += 1
    return t * 10 + d


def lambda_use(n):
    f = lambda x: x + 1 if x > 3 else x - 1
    return f(n)


def default_kw(n):
    def g(x, *, k=2):
        return x * k if x > k else k

    return g(n, k=5) + g(n)


def any_all(n):
    return any(i > n for i in [1, 5, 7]) and all(i < n for i in [1, 2])


def min_max(n):
    return min(n, 5) + max(n, 7) + abs(-n)


def bubble(n):
    xs = [n, 5, 1, 4]
    for i in range(4):
        for j in range(3 - i):
            if xs[j] > xs[j + 1]:
                xs[j], xs[j + 1] = xs[j + 1], xs[j]
    return xs


def with_ctx(n):
    import contextlib

    with contextlib.nullcontext() as c:
        if n > 5:
            return n
    return -n


def while_else(n):
    i = 0
    while i < 5:
        if i == n:
            break
        i += 1
    else:
        return -1
    return i


def continue_finally(n):
    s = 0
    for i in range(n):
        try:
            if i % 2 == 0:
                continue
            s += i
        finally:
            s += 100
    return s


def delete_var(n):
    t = n + 1
    if t > 5:
        u = t * 2
        t = u
        del u
    return t


def none_check(n):
    best = None
    for i in [5, 2, 9]:
        if best is None or i < best:
            best = i
    return best + n


def bool_ops(n):
    a = n or 5
    b = n and 7
    c = not n
    return a, b, c


def aug_ops(n):
    x = n
    x += 1
    x -= 2
    x *= 3
    x //= 2
    x **= 2
    x %= 7
    return x


def int_float(x):
    return int(x), float(int(x)), round(x)


def queue_sim(n):
    total = 0
    queue = [n]
    while queue:
        x = queue.pop()
        total += 1
        if total < 4:
            queue.append(x + 1)
    return total


def stack_ops(n):
    s = []
    i = 0
    while i < n:
        s.append(i)
        if len(s) > 2:
            s.pop()
        i += 1
    return s


def mc(n):
    x = 1
    y = 0
    while x < n:
        x = x * 2
        if x == 4:
            continue
        y = y + x
        if y > 10:
            break
    return x, y


def isqrt(n):
    x = n
    y = (x + 1) // 2
    while y < x:
        x = y
        y = (x + n // x) // 2
    return x


def nested_if_assign(n):
    if n > 2:
        if n > 5:
            a = 1
        else:
            a = 2
        b = a
    else:
        b = 3
    return b


def star(n):
    a, *b = [n, n + 1, n + 2]
    t = 0
    for x in b:
        t += x
    return a * t


def kwargs_(n):
    def f(*a, **k):
        return sum(a) + sum(k.values())

    return f(n, 1, z=n)


def zip_enum(n):
    s = 0
    for i, (a, b) in enumerate(zip([1, 2, 3], [4, 5, 6])):
        if a + b > n:
            s += i * a * b
    return s


def sortd(n):
    return sorted([n, 5, 1])


def fmt2(n):
    return "{} and {}".format(n, n + 1)


def fstr_float(x):
    return f"v={x}"


INPUTS = {
    gcd: [(48, 18), (7, 13), (0, 5)],
    count_primes: [(10,), (30,), (2,)],
    primes_else: [(10,), (30,)],
    binary_search: [([1, 3, 5, 7, 9], 7), ([1, 3, 5, 7, 9], 4), ([1, 3, 5], 1)],
    newton: [(2.0,), (9.0,)],
    newton_for: [(2.0,), (0.25,)],
    fib: [(5,), (0,), (1,)],
    collatz: [(27,), (1,), (6,)],
    digit_sum: [(1234,), (0,), (9,)],
    is_palindrome: [(121,), (123,), (5,)],
    fizz: [(15,), (7,), (9,), (10,)],
    maximum: [([3, 1, 2],), ([1],), ([5, 4, 3, 2, 1],)],
    argmax: [([3, 1, 2],), ([5, 4, 3, 2, 1],)],
    linear_search: [([3, 1, 2], 2), ([5, 4, 3], 9)],
    prefix_sums: [([3, -1, 2],), ([5, 4, -3],)],
    positives: [([3, -1, 2, 7],), ([-5, 4, -3],)],
    max_subarray: [([3, -1, 2, 7],), ([-5, 4, -3],)],
    dot: [([1, 2, 3], [4, 5, 6])],
    nested_break: [(3,), (10,)],
    while_true: [(3,), (10,)],
    while_true_break: [(3,), (10,)],
    sign: [(3,), (-2,), (0,)],
    try_finally: [(3,), (-2,), (0,)],
    ternaries: [(3,), (-2,)],
    chain: [(3, 4), (5, 5), (9, 2)],
    string_build: [(5,), (2,)],
    string_num: [(5,), (2,)],
    nested_fn: [(5, 3), (7, 0)],
    closure_counter: [(4,), (1,)],
    class_acc: [(4,), (-1,)],
    dict_state: [(4,), (0,)],
    tuple_state: [(4,), (0,)],
    early_returns: [(4,), (11,)],
    no_return_value: [(4,), (0,)],
    mean_var: [([4.0, 2.0, 6.0],)],
    horner: [([1.0, 2.0, 3.0], 2.0)],
    sum_even_fib: [(10,), (100,)],
    is_pow2: [(8,), (10,)],
    popcount: [(13,), (0,)],
    raise_neg: [(5,), (-3,)],
    raise_in_while: [(5,), (-3,)],
    swap_in_loop: [(3,), (0,)],
    trace2: [([[1, 2], [3, 4]],)],
    sum_rows: [([[1, 2], [3, 4]],)],
    list_comp: [([[1, 2], [3, 4]],)],
    triangle: [(4,), (6,)],
    step_range: [(4,), (6,)],
    last_value_of_loop: [(7,), (2,)],
    match_it: [(7,), (2,)],
    walrus: [(7,), (2,)],
    lambda_use: [(7,), (2,)],
    default_kw: [(7,), (2,)],
    any_all: [(3,), (10,)],
    min_max: [(3,), (10,)],
    bubble: [(3,), (8,)],
    with_ctx: [(3,), (8,)],
    while_else: [(3,), (8,)],
    continue_finally: [(3,), (8,)],
    delete_var: [(3,), (8,)],
    none_check: [(3,), (8,)],
    bool_ops: [(3,), (0,)],
    aug_ops: [(3,), (0,)],
    int_float: [(3.5,), (0.2,)],
    queue_sim: [(2,), (5,)],
    stack_ops: [(3,), (8,)],
    mc: [(6,), (3,)],
    isqrt: [(4,), (9,)],
    nested_if_assign: [(3,), (8,)],
    star: [(3,), (8,)],
    kwargs_: [(3,), (8,)],
    zip_enum: [(3,), (8,)],
    sortd: [(3,), (8,)],
    fmt2: [(3,), (8,)],
    fstr_float: [(3.0,), (8.25,)],
}
