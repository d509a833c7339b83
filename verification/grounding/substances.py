"""The names of drugs, enzymes and other substances, told from ordinary words by their endings."""

from __future__ import annotations

import re
from functools import lru_cache

_INN = (
    "mab tinib crinib parib vastatin april opril epril sartan olol prazole conazole cillin mycin "
    "micin floxacin cycline vir gliptin gliflozin glitazone formin glutide triptan setron dipine "
    "nafil dafil dronate xaban gatran grel fibrate zepam zolam barbital profen coxib metasone "
    "nisone solone lukast terol tropium thiazide semide platin taxel rubicin mustine tecan trexate "
    "uracil poetin kinra grastim limus amide zide ofol estrol calciferol phenicol sterone oxone "
    "methadone vudine citabine"
)
"""Stems of the World Health Organization's international nonproprietary names, and their like."""

_BIOCHEMICAL = ("ine", "in", "ase")
"""Amines and alkaloids, proteins, enzymes."""

_SHORTEST = 6  # letters

_NAMED = (
    "adrenalin alcohol cholesterol cortisol cocaine codeine estrogen ethanol fentanyl glucose "
    "glutamate ibuprofen ketamine lactate lithium morphine nicotine opium oxytocin paracetamol "
    "quinine sucrose tamoxifen testosterone thyroxine acetaminophen"
)
"""Common ones whose ending says nothing."""

_ORDINARY = (
    "airline alkaline alpine anaphase apolipoprotein aquiline asinine assassin autocrine "
    "baseline biphase bobbin borderline bovine bulletin byline canine carcase centerline "
    "centreline chagrin chemokine chromatin coastline coffin combine concubine confine cosine "
    "coin cousin crease crinoline cuisine cytokine database dauphin deadline decline decrease "
    "define determine discipline disease divine doctrine dolphin encase endocrine engine "
    "equine ermine euchromatin examine famine fanbase feline feminine figurine frontline "
    "gasoline genuine germline glycoprotein goblin grease guideline hairline hairpin headline "
    "herein heroine heterochromatin hotline imagine increase interphase intestine intrauterine "
    "javelin knockin latrine lipoprotein lowercase machine magazine mandolin manikin margin "
    "marine masculine medicine metaphase metastase midline migraine mitokine moccasin muffin "
    "multiprotein murine myokine neuroendocrine neurotoxin nucleoprotein oncoprotein online "
    "origin outline pangolin paracrine paraffin paraphrase penguin phrase pinyin pipeline "
    "please plugin polyprotein pontine porcine pristine prometaphase prophase protein pumpkin "
    "punchline purchase quarantine raisin ravine rebase recombine redefine refine release "
    "reline ribonucleoprotein routine saline sanguine sardine shoreline showcase sideline "
    "skyline spline staircase statin storyline streamline submarine subroutine suitcase "
    "sunshine supine tailfin tambourine telemedicine telophase therein timeline topline "
    "trampoline turbine ultrafine underline undermine underpin uppercase uterine vaccine "
    "vaseline violin virgin vitamin vitamine wherein within wolverine zeppelin"
)
"""Ordinary words, and kinds of substances, that end so."""

_NAMED_SET, _ORDINARY_SET = frozenset(_NAMED.split()), frozenset(_ORDINARY.split())
_LIKE = re.compile(rf"[a-z]{{2,}}(?:{'|'.join((*_INN.split(), *_BIOCHEMICAL))})")


@lru_cache(maxsize=1 << 15)
def is_substance(word: str) -> bool:
    """Whether a word is the name of a drug, an enzyme or another substance by its form.

    >>> [word for word in "metformin kinases within decreases domain".split() if is_substance(word)]
    ['metformin', 'kinases']
    """
    low = word.lower()
    single = low.removesuffix("s")
    if low in _NAMED_SET or single in _NAMED_SET:
        return True
    return (
        len(single) >= _SHORTEST
        and not single.endswith("ain")
        and single not in _ORDINARY_SET
        and low not in _ORDINARY_SET
        and _LIKE.fullmatch(single) is not None
    )
