def break_in_nested_loops(n):
    count = 0
    for k in range(2, n):
        prime = True
        for d in range(2, k):
            if d * d > k:
                break
            if k % d == 0:
                prime = False
                break
        if prime:
            count += 1
    return count


INPUTS = [(0,), (20,)]
