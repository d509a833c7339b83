"""What a publisher or its form puts on a page beside the text: notices, dates, lists of keywords.

They are known by the words that they begin with; those of a notice are the law's or a licence's.
"""

from __future__ import annotations

import re

from vera.verification.ingestion.names import is_keywords

_NOTICE = re.compile(
    r"(?:©|\([cC]\) ?(?:19|20)\d\d|Copyright\b|All rights reserved|Permission (?:is|to) (?:hereby "
    r"granted|make|copy|reproduce|reprint)"
    r"|(?:This is an |An )?[Oo]pen[- ][Aa]ccess(?: article|\.|$)"
    r"|This (?:work|article|paper) is (?:licen[cs]ed|distributed|published) under|Licen[cs]ed under"
    r"|Cite this (?:article|paper) as|How to cite)"
)
_DATES = re.compile(
    r"(?:Received|Accepted|Published|Revised|Submitted)(?: online| on| in|:)?[\s:]+[^.]{0,30}"
    r"(?:19|20)\d\d"
)
_ADDRESS = re.compile(r"\W*(?:Correspondence|Corresponding author|E-?mail)s?(?: address(?:es)?)?:")
_SUBJECTS = re.compile(r"(?:Subjects?|SUBJECTS?|Key ?-?[Ww]ords?|KEY ?WORDS) +[A-Z][^.;!?]*")
_BEGINS = re.compile(r"©|Copyright (?:©|\([cC]\)|(?:19|20)\d\d)|\([cC]\) (?:19|20)\d\d")
_RIGHTS = re.compile(r"©|\bcopyright|\blicen[cs]ed?\b|\ball rights\b", re.IGNORECASE)
_LONGEST_NOTICE = 1000
_LONGEST_DATES = 200
"""Characters of a notice, and of the dates of an article, at most: more is prose."""


def is_notice(text: str) -> bool:
    """Whether a text is a notice of rights, the dates of an article or an address.

    >>> is_notice("© 2010 Ito et al; licensee Acme."), is_notice("Received: 2 June 2009")
    (True, True)
    >>> is_notice("Copyrighted works were left out.")
    False
    """
    is_of_dates = len(text) < _LONGEST_DATES and _DATES.match(text) is not None
    return is_of_dates or bool(_NOTICE.match(text) or _ADDRESS.match(text))


def speaks_of_rights(text: str) -> bool:
    """Whether a short text, which is set small on a first page, is about the rights in the paper.

    >>> speaks_of_rights("Authors of papers retain copyright."), speaks_of_rights("Bees sleep.")
    (True, False)
    """
    return len(text) < _LONGEST_NOTICE and _RIGHTS.search(text) is not None


def begins(line: str) -> bool:
    """Whether what stands beside the text surely begins with a line, whatever is before it.

    >>> begins("© 1996 Acme"), begins("Keywords: bees"), begins("Copyright, Fair Use")
    (True, True, False)
    """
    return _BEGINS.match(line) is not None or is_keywords(line)


def is_list_of_subjects(text: str) -> bool:
    """Whether a text names subjects or keywords in a row, with commas between them and no stop.

    >>> is_list_of_subjects("Keywords Bees, Wasps"), is_list_of_subjects("Subjects Ten men, two.")
    (True, False)
    """
    return "," in text and _SUBJECTS.fullmatch(text) is not None
