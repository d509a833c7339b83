"""Which numbers of a claim its evidence contradicts."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.language.test_quantities import PIECES
from vera.verification.checks.comparison import Comparison
from vera.verification.checks.numbers import check, unmatched
from vera.verification.language.sentence import Sentence

NO: list[tuple[str, str, str]] = []

CASES: list[tuple[str, str, list[tuple[str, str, str]]]] = [
    # the same role, another value
    (
        "The model reaches 92% accuracy.",
        "On the test set our model reaches an accuracy of 95%.",
        [("number", "92%", "95%")],
    ),
    (
        "Fourteen mice died of fever.",
        "Of the fever, twelve mice died.",
        [("number", "Fourteen", "twelve")],
    ),
    (
        "The index grew three-fold under load.",
        "Under load the index grew two-fold.",
        [("number", "three-fold", "two-fold")],
    ),
    (
        "All five germ layers were formed in vitro.",
        "Cells of all three germ layers were formed in vitro.",
        [("number", "five", "three")],
    ),
    (
        "The gap in recall was significant (p > 0.05).",
        "The gap in recall was significant (p = 0.03).",
        [("number", "> 0.05", "0.03")],
    ),
    (
        "The gap in recall was significant (p > 0.001).",
        "The gap in recall was significant (p < 0.001).",
        [("number", "> 0.001", "< 0.001")],
    ),
    (
        "The corpus holds 5 to 20 papers.",
        "The corpus holds 5-10 papers.",
        [
            ("number", "5 to 20", "5-10"),
        ],
    ),
    # of three that one word introduces, the claim's is among them
    (
        "Ranks by age and by size, merged, put the seed on top for 45% of the plots.",
        "On top for 38% of the plots by age, for 40% by size and for 45% by both ranks merged.",
        NO,
    ),
    (
        "By age the seed is on top for 41% of the plots.",
        "On top for 38% of the plots by age, for 40% by size and for 45% by both ranks merged.",
        [("number", "41%", "38%")],
    ),
    # the value belongs to something else
    (
        "Its recall is 95%.",
        "The accuracy is 95% and the recall 92%.",
        [("number", "95%", "92%")],
    ),
    (
        "The parser answers in 40 ms and the ranker in 70 ms.",
        "The parser answers in 70 ms and the ranker in 40 ms.",
        [("number", "40 ms", "70 ms")],
    ),
    (
        "The pupils got three long essays each.",
        "It helped to give each pupil 2 long essays (on history) and 3 short essays (on sport).",
        [("number", "three", "2")],
    ),
    (
        "Of the 812 songs, 45 were typical of female wrens.",
        "Of the 812 songs, 45 songs were of male wrens and 31 songs were of female wrens.",
        [("number", "45", "31")],
    ),
    (
        "Of the 812 songs, 45 were typical of female wrens.",
        "Of the 812 songs, 99 were of robins, 45 songs of male wrens and 31 of female wrens.",
        [("number", "45", "31")],
    ),
    (
        "On the test set its accuracy is 95%.",
        "Its accuracy is 95% on the training set and 92% on the test set.",
        [("number", "95%", "92%")],
    ),
    (
        "The village has 40 stone houses.",
        "There are 25 stone houses in the village, and 40 wooden houses.",
        [("number", "40", "25")],
    ),
    (
        "Spring sales were 5.52 euros a head, and it raised its adjusted sales a head to 7.50.",
        "Our spring quarter sales were 5.52 a head. We raised our adjusted sales a head to 7.50.",
        NO,
    ),
    (
        "People under 20 slept half as well as people of age 20 or over.",
        "Those under 20 slept half as well as adults aged over 20, and worse than people aged 70.",
        NO,
    ),
    ("The pupils got 2 long essays.", "The pupils got 2 long essays and 3 short essays.", NO),
    ("The pupils got 3 essays.", "The pupils got 3 long essays and 2 short essays.", NO),
    ("It has three triples of long runs.", "It has 2 long runs and 3 triples of long runs.", NO),
    (
        "On the development set it is 93%.",
        "It is 95% on the training set, 93% on the development set and 92% on the test set.",
        NO,
    ),
    ("Of the wrens, 45 sang.", "Of the male wrens 45 sang, of the female wrens 31.", NO),
    # opposed limits of one value
    (
        "Most tasks needed more than four minutes.",
        "The majority of tasks were done in under four minutes.",
        [("number", "more than four minutes", "under four minutes")],
    ),
    (
        "Fewer than 30 hives were lost.",
        "More than 30 hives were lost.",
        [("number", "Fewer than 30", "More than 30")],
    ),
    (
        "At least 12% of the hives were lost.",
        "Less than 12% of the hives were lost.",
        [("number", "At least 12%", "Less than 12%")],
    ),
    (
        "No more than 30 hives were lost.",
        "More than 30 hives were lost.",
        [("number", "No more than 30", "More than 30")],
    ),
    ("The walls sank over five years.", "The walls sank within five years.", NO),
    ("Up to 40% of the hives were lost.", "Over 40% of the hives were lost.", NO),
    ("At least 12 hives were lost.", "12 hives were lost.", NO),
    ("No more than 30 hives were lost.", "At most 30 hives were lost.", NO),
    ("Not more than 30 hives were lost.", "Fewer than 30 hives were lost.", NO),
    # places in an order
    (
        "The dye spread from baseline to cycle 6 (between days 15 and 21 of the cycle).",
        "The dye was measured for six cycles, from baseline to cycle 6.",
        NO,
    ),
    (
        "The herd's weight fell at week 24, by all animals seen from baseline to week 52.",
        "The herd's weight fell from baseline to week 24.",
        NO,
    ),
    (
        "The herd's weight fell from baseline to week 52.",
        "The herd's weight fell from baseline to week 24.",
        [("number", "52", "24")],
    ),
    (
        "Grade 1 burns healed in a week; grade 2 burns left scars.",
        "Burns of grade 2 healed within a week, and burns of grade 1 left scars.",
        [("number", "2", "1")],
    ),
    (
        "The owls ate little in the last 8 weeks of the year (weeks 44 to 52).",
        "The owls ate little in the last 8 weeks of the year.",
        NO,
    ),
    # dates
    (
        "The survey was held in May 2016.",
        "We held the survey in May 2014.",
        [("date", "May 2016", "May 2014")],
    ),
    (
        "The library was founded in 1987.",
        "The library was founded in 1978.",
        [("date", "1987", "1978")],
    ),
    # units
    (
        "Each mouse got a dose of 5 g.",
        "Each mouse got a dose of 5 mg.",
        [
            ("unit", "5 g", "5 mg"),
        ],
    ),
    ("Each run took 120 minutes.", "Each run took 1 h.", [("number", "120 minutes", "1 h")]),
    ("Each mouse got a dose of 5 mg.", "Each mouse got a dose of 0.005 g.", NO),
    ("Each run took 60 minutes.", "Each run took 1 h.", NO),
    ("The water was kept at 98.6 °F.", "The water was kept at 37 °C.", NO),
    # rounding, limits, ranges
    ("The accuracy is about 95%.", "The accuracy is 94.8%.", NO),
    ("The accuracy is 95%.", "The accuracy is 94.8%.", NO),
    ("The accuracy is 94.7%.", "The accuracy is 0.947.", NO),
    ("Nearly 70 drugs were tested.", "We tested 69 drugs.", NO),
    ("The set has 32,000 papers.", "The set has 32,441 papers.", NO),
    ("More than 90% of users agreed.", "Of the users, 94% agreed.", NO),
    (
        "More than 90% of users agreed.",
        "Of the users, 81% agreed.",
        [("number", "90%", "81%")],
    ),
    ("The drop was significant (p < 0.05).", "The drop was significant (p = 0.03).", NO),
    ("The drop was significant (p < 0.05).", "The drop was significant (p < 0.001).", NO),
    ("Between 5 and 10 mice died.", "5-10 mice died.", NO),
    ("The trial ran from 2009 to 2014.", "The trial ran 2009-2014.", NO),
    # words, shares
    ("A third of the readers agreed.", "33% of the readers agreed.", NO),
    ("Two in three readers agreed.", "The readers agreed in 67% of cases.", NO),
    ("7.5% of the readers left.", "4 of 53 readers left.", NO),
    ("The cost doubled.", "The cost rose 2.1-fold.", NO),
    ("12 mice died.", "Twelve mice died.", NO),
    ("It holds half a million words.", "It holds 500,000 words.", NO),
    ("There are 3 x 10^5 cells.", "There are 300,000 cells.", NO),
    # another number is nearer, but not in this role
    ("Of type 2 cells, 40% died.", "Of type 1 cells 30% died, and of type 2 cells 40%.", NO),
    ("The 55-year-old users left.", "The 55- and 65-year-old users left.", NO),
    ("The odds ratio was 0.8.", "The odds ratio was 0.8 (0.6 to 0.9).", NO),
    # nothing said in that role, or of another thing
    ("The recall of the parser is 92%.", "The parser was trained for 95 days.", NO),
    ("The trial had 40 patients.", "The trial had 12 centres.", NO),
    ("The recall is 92%.", "Rainfall was 95% of normal in Bergen.", NO),
    ("As Smith (2019) found, cells die.", "As Smith (2017) found, cells die.", NO),
    ("Figure 3 shows the loss.", "Figure 2 shows the loss.", NO),
    ("The loss falls, as the plot shows [12].", "The loss falls, as the plot shows [14].", NO),
]


def _compared(claim: str, evidence: str) -> Comparison:
    return Comparison(Sentence(claim), Sentence(evidence))


@pytest.mark.parametrize(
    ("claim", "evidence", "expected"), CASES, ids=[f"{case[0]}|{case[1]}" for case in CASES]
)
def test_a_claim_against_its_evidence(
    claim: str, evidence: str, expected: list[tuple[str, str, str]]
) -> None:
    """A number is accused if the evidence has another in its role, and named with the right one."""
    found = list(check(_compared(claim, evidence)))
    assert [(one.code, one.claim, one.paper) for one in found] == expected
    assert all(one.span.of(evidence) == one.paper for one in found)


@pytest.mark.parametrize(
    ("claim", "evidence", "misses"),
    [
        ("In 2019, 95% of 20 mice lived.", "95% lived in 2019.", 1),
        ("The accuracy is 0.947.", "It is 94.7%.", 0),
        ("No number.", "7 numbers.", 0),
    ],
)
def test_quantities_that_the_evidence_lacks_are_counted(
    claim: str, evidence: str, misses: int
) -> None:
    """In whatever role a value stands, the evidence has it."""
    assert unmatched(Sentence(claim), Sentence(evidence)) == misses


TEXTS = st.lists(PIECES, max_size=10).map(" ".join)


@given(TEXTS)
def test_a_claim_that_is_its_evidence_has_no_conflict(text: str) -> None:
    """What a paper says in the same words is never accused."""
    assert not list(check(_compared(text, text)))
    assert unmatched(Sentence(text), Sentence(text)) == 0


@given(TEXTS, TEXTS)
def test_a_conflict_quotes_both_sides(claim: str, evidence: str) -> None:
    """No text makes the check fail; the words that it names stand in the two texts."""
    for one in check(_compared(claim, evidence)):
        assert one.claim in claim
        assert one.span.of(evidence) == one.paper
