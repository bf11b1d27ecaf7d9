from autograph import set_loop_options


def set_loop_options_directive(n):
    i = 0
    while i < n:
        set_loop_options(parallel_iterations=1, maximum_iterations=n + 1)
        i = i + 1
    return i


INPUTS = [(0,), (3,)]
