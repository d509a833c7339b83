"""Small stand-ins for attrs, returns and NumPy, for readers in a child process.

Importing the real ones takes 200 ms, several times what reading a file takes (ADR 0010). These
have only what the readers, and the parts of `core` that they use, ask for; anything else is an
ImportError or a TypeError. Nothing but a program of the sandbox puts them in place.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable

_NONE: Any = object()


class _Generic:
    """A name for annotations."""

    def __class_getitem__(cls, _: object) -> type[_Generic]:
        return cls


class Factory:
    """`attrs.Factory`: what makes a default."""

    def __init__(self, make: Callable[[], object]) -> None:
        self.make = make


class Field:
    """What `attrs.field` tells of a field, but for how it is shown and converted."""

    def __init__(self, *, default: Any = _NONE, factory: Any = None, **_: Any) -> None:
        self.default = Factory(factory) if factory else default


def define(cls: Any = None, **options: bool) -> Any:
    """`attrs.define` and `attrs.frozen`, without slots and without a guard against change."""
    if cls is None:
        return lambda it: define(it, **options)
    names = tuple(cls.__annotations__)
    found = {name: vars(cls)[name] for name in names if name in vars(cls)}
    for name in found:
        delattr(cls, name)
    found = {name: it.default if isinstance(it, Field) else it for name, it in found.items()}
    made = {name: it.make for name, it in found.items() if isinstance(it, Factory)}
    plain = {name: it for name, it in found.items() if name not in made and it is not _NONE}
    after = vars(cls).get("__attrs_post_init__")

    def init(self: Any, *values: object, **named: object) -> None:
        own = vars(self)
        own.update(plain)
        own.update(zip(names, values))  # noqa: B905 - the count is checked below
        own.update(named)
        for name, make in made.items():
            if name not in own:
                own[name] = make()
        if len(values) > len(names) or own.keys() != all_names:
            raise TypeError(f"{cls.__name__} has the fields {names}")
        if after:
            after(self)

    def key(self: Any) -> tuple[object, ...]:
        own = vars(self)
        return tuple(own[name] for name in names)

    all_names = set(names)
    cls.__init__ = init
    if options.get("eq", True):
        cls.__eq__ = lambda self, other: type(self) is type(other) and key(self) == key(other)
        cls.__hash__ = lambda self: hash(key(self))
    if options.get("order"):
        cls.__lt__ = lambda self, other: key(self) < key(other)
    return cls


def evolve(instance: Any, **changes: object) -> Any:
    """`attrs.evolve`."""
    return type(instance)(**(vars(instance) | changes))


class Success(_Generic):
    """`returns.result.Success`."""

    def __init__(self, value: Any) -> None:
        self._value = value

    def unwrap(self) -> Any:
        """The value."""
        return self._value

    def value_or(self, _: object) -> Any:
        """The value."""
        return self._value

    def map(self, function: Callable[[Any], Any]) -> Any:
        """The value that the function makes of this one."""
        return Success(function(self._value))

    def bind(self, function: Callable[[Any], Any]) -> Any:
        """The result that the function makes of the value."""
        return function(self._value)


class Failure(_Generic):
    """`returns.result.Failure`."""

    def __init__(self, error: Any) -> None:
        self._error = error

    def failure(self) -> Any:
        """The error."""
        return self._error

    def value_or(self, other: Any) -> Any:
        """The other value."""
        return other

    def bind(self, _: object) -> Any:
        """The same failure."""
        return self

    def map(self, _: object) -> Any:
        """The same failure."""
        return self


def _module(name: str, **content: object) -> ModuleType:
    module = ModuleType(name)
    vars(module).update(content)
    sys.modules[name] = module
    return module


def _late(name: str, **known: object) -> None:
    """Load the module of that name when something else than `known` of it is used."""

    def real(attribute: str) -> Any:
        if sys.modules.get(name) is module:
            del sys.modules[name]
        return getattr(import_module(name), attribute)

    module = _module(name, __getattr__=real, **known)


class _Silent:
    """A logger that nobody hears."""

    def debug(self, *_: object) -> None:
        """Nothing."""

    info = warning = debug


def put_in_place(looks_into_functions: bool = False) -> None:
    """From now on, those names are imported from here.

    So are modules of Python that the libraries import and these readers do not use: 30 ms in all.
    Of these `inspect` is left as it is for a reader that looks into functions.
    """
    if not looks_into_functions:
        _late("inspect", getfullargspec=None, signature=lambda _: "")  # dataclasses document so
    _late("logging", getLogger=lambda _: _Silent())
    for name in ("bz2", "ipaddress", "lzma", "pathlib", "shutil", "socket"):
        _late(name)
    _module("attrs", Factory=Factory, field=Field, define=define, frozen=define, evolve=evolve)
    result = _module("returns.result", Result=_Generic, Success=Success, Failure=Failure)
    _module("returns", result=result)
    typing = _module("numpy.typing", NDArray=_Generic)
    _module("numpy", int32=int, float32=float, typing=typing)
