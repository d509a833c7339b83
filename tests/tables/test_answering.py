"""A table answers what surely speaks of its cells, and nothing else."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING

import pytest
from attrs import evolve

from tests.tables.made import SCORES, document
from vera.verification.language.sentence import Sentence
from vera.verification.language.words import words
from vera.verification.retrieval.frame import frames_of
from vera.verification.tables.answer import Answer, Says
from vera.verification.tables.answering import answer

if TYPE_CHECKING:
    from vera.core.document import Document

_SCORES = document(*SCORES)
_GROUPS = document(
    "Table 2. Survival (%) by sex and age.",
    "Age | Drug | < | Placebo | <",
    "Age | 1 year | 5 years | 1 year | 5 years",
    "Women | < | < | < | <",
    "18-50 | 93 | 81 | 90 | 70",
    "51-80 | 85 | 60 | 82 | 51",
    "Men | < | < | < | <",
    "18-50 | 91 | 77 | 88 | 66",
    "51-80 | 80 | 52 | 79 | 45",
    heads=2,
    stub=True,
)
_BROKERS = document(
    "Table 3: What brokers offer.",
    "Broker | Ordered delivery | Encryption | Licence | Messages lost",
    "Postbox | yes | no | MIT | 0",
    "RelayQ | ✓ | ✗ | GPL | 7",
    "TinyBus | – | no | MIT | 12",
)


def _asked(claim: str, paper: Document) -> Answer | None:
    pairs = frozenset(pairwise(word.stem for word in words(paper.text)))
    return answer(Sentence(claim), frames_of(paper), pairs)


def _said(answered: Answer | None) -> list[str]:
    return [] if answered is None else list(map(answered.frame.said, answered.cells))


@pytest.mark.parametrize(
    ("claim", "cells"),
    [
        ("ArcLite scores 74.6% on forum.", ["74.6"]),
        ("ArcLite scores about 75% on forum.", ["74.6"]),
        ("GraphDep scores more than 90% on news.", ["91.3"]),
        ("Training time of ArcLite was 150 minutes.", ["2.5"]),
        ("ArcLite scores 88.1% on news and 74.6% on forum.", ["88.1", "74.6"]),
        ("ArcLite and GraphDep score 88.1 and 91.3 on news, respectively.", ["88.1", "91.3"]),
        ("GraphDep scores higher on news than on speech.", ["91.3", "72.6"]),
        ("The score of ArcLite fell from 88.1% on news to 69.3% on speech.", ["88.1", "69.3"]),
        ("GraphDep-char scores 4.8 points higher than GraphDep on forum.", ["82.7", "77.9"]),
        ("GraphDep has the highest score on news.", ["91.3"]),
        ("Among the four parsers, GraphDep has the highest score on news.", ["91.3"]),
        ("The highest news score is 91.3.", ["91.3"]),
        ("Speech scores are highest for GraphDep-char.", ["76.4"]),
        ("Compared with ArcLite, GraphDep scores higher on news.", ["88.1", "91.3"]),
        ("On news ArcLite scores lower than GraphDep, 88.1 versus 91.3.", ["88.1", "91.3"]),
    ],
)
def test_what_its_cells_say_is_answered_with_them(claim: str, cells: list[str]) -> None:
    """Numbers as they are rounded and in other units, limits, lists, orders and the most."""
    answered = _asked(claim, _SCORES)
    assert answered is not None
    assert (answered.says, _said(answered)) == (Says.SAME, cells)


@pytest.mark.parametrize(
    ("claim", "said", "paper"),
    [
        ("ArcLite scores 79.2% on forum.", "79.2%", "74.6"),
        ("ArcLite scores more than 90% on news.", "more than 90%", "88.1"),
        ("Training time of ArcLite was 2.5 days.", "2.5 days", "2.5"),
        ("ArcLite scores 74.6% on news and 88.1% on forum.", "74.6%", "88.1"),
        ("ArcLite and GraphDep score 91.3 and 88.1 on news, respectively.", "91.3", "88.1"),
        ("GraphDep scores lower on news than on speech.", "lower", "91.3 and 72.6"),
        ("ArcLite has the highest score on news.", "highest", "88.1 and 91.3"),
        ("ArcLite-char has the best score on forum.", "best", "79.2 and 82.7"),
        ("ArcLite-char has the slowest training time.", "slowest", "4.0 and 14.0"),
        ("The highest news score is 88.1.", "88.1", "91.3"),
        ("Compared with GraphDep, ArcLite scores higher on news.", "higher", "91.3 and 88.1"),
    ],
)
def test_what_its_cells_deny_is_named(claim: str, said: str, paper: str) -> None:
    """The words of the claim and those of the cells, in a place of the document that has them."""
    answered = _asked(claim, _SCORES)
    assert answered is not None
    assert (answered.says, answered.claim, answered.paper) == (Says.OTHER, said, paper)
    assert answered.place is not None
    assert answered.place.of(_SCORES.text) == paper.split(" and ")[-1]


@pytest.mark.parametrize(
    "claim",
    [
        "Only ArcLite scores 74.6% on forum.",
        "ArcLite may reach 95% on news.",
        "ArcLite does not reach 90% on news.",
        "In 2019 ArcLite scored 89.1% on news.",
        "ArcLite scores 85% on French news.",
        "ArcLite scores 0.881 on news.",
        "The largest parser, ArcLite, scores 88.1% on news.",
        "The gap between ArcLite and GraphDep on news is 3.2%.",
        "GraphDep has the second highest score on forum.",
        "GraphDep is not higher than ArcLite on news.",
        "The score of GraphDep on news rose to 91.3%.",
        "All parsers score higher on news than on forum.",
        "ArcLite scores 74.6%.",
        "GraphDep has the best score on news.",
        "GraphDep is among the parsers with the highest score on news.",
        "On news ArcLite scores lower than GraphDep, 91.3 versus 88.1.",
        "BertDep scores 88.1% on news.",
        "Survival was 81% at 18-50 with the drug.",
    ],
)
def test_what_may_speak_of_something_else_is_open(claim: str) -> None:
    """Another thing, time or condition, a sum of cells, a part of them: nothing is surely known."""
    answered = _asked(claim, _SCORES)
    assert answered is None or answered.says is Says.OPEN


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("In women of 18-50 survival after 5 years was 81% with the drug.", Says.SAME),
        ("In men of 18-50 survival after 5 years was 81% with the drug.", Says.OTHER),
        ("In men of 51-80 survival after 1 year was 79% on placebo.", Says.SAME),
        ("In men of 51-80 survival after 1 year was 79% on drug.", Says.OTHER),
    ],
)
def test_heads_of_two_levels_and_groups_of_rows_are_told_apart(claim: str, says: Says) -> None:
    """What stands above a group of rows, and over several columns, is a part of their names."""
    answered = _asked(claim, _GROUPS)
    assert answered is not None
    assert answered.says is says


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("In the east bay pike rose from 1.2 in 2022 to 1.9 in 2023.", Says.SAME),
        ("In the east bay pike rose from 2022 to 2023.", Says.SAME),
        ("In the west bay pike rose from 2022 to 2023.", Says.OTHER),
        ("In the west bay pike was 0.7 in 2022 and 0.6 in 2023.", Says.SAME),
        ("In the west bay pike was 0.7 in 2022 and 1.9 in 2023.", Says.OTHER),
    ],
)
def test_two_names_may_share_the_words_of_the_upper_head(claim: str, says: Says) -> None:
    """Of both columns of a bay its name is said once, and no column of the other bay is meant."""
    bays = document(
        "Table 1: Catch in two bays.",
        "Species | East bay | < | West bay | <",
        "Species | 2022 | 2023 | 2022 | 2023",
        "Perch | 14.1 | 11.7 | 9.3 | 8.8",
        "Pike | 1.2 | 1.9 | 0.7 | 0.6",
        heads=2,
    )
    answered = _asked(claim, bays)
    assert answered is not None
    assert answered.says is says


def test_a_row_that_two_groups_have_is_not_chosen() -> None:
    """Without the group, nothing tells which row is meant."""
    answered = _asked("At 51-80 survival after 1 year was 79% on placebo.", _GROUPS)
    assert answered is None or answered.says is Says.OPEN


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("After the rains nitrate in W1 was 54 mg/l.", Says.SAME),
        ("Before the rains nitrate in W1 was 54 mg/l.", Says.OTHER),
        ("Nitrate in W1 was 54 mg/l.", Says.OPEN),
        ("In W1 nitrate was higher after the rains than before the rains.", Says.SAME),
    ],
)
def test_names_that_differ_in_a_small_word_are_told_apart(claim: str, says: Says) -> None:
    """Before and after are what a column is of, where the rest of the names is the same."""
    wells = document(
        "",
        "Well | Nitrate before rains (mg/l) | Nitrate after rains (mg/l)",
        "W1 | 31 | 54",
        "W2 | 27 | 46",
    )
    answered = _asked(claim, wells)
    assert (answered.says if answered else Says.OPEN) is says


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("Postbox offers ordered delivery.", Says.SAME),
        ("Postbox offers no ordered delivery.", Says.OTHER),
        ("RelayQ does not offer encryption.", Says.SAME),
        ("RelayQ offers encryption.", Says.OTHER),
        ("TinyBus offers ordered delivery.", Says.OPEN),
        ("TinyBus does not offer ordered delivery.", Says.OPEN),
        ("The licence of RelayQ is GPL.", Says.SAME),
        ("The licence of RelayQ is MIT.", Says.OTHER),
        ("The licence of RelayQ is BSD.", Says.OPEN),
        ("Postbox lost no messages.", Says.SAME),
        ("RelayQ lost no messages.", Says.OTHER),
    ],
)
def test_yes_no_and_words_are_answers_too(claim: str, says: Says) -> None:
    """A dash may mean anything, and a word that no cell has may be another name."""
    answered = _asked(claim, _BROKERS)
    assert (answered.says if answered else Says.OPEN) is says


def test_a_table_without_heads_answers_nothing() -> None:
    """Where it is not known what its columns are, its rows are all that it says."""
    bare = document("Table 1: Scores.", "ArcLite | 88.1 | 74.6", "GraphDep | 91.3 | 77.9", heads=0)
    assert _asked("ArcLite scores 88.1.", bare) is None
    assert _asked("ArcLite scores 77.", bare) is None


def test_two_tables_that_say_different_things_answer_nothing() -> None:
    """Where a claim fits two tables alike, they must agree."""
    one = document("", "Town | 1990", "Brenn | 12", "Aldport | 9")
    other = document("", "Town | 1990", "Brenn | 13", "Aldport | 9", prose=one.text)
    both = evolve(other, tables=(*one.tables, *other.tables))
    answered = _asked("Brenn had 12 in 1990.", both)
    assert answered is not None
    assert answered.says is Says.OPEN
    agreed = _asked("Aldport had 9 in 1990.", both)
    assert agreed is not None
    assert agreed.says is Says.SAME


def test_rows_below_other_heads_are_another_table() -> None:
    """A table that begins again with other heads says nothing of the rows above them."""
    paper = document("", "Town | 1990", "Brenn | 12", "Aldport | 9", "Town | 2000", "Elm | 7")
    cells = paper.tables[0].cells
    heads = tuple(evolve(it, is_head=it.row in {0, 3}) for it in cells)
    paper = evolve(paper, tables=(evolve(paper.tables[0], cells=heads),))
    right = _asked("Elm had 7 in 2000.", paper)
    assert right is not None
    assert right.says is Says.SAME
    assert _asked("Elm had 7 in 1990.", paper) is None


_DIRECTIONS = document(
    "Table 4: BLEU by direction.",
    "System | en → cn | cn → en",
    "Base | 20.1 | 40.2",
    "Large | 25.5 | 45.1",
)


@pytest.mark.parametrize(
    ("claim", "says", "cells"),
    [
        ("Base has 20.1 for en → cn.", Says.SAME, ["20.1"]),
        ("Base has 20.1 for cn-en.", Says.OTHER, ["40.2"]),
        ("Base has 20.1 for en → cn and 40.2 for cn → en.", Says.SAME, ["20.1", "40.2"]),
        ("Large has the highest BLEU for cn → en.", Says.SAME, ["45.1"]),
    ],
)
def test_names_of_the_same_words_are_told_by_their_order(
    claim: str, says: Says, cells: list[str]
) -> None:
    """Where a claim has the words side by side, their order says which line is meant."""
    answered = _asked(claim, _DIRECTIONS)
    assert answered is not None
    assert (answered.says, _said(answered)) == (says, cells)


def test_an_order_with_words_between_tells_nothing() -> None:
    """What goes "to en from cn" has the other direction than its order says."""
    answered = _asked("Base has 40.2 to en from cn.", _DIRECTIONS)
    assert answered is not None
    assert answered.says is Says.OPEN


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("The elapsed time of Sparse was 52.3 seconds.", Says.SAME),
        ("The elapsed time of Sparse was 52.3.", Says.SAME),
        ("The elapsed time of Sparse was 52.3 milliseconds.", Says.OPEN),
        ("The elapsed time of Sparse was 12 milliseconds.", Says.OTHER),
        ("The success of Sparse was 88.5%.", Says.SAME),
        ("The steps of Sparse were 12%.", Says.OPEN),
    ],
)
def test_a_claim_gives_a_number_no_unit_that_stands_nowhere_around_it(
    claim: str, says: Says
) -> None:
    """A bare number may be of the unit that the caption names; a share is told by its decimals."""
    solvers = document(
        "Table 4: The solvers; times are in seconds.",
        "Solver | Elapsed time | Success | Steps",
        "Dense | 7.4 | 91.0 | 25",
        "Sparse | 52.3 | 88.5 | 12",
    )
    answered = _asked(claim, solvers)
    assert (answered.says if answered else Says.OPEN) is says


_SHORT = document(
    "Table 5: Scores by task.",
    "Model | Co-Cite MAP | < | Cite MAP | < | Avg. | Sys",
    "Model | Dev. | Test | Dev. | Test | Avg. | Sys",
    "Heron | 61 | 62 | 71 | 73 | 66.8 | 4",
    "Egret | 63 | 60 | 72 | 70 | 66.2 | 7",
    heads=2,
)


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("The average of Heron is 66.8.", Says.SAME),
        ("Egret has a higher average than Heron.", Says.OTHER),
        ("The system result of Egret is 7.", Says.SAME),
        ("On development, Heron has a Cite MAP of 71.", Says.SAME),
        ("On development, Heron has a Co-Cite MAP of 71.", Says.OTHER),
    ],
)
def test_a_head_may_be_short_for_a_word_of_the_claim(claim: str, says: Says) -> None:
    """A period says so, or that it is no word; of two that share a word the whole one is meant."""
    answered = _asked(claim, _SHORT)
    assert answered is not None
    assert answered.says is says


def test_a_head_may_be_what_the_document_has_in_full() -> None:
    """The document's own acronyms name a column as the words do that they stand for."""
    paper = document("Table 6: Errors.", "Method | MAE", "Ridge | 0.41", "Lasso | 0.52")
    claim = Sentence(
        "The mean absolute error of Lasso is 0.52.",
        {"mae": frozenset(("mean", "absolut", "error"))},
    )
    answered = answer(claim, frames_of(paper), frozenset())
    assert answered is not None
    assert answered.says is Says.SAME


