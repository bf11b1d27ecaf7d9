"""The same work for each library that the table of `performance.py` compares."""
