"""The whole program on real papers, cold and warm, and the memory it takes.

Run: `pytest benchmarks/bench_verify.py`. Read each time as a ratio to the interpreter that only
loads NumPy, onnxruntime and pypdfium2. The real papers are those of the folder VERA_DATA.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from benchmarks.references import imports
from tests.data import data_folder
from vera import Paper, Verifier
from vera.bench.speed.process import ran

if TYPE_CHECKING:
    from pathlib import Path

    from pytest_benchmark.fixture import BenchmarkFixture

_CLAIMS = "The graph has more nodes than edges.\nDeep learning is used in medicine.\n"
_PAPERS = ["acl-N18-3011", "deep-review"]
_PEAK_MB = 600


def _run(claims: Path, paper: Path, cache: Path) -> int:
    """Run the program; gives the most memory it held, in MiB."""
    run = ran("vera.verify", [str(claims), str(paper), "--embedder", "minilm", "-q"], cache)
    assert run.code in (0, 1)
    return run.peak


@pytest.fixture
def claims(tmp_path: Path) -> Path:
    """A file of two claims."""
    path = tmp_path / "claims.txt"
    path.write_text(_CLAIMS, "utf-8")
    return path


@pytest.fixture(params=_PAPERS)
def paper(request: pytest.FixtureRequest) -> Path:
    """A real paper: 8 pages in two columns, and 122 pages."""
    return data_folder("pdfs", f"{request.param}.pdf")


@pytest.mark.benchmark(group="verify")
def test_cold(benchmark: BenchmarkFixture, claims: Path, paper: Path, tmp_path: Path) -> None:
    """Nothing is known of the paper; also the bound on memory."""
    caches = (tmp_path / f"cache{number}" for number in range(100))
    rounds = 1 if "deep" in paper.name else 3
    peak = benchmark.pedantic(
        _run,
        setup=lambda: ((claims, paper, next(caches)), {}),
        rounds=rounds,
    )
    benchmark.extra_info["peak_mb"] = peak
    assert peak < _PEAK_MB


@pytest.mark.benchmark(group="verify")
def test_warm(benchmark: BenchmarkFixture, claims: Path, paper: Path, tmp_path: Path) -> None:
    """The paper's and the claims' vectors are in the cache."""
    _run(claims, paper, tmp_path)
    peak = benchmark.pedantic(_run, (claims, paper, tmp_path), rounds=5)
    benchmark.extra_info["peak_mb"] = peak


@pytest.mark.benchmark(group="verify")
def test_reference_imports(benchmark: BenchmarkFixture) -> None:
    """Reference: an interpreter that loads the libraries and does nothing."""
    libraries = ("numpy", "onnxruntime", "pypdfium2", "tokenizers", "rich")
    benchmark.pedantic(imports, libraries, rounds=5)


@pytest.fixture(scope="module")
def opened() -> Paper:
    """A paper that is open in the library."""
    path = data_folder("pdfs", "acl-N18-3011.pdf")
    return Verifier(embedder="minilm", cache=False).open(path).unwrap()


@pytest.mark.benchmark(group="a further claim")
def test_a_further_claim(benchmark: BenchmarkFixture, opened: Paper) -> None:
    """A claim asked of a paper that is open, never asked before."""
    numbers = iter(range(10**9))
    verdict = benchmark(lambda: opened.verify(f"The graph has {next(numbers)} nodes of a kind."))
    assert verdict.unwrap().evidence
