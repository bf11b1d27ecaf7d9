"""The coordinator of workers that take functions from one queue, each when it is free.

Not here: workers that compute in step (`workers`).
"""
