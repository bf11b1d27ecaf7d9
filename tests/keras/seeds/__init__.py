"""Keras in the seeds' guides: programs as they show them, and what they print."""
