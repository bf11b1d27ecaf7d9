"""The public Dataset classes: sources, transformations, iteration.

Not here: what runs (`stages`), and files (`readers`).
"""
