"""Take the documents from where they lie, so that a link is the same in the checkout and on a page.

A page has the path that its file has in the checkout, so README.md is the first one, and nothing
is copied. What else documents link to is put beside them.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from mkdocs.structure.files import File, Files

if TYPE_CHECKING:
    from mkdocs.config.defaults import MkDocsConfig

_ROOT = Path(__file__).parents[1]
_TAKEN = (
    "*.md",
    "docs/**/*.md",
    "docs/**/*.js",
    "docs/**/*.png",
    "docs/**/*.svg",
    "ADR/*.md",
    "LICENSE",
    "NOTICE",
    "testdata/README.md",
    "verification/**/schema/*.json",
)


def on_config(config: MkDocsConfig) -> MkDocsConfig:
    """Put each ADR into the navigation, by its number."""
    decisions = sorted(f"ADR/{path.name}" for path in (_ROOT / "ADR").glob("*.md"))
    config.nav = [*(config.nav or []), {"Decisions": decisions}]
    return config


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """What comes with the theme, and the files that are pages or that pages link to."""
    theme = [file for file in files if file.src_dir != config.docs_dir]
    found = sorted({path for pattern in _TAKEN for path in _ROOT.glob(pattern)})
    ours = [
        File.generated(config, path.relative_to(_ROOT).as_posix(), abs_src_path=str(path))
        for path in found
    ]
    return Files(theme + ours)
