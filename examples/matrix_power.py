"""A matrix to an integer power by repeated squaring."""

import runtime as tf

FUNCTION = "matrix_power"
ARGUMENTS = ["[[1, 1], [1, 0]]", "i32=30"]


def matrix_power(matrix, exponent):
    result = tf.eye(2, dtype=tf.int32)
    while exponent > 0:
        if exponent % 2 == 1:
            result = tf.matmul(result, matrix)
        matrix = tf.matmul(matrix, matrix)
        exponent = exponent // 2
    return result
