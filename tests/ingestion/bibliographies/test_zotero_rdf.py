"""Zotero RDF is read as Zotero writes it, and harms nobody."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree

from tests.ingestion.bibliographies.parsing import FOLDER, VERA, error_of, parsed
from vera.core.errors import ReadFault, UnreadableDocument
from vera.verification.ingestion.bibliographies import reading as bibliography
from vera.verification.ingestion.bibliographies import zotero_rdf
from vera.verification.ingestion.bibliographies.reading import parse, read

if TYPE_CHECKING:
    from vera.verification.ingestion.bibliographies.reading import Bibliography

_EXPORT = FOLDER / "zotero.rdf"
_ROOT = """<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"
 xmlns:z="http://www.zotero.org/namespaces/export#" xmlns:dcterms="http://purl.org/dc/terms/"
 xmlns:link="http://purl.org/rss/1.0/modules/link/" xmlns:bib="http://purl.org/net/biblio#"
 xmlns:foaf="http://xmlns.com/foaf/0.1/" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:prism="http://prismstandard.org/namespaces/1.2/basic/">"""
_ITEM = "<z:itemType>journalArticle</z:itemType>"


def _rdf(*nodes: str, head: str = "") -> str:
    return f"{head}{_ROOT}{''.join(nodes)}</rdf:RDF>"


def _article(*said: str, about: str = "#item_1") -> str:
    return f'<bib:Article rdf:about="{about}">{_ITEM}{"".join(said)}</bib:Article>'


def _parsed(*nodes: str) -> Bibliography:
    return parsed(_rdf(*nodes), "a.rdf")


def _error(data: bytes) -> UnreadableDocument:
    return error_of(data, "a.rdf")


def test_an_export() -> None:
    """Names, dates, tags, identifiers and attachments; no notes, shelf marks or collections."""
    found = read(_EXPORT, "zotero.rdf").unwrap()
    assert found.wrong == ()
    assert [(it.key, dict(it.fields)) for it in found.entries] == [
        ("vera_cosine_2026", {**VERA, "pmid": ("12345",), "file": ("files/13/vera.pdf",)}),
        (
            "http://arxiv.org/abs/2405.01234",
            {
                "title": ("Notes on the numbers",),
                "author": ("Ada van den Berg", "Józef Müller"),
                "year": ("2024",),
                "arxiv": ("2405.01234",),
                "file": ("files/17/van den Berg and Müller - 2024 - 50% of the numbers.pdf",),
            },
        ),
        (
            "item_19",
            {
                "title": ("A chapter of it",),
                "author": ("Zoë Lind",),
                "year": ("1999",),
                "journal": ("A book that is in no folder",),
            },
        ),
    ]


def test_a_journal_lends_its_doi_to_one_article_only() -> None:
    """Where two articles stand in one journal, its DOI can be either's, and is neither's."""
    journal = (
        '<bib:Journal rdf:about="j"><dc:title>J</dc:title>'
        "<dc:identifier>DOI 10.1000/a</dc:identifier></bib:Journal>"
    )
    within = '<dcterms:isPartOf rdf:resource="j"/>'
    (alone,) = _parsed(_article(within), journal).entries
    assert dict(alone.fields) == {"doi": ("10.1000/a",), "journal": ("J",)}
    both = _parsed(_article(within), journal, _article(within, about="b")).entries
    assert [dict(it.fields) for it in both] == [{"journal": ("J",)}] * 2


def test_a_section_of_a_newspaper_is_in_the_newspaper() -> None:
    """The section is passed through, and one that is in itself is no endless way."""
    paper = "<bib:Newspaper><dc:title>The Hive</dc:title></bib:Newspaper>"
    part = f"<bib:Part><dcterms:isPartOf>{paper}</dcterms:isPartOf></bib:Part>"
    (found,) = _parsed(_article(f"<dcterms:isPartOf>{part}</dcterms:isPartOf>")).entries
    assert found.fields["journal"] == ("The Hive",)
    around = '<bib:Part rdf:about="p"><dcterms:isPartOf rdf:resource="p"/></bib:Part>'
    (found,) = _parsed(_article('<dcterms:isPartOf rdf:resource="p"/>'), around).entries
    assert dict(found.fields) == {}


@pytest.mark.parametrize(
    ("said", "files"),
    [
        ("files/2/a.pdf", ("files/2/a.pdf",)),
        ("files/2/a%20b.pdf", ("files/2/a%20b.pdf", "files/2/a b.pdf")),
        ("files/2/50%.pdf", ("files/2/50%.pdf",)),
        ("files/2/a%00.pdf", ("files/2/a%00.pdf",)),
        ("file:///home/kim/a.pdf", ("/home/kim/a.pdf",)),
        ("file:///C:/papers/a.pdf", ("C:/papers/a.pdf",)),
    ],
)
def test_paths_of_attachments(said: str, files: tuple[str, ...]) -> None:
    """Relative, as an address, and with characters as an address writes them."""
    file = f'<z:Attachment rdf:about="f"><rdf:resource rdf:resource="{said}"/></z:Attachment>'
    (found,) = _parsed(_article('<link:link rdf:resource="f"/>'), file).entries
    assert found.fields["file"] == files


def test_a_missing_attachment_is_told() -> None:
    """The entry goes on without it."""
    found = _parsed(_article("<dc:title>A</dc:title>", '<link:link rdf:resource="f"/>'))
    assert [it.fields["title"] for it in found.entries] == [("A",)]
    assert found.wrong == ("item_1: an attachment that it names is missing",)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "iso-8859-1"])
def test_encodings(encoding: str) -> None:
    """As a byte order mark or the file itself says."""
    head = f'<?xml version="1.0" encoding="{encoding.removesuffix("-sig")}"?>'
    data = _rdf(_article("<dc:title>Über</dc:title>"), head=head).encode(encoding)
    assert parse(data, "a.rdf").unwrap().entries[0].fields["title"] == ("Über",)


def test_another_encoding_than_it_says() -> None:
    """Nothing is guessed of XML: that is an error."""
    data = _rdf(_article("<dc:title>Über</dc:title>")).encode("cp1252")
    assert _error(data).fault is ReadFault.UNDECODABLE


def test_an_entity_bomb() -> None:
    """Entities are not expanded, and no file is fetched by one."""
    lines = "".join(f'<!ENTITY e{at + 1} "{f"&e{at};" * 10}">' for at in range(10))
    bomb = f'<!DOCTYPE a [<!ENTITY e0 "bees">{lines}]>'
    error = _error(_rdf(_article("<dc:title>&e10;</dc:title>"), head=bomb).encode())
    assert error.fault is ReadFault.DAMAGED
    one = '<!DOCTYPE a [<!ENTITY e "bees">]>'
    error = _error(_rdf(_article("<dc:title>&e;</dc:title>"), head=one).encode())
    assert error.detail == "it defines entities, which are not expanded"
    file = '<!DOCTYPE a [<!ENTITY e SYSTEM "file:///etc/passwd">]>'
    fetched = _rdf(_article("<dc:title>&e;</dc:title>"), head=file).encode()
    assert _error(fetched).fault is ReadFault.DAMAGED


def test_damage_and_size() -> None:
    """What is cut short, nested too deep, too large, or has no entry says so."""
    whole = _EXPORT.read_bytes()
    assert _error(whole[: len(whole) // 2]).fault is ReadFault.DAMAGED
    deep = _rdf("<dc:title>" * 300, "</dc:title>" * 300).encode()
    assert _error(deep).fault is ReadFault.DAMAGED
    many = _rdf("<z:a/>" * 1_000_001).encode()
    assert _error(many).fault is ReadFault.TOO_LARGE
    assert _error(_rdf().encode()).fault is ReadFault.EMPTY
    assert _error(_ROOT.replace("zotero", "other").encode()).fault is ReadFault.UNSUPPORTED


@settings(max_examples=60, deadline=None)
@given(st.data())
def test_any_tree_is_entries(data: st.DataObject) -> None:
    """Whatever elements and names an export has, its entries come through the sandbox."""
    names = ["z:itemType", "dc:title", "dcterms:isPartOf", "bib:Part", "link:link", "bib:authors"]
    names += ["z:Attachment", "rdf:resource", "foaf:Person", "foaf:surname", "dc:subject", "bib:A"]
    said = st.sampled_from(["", "a", "book", "DOI 10.1000/a", "&#233;", "<!--b-->"])
    leaf = st.builds(lambda name, text: f"<{name}>{text}</{name}>", st.sampled_from(names), said)
    about = st.sampled_from(["", ' rdf:about="#1"', ' rdf:resource="#1"', ' rdf:resource="a%"'])
    trees = st.recursive(
        leaf,
        lambda inner: st.builds(
            lambda name, at, parts: f"<{name}{at}>{''.join(parts)}</{name}>",
            st.sampled_from(names), about, st.lists(inner, max_size=4),
        ),
        max_leaves=12,
    )  # fmt: skip
    root = etree.fromstring(_rdf(_article(data.draw(trees), about="#1"), data.draw(trees)).encode())
    made, wrong = zotero_rdf.entries(root)
    assert len(made) >= 1
    assert all(values and all(values) for _, fields in made for values in fields.values())
    assert {name for _, fields in made for name in fields} <= bibliography._FIELDS
    assert all(wrong)
