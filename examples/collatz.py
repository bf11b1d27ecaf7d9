"""How many steps a number takes to reach 1: a loop with a branch inside."""

FUNCTION = "collatz_length"
ARGUMENTS = ["i64=97"]


def collatz_length(n):
    steps = 0
    while n != 1:
        if n % 2 == 0:
            n = n // 2
        else:
            n = 3 * n + 1
        steps = steps + 1
    return steps
