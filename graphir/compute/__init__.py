"""Building blocks of kernels: memory, threads, matrix products, hashes.

Nothing here imports ops or graphs.
"""
