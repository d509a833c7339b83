"""`--format html` and `--format pdf`, as a user runs them."""

from __future__ import annotations

import io
from typing import TYPE_CHECKING

import pikepdf
import pypdfium2
import pytest

from tests.pdfs import Sheet, Words, pdf
from tests.verify.program import verify

if TYPE_CHECKING:
    from pathlib import Path

_SAID = "A hive holds 30,000 bees in summer."
_BEES = pdf(Sheet(Words(_SAID, 72, 700, 12).content))
_MINILM = ("--embedder", "minilm")


@pytest.fixture(autouse=True)
def _claims(folder: Path) -> None:
    (folder / "claims.txt").write_text(f"{_SAID}\nA hive holds 90,000 bees in summer.\n", "utf-8")
    (folder / "bees.pdf").write_bytes(_BEES)


def _contents(path: Path, password: str = "") -> list[str]:
    with pikepdf.open(path, password=password) as paper:
        return [str(note.Contents) for note in list(paper.pages[0].get("/Annots", []))]


def test_html_is_one_page_in_a_file(folder: Path) -> None:
    """The page has both claims and a picture, and the exit code is that of the verdicts."""
    run = verify(
        "claims.txt", "bees.pdf", *_MINILM, "--format", "html", "--output", "report.html"
    )  # fmt: skip
    assert (run.returncode, run.stdout, run.stderr) == (1, "", "")
    page = (folder / "report.html").read_text("utf-8")
    assert page.count("<article") == 2
    assert page.count("data:image/webp;base64,") == 1
    assert "claim says 90,000" in page


def test_html_can_be_piped() -> None:
    """Standard output is the page, in UTF-8 whatever the locale is."""
    run = verify("claims.txt", "bees.pdf", *_MINILM, "--format", "html")
    assert run.stdout.startswith("<!doctype html>")
    assert run.stdout.endswith("</html>\n")
    assert "“" in run.stdout or "✓" in run.stdout


def test_copies_have_notes_and_papers_stay(folder: Path) -> None:
    """A copy has its lines marked in colour, with all claims on them; the paper stays."""
    run = verify("claims.txt", "bees.pdf", *_MINILM, "--format", "pdf", "--out", "marked")
    assert (run.returncode, run.stderr) == (1, "")
    assert run.stdout.startswith(
        "bees.pdf: 1 page, 1 chunk\nmarked/bees.pdf: 1 note\n\n2 claims: 1 grounded, 1 contradicted"
    )
    assert (folder / "bees.pdf").read_bytes() == _BEES
    (told,) = _contents(folder / "marked" / "bees.pdf")
    grounded, contradicted = told.split("\n\n")
    assert grounded.startswith("GROUNDED 0.")
    assert contradicted.startswith("CONTRADICTED 0.")
    assert "90,000" in contradicted
    picture = pypdfium2.PdfDocument(folder / "marked" / "bees.pdf")[0].render().to_pil()
    colours = picture.convert("RGB").getcolors(1 << 24) or []
    coloured = [count for count, it in colours if isinstance(it, tuple) and max(it) - min(it) > 40]
    assert sum(coloured) > 500
    again = verify("claims.txt", "bees.pdf", *_MINILM, "--format", "pdf", "--out", "marked")
    assert (again.returncode, again.stdout) == (1, run.stdout)


@pytest.mark.parametrize("out", [".", "../here", "linked"])
def test_no_paper_is_overwritten(folder: Path, out: str) -> None:
    """A folder that a paper lies in is refused before any work, by whatever path it is named."""
    (folder / "linked").symlink_to(".")
    out = out.replace("here", folder.name)
    run = verify("claims.txt", "bees.pdf", *_MINILM, "--format", "pdf", "--out", out)
    assert run.returncode == 2
    assert "bees.pdf, which is an input" in run.stderr
    assert run.stdout == ""
    assert (folder / "bees.pdf").read_bytes() == _BEES


def test_a_claims_file_is_not_overwritten_either(folder: Path) -> None:
    """Claims may lie where a copy of a paper of their name would go."""
    (folder / "out").mkdir()
    (folder / "out" / "bees.pdf").write_text(_SAID, "utf-8")
    run = verify("out/bees.pdf", "bees.pdf", *_MINILM, "--format", "pdf", "--out", "out")
    assert run.returncode == 2
    assert (folder / "out" / "bees.pdf").read_text("utf-8") == _SAID


