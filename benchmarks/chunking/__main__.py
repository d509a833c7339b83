"""python -m benchmarks.chunking [edges] [chroma] [whole] [speed] [--chunkers A,B] [...]."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.chunking import chroma, edges, gold, speed, whole
from benchmarks.chunking.chunkers import CHUNKERS, Chunker, Piece, Size, with_vectors
from vera.core.ports import Matrix, Role
from vera.verification.embedding.minilm import load_minilm

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_BESIDE_THE_CHECKOUT = Path(__file__).parents[3] / "shared" / "data"
_PARTS = ("edges", "chroma", "whole", "speed")
_AT_ONCE = 256


def _say(*cells: object) -> None:
    sys.stdout.write("| " + " | ".join(map(str, cells)) + " |\n")
    sys.stdout.flush()


def _head(title: str, *cells: str) -> None:
    sys.stdout.write(f"\n### {title}\n\n")
    _say(*cells)
    _say(*["---"] * len(cells))


def _edges(chunkers: Sequence[Chunker], data: Path) -> None:
    size = Size(1000, 200)
    for text in gold.texts(data):
        _head(
            f"{text.name}: {len(text.text):,} characters, chunks of 1000, 200 shared",
            "chunker",
            "chunks",
            "begin and end at a sentence",
            "begin",
            "end",
            "overlap got",
            "whole sentences allow",
            "more than asked",
            "over the limit",
            "offsets wrong",
            "characters lost",
        )
        for chunker in chunkers:
            found = edges.measure(text, chunker.make(size)(text.text), size)
            shares = [f"{n / found.chunks:.3f}" for n in (found.whole, found.begin, found.end)]
            overlap = ("none offered", "", "")
            if chunker.overlaps:
                beyond = f"{found.beyond / found.chunks:.3f}"
                overlap = (f"{found.overlap:.0f}", f"{found.allowed:.0f}", beyond)
            wrong = (found.over, found.inexact, found.lost)
            _say(chunker.name, found.chunks, *shares, *overlap, *wrong)


def _speed(chunkers: Sequence[Chunker], data: Path, megabytes: Sequence[int]) -> None:
    sizes = [f"{n} MB" for n in megabytes]
    _head(
        "Million characters a CPU-second, and peak memory beyond the text",
        "chunker",
        *sizes,
        *(f"memory at {size}" for size in sizes),
    )
    for name in (*(one.name for one in chunkers), speed.PACKING):
        rates, peaks = [], []
        for size in megabytes:
            command = [sys.executable, "-m", "benchmarks.chunking.speed", name, str(size)]
            ran = subprocess.run(
                command,
                check=True,
                capture_output=True,
                text=True,
                env={**os.environ, "VERA_DATA": str(data)},
            )
            said = json.loads(ran.stdout)
            rates.append(f"{size / max(said['seconds'], 1e-6):.2f}")
            peaks.append(f"{said['peak'] / 1e6:.0f} MB")
        _say(name, *rates, *peaks)


def _whole(data: Path) -> None:
    _head("CPU seconds to find the sentences", "text", "characters", "ours", "pysbd", "times")
    for name, text in whole.texts(data):
        took = whole.measure(name, text)
        factor = f"{took.pysbd / took.ours:.0f}"
        _say(name, f"{took.length:,}", f"{took.ours:.3f}", f"{took.pysbd:.2f}", factor)


def _chroma(chunkers: Sequence[Chunker], data: Path, sizes: Sequence[Size]) -> None:
    given = chroma.read(data / "chroma_chunking")
    embedder = load_minilm().unwrap()
    known: dict[str, np.ndarray] = {}

    def embed(texts: Sequence[str]) -> Matrix:
        new = [text for text in dict.fromkeys(texts) if text not in known]
        for low in range(0, len(new), _AT_ONCE):
            part = new[low : low + _AT_ONCE]
            known.update(zip(part, embedder.embed(part, Role.PASSAGE).unwrap(), strict=True))
        return np.stack([known[text] for text in texts])

    asked = embedder.embed([one.text for one in given.questions], Role.QUERY).unwrap()
    for size in sizes:
        _head(
            f"At most {size.most} tokens, {size.overlap} shared; {len(given.questions)} questions",
            "chunker",
            "chunks",
            "mean tokens",
            *chroma.MEASURES,
        )
        for chunker in chunkers:
            if size.overlap and not chunker.overlaps:
                continue
            cut = with_vectors(chunker, embed).make(size)
            pieces = {name: _inked(cut(text)) for name, text in given.corpora.items()}
            chunks = [
                (name, span)
                for name, text in given.corpora.items()
                for span in edges.placed(text, pieces[name])
            ]
            texts = [given.corpora[name][start:end] for name, (start, end) in chunks]
            table = chroma.evaluate(given.questions, asked, chunks, embed(texts))
            mean = np.mean([size.count(text) for text in texts])
            cells = []
            for column in table.T:
                low, high = chroma.interval(column)
                cells.append(f"{100 * column.mean():.1f} ({100 * low:.1f} to {100 * high:.1f})")
            _say(chunker.name, len(chunks), f"{mean:.0f}", *cells)


def _inked(pieces: Iterable[Piece]) -> list[Piece]:
    return [piece for piece in pieces if piece.text.strip()]


@cache
def _size(text: str) -> Size:
    most, _, overlap = text.partition("/")
    return Size(int(most), int(overlap or 0), tokens=True)


def main() -> None:
    """Run the parts that are asked for, all without any."""
    parser = argparse.ArgumentParser("python -m benchmarks.chunking")
    parser.add_argument("parts", nargs="*", help=f"some of {', '.join(_PARTS)}")
    parser.add_argument("--chunkers", default="", help="parts of names; all that are installed")
    parser.add_argument("--megabytes", default="1,10", help="million characters to time")
    parser.add_argument("--tokens", default="200,400,400/200", help="SIZE/OVERLAP of Chroma's part")
    options = parser.parse_args()
    if unknown := set(options.parts) - set(_PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    wanted = options.chunkers.split(",")
    chunkers = [
        one for one in CHUNKERS.values() if one.version and any(part in one.name for part in wanted)
    ]
    data = Path(os.environ.get("VERA_DATA") or _BESIDE_THE_CHECKOUT)
    if not data.is_dir():
        parser.error("no real data: set VERA_DATA to its folder")
    for chunker in chunkers:
        sys.stdout.write(f"{chunker.name} {chunker.version}\n")
    parts = options.parts or _PARTS
    if "edges" in parts:
        _edges(chunkers, data)
    if "chroma" in parts:
        _chroma(chunkers, data, [_size(one) for one in options.tokens.split(",")])
    if "whole" in parts:
        _whole(data)
    if "speed" in parts:
        _speed(chunkers, data, [int(one) for one in options.megabytes.split(",")])


if __name__ == "__main__":
    main()
