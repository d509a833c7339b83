"""Small stand-ins for attrs, returns and NumPy, for readers in a child process.

Importing the real ones takes 200 ms, several times what reading a file takes (ADR 0010). These
have only what the readers, and the parts of `core` that they use, ask for; anything else is an
ImportError or a TypeError. Nothing but a program of the sandbox puts them in place.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import ModuleType

TYPE_CHECKING = False  # `typing` takes some ms, and nothing here needs it as it runs
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

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


class _Typed(dict):  # type: ignore[type-arg]
    """`typing.TypedDict`: a dictionary."""

    def __init_subclass__(cls, **_: object) -> None:
        """Whether its keys must be there is not looked at."""


class _Named(type):
    """What makes a class of fields, written as one of `typing.NamedTuple`, a tuple with names."""

    def __new__(cls, name: str, bases: tuple[type, ...], content: dict[str, Any]) -> Any:
        if not bases:
            return super().__new__(cls, name, bases, content)
        from collections import namedtuple

        fields = list(content.get("__annotations__", ()))
        defaults = [content[field] for field in fields if field in content]
        more = {key: it for key, it in content.items() if key not in fields}
        return type(name, (namedtuple(name, fields, defaults=defaults),), more)


class _NamedTuple(metaclass=_Named):
    """`typing.NamedTuple`."""


def _variable(*_: object, **__: object) -> type[_Generic]:
    """`typing.TypeVar`."""
    return _Generic


def _same(function: Any) -> Any:
    """A decorator that leaves its function as it is."""
    return function


def _field(*, default: Any = _NONE, default_factory: Any = None, **_: Any) -> Any:
    """`dataclasses.field`."""
    return Factory(default_factory) if default_factory else default


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
    names = (
        "Generic",
        "Protocol",
        "Literal",
        "Callable",
        "Optional",
        "Union",
        "TypeAlias",
        "Final",
    )
    _late(
        "typing",
        TYPE_CHECKING=False,
        Any=object,
        ClassVar=_Generic,
        NamedTuple=_NamedTuple,
        TypedDict=_Typed,
        TypeVar=_variable,
        overload=_same,
        cast=lambda _, value: value,
        **dict.fromkeys(names, _Generic),
    )
    for name in ("bz2", "ipaddress", "lzma", "pathlib", "shutil", "socket"):
        _late(name)
    _module("attrs", Factory=Factory, field=Field, define=define, frozen=define, evolve=evolve)
    result = _module("returns.result", Result=_Generic, Success=Success, Failure=Failure)
    _module("returns", result=result)
    typing = _module("numpy.typing", NDArray=_Generic)
    _module("numpy", int32=int, float32=float, typing=typing)


def put_in_place_for_markdown() -> None:
    """What its parser imports and this reader does not use, or uses as one would attrs.

    Where a link leads is not looked at, so that no address is taken apart; nor is anything rendered
    or made smart. What makes links of bare addresses is as if it were not installed.
    """
    _module("dataclasses", dataclass=define, field=_field, replace=evolve)
    _module("mdurl")
    _late("pathlib", Path=_Generic)
    _late("contextlib", contextmanager=_same, suppress=None)
    _late("mdurl")
    _late("urllib.parse", quote=None, unquote=None, urlparse=None, urlunparse=None)
    sys.modules["linkify_it"] = None  # type: ignore[assignment]
    _module("markdown_it._punycode")
    core = "markdown_it.rules_core"
    _module(f"{core}.linkify", linkify=None)
    _module(f"{core}.replacements", replace=None)
    _module(f"{core}.smartquotes", smartquotes=None)
    _module("markdown_it.renderer", RendererHTML=None, RendererProtocol=None)


def put_in_place_for_yaml() -> None:
    """The package without what makes objects of YAML, and what writes it."""
    from importlib.machinery import PathFinder

    found = PathFinder.find_spec("yaml", sys.path)
    if found is not None and found.submodule_search_locations:
        _module("yaml", __path__=list(found.submodule_search_locations))
