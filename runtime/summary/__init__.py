"""Summaries for TensorBoard: event files, their writers, what is written to them.

Not here: messages of the format (`graphir.wire`).
"""
