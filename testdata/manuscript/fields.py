"""The manuscript as reference managers write it into a Word file: its citations are fields.

Made from plain.txt, whose list of references tells what each field says of its works. What a field
shows is another thing, and stands in the style that was asked for.
"""

from __future__ import annotations

import json
import re
from base64 import b64encode
from html import escape
from typing import TYPE_CHECKING, Any

from testdata.manuscript.formats import paragraphs
from testdata.papers.docx import docx

if TYPE_CHECKING:
    from pathlib import Path

MANAGERS = ("zotero", "mendeley", "mendeley cite", "endnote", "word")
STYLES = ("authors", "numbers", "raised", "notes")
_ENTRY = re.compile(r"(?P<authors>.+?) \((?P<year>\d{4})\)\. (?P<title>.+?)\. (?P<journal>.+)")
_PERSON = re.compile(r"([^,]+), ((?:\w\.[ -]?)+)(?:, | and |$)")
_W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
_B = "http://schemas.openxmlformats.org/officeDocument/2006/bibliography"
_BIBLIOGRAPHIES = {
    "zotero": "ADDIN ZOTERO_BIBL {} CSL_BIBLIOGRAPHY",
    "mendeley": "ADDIN Mendeley Bibliography CSL_BIBLIOGRAPHY",
    "mendeley cite": "MENDELEY_BIBLIOGRAPHY",
    "endnote": "ADDIN EN.REFLIST",
    "word": "BIBLIOGRAPHY",
}


def run(text: str, raised: bool = False) -> str:
    """A run of text."""
    shift = '<w:rPr><w:vertAlign w:val="superscript"/></w:rPr>' if raised else ""
    return f'<w:r>{shift}<w:t xml:space="preserve">{escape(text)}</w:t></w:r>'


