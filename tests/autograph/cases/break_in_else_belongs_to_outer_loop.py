def break_in_else_belongs_to_outer_loop(n):
    for i in range(n):
        for j in range(i):
            if j == 3:
                break
        else:
            continue
        break
    else:
        return "all"
    return i


INPUTS = [(2,), (8,)]
