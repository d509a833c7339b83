"""What of a model's answer is shown, and what is left out."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from tests.asking.chatting import ELSEWHERE, FALSE, NEGATED, QUESTION, TEXTS, TRUE, answer
from tests.library.shelves import write
from vera.core.document import Document, Span
from vera.core.result import Success
from vera.core.settings import Settings
from vera.verification.asking.answer import Drafted
from vera.verification.asking.checking import checked
from vera.verification.asking.json_answer import drafted
from vera.verification.asking.prompts import prompt
from vera.verification.library import Library, Signals

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.asking.chatting import ChatOllama
    from vera.core.result import Result
    from vera.verification.asking.answer import Answer

_BEES, _WASPS = 1, 2


class _Written:
    """A writer that writes what it is told to."""

    name = "told"

    def __init__(self, *drafts: Drafted) -> None:
        self.drafts = drafts

    def write(self, question: str, passages: Sequence[str]) -> Result[tuple[Drafted, ...]]:
        """The drafts, whatever the question is."""
        assert question
        assert passages[0].startswith("Honey bees sleep")
        return Success(self.drafts)


def _answer(library: Library, text: str, *cited: int) -> Answer:
    return library.ask(QUESTION, _Written(Drafted(text, cited))).unwrap()


def test_a_sentence_that_its_passage_says_is_shown(library: Library) -> None:
    """With the passage, and the very words of it that bear the sentence out."""
    found = _answer(library, TRUE, _BEES)
    (sentence,) = found.sentences
    assert (sentence.text, found.left_out, found.without) == (TRUE, (), "")
    (citation,) = sentence.citations
    assert citation.passage == _BEES
    assert citation.evidence.text == TRUE
    assert citation.evidence.document.endswith("bees.txt")


@pytest.mark.parametrize(
    ("text", "cited", "fault"),
    [
        (FALSE, [_BEES], "denies it: claim says"),
        (NEGATED, [_BEES], "does not say it"),
        (ELSEWHERE, [_BEES], "does not say it"),
        (TRUE, [_WASPS], "wasps.txt"),
        (TRUE, [], "it cites nothing"),
        (TRUE, [3], "there is no passage 3"),
        (TRUE, [0, -1], "there is no passage 0, -1"),
        (TRUE, [_BEES, 99], "there is no passage 99"),
        (f"{TRUE} {ELSEWHERE}", [_BEES], "does not say it"),
    ],
    ids=[
        "another number", "negated", "of something else", "in another paper", "cites nothing",
        "cites what is not there", "odd numbers", "one of two is not there", "two in one",
    ],
)  # fmt: skip
def test_a_sentence_that_does_not_hold_is_left_out(
    library: Library, text: str, cited: list[int], fault: str
) -> None:
    """It is told why; what is true beside it stays."""
    found = _answer(library, text, *cited)
    assert fault in found.left_out[-1].fault
    assert [each.text for each in found.sentences] == (
        [TRUE] if text.startswith(TRUE + " ") else []
    )


def test_a_passage_that_does_not_say_it_is_no_citation(library: Library) -> None:
    """Of two that are cited, only the one that bears the sentence out is kept."""
    (sentence,) = _answer(library, "Honey bees sleep for six hours.", _WASPS, _BEES).sentences
    assert [it.passage for it in sentence.citations] == [_BEES]
    assert sentence.cited == (_WASPS, _BEES)


def test_a_paper_that_says_it_elsewhere_is_not_cited_there(library: Library) -> None:
    """The evidence must stand in or beside the passage that is cited."""
    text = f"{TRUE}\n\n" + "Nothing is told of it here.\n\n" * 50
    paper = library.verifier.open_document(Document(text, "long.txt", "d" * 64)).unwrap()
    hit = library.search(QUESTION, 1).unwrap()[0]
    passages = [(evolve(hit, span=span), paper) for span in (Span(1000, 1100), Span(0, 100))]
    far, near = checked(
        [Drafted(TRUE, (1,)), Drafted(TRUE, (2,))], passages, library.verifier
    ).unwrap()
    assert far.fault == "long.txt says it, but not where it is cited"
    assert not near.fault


def test_no_sentence_is_an_answer_too(library: Library) -> None:
    """A model that finds no answer in the passages says so, and they are given."""
    found = library.ask(QUESTION, _Written()).unwrap()
    assert found.without == "told finds no answer in the passages"
    assert found.error is None
    assert [hit.text[:10] for hit in found.passages] == ["Honey bees", "Paper wasp"]


def test_without_a_model_the_passages_speak(library: Library) -> None:
    """What of each comes nearest to the question is quoted, and why there is no answer is told."""
    found = library.ask("How many workers live in a hive?", "none").unwrap()
    assert (found.sentences, found.model, found.error) == ((), "", None)
    assert found.without == "no model was asked for"
    assert found.quotes[0] is not None
    assert "30,000 workers" in found.quotes[0].text


def test_signals_choose_the_passages(library: Library) -> None:
    """What is left out is not listened to, and the passages are those of a search by the same."""
    for without in (["words", "graph"], ["meaning"]):
        signals = Signals.create(without).unwrap()
        found = library.ask(QUESTION, "none", signals=signals).unwrap().passages
        assert found == library.search(QUESTION, 8, signals=signals).unwrap()
        assert not {it.name for hit in found for it in hit.signals} & set(without)


def test_a_passage_goes_on_with_its_neighbours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The model is shown the characters of the paper from the first to the last, exactly."""
    monkeypatch.setenv("VERA_LIBRARY_DIR", str(tmp_path / "libraries"))
    small = Settings.create(chunk_size=50, overlap=0.0).unwrap()
    library = Library.open("small", small, embedder="minilm", create=True).unwrap()
    library.add([write(tmp_path / "papers", TEXTS)]).unwrap()
    shown: list[int] = []
    for reach in (0, 1, 9):
        best = library.ask(QUESTION, "none", neighbours=reach).unwrap().passages[0]
        assert best.text == best.span.of(TEXTS["bees"])
        shown.append(len(best.text))
    library.close()
    assert shown[0] < shown[1] < shown[2] == len(TEXTS["bees"])


