def local_of_loop_body(n):
    total = 0
    for i in range(n):
        if i > 1:
            if i % 2 == 0:
                y = i
            else:
                y = -i
            total += y
    return total


INPUTS = [(0,), (5,)]
