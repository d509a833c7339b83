"""Emails, mailboxes and chats become text with who said what, and when."""

from __future__ import annotations

import json
from email import message_from_bytes
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from vera.core.document import File, Form, Kind
from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import failed
from vera.verification.ingestion.markup import chat, mail, mbox
from vera.verification.ingestion.markup.email import text_of
from vera.verification.ingestion.reading import read

if TYPE_CHECKING:
    from types import ModuleType

    from vera.core.document import Document

PAPERS = Path(__file__).parents[3] / "testdata" / "papers"
READERS = {"letter.eml": mail, "thread.mbox": mbox, "channel.json": chat, "questions.json": chat}
_HEAD = b"From: Ada <ada@example.org>\r\nSubject: Bees\r\n"


def _blocks(document: Document) -> list[tuple[Kind, Form, str]]:
    return [(it.kind, it.form, it.span.of(document.text)) for it in document.blocks]


def _read(module: ModuleType, data: bytes) -> Document:
    found: Document = module.read(File("a", data, "d")).unwrap()
    return found


def _fault(module: ModuleType, data: bytes) -> ReadFault:
    error = module.read(File("a", data, "d")).failure()
    assert isinstance(error, UnreadableDocument)
    return error.fault


def test_the_parts_of_an_email() -> None:
    """Plain text before HTML, quotes as such, headers decoded, what is attached named."""
    found = read(PAPERS / "letter.eml").unwrap()
    assert _blocks(found) == [
        (Kind.TITLE, Form.PROSE, "Re: Do bees sleep?"),
        (
            Kind.FRONT,
            Form.PROSE,
            "From: Zoë Lind\nTo: Ada Berg, reading@example.org\nDate: 2026-11-03T09:15:00Z",
        ),
        (
            Kind.BODY,
            Form.PROSE,
            (
                "They do. In the dark of the hive the workers of our colony slept for 5.1 hours a "
                "night."
            ),
        ),
        (Kind.BODY, Form.QUOTE, "Do bees sleep at night?\nI could not find a number."),
        (
            Kind.BODY,
            Form.PROSE,
            "The naïve count, which takes rest for sleep, gives 7.8 hours.",
        ),
    ]
    assert (found.title, found.authors) == ("Re: Do bees sleep?", ("Zoë Lind",))
    assert dict(found.about) == {
        "type": ("email",),
        "time": ("2026-11-03T09:15:00Z",),
        "sensitivity": ("company-confidential",),
    }
    assert found.notes == ("Attached and not read: figure.pdf (application/pdf).",)
    assert not found.damaged


def test_an_encoding_whose_name_no_computer_knows_is_utf8() -> None:
    """Even one with a NUL in it; what was guessed is said to be."""
    part = message_from_bytes(b'Content-Type: text/plain; charset="ut\0f-8"\n\nBees sleep.')
    assert text_of(part) == ("Bees sleep.", True)


def test_a_mailbox_has_a_section_for_each_message() -> None:
    """With its subject, sender and day; times are the first and the last, in UTC."""
    found = read(PAPERS / "thread.mbox").unwrap()
    assert [str(section) for section in found.sections] == [
        "The lamp (Ada Berg, 2026-11-02)",
        "Re: The lamp (Zoë Lind, 2026-11-02)",
    ]
    assert (found.title, found.authors) == ("The lamp", ("Ada Berg", "Zoë Lind"))
    assert found.about["time"] == ("2026-11-02T09:00:00Z", "2026-11-02T11:30:00Z")
    assert found.about["sensitivity"] == ("private",)
    assert "\nFrom the hut it is seen at 400 metres." in found.text
    assert found.section_of(found.text.index("14 watts")).startswith("Re: The lamp")


def test_a_channel_of_slack() -> None:
    """Each message with its author and time, a section a day, marks as people see them."""
    found = read(PAPERS / "channel.json").unwrap()
    assert [text for _, _, text in _blocks(found)] == [
        "2026-11-02",
        "Ada Berg, 2026-11-02T10:00:00Z",
        "The second hive weighs 31 kg & is listed.",
        "2026-11-03",
        "Zoë Lind, 2026-11-03T10:00:00Z",
        "@U1 it was 34 kg on Tuesday.",
    ]
    assert found.about["type"] == ("chat",)
    assert found.notes == ("Messages without text: 1.",)


