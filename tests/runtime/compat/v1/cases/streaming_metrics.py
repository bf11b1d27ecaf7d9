"""Each streaming metric after three batches: its value, its update, its variables."""

import numpy as np

import runtime as tf
from tests.runtime.shown_answers import show

v1 = tf.compat.v1
m = v1.metrics


def numbers(*values):
    """A placeholder's shape and its batches."""
    rng = np.random.default_rng(7)
    return [rng.permutation(np.array(values)) for _ in range(3)]


SCORES = numbers(0.05, 0.2, 0.35, 0.4, 0.6, 0.75, 0.8, 0.99)
HOLDS = [np.roll([1, 0, 0, 1, 1, 0, 1, 0], turn) for turn in range(3)]
REAL = numbers(0.5, -1.0, 2.0, 3.5, 0.0, 1.0, -2.5, 4.0)
OTHER = numbers(1.5, -1.0, 0.0, 3.0, 0.25, 2.0, -2.0, 4.5)
WEIGHTS = numbers(0.0, 1.0, 0.5, 2.0, 1.0, 0.0, 3.0, 1.0)
CLASSES = numbers(0, 1, 2, 2, 1, 0, 3, 2)
GUESSES = numbers(0, 1, 1, 2, 3, 0, 3, 3)
ROWS = [np.roll([[0.1, 0.5, 0.4, 0.3], [0.9, 0.2, 0.05, 0.6]], turn) for turn in range(3)]
LABELS = [np.array([[0, 1], [2, 3]]), np.array([[1, 3], [3, 0]]), np.array([[2, 1], [0, 2]])]


def shown(array):
    if isinstance(array, (list, tuple)):
        return [shown(each) for each in array]
    found = np.asarray(array)
    return found.dtype.name, np.round(found, 5).tolist()


def trial(make, *batches):
    """The value and update of a metric as batches are added."""
    with tf.Graph().as_default(), v1.Session() as session:
        kinds = {"f": tf.float32, "i": tf.int64, "b": tf.bool}
        fed = [
            v1.placeholder(kinds[each[0].dtype.kind], each[0].shape) for each in batches
        ]
        value, update = make(*fed)
        session.run(v1.local_variables_initializer())
        found = [shown(session.run(value))]
        for each in zip(*batches):
            feeds = dict(zip(fed, each))
            found.append(shown(session.run(update, feeds)))
        found.append(shown(session.run(value)))
        count = len(v1.get_collection(v1.GraphKeys.METRIC_VARIABLES))
        return found, count


def case(label, make, *batches):
    show(label, lambda: trial(make, *batches))


LIMITS = [0.1, 0.5, 0.9]
case("mean", m.mean, REAL)
case("mean weighted", lambda x, w: m.mean(x, w), REAL, WEIGHTS)
case("mean scalar weight", lambda x: m.mean(x, 2.0), REAL)
case("mean_tensor", m.mean_tensor, REAL)
case("mean_tensor weighted", m.mean_tensor, REAL, WEIGHTS)
case("accuracy", m.accuracy, CLASSES, GUESSES)
case("accuracy weighted", m.accuracy, CLASSES, GUESSES, WEIGHTS)
case("accuracy columns", lambda a, b: m.accuracy(tf.expand_dims(a, 1), b), CLASSES, GUESSES)
case("mae", m.mean_absolute_error, REAL, OTHER)
case("mae weighted", m.mean_absolute_error, REAL, OTHER, WEIGHTS)
case("relative", lambda a, b, w: m.mean_relative_error(a, b, a, w), REAL, OTHER, WEIGHTS)
case("mse", m.mean_squared_error, REAL, OTHER, WEIGHTS)
case("rmse", m.root_mean_squared_error, REAL, OTHER)
case("cosine", lambda a, b: m.mean_cosine_distance(a, b, 0), REAL, OTHER)
case("below", lambda a: m.percentage_below(a, 0.75), REAL)
for name in ("true_positives", "false_positives", "true_negatives", "false_negatives"):
    case(name, getattr(m, name), HOLDS, GUESSES)
    case(f"{name} weighted", getattr(m, name), HOLDS, GUESSES, WEIGHTS)
    at = getattr(m, f"{name}_at_thresholds")
    case(f"{name} at", lambda a, b, at=at: at(a, b, LIMITS), HOLDS, SCORES)
    case(f"{name} at weighted", lambda a, b, w, at=at: at(a, b, LIMITS, w), HOLDS, SCORES, WEIGHTS)
