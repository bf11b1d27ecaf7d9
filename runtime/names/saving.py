"""The table of public modules of TensorFlow 1 for SavedModels; see ``top_level``."""

from __future__ import annotations

from typing import Final

_CONSTANTS: Final = (
    "ASSETS_DIRECTORY ASSETS_KEY DEBUG_DIRECTORY DEBUG_INFO_FILENAME_PB "
    "LEGACY_INIT_OP_KEY MAIN_OP_KEY SAVED_MODEL_FILENAME_PB "
    "SAVED_MODEL_FILENAME_PBTXT SAVED_MODEL_SCHEMA_VERSION VARIABLES_DIRECTORY "
    "VARIABLES_FILENAME"
)
_OF_SIGNATURES: Final = (
    "CLASSIFY_INPUTS CLASSIFY_METHOD_NAME CLASSIFY_OUTPUT_CLASSES "
    "CLASSIFY_OUTPUT_SCORES DEFAULT_SERVING_SIGNATURE_DEF_KEY PREDICT_INPUTS "
    "PREDICT_METHOD_NAME PREDICT_OUTPUTS REGRESS_INPUTS REGRESS_METHOD_NAME "
    "REGRESS_OUTPUTS"
)
_TAGS: Final = "GPU SERVING TPU TRAINING"
_MESSAGES: Final = (
    "build_signature_def classification_signature_def is_valid_signature "
    "predict_signature_def regression_signature_def"
)
_INFOS: Final = "build_tensor_info get_tensor_from_tensor_info"

MODULES: Final[dict[str, tuple[str, dict[str, str]]]] = {
    "compat.v1.saved_model": (
        "SavedModels of sessions.",
        {
            "runtime.saved_model": "Asset SaveOptions contains_saved_model",
            "runtime.saved_model.constants": f"{_CONSTANTS} {_OF_SIGNATURES} {_TAGS}",
            "runtime.saved_model.loading": "load_v2=load",
            "runtime.saved_model.saving": "save",
            "runtime.saved_model.sessions.builder": (
                "Builder=SavedModelBuilder simple_save"
            ),
            "runtime.saved_model.sessions.loader": (
                "load=load_into_session main_op_with_restore "
                "maybe_saved_model_directory"
            ),
            "runtime.saved_model.sessions.signature_messages": f"{_MESSAGES} {_INFOS}",
        },
    ),
    "compat.v1.saved_model.builder": (
        "The builder of SavedModels.",
        {"runtime.saved_model.sessions.builder": "SavedModelBuilder"},
    ),
    "compat.v1.saved_model.constants": (
        "Names of the files and folders of a SavedModel.",
        {"runtime.saved_model.constants": _CONSTANTS},
    ),
    "compat.v1.saved_model.experimental": (
        "APIs of SavedModels that may change.",
        {
            "runtime.saved_model.options": "VariablePolicy",
            "runtime.saved_model.saving": "save",
            "runtime.trackable.resources": "TrackableResource",
        },
    ),
    "compat.v1.saved_model.loader": (
        "Loading of SavedModels into sessions.",
        {
            "runtime.saved_model.sessions.loader": (
                "load=load_into_session maybe_saved_model_directory"
            )
        },
    ),
    "compat.v1.saved_model.main_op": (
        "Operations that initialize a loaded model.",
        {"runtime.saved_model.sessions.loader": "main_op main_op_with_restore"},
    ),
    "compat.v1.saved_model.signature_constants": (
        "Keys and method names of signatures.",
        {"runtime.saved_model.constants": _OF_SIGNATURES},
    ),
    "compat.v1.saved_model.signature_def_utils": (
        "``SignatureDef`` messages of signatures.",
        {
            "runtime.saved_model.sessions.method_names": "MethodNameUpdater",
            "runtime.saved_model.sessions.signature_messages": _MESSAGES,
        },
    ),
    "compat.v1.saved_model.tag_constants": (
        "Standard tags of SavedModels.",
        {"runtime.saved_model.constants": _TAGS},
    ),
    "compat.v1.saved_model.utils": (
        "``TensorInfo`` messages of tensors in signatures.",
        {"runtime.saved_model.sessions.signature_messages": _INFOS},
    ),
}
