"""Ops that quantize floats to integers, and dequantize them."""
