"""Words of one kind that exclude one another: what is said of one is not said of the other.

A synonym stands for a word, a word of the same kind does not ("co-hyponyms"; Lyons, "Semantics",
1977). Only kinds whose members nobody uses for each other are listed, each in plain forms.
"""

from __future__ import annotations

from types import MappingProxyType

from verification.retrieval.words import words

_KINDS = """
men women / man woman / male female / males females / boys girls / mother father / mothers fathers
/ sons daughters / husbands wives / brothers sisters
/ mice rats rabbits pigs sheep dogs cats monkeys ferrets hamsters zebrafish cattle chickens
/ mouse rat rabbit pig dog cat monkey ferret hamster chicken horse cow
/ left right / north south east west / northern southern eastern western
/ spring summer autumn winter / morning evening / weekdays weekends
/ heart lung kidney liver brain spleen pancreas stomach colon bladder skin thyroid prostate breast
/ cardiac pulmonary renal hepatic cerebral pancreatic gastric
/ diabetes asthma stroke dementia malaria tuberculosis measles influenza
/ arteries veins / neurons astrocytes microglia
/ bacteria viruses fungi / calcium sodium potassium magnesium / protein carbohydrate
/ oxygen nitrogen hydrogen helium / gold silver copper iron zinc lead
/ training test development / training validation / encoder decoder / source target
/ precision recall / sensitivity specificity
/ bigram trigram unigram / noun verb adjective adverb pronoun / parent child
/ input output / row column / rows columns / vowels consonants / mean median
/ price volume / import export / supply demand / buyer seller / buyers sellers
/ teacher student / teachers students / physicians nurses / doctors nurses
"""


def _kinds() -> dict[str, set[int]]:
    found: dict[str, set[int]] = {}
    for number, kind in enumerate(_KINDS.split("/")):
        for word in words(kind):
            found.setdefault(word.stem, set()).add(number)
    return found


_KIND = MappingProxyType(_kinds())


def exclude(one: str, other: str) -> bool:
    """Whether two stems are different things of one kind.

    >>> exclude("rat", "mous"), exclude("rat", "rat"), exclude("rat", "rodent")
    (True, False, False)
    """
    return one != other and not _KIND.get(one, set()).isdisjoint(_KIND.get(other, set()))
