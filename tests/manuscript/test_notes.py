"""What a note cites is for the sentence that calls it; what it says itself is asked itself."""

from __future__ import annotations

from importlib import import_module

import pytest

from vera.core.document import Document, File
from vera.verification.manuscript.sentences import citing

# Written before the code was run on them: what is claimed, by which works, and what for.
_LATEX = r"""
Bees sleep at night.\footnote{See \cite[p.~3]{li20}, and \cite{doe19}.} Wasps do not
sleep\footnote{But see \cite{roe18}.} at all. Ants run.\footnote{Ants of the south run far in the
summer \citep{poe17}.} Flies fly far.\footcite[12]{fly20} Moths die young.\footnotemark

\footnotetext{Cf.\ \textcite{moth20}.}
Beetles dig.\footnote{Nobody knows why.} Snails are slow.\endnote{\cite{snail20}}
"""
_TYPST = """
Bees sleep at night.#footnote[See @li20, p. 3, and @doe19.] Wasps do not
sleep#footnote[But see @roe18.] at all. Ants run.#footnote[Ants of the south run far in the
summer @poe17.] Flies fly far.#footnote[@fly20[12]] Moths die young.#footnote[Cf. #cite(<moth20>).]

Beetles dig.#footnote[Nobody knows why.] Snails are slow.#footnote[@snail20]
"""
_MARKDOWN = """
Bees sleep at night.[^1] Wasps do not
sleep[^but] at all. Ants run.[^3] Flies fly far.^[@fly20, p. 12] Moths die young.^[Cf. [@moth20].]

Beetles dig.[^5] Snails are slow.[^6]

[^1]: See [@li20, p. 3], and @doe19.
[^but]: But see @roe18.

[^3]: Ants of the south run far in the
    summer [@poe17].
[^5]: Nobody knows why.
[^6]: @snail20
"""
_CLAIMS = [
    ("Bees sleep at night.", ["li20", "doe19"], False),
    ("Wasps do not sleep at all.", ["roe18"], True),
    ("Flies fly far.", ["fly20"], False),
    ("Moths die young.", ["moth20"], False),
    ("Ants of the south run far in the summer.", ["poe17"], False),
    ("Snails are slow.", ["snail20"], False),
]


def _read(source: str, module: str) -> Document:
    file = File(f"a.{module}", source.encode(), "d")
    reader = import_module(f"vera.verification.ingestion.markup.{module}")
    found: Document = reader.read(file).unwrap()
    return found


def _claims(source: str, module: str) -> list[tuple[str, list[str], bool]]:
    return [
        (
            it.text,
            [work.name for mark in it.citations for work in mark.works],
            any(mark.contrast for mark in it.citations),
        )
        for it in citing(_read(source, module))
    ]


@pytest.mark.parametrize(
    ("source", "module"), [(_LATEX, "latex"), (_TYPST, "typst"), (_MARKDOWN, "markdown")]
)
def test_what_a_note_cites_is_for_who_calls_it(source: str, module: str) -> None:
    """In LaTeX, Typst and Markdown alike; "but see" holds, and a note that states is a claim."""
    assert sorted(_claims(source, module)) == sorted(_CLAIMS)


def test_a_note_of_a_note_is_for_the_note() -> None:
    """It is not lost where no paragraph follows."""
    source = r"Bees sleep.\footnote{Not all of them do so\footnote{\cite{li20}}.}"
    assert _claims(source, "latex") == [("Not all of them do so.", ["li20"], False)]


def test_a_mark_without_its_note_moves_no_other() -> None:
    """Each note is known by where it was called, not by how many were before."""
    source = (
        r"Bees sleep.\footnotemark Wasps do not.\footnote{\cite{doe19}} Ants run.\footnotemark[1]"
    )
    assert _claims(source, "latex") == [("Wasps do not.", ["doe19"], False)]
    assert _claims("Bees sleep.\ue002 Wasps do not.\\footnote{\\cite{doe19}}", "latex") == [
        ("Wasps do not.", ["doe19"], False)
    ]
    assert _claims("Bees sleep.[^9] Wasps do not.[^1]\n\n[^1]: @doe19\n", "markdown") == [
        ("Wasps do not.", ["doe19"], False)
    ]


def test_a_note_before_a_citation_of_its_paragraph_is_read() -> None:
    """What stands behind it was read before it."""
    document = _read(r"Bees sleep.\footnote{A note \cite{n}.} Wasps do not \cite{w}.", "latex")
    assert r"A note \cite{n}." in document.text


def test_a_note_of_a_heading_is_asked_of_nothing() -> None:
    """A heading claims nothing; the citation is told, and not lost."""
    claims = _claims("\\section{Bees\\footnote{\\cite{li20}}}\nText.", "latex")
    assert [works for _, works, _ in claims] == [["li20"]]