class TestForm:
    """Only the JSON that was asked for is read."""

    @pytest.mark.parametrize(
        "said",
        [
            *("", " ", "Bees sleep.", "null", "[]", "1", '{"sentences": {}}', '{"sentences": [1]}'),
            '{"sentences": [{"text": "Bees sleep."}]}',
            '{"sentences": [{"text": 1, "citations": [1]}]}',
            '{"sentences": [{"text": "x", "citations": ["1"]}]}',
            '{"sentences": [{"text": "x", "citations": [true]}]}',
            '{"sentences": [{"text": "x", "citations": 1}]}',
            '{"sentences": [], "more": 1}',
            '{"sentences": [{"text": "x", "citations": [1], "supported": true}]}',
            '{"sentences": [{"text": "x", "citations": [1]}',
            "[" * 100_000,
            f'{{"sentences": [{{"text": "x", "citations": [{"9" * 9999}]}}]}}',
        ],
        ids=lambda said: said[:40],
    )
    def test_what_is_not_of_the_form(self, said: str) -> None:
        """It is told what is wrong, and nothing of it counts."""
        assert isinstance(drafted(said), str)

    @given(st.text(), st.lists(st.integers()))
    def test_any_sentence_is_read(self, text: str, cited: list[int]) -> None:
        """Its numbers come first, without repeats."""
        sentences = drafted(answer((text, cited)))
        assert not isinstance(sentences, str)
        (found,) = sentences
        assert found.cited[: len(set(cited))] == tuple(dict.fromkeys(cited))

    @given(st.text(), st.lists(st.text(), max_size=5))
    def test_no_passage_ends_where_it_does_not(self, question: str, texts: list[str]) -> None:
        """Whatever question and passages say, the prompt has a line for each, which is its own."""
        first, *lines = prompt(question, texts).split("\n")
        assert first.startswith("Question: ")
        assert [json.loads(line)["passage"] for line in lines] == list(range(1, len(texts) + 1))
        assert [json.loads(line)["text"].split() for line in lines] == [it.split() for it in texts]


def test_a_server_writes(library: Library, server: ChatOllama) -> None:
    """The first model that answers is asked, with passages, a form and no chance."""
    server.chats = lambda _: answer((TRUE, [1]), (FALSE, [1]))
    found = library.ask(QUESTION).unwrap()
    assert found.model == "ollama:llama3.2:latest"
    assert [each.text for each in found.sentences] == [TRUE]
    assert [each.text for each in found.left_out] == [FALSE]
    (asked,) = server.asked()
    assert asked["options"]["temperature"] == 0
    assert asked["format"]["required"] == ["sentences"]
    assert asked["stream"] is False
    system, user = asked["messages"]
    assert (system["role"], user["role"]) == ("system", "user")
    assert user["content"].startswith(f"Question: {QUESTION}\n")
