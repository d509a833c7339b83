"""A run that is stopped ends at once, says so, and leaves nothing behind."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from vera.process.signals import EndedError, ended

if TYPE_CHECKING:
    from collections.abc import Iterator

_PAPER = Path(__file__).parents[2] / "testdata" / "papers" / "plain.txt"
_OLD = "the old report"
_OPTIONS = ("--output", "report", "--embedder", "minilm")
_VERIFY = (sys.executable, "-m", "vera.verify", *_OPTIONS, "claims.txt", str(_PAPER))

every_signal = pytest.mark.parametrize(
    ("number", "code", "word"),
    [
        (signal.SIGHUP, 129, "hung up"),
        (signal.SIGINT, 130, "interrupted"),
        (signal.SIGTERM, 143, "terminated"),
    ],
)


@contextmanager
def _waiting(tmp_path: Path, cache_folder: Path) -> Iterator[subprocess.Popen[str]]:
    """A run with --output that has begun: it reads a paper from a pipe that says no more."""
    (tmp_path / "claims.txt").write_text("Bees sleep at night.\n")
    (tmp_path / "report").write_text(_OLD)
    reader, writer = os.pipe()
    os.write(writer, b"Bees sleep ")
    try:
        with subprocess.Popen(
            [*_VERIFY, f"/dev/fd/{reader}"],
            cwd=tmp_path,
            env=os.environ | {"VERA_CACHE_DIR": str(cache_folder)},
            pass_fds=[reader],
            stderr=subprocess.PIPE,
            text=True,
        ) as run:
            try:
                yield run
            finally:
                run.kill()
    finally:
        os.close(reader)
        os.close(writer)


def _begun(folder: Path, size: int = 0) -> Path:
    """The unfinished report, once it is there and has grown to a size in bytes."""
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline:
        for path in folder.glob(".report.*.vera-part"):
            if path.stat().st_size >= size:
                return path
        time.sleep(0.01)
    raise TimeoutError("the run did not begin")


def _left(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()}


@every_signal
def test_while_a_paper_is_read(
    tmp_path: Path, cache_folder: Path, number: int, code: int, word: str
) -> None:
    """The wait for a paper that never comes is cut off; the old report is as it was."""
    with _waiting(tmp_path, cache_folder) as run:
        _begun(tmp_path)
        run.send_signal(number)
        _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) in {(code, ""), (code, f"verify: {word}\n")}
    assert _left(tmp_path) == {"claims.txt", "report"}
    assert (tmp_path / "report").read_text() == _OLD


@every_signal
def test_while_the_report_is_written(
    tmp_path: Path, cache_folder: Path, number: int, code: int, word: str
) -> None:
    """Half a report is dropped, and the old one is as it was."""
    claims = "".join(f"Claim number {n} of many.\n" for n in range(3000))
    (tmp_path / "claims.txt").write_text(claims)
    (tmp_path / "report").write_text(_OLD)
    with subprocess.Popen(
        _VERIFY,
        cwd=tmp_path,
        env=os.environ | {"VERA_CACHE_DIR": str(cache_folder)},
        stderr=subprocess.PIPE,
        text=True,
    ) as run:
        _begun(tmp_path, size=1)
        run.send_signal(number)
        _, errors = run.communicate(timeout=60)
    assert (run.returncode, errors) == (code, f"verify: {word}\n")
    assert _left(tmp_path) == {"claims.txt", "report"}
    assert (tmp_path / "report").read_text() == _OLD


def test_a_kill_leaves_what_can_be_known(tmp_path: Path, cache_folder: Path) -> None:
    """SIGKILL gives no time to clean up: the old report is whole, and what is left has a name."""
    with _waiting(tmp_path, cache_folder) as run:
        left = _begun(tmp_path)
        run.kill()
    assert _left(tmp_path) == {"claims.txt", "report", left.name}
    assert (tmp_path / "report").read_text() == _OLD


def _program(body: str, before: str = "") -> subprocess.Popen[str]:
    """A program that heeds signals and goes on with these lines, which print "ready" first."""
    code = "import signal, sys, threading\nfrom vera.process import signals\n"
    code += "signals.heed(lambda: print('last', flush=True))\n" + body
    started = ["/bin/sh", "-c", before + 'exec "$@"', "sh", sys.executable, "-c", code]
    return subprocess.Popen(started, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _answer(run: subprocess.Popen[str], number: int) -> tuple[int, str]:
    """The exit code and what is printed after the program was ready and got a signal."""
    assert run.stdout is not None
    assert run.stdout.readline() == "ready\n"
    run.send_signal(number)
    said, _ = run.communicate(timeout=60)
    return run.returncode, said


def test_a_signal_that_is_lost() -> None:
    """Code that swallows the exception does not keep the program alive, and `last` is called."""
    body = """
try:
    print("ready", flush=True)
    threading.Event().wait()
except BaseException:
    threading.Event().wait()
"""
    with _program(body) as run:
        assert _answer(run, signal.SIGTERM) == (143, "last\n")


def test_a_second_signal_does_not_disturb_the_first() -> None:
    """What undoes the run is not cut off by an impatient user."""
    body = """
try:
    print("ready", flush=True)
    threading.Event().wait()
except signals.EndedError as ended:
    signal.raise_signal(signal.SIGINT)
    signal.raise_signal(signal.SIGTERM)
    print("undone", flush=True)
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert _answer(run, signal.SIGHUP) == (129, "undone\n")


