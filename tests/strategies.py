"""Hypothesis strategies for text that papers, PDF readers and enemies produce."""

from __future__ import annotations

from hypothesis import strategies as st

from vera.core.chunk import ChunkConfig
from vera.core.document import Block, Document, Span

PAPER_SENTENCES = (
    "We train on 12.5 million pairs (Smith et al., 2019) and test on Fig. 3.",
    "The effect was small (p < .05), i.e. below 0.2 mg/kg.",
    "J. R. Smith and A. K. Jones agree with Dr. Lee vs. the U.S. Census.",
    "See Sec. 4.1, Eq. (7) and Tab. 2 [12].",
    '"Is it true?" she asked.',
    "However, accuracy fell to 71.3% (cf. Ref. 9)!",
    "miR-21 binds β-catenin.12,13",
    "これは文です。次の文！本当？",
    "هذه جملة عربية. وهذه أخرى؟",
    "यह एक वाक्य है।",
    "Wait . . . what?",
    "1. Introduction",
    "Contents ........................ 7",
)

HOSTILE_PIECES = (
    *"∯ȸ♨☝☏♝♟ƪ∮ȹ☉☇☈☄♬♭⎋✂⌬ᓴ",
    "&ᓴ&",
    "\\",
    "\\(",
    "\ud800",
    "\udc00",
    "\x00",
    "\x07",
    "\x1c",
    "\u2028",
    "\u2029",
    "\u200b",
    "\ufeff",
    "\u202e",
    "e\u0301\u0302",
    "👩‍👩‍👧‍👦",
    "👍🏽",
    "\r\n",
    "\r",
    "\n",
    "\n\n",
    "\r\n \r\n",
    "\f",
    "\t",
    " ",
    "\u3000",
    "\xa0",
    "." * 40,
    ". " * 20,
    "1. 2. 3. ",
    "(",
    ")",
    "[1]",
    '"',
    "“",
    "”",
    "'",
    "!",
    "?",
    "…",
    "a.",
    "Xy. Ab",
    "x" * 60,
    " " * 60,
)

paper_text = st.lists(st.sampled_from(PAPER_SENTENCES), max_size=40).flatmap(
    lambda sentences: st.sampled_from([" ", "\n", "\n\n", "  \r\n"]).map(
        lambda between: between.join(sentences)
    )
)
"""Sentences as they stand in papers, in one or several paragraphs."""

hostile_text = st.lists(
    st.one_of(
        st.sampled_from(HOSTILE_PIECES),
        st.sampled_from(PAPER_SENTENCES),
        st.text(st.characters(), max_size=20),  # every code point, lone surrogates too
    ),
    max_size=60,
).map("".join)
"""Text with what broke sentence splitters, and any characters at all between."""

any_text = st.one_of(paper_text, hostile_text)


@st.composite
def documents(draw: st.DrawFn, texts: st.SearchStrategy[str] = any_text) -> Document:
    """Documents of any text, with blocks or without."""
    text = draw(texts)
    cuts = sorted(draw(st.sets(st.integers(0, len(text)), max_size=8)))
    blocks = tuple(Span(low, high) for low, high in zip(cuts[::2], cuts[1::2], strict=False))
    return Document(text, "a paper", "0" * 64, blocks=tuple(map(Block, blocks)))


@st.composite
def chunk_configs(draw: st.DrawFn) -> ChunkConfig:
    """Sound chunk settings, from one character up."""
    target = draw(st.one_of(st.integers(1, 40), st.integers(41, 400)))
    return ChunkConfig(
        target=target,
        overlap=draw(st.sampled_from([0.0, 0.1, 0.2, 0.5, 0.9])),
        minimum=draw(st.integers(0, target)),
        maximum=draw(st.integers(target, 2 * target)),
    )
