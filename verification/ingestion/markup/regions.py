"""What the paragraphs below a heading are."""

from __future__ import annotations

from attrs import define

from vera.core.document import Kind
from vera.verification.ingestion.headings import is_appendix, is_references


def region_of(title: str, after_references: bool = False) -> Kind:
    """What the paragraphs below a heading are.

    >>> region_of("7. References"), region_of("Appendix B: Proofs"), region_of("Method")
    (<Kind.REFERENCES: 'references'>, <Kind.APPENDIX: 'appendix'>, <Kind.BODY: 'body'>)
    """
    if is_references(title):
        return Kind.REFERENCES
    if is_appendix(title, after_references):
        return Kind.APPENDIX
    return Kind.ABSTRACT if title.strip(" :.").lower() == "abstract" else Kind.BODY


@define
class Region:
    """The region that the headings so far have opened; a deeper heading stays in it."""

    kind: Kind = Kind.BODY
    level: int = 0

    def enter(self, title: str, level: int) -> None:
        """Take note of a heading."""
        behind = self.kind in {Kind.REFERENCES, Kind.APPENDIX}
        if (kind := region_of(title, behind)) is not Kind.BODY or level <= self.level:
            self.kind, self.level = kind, level
