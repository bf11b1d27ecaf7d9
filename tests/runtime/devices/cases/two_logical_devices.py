"""Two logical CPUs: what is said to be on which."""

import runtime as tf
from tests.runtime.shown_answers import show

cpu = tf.config.list_physical_devices('CPU')[0]
show('set', lambda: tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(), tf.config.LogicalDeviceConfiguration()]))
show('get', lambda: tf.config.get_logical_device_configuration(cpu))
show('list', lambda: tf.config.list_logical_devices())
show('list2', lambda: tf.config.list_logical_devices('CPU'))
a = tf.constant(1)
show('dev', lambda: a.device)
with tf.device('CPU:1'):
    b = tf.constant(2)
    v = tf.Variable(3)
    e = tf.constant(1) + 1
show('dev1', lambda: b.device)
show('dev1v', lambda: v.device)
show('dev1e', lambda: e.device)
show('back', lambda: e.backing_device)
show('sum', lambda: (a + b).device)
show('sum2', lambda: (b + b).device)
show('read', lambda: v.read_value().device)
def ctx():
    with tf.device('/device:CPU:1'):
        return (a + b).device
show('ctx', ctx)
def ctx2():
    with tf.device('/CPU:5'):
        return tf.constant(1).device
show('ctx2', ctx2)
def ctx3():
    with tf.device('GPU:0'):
        return tf.constant(1).device
show('gpu', ctx3)
def ctx4():
    with tf.device(None):
        return tf.constant(1).device
show('none', ctx4)
def ctx5():
    with tf.device('/job:localhost/replica:0/task:0/device:CPU:1'):
        with tf.device('CPU:0'):
            return tf.constant(1).device
show('nested', ctx5)
def ctx6():
    with tf.device(tf.config.list_logical_devices('CPU')[1]):
        return tf.constant(1).device
show('logical', ctx6)
def ctx7():
    with tf.device(tf.config.list_logical_devices('CPU')[1].name):
        return tf.identity(a).device
show('logical n', ctx7)
@tf.function
def f(x):
    with tf.device('CPU:1'):
        y = x + 1
    z = y * 2
    return y, z
show('fn', lambda: [t.device for t in f(a)])
show('fng', lambda: [(n.name, n.device) for n in f.get_concrete_function(a).graph.get_operations()])
def ctx8():
    with tf.device('CPU:1'):
        return tf.function(lambda x: x + 1)(a).device
show('fn in dev', ctx8)
show('again', lambda: tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()]))
show('mem', lambda: tf.config.LogicalDeviceConfiguration(memory_limit=100))
show('cpumem', lambda: tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration(memory_limit=100)]))
show('cpu()', lambda: b.cpu().device)
show('reshape', lambda: tf.reshape(b, [1]).device)
show('matmul', lambda: tf.matmul([[1]], [[2]]).device)
show('rng', lambda: tf.random.normal([2]).device)
show('devspec', lambda: tf.DeviceSpec.from_string(b.device))
ds = tf.data.Dataset.range(2)
show('ds', lambda: next(iter(ds)).device)
show('cst', lambda: [x.device for x in tf.split(tf.zeros([4]), 2)])
