"""Elements of datasets: nested structures, their specs, and their component tensors.

Not here: datasets.
"""
