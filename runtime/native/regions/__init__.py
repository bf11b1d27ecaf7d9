"""One region of a graph compiled and run, by one thread or several.

Not here: which nodes belong together (`selection`).
"""
