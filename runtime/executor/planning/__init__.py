"""The order, slots, lifetimes and blocks of a program, before its text is written.

Not here: text (`source`).
"""
