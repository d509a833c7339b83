"""Labelled sets: claims, the documents they are asked of, and what is true.

A set is a function of a few lines over a folder; a new one is a function and a line in `SETS`.
Labels are those of their authors, brought to three; each set's function says how.
"""

from __future__ import annotations

import json
from enum import Enum
from functools import cache
from itertools import chain
from typing import TYPE_CHECKING, Any

from attrs import frozen
from lxml import etree

from vera.core.document import Block, Document, Span

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path


class Label(Enum):
    """What a document does to a claim."""

    SUPPORTED = "supported"
    CONTRADICTED = "contradicted"
    NONE = "none"
    """It does not say: no evidence, or too little for all of the claim."""


def evident(name: str, label: Label, kind: str) -> bool | None:
    """Whether a set says that there is evidence for a claim; None where it leaves that open.

    Of WiCE's claims that are supported in part there is; Check-COVID's claims without enough
    information are on the abstract's own topic.
    """
    if name == "check_covid" and label is Label.NONE:
        return None
    return label is not Label.NONE or (name == "wice" and kind == "partially_supported")


@frozen(eq=False)
class Example:
    """A claim asked of a document. `gold` are the spans that decide, as far as they are known.

    `group` names what examples share that must not be on both sides of a split: the document.
    `kind` tells one sort of claim from another within a set.
    """

    id: str
    claim: str
    document: Document
    label: Label
    group: str
    gold: tuple[Span, ...] = ()
    kind: str = ""