def test_a_chat_of_another_program() -> None:
    """Roles and parts of content, as assistants export them."""
    found = read(PAPERS / "questions.json").unwrap()
    assert (found.title, found.authors) == ("Questions about reading", ("user", "assistant"))
    assert found.text.endswith("The page has 54 lines.")
    assert found.about["time"] == ("2026-11-04T08:00:00Z", "2026-11-04T08:00:05Z")


@pytest.mark.parametrize(
    ("module", "data", "fault"),
    [
        (mail, b"no header at all", ReadFault.DAMAGED),
        (mail, _HEAD + b"\r\n \r\n", ReadFault.EMPTY),
        (mail, _HEAD + b"Content-Type: application/pdf\r\n\r\n%PDF-", ReadFault.EMPTY),
        (mail, _HEAD + b"Content-Type: application/pkcs7-mime\r\n\r\nAA==", ReadFault.ENCRYPTED),
        (mail, _HEAD + b"Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b--",
         ReadFault.ENCRYPTED),
        (mbox, b"Subject: x\n\nNo mailbox.", ReadFault.DAMAGED),
        (chat, b"[1, 2", ReadFault.DAMAGED),
        (chat, b"[" * 100_000, ReadFault.DAMAGED),
        (chat, b'{"a": 1}', ReadFault.UNSUPPORTED),
        (chat, b"[1]", ReadFault.UNSUPPORTED),
        (chat, b'{"messages": [{"text": " "}]}', ReadFault.EMPTY),
        (chat, b'{"messages": [{"text": "\xff"}]}', ReadFault.UNDECODABLE),
    ],
)  # fmt: skip
def test_what_cannot_be_read_says_why(module: ModuleType, data: bytes, fault: ReadFault) -> None:
    """Each fault by its own name."""
    assert _fault(module, data) is fault


def test_a_message_that_breaks_off_is_damaged() -> None:
    """Where a part is announced and does not end, text is missing."""
    whole = (PAPERS / "letter.eml").read_bytes()
    torn = _read(mail, whole[: whole.index(b"In the dark")])
    assert torn.damaged
    assert mail.BROKEN_OFF in torn.notes
    garbled = b"Content-Type: text/plain; charset=utf-8\r\n\r\nBees \xff sleep."
    assert _read(mail, _HEAD + garbled).notes == (mail.GARBLED,)


def test_a_mailbox_names_the_message_that_cannot_be_read() -> None:
    """The others are read, and the document is damaged."""
    secret = b"From x Mon\n" + _HEAD + b"Content-Type: application/pkcs7-mime\n\nAA==\n\n"
    found = _read(mbox, secret + (PAPERS / "thread.mbox").read_bytes())
    assert found.damaged
    assert found.notes == ("Message 1 was not read: the message is encrypted.",)
    assert len(found.sections) == 2


def test_an_unknown_sensitivity_is_taken_as_private() -> None:
    """A word that we do not know must not make a message free."""
    asked = _read(mail, b"Sensitivity: secret\r\n" + _HEAD + b"\r\nBees sleep.")
    assert asked.about["sensitivity"] == ("private",)
    said = {"messages": [{"text": "a", "sensitivity": "odd"}, {"text": "b"}]}
    assert _read(chat, json.dumps(said).encode()).about["sensitivity"] == ("private",)


def test_words_of_others_do_not_make_it_another_format(tmp_path: Path) -> None:
    """A message that speaks of PDF files is still a message."""
    path = tmp_path / "a.eml"
    path.write_bytes(_HEAD + b"\r\nA file begins with %PDF-1.7 or <html>.")
    assert read(path).unwrap().media_type == "message/rfc822"


@pytest.mark.parametrize("name", READERS)
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_what_is_cut_or_changed_is_text_or_an_error(name: str, data: st.DataObject) -> None:
    """Cut anywhere and with any bytes changed, a file raises nothing."""
    whole = bytearray((PAPERS / name).read_bytes())
    for _ in range(data.draw(st.integers(0, 8))):
        whole[data.draw(st.integers(0, len(whole) - 1))] = data.draw(st.integers(0, 255))
    found = READERS[name].read(
        File("a", bytes(whole[: data.draw(st.integers(1, len(whole)))]), "d")
    )
    if failed(found):
        assert isinstance(found.failure(), UnreadableDocument)
    else:
        document = found.unwrap()
        assert document.text.encode()
        assert all(it.span.of(document.text).strip() for it in document.blocks)
