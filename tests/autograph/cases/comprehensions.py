def comprehensions(rows):
    a = [y for row in rows for y in row if y > 1 and y < 9]
    b = {y % 3 for row in rows for y in row}
    c = {i: len(row) for i, row in enumerate(rows)}
    return a, b, c, sum(y if y > 2 else 0 for row in rows for y in row)


INPUTS = [([[1, 2], [3]],), ([],)]
