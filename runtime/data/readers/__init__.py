"""Datasets that read files, as users make them.

Layers: files, separated_values, examples, databases
"""
