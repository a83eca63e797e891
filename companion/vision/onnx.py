"""Our ONNX models: loaded from the package, run on a fixed number of threads."""

from importlib import resources
from pathlib import Path
from typing import Protocol

import numpy as np
import numpy.typing as npt

from companion.core.phrases import phrase
from companion.vision.errors import ModelUnavailable


class _Session(Protocol):
    def run(
        self, outputs: list[str], inputs: dict[str, npt.NDArray[np.uint8]]
    ) -> list[npt.NDArray[np.float32]]: ...


class Model:
    """One network with one input `pixels` (uint8) and one output `result` (float32)."""

    def __init__(self, session: _Session) -> None:
        self._session = session

    @classmethod
    def load(cls, package: str, name: str, threads: int) -> "Model":
        """The model file `name` of `package`.

        Raises `ModelUnavailable` without ONNX Runtime, without the file or if it is broken.
        """
        return cls(_session(_model_bytes(package, name), name, threads))

    @classmethod
    def from_file(cls, path: Path, threads: int) -> "Model":
        """A model that is not shipped: one being trained or compared.

        Raises `ModelUnavailable` as `load` does.
        """
        try:
            data = path.read_bytes()
        except OSError as error:
            raise ModelUnavailable(phrase("model file {name} cannot be read", name=path)) from error
        return cls(_session(data, path.name, threads))

    def __call__(self, pixels: npt.NDArray[np.uint8]) -> npt.NDArray[np.float32]:
        """Run on a batch; shapes as the model's card says."""
        return self._session.run(["result"], {"pixels": pixels})[0]


def _model_bytes(package: str, name: str) -> bytes:
    try:
        return resources.files(package).joinpath(name).read_bytes()
    except (ModuleNotFoundError, OSError) as error:
        raise ModelUnavailable(
            phrase("model file {name} of {package} is missing", name=name, package=package)
        ) from error


def _session(data: bytes, name: str, threads: int) -> _Session:
    try:
        # Only here: on some machines the import fails or is slow, and the program must start.
        import onnxruntime  # noqa: PLC0415
    except ImportError as error:
        raise ModelUnavailable(
            phrase("onnxruntime is not installed: dice cannot be read")
        ) from error
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = threads
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only: affinity warnings are no use to a player
    # Threads that spin while they wait take the core from the capture thread and the web server.
    options.add_session_config_entry("session.intra_op.allow_spinning", "0")
    options.add_session_config_entry("session.inter_op.allow_spinning", "0")
    try:
        session: _Session = onnxruntime.InferenceSession(
            data, options, providers=["CPUExecutionProvider"]
        )
    except Exception as error:
        raise ModelUnavailable(
            phrase("model {name} cannot be loaded: {error}", name=name, error=error)
        ) from error
    return session
