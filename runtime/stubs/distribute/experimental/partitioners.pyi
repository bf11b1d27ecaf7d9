# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.partitioners import FixedShardsPartitioner as FixedShardsPartitioner
from runtime.distribute.partitioners import MaxSizePartitioner as MaxSizePartitioner
from runtime.distribute.partitioners import MinSizePartitioner as MinSizePartitioner
from runtime.distribute.partitioners import Partitioner as Partitioner
