"""Arguments of traced functions: trace types and the key of the trace cache.

Not here: the traces that are found by it (`functions`).
"""
