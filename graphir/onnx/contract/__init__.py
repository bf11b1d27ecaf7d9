"""The vocabulary of rules in both directions: terms, element types, registries.

Not here: the rules themselves (`reading`, `writing`).
"""
