"""Distributions: densities, statistics, divergences, seeded samples, checks, scopes."""

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
d = v1.distributions


def told(value):
    """Numbers to four digits, with their shape."""
    if not tf.is_tensor(value):
        return value
    array = value.numpy()
    if array.dtype.kind in "bi":
        return array.tolist()
    numbers = " ".join(f"{float(each):.4g}" for each in array.reshape(-1))
    return f"{list(array.shape)} {numbers}"


MADE = {
    "Bernoulli": (lambda: d.Bernoulli(probs=[0.2, 0.7]), [0, 1]),
    "Bernoulli of logits": (lambda: d.Bernoulli([0.2, -0.7]), [[0], [1]]),
    "Beta": (lambda: d.Beta([2.0, 0.5], 3.0), 0.3),
    "Categorical": (lambda: d.Categorical(probs=[0.2, 0.3, 0.5]), [0, 1, 2]),
    "Categorical batch": (
        lambda: d.Categorical([[0.1, 2.0, 0.3], [1.0, 0.5, -1.0]]),
        [[1, 0], [2, 2]],
    ),
    "Dirichlet": (lambda: d.Dirichlet([1.5, 2.0, 3.0]), [0.2, 0.3, 0.5]),
    "Dirichlet batch": (
        lambda: d.Dirichlet([[1.5, 2.75], [3.0, 2.5]]),
        [0.2, 0.8],
    ),
    "DirichletMultinomial": (
        lambda: d.DirichletMultinomial(4.0, [1.0, 2.0, 3.0]),
        [1.0, 2.0, 1.0],
    ),
    "Exponential": (lambda: d.Exponential([1.0, 2.0]), [0.5, 1.0]),
    "Gamma": (lambda: d.Gamma([2.0, 0.5], 3.0), 0.7),
    "Laplace": (lambda: d.Laplace(0.0, [1.0, 2.0]), [0.5, -1.0]),
    "Multinomial": (lambda: d.Multinomial(4.0, probs=[0.2, 0.3, 0.5]), [1.0, 2.0, 1.0]),
    "Multinomial batch": (
        lambda: d.Multinomial([4.0, 5.0], [[0.2, 0.3], [0.5, 1.0]]),
        [[1.0, 3.0], [2.0, 3.0]],
    ),
    "Normal": (lambda: d.Normal([1.0, 2.0], 3.0), [[0.3], [1.0]]),
    "Normal of doubles": (
        lambda: d.Normal(tf.constant(1.0, tf.float64), tf.constant(0.5, tf.float64)),
        tf.constant([-19.5, -2.0, 0.1, 0.9, 30.0], tf.float64),
    ),
    "Normal far out": (lambda: d.Normal(0.0, 1.0), [-30.0, -11.0, -4.0, 4.0, 9.0]),
    "StudentT": (lambda: d.StudentT([3.0, 1.0, 1.5], 0.0, 2.0), [0.4, 2.0, -1.0]),
    "Uniform": (lambda: d.Uniform(1.0, [3.0, 4.0]), [[2.0], [3.5], [1.0], [4.0]]),
}
STATISTICS = ("mean", "mode", "variance", "stddev", "entropy", "covariance")
OF_VALUES = (
    "prob",
    "log_prob",
    "cdf",
    "log_cdf",
    "survival_function",
    "log_survival_function",
)
SEEDED = (3, [2, 1])

for label, (make, value) in MADE.items():
    show(f"{label} text", lambda make=make: f"{make()} {make()!r}")
    show(f"{label} arguments", lambda make=make: sorted(make().parameters))
    show(f"{label} kind", lambda make=make: make().reparameterization_type)
    for name in STATISTICS:
        show(f"{label} {name}", lambda m=make, n=name: told(getattr(m(), n)()))
    for name in OF_VALUES:
        show(
            f"{label} {name}", lambda m=make, n=name, v=value: told(getattr(m(), n)(v))
        )
    show(f"{label} quantile", lambda make=make: told(make().quantile([0.1, 0.75])))
    show(f"{label} itself", lambda make=make: told(make().cross_entropy(make())))
    for shape in SEEDED:
        v1.set_random_seed(3)
        show(
            f"{label} samples {shape}",
            lambda make=make, shape=shape: told(make().sample(shape, seed=5)),
        )
    show(
        f"{label} shapes",
        lambda make=make: [
            told(each)
            for each in (
                make().batch_shape_tensor(),
                make().event_shape_tensor(),
                make().is_scalar_batch(),
                make().is_scalar_event(),
            )
        ],
    )
    show(
        f"{label} shapes of parameters",
        lambda make=make: {
            name: told(each) for name, each in type(make()).param_shapes([2, 3]).items()
        },
    )
    show(
        f"{label} static shapes of parameters",
        lambda make=make: type(make()).param_static_shapes(tf.TensorShape([2])),
    )


