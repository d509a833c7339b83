"""What tests of several rooms share: a real Ollama server, and that CI leaves no test out."""

from __future__ import annotations

import compileall
import os
import signal
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import frozen
from hypothesis import settings

from tests.node import NO_PACKAGES
from tests.ollama.build import Build, NoServerHereError, built
from tests.ollama.process import ServerError, ServerProcess

if TYPE_CHECKING:
    from collections.abc import Iterator

_ROOMS = ("core", "verification", "cmd")
"""The folders of what is installed."""
_LONG = (
    "test_reproducible.py",
    "process/test_standard_streams.py",
    "grounding/test_probes.py",
    "test_documents.py",
    "verify/test_scripts.py",
    "verify/test_library.py",
    "verify/mcp/test_tools.py",
    "serve/test_openapi.py",
    "serve/test_libraries.py",
    "test_verifier.py",
    "judging/test_verify.py",
    "bench/train/test_pairs.py",
    "library/test_verifying.py",
    "batch/test_kills.py",
    "bench/speed/test_ratios.py",
)
"""Files that take longest: they begin, so that none runs alone at the end."""
_LOOKED_INTO = pytest.StashKey[set[Path]]()

pytest.register_assert_rewrite("tests.embedding.contract")
settings.register_profile("vera", deadline=None)  # nothing asserts a wall time
settings.load_profile("vera")


@frozen
class RunningOllama:
    """A real server: `host` is its address, `model` is all-MiniLM-L6-v2."""

    host: str
    model: str


@pytest.fixture(scope="session")
def ollama_build() -> Build:
    """The real server, built if it was not; skips where it cannot be. In CI that is a failure."""
    try:
        return built()
    except NoServerHereError as reason:
        pytest.skip(str(reason))
    except ServerError as reason:
        if os.environ.get("CI"):
            pytest.fail(f"no Ollama server for the tests: {reason}")
        pytest.skip(f"no Ollama server for the tests: {reason}")


@pytest.fixture(scope="session")
def ollama_server(ollama_build: Build) -> Iterator[RunningOllama]:
    """A real server that runs as long as the tests do."""
    with ServerProcess(ollama_build.run, ollama_build.models) as server:
        yield RunningOllama(server.host, ollama_build.model)


@pytest.fixture(scope="session")
def cache_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder for the cache, one for all the tests of a run."""
    return _of_the_run(tmp_path_factory, "cache")


def _of_the_run(tmp_path_factory: pytest.TempPathFactory, name: str) -> Path:
    """A folder that all processes of a run share, by that name."""
    run = tmp_path_factory.getbasetemp()
    folder = (run.parent if "PYTEST_XDIST_WORKER" in os.environ else run) / f"shared-{name}"
    folder.mkdir(mode=0o700, exist_ok=True)
    return folder


def pytest_configure(config: pytest.Config) -> None:
    """Nothing has been looked into for tests yet; and programs that tests start heed signals.

    What this process ignores they would ignore, too: of a shell's background Ctrl-C, of nohup the
    end of the terminal. What it handles they do not inherit. They are compiled once, not by each:
    where PYTHONDONTWRITEBYTECODE is set none keeps what it compiled, and readers can nowhere.
    """
    config.option.loadscopereorder = False  # xdist keeps the order: many tests are not much time
    if not hasattr(config, "workerinput"):
        for room in _ROOMS:
            compileall.compile_dir(Path(__file__).parents[1] / room, quiet=2)
    for number in (signal.SIGINT, signal.SIGHUP, signal.SIGTERM):
        if signal.getsignal(number) is signal.SIG_IGN:
            signal.signal(number, lambda *_: None)
    config.stash[_LOOKED_INTO] = set()


def pytest_collectstart(collector: pytest.Collector) -> None:
    """Remember what is looked into for tests."""
    collector.config.stash[_LOOKED_INTO].add(collector.path)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """The files that take longest go first; all others stay in their order."""
    here = Path(__file__).parent
    at = {here / name: place for place, name in enumerate(_LONG)}
    items.sort(key=lambda item: at.get(item.path, len(at)))


def pytest_collection_finish(session: pytest.Session) -> None:
    """In CI, a file of tests that was asked for and not looked into is an error."""
    asked = [session.config.invocation_params.dir / folder for folder in session.config.args]
    files = {file for folder in asked for file in folder.rglob("test_*.py")}
    looked_into = session.config.stash[_LOOKED_INTO]
    if os.environ.get("CI") and (left := files - looked_into):
        raise pytest.UsageError(f"CI must leave no test out: {', '.join(map(str, sorted(left)))}")


@pytest.fixture(scope="session", autouse=True)
def key_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Where the key of the caches lies, for all the tests of a run, and not the user's own."""
    with pytest.MonkeyPatch.context() as patch:
        folder = _of_the_run(tmp_path_factory, "key")
        patch.setenv("VERA_KEY_DIR", str(folder))
        yield folder


def _wrongly_skipped(reporter: pytest.TerminalReporter | None) -> int:
    """How many tests CI skipped that it could have run.

    Where npm's packages cannot be had, which `.ci/run` finds out, their tests may be skipped.
    """
    if reporter is None or not os.environ.get("CI"):
        return 0
    skipped = [str(each.longrepr) for each in reporter.stats.get("skipped", [])]
    excused = NO_PACKAGES if os.environ.get("VERA_WITHOUT_NPM") else None
    return sum(excused is None or excused not in why for why in skipped)


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """In CI, where everything a test may need is there, a skipped test is a failed run."""
    if skipped := _wrongly_skipped(terminalreporter):
        terminalreporter.write_line(f"CI must skip no test, and skipped {skipped}", red=True)


@pytest.hookimpl(trylast=True)
def pytest_sessionfinish(session: pytest.Session) -> None:
    """The exit code of a CI run that skipped something is that of a run that failed."""
    if _wrongly_skipped(session.config.pluginmanager.get_plugin("terminalreporter")):
        session.exitstatus = pytest.ExitCode.TESTS_FAILED
