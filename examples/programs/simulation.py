"""Planets around a sun: a simulation whose steps are a loop in the graph.

Runs under TensorFlow and, unchanged, under `python -m runtime`.
"""

import collections

import tensorflow as tf

State = collections.namedtuple("State", "positions speeds time steps")
SUN = 39.478  # in years and distances of the earth


@tf.function
def acceleration(positions):
    distance = tf.norm(positions, axis=-1, keepdims=True)
    pull = -SUN * positions / distance**3
    apart = positions[:, None, :] - positions[None, :, :]
    squared = tf.reduce_sum(apart**2, axis=-1) + 1e-3
    masses = tf.constant([3e-6, 1e-3, 3e-4], tf.float64) * SUN
    mutual = -tf.einsum("j,ijd,ij->id", masses, apart, squared**-1.5)
    return pull + mutual


def energy(state):
    kinetic = 0.5 * tf.reduce_sum(state.speeds**2, axis=-1)
    potential = -SUN / tf.norm(state.positions, axis=-1)
    return kinetic + potential


@tf.function
def simulate(state, until, longest_step):
    """Steps until a time; a step is shorter where the pull is strong."""
    farthest = tf.norm(state.positions, axis=-1)
    while state.time < until:
        pull = acceleration(state.positions)
        strongest = tf.reduce_max(tf.norm(pull, axis=-1))
        step = longest_step
        if strongest > 30.0:
            step = longest_step * 30.0 / strongest
        if state.time + step > until:
            step = until - state.time
        halfway = state.speeds + 0.5 * step * pull
        positions = state.positions + step * halfway
        speeds = halfway + 0.5 * step * acceleration(positions)
        farthest = tf.maximum(farthest, tf.norm(positions, axis=-1))
        state = State(positions, speeds, state.time + step, state.steps + 1)
    return state, farthest


@tf.function
def crossings(state, step, count):
    """The times at which the first planet crosses the x axis upwards."""
    times = tf.TensorArray(tf.float64, size=0, dynamic_size=True)
    found = 0
    for _ in tf.range(count):
        before = state.positions[0, 1]
        state, _ = simulate(state, state.time + step, step)
        after = state.positions[0, 1]
        if before < 0.0 and after >= 0.0:
            share = -before / (after - before)
            times = times.write(found, state.time - step * (1.0 - share))
            found += 1
        if found == 3:
            break
    return times.stack()


def start():
    positions = tf.constant([[1.0, 0.0], [0.0, 5.2], [-9.5, 0.0]], tf.float64)
    radii = tf.norm(positions, axis=-1, keepdims=True)
    turned = tf.stack([-positions[:, 1], positions[:, 0]], axis=-1) / radii
    speeds = turned * tf.sqrt(SUN / radii)
    zero = tf.constant(0.0, tf.float64)
    return State(positions, speeds, zero, tf.constant(0))


def main():
    state = start()
    before = energy(state)
    after, farthest = simulate(
        state, tf.constant(5.0, tf.float64), tf.constant(0.002, tf.float64)
    )
    print("steps:", int(after.steps), f"time: {float(after.time):.3f}")
    for name, place in zip(["inner", "middle", "outer"], after.positions.numpy()):
        print(f"  {name:6s} {place[0]:7.3f} {place[1]:7.3f}")
    print("farthest:", [f"{each:.3f}" for each in farthest.numpy()])
    drift = tf.reduce_max(tf.abs(energy(after) / before - 1.0))
    print("energy kept:", bool(drift < 0.01))
    years = crossings(state, tf.constant(0.01, tf.float64), tf.constant(400))
    print("years:", [f"{each:.3f}" for each in years.numpy()])
    lengths = years[1:] - years[:-1]
    tf.debugging.assert_near(lengths, tf.ones_like(lengths), atol=0.02)
    print("a year is a year")


if __name__ == "__main__":
    main()
