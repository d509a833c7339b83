"""The user's secret of the cache."""

from __future__ import annotations

import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from vera.core.errors import StorageFault
from vera.core.result import failed
from vera.verification.index.key_file import user_key

PROGRAM = (
    "from vera.verification.index.key_file import user_key\nprint(user_key().unwrap().hex())\n"
)


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Where the secret of a test is to lie."""
    monkeypatch.setenv("VERA_KEY_DIR", str(tmp_path / "key"))
    return tmp_path / "key" / "cache.key"


def put(file: Path, content: bytes) -> None:
    """Put something in the place of the key, for the user alone."""
    file.parent.mkdir(mode=0o700)
    file.touch(0o600)
    file.write_bytes(content)


def fault() -> StorageFault:
    """Why there is no key."""
    error = user_key().failure()
    assert isinstance(error, StorageFault)
    assert "VERA_KEY_DIR" in error.hint
    return error


class TestMade:
    """A key is made once."""

    def test_kept(self, file: Path) -> None:
        """It is 32 bytes, for the user alone, and the same the next time."""
        key = user_key().unwrap()
        assert file.read_bytes() == key
        assert len(key) == 32
        assert user_key().unwrap() == key
        assert stat.S_IMODE(file.stat().st_mode) == 0o600
        assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700

    def test_no_two_alike(self, file: Path) -> None:
        """Each is made by chance."""
        keys = set()
        for _ in range(5):
            keys.add(user_key().unwrap())
            file.unlink()
        assert len(keys) == 5

    @pytest.mark.parametrize("before", [None, b"too short"])
    def test_processes(self, file: Path, before: bytes | None) -> None:
        """Processes that find no key at once, or a damaged one, end with the same."""
        if before is not None:
            put(file, before)
        running = [
            subprocess.Popen(
                [sys.executable, "-c", PROGRAM],
                stdout=subprocess.PIPE,
                text=True,
                env={**os.environ, "PYTHONPATH": str(Path(__file__).parents[2])},
            )
            for _ in range(6)
        ]
        said = {process.communicate()[0] for process in running}
        assert said == {f"{user_key().unwrap().hex()}\n"}

    def test_left_by_a_killed_maker(self, file: Path) -> None:
        """What a run left that was killed while it made one is no key and does no harm."""
        file.parent.mkdir(mode=0o700)
        file.with_suffix(".new").write_bytes(b"half")
        assert len(user_key().unwrap()) == 32

    def test_platforms_folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without VERA_KEY_DIR it lies in the platform's folder for what stays on one machine."""
        monkeypatch.delenv("VERA_KEY_DIR")
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        monkeypatch.setenv("HOME", str(tmp_path))
        user_key().unwrap()
        assert [file.stat().st_size for file in tmp_path.rglob("cache.key")] == [32]


class TestDamaged:
    """A file that is no key."""

    @pytest.mark.parametrize("content", [b"", b"x" * 31, b"x" * 33, b"x" * 2**20])
    def test_another_length(
        self, file: Path, content: bytes, caplog: pytest.LogCaptureFixture
    ) -> None:
        """A file of another length is replaced by a new key, with a warning."""
        put(file, content)
        key = user_key().unwrap()
        assert len(key) == 32
        assert "made anew" in caplog.text
        assert user_key().unwrap() == key

    @pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX permissions")
    def test_read_by_others(self, file: Path) -> None:
        """A key that others can read is a fault: who has it can write rows that are believed."""
        key = user_key().unwrap()
        file.chmod(0o640)
        assert "can be read by others" in fault().detail
        assert f"remove {file}" in fault().hint
        file.chmod(0o600)
        assert user_key().unwrap() == key

    def test_link(self, file: Path, tmp_path: Path) -> None:
        """A link is no key: it could point to what another knows."""
        file.parent.mkdir(mode=0o700)
        (tmp_path / "known").write_bytes(bytes(32))
        file.symlink_to(tmp_path / "known")
        assert "is a symbolic link" in fault().detail

    @pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs FIFOs")
    def test_fifo(self, file: Path) -> None:
        """A FIFO is refused without waiting for who writes into it."""
        file.parent.mkdir(mode=0o700)
        os.mkfifo(file)
        assert "not a regular file" in fault().detail

    def test_no_folder(self, file: Path) -> None:
        """Where no folder can be made there is no key."""
        file.parent.write_text("a file")
        assert failed(user_key())
        assert "not a folder" in fault().detail
