"""The page of verdicts: all of each verdict is on it, and what cannot be drawn says so."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from attrs import define, evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from tests.pdfs import Sheet, paragraph, pdf
from tests.report.verdicts import evidence, read, report, verdict
from vera.core.document import Document, Span
from vera.core.result import Result, Success
from vera.core.verdict import Claim, Evidence, Explanation, Feature, PaperVerdict, Part, Status
from vera.verification import wiring
from vera.verification.ingestion.pdf.pictures import Pictures
from vera.verification.report.verdicts_html import HtmlForm

if TYPE_CHECKING:
    from collections.abc import Collection

BEES = ("Bees sleep at night in the hive.", "A queen lays two thousand eggs a day.")
WASPS = ("Wasps build nests of paper.", "They die in winter.")


@define(eq=False)
class Shown(HTMLParser):
    """What stands on a page, and its elements."""

    text: str = ""
    elements: list[tuple[str, dict[str, str | None]]] = field(factory=list)
    _hidden: bool = False

    def __attrs_post_init__(self) -> None:
        super().__init__(convert_charrefs=True)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Note it."""
        self.elements.append((tag, dict(attrs)))
        self._hidden = tag in {"style", "script"}

    def handle_endtag(self, tag: str) -> None:
        """Text goes on."""
        self._hidden &= tag not in {"style", "script"}

    def handle_data(self, data: str) -> None:
        """Add it, if it is shown."""
        self.text += "" if self._hidden else data

    def count(self, **wanted: str) -> int:
        """How many elements have these attributes; `class_` may be one of several."""
        name = wanted.pop("class_", "")
        return sum(
            all(attributes.get(key) == value for key, value in wanted.items())
            and (not name or name in (attributes.get("class") or "").split())
            for _, attributes in self.elements
        )


def shown(page: str) -> Shown:
    """What a browser makes of it."""
    parser = Shown()
    parser.feed(page)
    parser.close()
    return parser


@frozen
class _Blank:
    """Papers of which no page has a picture."""

    why: str = "the printer is out"

    def document(self, name: str) -> Result[Document]:
        return wiring.read_document(Path(name))

    def pictures(self, document: Document, numbers: Collection[int]) -> Result[Pictures]:
        return Success(Pictures({}, dict.fromkeys(numbers, f"{self.why} for {document.source}")))


@pytest.fixture
def paper(tmp_path: Path) -> Document:
    """A paper of two pages."""
    sheets = (Sheet(paragraph(BEES)), Sheet(paragraph(WASPS)))
    return read(tmp_path / "bees.pdf", pdf(*sheets, title="Of bees"))


def test_each_page_is_in_the_file_once(paper: Document) -> None:
    """However many claims a page bears out, its picture is in the file once."""
    verdicts = [verdict(f"Claim {n}.", Status.GROUNDED, evidence(paper, BEES[0])) for n in range(9)]
    verdicts.append(verdict("Nests.", Status.UNSUPPORTED, evidence(paper, WASPS[0])))
    page = report(HtmlForm(wiring.Again()), [paper], verdicts)
    assert page.count("data:image/webp;base64,") == 2
    found = shown(page)
    assert found.count(class_="g0") == 18  # what is cut out of it, and the whole
    assert found.count(class_="g1") == 2
    assert "Of bees" in found.text


def test_boxes_stand_where_the_words_do(paper: Document) -> None:
    """A mark lies on the page's picture as the box lies on the page."""
    piece = evidence(paper, BEES[0])
    page = report(HtmlForm(wiring.Again()), [paper], [verdict("So.", Status.GROUNDED, piece)])
    (box,) = piece.boxes
    marks = re.findall(r'<i class="grounded" style="left:([\d.]+)%;top:([\d.]+)%', page)
    assert len(marks) == 2
    for left, top in marks:
        assert float(left) == pytest.approx(100 * box.x0 / 600, abs=0.01)
        assert float(top) == pytest.approx(100 * box.y0 / 800, abs=0.01)


def test_all_of_a_verdict_is_on_the_page(paper: Document) -> None:
    """Claim, place in its file, works cited, score, reason, parts, papers and explanation."""
    claim = Claim("Bees sleep and wasps build.", 12, "draft.tex", ("bee2020", "wasp2021"))
    part = Part(
        "wasps build", Span(15, 26), Status.CONTRADICTED, 0.125, "they differ",
        (evidence(paper, WASPS[0]),),
    )  # fmt: skip
    papers = (
        PaperVerdict("bees.pdf", Status.GROUNDED, 0.81),
        PaperVerdict("ants.pdf", Status.UNSUPPORTED, 0.25),
    )
    made = Explanation(0.9, 0.8, 0.1, (Feature("bm25", 2.5, 1.25), Feature("little", 1, 0.01)))
    found = verdict(
        claim, Status.GROUNDED, evidence(paper, BEES[0]), evidence(paper, BEES[1]),
        parts=(part,), papers=papers, explanation=made, decided="ollama:judge",
    )  # fmt: skip
    text = shown(report(HtmlForm(wiring.Again(), explain=True), [paper], [found])).text
    for told in (
        claim.text, "draft.tex:12", "cites bee2020, wasp2021", "probability 0.810", "it reads so",
        "decided by ollama:judge", "wasps build", "0.125: they differ", BEES[0], BEES[1], WASPS[0],
        "ants.pdf", "0.250", "bm25", "+1.25", "cosine 0.800", "1 further passage",
    ):  # fmt: skip
        assert told in text
    assert "little" not in text
    plain = shown(report(HtmlForm(wiring.Again()), [paper], [found])).text
    assert "cosine" not in plain
    assert "bm25" not in plain


