"""Arguments of traced functions: trace types, and keys of the trace cache.

Not here: the trace cache (`functions`).
"""