def field(code: str, shown: str, data: str = "") -> str:
    """A field over several runs, its code in pieces; `data` stand in base64 in one inside it."""
    pieces = "".join(
        f'<w:r><w:instrText xml:space="preserve">{escape(code[at : at + 40])}</w:instrText></w:r>'
        for at in range(0, len(code), 40)
    )
    inner = ""
    if data:
        packed = b64encode(data.encode()).decode()
        inner = (
            f'<w:r><w:fldChar w:fldCharType="begin"><w:fldData>{packed}</w:fldData></w:fldChar>'
            "</w:r><w:r><w:instrText> ADDIN EN.CITE.DATA </w:instrText></w:r>"
            '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
        )
    return (
        f'<w:r><w:fldChar w:fldCharType="begin"/></w:r>{pieces}{inner}'
        f'<w:r><w:fldChar w:fldCharType="separate"/></w:r>{shown}'
        '<w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )


def control(tag: str, shown: str) -> str:
    """A content control."""
    return (
        f'<w:sdt><w:sdtPr><w:tag w:val="{escape(tag)}"/></w:sdtPr>'
        f"<w:sdtContent>{shown}</w:sdtContent></w:sdt>"
    )


def cites(manager: str, items: list[dict[str, Any]], shown: str) -> str:
    """A citation of these items of CSL JSON, as that manager writes it."""
    whole = json.dumps({"citationItems": [{"id": 1, "itemData": it} for it in items]})
    match manager:
        case "zotero":
            return field(f" ADDIN ZOTERO_ITEM CSL_CITATION {whole} ", shown)
        case "mendeley":
            return field(f"ADDIN CSL_CITATION {whole}", shown)
        case "mendeley cite":
            return control(f"MENDELEY_CITATION_v3_{b64encode(whole.encode()).decode()}", shown)
        case "endnote":
            said = f"<EndNote>{''.join(map(_endnote, items))}</EndNote>"
            long = len(items) > 1
            return field(f" ADDIN EN.CITE {'' if long else said}", shown, said * long)
    first, *more = (_tag(it) for it in items)
    also = "".join(f" \\m {tag}" for tag in more)
    return field(f" CITATION {first} \\l 1033{also} ", shown)


def sources(items: list[dict[str, Any]]) -> str:
    """Word's own sources, as the part of the file that has them."""
    said = "".join(
        f"<b:Source><b:Tag>{_tag(it)}</b:Tag><b:Title>{escape(it['title'])}</b:Title>"
        f"<b:Year>{it['issued']['date-parts'][0][0]}</b:Year><b:Author><b:Author><b:NameList>"
        + "".join(
            f"<b:Person><b:Last>{name['family']}</b:Last><b:First>{name['given']}</b:First>"
            "</b:Person>"
            for name in it["author"]
        )
        + "</b:NameList></b:Author></b:Author></b:Source>"
        for it in items
    )
    return f'<b:Sources xmlns:b="{_B}">{said}</b:Sources>'


def _tag(item: dict[str, Any]) -> str:
    return f"{item['author'][0]['family'][:3]}{item['issued']['date-parts'][0][0]}"


def _endnote(item: dict[str, Any]) -> str:
    authors = "".join(
        f'<author><style face="normal">{name["family"]}, {name["given"]}</style></author>'
        for name in item["author"]
    )
    year = item["issued"]["date-parts"][0][0]
    return (
        f"<Cite><Author>{item['author'][0]['family']}</Author><Year>{year}</Year>"
        f"<record><contributors><authors>{authors}</authors></contributors>"
        f"<titles><title>{escape(item['title'])}</title></titles>"
        f"<dates><year>{year}</year></dates></record></Cite>"
    )


def _works(entries: list[str]) -> dict[str, dict[str, Any]]:
    """The items of the list of references, by how the text calls them: "Li et al. 2020"."""
    found = {}
    for entry in entries:
        told = _ENTRY.fullmatch(entry)
        if told is None:
            raise SystemExit(f"plain.txt has an entry of another form: {entry}")
        names = [{"family": a, "given": b.strip()} for a, b in _PERSON.findall(told["authors"])]
        called = " and ".join(it["family"] for it in names)
        called = f"{names[0]['family']} et al." if len(names) > 2 else called
        found[f"{called} {told['year']}"] = {
            "type": "article-journal",
            "title": told["title"],
            "author": names,
            "issued": {"date-parts": [[int(told["year"])]]},
            "container-title": told["journal"],
        }
    return found


def as_docx(folder: Path, manager: str, style: str = "authors") -> Path:
    """The manuscript with fields of that manager, shown in that style."""
    parts = paragraphs()
    at = parts.index("References")
    works = _works(parts[at + 1 :])
    numbers = {name: number for number, name in enumerate(works, 1)}
    names = "|".join(re.escape(name.rsplit(" ", 1)[0]) for name in works)
    item = rf"(?:{names}),? \(?\d{{4}}"
    mark = re.compile(
        rf"(?P<told>{names}) \((?P<year>\d{{4}})\)"
        rf"| ?\((?P<lead>see e\.g\. |but see )?(?P<all>{item}(?:; {item})*)(?:, p\. \d+)?\)"
    )
    notes: list[str] = []

    def shown(found: re.Match[str]) -> str:
        said = [found["told"] + " " + found["year"]] if found["told"] else []
        said = said or [it.replace(", ", " ") for it in found["all"].split("; ")]
        items = [works[it] for it in said]
        listed = ", ".join(str(numbers[it]) for it in said)
        lead = found["lead"] or ""
        text = found[0].lstrip()
        match "authors" if found["told"] else style:
            case "authors":
                told = f"{found['told']} " if found["told"] else " " * found[0].startswith(" ")
                left = f"({found['year']})" if found["told"] else text
                return run(told) * bool(told) + cites(manager, items, run(left))
            case "numbers":
                return run(" ") + cites(manager, items, run(f"[{lead}{listed}]"))
            case "raised" if not lead:
                return cites(manager, items, run(listed.replace(", ", ","), raised=True))
        note = cites(manager, items, run("; ".join(it["title"] for it in items)))
        led = run(lead.capitalize()) if lead else ""
        notes.append(f"<w:p>{led}{note}{run('.')}</w:p>")
        return f'<w:r><w:footnoteReference w:id="{len(notes) + 1}"/></w:r>'

    body = ""
    for part in parts[:at]:
        said, end = "", 0
        for found in mark.finditer(part):
            said += run(part[end : found.start()]) + shown(found)
            end = found.end()
        body += f"<w:p>{said}{run(part[end:])}</w:p>"
    listed = "".join(f"<w:p>{run(part)}</w:p>" for part in parts[at + 1 :])
    code = _BIBLIOGRAPHIES[manager]
    if manager == "mendeley cite":
        listed = control(code, listed)
    else:
        begin, _, end_ = field(code, "\0").partition("\0")
        listed = f"<w:p>{begin}</w:p>{listed}<w:p>{end_}</w:p>"
    more = {"customXml/item3.xml": sources(list(works.values()))} if manager == "word" else {}
    if notes:
        texts = "".join(
            f'<w:footnote w:id="{number}">{text}</w:footnote>'
            for number, text in enumerate(notes, 2)
        )
        more["word/footnotes.xml"] = f'<w:footnotes xmlns:w="{_W}">{texts}</w:footnotes>'
    path = folder / f"{manager} {style}.docx"
    path.write_bytes(docx(body + listed, more))
    return path
