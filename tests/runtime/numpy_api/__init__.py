"""Tests of `tf.experimental.numpy`."""
