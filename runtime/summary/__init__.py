"""Summaries for TensorBoard: event files, their writers, and summary values."""
