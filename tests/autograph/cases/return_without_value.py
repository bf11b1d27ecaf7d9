def return_without_value(x, seen):
    if x:
        return
    seen.append(x)


INPUTS = [(0, []), (1, [])]
