"""Layers and data drawn at random for `drawn_models.py`, by the rank of the input."""

ACTIVATIONS = ("relu", "tanh", "sigmoid", "elu", "selu", "softplus", "swish", "linear")
INITIALIZERS = ("glorot_uniform", "he_normal", "lecun_uniform", "orthogonal")


class Drawing:
    """The shape of the input, and one layer after the other for a rank."""

    def __init__(self, random, keras):
        self.random = random
        self.keras = keras
        self.layers = keras.layers
        kind = self.number(4)
        sizes = [int(each) for each in random.integers(5, 9, 2)]
        self.is_of_words = kind == 3
        self.shape = [
            (sizes[0],),
            (sizes[0], self.number(3) + 2),
            (sizes[0], sizes[1], self.number(3) + 2),
            (sizes[0],),
        ][kind]
        self.dtype = "int32" if self.is_of_words else "float32"
        self.is_first = True

    def number(self, stop):
        return int(self.random.integers(stop))

    def one(self, choices):
        return choices[self.number(len(choices))]

    def data(self, rows):
        size = (rows, *self.shape)
        if self.is_of_words:
            return self.random.integers(0, 10, size).astype("int32")
        return self.random.normal(size=size).astype("float32")

    def layer(self, rank):
        """A layer for inputs of a rank, batches included."""
        if self.is_of_words and self.is_first:
            self.is_first = False
            return self.layers.Embedding(
                10, 3 + self.number(3), mask_zero=bool(self.number(2))
            )
        makers = {2: self.of_vectors, 3: self.of_sequences, 4: self.of_images}[rank]
        return self.one(makers() if self.number(3) else self.of_any())()

    def activation(self):
        return self.one(ACTIVATIONS)

    def weights(self):
        """Options of layers with a kernel."""
        regularizers = self.keras.regularizers
        return {
            "kernel_initializer": self.one(INITIALIZERS),
            "kernel_regularizer": self.one([None, regularizers.L2(0.01), "l1"]),
            "use_bias": bool(self.number(4)),
            "activation": self.activation(),
        }

    def join(self):
        layers = self.layers
        kinds = [layers.Add, layers.Multiply, layers.Average, layers.Maximum]
        return self.one([*kinds, layers.Subtract, layers.Minimum, layers.Concatenate])()

    def of_any(self):
        layers = self.layers
        return [
            lambda: layers.Dense(2 + self.number(4), **self.weights()),
            lambda: layers.Dropout(0.3),
            lambda: layers.BatchNormalization(momentum=0.8, scale=bool(self.number(2))),
            lambda: layers.LayerNormalization(),
            lambda: layers.Activation(self.activation()),
            lambda: layers.LeakyReLU(),
            lambda: layers.PReLU(),
            lambda: layers.GaussianNoise(0.2),
            lambda: layers.UnitNormalization(),
            lambda: layers.ActivityRegularization(l2=0.01),
        ]

    def of_vectors(self):
        layers = self.layers
        return [
            lambda: layers.RepeatVector(3),
            lambda: layers.ELU(0.7),
            lambda: layers.Softmax(),
            lambda: layers.GaussianDropout(0.2),
        ]

    def of_sequences(self):
        layers, several = self.layers, bool(self.number(2))
        units = 2 + self.number(3)
        return [
            lambda: layers.LSTM(units, return_sequences=several),
            lambda: layers.GRU(units, return_sequences=several, reset_after=several),
            lambda: layers.SimpleRNN(
                units, return_sequences=several, go_backwards=True
            ),
            lambda: layers.Bidirectional(
                layers.LSTM(units, return_sequences=several),
                merge_mode=self.one(["concat", "sum", "mul", "ave"]),
            ),
            lambda: layers.RNN(
                [layers.GRUCell(units), layers.LSTMCell(2)], return_sequences=several
            ),
            lambda: layers.TimeDistributed(layers.Dense(units)),
            lambda: layers.Conv1D(
                units,
                1 + self.number(3),
                padding=self.one(["same", "causal"]),
                dilation_rate=1 + self.number(2),
                **self.weights(),
            ),
            lambda: layers.SeparableConv1D(units, 2, padding="same"),
            lambda: layers.Conv1DTranspose(units, 2, strides=2),
            lambda: layers.MaxPooling1D(2, padding="same"),
            lambda: layers.AveragePooling1D(2, padding="same"),
            lambda: layers.GlobalAveragePooling1D(),
            lambda: layers.GlobalMaxPooling1D(),
            lambda: layers.ZeroPadding1D(1),
            lambda: layers.UpSampling1D(2),
            lambda: layers.SpatialDropout1D(0.3),
            lambda: layers.Permute((2, 1)),
            lambda: layers.Masking(),
            lambda: layers.Flatten(),
        ]

    def of_images(self):
        layers = self.layers
        filters, padding = 2 + self.number(3), self.one(["same", "valid"])
        return [
            lambda: layers.Conv2D(
                filters,
                1 + self.number(3),
                strides=1 + self.number(2),
                padding="same",
                **self.weights(),
            ),
            lambda: layers.Conv2D(
                filters,
                2,
                padding="same",
                dilation_rate=2,
                kernel_constraint="max_norm",
            ),
            lambda: layers.DepthwiseConv2D(2, padding="same", depth_multiplier=2),
            lambda: layers.SeparableConv2D(filters, 2, padding="same"),
            lambda: layers.Conv2DTranspose(filters, 2, strides=2, padding=padding),
            lambda: layers.MaxPooling2D(2, padding="same"),
            lambda: layers.AveragePooling2D(2, strides=1, padding="same"),
            lambda: layers.GlobalAveragePooling2D(keepdims=bool(self.number(2))),
            lambda: layers.GlobalMaxPooling2D(),
            lambda: layers.ZeroPadding2D(((1, 0), (0, 2))),
            lambda: layers.UpSampling2D(
                2, interpolation=self.one(["nearest", "bilinear"])
            ),
            lambda: layers.SpatialDropout2D(0.3),
            lambda: layers.TimeDistributed(layers.LSTM(filters)),
            lambda: layers.Permute((3, 1, 2)),
            lambda: layers.Flatten(),
            lambda: layers.Reshape((-1, 2)) if filters == 2 else layers.Flatten(),
        ]
