"""The stages of the short form, on the project's own paper: no other data is needed.

Reference and stage do the same sort of work (plain Python, NumPy, onnxruntime, a process), so that
their ratio is much the same on another machine.
"""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from functools import partial
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING
from unittest.mock import patch

import numpy as np

from benchmarks import references
from benchmarks.opened import PDF, opened
from benchmarks.ratios.check import Stage
from vera.bench.speed.passes import bare, feeds_of, passes
from vera.core.document import Document, File
from vera.core.ports import Role
from vera.verification.chunking.pysbd import PysbdSplitter
from vera.verification.chunking.sentence import SentenceChunker
from vera.verification.embedding.minilm import load_minilm
from vera.verification.embedding.pooling import pool, unit_rows
from vera.verification.entailment.cross_encoder import PackagedCrossEncoder
from vera.verification.index.cached import CachedEmbedder
from vera.verification.index.sqlite import open_store
from vera.verification.ingestion.pdf import reading as pdf
from vera.verification.ingestion.reading import read
from vera.verification.library import Library
from vera.verification.report.as_json import JsonForm
from vera.verification.report.as_text import TextForm
from vera.verification.retrieval.dense import top_k

if TYPE_CHECKING:
    from collections.abc import Iterator

    from vera.core.ports import Matrix

_EMBEDDED = 100
"""Sentences that are embedded: under a second."""


@contextmanager
def stages() -> Iterator[list[Stage]]:
    """Every stage, ready to be timed."""
    embedder = load_minilm().unwrap()
    known = opened(embedder)
    passages = known.paper.passages
    document = Document(passages.document.text, "paper", "")
    file = File(PDF.name, PDF.read_bytes(), "0" * 64)
    sentences = list(PysbdSplitter().split(document))
    texts = list(passages.texts[:_EMBEDDED])
    runtime, feeds = bare(embedder, threads=1), feeds_of(embedder, texts).unwrap()
    cross_encoder = PackagedCrossEncoder()
    pair_feeds = feeds_of(embedder, [f"{pair.claim} {pair.evidence}" for pair in known.pairs])
    random, ranges = _random(20_000, 0), np.arange(5_000)[:, None] + np.array([0, 40])
    weights, claims = np.full(len(random), 150, np.float32), _random(10, 1)
    said = [json.loads(known.report(JsonForm()))]

    with TemporaryDirectory() as folder, patch.dict(os.environ, VERA_LIBRARY_DIR=folder):
        library = Library.open("speed", embedder=embedder, cache=False, create=True).unwrap()
        library.add([PDF]).unwrap()
        store = open_store(Path(folder) / "cache.sqlite").unwrap()
        cached = CachedEmbedder(embedder, store)
        yield [
            Stage(
                "start: imports of verify, beside those of NumPy and rich",
                partial(references.imports, "vera.verify.run"),
                partial(references.imports, "numpy", "rich.console"),
            ),
            Stage(
                "read: in a child, beside the imports of NumPy and pdfium",
                lambda: read(PDF).unwrap(),
                partial(references.imports, "numpy", "pypdfium2"),
                waits=True,
            ),
            Stage(
                "read: characters with places, beside pdfium's text",
                lambda: pdf.read(file).unwrap(),
                lambda: references.count_characters(PDF),
                waits=True,
            ),
            Stage(
                "split: 32,000 characters, beside 2,000 of pysbd alone",
                lambda: list(PysbdSplitter().split(document)),
                lambda: references.sentences_of_pysbd(document.text[:2_000]),
            ),
            Stage(
                "chunk: beside a plain packer",
                lambda: list(SentenceChunker().chunk(document, sentences)),
                lambda: references.pack_plainly(document.text),
            ),
            Stage(
                "embed: beside bare passes",
                lambda: embedder.embed(texts, Role.PASSAGE).unwrap(),
                passes(runtime, feeds),
            ),
            Stage(
                "embed: from the cache, beside hashing the texts",
                lambda: cached.embed(texts, Role.PASSAGE).unwrap(),
                lambda: [sha256(text.encode()).digest() for text in texts],
            ),
            Stage(
                "index: 5,000 pooled rows, beside plain sums",
                lambda: pool(random, weights, ranges, "x").unwrap(),
                lambda: references.summed_plainly(random, ranges),
            ),
            Stage(
                "find: nearest 3 of 20,000, beside product and argpartition",
                lambda: top_k(claims, random, 3),
                lambda: references.nearest_plainly(claims, random, 3),
            ),
            Stage(
                "find: 20 claims, beside counting the paper's words",
                known.found,
                lambda: references.count_words(passages.texts),
            ),
            Stage(
                "library: 20 searches, beside embedding what is sought",
                lambda: [library.search(text, 3).unwrap() for text in texts[:20]],
                lambda: [embedder.embed([text], Role.QUERY).unwrap() for text in texts[:20]],
            ),
            Stage(
                "library: a paper again, unchanged, beside hashing it 20 times",
                lambda: library.add([PDF]).unwrap(),
                lambda: [sha256(file.data).digest() for _ in range(20)],
            ),
            Stage(
                "judge: 20 claims, found and judged, beside counting the paper's words",
                known.judged,
                lambda: references.count_words(passages.texts),
            ),
            Stage(
                "entail: the pairs of 20 claims, beside bare passes",
                lambda: cross_encoder.predict(known.pairs).unwrap(),
                passes(runtime, pair_feeds.unwrap()),
            ),
            Stage(
                "report: text, beside json.dumps",
                lambda: known.report(TextForm(width=100)),
                lambda: references.dumped(said),
            ),
            Stage(
                "report: JSON, beside json.dumps",
                lambda: known.report(JsonForm()),
                lambda: references.dumped(said),
            ),
        ]
        store.close()
        library.close()


def _random(rows: int, seed: int) -> Matrix:
    return unit_rows(np.random.default_rng(seed).normal(size=(rows, 384)), "x").unwrap()
