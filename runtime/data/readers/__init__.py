"""Public datasets that read files.

Layers: files, separated_values, examples, databases
"""
