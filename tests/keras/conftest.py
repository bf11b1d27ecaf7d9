"""What of this folder pytest leaves alone."""

# they import TensorFlow or Keras
collect_ignore = [
    "applications.py",
    "behaviours.py",
    "distributing.py",
    "drawn_layers.py",
    "drawn_models.py",
    "guide_models.py",
    "guide_programs.py",
    "guide_programs_2.py",
    "preparations.py",
    "saved_models.py",
    "training.py",
]
