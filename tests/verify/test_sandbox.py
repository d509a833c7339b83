"""What confines the readers is shown, and can be demanded."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

_ROOT = Path(__file__).parents[2]
_PAPERS = _ROOT / "testdata" / "papers"
_LINUX = pytest.mark.skipif(sys.platform != "linux", reason="the names are those of Linux")
_WITHOUT_SECCOMP = """
from tests.ingestion.probes.run import started_with
from vera.verify.cli import main
with started_with(
    "from vera.verification.ingestion.sandbox.confine import PROTECTIONS",
    "exec(\\"def lost(_): raise OSError(38, 'Function not implemented')\\")",
    "PROTECTIONS['seccomp'] = lost",
):
    main()
"""
"""The program on a kernel that has no seccomp."""


def _run(
    *arguments: str, start: tuple[str, ...] = ("-m", "vera.verify"), **environment: str
) -> tuple[int, str, str]:
    run = subprocess.run(
        [sys.executable, *start, *arguments],
        capture_output=True,
        text=True,
        check=False,
        cwd=_ROOT,
        env={**os.environ, **environment},
    )
    return run.returncode, run.stdout, run.stderr


@pytest.fixture
def claims(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A claims file, and a cache that the tests share."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    (tmp_path / "claims.txt").write_text("Bees sleep at night.\n", "utf-8")
    return str(tmp_path / "claims.txt")


@_LINUX
@pytest.mark.parametrize("order", [("--version", "--verbose"), ("-v", "--version")])
def test_the_version_shows_what_is_in_force(order: tuple[str, ...]) -> None:
    """`verify --version -v` names each protection; `--version` alone starts nothing."""
    code, out, _ = _run(*order)
    version, sandbox = out.splitlines()
    assert _run("--version") == (0, f"{version}\n", "")
    assert code == 0
    assert sandbox.startswith("sandbox: no_new_privs, ")
    assert "landlock " in sandbox
    assert "seccomp" in sandbox
    code, out, _ = _run(*order, start=("-c", _WITHOUT_SECCOMP))
    assert code == 0
    assert out.endswith("\nnot in force: seccomp: [Errno 38] Function not implemented\n")


@_LINUX
@pytest.mark.parametrize(("paper", "confined"), [("notes.md", True), ("plain.txt", False)])
def test_the_json_names_what_confined_the_readers(
    claims: str, paper: str, *, confined: bool
) -> None:
    """Plain text needs no reader that would have to be confined."""
    arguments = (claims, str(_PAPERS / paper), "--format", "json", "--embedder", "minilm")
    for start, seccomp in ((("-m", "vera.verify"), True), (("-c", _WITHOUT_SECCOMP), False)):
        _, out, said = _run(*arguments, start=start)
        sandbox = json.loads(out)["sandbox"]
        assert (sandbox is not None) is confined
        if sandbox is not None:
            assert ("seccomp" in sandbox) is seccomp
            assert ("warning: files are read less confined" in said) is not seccomp


@_LINUX
def test_require_refuses_a_paper_that_is_not_read_confined(claims: str) -> None:
    """The exit code is that of a paper that could not be read, and a hint says what to do."""
    arguments = (claims, str(_PAPERS / "notes.md"), "--embedder", "minilm", "-q")
    assert _run(*arguments, VERA_SANDBOX="require")[0] == 1
    code, out, said = _run(*arguments, start=("-c", _WITHOUT_SECCOMP), VERA_SANDBOX="require")
    assert (code, out) == (3, "")
    assert "VERA_SANDBOX refuses to read it without Landlock and seccomp: seccomp" in said
    assert "hint: " in said


def test_another_demand_is_a_wrong_use(claims: str) -> None:
    """A value that VERA_SANDBOX does not have is refused, also where nothing is to be confined."""
    code, _, said = _run(claims, str(_PAPERS / "plain.txt"), VERA_SANDBOX="yes")
    assert code == 2
    assert 'VERA_SANDBOX must be "require" or unset' in said
