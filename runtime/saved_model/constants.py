"""File names, tags and signature names of SavedModels."""

from __future__ import annotations

from typing import Final

ASSETS_DIRECTORY: Final = "assets"
ASSETS_KEY: Final = "saved_model_assets"
CLASSIFY_INPUTS: Final = "inputs"
CLASSIFY_METHOD_NAME: Final = "tensorflow/serving/classify"
CLASSIFY_OUTPUT_CLASSES: Final = "classes"
CLASSIFY_OUTPUT_SCORES: Final = "scores"
DEBUG_DIRECTORY: Final = "debug"
DEBUG_INFO_FILENAME_PB: Final = "saved_model_debug_info.pb"
DEFAULT_SERVING_SIGNATURE_DEF_KEY: Final = "serving_default"
GPU: Final = "gpu"
LEGACY_INIT_OP_KEY: Final = "legacy_init_op"
MAIN_OP_KEY: Final = "saved_model_main_op"
PREDICT_INPUTS: Final = "inputs"
PREDICT_METHOD_NAME: Final = "tensorflow/serving/predict"
PREDICT_OUTPUTS: Final = "outputs"
REGRESS_INPUTS: Final = "inputs"
REGRESS_METHOD_NAME: Final = "tensorflow/serving/regress"
REGRESS_OUTPUTS: Final = "outputs"
SAVED_MODEL_FILENAME_PB: Final = "saved_model.pb"
SAVED_MODEL_FILENAME_PBTXT: Final = "saved_model.pbtxt"
SAVED_MODEL_SCHEMA_VERSION: Final = 1
SERVING: Final = "serve"
TPU: Final = "tpu"
TRAINING: Final = "train"
VARIABLES_DIRECTORY: Final = "variables"
VARIABLES_FILENAME: Final = "variables"

__all__ = [
    "ASSETS_DIRECTORY",
    "ASSETS_KEY",
    "CLASSIFY_INPUTS",
    "CLASSIFY_METHOD_NAME",
    "CLASSIFY_OUTPUT_CLASSES",
    "CLASSIFY_OUTPUT_SCORES",
    "DEBUG_DIRECTORY",
    "DEBUG_INFO_FILENAME_PB",
    "DEFAULT_SERVING_SIGNATURE_DEF_KEY",
    "GPU",
    "LEGACY_INIT_OP_KEY",
    "MAIN_OP_KEY",
    "PREDICT_INPUTS",
    "PREDICT_METHOD_NAME",
    "PREDICT_OUTPUTS",
    "REGRESS_INPUTS",
    "REGRESS_METHOD_NAME",
    "REGRESS_OUTPUTS",
    "SAVED_MODEL_FILENAME_PB",
    "SAVED_MODEL_FILENAME_PBTXT",
    "SAVED_MODEL_SCHEMA_VERSION",
    "SERVING",
    "TPU",
    "TRAINING",
    "VARIABLES_DIRECTORY",
    "VARIABLES_FILENAME",
]
