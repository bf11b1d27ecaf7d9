"""What a traced function was called with: trace types and the key of its cache.

Not here: the traces that are found by it (`functions`).
"""
