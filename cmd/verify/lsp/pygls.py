"""The server that an editor speaks to, by pygls, on standard input and output.

The protocol is served by one thread and manuscripts are checked by another: it always answers. What
an editor is told of a text is told of its last state only.
"""

from __future__ import annotations

import asyncio
import logging
import threading
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING, Any

from attrs import Factory, define, frozen
from lsprotocol import types
from pygls.exceptions import FeatureNotificationError
from pygls.lsp.server import LanguageServer
from pygls.uris import to_fs_path

from vera.core.errors import ReadFault, UnreadableDocument
from vera.core.result import Result, failed
from vera.process import ending, standard_streams
from vera.verification.ingestion import child
from vera.verification.manuscript.silence import lines_of
from vera.verification.report.printable import printable
from vera.verify import terminal
from vera.verify.lsp import acting, shown
from vera.verify.lsp.checking import Checked, Checking, Watch, checking
from vera.verify.lsp.progress import Bar
from vera.verify.lsp.wanted import PAUSE, Wanted, wanted

if TYPE_CHECKING:
    from collections.abc import Coroutine

    from vera.core.errors import Error

SUFFIXES = frozenset(
    (".tex", ".md", ".markdown", ".qmd", ".rmd", ".typ", ".org", ".rst", ".txt", ".text")
)
"""What manuscripts are called that are written in an editor."""
_SECTION = "vera"


@define
class _Open:
    """A text that is open: what stops its check, what was found, and where it was told."""

    path: Path
    stop: threading.Event = Factory(threading.Event)
    found: tuple[shown.Shown, ...] = ()
    told: frozenset[str] = frozenset()


@frozen
class _At:
    """Settings that hold: what checks by them, or why nothing can be checked."""

    wanted: Result[Wanted]
    checking: Result[Checking]


