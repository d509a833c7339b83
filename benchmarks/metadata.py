"""What is found of papers on their own pages, to be looked at beside them.

    python -m benchmarks.metadata FOLDER...

Prints year, DOI, arXiv identifier, first author and title of each PDF in the folders.
"""

from __future__ import annotations

import sys
from pathlib import Path

from vera.core.result import failed
from vera.verification.ingestion.reading import read
from vera.verification.library.metadata import Metadata, settled
from vera.verification.library.page_facts import facts_of


def main() -> None:
    """A line for each PDF."""
    for folder in sys.argv[1:]:
        for path in sorted(Path(folder).rglob("*.pdf")):
            found = read(path)
            if failed(found):
                continue
            known = Metadata(settled(facts_of(found.unwrap())))
            [known.one(name) or "-" for name in ("year", "doi", "arxiv", "author", "title")]


if __name__ == "__main__":
    main()
