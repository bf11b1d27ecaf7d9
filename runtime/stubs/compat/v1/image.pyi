# Made by `python -m tools.stubs` of the tables of names.
from runtime.compat.v1.arguments.image_sizes import resize_bicubic as resize_bicubic
from runtime.compat.v1.arguments.image_sizes import resize_bilinear as resize_bilinear
from runtime.compat.v1.arguments.image_sizes import resize_image_with_pad as resize_image_with_pad
from runtime.compat.v1.arguments.image_sizes import resize_images as _resize_images
from runtime.compat.v1.arguments.image_sizes import resize_images as resize_images
from runtime.compat.v1.arguments.image_sizes import resize_nearest_neighbor as resize_nearest_neighbor
from runtime.image.adjusting import adjust_brightness as adjust_brightness
from runtime.image.adjusting import adjust_contrast as adjust_contrast
from runtime.image.adjusting import adjust_gamma as adjust_gamma
from runtime.image.adjusting import adjust_hue as adjust_hue
from runtime.image.adjusting import adjust_saturation as adjust_saturation
from runtime.image.adjusting import per_image_standardization as per_image_standardization
from runtime.image.adjusting import random_brightness as random_brightness
from runtime.image.adjusting import random_contrast as random_contrast
from runtime.image.adjusting import random_hue as random_hue
from runtime.image.adjusting import random_saturation as random_saturation
from runtime.image.adjusting import stateless_random_brightness as stateless_random_brightness
from runtime.image.adjusting import stateless_random_contrast as stateless_random_contrast
from runtime.image.adjusting import stateless_random_hue as stateless_random_hue
from runtime.image.adjusting import stateless_random_saturation as stateless_random_saturation
from runtime.image.boxes import combined_non_max_suppression as combined_non_max_suppression
from runtime.image.boxes import extract_patches as extract_patches
from runtime.image.boxes import non_max_suppression as non_max_suppression
from runtime.image.boxes import non_max_suppression_overlaps as non_max_suppression_overlaps
from runtime.image.boxes import non_max_suppression_padded as non_max_suppression_padded
from runtime.image.boxes import non_max_suppression_with_scores as non_max_suppression_with_scores
from runtime.image.codecs import adjust_jpeg_quality as adjust_jpeg_quality
from runtime.image.codecs import decode_and_crop_jpeg as decode_and_crop_jpeg
from runtime.image.codecs import decode_bmp as decode_bmp
from runtime.image.codecs import decode_gif as decode_gif
from runtime.image.codecs import decode_image as decode_image
from runtime.image.codecs import decode_jpeg as decode_jpeg
from runtime.image.codecs import decode_jxl as decode_jxl
from runtime.image.codecs import decode_png as decode_png
from runtime.image.codecs import decode_webp as decode_webp
from runtime.image.codecs import encode_jpeg as encode_jpeg
from runtime.image.codecs import encode_png as encode_png
from runtime.image.codecs import extract_jpeg_shape as extract_jpeg_shape
from runtime.image.codecs import is_jpeg as is_jpeg
from runtime.image.codecs import random_jpeg_quality as random_jpeg_quality
from runtime.image.codecs import stateless_random_jpeg_quality as stateless_random_jpeg_quality
from runtime.image.colors import convert_image_dtype as convert_image_dtype
from runtime.image.colors import grayscale_to_rgb as grayscale_to_rgb
from runtime.image.colors import hsv_to_rgb as hsv_to_rgb
from runtime.image.colors import rgb_to_grayscale as rgb_to_grayscale
from runtime.image.colors import rgb_to_hsv as rgb_to_hsv
from runtime.image.colors import rgb_to_yiq as rgb_to_yiq
from runtime.image.colors import rgb_to_yuv as rgb_to_yuv
from runtime.image.colors import yiq_to_rgb as yiq_to_rgb
from runtime.image.colors import yuv_to_rgb as yuv_to_rgb
from runtime.image.cropping import central_crop as central_crop
from runtime.image.cropping import crop_to_bounding_box as crop_to_bounding_box
from runtime.image.cropping import pad_to_bounding_box as pad_to_bounding_box
from runtime.image.cropping import random_crop as random_crop
from runtime.image.cropping import resize_with_crop_or_pad as _resize_with_crop_or_pad
from runtime.image.cropping import resize_with_crop_or_pad as resize_with_crop_or_pad
from runtime.image.cropping import stateless_random_crop as stateless_random_crop
from runtime.image.flipping import flip_left_right as flip_left_right
from runtime.image.flipping import flip_up_down as flip_up_down
from runtime.image.flipping import random_flip_left_right as random_flip_left_right
from runtime.image.flipping import random_flip_up_down as random_flip_up_down
from runtime.image.flipping import rot90 as rot90
from runtime.image.flipping import stateless_random_flip_left_right as stateless_random_flip_left_right
from runtime.image.flipping import stateless_random_flip_up_down as stateless_random_flip_up_down
from runtime.image.flipping import transpose as _transpose
from runtime.image.flipping import transpose as transpose
from runtime.image.glimpses import extract_glimpse as extract_glimpse
from runtime.image.measures import image_gradients as image_gradients
from runtime.image.measures import psnr as psnr
from runtime.image.measures import sobel_edges as sobel_edges
from runtime.image.measures import ssim as ssim
from runtime.image.measures import ssim_multiscale as ssim_multiscale
from runtime.image.measures import total_variation as total_variation
from runtime.image.proposals import generate_bounding_box_proposals as generate_bounding_box_proposals
from runtime.image.proposals import sample_distorted_bounding_box as sample_distorted_bounding_box
from runtime.image.proposals import stateless_sample_distorted_bounding_box as stateless_sample_distorted_bounding_box
from runtime.image.resizing import ResizeMethod as ResizeMethod
from runtime.image.resizing import resize_with_pad as resize_with_pad
from runtime.tensors.likes import TensorLike
from runtime.tensors.tensor import Tensor
import typing as _t
def crop_and_resize(image: TensorLike, boxes: TensorLike, box_ind: TensorLike | None = ..., crop_size: TensorLike | None = ..., method: str = ..., extrapolation_value: float = ..., name: str | None = ..., box_indices: TensorLike | None = ...) -> Tensor: ...
def draw_bounding_boxes(images: TensorLike, boxes: TensorLike, name: str | None = ..., colors: _t.Any | None = ...) -> Tensor: ...
def extract_image_patches(images: TensorLike, ksizes: _t.Any | None = ..., strides: _t.Any | None = ..., rates: _t.Any | None = ..., padding: str | None = ..., name: str | None = ..., sizes: _t.Any | None = ...) -> Tensor: ...
resize = _resize_images
def resize_area(images: TensorLike, size: TensorLike, align_corners: bool | None = ..., name: str | None = ...) -> Tensor: ...
resize_image_with_crop_or_pad = _resize_with_crop_or_pad
transpose_image = _transpose
