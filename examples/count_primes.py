"""Primes below a limit by trial division: nested loops, `continue` and `break`."""

import runtime as tf

FUNCTION = "count_primes"
ARGUMENTS = ["i32=60"]


def count_primes(limit):
    count = 0
    for candidate in tf.range(2, limit):
        if candidate > 2 and candidate % 2 == 0:
            continue
        is_prime = True
        divisor = 3
        while divisor * divisor <= candidate:
            if candidate % divisor == 0:
                is_prime = False
                break
            divisor = divisor + 2
        if is_prime:
            count = count + 1
    return count
