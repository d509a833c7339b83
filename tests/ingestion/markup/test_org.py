"""Org is read line for line, its citations as those of LaTeX."""

from __future__ import annotations

from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.document import Document, File
from vera.core.result import failed
from vera.verification.ingestion.markup.org import read
from vera.verification.manuscript.sentences import citing

# Written before the code was run on it: a claim ends in the line that it is said to begin on.
_TEXT = r"""#+TITLE: Of insects
#+bibliography: refs.bib
#+bibliography: "more refs.json"
* TODO Bees [1/2]                :tag:
:PROPERTIES:
:ID: x
:END:
Bees *sleep* at /night/ [cite:see @li20 p. 3; @doe19]. Wasps do not sleep
at all [cite:but see
@roe18]. According to [cite/t:@poe17], ants run far. Flies fly cite:fly20,fly21, moths
do not [[citep:&moth20;&moth21 p. 3]]. See [[https://a.org/x_y][the page]].
# [cite:@hidden20]

Snails are slow.[fn:1] Slugs too.[fn:: But see [cite:@slug20].]

#+begin_src python
x = "[cite:@code20]"
#+end_src
#+begin_quote
Beetles dig [cite:@beetle20].
#+end_quote
- An item of the list says so [cite:@item20].
| a | [cite:@table20] |
#+CAPTION: Ants run in rows [cite:@cap20].
[[file:a.png]]

[fn:1] See [cite:@snail20].
** Not shown :noexport:
It is hidden [cite:@gone20].
** Shown
#+INCLUDE: "more.org"
The last one says it \cite{last20}.
"""
_CLAIMS = [
    (8, "Bees sleep at night.", ["li20", "doe19"], False),
    (8, "Wasps do not sleep at all.", ["roe18"], True),
    (10, "Ants run far.", ["poe17"], False),
    (10, "Flies fly, moths do not.", ["fly20", "fly21", "moth20", "moth21"], False),
    (14, "Snails are slow.", ["snail20"], False),
    (14, "Slugs too.", ["slug20"], True),
    (20, "Beetles dig.", ["beetle20"], False),
    (22, "An item of the list says so.", ["item20"], False),
    (24, "Ants run in rows.", ["cap20"], False),
    (32, "The last one says it.", ["last20"], False),
]


def _read(text: str) -> Document:
    return read(File("a.org", text.encode(), "d")).unwrap()


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
        "bibliography": ["refs.bib", "more refs.json"],
        "input": [["more.org", 31]],
    }
    assert [section.path[-1] for section in document.sections] == ["Bees", "Shown"]


def test_what_never_ends_hides_nothing() -> None:
    """A block or a drawer without its end before the next heading is none, as in Org."""
    for begin in ("#+begin_src python", ":Note:", "#+begin_example"):
        text = _read(f"{begin}\nBees sleep.\n* Wasps\n#+end_src\n:END:\nThey do not.\n").text
        assert "Bees sleep." in text
        assert "They do not." in text


def test_a_block_of_another_name_is_prose() -> None:
    """What an extension calls a theorem says something."""
    text = _read("#+begin_theorem\nBees sleep.\n#+end_theorem\nWasps do not.\n").text
    assert "Bees sleep." in text
    assert "theorem" not in text


@settings(deadline=None, max_examples=200)
@given(
    st.lists(
        st.sampled_from(
            [
                "\n",
                " ",
                "* a ",
                "[cite:",
                "@k",
                "]",
                "[fn:",
                "1]",
                "[fn::",
                "#+begin_src\n",
                "#+end_src\n",
                ":x:\n",
                "[[",
                "]]",
                "*",
                "=",
                "cite:a",
                "- ",
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
