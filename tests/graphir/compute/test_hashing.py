"""Hash functions: known values, and those of a live TensorFlow."""

from __future__ import annotations

import random
from typing import Any

import pytest

from graphir.compute.hashing import fingerprint64, murmur64a, siphash24
from tests.tensorflow_process import TensorFlowProcess

BUCKETS = 2**63 - 25
KEY = (7, 2**40 + 5)


def texts() -> list[bytes]:
    """Printable text of every length to 140, where the branches of the hashes are."""
    rng = random.Random(3)
    return [bytes(rng.choices(range(33, 127), k=size)) for size in range(140)]


def test_siphash_of_the_paper() -> None:
    key = (0x0706050403020100, 0x0F0E0D0C0B0A0908)
    assert siphash24(bytes(range(15)), key) == 0xA129CA6149BE45E5


@pytest.mark.parametrize("function", [fingerprint64, murmur64a])
def test_every_byte_counts(function: Any) -> None:
    hashes = {function(bytes(size)) for size in range(200)}
    assert len(hashes) == 200


def test_buckets_are_those_of_tensorflow(tensorflow_python: TensorFlowProcess) -> None:
    code = """
fast = tf.strings.to_hash_bucket_fast(texts, buckets)
strong = tf.strings.to_hash_bucket_strong(texts, buckets, key)
plain = tf.strings.to_hash_bucket(texts, buckets)
result = [fast, strong, plain]
"""
    words = [each.decode() for each in texts()]
    expected = tensorflow_python.run(code, texts=words, buckets=BUCKETS, key=list(KEY))
    found = [
        [fingerprint64(each) % BUCKETS for each in texts()],
        [siphash24(each, KEY) % BUCKETS for each in texts()],
        [murmur64a(each) % BUCKETS for each in texts()],
    ]
    assert found == expected
