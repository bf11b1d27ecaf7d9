"""Image file formats: PNG and BMP are implemented here, others use Pillow."""
