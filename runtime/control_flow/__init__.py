"""Control-flow ops and the functions that users call for them.

Cond, case, while_loop, group; for Python's own statements see ``runtime.staging``.

Not here: Python's own statements (`staging`).
"""
