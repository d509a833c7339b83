"""Another name in a role is a conflict; another form of a name is none."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.strategies import HOSTILE_PIECES, PAPER_SENTENCES
from verification.grounding.conflicts.instruments import tools, used_instead
from verification.grounding.conflicts.names import check, matched, missing, unmatched
from verification.grounding.names import Forms, Sort, names, stands_for
from verification.grounding.sentence import Sentence
from verification.retrieval.acronyms import definitions, synonyms
from verification.retrieval.words import words

_TEXTS = st.lists(
    st.sampled_from((*HOSTILE_PIECES, *PAPER_SENTENCES)) | st.text(max_size=20), max_size=12
).map(" ".join)

CONFLICTS = [
    ("Daft needs 5.4 seconds for the job.", "Dask needs 5.4 seconds for the job.", "Dask"),
    ("We trained the tagger on MNIST.", "We trained the tagger on CIFAR-10.", "CIFAR-10"),
    ("Serum IL-8 rose in the treated group.", "Serum IL-6 rose in the treated group.", "IL-6"),
    ("Loss of BRCA2 slows the repair.", "Loss of BRCA1 slows the repair of DNA.", "BRCA1"),
    ("The first cases were seen in Lyon.", "The first cases were seen in Turin.", "Turin"),
    ("A year of losartan lowered it.", "A year of metformin lowered it.", "metformin"),
    ("It ran on GPT-3 for a week.", "It ran on GPT-4 for a week.", "GPT-4"),
    ("Only TNF-α was raised there.", "Only IFN-γ was raised there, as before.", "IFN-γ"),
    ("Binding of p53 to the promoter grew.", "Binding of p21 to the promoter grew.", "p21"),
    (
        "Trees in New York City grow fast.",
        "Trees in San Diego County grow fast.",
        "San Diego County",
    ),
    # names of one thing, which a word after both tells
    (
        "The songs were taken from the Birdsong archive.",
        "We took 400 songs of wrens (30 hours in all) from the XENO 2019 sound archive.",
        "XENO",
    ),
    (
        "The PIXIE images of the old north crater were taken on Mount Etna.",
        "We took 20 images of the old north crater with the HERON imager on Mount Etna.",
        "HERON",
    ),
    # what something was done with
    (
        "The study computed its running averages in R.",
        "We used Python 3.9 [2], along with its Numpex library, to compute the running averages.",
        "Python",
    ),
    (
        "Trees were plotted with ArborPlot.",
        "Using FigMaker and its themes for plotting trees, we looked at each.",
        "FigMaker",
    ),
    (
        "All maps were printed with QGIS.",
        "For all parts we used GRASS to print the maps, and checked them.",
        "GRASS",
    ),
    ("The net was tuned with SGD.", "The net was tuned using AdamW.", "AdamW"),
]

AGREEMENTS = [
    ("Serum IL6 rose.", "Serum IL-6 rose in the group."),
    ("NF-kappaB was active there.", "NF-κB was active there."),
    ("Two LSTMs read the text.", "An LSTM reads the text."),
    ("Blocking interleukin-2 receptors helps.", "Blocking IL-2 receptors helps."),
    ("Doctors in China were asked.", "Chinese doctors were asked in Wuhan."),
    ("The TNF level fell in all groups.", "The TNF-alpha level fell in all groups."),
    ("AMPK activation slows growth.", "AMP-activated protein kinase activation slows growth."),
    ("Patients were treated early.", "Adults were treated early."),  # no names: ordinary words
    ("Metformin lowered glucose.", "In Turin the weather was cold."),
    ("IL-6 falls after training.", "Growth was measured by PCR and by ELISA."),
    ("p53 regulates repair.", "BRCA1 is found in the nucleus, where p53 regulates repair."),
    ("Dask took longer than Daft.", "Daft was faster than Dask."),  # a matter of direction
    ("The haemoglobin level fell slowly.", "The hemoglobin level fell slowly."),
    ("At the end of treatment (LOCF) it fell.", "At the end of treatment (EoT) it rose."),
    ("Tests for HPV were used at first.", "Tests for hrHPV were used at first."),
    ("A study with Bison ranked Oslo first.", "Using Elk, relative to Oslo we ranked a study."),
    ("COVID-19 spreads by droplets.", "SARS-CoV-2 spreads by droplets."),
    # a tool that the paper used for something else, or beside others
    ("Trees were drawn with ArborPlot.", "We used FigMaker to draw birds on the wing."),
    ("Trees were drawn in R.", "We used R and FigMaker to draw trees."),
    ("Trees were drawn with ArborPlot.", "We drew trees; we used Python to clean them."),
    ("Averages were computed in R.", "We used the median to compute averages."),
    ("Trees were drawn with ArborPlot.", "To draw trees we used AP (ArborPlot) and FigMaker."),
    # another head, or a list of which the claim's is one
    ("Songs from the Birdsong archive were long.", "Of XENO calls, long ones were kept."),
    (
        "Songs were taken from the Birdsong archive.",
        "Songs were taken from the Birdsong archive and the XENO archive.",
    ),
    ("Insulin levels were read at noon.", "We read WHO levels of it at noon."),
]


@pytest.mark.parametrize(("claim", "evidence", "paper"), CONFLICTS)
def test_another_name_in_the_same_role(claim: str, evidence: str, paper: str) -> None:
    """The conflict gives the paper's name and where it stands."""
    (found,) = check(Sentence(claim), Sentence(evidence))
    assert found.code == "name"
    assert found.paper == paper == evidence[found.span.start : found.span.end]
    assert found.claim in claim


