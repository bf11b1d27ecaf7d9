"""Words to numbers and back: string functions, lookup tables, ragged tensors.

Runs under TensorFlow and, unchanged, under `python -m runtime`.
"""

import tensorflow as tf

TEXTS = [
    "The cat sat on the mat.",
    "The dog ate the cat's dinner!",
    "A bird sang; the dog and the cat slept.",
    "Zu spät: über Nacht fiel Schnée.",
]


@tf.function
def words_of(texts):
    clean = tf.strings.lower(texts, encoding="utf-8")
    clean = tf.strings.regex_replace(clean, r"[^\w\s']|_", " ")
    return tf.strings.split(clean)


def count_words(words):
    flat = words.flat_values
    unique, _, counts = tf.unique_with_counts(flat)
    order = tf.argsort(counts, direction="DESCENDING", stable=True)
    return tf.gather(unique, order), tf.gather(counts, order)


class Vocabulary(tf.Module):
    """Numbers for the most frequent words, one bucket for all others."""

    def __init__(self, words, size):
        super().__init__()
        kept = words[:size]
        numbers = tf.range(tf.size(kept, out_type=tf.int64), dtype=tf.int64)
        self.numbers = tf.lookup.StaticVocabularyTable(
            tf.lookup.KeyValueTensorInitializer(kept, numbers), num_oov_buckets=1
        )
        self.words = tf.lookup.StaticHashTable(
            tf.lookup.KeyValueTensorInitializer(numbers, kept), default_value="[?]"
        )

    @tf.function
    def encode(self, words):
        return tf.ragged.map_flat_values(self.numbers.lookup, words)

    @tf.function
    def decode(self, numbers):
        found = tf.ragged.map_flat_values(self.words.lookup, numbers)
        return tf.strings.reduce_join(found, axis=-1, separator=" ")


@tf.function
def bag_of_words(numbers, size):
    rows = tf.TensorArray(tf.float32, size=0, dynamic_size=True)
    for index in tf.range(numbers.nrows()):
        counted = tf.math.bincount(
            tf.cast(numbers[index], tf.int32), minlength=size, maxlength=size
        )
        rows = rows.write(tf.cast(index, tf.int32), tf.cast(counted, tf.float32))
    return rows.stack()


def main():
    texts = tf.constant(TEXTS)
    words = words_of(texts)
    print("words in each:", words.row_lengths().numpy().tolist())
    print("letters:", tf.strings.length(texts, unit="UTF8_CHAR").numpy().tolist())
    ranked, counts = count_words(words)
    for word, count in zip(ranked[:4].numpy(), counts[:4].numpy()):
        print(f"  {word.decode():5s} {count}")
    vocabulary = Vocabulary(ranked, size=8)
    numbers = vocabulary.encode(words)
    print("numbers:", numbers.to_list())
    print("back:")
    for line in vocabulary.decode(numbers).numpy():
        print(" ", line.decode())
    bags = bag_of_words(numbers, tf.constant(9))
    print("bags:", bags.shape, tf.reduce_sum(bags, axis=1).numpy().tolist())
    likeness = tf.matmul(bags, bags, transpose_b=True)
    likeness = likeness - tf.linalg.diag(tf.linalg.diag_part(likeness))
    print("most alike to the first:", int(tf.argmax(likeness[0])))
    padded = numbers.to_tensor(default_value=-1)
    tf.print("padded:", padded, summarize=-1)
    joined = tf.strings.join([texts, tf.strings.as_string(counts[:4])], separator=" #")
    print(joined[0].numpy().decode())
    print(tf.strings.unicode_decode(texts[3], "UTF-8")[3:7].numpy().tolist())


if __name__ == "__main__":
    main()
