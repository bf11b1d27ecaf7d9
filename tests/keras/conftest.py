"""What of this folder pytest leaves alone."""

# they import TensorFlow
collect_ignore = ["distributing.py", "guide_models.py", "training.py"]
