"""Summaries for TensorBoard: event files, their writers, values of summaries.

Not here: messages of the format (`graphir.wire`).
"""
