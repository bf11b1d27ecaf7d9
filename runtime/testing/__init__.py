"""``tf.test``: test cases and comparisons for users' tests.

Not here: tests of this library.
"""
