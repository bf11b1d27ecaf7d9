"""The public Dataset classes: sources, transformations, iteration.

Not here: implementations of dataset ops (`stages`), and files (`readers`).
"""
