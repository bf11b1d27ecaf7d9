"""Dispatch of public functions to implementations that users register for their classes.

Not here: the classes themselves (`extension_types`).
"""
