"""What the papers of a library were made with: where it changes, they are made anew."""

from __future__ import annotations

import json
from enum import IntEnum
from typing import TYPE_CHECKING

from attrs import evolve, frozen

from vera.core.chunk import ChunkConfig, Measure

if TYPE_CHECKING:
    from vera.core.ports import EmbedderInfo
    from vera.core.settings import Settings

SPEC_VERSION = 1
"""Of the manifest's own form."""
READER_VERSION = 6
"""Raised when the same file would be read, split into sentences or into units otherwise, or when
another thing would be found in it that metadata are made of."""

DESCRIBED = 2
"""The version of the reader from which on metadata are kept of each paper."""


class Remake(IntEnum):
    """How far back a paper must be made anew; each holds those before it."""

    NOTHING = 0
    CHUNKS = 1
    VECTORS = 2
    READING = 3


@frozen
class Manifest:
    """The embedder, the reading, and the chunking that all papers of a library share."""

    embedder: str
    fingerprint: str
    dimension: int
    chunker: str
    chunk: ChunkConfig
    references: bool = False
    reader: int = READER_VERSION
    spec_version: int = SPEC_VERSION

    @classmethod
    def of(cls, info: EmbedderInfo, settings: Settings) -> Manifest:
        """What papers are made with that are opened by this embedder with these settings."""
        return cls(
            info.name,
            info.fingerprint,
            info.dimension,
            settings.chunker,
            settings.chunk,
            settings.references,
        )

    def remake(self, wanted: Manifest) -> Remake:
        """What must be made anew of papers of this manifest for another."""
        if self.reader != wanted.reader:
            return Remake.READING
        if self._vectors() != wanted._vectors():
            return Remake.VECTORS
        return Remake.NOTHING if self == wanted else Remake.CHUNKS

    def settings(self, settings: Settings) -> Settings:
        """The settings with the chunking of this manifest."""
        return evolve(settings, chunker=self.chunker, chunk=self.chunk, references=self.references)

    def to_json(self) -> str:
        """For the file, and for people who look into it."""
        chunk = self.chunk
        return json.dumps(
            {
                "spec_version": self.spec_version,
                "reader": self.reader,
                "embedder": self.embedder,
                "fingerprint": self.fingerprint,
                "dimension": self.dimension,
                "chunker": self.chunker,
                "chunk": {
                    "target": chunk.target,
                    "overlap": chunk.overlap,
                    "minimum": chunk.minimum,
                    "maximum": chunk.maximum,
                    "measure": chunk.measure.value,
                    "whole": chunk.whole,
                },
                "references": self.references,
            }
        )

    @classmethod
    def from_json(cls, text: str) -> Manifest:
        """The manifest again; ValueError, KeyError or TypeError where it is none."""
        said = json.loads(text)
        chunk = said["chunk"]
        sizes = ChunkConfig(**{**chunk, "measure": Measure(chunk["measure"])})
        return cls(**{**said, "chunk": sizes})

    def _vectors(self) -> tuple[object, ...]:
        return self.fingerprint, self.dimension, self.references