def test_a_page_that_cannot_be_drawn_says_so(paper: Document) -> None:
    """Without a picture there are the reason, and the quote with what stands around it."""
    piece = evidence(paper, BEES[1])
    page = shown(report(HtmlForm(_Blank()), [paper], [verdict("Eggs.", Status.GROUNDED, piece)]))
    assert f"No picture of page 1: the printer is out for {paper.source}." in page.text
    assert BEES[0] in page.text
    assert page.count(class_="shot") == 0


@pytest.mark.parametrize(
    ("new", "why"),
    [(b"%PDF-1.7 something else", "it changed after it was read"), (None, "there is no such file")],
)
def test_a_paper_that_is_no_longer_what_it_was_says_so(
    paper: Document, new: bytes | None, why: str
) -> None:
    """A file that was changed or removed meanwhile is not drawn for the one that was read."""
    path = Path(paper.source)
    path.unlink()
    if new is not None:
        path.write_bytes(new)
    found = verdict("So.", Status.GROUNDED, evidence(paper, BEES[0]))
    page = report(HtmlForm(wiring.Again()), [paper], [found])
    assert f"No picture of page 1: {paper.source}: {why}." in shown(page).text
    assert "data:image" not in page


def test_a_librarys_paper_is_read_again(paper: Document) -> None:
    """A paper that was not named is found by the name of its evidence; a lost one is told."""
    lost = Evidence("gone.pdf", "Ants.", 0.5, Span(0, 5), (1,), evidence(paper, BEES[0]).boxes)
    found = [
        verdict("So.", Status.GROUNDED, evidence(paper, BEES[0])),
        verdict("Ants.", Status.GROUNDED, lost),
    ]
    page = report(HtmlForm(wiring.Again()), [], found)
    assert page.count("data:image/webp;base64,") == 1
    text = shown(page).text
    assert "Not shown where it stands: gone.pdf: there is no such file." in text


def test_a_librarys_paper_that_was_changed_is_not_drawn(paper: Document) -> None:
    """Where the quote no longer stands in the paper, no other lines are marked in its place."""
    found = verdict("So.", Status.GROUNDED, evidence(paper, BEES[0]))
    read(Path(paper.source), pdf(Sheet(paragraph(("Ants walk far and carry much.", *BEES)))))
    page = report(HtmlForm(wiring.Again()), [], [found])
    assert "data:image" not in page
    assert "it changed after the claims were checked." in shown(page).text
    assert BEES[0] in shown(page).text


def test_a_paper_without_pages_gives_its_context(tmp_path: Path) -> None:
    """The quote of a Markdown file is marked in what stands around it."""
    filler = "Nothing of note happened here today. " * 20
    text = f"# Bees\n\n{filler}\n\nBefore. Bees sleep. After.\n\n{filler}\n"
    document = read(tmp_path / "bees.md", text)
    piece = evidence(document, "Bees sleep.")
    page = report(HtmlForm(wiring.Again()), [document], [verdict("So.", Status.GROUNDED, piece)])
    assert "Before. <mark>Bees sleep.</mark> After." in " ".join(page.split())
    quote = re.search(r"<blockquote[^>]*>(.*?)</blockquote>", page, re.DOTALL)
    assert quote
    assert quote[1].startswith("… ")
    assert quote[1].endswith(" …")


def test_what_was_not_read_of_the_papers_is_told(tmp_path: Path) -> None:
    """A scanned page is named with its reason above the claims."""
    document = read(tmp_path / "b.pdf", pdf(Sheet(paragraph(BEES)), Sheet("10 10 m 90 90 l S")))
    page = shown(report(HtmlForm(wiring.Again()), [document], []))
    assert "page 2 was not read: it shows" in page.text
    assert "0 claims" in page.text


@given(st.text(max_size=60))
def test_no_text_becomes_markup(text: str) -> None:
    """Whatever claim, reason, names and quotes say, the page's elements are the same."""
    text = f"{text}</main></style><script>alert(1)</script><img src=x onerror=alert(1)>\"'&lt;"

    def page(text: str) -> str:
        document = Document(text, text, "", title=text)
        piece = Evidence(text, text, 0.5, Span(0, len(text)), (), (), text)
        part = Part(text, Span(0, 1), Status.CONTRADICTED, 0.5, text, (piece,))
        papers = (PaperVerdict(text, Status.GROUNDED, 1), PaperVerdict(text, Status.GROUNDED, 1))
        found = verdict(
            Claim(text, 1, text, (text,)), Status.CONTRADICTED, piece, piece, parts=(part,),
            papers=papers, decided=text or "?", explanation=None,
        )  # fmt: skip
        return report(HtmlForm(_Blank()), [document], [evolve(found, reason=text)])

    made = page(text)
    made.encode("utf-8")
    assert not re.search("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]", made)
    assert made.count("<script>") == 1
    assert "<img" not in made
    mended = [tag for tag, _ in shown(made).elements if tag != "i"]  # a name of a control character
    assert mended == [tag for tag, _ in shown(page("plain")).elements if tag != "i"]


def test_the_page_needs_nothing_else(paper: Document) -> None:
    """The page names no other file and no address, and its policy allows none."""
    found = verdict("So.", Status.GROUNDED, evidence(paper, BEES[0]))
    page = report(HtmlForm(wiring.Again()), [paper], [found])
    assert not re.search(r"(?:src|href)=\"(?!#)|url\((?!data:)|@import", page)
    assert "default-src 'none'; img-src data:; style-src 'unsafe-inline'; script-src" in page
