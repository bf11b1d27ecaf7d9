"""Building blocks of kernels: memory, threads, matrix products, hashes.

Nothing here knows ops or graphs.

Not here: ops, and the series of special functions (`special`).
"""
