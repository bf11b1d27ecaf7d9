"""Iterators of TensorFlow 1's graphs, which sessions start."""

from __future__ import annotations

from typing import Any

import pytest

import runtime as tf

V1 = tf.compat.v1
D = tf.data.Dataset


def test_a_session_starts_it_as_often_as_it_likes() -> None:
    with tf.Graph().as_default():
        limit = V1.placeholder(tf.int64, [])
        iterator = V1.data.make_initializable_iterator(D.range(limit))
        number = iterator.get_next()
        with V1.Session() as session:
            with pytest.raises(tf.errors.FailedPreconditionError):
                session.run(number)
            for bound in (2, 3):
                session.run(iterator.initializer, {limit: bound})
                found = [session.run(number) for _ in range(bound)]
                assert found == list(range(bound))
                with pytest.raises(tf.errors.OutOfRangeError):
                    session.run(number)


def test_sessions_have_iterators_of_their_own() -> None:
    with tf.Graph().as_default():
        iterator = V1.data.make_initializable_iterator(D.range(5))
        number = iterator.get_next()
        with V1.Session() as one, V1.Session() as two:
            for session in (one, two):
                session.run(iterator.initializer)
            assert [one.run(number), one.run(number), two.run(number)] == [0, 1, 0]


def test_one_iterator_for_datasets_of_one_structure() -> None:
    def pairs(*rows: Any) -> Any:
        return D.from_tensor_slices(({"a": list(rows)}, [[each] for each in rows]))

    with tf.Graph().as_default():
        dataset = pairs(1, 2)
        iterator = V1.data.Iterator.from_structure(
            V1.data.get_output_types(dataset), V1.data.get_output_shapes(dataset)
        )
        assert iterator.element_spec == dataset.element_spec
        assert iterator.output_types == ({"a": tf.int32}, tf.int32)
        assert iterator.output_shapes == ({"a": []}, [1])
        assert iterator.output_classes == ({"a": tf.Tensor}, tf.Tensor)
        starts = [iterator.make_initializer(pairs(*rows)) for rows in ((1, 2), (7,))]
        first, second = iterator.get_next()
        with V1.Session() as session:
            found = []
            for start in starts:
                session.run(start)
                found.append(session.run([first["a"], second[0]]))
        assert found == [[1, 1], [7, 7]]
        with pytest.raises(ValueError, match="same nested structure"):
            iterator.make_initializer(D.range(3))
        with pytest.raises(TypeError, match="Expected"):
            iterator.make_initializer(pairs(1.0))
        with pytest.raises(ValueError, match="does not have an initializer"):
            iterator.initializer  # noqa: B018


def test_a_fed_string_chooses_the_iterator() -> None:
    with tf.Graph().as_default():
        both = [V1.data.make_initializable_iterator(D.range(n, 9)) for n in (3, 5)]
        fed = V1.placeholder(tf.string, [])
        chosen = V1.data.Iterator.from_string_handle(fed, tf.int64, [])
        number = chosen.get_next()
        with V1.Session() as session:
            session.run([each.initializer for each in both])
            three, five = session.run([each.string_handle() for each in both])
            order = (three, five, three, five)
            assert [session.run(number, {fed: each}) for each in order] == [3, 5, 4, 6]


def test_it_tells_the_end_as_an_optional() -> None:
    with tf.Graph().as_default():
        iterator = V1.data.make_initializable_iterator(D.range(1))
        has_one = iterator.get_next_as_optional().has_value()
        with V1.Session() as session:
            session.run(iterator.initializer)
            assert [bool(session.run(has_one)) for _ in range(2)] == [True, False]


def test_eager_programs_loop_instead() -> None:
    with pytest.raises(RuntimeError, match="Use Python-style iteration instead"):
        V1.data.make_initializable_iterator(D.range(3))
