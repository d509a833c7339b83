"""What the benchmark of libraries measures."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from benchmarks.library import main

if TYPE_CHECKING:
    from pathlib import Path

    import pytest


def test_cited_abstracts_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A tiny set of abstracts goes through the whole run, and each claim finds its own."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    monkeypatch.setenv("VERA_CACHE_DIR", str(tmp_path / "cache"))
    about = ["Bees sleep at night.", "Wasps build nests of paper.", "Ants follow trails of scent."]
    rows = [
        {"doc_id": at, "title": f"On {text}", "abstract": [text]} for at, text in enumerate(about)
    ]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, rows)), "utf-8")
    pairs = [{"claim": text, "doc_id": at} for at, text in enumerate(about)]
    (tmp_path / "pairs_train.jsonl").write_text("\n".join(map(json.dumps, pairs)), "utf-8")
    told = main(tmp_path, tmp_path)
    assert "3 added" in told
    assert "3 unchanged" in told
    for system in ("meaning", "words", "fused", "BM25, whole abstracts"):
        assert f"| {system} | 1.000 | 1.000 | 1.000 | 1.000 |" in told