PAIRS = {
    "Bernoulli": (d.Bernoulli([0.2, -0.7]), d.Bernoulli(probs=[0.2, 0.7])),
    "Beta": (d.Beta(2.0, 3.0), d.Beta(0.5, 1.0)),
    "Categorical": (d.Categorical([0.1, 0.2]), d.Categorical(probs=[0.3, 0.7])),
    "Dirichlet": (d.Dirichlet([1.0, 2.0]), d.Dirichlet([0.5, 3.0])),
    "Gamma": (d.Gamma(2.0, 3.0), d.Gamma([0.5, 4.0], 1.0)),
    "Exponential and Gamma": (d.Exponential(2.0), d.Gamma(3.0, 1.0)),
    "Normal": (d.Normal(0.0, [1.0, 2.0]), d.Normal(1.0, 3.0)),
    "Laplace": (d.Laplace(0.0, 1.0), d.Laplace(1.0, 1.0)),
    "Normal and Beta": (d.Normal(0.0, 1.0), d.Beta(1.0, 1.0)),
}
for label, (first, second) in PAIRS.items():
    show(f"divergence {label}", lambda a=first, b=second: told(d.kl_divergence(a, b)))


def registered():
    class Point(d.Normal):
        pass

    class Nearer(Point):
        pass

    @d.RegisterKL(Point, d.Normal)
    def of_points(a, b, name=None):
        return a.loc - b.loc

    return told(Nearer(5.0, 1.0).kl_divergence(Point(2.0, 1.0)))


show("divergence registered", registered)
show("divergence twice", lambda: d.RegisterKL(d.Normal, d.Beta)(1))


def nan_divergence():
    @d.RegisterKL(d.StudentT, d.Uniform)
    def undefined(a, b, name=None):
        return tf.constant(float("nan"))

    strict = d.StudentT(1.0, 0.0, 1.0, allow_nan_stats=False)
    return strict.kl_divergence(d.Uniform())


show("divergence NaN", nan_divergence)

STRICT = {"allow_nan_stats": False}
show("t mean", lambda: d.StudentT(1.0, 0.0, 1.0, **STRICT).mean())
show("t variance", lambda: d.StudentT(1.0, 0.0, 1.0, **STRICT).variance())
show("beta mode", lambda: d.Beta(0.5, 0.5, **STRICT).mode())
show("gamma mode", lambda: d.Gamma(0.5, 0.5, **STRICT).mode())
show("dirichlet mode", lambda: d.Dirichlet([0.5, 0.5], **STRICT).mode())

CHECKED = {"validate_args": True}
BAD = {
    "Bernoulli none": lambda: d.Bernoulli(),
    "Bernoulli both": lambda: d.Bernoulli(1.0, 1.0),
    "Bernoulli integers": lambda: d.Bernoulli(probs=1),
    "Bernoulli above": lambda: d.Bernoulli(probs=1.5, **CHECKED),
    "Bernoulli event": lambda: d.Bernoulli(probs=0.5, **CHECKED).prob(2),
    "Bernoulli unchecked": lambda: told(d.Bernoulli(probs=0.3).prob(2)),
    "Beta weight": lambda: d.Beta(-1.0, 1.0, **CHECKED),
    "Beta event": lambda: d.Beta(1.0, 1.0, **CHECKED).prob(2.0),
    "Beta negative": lambda: d.Beta(1.0, 1.0, **CHECKED).cdf(-1.0),
    "Beta at its ends": lambda: told(d.Beta(1.0, 1.0).prob([0.0, 1.0])),
    "Categorical scalar": lambda: d.Categorical(probs=0.5),
    "Categorical event": lambda: d.Categorical(probs=[0.5, 0.5]).prob(5),
    "Categorical sure": lambda: told(d.Categorical([0.0, -1e9]).entropy()),
    "Dirichlet scalar": lambda: d.Dirichlet(1.0, **CHECKED),
    "Dirichlet single": lambda: d.Dirichlet([1.0], **CHECKED),
    "Dirichlet weight": lambda: d.Dirichlet([1.0, -1.0], **CHECKED),
    "Dirichlet at its ends": lambda: told(d.Dirichlet([1.0, 1.0]).prob([0.0, 1.0])),
    "counts of 2.5": lambda: d.DirichletMultinomial(2.5, [1.0, 1.0], **CHECKED),
    "counts of -2": lambda: d.Multinomial(-2.0, probs=[0.5, 0.5], **CHECKED),
    "counts of 3": lambda: d.Multinomial(2.0, [0.5, 0.5], **CHECKED).prob([1.0, 2.0]),
    "counts of 3 by weights": lambda: d.DirichletMultinomial(
        2.0, [1.0, 1.0], **CHECKED
    ).prob([1.0, 2.0]),
    "Gamma shape": lambda: d.Gamma(-1.0, 1.0, **CHECKED),
    "Gamma event": lambda: d.Gamma(1.0, 1.0, **CHECKED).prob(-1.0),
    "Gamma unchecked": lambda: told(d.Gamma(1.0, 1.0).prob(-1.0)),
    "Exponential rate": lambda: d.Exponential(-1.0, **CHECKED),
    "Laplace scale": lambda: d.Laplace(0.0, -1.0, **CHECKED),
    "Normal scale": lambda: d.Normal(1.0, -2.0, **CHECKED),
    "StudentT freedom": lambda: d.StudentT(-1.0, 0.0, 1.0, **CHECKED),
    "StudentT scale": lambda: d.StudentT(1.0, 0.0, 0.0, **CHECKED).dtype.name,
    "Uniform order": lambda: d.Uniform(2.0, 1.0, **CHECKED),
    "Uniform outside": lambda: told(d.Uniform().prob([-1.0, 0.0, 1.0, float("nan")])),
    "Uniform below": lambda: told(d.Uniform().cdf([-1.0, 0.5, 2.0, float("nan")])),
    "other dtype": lambda: d.Normal(0.0, 1.0).prob(tf.constant(1.0, tf.float64)),
}
for label, ask in BAD.items():
    show(label, ask)


