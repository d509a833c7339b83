"""What an editor is told of a manuscript, by a real client over standard input and output."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from pathlib import Path

    from tests.lsp.editor import Editor

pytestmark = pytest.mark.asyncio

_MINILM = {"papers": ["probes"], "embedder": "minilm", "pause": 0.1}


@pytest.mark.parametrize("name", ["main.tex", "manuscript.md"])
async def test_what_does_not_stand_in_a_paper_is_marked(
    editor: Editor, folder: Path, name: str
) -> None:
    """Each citing sentence by its status, on its lines; what a paper bears out is not marked."""
    path = folder / "manuscript" / name
    await editor.begin(folder, **_MINILM)
    told = await editor.open(path)
    for it in told:
        print(it.range, it.severity, it.code, it.message[:150])
    assert told
