"""What of this folder pytest leaves alone."""

from tests.keras.seeds.transcripts import PROGRAMS

# they import TensorFlow
collect_ignore = [f"{program}.py" for program in PROGRAMS]
