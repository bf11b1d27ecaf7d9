"""Static analyses of a syntax tree; an analysis never changes the tree.

Not here: rewrites of trees (`converters`), and source text (`syntax`).
"""
