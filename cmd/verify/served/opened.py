"""What calls share: models that are loaded, papers and libraries that are open."""

from __future__ import annotations

import os
import threading
from collections import OrderedDict
from typing import TYPE_CHECKING, Protocol, TypeVar

from attrs import evolve, frozen

from vera.core.errors import InvalidInput, Problem, UnreadableDocument
from vera.core.result import Failure, Result, Success, failed
from vera.core.settings import Settings
from vera.verification import wiring
from vera.verification.library import Library
from vera.verification.library.files import digest
from vera.verification.library.manifest import Manifest
from vera.verification.library.opening import label, names
from vera.verification.library.postgres_address import is_address
from vera.verification.verifier import Paper, Verifier

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

Key = TypeVar("Key")
Value = TypeVar("Value")

_PAPERS = 32
"""Papers that stay open: some megabytes each."""
_LIBRARIES = 4
"""Libraries that stay open, each with the arrays that it searches."""


class Named(Protocol):
    """A file that may be read: `name` as its user has it, `real` where it is."""

    @property
    def name(self) -> str:
        """What its paper is called."""
        ...

    @property
    def real(self) -> str:
        """Its absolute path, all links followed."""
        ...


@frozen
class _Shelf:
    """A library that is open, the file that it lies in, and what its papers were made with."""

    library: Library
    file: object
    manifest: Manifest | None


