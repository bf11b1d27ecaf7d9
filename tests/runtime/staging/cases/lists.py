"""Everyday uses of lists."""


def bfs(n):
    q = [n]
    steps = 0
    while q:
        x = q.pop()
        steps += 1
        if x > 1:
            q.append(x // 2)
    return steps


def bfs_fifo(n):
    q = [n]
    steps = 0
    while q:
        x = q.pop(0)
        steps = steps * 10 + x
        if x > 1:
            q.append(x // 2)
            q.append(x - 2)
        if steps > 1000:
            break
    return steps


def while_len(n):
    q = [n]
    steps = 0
    while len(q) > 0:
        x = q.pop()
        steps += 1
        if x > 1:
            q.append(x // 2)
    return steps


def ins(n):
    xs = []
    for i in range(n):
        xs.insert(0, i)
    return xs


def insmid(n):
    xs = []
    for i in range(n):
        xs.insert(i // 2, i)
    return xs


def sort_(n):
    xs = []
    for i in range(n):
        xs.append(i * 7 % 5)
    xs.sort()
    return xs


def sort_rev(n):
    xs = []
    for i in range(n):
        xs.append(i * 7 % 5)
    xs.sort(reverse=True)
    return xs


def sorted_(n):
    xs = []
    for i in range(n):
        xs.append(i * 7 % 5)
    return sorted(xs)


def rev(n):
    xs = []
    for i in range(n):
        xs.append(i)
    xs.reverse()
    return xs


def popi(n):
    xs = []
    for i in range(n):
        xs.append(i)
    a = xs.pop(0)
    b = xs.pop(1)
    return xs, a, b


def setitem(n):
    xs = []
    for i in range(n):
        xs.append(i)
    xs[1] = 100
    for i in range(n):
        xs[i] = xs[i] + 1
    return xs


def extend(n):
    xs = []
    for i in range(n):
        xs.extend([i, i * i])
    return xs


def iadd(n):
    xs = []
    for i in range(n):
        xs += [i, i * i]
    return xs


def clear(n):
    xs = []
    for i in range(n):
        xs.append(i)
    if n > 5:
        xs.clear()
    return xs


def in_list(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return 5 in xs, n in xs


def slicel(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs[1:], xs[-1], xs[-2:], xs[::-1]


def agg(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return sum(xs), max(xs), min(xs), len(xs)


def itr(n):
    xs = []
    for i in range(n):
        xs.append(i)
    s = 0
    for i, x in enumerate(xs):
        s += i * x
    for x, y in zip(xs, xs):
        s += x * y
    for x in reversed(xs):
        s = s * 2 + x
    return s


def comp(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return [x * 2 for x in xs]


def copy_(n):
    xs = []
    for i in range(n):
        xs.append(i)
    ys = xs.copy()
    zs = list(xs)
    return ys, zs


def count_(n):
    xs = []
    for i in range(n):
        xs.append(i % 2)
    return xs.count(1), xs.index(1)


def truth(n):
    xs = []
    for i in range(n):
        if i > 5:
            xs.append(i)
    if xs:
        return 1
    return 0


def truth2(n):
    xs = []
    for i in range(n):
        if i > 5:
            xs.append(i)
    return not xs, 1 if xs else 2


def remove_(n):
    xs = []
    for i in range(n):
        xs.append(i)
    xs.remove(2)
    return xs


def dele(n):
    xs = []
    for i in range(n):
        xs.append(i)
    del xs[0]
    return xs


def eqlist(n):
    xs = []
    for i in range(n):
        xs.append(i)
    return xs == [0, 1, 2]


def stackpop(n):
    xs = []
    for i in range(n):
        xs.append(i)
    out = []
    while xs:
        out.append(xs.pop())
    return out


def dfs_sum(n):
    stack = [n]
    total = 0
    while len(stack):
        x = stack.pop()
        total += x
        if x > 2:
            stack.append(x - 2)
            stack.append(x - 3)
    return total


def monotone_stack(xs):
    st = []
    for x in xs:
        while st and st[-1] < x:
            st.pop()
        st.append(x)
    return st


def sieve(n):
    flags = []
    for i in range(n + 1):
        flags.append(True)
    c = 0
    for i in range(2, n + 1):
        if flags[i]:
            c += 1
            for j in range(i * i, n + 1, i):
                flags[j] = False
    return c


def unpack(n):
    xs = []
    for i in range(n):
        xs.append(i)
    a, b = xs[0], xs[1]
    return a + b


INPUTS = {
    bfs: [(3,), (8,)],
    bfs_fifo: [(3,), (8,)],
    while_len: [(3,), (8,)],
    ins: [(3,), (8,)],
    insmid: [(3,), (8,)],
    sort_: [(3,), (8,)],
    sort_rev: [(3,), (8,)],
    sorted_: [(3,), (8,)],
    rev: [(3,), (8,)],
    popi: [(3,), (8,)],
    setitem: [(3,), (8,)],
    extend: [(3,), (8,)],
    iadd: [(3,), (8,)],
    clear: [(3,), (8,)],
    in_list: [(3,), (8,)],
    slicel: [(3,), (8,)],
    agg: [(3,), (8,)],
    itr: [(3,), (8,)],
    comp: [(3,), (8,)],
    copy_: [(3,), (8,)],
    count_: [(3,), (8,)],
    truth: [(3,), (8,)],
    truth2: [(3,), (8,)],
    remove_: [(3,), (8,)],
    dele: [(3,), (8,)],
    eqlist: [(3,), (8,)],
    stackpop: [(3,), (8,)],
    dfs_sum: [(3,), (8,)],
    monotone_stack: [([4, 2, 9],)],
    sieve: [(6,)],
    unpack: [(3,), (6,)],
}
