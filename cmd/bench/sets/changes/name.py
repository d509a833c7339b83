"""Another name of the same sort from the same paper in a name's place, or two sides exchanged."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING

from .change import Change, as_cased, in_brackets

if TYPE_CHECKING:
    from collections.abc import Iterator

    import numpy as np

_GENE = re.compile(
    r"(?<![\w/-])[A-Za-z]{0,3}[A-Z][A-Za-z]{0,4}-?\d{1,3}[a-zα-ω]?(?![\w(/%.]|-[\dA-Z])"
)
_ACRONYM = re.compile(r"(?<![\w/-])[A-Z]{2,6}(?![\w(/-])")
_CAMEL = re.compile(r"(?<![\w/-])(?:[A-Z][a-z]+){2,3}(?![\w/-])")
_DRUG = re.compile(
    r"(?<![\w/-])[A-Za-z]?[a-z]{3,}(?:mab|nib|pril|statin|sartan|olol|cillin|mycin|azole|vir|parin|"
    r"oxacin|dipine|gliptin|zepam|caine|formin|prazole|triptan|dronate)(?![\w/-])"
)
_NO_NAME = re.compile(
    "CI|OR|RR|HR|SD|SE|SEM|NS|DNA|RNA|USA|US|UK|UN|EU|II|III|IV|VI|VII|IX|BMI|ANOVA|RCT|NOT|"
    "AND|THE|FOR|WITH|BACKGROUND|METHOD|RESULT|AIM|AIMS|AN|AS|AT|BY|IN|IS|OF|ON|TO|WE|IT|NLP|"
    "CV|PH|ID|NO|IQR|NCT|MEDLINE|PDF|URL|HTTP|MAIN|SETTING|DESIGN|FIG|TABLE|ET|AL|TP|FP|AUC|"
    "PLACE|CT|MR|BD|PL|"
    "TRIAL|STUDY|DATA|TYPE|BEFORE|AFTER|DATE|NONE|OTHER|NUMBER|WORD|PRIMARY|GROUP|MAJOR|MHC|HLA"
)
_SORTS = (
    "mice, rats, rabbits, monkeys, pigs, dogs, zebrafish, humans",
    "mouse, rat, rabbit, monkey, human",
    "men, women",
    "boys, girls",
    "male, female",
    "males, females",
    "mothers, fathers",
    (
        "liver, kidney, heart, lung, brain, spleen, pancreas, stomach, colon, breast, "
        "prostate, skin, thyroid"
    ),
    "hepatic, renal, cardiac, pulmonary, gastric, pancreatic, intestinal, cerebral",
    "muscle, bone, adipose tissue, cartilage",
    "neurons, astrocytes, microglia, oligodendrocytes",
    "macrophages, neutrophils, monocytes, lymphocytes, eosinophils, platelets, erythrocytes",
    "B cells, T cells, NK cells, dendritic cells, mast cells",
    "nucleus, cytoplasm, mitochondria, lysosomes, cytosol",
    (
        "diabetes, obesity, asthma, cancer, hypertension, stroke, dementia, depression, "
        "malaria, tuberculosis"
    ),
    "insulin, glucagon, leptin, cortisol, estrogen, testosterone",
    "calcium, sodium, potassium, magnesium, iron, zinc",
    "glucose, cholesterol, lactate, glutamine",
    "bacteria, viruses, fungi, parasites",
    "Africa, Asia, Europe, America, Australia",
    "China, India, Japan, Germany, France, Canada, Spain, Italy, Denmark, Sweden, Brazil, Kenya",
    (
        "English, Chinese, Arabic, French, German, Japanese, Spanish, Hebrew, Czech, "
        "Italian, Korean, Dutch"
    ),
    "nouns, verbs, adjectives, adverbs, pronouns, prepositions",
    "noun, verb, adjective, adverb, pronoun",
    "precision, recall",
    "supervised, unsupervised",
    "training set, test set, development set",
    "training data, test data",
    "bigram, trigram, unigram",
    "bigrams, trigrams, unigrams",
    "parser, tagger, classifier, tokenizer, lemmatizer",
    "parsing, tagging, chunking, segmentation, summarization",
    "source language, target language",
)
_LISTED = {name: sort for sort in _SORTS for name in sort.split(", ")}
_LIST = re.compile(rf"(?<![\w-])(?:{'|'.join(sorted(_LISTED, key=len, reverse=True))})(?![\w-])")
_SIDE = r"((?:[\w-]+ ){0,4}[\w-]+)"
_ACTS = (
    "increases|decreases|reduces|promotes|inhibits|induces|regulates|activates|suppresses|enhances|"
    "impairs|causes|leads to|triggers|stimulates|predicts|outperforms|precedes|phosphorylates|"
    "represses|controls|prevents|recruits|improves|mediates|modulates|affects|influences"
)
_MORE = (
    "higher|lower|greater|smaller|larger|better|worse|faster|slower|longer|shorter|stronger|older|"
    "younger|(?:more|less) \\w+"
)
_THAN = "than|compared (?:with|to)|relative to|versus"
_IS = "is|are|was|were|performs?|performed|works?"
_SIDES = (
    re.compile(rf"\bin {_SIDE} (?:{_THAN}) in {_SIDE}(?=[.,;]|$)"),
    re.compile(r"\bfrom ([A-Z]\w+) (?:in)?to ([A-Z]\w+)\b"),
    re.compile(rf"^{_SIDE} (?:{_IS}) (?:\w+ )?(?:{_MORE}) than {_SIDE}\.?$"),
    re.compile(rf"^{_SIDE} (?:{_ACTS}) {_SIDE}\.?$"),
)
_LONG = re.compile(r"[a-z]{5,}")
_END = re.compile(r"(?<=[.!?])\s")
_NO_SIDE = re.compile(
    r"\b(?:we|it|they|this|that|these|those|is|are|was|were|or|which|there|both|its|their|by|"
    r"previously|expected|when|not|no|all|significantly|has|have|can|may|will|had|who|to)\b",
    re.IGNORECASE,
)
_PLURAL = re.compile(r"^[^.]*?(?<![sui])s(?= (?:of|in|by|with|for|from|on|at|to|through)\b|$)")


def _plain(name: str) -> str:
    return re.sub(r"\W", "", name).casefold().removesuffix("s")


_SHAPES = {"gene": _GENE, "acronym": _ACRONYM, "camel": _CAMEL, "drug": _DRUG}


def _sort_of(name: str) -> str:
    shapes = (sort for sort, pattern in _SHAPES.items() if pattern.fullmatch(name))
    return _LISTED.get(name) or next(shapes, "")


@lru_cache(maxsize=64)
def _names(paper: str) -> tuple[str, ...]:
    """The names of a paper that are ours to exchange, each once, in order."""
    found = dict.fromkeys(
        hit[0] for pattern in (*_SHAPES.values(), _LIST) for hit in pattern.finditer(paper)
    )
    return tuple(name for name in found if not _NO_NAME.fullmatch(name))


def _another_name_of(one: str, other: str, paper: str) -> bool:
    """Whether two names may be one thing's: one in brackets after the other, or nearly alike."""
    a, b = _plain(one), _plain(other)
    if not a or not b or a in b or b in a:
        return True
    ties = r"(?:\s?[(/,]\s?|\s+(?:or|called|termed)\s+)(?:or |also |known as |called |i\.e\. )*"
    return bool(
        re.search(rf"{re.escape(one)}{ties}{re.escape(other)}\b", paper)
        or re.search(rf"{re.escape(other)}{ties}{re.escape(one)}\b", paper)
    )