def test_two_papers_of_one_name_have_a_copy_each(folder: Path) -> None:
    """The second one has a number behind its name; the same paper given twice has one copy."""
    for name in ("a", "b"):
        (folder / name).mkdir()
        (folder / name / "bees.pdf").write_bytes(_BEES)
    papers = ("a/bees.pdf", "b/bees.pdf", "a/bees.pdf")
    run = verify("claims.txt", *papers, *_MINILM, "--format", "pdf", "--out", "marked")
    assert run.returncode == 1
    assert sorted(path.name for path in (folder / "marked").iterdir()) == ["bees-2.pdf", "bees.pdf"]
    assert run.stdout.splitlines()[3:5] == [
        "marked/bees.pdf: 1 note",
        "marked/bees-2.pdf: 1 note",
    ]


def test_papers_that_are_no_pdf_are_named(folder: Path) -> None:
    """A Markdown file has no copy, and standard error says so; the PDF has one."""
    (folder / "notes.md").write_text(f"# Bees\n\n{_SAID}\n", "utf-8")
    run = verify("claims.txt", "notes.md", "bees.pdf", *_MINILM, "--format", "pdf", "--out", "m")
    assert run.returncode == 1
    told = "verify: notes.md: it is no PDF, so there is no copy of it with notes\n"
    assert run.stderr == told
    assert [path.name for path in (folder / "m").iterdir()] == ["bees.pdf"]


def test_an_encrypted_paper_stays_encrypted(folder: Path) -> None:
    """With the password the copy is made, it is encrypted as before, and that is told."""
    with pikepdf.open(io.BytesIO(_BEES)) as plain:
        plain.save(folder / "bees.pdf", encryption=pikepdf.Encryption(owner="o", user="hum"))
    run = verify(
        "claims.txt", "bees.pdf", *_MINILM, "--password", "hum", "--format", "pdf", "--out", "m"
    )  # fmt: skip
    assert "\nm/bees.pdf: 1 note, encrypted as the paper is\n" in run.stdout
    assert len(_contents(folder / "m" / "bees.pdf", "hum")) == 1
    with pytest.raises(pikepdf.PasswordError):
        pikepdf.open(folder / "m" / "bees.pdf")


def test_a_folder_that_cannot_be_made_is_an_error(folder: Path) -> None:
    """A file where the folder would be ends the run before any work."""
    (folder / "taken").write_text("", "utf-8")
    run = verify("claims.txt", "bees.pdf", *_MINILM, "--format", "pdf", "--out", "taken/below")
    assert run.returncode == 3
    assert "taken/below: cannot be made" in run.stderr


@pytest.mark.parametrize("options", [("--format", "pdf"), ("--out", "m"), ("--format", "word")])
def test_options_that_make_no_sense(options: tuple[str, ...]) -> None:
    """Copies need a folder and a folder copies."""
    run = verify("claims.txt", "bees.pdf", *options)
    assert run.returncode == 2
    assert "--format" in run.stderr


def test_a_librarys_papers_are_shown_and_copied(folder: Path) -> None:
    """Papers that a library found are drawn and copied like those that were named."""
    added = verify("library", "add", "hives", "bees.pdf", *_MINILM)
    assert added.returncode == 0, added.stderr
    asked = ("claims.txt", "--library", "hives")
    page = verify(*asked, "--format", "html").stdout
    assert page.count("data:image/webp;base64,") == 1
    refused = verify(*asked, "--format", "pdf", "--out", ".")
    assert refused.returncode == 2
    assert (folder / "bees.pdf").read_bytes() == _BEES
    run = verify(*asked, "--format", "pdf", "--out", "marked")
    assert run.stderr == ""
    assert len(_contents(folder / "marked" / "bees.pdf")) == 1


def test_a_librarys_paper_that_was_changed_has_no_copy(folder: Path) -> None:
    """Lines of a file that is no longer the one that was asked are not marked."""
    assert verify("library", "add", "hives", "bees.pdf", *_MINILM).returncode == 0
    (folder / "bees.pdf").write_bytes(pdf(Sheet(Words(f"Ants walk. {_SAID}", 72, 700).content)))
    run = verify("claims.txt", "--library", "hives", "--format", "pdf", "--out", "marked")
    assert run.returncode == 3
    assert "bees.pdf: it changed after the claims were checked" in run.stderr
    assert list((folder / "marked").iterdir()) == []
