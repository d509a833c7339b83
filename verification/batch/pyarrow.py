"""Rows as a Parquet file, where the package pyarrow is installed."""

from __future__ import annotations

import importlib.util
import json
from typing import TYPE_CHECKING, Any, Self

if TYPE_CHECKING:
    from pathlib import Path

GROUP = 10_000
"""Rows of a group: what is held in memory, and what a reader can leave out."""


def installed() -> bool:
    """Whether Parquet can be written."""
    return importlib.util.find_spec("pyarrow") is not None


class Table:
    """A Parquet file that takes rows as lines of JSON. The same rows give the same bytes."""

    def __init__(self, path: Path) -> None:
        from pyarrow import parquet

        self._schema = _schema()
        self._rows: list[dict[str, Any]] = []
        self._writer = parquet.ParquetWriter(path, self._schema, compression="zstd")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *exception: object) -> None:
        if self._rows and exception[0] is None:
            self._flush()
        self._writer.close()

    def add(self, line: bytes) -> None:
        """Take the next row."""
        row = json.loads(line)
        self._rows.append(_whole(row) if b"\\ud" in line else row)
        if len(self._rows) == GROUP:
            self._flush()

    def _flush(self) -> None:
        import pyarrow as pa

        self._writer.write_table(pa.Table.from_pylist(self._rows, self._schema))
        self._rows = []


def _schema() -> Any:
    """The columns, by the names that the rows have."""
    import pyarrow as pa

    text, span, pages = pa.string(), pa.list_(pa.int64()), pa.list_(pa.int32())
    heads = pa.list_(text)
    cell = {
        "table": text,
        "row": heads,
        "column": heads,
        "text": text,
        "span": span,
        "pages": pages,
    }
    evidence = {
        "text": text,
        "score": pa.float64(),
        "span": span,
        "pages": pages,
        "section": text,
        "cells": pa.list_(pa.struct(list(cell.items()))),
    }
    conflict = {
        "code": text,
        "claim": text,
        "paper": text,
        "span": span,
        "pages": pages,
        "where": text,
    }
    part = {"text": text, "span": span, "status": text, "score": pa.float64(), "reason": text}
    return pa.schema(
        {
            "claim": text,
            "line": pa.int64(),
            "text": text,
            "document": text,
            "media_type": text,
            "path": text,
            "title": text,
            "complete": pa.bool_(),
            "status": text,
            "score": pa.float64(),
            "calibrated": pa.bool_(),
            "decided": text,
            "reason": text,
            "worth": pa.float64(),
            "evidence": pa.list_(pa.struct(list(evidence.items()))),
            "conflicts": pa.list_(pa.struct(list(conflict.items()))),
            "parts": pa.list_(pa.struct(list(part.items()))),
        }
    )


def _whole(value: Any) -> Any:
    """The value with each half of a character, which Parquet cannot hold, as U+FFFD."""
    if isinstance(value, str):
        return "".join("\ufffd" if "\ud800" <= each <= "\udfff" else each for each in value)
    if isinstance(value, list):
        return list(map(_whole, value))
    if isinstance(value, dict):
        return {name: _whole(each) for name, each in value.items()}
    return value
