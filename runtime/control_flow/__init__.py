"""Control-flow ops and the functions that users call for them.

``cond``, ``case``, ``while_loop``, ``group``; Python's own statements are in
``runtime.staging``.
"""
