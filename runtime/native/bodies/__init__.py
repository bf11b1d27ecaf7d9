"""Branches, loops and lists in native code.

Not here: loops over elements (`loops`).
"""
