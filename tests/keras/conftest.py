"""What of this folder pytest leaves alone."""

collect_ignore = ["distributing.py", "training.py"]  # they import TensorFlow
