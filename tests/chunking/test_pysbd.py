"""The splitter: exact on any text, right on the marks of papers, bounded on its killers."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest
from hypothesis import given

from tests.strategies import documents
from vera.core.document import Block, Document, Span
from vera.verification.chunking import pysbd
from vera.verification.chunking.pysbd import PysbdSplitter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from vera.core.ports import SentenceSplitter

SPLITTER: SentenceSplitter = PysbdSplitter()


def sentences_of(text: str) -> list[str]:
    """The sentences of a text without pages."""
    return [span.of(text) for span in SPLITTER.split(Document(text, "a paper", ""))]


def assert_exact(document: Document) -> None:
    """The sentences are in order, apart, trimmed, and hold everything but whitespace."""
    text, at = document.text, 0
    for span in SPLITTER.split(document):
        assert span.start >= at
        assert not text[at : span.start].strip()
        assert span.of(text) == span.of(text).strip() != ""
        at = span.end
    assert not text[at:].strip()


@given(documents())
def test_every_character_is_in_one_sentence(document: Document) -> None:
    """Sentences are in order, without overlap, and only whitespace lies outside them."""
    assert_exact(document)


@given(documents())
def test_sentences_stay_in_their_block(document: Document) -> None:
    """No sentence reaches from a block into its neighbour."""
    edges = {edge for block in document.blocks for edge in (block.span.start, block.span.end)}
    for span in SPLITTER.split(document):
        assert not any(span.start < edge < span.end for edge in edges)


@given(documents())
def test_the_same_text_gives_the_same_sentences(document: Document) -> None:
    """Nothing is remembered between calls."""
    assert list(SPLITTER.split(document)) == list(PysbdSplitter().split(document))


def test_sentences_come_as_they_are_asked_for() -> None:
    """The first sentence is there before the second paragraph is looked at."""
    document = Document(
        "One is here.\n\nTwo.", "a paper", "", blocks=(Block(Span(0, 12)), Block(Span(14, 18)))
    )
    assert next(SPLITTER.split(document)) == Span(0, 12)


@pytest.mark.parametrize(
    "text",
    [
        "Chapter one " + "." * 5_000 + " 7",
        "Chapter one " + ". " * 20_000 + " 7",
        "1. 2. 3. " * 2_000,
        "a. b. c. " * 2_000,
        "(a) b. (c) d. " * 2_000,
        "i) ii) iii) iv) " * 2_000,
        "Xy. Ab " * 5_000,
        "Qx. 7 Qy. 8 " * 3_000,
        "∯ȸ♨☝☏♝ are here. So are ᓴ and &ᓴ& in B.C. Andersen. " * 100,
        "x" * 100_000,
        "word " * 20_000,
        "(" * 50_000,
        "'" * 50_000,
        "“ a. B " * 5_000,
        "! " * 20_000,
        ".\x00" * 20_000,
        "\n" * 100_000,
        "\r \r\n" * 50_000,
        " " * 1_000_000,
        "؟" * 50_000,
        "。" * 50_000,
        "文。" * 50_000,
        "a.[1 [1 [1 " * 5_000,
        "a.1,1,1,1,1,1,1,1,1,1,1,1 " * 5_000,
        "The cells were counted. They were 3.5 mm (Fig. 2). " * 20_000,
    ],
    ids=lambda text: repr(text[:12]),
)
def test_no_input_hangs_it(text: str) -> None:
    """The texts that took other splitters minutes, or lost their text, come out whole."""
    assert_exact(Document(text, "a paper", ""))


@pytest.mark.parametrize(
    "sentence",
    [
        "As Fig. 3 and Figs. 4A and 5 show, it rose.",
        "Smith et al. (2019) and Jones et al. 2020 agree.",
        "It holds for small x, i.e. below 1, e.g. 0.5.",
        "See Sec. IV, Tab. 2, Eq. (3), Ref. 9 and No. 5.",
        "J. Smith, A. K. Jones and J.-P. Serre wrote it.",
        "The dose was approx. 5 mg vs. 10 mg (p < .05) resp. 20.",
        "We thank Dr. Miller, Prof. Lee and Mr. K. He for it.",
        "It stands on pp. 12-14 of vol. 3 in Proc. Natl. Acad. Sci. USA.",
        "The U.S. Census of 1990 was used.",
        "He said (We disagree. It is wrong.) that it holds.",
        "They call it “Big. Very big.” in the paper.",
        "3.2. Training",
        "Table 2. Results on the second half",
        "Escherichia coli and Synechocystis sp. PCC 6803 grew.",
        "Wait . . . there is more.",
        "The gene c. elegans has, cf. Brown, is long.",
    ],
)
def test_stops_inside_a_sentence_do_not_end_it(sentence: str) -> None:
    """Abbreviations, initials, numbers, labels and brackets keep a sentence whole."""
    assert sentences_of(sentence) == [sentence]


@pytest.mark.parametrize(
    "sentences",
    [
        ("It rose to 5.2%.", "The rest fell."),
        ("This was shown before [12].", "We repeat it."),
        ("It was shown before.[12]", "We repeat it."),
        ("It was shown before.12,13", "We repeat it."),
        ("See Figure 6.", "This suggests more."),
        ("It stands in vol. 181.", "46. Bauer R, Fels M. Role of it."),
        ("It was shown by Smith et al.", "We repeat it."),
        ("We use vitamin C.", "The dose is small."),
        ("It is made in the U.S.", "The rest is not."),
        ("Is it true?", "Yes!", "It is."),
        ("It is so (see below).", "(The rest is in the appendix.)"),
        ("It ends here.", "“So be it,” he said."),
        ("It binds the gene.", "miR-21 does not."),
        ("We took samples.", "12 patients left."),
        ("It is state of the art.", "BERT is not."),
        ("これは文です。", "次の文！", "本当？"),
        ("यह एक वाक्य है।", "यह दूसरा है।"),
        ("هذه جملة عربية.", "وهذه أخرى؟", "نعم."),
        ("이것은 문장이다.", "다음 문장이다."),
    ],
)
def test_sentences_are_told_apart(sentences: tuple[str, ...]) -> None:
    """Ends after numbers, citations, reference marks and in other scripts are found."""
    assert sentences_of(" ".join(sentences)) == list(sentences)


def test_a_blank_line_ends_a_sentence_and_a_line_end_does_not() -> None:
    """Paragraphs are what blank lines part, whatever the line ends are."""
    text = "A heading\r\n\r\nA sentence over\r\ntwo lines\n \nand another\f end"
    assert sentences_of(text) == ["A heading", "A sentence over\r\ntwo lines", "and another", "end"]


@pytest.mark.parametrize("mark", ["= = ", "| ", "> ", "+ ", "_", "<b>", "~ "])
def test_a_line_that_begins_with_a_mark_begins_a_sentence(mark: str) -> None:
    """Headings and rows of plain text are not joined to the line above; in a line, marks join."""
    above, below = "It was well received.", f"{mark}Release of the second"
    assert sentences_of(f"{above}\n {below}") == [above, below]
    assert sentences_of(f"{above} {below}") == [f"{above} {below}"]


def raise_an_error(_: str) -> list[str]:
    """Fail as pysbd can on an odd text."""
    raise IndexError("string index out of range")


def lose_text(window: str) -> list[str]:
    """Give back another text, as pysbd does with its own marks."""
    return [window[1:] + "?"]


@pytest.mark.parametrize("segment", [raise_an_error, lose_text])
def test_where_pysbd_fails_the_plain_rule_decides(
    segment: object, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A stop before a space ends the sentence when pysbd raises or gives back another text."""
    monkeypatch.setattr(pysbd, "_segment", lambda: segment)
    assert sentences_of("They live in Xy. Ab is far.") == ["They live in Xy.", "Ab is far."]