class Server(LanguageServer):
    """Checks the manuscripts that are open in an editor."""

    def __init__(self) -> None:
        super().__init__("vera", version("vera-verify"))
        self.open: dict[str, _Open] = {}
        self.worker = ThreadPoolExecutor(1, "check")
        self.checks = 0
        self.broken_off = self.asked_to_stop = False
        self._at: _At | None = None
        self._shown: set[str] = set()
        self._tasks: set[asyncio.Task[None]] = set()

    def start(self, work: Coroutine[Any, Any, None]) -> None:
        """Let work go on by itself: what pygls waits for is told of where the editor goes away."""
        task = asyncio.ensure_future(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        error = None if task.cancelled() else task.exception()
        if isinstance(error, Exception):
            self.report_server_error(error, FeatureNotificationError)

    async def configure(self, said: object) -> None:
        """Go on by other settings; all that is open is checked by them."""
        asked = wanted(said, self._root())
        self._at = _At(asked, asked.bind(checking))
        self._shown.clear()
        await asyncio.gather(*(self.check(uri) for uri in self.open))

    def _root(self) -> Path:
        folder = to_fs_path(self.workspace.root_uri) if self.workspace.root_uri else None
        return Path(folder) if folder else Path.cwd()

    async def pull(self, said: object) -> None:
        """Go on by these settings, and by what the editor answers where it is asked for them."""
        about = self.client_capabilities.workspace
        given: object = None
        if about is not None and about.configuration:
            item = types.ConfigurationItem(section=_SECTION)
            asked = self.workspace_configuration_async(types.ConfigurationParams([item]))
            answers: list[Any] = await asyncio.gather(asked, return_exceptions=True)
            refused = isinstance(answers[0], BaseException)
            given = None if refused else next(iter(answers[0]), None)
        await self.configure(_with(_section(said), given))

    async def check(self, uri: str, after: float = 0.0) -> None:
        """Check a text, unless it changes within so many seconds, or while it is checked."""
        at, text = self._at, self.open.get(uri)
        if at is None or text is None:
            return
        text.stop.set()
        text.stop = stop = threading.Event()
        await asyncio.sleep(after)
        if stop.is_set():
            return
        document = self.workspace.get_text_document(uri)
        number, source = document.version, document.source
        if failed(at.checking):
            self._refused(uri, at.checking.failure(), source)
            return
        bar = Bar(self, stop, text.path.name)
        watch = Watch(stop.is_set, bar.told)
        buffers = {text.path.resolve(): source}
        work = partial(at.checking.unwrap().check, text.path, buffers, watch)
        loop = asyncio.get_running_loop()
        checked = await loop.run_in_executor(self.worker, work)
        stopped = stop.is_set()
        if not stopped:
            self.checks += 1
            self._tell(uri, checked, source, number)
        await bar.end()
        if not stopped:
            await loop.run_in_executor(self.worker, child.start_another)

    def _tell(
        self, uri: str, checked: Result[Checked | None], source: str, number: int | None
    ) -> None:
        if failed(checked):
            self._refused(uri, checked.failure(), source)
            return
        done, text = checked.unwrap(), self.open[uri]
        if done is None:
            return
        for problem in (*done.problems, *map(str, done.unread)):
            self._say(problem, types.MessageType.Warning)
        codec = self.workspace.position_codec
        mine, addresses = text.path.resolve(), {it.path.resolve() for it in self.open.values()}
        told = {uri}
        for path in done.lines:
            found = shown.shown(done, path, codec)
            if path == mine:
                text.found = found
                problems = [shown.trouble(it, done.lines[path], codec) for it in done.problems]
                self._publish(uri, [*problems, *shown.diagnostics(found)], number)
            elif path not in addresses:
                told.add(path.as_uri())
                self._publish(path.as_uri(), list(shown.diagnostics(found)))
        for gone in text.told - told:
            self._publish(gone, [])
        text.told = frozenset(told)

    def _refused(self, uri: str, error: Error, source: str) -> None:
        """Nothing was checked, and a text that has signs is told of that."""
        text = self.open[uri]
        text.found = ()
        lines, codec = lines_of(source), self.workspace.position_codec
        empty = isinstance(error, UnreadableDocument) and error.fault is ReadFault.EMPTY
        if not empty:
            hint = f" ({error.hint})" if error.hint else ""
            self._say(f"{error}{hint}", types.MessageType.Error)
        blank = empty and not source.strip()
        self._publish(uri, [] if blank else [shown.unchecked(error, lines, codec)])

    def _say(self, said: str, kind: types.MessageType) -> None:
        """Show a message, once for these settings."""
        if said not in self._shown:
            self._shown.add(said)
            message = f"vera: {printable(said)}"
            self.window_show_message(types.ShowMessageParams(kind, message))

    def _publish(self, uri: str, told: list[types.Diagnostic], number: int | None = None) -> None:
        self.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, told, number))

    def begin(self, uri: str) -> bool:
        """Take in a text that was opened; whether it is a manuscript's."""
        path = to_fs_path(uri) if uri.startswith("file:") else None
        if path is None or Path(path).suffix.lower() not in SUFFIXES:
            return False
        self.open[uri] = _Open(Path(path))
        return True

    def end(self, uri: str) -> None:
        """A text is open no more: nothing is told of it."""
        text = self.open.pop(uri, None)
        if text is not None:
            text.stop.set()
            for told in text.told | {uri}:
                self._publish(told, [])

    @property
    def pause(self) -> float:
        """Seconds without a change before a text is checked."""
        return PAUSE if self._at is None else self._at.wanted.map(_pause).value_or(PAUSE)

    @property
    def asked(self) -> int:
        """How many statements were asked of papers by these settings."""
        return 0 if self._at is None else self._at.checking.map(_asked).value_or(0)

    def at(self, uri: str, range_: types.Range) -> list[shown.Shown]:
        """What was found there, as far as the text has not changed since."""
        text = self.open.get(uri)
        lines = lines_of(self.workspace.get_text_document(uri).source)
        return [it for it in text.found if it.touches(range_) and it.is_in(lines)] if text else []

    def stop_all(self) -> None:
        """Let no check go on: the editor has gone."""
        for text in self.open.values():
            text.stop.set()
        self.worker.shutdown(wait=False, cancel_futures=True)