class Opened:
    """Opens what calls need and keeps it; any number of threads may ask.

    `embedder` and `cache` are as for a `Verifier`; `password` opens encrypted PDFs. `libraries` are
    the names that may be asked for, and without any all that lie in the user's folder. An address
    of a server is opened only if it is among them: who chooses it chooses where claims are sent.
    """

    def __init__(
        self,
        embedder: str = "auto",
        *,
        cache: bool = True,
        password: str | None = None,
        libraries: Sequence[str] = (),
    ) -> None:
        self._embedder, self._cache, self.password = embedder, cache, password
        self._allowed = {label(name): name for name in libraries}
        self._engines: dict[str, wiring.Engine] = {}
        self._papers: OrderedDict[tuple[str, ...], Paper] = OrderedDict()
        self._libraries: OrderedDict[tuple[str, Settings], _Shelf] = OrderedDict()
        self._loading, self._keeping = threading.Lock(), threading.Lock()

    def library_names(self) -> tuple[str, ...]:
        """The libraries that may be asked, addresses as they may be shown."""
        return tuple(self._allowed) or names()

    def engine(self, embedder: str | None = None) -> Result[wiring.Engine]:
        """What embeds and reads, loaded once; by this server's embedder where none is named."""
        name = embedder or self._embedder
        with self._loading:
            if name not in self._engines:
                started = wiring.start(name, Settings(), cache=self._cache)
                if failed(started):
                    return started
                self._engines[name] = started.unwrap()
            return Success(self._engines[name])

    def loaded(self) -> wiring.Engine | None:
        """What embeds by this server's embedder, where it is loaded already."""
        return self._engines.get(self._embedder)

    def forget(self) -> None:
        """Let go of all: a model was found to give what it cannot have computed."""
        with self._loading, self._keeping:
            for kept in (self._engines, self._papers, self._libraries):
                kept.clear()

    def verifier(self, settings: Settings) -> Result[Verifier]:
        """A verifier by this server's embedder."""
        return self.engine().map(lambda engine: _verifier(engine, settings))

    def papers(
        self,
        files: Sequence[Named],
        verifier: Verifier,
        progress: Callable[[str], Callable[[int, int], None]],
        password: str | None = None,
    ) -> Result[list[Result[Paper]]]:
        """The papers, or why one cannot be read; those whose files have not changed are kept.

        `password` opens them where it is not this server's. An error that is not of one paper is
        that of all.
        """
        password = password or self.password
        info = verifier.embedder()
        if failed(info):
            return info
        mark = info.unwrap().fingerprint
        # What a file holds tells whether it is the same: its time can be that of before.
        keys = [(mark, *_key(it, password)) for it in files]
        with self._keeping:
            kept = [self._papers.get(key) for key in keys]
        missing = dict.fromkeys(it for it, paper in zip(files, kept, strict=True) if paper is None)
        titles = {file.real: file.name for file in missing}
        opened = verifier.open_all(
            [file.real for file in missing],
            password=password,
            progress=lambda path: progress(titles[path]),
        )
        made: dict[Named, Result[Paper]] = {}
        for file, paper in zip(missing, opened, strict=True):
            if not failed(paper):
                made[file] = Success(_called(file.name, paper.unwrap()))
                continue
            error = paper.failure()
            if not isinstance(error, UnreadableDocument):
                return paper
            made[file] = Failure(evolve(error, source=file.name))
        found: list[Result[Paper]] = []
        for file, key, known in zip(files, keys, kept, strict=True):
            ready = made[file] if known is None else Success(known)
            # A file that has changed since it was looked at is not kept as what it was.
            if not failed(ready) and ready.unwrap().document.digest == key[-1]:
                self._keep(self._papers, key, ready.unwrap(), _PAPERS)
            found.append(ready)
        return Success(found)

    def library(
        self, name: str, settings: Settings | None = None, *, create: bool = False
    ) -> Result[Library]:
        """The library of that name, by its own embedder; papers are chunked as they were."""
        asked = settings or Settings()
        wanted, key = self._wanted(name), (name, asked)
        if failed(wanted):
            return wanted
        if (kept := self._kept(key)) is not None:
            return Success(kept)
        known = Library.open(wanted.unwrap(), create=create).bind(lambda it: it.manifest())
        if failed(known):
            return known
        manifest = known.unwrap()
        started = self.engine(manifest.embedder if manifest else None)
        if failed(started):
            return started
        engine = started.unwrap()
        opened = Library.open(
            wanted.unwrap(),
            manifest.settings(asked) if manifest else asked,
            embedder=engine.embedder,
            reader=engine.cross_encoder,
            cache=False,  # the engine has it
        )
        if not failed(opened):
            library = opened.unwrap()
            shelf = _Shelf(library, _file(library), manifest)
            self._keep(self._libraries, key, shelf, _LIBRARIES)
        return opened

    def look(self, name: str) -> Result[Library]:
        """The library of that name, to be looked at: no model is loaded for it."""
        wanted = self._wanted(name)
        if failed(wanted):
            return wanted
        with self._keeping:
            keys = [key for key in self._libraries if key[0] == name]
        kept = next(filter(None, map(self._kept, keys)), None)
        return Library.open(wanted.unwrap()) if kept is None else Success(kept)

    def _kept(self, key: tuple[str, Settings]) -> Library | None:
        """A library that is open, if its file and what it was made with are the same still."""
        with self._keeping:
            shelf = self._libraries.get(key)
        if shelf is None or shelf.file != _file(shelf.library):
            return None
        return shelf.library if shelf.library.manifest() == Success(shelf.manifest) else None

    def _wanted(self, name: str) -> Result[str]:
        if name in self._allowed:
            return Success(self._allowed[name])
        rule = f"must be one of {', '.join(self._allowed)}" if self._allowed else ""
        if not rule and is_address(name):
            rule = "is on a server, which --library ADDRESS must name when this one is started"
        problem = Problem("library", label(name), rule)
        return Failure(InvalidInput("open a library", (problem,))) if rule else Success(name)

    def _keep(self, kept: OrderedDict[Key, Value], key: Key, value: Value, most: int) -> None:
        with self._keeping:
            kept[key] = value
            kept.move_to_end(key)
            while len(kept) > most:
                kept.popitem(last=False)


def _verifier(engine: wiring.Engine, settings: Settings) -> Verifier:
    """One that shares an engine, and with it the cache."""
    embedder, reader = engine.embedder, engine.cross_encoder
    return Verifier(settings, embedder=embedder, reader=reader, cache=False)


def _key(file: Named, password: str | None) -> tuple[str, str, str, str]:
    """What a paper depends on beside the embedder; whoever has no password has no paper by it."""
    return file.name, password or "", os.path.splitext(file.real)[1], digest(file.real)  # noqa: PTH122


def _called(name: str, paper: Paper) -> Paper:
    document = evolve(paper.document, source=name)
    return evolve(paper, passages=evolve(paper.passages, document=document))


def _file(library: Library) -> object:
    """Which file a library lies in now: one of the same name may have taken its place."""
    path = library.path
    if path is None or not path.exists():
        return None
    found = path.stat()
    return found.st_dev, found.st_ino
