"""The sandbox of macOS, as `sandbox-exec` has it: nothing but to read given folders (ADR 0025).

Written by its documentation and not tried on a Mac. The function has been marked as deprecated
since 2016; browsers confine their processes with it to this day.
"""

from __future__ import annotations

import ctypes

TYPE_CHECKING = False  # `typing` takes as long to import as all else here
if TYPE_CHECKING:
    from collections.abc import Iterable


def _profile(readable: Iterable[str]) -> str:
    r"""The rules, in Apple's Scheme.

    >>> _profile(["/Library/Fonts"])
    '(version 1)\n(deny default)\n(allow file-read* (subpath "/Library/Fonts"))\n'
    """
    rules = ["(version 1)", "(deny default)"]
    for folder in readable:
        quoted = folder.replace("\\", "\\\\").replace('"', '\\"')
        rules.append(f'(allow file-read* (subpath "{quoted}"))')
    return "".join(f"{rule}\n" for rule in rules)


def restrict(readable: Iterable[str]) -> str:
    """Leave this process nothing but to read under these folders; how the protection is called.

    Raises OSError where the rules are not taken, AttributeError where there is no such function.
    """
    said = ctypes.c_char_p()
    rules = _profile(readable).encode()
    if ctypes.CDLL(None).sandbox_init(rules, ctypes.c_uint64(0), ctypes.byref(said)):
        raise OSError((said.value or b"the rules were not taken").decode("utf-8", "replace"))
    return "seatbelt"
