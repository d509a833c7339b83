"""Coverage-guided fuzzing of one target with atheris, in a process of its own: libFuzzer ends it.

`python -m tests.attack.fuzz TARGET SECONDS SEED FOLDER`; `python -m tests.attack.fuzz TARGET FILE`
tries one input again. Nothing of ours is imported above: what is imported before atheris has
begun is not guided by its coverage.
"""

from __future__ import annotations

import ssl
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

_READING = ("vera.core", "vera.verification.ingestion")
_JUDGING = ("language", "retrieval", "checks", "calibration", "grounding")
_GUIDED = {
    "markdown": (*_READING, "markdown_it", "yaml"),
    "yaml": (*_READING, "yaml"),
    "references": (*_READING, "pybtex", "pylatexenc"),
    "claims": ("vera.verify",),
    "sentences": ("vera.verification.chunking",),
    "checks": tuple(f"vera.verification.{room}" for room in _JUDGING),
    "embeds": ("vera.verification.embedding", "vera.verification.ollama"),
    "judges": ("vera.verification.judging", "vera.verification.ollama"),
    "cache": ("vera.verification.index",),
}
"""The packages whose coverage guides each target, else `_READING`; each module takes 0.1 s."""
_TIMEOUT = 20
"""Seconds that one input may take."""
_MEMORY = 3000
"""MiB that the process may take."""
_LONGEST = 4096
"""Bytes of an input."""
_WORDS = {
    "html": "<p> </p> <div> <table> <tr> <td> <sup> <sub> <h1> <li> <pre> <!-- --> &amp; &#0;",
    "jats": "<sec> </sec> <title> <p> </p> <fig> <caption> <ref-list> <ref> <table-wrap> &lt;",
    "docx": "<w:p> </w:p> <w:r> <w:t> <w:tbl> <w:tr> <w:tc> w:val= <w:pPr> <w:footnoteReference",
    "markdown": "``` $$ \\\\[ \\\\] --- | - > # ## <!-- --> [a]: ![ ** \\x0a\\x0a",
    "yaml": "? : - & * ! | > { } [ ] << !!int !!float !!binary ~ .inf 0x 1_0 --- ...",
}
"""Words of each language, that chance alone would seldom find."""


def _fuzz(target: str, seconds: int, seed: int, folder: Path) -> None:
    atheris: Any = import_module("atheris")
    with atheris.instrument_imports(include=[*_GUIDED.get(target, _READING)]):
        outside = import_module("tests.attack.outside")
        seeds = import_module("tests.attack.seeds").seeds
    # 75 ms for each client; no server here shows a certificate.
    ssl.SSLContext.load_verify_locations = lambda *_, **__: None  # type: ignore[method-assign]
    for part in ("corpus", "found", "seeds"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    for old in (*(folder / "found").iterdir(), *(folder / "seeds").iterdir()):
        old.unlink()
    for at, data in enumerate(seeds(target)):
        (folder / "seeds" / str(at)).write_bytes(data)
    options = {
        "max_total_time": seconds,
        "seed": seed or 1,
        "timeout": _TIMEOUT,
        "rss_limit_mb": _MEMORY,
        "max_len": _LONGEST,
        "print_final_stats": 1,
        "artifact_prefix": f"{folder}/found/",
    }
    told = [f"-{name}={value}" for name, value in options.items()]
    if target in _WORDS:
        words = (f'w{at}="{word}"\n' for at, word in enumerate(_WORDS[target].split()))
        (folder / "words").write_text("".join(words), "utf-8")
        told.append(f"-dict={folder}/words")
    atheris.Setup(
        ["fuzz", *told, str(folder / "corpus"), str(folder / "seeds")], outside.ALL[target]
    )
    atheris.Fuzz()


def main(arguments: list[str]) -> None:
    """Fuzz, or try one input."""
    if len(arguments) == 2:
        target, path = arguments
        import_module("tests.attack.outside").ALL[target](Path(path).read_bytes())
        return
    target, seconds, seed, folder = arguments
    _fuzz(target, int(seconds), int(seed), Path(folder))


if __name__ == "__main__":
    main(sys.argv[1:])
