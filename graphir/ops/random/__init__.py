"""Random ops, and the generators they draw from."""
