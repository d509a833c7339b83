"""What the embedding models that Ollama serves want to be told beside the text.

Ollama adds no prefix of its own, and a model trained with one places texts wrongly without it.
"""

from __future__ import annotations

import re

from attrs import frozen

from vera.core.ports import Role

_REPRESENT = "Represent this sentence for searching relevant passages: "
_TASK = "Given a scientific claim, retrieve documents that support or refute the claim"


@frozen
class Prefixes:
    """What stands before a claim and before a passage."""

    query: str = ""
    passage: str = ""

    def of(self, role: Role) -> str:
        """The prefix for texts of that role."""
        return self.query if role is Role.QUERY else self.passage


# As the card of each model says; the first match counts. For the models that take an instruction
# of one's own it is the one for checking claims.
_BY_MODEL = (
    (r"nomic-embed-text", Prefixes("search_query: ", "search_document: ")),
    (r"mxbai-embed-(large|2d)", Prefixes(_REPRESENT)),
    (r"arctic-embed(2|.*v2)", Prefixes("query: ")),
    (r"arctic-embed", Prefixes(_REPRESENT)),
    (r"embedding-?gemma", Prefixes("task: fact checking | query: ", "title: none | text: ")),
    (r"qwen3-embedding", Prefixes(f"Instruct: {_TASK}\nQuery:")),
    (r"\be5\b.*(instruct|mistral)", Prefixes(f"Instruct: {_TASK}\nQuery: ")),
    (r"\be5\b", Prefixes("query: ", "passage: ")),
    (r"bge-(small|base|large)-zh", Prefixes("为这个句子生成表示以用于检索相关文章：")),
    (r"bge-(small|base|large)", Prefixes(_REPRESENT)),
)


def prefixes(model: str) -> Prefixes:
    """The prefixes of a model by its name, with or without namespace and tag; none if unknown.

    >>> prefixes("someone/nomic-embed-text:v1.5").query
    'search_query: '
    >>> prefixes("all-minilm")
    Prefixes(query='', passage='')
    """
    name = model.rpartition("/")[2].partition(":")[0].lower()
    return next((found for known, found in _BY_MODEL if re.search(known, name)), Prefixes())
