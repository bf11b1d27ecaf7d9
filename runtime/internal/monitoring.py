"""`tf.__internal__.monitoring`: gauges, kept in this process."""

from __future__ import annotations


class BoolCell:
    """One value of a gauge."""

    def __init__(self) -> None:
        self._value = False

    def set(self, value: bool) -> None:
        """Sets the value."""
        self._value = bool(value)

    def value(self) -> bool:
        """The value that was set last."""
        return self._value


class BoolGauge:
    """Truth values by labels.

    >>> gauge = tf.__internal__.monitoring.BoolGauge("/a", "whether", "method")
    >>> gauge.get_cell("fit").set(True)
    >>> gauge.get_cell("fit").value(), gauge.get_cell("predict").value()
    (True, False)
    """

    def __init__(self, name: str, description: str, *labels: str) -> None:
        self.name = name
        self.description = description
        self._labels = labels
        self._cells: dict[tuple[str, ...], BoolCell] = {}

    def get_cell(self, *labels: str) -> BoolCell:
        """The cell of these values of the labels.

        Raises:
          ValueError: for another number of labels than the gauge has.
        """
        if len(labels) != len(self._labels):
            raise ValueError(
                f"The {type(self).__name__}({self.name!r}) takes {len(self._labels)} "
                f"labels, not {len(labels)}"
            )
        return self._cells.setdefault(labels, BoolCell())


__all__ = ["BoolGauge"]
