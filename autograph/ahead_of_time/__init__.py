"""Modules converted into source files, for programs without the converter.

Not here: how code is converted (`pipeline`).
"""
