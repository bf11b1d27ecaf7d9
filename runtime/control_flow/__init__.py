"""Control flow as users and graphs have it.

Cond, case, while_loop, group; for Python's own statements see ``runtime.staging``.

Not here: Python's own statements (`staging`).
"""
