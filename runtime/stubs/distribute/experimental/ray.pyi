# Made by `python -m tools.stubs` of the tables of names.
from runtime.distribute.coordinator.ray_servers import ParameterServers as ParameterServers
from runtime.distribute.data_service.ray_servers import DataService as DataService
from runtime.distribute.workers.predictors import Predictor as Predictor
from runtime.distribute.workers.ray_workers import run as run
