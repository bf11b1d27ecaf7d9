"""Python text and syntax trees, independent of conversion.

Not here: analyses of a tree (`analysis`), and its conversion (`converters`).
"""
