"""Facts about a tree; they read it and never change it.

Not here: what changes a tree (`converters`), and Python text (`syntax`).
"""
