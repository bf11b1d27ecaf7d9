"""Rules that write an op of ours in ONNX ops, one family a file.

Not here: the walk through a graph (`graphir.onnx.files`).
"""
