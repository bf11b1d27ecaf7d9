"""Files of images: written, read, told apart, refused."""

from __future__ import annotations

import struct
from typing import Any

import numpy as np
import pytest

import runtime as tf
from tests.tensorflow_process import TensorFlowProcess

Image = pytest.importorskip("PIL.Image")

PIXELS = np.random.default_rng(1).integers(0, 256, (5, 7, 4), np.uint8)
SMOOTH = np.add.outer(np.arange(16) * 8, np.arange(24) * 5).astype(np.uint8)


def bmp(image: Any, topdown: bool) -> bytes:
    """The file of an image, blue before red, rows of a multiple of four bytes."""
    height, width, channels = image.shape
    rows = [row.tobytes().ljust(-(-width * channels // 4) * 4, b"\0") for row in image]
    data = b"".join(rows if topdown else reversed(rows))
    sizes = (40, width, -height if topdown else height, 1, 8 * channels, 0, len(data))
    header = struct.pack("<IiiHHIIiiII", *sizes, 0, 0, 0, 0)
    return b"BM" + struct.pack("<III", 54 + len(data), 0, 54) + header + data


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_png_is_read_as_it_was_written(channels: int, dtype: str) -> None:
    image = (PIXELS[..., :channels].astype(dtype) * 255).astype(dtype)
    file = tf.io.encode_png(image)
    np.testing.assert_array_equal(tf.io.decode_png(file, dtype=dtype), image)
    np.testing.assert_array_equal(tf.io.decode_image(file, dtype=dtype), image)
    read = tf.function(tf.io.decode_png)(file, dtype=dtype)
    np.testing.assert_array_equal(read, image)


@pytest.mark.parametrize("channels", [1, 3, 4])
@pytest.mark.parametrize("topdown", [False, True])
def test_bmp_rows_and_colors_are_put_in_order(channels: int, topdown: bool) -> None:
    image = PIXELS[..., :channels]
    stored = image if channels == 1 else image[..., [2, 1, 0, 3][:channels]]
    found = tf.io.decode_bmp(bmp(stored, topdown))
    np.testing.assert_array_equal(found, image)


def test_jpeg_is_nearly_what_was_written() -> None:
    file = tf.io.encode_jpeg(SMOOTH[..., None])
    found = tf.io.decode_jpeg(file).numpy()[..., 0]
    assert np.abs(found.astype(int) - SMOOTH).max() <= 3
    assert tf.io.extract_jpeg_shape(file).numpy().tolist() == [16, 24, 1]
    cropped = tf.io.decode_and_crop_jpeg(file, [2, 3, 4, 5]).numpy()[..., 0]
    np.testing.assert_array_equal(cropped, found[2:6, 3:8])
    cut = tf.strings.substr(file, 0, 400)
    with pytest.raises(tf.errors.InvalidArgumentError, match="Invalid JPEG data"):
        tf.io.decode_jpeg(cut)
    assert tf.io.decode_jpeg(cut, try_recover_truncated=True).shape == [16, 24, 1]


def test_frames_of_an_animation() -> None:
    from io import BytesIO

    frames = [Image.fromarray(np.full((4, 6), each, np.uint8)) for each in (9, 90)]
    buffer = BytesIO()
    frames[0].save(buffer, "GIF", save_all=True, append_images=frames[1:])
    found = tf.io.decode_gif(buffer.getvalue()).numpy()
    assert found.shape == (2, 4, 6, 3)
    assert found[:, 0, 0].tolist() == [[9, 9, 9], [90, 90, 90]]
    first = tf.io.decode_image(buffer.getvalue(), expand_animations=False)
    np.testing.assert_array_equal(first, found[0])
    with pytest.raises(tf.errors.InvalidArgumentError, match="Got 2 frames"):
        tf.io.decode_png(buffer.getvalue())


def test_quality_changes_an_image() -> None:
    image = PIXELS[..., :3]
    worse = tf.image.adjust_jpeg_quality(image, 10).numpy()
    better = tf.image.adjust_jpeg_quality(image, 95).numpy()
    wrong = [np.abs(each.astype(int) - image).mean() for each in (worse, better)]
    assert wrong[0] > wrong[1]
    same = [
        tf.image.stateless_random_jpeg_quality(image, 20, 90, [1, 2]) for _ in range(2)
    ]
    np.testing.assert_array_equal(*same)


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: tf.io.decode_image(b""), "Input is empty"),
        (lambda: tf.io.decode_png(b"hello"), "Unknown image file format"),
        (lambda: tf.io.decode_bmp(tf.io.encode_png(PIXELS)), "Use `decode_png`"),
        (lambda: tf.io.decode_bmp(b"BM" + bytes(60)), "must be 1, 3 or 4, was 0"),
        (lambda: tf.io.decode_bmp(bmp(PIXELS, True)[:90]), "Incomplete bmp content"),
        (lambda: tf.io.decode_png(tf.io.encode_png(PIXELS), 2), "`channels` must be"),
        (lambda: tf.io.encode_png(PIXELS[0]), "at least rank 3"),
        (lambda: tf.io.encode_png(np.zeros((2, 2, 5), "u1")), "1, 2, 3, or 4 chan"),
        (lambda: tf.io.encode_jpeg(PIXELS), "1 or 3 channels"),
        (lambda: tf.io.encode_jpeg(PIXELS[..., :3], quality=101), "quality must be"),
        (lambda: tf.io.decode_jpeg(b"\xff\xd8\xff\xe0broken"), "Invalid JPEG data"),
        (lambda: tf.io.decode_gif(b"GIF89abroken"), "Invalid GIF data"),
        (lambda: tf.io.decode_png([b"a", b"b"]), "contents must be scalar"),
    ],
)
def test_refusals(call: Any, message: str) -> None:
    with pytest.raises(tf.errors.InvalidArgumentError, match=message):
        call()


def test_library_that_is_missing_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    import sys

    file = tf.io.encode_jpeg(SMOOTH[..., None])
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(tf.errors.UnimplementedError, match=r"\[image\]"):
        tf.io.decode_jpeg(file)
    assert tf.io.decode_png(tf.io.encode_png(PIXELS)).shape == [5, 7, 4]


SCALES = {"uint8": 1, "uint16": 251}

LIVE = """
import numpy as np
pixels = np.array(values, dtype).reshape(shape)
file = tf.io.encode_png(pixels)
result = [
    tf.io.encode_base64(file).numpy().decode(),
    [tf.io.decode_png(file, c, d).numpy().tolist() for c in (0, 1, 3, 4)
     for d in (tf.uint8, tf.uint16)],
    tf.io.decode_image(file, dtype=tf.float32).numpy().ravel().tolist(),
]
"""


@pytest.mark.parametrize("channels", [1, 2, 3, 4])
@pytest.mark.parametrize("dtype", ["uint8", "uint16"])
def test_png_of_tensorflow_is_read_the_same(
    channels: int, dtype: str, tensorflow_python: TensorFlowProcess
) -> None:
    image = PIXELS[..., :channels].astype(dtype) * np.array(SCALES[dtype], dtype)
    text, read, floats = tensorflow_python.run(
        LIVE, values=image.ravel().tolist(), dtype=dtype, shape=list(image.shape)
    )
    file = tf.io.decode_base64(text)
    kinds = [(c, d) for c in (0, 1, 3, 4) for d in (tf.uint8, tf.uint16)]
    mine = [tf.io.decode_png(file, *each).numpy().tolist() for each in kinds]
    assert mine == read
    found = tf.io.decode_image(file, dtype=tf.float32).numpy().ravel().tolist()
    assert found == floats
