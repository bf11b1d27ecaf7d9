"""Summaries of TensorFlow 1: ops whose results sessions give to writers of event files.

Not here: summaries that write themselves (`runtime.summary`).
"""
