"""Rules that write an ONNX op in ops of ours, one family a file.

Not here: the walk through a model (`graphir.onnx.models`).
"""
