def chain_with_call_in_the_middle(values):
    return 1 < values.pop() < 5 <= values.pop() != 6, values


INPUTS = [([9, 7, 3],), ([9, 5, 0],), ([9, 8, 7],)]