class Own(d.Distribution):
    def __init__(self):
        super().__init__(
            tf.float32, d.NOT_REPARAMETERIZED, False, True, {"a": 1}, [], "Own"
        )

    def _log_prob(self, value):
        return value * 2

    def _mean(self):
        return tf.constant(1.0)

    def _stddev(self):
        return tf.constant(3.0)


for name in ("prob", "log_prob", "cdf", "log_cdf", "survival_function", "quantile"):
    show(f"own {name}", lambda name=name: told(getattr(Own(), name)(1.0)))
for name in ("mean", "variance", "stddev", "mode", "entropy", "covariance", "sample"):
    show(f"own {name}", lambda name=name: told(getattr(Own(), name)()))
show("own copy", lambda: Own().copy())
show("own text", lambda: str(Own()))
show("copy", lambda: told(d.Normal(1.0, 2.0).copy(scale=5.0).stddev()))
show("dtypes", lambda: d.Bernoulli(probs=0.5, dtype=tf.float64).sample().dtype.name)
show("classes", lambda: told(d.Categorical([[1.0, 2.0]]).event_size))
show("kinds", lambda: d.FULLY_REPARAMETERIZED == d.NOT_REPARAMETERIZED)
show("kind", lambda: d.ReparameterizationType("own"))


def gradients():
    loc, scale = tf.constant(0.5), tf.constant(2.0)
    with tf.GradientTape() as tape:
        tape.watch([loc, scale])
        v1.set_random_seed(3)
        normal = d.Normal(loc, scale)
        value = tf.reduce_sum(
            normal.log_cdf([-40.0, 1.0, 30.0]) + normal.sample(3, seed=1)
        )
    return [told(each) for each in tape.gradient(value, [loc, scale])]


def other_gradients():
    given = tf.constant(2.5)
    with tf.GradientTape() as tape:
        tape.watch(given)
        v1.set_random_seed(3)
        value = (
            d.Gamma(given, 2.0).sample(seed=4)
            + d.Laplace(given, given).log_cdf(-1.0)
            + d.StudentT(given, 0.0, 1.0).variance()
            + tf.reduce_sum(d.Dirichlet([given, 1.0]).entropy())
            + d.Uniform(0.0, given).log_prob(1.0)
        )
    return told(tape.gradient(value, given))


show("gradients", gradients)
show("other gradients", other_gradients)


def in_a_graph():
    with tf.Graph().as_default(), v1.Session() as session:
        normal, again = d.Normal(0.0, 1.0), d.Normal([1.0], 1.0)
        logits = v1.placeholder(tf.float32, [None, None])
        classes = d.Categorical(logits)
        anything = d.Normal(v1.placeholder(tf.float32, None), 1.0)
        kept = [normal.name, again.name, normal.loc.name, normal.prob(1.0).name]
        kept += [str(classes), str(anything), classes.batch_shape, classes.sample(2)]
        kept += [classes.entropy().shape, anything.sample([2]).shape.rank]
        fed = {logits: [[0.0, 0.0], [1.0, 1.0]]}
        found = session.run([classes.entropy(), classes.batch_shape_tensor()], fed)
        return kept, [each.round(4).tolist() for each in found]


def checked_in_a_graph():
    with tf.Graph().as_default(), v1.Session() as session:
        scale = v1.placeholder(tf.float32, [])
        mean = d.Normal(1.0, scale, validate_args=True).stddev()
        kept = float(session.run(mean, {scale: 2.0}))
        try:
            session.run(mean, {scale: -2.0})
        except tf.errors.InvalidArgumentError as error:
            return kept, "Condition x > 0 did not hold" in str(error)


show("graph", in_a_graph)
show("graph with checks", checked_in_a_graph)


@tf.function
def traced(x):
    return d.Normal(x, 1.0).log_prob(0.0) + d.Beta(x, x).cdf(0.25)


show("traced", lambda: told(traced(tf.constant(2.0))))
