"""Control-flow ops and their public functions: cond, case, while_loop, group.

They take branches and bodies as functions.

Not here: Python's statements on tensors (`staging`).
"""
