"""Implementations of public modules that have no room of their own.

Most functions convert their arguments and apply one op.

Not here: functions whose namespace has a room.
"""
