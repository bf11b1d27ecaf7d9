"""Memory, threads, products and hashes that kernels share.

Nothing here knows ops or graphs.
"""