case("precision", m.precision, HOLDS, GUESSES)
case("precision weighted", m.precision, HOLDS, GUESSES, WEIGHTS)
case("recall", m.recall, HOLDS, GUESSES)
case("recall of nothing", lambda a: m.recall(tf.zeros_like(a), a), HOLDS)
case("precision at", lambda a, b: m.precision_at_thresholds(a, b, LIMITS), HOLDS, SCORES)
case("recall at", lambda a, b, w: m.recall_at_thresholds(a, b, LIMITS, w), HOLDS, SCORES, WEIGHTS)
case("sensitivity", lambda a, b: m.sensitivity_at_specificity(a, b, 0.6), HOLDS, SCORES)
case("specificity", lambda a, b: m.specificity_at_sensitivity(a, b, 0.6), HOLDS, SCORES)
case("sensitivity few", lambda a, b, w: m.sensitivity_at_specificity(a, b, 0.4, w, num_thresholds=7), HOLDS, SCORES, WEIGHTS)
case("specificity few", lambda a, b, w: m.specificity_at_sensitivity(a, b, 0.4, w, num_thresholds=7), HOLDS, SCORES, WEIGHTS)
for curve in ("ROC", "PR"):
    for method in ("trapezoidal", "careful_interpolation", "minoring", "majoring"):
        case(
            f"auc {curve} {method}",
            lambda a, b: m.auc(a, b, num_thresholds=9, curve=curve, summation_method=method),
            HOLDS,
            SCORES,
        )
case("auc", m.auc, HOLDS, SCORES, WEIGHTS)
case("auc thresholds", lambda a, b: m.auc(a, b, thresholds=[0.7, 0.3]), HOLDS, SCORES)
case("auc other curve", lambda a, b: m.auc(a, b, curve="LINE"), HOLDS, SCORES)


def refused():
    try:
        trial(m.auc, HOLDS, REAL)
    except tf.errors.InvalidArgumentError:
        return "scores must be parts of 1"


show("auc out of range", refused)
case("iou", lambda a, b: m.mean_iou(a, b, 4), CLASSES, GUESSES)
case("iou weighted", lambda a, b, w: m.mean_iou(a, b, 4, w), CLASSES, GUESSES, WEIGHTS)
case("per class", lambda a, b: m.mean_per_class_accuracy(a, b, 4), CLASSES, GUESSES)
case("per class weighted", lambda a, b, w: m.mean_per_class_accuracy(a, b, 4, w), CLASSES, GUESSES, WEIGHTS)
ROW_WEIGHTS = [np.array([1.0, 0.5]), np.array([0.0, 2.0]), np.array([1.0, 1.0])]
for name in ("precision_at_k", "recall_at_k", "sparse_precision_at_k"):
    at = getattr(m, name)
    case(name, lambda a, b, at=at: at(a, b, 2), LABELS, ROWS)
    case(f"{name} class", lambda a, b, at=at: at(a, b, 2, class_id=1), LABELS, ROWS)
    case(f"{name} weighted", lambda a, b, w, at=at: at(a, b, 3, weights=w), LABELS, ROWS, ROW_WEIGHTS)
    case(f"{name} one label", lambda a, b, at=at: at(a[:, 0], b, 2), LABELS, ROWS)
    case(
        f"{name} sparse",
        lambda a, b, at=at: at(tf.sparse.from_dense(a), b, 2),
        LABELS,
        ROWS,
    )
    case(
        f"{name} sparse class",
        lambda a, b, at=at: at(tf.sparse.from_dense(a), b, 2, class_id=2),
        LABELS,
        ROWS,
    )
TOP = [np.array([[0, 2], [1, 3]]), np.array([[3, 1], [0, 2]]), np.array([[2, 2], [1, 0]])]
case("precision_at_top_k", lambda a, b: m.precision_at_top_k(a, b, 2), LABELS, TOP)
case("recall_at_top_k", lambda a, b: m.recall_at_top_k(a, b), LABELS, TOP)
for name in ("average_precision_at_k", "sparse_average_precision_at_k"):
    at = getattr(m, name)
    case(name, lambda a, b, at=at: at(a, b, 3), LABELS, ROWS)
    case(f"{name} weighted", lambda a, b, w, at=at: at(a, b, 3, w), LABELS, ROWS, ROW_WEIGHTS)
    case(f"{name} sparse", lambda a, b, at=at: at(tf.sparse.from_dense(a), b, 2), LABELS, ROWS)


def collected():
    with tf.Graph().as_default():
        value, update = m.mean([1.0], metrics_collections=["a"], updates_collections="b", name="mine")
        return (
            v1.get_collection("a") == [value],
            v1.get_collection("b") == [update],
            [each.name for each in v1.local_variables()],
        )


show("collections", collected)
show("eagerly", lambda: m.mean([1.0]))
show("labels and predictions", lambda: trial(lambda: m.accuracy([[1, 2]], [1, 2, 3])))
