"""What of this folder pytest leaves alone."""

collect_ignore = ["training.py"]  # a program that imports TensorFlow
