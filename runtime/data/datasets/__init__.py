"""Datasets as users see them: sources, transformations, iteration.

Not here: what runs (`stages`), and files (`readers`).
"""
