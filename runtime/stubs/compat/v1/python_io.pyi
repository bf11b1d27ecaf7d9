# Made by `python -m tools.stubs` of the tables of names.
from runtime.io.record_reading import tf_record_iterator as tf_record_iterator
from runtime.io.records import TFRecordCompressionType as TFRecordCompressionType
from runtime.io.records import TFRecordOptions as TFRecordOptions
from runtime.io.records import TFRecordWriter as TFRecordWriter