def _rows(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def document_of(
    name: str, sentences: Iterable[str], between: str = " "
) -> tuple[Document, list[Span]]:
    """A document of one block of sentences, or of a block each, and where each of them is."""
    spans, at, parts = [], 0, []
    for sentence in sentences:
        text = sentence.strip() or "-"
        spans.append(Span(at, at + len(text)))
        parts.append(text)
        at += len(text) + len(between)
    text = between.join(parts)
    blocks = tuple(map(Block, spans)) if "\n" in between else (Block(Span(0, len(text))),)
    return Document(text, name, "", blocks=blocks), spans


def _plain(name: str, text: str) -> Document:
    return Document(text, name, "")


def scifact_abstracts(folder: Path) -> Iterator[Document]:
    """SciFact's abstracts, those that no claim is asked of as well."""
    for row in _rows(folder / "corpus.jsonl"):
        yield document_of(str(row["doc_id"]), row["abstract"])[0]


def scifact(folder: Path, split: str) -> Iterator[Example]:
    """SciFact: SUPPORT, CONTRADICT, NOT_ENOUGH_INFO against the cited abstract."""
    labels = {
        "SUPPORT": Label.SUPPORTED,
        "CONTRADICT": Label.CONTRADICTED,
        "NOT_ENOUGH_INFO": Label.NONE,
    }
    abstracts = {row["doc_id"]: row["abstract"] for row in _rows(folder / "corpus.jsonl")}
    documents = cache(lambda number: document_of(str(number), abstracts[number]))
    for row in _rows(folder / f"pairs_{split}.jsonl"):
        document, spans = documents(row["doc_id"])
        gold = tuple(
            spans[at] for at in sorted(set(chain.from_iterable(row["rationale_sentences"])))
        )
        name = f"{row['claim_id']}-{row['doc_id']}"
        yield Example(name, row["claim"], document, labels[row["label"]], document.source, gold)


def _clscisumm_paper(path: Path) -> tuple[Document, dict[int, Span]]:
    parts: list[tuple[int, str]] = []
    paragraphs: list[list[int]] = []
    for part in etree.parse(path, etree.XMLParser(recover=True)).getroot():  # some are damaged
        found = [part] if part.tag == "S" else list(part.iter("S"))
        paragraphs.append([])
        for sentence in found:
            paragraphs[-1].append(len(parts))
            parts.append(
                (int(sentence.get("sid") or 0), "".join(map(str, sentence.itertext())).strip())
            )
    text, spans, blocks = "", {}, []
    for numbers in filter(None, paragraphs):
        first = len(text)
        for number in numbers:
            sid, said = parts[number]
            spans[sid] = Span(len(text), len(text) + len(said))
            text += said + " "
        blocks.append(Block(Span(first, len(text) - 1)))
        text = text[:-1] + "\n\n"
    return Document(text, path.stem, "", blocks=tuple(blocks)), spans


def clscisumm(folder: Path, split: str) -> Iterator[Example]:
    """CL-SciSumm: a citing sentence against the paper it cites, and against a wrong one."""
    year = f"{split}2018"
    papers = cache(lambda name: _clscisumm_paper(folder / year / f"{name}.xml"))
    for row in _rows(folder / f"citances_{year}.jsonl"):
        document, spans = papers(row["paper"])
        gold = tuple(spans[sid] for sid in row["gold_sids"] if sid in spans)
        yield Example(row["id"], row["claim"], document, Label.SUPPORTED, row["paper"], gold)
    for row in _rows(folder / f"mismatch_pairs_{year}.jsonl"):
        document, _ = papers(row["mismatched_paper"])
        name = f"{row['id']}-wrong"
        yield Example(name, row["claim"], document, Label.NONE, row["true_paper"], kind="wrong")


def wice(folder: Path, split: str) -> Iterator[Example]:
    """WiCE: supported against partially and not supported."""
    for at, row in enumerate(_rows(folder / f"claim_{split}.jsonl")):
        document, spans = document_of(f"wice-{at}", row["evidence"], "\n\n")
        numbers = sorted(set(chain.from_iterable(row["supporting_sentences"])))
        gold = tuple(spans[number] for number in numbers if number < len(spans))
        label = Label.SUPPORTED if row["label"] == "supported" else Label.NONE
        yield Example(
            document.source, row["claim"], document, label, document.source, gold, row["label"]
        )


def evidence_inference(folder: Path, split: str) -> Iterator[Example]:
    """Evidence Inference: a templated claim with the true or a wrong direction of effect."""
    labels = {"grounded": Label.SUPPORTED, "contradicted": Label.CONTRADICTED}
    documents = cache(lambda name: _plain(name, (folder / name).read_text(encoding="utf-8")))
    for row in _rows(folder / f"claims_templated_{split}.jsonl"):
        gold = tuple(Span(*span) for span in row["evidence_spans"])
        document = documents(row["txt"])
        label = labels[row["label"]]
        yield Example(row["id"], row["claim"], document, label, row["pmcid"], gold, row["asserted"])


def clinifact(folder: Path, split: str) -> Iterator[Example]:
    """CliniFact: a claim of superiority that the abstract reports, denies or does not speak of."""
    labels = {"1": Label.SUPPORTED, "0": Label.CONTRADICTED, "2": Label.NONE}
    for at, row in enumerate(_rows(folder / f"pairs_{split}.jsonl")):
        document = _plain(row["pmid"], row["evidence"])
        yield Example(
            f"{row['id']}-{at}", row["claim"], document, labels[row["label"]], row["pmid"]
        )


def check_covid(folder: Path, split: str) -> Iterator[Example]:
    """Check-COVID: claims of journalists and others against an abstract."""
    labels = {
        "SUPPORT": Label.SUPPORTED,
        "REFUTE": Label.CONTRADICTED,
        "NOTENOUGHINFO": Label.NONE,
    }
    for row in _rows(folder / f"pairs_{split}.jsonl"):
        document = _plain(row["cord_id"], row["evidence"])
        places = ((row["evidence"].find(said), len(said)) for said in row["rationale"])
        gold = tuple(Span(at, at + length) for at, length in places if at >= 0)
        label = labels[row["label"]]
        yield Example(row["id"], row["claim"], document, label, row["cord_id"], gold)


def summedits(folder: Path, split: str) -> Iterator[Example]:
    """SummEdits: a summary, and the same with an edit that makes it false of its text."""
    for row in _rows(folder / f"pairs_{split}.jsonl"):
        document = _plain(row["id"].rsplit("_", 1)[0], row["evidence"])
        label = Label.SUPPORTED if row["label"] == "consistent" else Label.CONTRADICTED
        kind = ",".join(row["edit_types"]) if isinstance(row["edit_types"], list) else ""
        yield Example(row["id"], row["claim"], document, label, row["evidence"][:80], kind=kind)


SETS: dict[str, Callable[[Path, str], Iterator[Example]]] = {
    "scifact": scifact,
    "clscisumm": clscisumm,
    "wice": wice,
    "evidence_inference": evidence_inference,
    "clinifact": clinifact,
    "check_covid": check_covid,
    "summedits": summedits,
}
