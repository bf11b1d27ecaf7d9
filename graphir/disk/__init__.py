"""Files of the disk: written whole or not at all."""
