"""What a verb is given: a function or a graph, its arguments, its trace.

Not here: where results go (`output`).
"""