@pytest.mark.parametrize(
    ("claim", "says"),
    [
        ("Without hard negatives the average is 78.4.", Says.SAME),
        ("With hard negatives the average is 78.4.", Says.OPEN),
        ("Without the abstract the average is 68.1.", Says.SAME),
        ("With the abstract the average is 68.1.", Says.OPEN),
        ("Without the venue the average is 79.9.", Says.OPEN),
        ("Without the venue the average is not 79.9.", Says.OPEN),
        ("The number of runs without the abstract was 5.", Says.SAME),
        ("Compared with the whole, the venue has a lower average, 79.9 versus 80.0.", Says.SAME),
        ("Compared with the whole, the venue has a lower average, 80.0 versus 79.9.", Says.OPEN),
    ],
)
def test_what_the_name_of_a_line_denies_the_claim_must_deny(claim: str, says: Says) -> None:
    """A row of what was left out is not that of what was there."""
    left_out = document(
        "Table 7: What was left out.",
        "Model | Average | No. of runs",
        "Whole | 80.0 | 9",
        "− abstract | 68.1 | 5",
        "+ venue | 79.9 | 7",
        "No hard negatives | 78.4 | 3",
    )
    answered = _asked(claim, left_out)
    assert (answered.says if answered else Says.OPEN) is says
