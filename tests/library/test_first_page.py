"""The year and the identifiers of a paper are told from those of others that it names."""

from __future__ import annotations

import pytest

from vera.core.document import Block, Box, Document, Kind, LeftOut, Page, Span
from vera.verification.library.first_page import printed


def _document(*blocks: tuple[Kind, str], head: str = "", title: str = "") -> Document:
    text, made = "", []
    for kind, words in blocks:
        start = len(text) + 2 * bool(text)
        text += "\n\n" * bool(text) + words
        made.append(Block(Span(start, len(text)), kind))
    left_out = (LeftOut(head, "running head", Box(1, 0, 0, 9, 9)),) * bool(head)
    page = Page(1, 600, 800, Span(0, len(text)))
    return Document(text, "a.pdf", "d", pages=(page,), blocks=tuple(made), left_out=left_out,
                    title=title)  # fmt: skip


def _said(document: Document) -> dict[str, str]:
    return {field: value for field, value, _ in printed(document) if value}


@pytest.mark.parametrize(
    ("words", "year"),
    [
        ("Submitted 25 March 2016 Accepted 9 May 2017 Published 5 June 2018", "2018"),
        ("Received: 2 May 2015 / Accepted: 3 June 2016", "2015"),
        ("© The Author(s) 2019. This article is open access.", "2019"),
        ("Copyright 2017 Webb et al.", "2017"),
        (
            "Proceedings of the 2009 Conference on Reading, pages 1–9, Athens, August 2009.",
            "2009",
        ),
        ("19 May 2019", "2019"),
        ("arXiv:2004.07180v4 [cs.CL] 20 May 2020", "2020"),
        ("We follow Smith (2003) and Lee et al. (2008).", ""),
        ("In 1998 a hive was weighed.", ""),
    ],
)
def test_the_year_of_the_paper(words: str, year: str) -> None:
    """Where something says whose year it is; a year that is cited is not."""
    assert _said(_document((Kind.FRONT, words))).get("year", "") == year


def test_the_running_head_names_volume_and_year() -> None:
    """Of a journal, in either order."""
    for head in ("Journal of Hives (2016) 13:22", "Journal of Hives 2016, 4:1", "2016; 4(1):7"):
        assert _said(_document((Kind.BODY, "Bees sleep."), head=head))["year"] == "2016"


@pytest.mark.parametrize(
    ("words", "doi"),
    [
        ("DOI 10.1000/bees.1", "10.1000/bees.1"),
        ("Smith et al. Journal of Hives (2016) 13:22 DOI 10.1000/bees.2", "10.1000/bees.2"),
        (("Reference: Smith (2008) On the sleep of bees in hives of clay, in the journal of hives, "
         "vol. 3, DOI: 10.1000/other"), ""),
        (("How to cite: Lee (2017), How bees sleep in the dark of hives, and others. Hives 3. "
         "DOI 10.1000/bees.3"), "10.1000/bees.3"),
        ("Data: https://doi.org/10.5281/zenodo.1 DOI", "10.5281/zenodo.1"),
    ],
)  # fmt: skip
def test_the_doi_of_the_paper(words: str, doi: str) -> None:
    """One behind a citation is of what is cited, unless the paper cites itself."""
    title = "How bees sleep in the dark of hives"
    assert _said(_document((Kind.FRONT, words), title=title)).get("doi", "") == doi


def test_the_paper_goes_before_its_data() -> None:
    """A DOI of Zenodo counts where there is no other; none of the list of references does."""
    data, paper = (Kind.FRONT, "Data: 10.5281/zenodo.1"), (Kind.FOOTNOTE, "10.1000/bees")
    assert _said(_document(data, paper))["doi"] == "10.1000/bees"
    assert _said(_document((Kind.REFERENCES, "Smith. 10.1000/other"))) == {}


def test_arxiv_by_its_stamp() -> None:
    """Without the version."""
    assert _said(_document((Kind.BODY, "a"), head="arXiv:2004.07180v4 [cs.CL] 20 May 2020")) == {
        "arxiv": "2004.07180",
        "year": "2020",
    }
