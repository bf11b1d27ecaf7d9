"""Summaries for TensorBoard: event files, their writers, what is written to them."""
