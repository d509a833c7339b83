"""The peers are asked in a process of their own, and their answers stand beside the engine's."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from textwrap import dedent

import pytest
from attrs import asdict, evolve

from tests.bench.papers import examples
from tests.fakes import FakeEmbedder
from vera.bench.evaluate.evaluator import Evaluator
from vera.bench.evaluate.peer_process import PEERS
from vera.bench.evaluate.peers import Answer, Answered, answers_of, ask, evidence_for, with_answers
from vera.bench.figures.measured import figures_of
from vera.bench.figures.pairing import NO_DIFFERENCE, compare_runs
from vera.bench.figures.rows import Row, Run, as_json, parse
from vera.bench.figures.tables import text_of
from vera.bench.sets.known import Label
from vera.bench.sets.near_misses import near_misses
from vera.core.document import Document
from vera.core.settings import Settings

DOCUMENT = Document("Prane fell by 6 percent in rats. It did not fall in mice.", "paper", "")
PYTHON = Path(os.environ.get("VERA_PEERS", ""))
"""The Python of an environment with the peers; its tests run where one is named."""
FAKE = """\
    #!{python}
    import json, sys, time
    peer = sys.argv[2]
    pairs = [json.loads(line) for line in sys.stdin]
    if peer == "claimproofkit":
        sys.exit("it is not installed here")
    if peer == "hallucination-check":
        time.sleep(60)
    if peer == "grounded-check":
        print("no line of JSON")
    for pair in pairs[peer.startswith("anchorcite"):]:
        copied = pair["claim"] in pair["evidence"]
        grounded = 1 if peer == "grounded-check (sentences)" else copied
        print(json.dumps({{"version": "7", "grounded": grounded, "status": "so"}}))
    """


@pytest.fixture(scope="module")
def interpreter(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stands for a peers' environment: contexttrace grounds what is copied, the others fail."""
    path = tmp_path_factory.mktemp("peers") / "python"
    path.write_text(dedent(FAKE).format(python=sys.executable), "utf-8")
    path.chmod(0o700)
    return path


def _rows() -> list[Row]:
    evaluator = Evaluator(Settings(rule="cosine"), FakeEmbedder(), cache=False)
    return evaluator.ask("pumps", examples(), lambda _done, _total: None).unwrap().rows


@pytest.fixture(scope="module")
def asked(interpreter: Path) -> dict[str, Answered]:
    """What each peer of that environment answers, in ten seconds at most."""
    return answers_of(interpreter, examples(), 10, lambda _done, _total: None)


def test_a_peer_that_fails_says_how_and_gives_no_answers(
    interpreter: Path, asked: dict[str, Answered]
) -> None:
    """Not there, too slow, no JSON, no truth value, too few lines: each is named, none counted."""
    assert list(asked) == list(PEERS)
    said = {name: each.failed for name, each in asked.items()}
    assert said == {
        "contexttrace (lexical)": "",
        "contexttrace (semantic)": "",
        "claimproofkit": "it is not installed here",
        "hallucination-check": "not done in 10 s",
        "grounded-check": "an answer that is none: Expecting value: line 1 column 1 (char 0)",
        "grounded-check (sentences)": "an answer that is none: 1 is neither true nor false",
        "anchorcite (lexical)": "35 answers to 36 claims",
    }
    assert {len(each.answers) for each in asked.values()} == {0, 36}
    gone = ask(interpreter.with_name("gone"), "claimproofkit", [("a", "b")], seconds=5)
    assert gone.failed.endswith("cannot be run: No such file or directory")


def test_a_peer_stands_beside_the_engine_and_one_that_failed_has_a_dash(
    asked: dict[str, Answered],
) -> None:
    """One that grounds what is copied is right about all of the set; the failed one is shown."""
    rows = with_answers(_rows(), asked)
    figures = figures_of(rows, times=5, peers=asked)
    right = figures["systems"]["contexttrace (lexical)"]
    assert {what: each["value"] for what, each in right.items()} == {
        "BA supported": 1,
        "BA supported or contradicted": 1,
    }
    assert figures["true claims"]["all"]["contexttrace (lexical)"]["value"] == 0
    assert figures["false claims"]["number"]["contexttrace (lexical)"]["value"] == 1
    assert "claimproofkit" not in figures["systems"]
    lines = text_of("pumps", figures).splitlines()
    head = next(line for line in lines if line.startswith("beside peers"))
    accuracy = next(line for line in lines[lines.index(head) :] if line.startswith("BA supported"))
    assert all(name in head for name in PEERS)
    assert accuracy.split().count("-") == 5
    assert "claimproofkit: no answers, it is not installed here" in lines
    assert "contexttrace (lexical) 7" in lines


def test_the_shares_of_a_peer_are_those_worked_by_hand() -> None:
    """Grounding all but one true and one false claim: the accuracy is the mean of both shares."""
    grounded = [True] * 36
    grounded[0] = grounded[1] = False  # a true claim, and one with another number
    said = Answered([Answer("1", each, "so") for each in grounded])
    figures = figures_of(with_answers(_rows(), {"peer": said}), times=5, peers={"peer": said})
    found = figures["systems"]["peer"]
    assert found["BA supported"]["value"] == pytest.approx((11 / 12 + 1 / 24) / 2, abs=1e-4)
    both = (11 / 12 + 1 / 12) / 2
    assert found["BA supported or contradicted"]["value"] == pytest.approx(both, abs=1e-4)
    shares = figures["false claims"]
    assert shares["number"]["peer"]["value"] == pytest.approx(1 / 12, abs=1e-4)
    assert shares["none"]["peer"]["value"] == 0


def test_answers_are_kept_with_the_rows_and_files_without_them_are_read(
    asked: dict[str, Answered],
) -> None:
    """A run comes back from its file as it was, and one of before peers were asked as well."""
    rows = with_answers(_rows(), asked)
    run = parse(json.loads(as_json(Run({}, {}, rows))))
    assert run.rows == rows
    assert set(rows[0].peers) == {"contexttrace (lexical)", "contexttrace (semantic)"}
    old = [{name: value for name, value in asdict(row).items() if name != "peers"} for row in rows]
    said = json.loads(as_json(run)) | {"rows": json.loads(json.dumps(old))}
    assert parse(said).rows == [evolve(row, peers={}) for row in rows]
    assert {each.verdict for each in compare_runs(parse(said).rows, rows)} == {NO_DIFFERENCE}


def test_a_peer_is_given_the_document_or_of_a_near_miss_the_gold_sentences() -> None:
    """The engine finds what decides; a peer is given it, where claims are near misses."""
    (true,) = [each for each in examples(1) if each.label is Label.SUPPORTED]
    assert evidence_for(true) == true.document.text
    for miss in near_misses([true], seed=1):
        assert evidence_for(miss) == true.claim


@pytest.mark.parametrize("peer", PEERS)
def test_every_peer_answers_a_pair_in_a_line(peer: str) -> None:
    """What the paper says word for word is grounded with each peer, and something else is not."""
    pairs = [
        ("Prane fell by 6 percent in rats.", DOCUMENT.text),
        ("Seven 'Brel & Ossian (2021)' trees of Kenya were 81 metres high.", DOCUMENT.text),
    ]
    asked = ask(PYTHON, peer, pairs, seconds=60)
    assert not asked.failed
    assert [each.grounded for each in asked.answers] == [True, False]
    assert asked.version


if not PYTHON.name:  # the peers have an environment of their own, named by VERA_PEERS; CI has none
    del test_every_peer_answers_a_pair_in_a_line
