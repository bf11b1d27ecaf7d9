"""A function of 100 lines: nested `if`, loops, `break`, `continue`, `return`."""


def sample(n):
    total = 0
    count = 0
    low = 0
    high = n
    best = -1
    for i in range(n):
        if i % 2 == 0:
            total = total + i
        elif i % 3 == 0:
            total = total - i
        else:
            total = total + 1
        j = 0
        while j < i:
            j += 1
            if j % 5 == 0:
                continue
            if j > 12:
                break
            total += j
            count = count + 1
        if total > 10000:
            total = total - 10000
    while low < high:
        mid = (low + high) // 2
        if mid * mid == n:
            best = mid
            break
        if mid * mid < n:
            low = mid + 1
        else:
            high = mid
    if best < 0:
        best = low
    a = 0
    b = 1
    for _ in range(20):
        t = a + b
        a = b
        b = t
        if b > 5000:
            break
    acc = 0
    x = n
    while x != 1 and acc < 100:
        if x % 2 == 0:
            x = x // 2
        else:
            x = 3 * x + 1
        acc += 1
    grid = 0
    for r in range(6):
        for c in range(6):
            if r == c:
                continue
            if r + c > 8:
                break
            for z in range(3):
                if z > r:
                    break
                grid += z * r + c
    score = total + count
    flag = score > 50 and not best < 3
    if flag or a > 100:
        score = score + a
        if grid > 10:
            score = score - grid
            if acc > 20:
                score += 1
            else:
                score -= 1
    else:
        score = score - a

    def helper(v):
        if v > 10:
            return v - 10
        return v + 10

    p = 0
    while True:
        p += 1
        if p % 2 == 1:
            continue
        score = helper(score)
        if p > 8:
            break
    label = 1 if score > 0 else -1
    if n < 0:
        return -1
    for q in range(10):
        if q * q > n:
            return score * label + q
        score += helper(q)
    m = 0
    while m < 5:
        m += 1
        if m == 4:
            score += m
    assert m == 5
    return score * label