def _pause(settings: Wanted) -> float:
    return settings.pause


def _asked(checks: Checking) -> int:
    return checks.asked


def _section(said: Any) -> object:
    """What settings say of us, alone or among those of others."""
    return said.get(_SECTION, said) if isinstance(said, dict) else said


def _with(said: object, given: object) -> object:
    """Settings, and before them those that are given; what is null is not given."""
    if not isinstance(said, dict) or not isinstance(given, dict):
        return given or said
    return said | {name: value for name, value in given.items() if value is not None}


def serve() -> int:
    """Serve one editor until it goes; gives the exit code."""
    terminal.show_log(logging.WARNING)
    protocol = standard_streams.taken()
    server = made()
    server.start_io(stdout=protocol)
    server.stop_all()
    code = int(server.broken_off)
    ending.soon(code)
    return code


def made() -> Server:
    """The server, with what it answers to."""
    server = Server()
    said: list[object] = [None]

    @server.feature(types.INITIALIZE)
    def _(params: types.InitializeParams) -> None:
        said[0] = params.initialization_options

    @server.feature(types.INITIALIZED)
    def _(_params: types.InitializedParams) -> None:
        server.start(server.pull(said[0]))

    @server.feature(types.WORKSPACE_DID_CHANGE_CONFIGURATION)
    def _(params: types.DidChangeConfigurationParams) -> None:
        server.start(server.pull(params.settings or said[0]))

    @server.feature(types.TEXT_DOCUMENT_DID_OPEN)
    def _(params: types.DidOpenTextDocumentParams) -> None:
        if server.begin(params.text_document.uri):
            server.start(server.check(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CHANGE)
    def _(params: types.DidChangeTextDocumentParams) -> None:
        server.start(server.check(params.text_document.uri, server.pause))

    @server.feature(types.TEXT_DOCUMENT_DID_SAVE)
    def _(params: types.DidSaveTextDocumentParams) -> None:
        server.start(server.check(params.text_document.uri))

    @server.feature(types.TEXT_DOCUMENT_DID_CLOSE)
    def _(params: types.DidCloseTextDocumentParams) -> None:
        server.end(params.text_document.uri)

    @server.feature(types.TEXT_DOCUMENT_HOVER)
    def _(params: types.HoverParams) -> types.Hover | None:
        found = server.at(params.text_document.uri, types.Range(params.position, params.position))
        said = shown.hover(found)
        if not said:
            return None
        return types.Hover(types.MarkupContent(types.MarkupKind.PlainText, said), found[0].range)

    @server.feature(types.TEXT_DOCUMENT_CODE_ACTION)
    def _(params: types.CodeActionParams) -> list[types.CodeAction | types.Command]:
        uri = params.text_document.uri
        found, document = server.at(uri, params.range), server.workspace.get_text_document(uri)
        lines, codec = lines_of(document.source), server.workspace.position_codec
        suffix = Path(document.path).suffix.lower()
        return list(acting.actions(found, uri, suffix, lines, codec))

    @server.command(acting.OPEN)
    async def _(address: str) -> bool:
        if not address.startswith("file:"):
            return False
        asked = types.ShowDocumentParams(address, external="#page=" in address, take_focus=True)
        return (await server.window_show_document_async(asked)).success

    @server.feature("vera/status")
    def _(_params: Any) -> dict[str, int]:
        return {"open": len(server.open), "checks": server.checks, "asked": server.asked}

    @server.feature(types.SHUTDOWN)
    def _(_params: None) -> None:
        server.asked_to_stop = True

    @server.feature(types.EXIT)
    def _(_params: None) -> None:
        server.broken_off = not server.asked_to_stop

    return server
