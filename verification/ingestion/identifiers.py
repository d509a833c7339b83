"""Names of papers that are the same everywhere: DOI, arXiv and PubMed identifiers, and years."""

from __future__ import annotations

import re
import unicodedata

_DOI = re.compile(r"10\.\d{4,9}/[^\s\"'<>{}|\\^`\[\]]+", re.IGNORECASE)
"""ANSI/NISO Z39.84, as Crossref recommends to look for it; old ones with "<" are not found."""
_ARXIV = re.compile(
    r"(?<![\w./])(?P<new>\d{4}\.\d{4,5})(?:v\d+)?(?![\w.]*\d)"
    r"|(?<![\w.])(?P<old>[a-z]+(?:-[a-z]+)*(?:\.[A-Z]{2})?/\d{7})(?:v\d+)?(?!\d)"
)
"""https://info.arxiv.org/help/arxiv_identifier.html: since April 2007, and before."""
_PREFIXED = re.compile(
    r"(?:arxiv\s*:\s*|arxiv\.org/(?:abs|pdf)/|10\.48550/arxiv\.)(?P<id>\S+)", re.IGNORECASE
)
_PMID = re.compile(r"(?:\bPMID\b\s*:?\s*|pubmed\.ncbi\.nlm\.nih\.gov/|^)(\d{1,8})\b", re.IGNORECASE)
_QUOTED = re.compile(r"%([2-7][0-9A-Fa-f])")
"""A character of ASCII in an address: %2F for "/"."""
_ENDS = ".,;:!?*†‡"
_PAIRS = {")": "(", "]": "[", "}": "{"}
_YEAR = re.compile(r"(?<![\d.])(?:1[5-9]|20)\d\d(?!\d)")
LONGEST = 200
"""Characters of an identifier; the longest DOI in use is shorter."""


def doi(text: str) -> str:
    """The first DOI in the text, in small letters, or nothing.

    >>> doi("see https://doi.org/10.1000/XYZ(5). and more"), doi("no doi")
    ('10.1000/xyz(5)', '')
    """
    text = _QUOTED.sub(lambda it: chr(int(it[1], 16)), text)
    found = _DOI.search(text)
    return _trimmed(found[0])[:LONGEST].lower() if found else ""


def _trimmed(name: str) -> str:
    """Without what ends the sentence, or the brackets, that it stands in."""
    while name and (
        name[-1] in _ENDS
        or (name[-1] in _PAIRS and name.count(name[-1]) > name.count(_PAIRS[name[-1]]))
    ):
        name = name[:-1]
    return name


def arxiv(text: str) -> str:
    """The first arXiv identifier that is called one, without its version, or nothing.

    >>> arxiv("arXiv:2004.07180v4 [cs.CL] 20 May 2020"), arxiv("https://arxiv.org/abs/cs/0112017")
    ('2004.07180', 'cs/0112017')
    """
    called = _PREFIXED.search(text)
    return bare_arxiv(called["id"]) if called else ""


def bare_arxiv(text: str) -> str:
    """The arXiv identifier that the text is, with or without what calls it one, or nothing."""
    called = _PREFIXED.search(text)
    found = _ARXIV.match((called["id"] if called else text).strip())
    return (found["new"] or found["old"]) if found else ""


def pmid(text: str) -> str:
    """The PubMed identifier that the text is or names, or nothing.

    >>> pmid("PMID: 31452104"), pmid("31452104"), pmid("PMC31452104")
    ('31452104', '31452104', '')
    """
    found = _PMID.search(text.strip())
    return found[1].lstrip("0") if found else ""


def year(text: str) -> str:
    """The first year in the text, or nothing.

    >>> year("May 20, 2020"), year("2021-03-04"), year("doi 10.2020")
    ('2020', '2021', '')
    """
    found = _YEAR.search(text)
    return found[0] if found else ""


def folded(text: str) -> str:
    """The text for comparing: small letters, no accents, one blank between words.

    >>> folded(" Über  das Müsli‐Problem ")
    'uber das musli-problem'
    """
    plain = unicodedata.normalize("NFKD", text.replace("\0", " ")).casefold()
    plain = "".join(char for char in plain if not unicodedata.combining(char))
    plain = plain.encode("utf-8", "replace").decode().translate(_DASHES)
    return " ".join(plain.split())


_DASHES = {ord(dash): "-" for dash in "\u2010\u2011\u2012\u2013\u2014\u2015\u2212"}


def title_key(title: str) -> str:
    """What two ways to print one title share: its letters and digits.

    >>> title_key("On Self-Attention: A Study") == title_key("On selfattention — a study")
    True
    """
    return "".join(filter(str.isalnum, folded(title)))[:LONGEST]
