"""pikepdf, which is qpdf, for the programs that use it."""

from __future__ import annotations

import importlib
import io
import sys

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from typing import Any


def prepare(request: dict[str, Any], data: bytes) -> tuple[str, ...]:
    """Load pikepdf from the request's folders; gives the folders that it reads later on.

    Those are of Python's own library, and its own. lxml, which it imports as it goes, is loaded:
    without it, it takes another way and tells nobody. For a file that may be encrypted qpdf opens
    the system's source of random numbers, which is not there later.
    """
    own = tuple(sys.path)
    sys.path.extend(request["path"])
    pikepdf = importlib.import_module("pikepdf")
    importlib.import_module("lxml.etree")
    if b"/Encrypt" in data:
        pikepdf.new().save(io.BytesIO(), encryption=pikepdf.Encryption(owner="", user=""))
    return (*own, *pikepdf.__path__)
