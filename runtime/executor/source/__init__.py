"""Writers of the Python text of a program: calls, blocks, branches, loops.

Not here: order and lifetimes (`planning`).
"""
