"""reStructuredText is read line for line, its citations as those of LaTeX."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.document import Document, File, Form, Kind
from vera.core.result import failed
from vera.verification.ingestion.markup.rst import read
from vera.verification.manuscript.sentences import citing

# Written before the code was run on it: a claim ends in the line that it is said to begin on.
_TEXT = r"""==========
Of insects
==========

:Author: Nobody

Bees
----

Bees *sleep* at **night** :cite:p:`li20,doe19`. Wasps do not sleep
at all :cite:p:`{but see}roe18`. According to :cite:t:`poe17`, ants run far. Flies fly [Fly2020]_.
`The page <https://a.org>`_ and ``code``.

.. a comment [Hidden]_ :cite:`hidden`
   goes on

Snails are slow. [1]_ Slugs too. [#slug]_ Worms dig :footcite:p:`worm20`. As follows::

    code :cite:`code`

.. code-block:: python

   x = ":cite:`code2`"

.. note::

   Beetles dig :cite:`beetle20`.

- An item of the list says so :cite:`item20`.
- Another one :cite:`item21`.

===== =====
a     :cite:`table`
===== =====

.. figure:: a.png
   :width: 3

   Ants run in rows :cite:`cap20`.

More
----

.. include:: more.rst

The last one says it :cite:`last20`.

.. [1] See :cite:`snail20`.
.. [#slug] But see :cite:`slug20`.
.. [Fly2020] Fly, A. Of flies. 2020.
   Journal of Flies.

.. bibliography:: refs.bib other.bib
   :style: plain
"""
_CLAIMS = [
    (10, "Bees sleep at night.", ["li20", "doe19"], False),
    (10, "Wasps do not sleep at all.", ["roe18"], True),
    (11, "Ants run far.", ["poe17"], False),
    (11, "Flies fly.", ["Fly2020"], False),
    (17, "Snails are slow.", ["snail20"], False),
    (17, "Slugs too.", ["slug20"], True),
    (17, "Worms dig.", ["worm20"], False),
    (27, "Beetles dig.", ["beetle20"], False),
    (29, "An item of the list says so.", ["item20"], False),
    (30, "Another one.", ["item21"], False),
    (39, "Ants run in rows.", ["cap20"], False),
    (46, "The last one says it.", ["last20"], False),
]


def _read(text: str) -> Document:
    return read(File("a.rst", text.encode(), "d")).unwrap()


def test_claims_with_their_lines_and_works() -> None:
    """Every form of citation, notes and contrasts; what shows nothing claims nothing."""
    document = _read(_TEXT)
    found = [
        (
            document.text.count("\n", 0, it.span.start) + 1,
            it.text,
            [work.name for mark in it.citations for work in mark.works],
            any(mark.contrast for mark in it.citations),
        )
        for it in citing(document)
    ]
    assert found == _CLAIMS


def test_what_it_says_of_itself() -> None:
    """Title, sections, bibliographies, and files that are taken in with their lines."""
    document = _read(_TEXT)
    assert document.title == "Of insects"
    assert document.front == {
        "bibliography": ["refs.bib", "other.bib"],
        "input": [["more.rst", 44]],
    }
    assert [section.path[-1] for section in document.sections] == ["Of insects", "Bees", "More"]


def test_an_entry_of_the_list_has_its_name() -> None:
    """So that a citation finds it."""
    (entry,) = (it for it in _read(_TEXT).blocks if it.kind is Kind.REFERENCES)
    assert entry.span.of(_read(_TEXT).text).startswith("[Fly2020] Fly, A. Of flies. 2020.")


def test_a_directive_of_another_name_is_prose() -> None:
    """What an extension calls a theorem says something; what draws or computes does not."""
    text = _read(".. theorem:: Sleep\n\n   Bees sleep.\n\n.. plot::\n\n   x = 1\n\nEnd.\n").text
    assert "Bees sleep." in text
    assert "x = 1" not in text


def test_paragraphs_behind_a_silent_directive_stay_apart() -> None:
    """It ends where a line is no deeper than it."""
    document = _read(".. plot:: x\n\nBees sleep.\n\nWasps do not.\n")
    said = [block.span.of(document.text) for block in document.blocks]
    assert said == ["Bees sleep.", "Wasps do not."]


def test_lines_with_a_bar_are_verse_and_rows_of_a_table_are_not() -> None:
    """The one is a paragraph, the other a row."""
    found = _read("| Bees sleep.\n\n+---+---+\n| a | b |\n+---+---+\n\nEnd.\n")
    assert [(it.kind, it.span.of(found.text)) for it in found.blocks] == [
        (Kind.BODY, "Bees sleep."), (Kind.TABLE, "a | b"), (Kind.BODY, "End."),
    ]  # fmt: skip


def test_a_formula_is_its_plain_text_in_the_line_and_apart() -> None:
    """Two of one directive are two paragraphs; what is escaped around raised text is no blank."""
    found = _read("With :math:`x_i^2` and 10\\ :sup:`-3`.\n\n.. math:: a \\leq b\n\n   c\n\nEnd.\n")
    assert [(it.form, it.span.of(found.text)) for it in found.blocks] == [
        (Form.PROSE, "With xi^2 and 10^-3."), (Form.FORMULA, "a ≤ b"), (Form.FORMULA, "c"),
        (Form.PROSE, "End."),
    ]  # fmt: skip


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            [
                "\n",
                " ",
                "   ",
                "====\n",
                ":cite:`",
                "`",
                "[1]_",
                ".. [1] ",
                ".. note::",
                ".. code::",
                "::\n",
                "**",
                "*",
                "- ",
                "|",
                "{",
                "_",
                "\\",
            ]
        )
    )
)
def test_soup_is_read_line_for_line(parts: list[str]) -> None:
    """Whatever is opened and not closed: words stay in their lines, and nothing is raised."""
    text = "".join(f"{part}{number}" for number, part in enumerate(parts))
    result = read(File("a", text.encode(), "d"))
    if failed(result):
        return
    document = result.unwrap()
    assert document.text.count("\n") <= text.count("\n") + 1
    for block in document.blocks:
        assert block.span.of(document.text).strip()


def test_names_of_programs_are_as_sphinx_shows_them() -> None:
    """The last part behind "~", what a substitution stands for, and no session as prose."""
    found = _read(
        ".. |T| replace:: :class:`~a.b.Table`\n\nA |T| and `~a.c` of |more|, _`here`.\n\n"
        " :math:`x` alone is no option.\n\n>>> 1 + 1\n2\n\n.. autosummary::\n\n   a.b\n"
    )
    assert [(it.form, it.span.of(found.text)) for it in found.blocks] == [
        (Form.PROSE, "A Table and c of |more|, here."), (Form.PROSE, "x alone is no option."),
        (Form.CODE, ">>> 1 + 1\n2"),
    ]  # fmt: skip