def test_a_slow_interpreter_changes_no_exit_code() -> None:
    """What is taken apart after the run for longer than it may take is waited for."""
    body = """
import time

class Slow:
    def __del__(self, sleep=time.sleep):
        sleep(1.5)

slow = Slow()
try:
    print("ready", flush=True)
    threading.Event().wait()
except signals.EndedError as ended:
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert _answer(run, signal.SIGTERM) == (143, "")


def test_what_is_whole_is_not_cut_short() -> None:
    """A signal that comes in such a function ends the run right after it."""
    body = """
@signals.whole
def written():
    signal.raise_signal(signal.SIGTERM)
    print("ready", flush=True)

try:
    written()
    threading.Event().wait()
except signals.EndedError as ended:
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert (run.communicate(timeout=60)[0], run.returncode) == ("ready\n", 143)


def test_what_is_whole_may_not_wait_for_ever() -> None:
    """A write that blocks, since nobody reads, is ended all the same."""
    body = """
import os

@signals.whole
def blocked():
    print("ready", flush=True)
    os.read(os.pipe()[0], 1)

try:
    blocked()
except signals.EndedError as ended:
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert _answer(run, signal.SIGTERM) == (143, "")


def test_an_import_is_not_cut_short(tmp_path: Path) -> None:
    """A signal that comes while a module is loaded ends the run once all of it is there."""
    (tmp_path / "module.py").write_text(
        "import signal, time\nsignal.raise_signal(signal.SIGINT)\ntime.sleep(0.1)\nloaded = True\n"
    )
    body = f"""
sys.path.insert(0, {str(tmp_path)!r})
try:
    import module
    print("ready", flush=True)
    threading.Event().wait()
except signals.EndedError as ended:
    print(sys.modules["module"].loaded)
    sys.exit(ended.code)
"""
    with _program(body) as run:
        said, _ = run.communicate(timeout=60)
    assert (said.splitlines()[-1], run.returncode) == ("True", 130)


def test_an_import_may_not_take_for_ever(tmp_path: Path) -> None:
    """A module that does not come to its end is not waited for, and `last` is called."""
    (tmp_path / "module.py").write_text(
        "import threading\nprint('ready', flush=True)\nthreading.Event().wait()\n"
    )
    with _program(f"sys.path.insert(0, {str(tmp_path)!r})\nimport module\n") as run:
        assert _answer(run, signal.SIGINT) == (130, "last\n")


def test_what_handles_signals_next_hears_of_one_that_waits(tmp_path: Path) -> None:
    """A server that is loaded meanwhile ends as it does by a signal of its own time."""
    (tmp_path / "module.py").write_text(
        "import signal\nsignal.raise_signal(signal.SIGTERM)\n"
        "signal.signal(signal.SIGTERM, lambda *_: heard.append(1))\nheard = []\n"
    )
    body = f"""
import time
sys.path.insert(0, {str(tmp_path)!r})
import module
while not module.heard:
    time.sleep(0.01)
print("heard")
"""
    with _program(body) as run:
        assert (run.communicate(timeout=60)[0], run.returncode) == ("heard\n", 0)


def test_a_signal_that_waits_is_told_when_the_run_is_over(tmp_path: Path) -> None:
    """What was interrupted in its last import has not the exit code of what was not."""
    (tmp_path / "module.py").write_text("import signal\nsignal.raise_signal(signal.SIGINT)\n")
    body = f"""
sys.path.insert(0, {str(tmp_path)!r})
import module
try:
    signals.release()
except signals.EndedError as ended:
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert (run.communicate(timeout=60)[0], run.returncode) == ("", 130)


def test_a_signal_is_known_in_a_group_of_exceptions() -> None:
    """As tasks that run beside each other wrap it, and another exception stays what it is."""
    told = EndedError(signal.SIGINT)
    assert ended(BaseExceptionGroup("tasks", [BaseExceptionGroup("inner", [told])])) is told
    assert ended(BaseExceptionGroup("tasks", [KeyError("bees")])) is None
    assert ended(told) is told
    assert ended(KeyError("bees")) is None


def test_what_python_could_not_raise_is_raised_again() -> None:
    """A signal that comes in a destructor ends the run behind it, without a traceback."""
    body = """
class Dying:
    def __del__(self):
        signal.raise_signal(signal.SIGTERM)

sys.stderr = sys.stdout
Dying()
try:
    threading.Event().wait()
except signals.EndedError as ended:
    print("undone", flush=True)
    sys.exit(ended.code)
"""
    with _program(body) as run:
        assert (run.communicate(timeout=60)[0], run.returncode) == ("undone\n", 143)


@every_signal
@pytest.mark.parametrize("program", ["vera.verify", "vera.bench"])
def test_while_the_program_is_loaded(
    tmp_path: Path, program: str, number: int, code: int, word: str
) -> None:
    """Before the command line is there, a signal ends it without a traceback."""
    del word
    (tmp_path / "click.py").write_text(f"import signal\nsignal.raise_signal({int(number)})\n")
    run = subprocess.run(
        [sys.executable, "-m", program, "--help"],
        env=os.environ | {"PYTHONPATH": str(tmp_path)},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert (run.returncode, run.stdout, run.stderr) == (code, "", "")


def test_what_is_ignored_stays_so() -> None:
    """A run under nohup goes on when its terminal is closed."""
    body = "signal.raise_signal(signal.SIGHUP)\nprint('ready', flush=True)\nsys.stdin.read()\n"
    body += "print('still here')\n"
    with _program(body, "trap '' HUP; ") as run:
        assert _answer(run, signal.SIGHUP) == (0, "still here\n")
