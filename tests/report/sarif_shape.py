"""What SARIF 2.1.0 demands of the objects that we write, as a JSON Schema of our own words.

The standard's own schema is not ours to keep here; the numbers are sections of the standard. No
object may have a property that is not named here, so that one we begin to write is looked up first.
"""

from __future__ import annotations

from typing import Any

LEVELS = ["none", "note", "warning", "error"]


def _object(required: str, **properties: Any) -> dict[str, Any]:
    return {
        "type": "object",
        "additionalProperties": False,
        "required": required.split(),
        "properties": properties,
    }


def _array(items: dict[str, Any], **more: Any) -> dict[str, Any]:
    return {"type": "array", "items": items, **more}


_TEXT = {"type": "string", "minLength": 1}
_BAG = {"type": "object", "properties": {"tags": _array(_TEXT, uniqueItems=True)}}  # 3.8
_MESSAGE = _object("text", text=_TEXT)  # 3.11
_ARTIFACT = _object(  # 3.4; uri is a reference as RFC 3986 has it
    "uri",
    uri={"type": "string", "pattern": r"^(file:///)?([\w.~!$&'()*+,;=:@/-]|%[0-9A-F]{2})+$"},
    description=_MESSAGE,
)
_PHYSICAL = _object(  # 3.29, 3.30
    "artifactLocation",
    artifactLocation=_ARTIFACT,
    region=_object("startLine", startLine={"type": "integer", "minimum": 1}),
)
_LOCATION = _object(  # 3.28
    "physicalLocation",
    id={"type": "integer", "minimum": 0},
    message=_MESSAGE,
    physicalLocation=_PHYSICAL,
    properties=_BAG,
)
_RULE = _object(  # 3.49
    "id",
    id=_TEXT,
    shortDescription=_MESSAGE,
    fullDescription=_MESSAGE,
    help=_MESSAGE,
    defaultConfiguration=_object("", level={"enum": LEVELS}),
)
_DRIVER = _object(  # 3.19
    "name",
    name=_TEXT,
    fullName=_TEXT,
    semanticVersion={"type": "string", "pattern": r"^\d+\.\d+\.\d+"},
    rules=_array(_RULE, uniqueItems=True),
)
_INVOCATION = _object(  # 3.20, 3.58
    "executionSuccessful",
    executionSuccessful={"type": "boolean"},
    toolExecutionNotifications=_array(
        _object("message", level={"enum": LEVELS}, message=_MESSAGE, locations=_array(_LOCATION))
    ),
)
_RESULT = _object(  # 3.27
    "message",
    ruleId=_TEXT,
    ruleIndex={"type": "integer", "minimum": 0},
    level={"enum": LEVELS},
    message=_MESSAGE,
    locations=_array(_LOCATION, maxItems=1),
    relatedLocations=_array(_LOCATION, uniqueItems=True),
    partialFingerprints={"type": "object", "additionalProperties": _TEXT},
    properties=_BAG,
)
_RUN = _object(  # 3.14
    "tool results",
    tool=_object("driver", driver=_DRIVER),
    columnKind={"enum": ["utf16CodeUnits", "unicodeCodePoints"]},
    invocations=_array(_INVOCATION),
    results=_array(_RESULT),
    properties=_BAG,
)
SHAPE = _object(  # 3.13
    "version runs",
    **{"$schema": {"type": "string", "pattern": "^https://"}},
    version={"const": "2.1.0"},
    runs=_array(_RUN),
)
