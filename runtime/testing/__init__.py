"""``tf.test``: test cases and comparisons for users' tests."""
