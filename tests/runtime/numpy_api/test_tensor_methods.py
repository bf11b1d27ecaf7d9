"""NumPy's methods of tensors, against NumPy's own."""

from __future__ import annotations

from .switched_on import run


def test_methods_give_what_numpys_give() -> None:
    run(
        """
        enable()
        array = np.arange(6).reshape(2, 3)
        tensor = tf.constant(array)
        calls = {
            "T": lambda x: x.T,
            "astype": lambda x: x.astype(np.float32),
            "clip": lambda x: x.clip(1, 4),
            "flatten": lambda x: x.flatten(),
            "ravel": lambda x: x.ravel(),
            "max": lambda x: x.max(0),
            "min": lambda x: x.min(),
            "mean": lambda x: x.mean(1),
            "reshape": lambda x: x.reshape(3, 2),
            "reshape to a list": lambda x: x.reshape([6]),
            "reshape by columns": lambda x: x.reshape((3, 2), order="F"),
            "size": lambda x: x.size,
            "transpose": lambda x: x.transpose(1, 0),
            "transpose by a list": lambda x: x.transpose([1, 0]),
            "transpose of all": lambda x: x.transpose(),
            "plus": lambda x: +x,
            "mask": lambda x: x[x > 2],
            "rows": lambda x: x[[1, 0]],
            "columns": lambda x: x[:, [2, 0]],
        }
        for name, call in calls.items():
            ours, theirs = np.asarray(call(tensor)), np.asarray(call(array))
            assert ours.tolist() == theirs.tolist(), name
            assert ours.dtype == theirs.dtype or name == "size", name
        assert tensor.tolist() == array.tolist()
        assert tensor.data is tensor
        """
    )