def test_pysbd_is_asked_where_the_rules_are_unsure(monkeypatch: pytest.MonkeyPatch) -> None:
    """Its answer for an unsure stop is taken over, and it is asked once for a window."""
    asked: list[str] = []

    def whole(window: str) -> list[str]:
        asked.append(window)
        return [window]

    monkeypatch.setattr(pysbd, "_segment", lambda: whole)
    text = "They live in Xy. Ab is far from Qx. Andersen lives there."
    assert sentences_of(text) == [text]
    assert len(asked) == 1


def test_importing_the_splitter_does_not_import_pysbd() -> None:
    """`verify --help` pays nothing for pysbd."""
    program = "import sys, vera.verification.chunking.pysbd\nsys.exit('pysbd' in sys.modules and 1)"
    subprocess.run([sys.executable, "-c", program], check=True)


def test_pysbd_loads_without_a_word_where_nothing_is_compiled_yet(tmp_path: Path) -> None:
    """Its invalid escapes neither warn the user nor fail a run where warnings are errors."""
    program = (
        "import sys; from vera.core.document import Document\n"
        "from vera.verification.chunking import pysbd\n"
        "text = 'They live in Xy. Ab is far.'\n"
        "list(pysbd.PysbdSplitter().split(Document(text, '', '')))\n"
        "sys.exit('pysbd' not in sys.modules)"
    )
    options = ["-X", f"pycache_prefix={tmp_path}", "-W", "error"]
    command = [sys.executable, *options, "-c", program]
    ran = subprocess.run(command, check=False, capture_output=True, text=True)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_sentences_are_an_iterator() -> None:
    """A document of any size is never split into a list."""
    found: Iterator[Span] = SPLITTER.split(Document("One. Two.", "a paper", ""))
    assert iter(found) is found
