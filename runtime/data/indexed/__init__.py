"""Elements by their index: read alone, or all in a random order.

Not here: the stages that are read in their order (`stages`).
"""
