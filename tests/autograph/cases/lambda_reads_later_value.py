def lambda_reads_later_value(n):
    x = 0
    read = lambda: x
    if n:
        x = 1
    return read()


INPUTS = [(0,), (1,)]
