"""Elements of datasets: structures of values, their specs, and their components.

Not here: datasets.
"""
