"""What a user sees of a paper that was damaged on its way."""

from __future__ import annotations

import json
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING

import jsonschema
import pytest

from tests.ingestion.pdf.test_damage import content_streams
from tests.verify.program import verify

if TYPE_CHECKING:
    from collections.abc import Sequence

_PAPER = Path(__file__).parents[2] / "testdata" / "papers" / "vera" / "vera.pdf"
_SCHEMA = json.loads(
    (files("vera.verification.report") / "schema" / "report-1.json").read_text("utf-8")
)
_SAID = "A table of 41 rows was lost with the page that it stood on.\n"
"""A claim that no page of the paper holds."""
_NOTE = "the file is damaged: text may be missing or wrong on page 2"


@pytest.fixture
def torn(tmp_path: Path, cache_folder: Path, monkeypatch: pytest.MonkeyPatch) -> Sequence[Path]:
    """A claims file, and a paper of which half of the second page is lost."""
    monkeypatch.setenv("VERA_CACHE_DIR", str(cache_folder))
    data = _PAPER.read_bytes()
    start, end = list(content_streams(data))[1]
    middle = (start + end) // 2
    paper, claims = tmp_path / "torn.pdf", tmp_path / "claims.txt"
    paper.write_bytes(data[:middle] + b"\0" * (end - middle) + data[end:])
    claims.write_text(_SAID, "utf-8")
    return claims, paper


def test_a_claim_that_is_not_grounded_says_what_may_be_missing(torn: Sequence[Path]) -> None:
    """The note stands with the paper and in the claim's reason; --strict makes the code 3."""
    plain = verify(*torn, "--embedder", "minilm")
    assert plain.returncode == 1, plain.stderr
    assert " ".join(plain.stdout.split()).count(_NOTE) == 2
    assert verify(*torn, "--embedder", "minilm", "--strict").returncode == 3
    assert verify(torn[0], _PAPER, "--embedder", "minilm", "--strict").returncode == 1


def test_the_json_names_the_pages(torn: Sequence[Path]) -> None:
    """A program finds the damaged page and the reason without reading prose."""
    run = verify(*torn, "--embedder", "minilm", "--format", "json")
    report = json.loads(run.stdout)
    jsonschema.validate(report, _SCHEMA)
    (paper,) = report["documents"]
    assert paper["damaged"] is True
    reason = "a stream of it breaks off or has a wrong checksum"
    assert paper["damaged_pages"] == [{"page": 2, "reason": reason}]
    assert _NOTE in report["claims"][0]["reason"]


@pytest.mark.parametrize("command", ["read", "chunks"])
def test_the_other_commands_say_it_on_standard_error(command: str, torn: Sequence[Path]) -> None:
    """What is shown may not be all: a note says so, and the exit code is 3."""
    run = verify(command, torn[1])
    assert run.returncode == 3
    assert f"verify: note: {_NOTE}" in run.stderr