@pytest.mark.parametrize(("claim", "evidence"), AGREEMENTS)
def test_nothing_is_said(claim: str, evidence: str) -> None:
    """Forms of one name, and names in other roles, are no conflict."""
    assert not list(check(Sentence(claim), Sentence(evidence)))


def test_acronym_that_the_paper_defines() -> None:
    """A long form is no stranger to a text that has its acronym, and the other way about."""
    meant = synonyms(definitions("A support vector machine (SVM) was used."))
    claim = Sentence("The SVM was best on CoNLL.", meant)
    evidence = Sentence("Best on CoNLL was the support vector machine.", meant)
    assert unmatched(claim, evidence) == 0
    assert matched(claim, evidence) == 2


def test_counts() -> None:
    """Names are counted as found or not, in whatever role."""
    claim = Sentence("In Turin, BERT and GPT-4 were compared.")
    evidence = Sentence("We compare BERT with others in Lyon.")
    assert (matched(claim, evidence), unmatched(claim, evidence)) == (1, 2)
    assert missing(claim.text, Forms.of(evidence.text)) == 2


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The p53-dependent loss of anti-CD3 in 5 mg/kg", ["p53", "CD3"]),
        ("RESULTS: On day-21 (n=20, p<0.05) type-2 was 10mg.", []),
        ("We saw caspase-3 and 3T3 cells in Figure 2", ["caspase-3", "3T3"]),
        ("by the University of Oslo in March", ["University of Oslo"]),
        ("THE WHOLE IS IN CAPITALS HERE", []),
        ("Mean Change From Baseline in Upper Limb Score After Rest", []),
        ("decreases of kinases within the domain", ["kinases"]),
    ],
)
def test_names(text: str, expected: list[str]) -> None:
    """Names are told by how they are written; units, counts and headings are none."""
    assert [name.text for name in names(text)] == expected


def test_titles() -> None:
    """How many capitals make a title is the caller's to say."""
    text = "We saw it with the Heron mounted on Mount Etna near Linguaglossa (Rossi, Bianchi 2018)"
    assert [name.text for name in names(text)] == []
    found = ["Heron", "Mount Etna", "Linguaglossa", "Rossi", "Bianchi"]
    assert [name.text for name in names(text, 2)] == found


def test_sorts() -> None:
    """A symbol, a proper name and a substance are told apart."""
    sorts = [name.sort for name in names("seen with BERT in Lyon after insulin")]
    assert sorts == [Sort.SYMBOL, Sort.PROPER, Sort.SUBSTANCE]


def test_acronym_needs_words() -> None:
    """Letters found anyhow in a few words make no acronym."""
    assert stands_for("NEMO", words("NF-κB essential modulator"))
    assert not stands_for("OVTM2", words("an ovarian tumour"))


@given(_TEXTS, _TEXTS)
def test_tools_stand_in_their_texts(claim: str, evidence: str) -> None:
    """Whatever the texts are, a tool and what was used instead are words of them."""
    for tool in tools(Sentence(claim)):
        assert claim[tool.start : tool.end] == tool.text
        for rival in used_instead(Sentence(claim), Sentence(evidence), tool):
            assert evidence[rival.start : rival.end] == rival.text


@given(_TEXTS, _TEXTS)
def test_spans_lie_in_the_evidence(claim: str, evidence: str) -> None:
    """Whatever the texts are, what is named as the paper's stands there; nothing is raised."""
    for found in check(Sentence(claim), Sentence(evidence)):
        assert evidence[found.span.start : found.span.end] == found.paper
        assert found.claim in claim


@given(_TEXTS, _TEXTS, _TEXTS)
def test_a_claim_agrees_with_its_own_words(before: str, claim: str, after: str) -> None:
    """A claim that stands in the evidence as it is has no conflict with it."""
    assert not list(check(Sentence(claim), Sentence(claim)))
    assert unmatched(Sentence(claim), Sentence(claim)) == 0
    together = Sentence(f"{before}\n\n{claim}\n\n{after}")
    assert not list(check(Sentence(claim), together))


@pytest.mark.parametrize(
    "text",
    [
        "A-" * 10_000,
        "Aa " * 5_000,
        "A1B2 " * 5_000,
        "(" * 50_000,
        "used A1 to grow for " * 2_000,
        "grown with A1B2 x " * 2_000,
    ],
)
def test_linear(text: str) -> None:
    """A long text is searched for names in time that grows with its length."""
    before = time.process_time()
    names(text)
    list(check(Sentence("We saw TNF here, grown with A3."), Sentence(text)))
    list(check(Sentence(text[:10_000]), Sentence("We used Dask to grow A1.")))
    assert time.process_time() - before < 5