def _may_be_so(name: str, said: set[str], paper: str) -> bool:
    """Whether some sentence of the paper says much of the claim of another name."""
    return len(said) > 2 and any(
        2 * len(said.intersection(_LONG.findall(sentence))) >= len(said)
        for sentence in _END.split(paper)
        if name in sentence
    )


def _in_text(word: str) -> str:
    """A sentence's beginning as it is further on: without the capital, unless that is its own."""
    first = word.split()[0]
    return (
        word if re.search(r"[A-Z\d]", first[1:]) or len(first) == 1 else word[0].lower() + word[1:]
    )


def _swaps(text: str) -> Iterator[Change]:
    """The sides of a comparison, or who acts and what is acted on, exchanged."""
    for pattern in _SIDES:
        for found in pattern.finditer(text):
            one, other = found[1], found[2]
            if _NO_SIDE.search(one) or _NO_SIDE.search(other) or one == other:
                continue
            whole = found.start(1) == 0  # then a verb agrees with a side
            if whole and bool(_PLURAL.match(one)) != bool(_PLURAL.match(other)):
                continue
            middle = text[found.end(1) : found.start(2)]
            before = text[found.start(1) : found.end(2)]
            first = other if found.start(1) else other[0].upper() + other[1:]
            last = one if found.start(1) else _in_text(one)
            yield Change(found.start(1), before, first + middle + last, "sides")


def names(text: str, paper: str, gold: str, chance: np.random.Generator) -> Iterator[Change]:
    """Each name that stands once, another of its sort that the paper has and `gold` has not.

    >>> from numpy.random import default_rng
    >>> paper = "We compare LDA with PCA. LDA is slow."
    >>> [change.after for change in names("LDA is slow.", paper, "LDA is slow.", default_rng(0))]
    ['PCA']
    """
    yield from _swaps(text)
    said, long = f"{text} {gold}".casefold(), set(_LONG.findall(text))
    for found in (hit for pattern in (*_SHAPES.values(), _LIST) for hit in pattern.finditer(text)):
        name, sort = found[0], _sort_of(found[0])
        if (
            _NO_NAME.fullmatch(name)
            or in_brackets(text, found.start())
            or text.casefold().count(name.casefold()) > 1
            or re.search(r"\b[Aa]n? $", text[: found.start()])
            or text[found.end() : found.end() + 2] == " ("
        ):
            continue
        others = [
            other
            for other in _names(paper)
            if _sort_of(other) == sort
            and (len(other) > 2 or len(name) < 3)
            and other.casefold() not in said
            and not _another_name_of(name, other, paper)
            and not _may_be_so(other, long, paper)
        ]
        if others:
            other = others[int(chance.integers(len(others)))]
            kind = "listed" if name in _LISTED else sort
            yield Change(found.start(), name, as_cased(name, other), kind)
