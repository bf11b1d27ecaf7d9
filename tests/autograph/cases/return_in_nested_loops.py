def return_in_nested_loops(rows, wanted):
    for number, row in enumerate(rows):
        for item in row:
            if item == wanted:
                return number
    return None


INPUTS = [([[1, 2], [3]], 3), ([[1, 2], [3]], 4), ([], 1)]
