# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.data_service.clients import CrossTrainerCache as CrossTrainerCache
from runtime.distribute.data_service.clients import distribute as distribute
from runtime.distribute.data_service.clients import from_dataset_id as from_dataset_id
from runtime.distribute.data_service.clients import register_dataset as register_dataset
from runtime.distribute.data_service.dispatcher import DispatchServer as DispatchServer
from runtime.distribute.data_service.dispatcher import DispatcherConfig as DispatcherConfig
from runtime.distribute.data_service.policies import ShardingPolicy as ShardingPolicy
from runtime.distribute.data_service.worker_server import WorkerConfig as WorkerConfig
from runtime.distribute.data_service.worker_server import WorkerServer as WorkerServer
