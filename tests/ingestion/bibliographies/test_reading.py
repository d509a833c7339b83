"""BibTeX and CSL-JSON are read as reference managers write them."""

from __future__ import annotations

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.ingestion.bibliographies.parsing import FOLDER, VERA, error_of, parsed
from vera.core.errors import ReadFault, UnreadableDocument
from vera.verification.ingestion.bibliographies import csl, pybtex
from vera.verification.ingestion.bibliographies import reading as bibliography
from vera.verification.ingestion.bibliographies.pybtex import plain
from vera.verification.ingestion.bibliographies.reading import LIMITS, parse, read


def test_bibtex_of_zotero() -> None:
    """Accents, braces, strings, dates, keywords and files become plain values."""
    found = read(FOLDER / "zotero.bib", "zotero.bib").unwrap()
    assert found.wrong == ()
    assert [(it.key, dict(it.fields)) for it in found.entries] == [
        ("vera_cosine_2026", {**VERA, "file": ("files/12/vera.pdf",)}),
        (
            "two_columns",
            {
                "title": ("Reading two-column papers: naïve ways and others",),
                "author": ("Józef Müller", "Łukasz Nowak"),
                "year": ("2025",),
                "file": ("C:\\papers\\plain.txt",),
            },
        ),
        (
            "elsewhere",
            {"title": ("A book that is in no folder",), "author": ("Zoë Lind",), "year": ("1999",)},
        ),
    ]


def test_csl_json_of_zotero() -> None:
    """Names with particles, dates in parts, and identifiers in notes."""
    (found,) = read(FOLDER / "csl.json", "csl.json").unwrap().entries
    assert found.key == "notes_chunks"
    assert dict(found.fields) == {
        "title": ("Notes on the numbers",),
        "author": ("Ada van den Berg", "The VERA authors"),
        "year": ("2024",),
        "arxiv": ("2405.01234",),
        "pmid": ("12345",),
        "tag": ("chunking", "draft"),
    }


@pytest.mark.parametrize(
    ("said", "files"),
    [
        ("Full Text:/a/b.pdf:application/pdf;Snap:/a/c.html:text/html", ("/a/b.pdf", "/a/c.html")),
        ("/a/b.pdf;/a/c.html", ("/a/b.pdf", "/a/c.html")),
        (":home/a/b.pdf:pdf", ("home/a/b.pdf",)),
        (r"A\: study:/a/B\; c.pdf:application/pdf", ("/a/B; c.pdf",)),
        (r"C:\Users\a\b.pdf", (r"C:\Users\a\b.pdf",)),
    ],
)
def test_files_of_each_program(said: str, files: tuple[str, ...]) -> None:
    """Zotero and JabRef, Better BibTeX, Mendeley, and Windows."""
    (found,) = parsed(f"@misc{{k, title = {{x}}, file = {{{said}}}}}", "a.bib").entries
    assert found.fields["file"] == files


def test_what_is_wrong_is_told_and_the_rest_is_read() -> None:
    """A missing comma, a key used twice and an end that is missing each have a sentence."""
    found = parsed(
        "@misc{a, title = {A}\nauthor = {B}}\n@misc{b, title = {B}}\n@misc{b, title = {C}}\n"
        "@misc{c, title = {D}",
        "a.bib",
    )
    assert [it.fields["title"] for it in found.entries[:2]] == [("A",), ("B",)]
    assert len(found.wrong) == 3
    assert found.wrong[1] == "repeated bibliography entry: b"


@pytest.mark.parametrize(
    ("data", "fault"),
    [
        (b"Bees sleep at night.", ReadFault.UNSUPPORTED),
        (b"<rdf:RDF>@</rdf:RDF>", ReadFault.UNSUPPORTED),
        (b"@comment{nothing}", ReadFault.EMPTY),
        (b"@article{", ReadFault.DAMAGED),
        (b'[{"type": ', ReadFault.DAMAGED),
        (b'{"type": "no list"}', ReadFault.DAMAGED),
    ],
)
def test_what_is_no_bibliography_says_why(data: bytes, fault: ReadFault) -> None:
    """Each fault by its own name."""
    assert error_of(data, "a.bib").fault is fault


def test_what_takes_too_long_is_ended() -> None:
    """The child that reads it has limits."""
    entries = b"@misc{a, title={\\'a}}" * 300_000
    error = parse(entries, "a.bib", evolve(LIMITS, cpu=1)).failure()
    assert isinstance(error, UnreadableDocument)
    assert error.fault is ReadFault.TOO_LARGE


def test_old_encodings_are_read_and_told() -> None:
    """What is not UTF-8 is taken for Windows-1252."""
    found = parse("@misc{a, title = {Über}}".encode("cp1252"), "a.bib").unwrap()
    assert found.entries[0].fields["title"] == ("Über",)
    assert found.wrong == ("it is not in UTF-8: read as Windows-1252",)


@settings(max_examples=60, deadline=None)
@given(st.text(alphabet=st.sampled_from("@{}\"\\,=#a1 \n$%~-'`é")))
def test_any_text_is_entries_or_what_is_wrong(text: str) -> None:
    """Neither reader raises, and LaTeX becomes text whatever it is."""
    for reader in (pybtex, csl):
        found, wrong = reader.entries(text)
        assert isinstance(found, list)
        assert isinstance(wrong, list)
    assert isinstance(plain(text), str)


def test_a_child_that_says_anything_else_is_refused() -> None:
    """Unknown fields, values that are no text, and what is no JSON."""
    for said in (b"[[1, {}]]", b'[["k", {"odd": ["x"]}]]', b'[["k", {"title": [1]}]]', b"{}", b"["):
        assert bibliography._entries(said) is None
    assert bibliography._sentences(b"[1]") is None
