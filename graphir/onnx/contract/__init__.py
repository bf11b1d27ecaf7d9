"""What rules of both directions are written with: terms, element types, registries.

Not here: the rules themselves (`reading`, `writing`).
"""
