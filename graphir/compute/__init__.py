"""Memory, threads, products and hashes that kernels share.

Nothing here knows ops or graphs.

Not here: ops, and the series of special functions (`special`).
"""
