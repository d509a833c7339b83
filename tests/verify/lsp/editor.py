"""An editor: a client that starts `verify lsp`, opens texts and waits for what it is told."""

from __future__ import annotations

import asyncio
import sys
from typing import TYPE_CHECKING, Any

from attrs import define
from lsprotocol import types
from pygls.protocol import default_converter
from pytest_lsp import ClientServerConfig, LanguageClient, client_capabilities
from pytest_lsp.client import DEFAULT_CLIENT_FEATURES, register_lsp_features

if TYPE_CHECKING:
    from pathlib import Path

COMMAND = [sys.executable, "-m", "vera.verify", "lsp"]
_LONGEST = 300.0
"""Seconds after which a server that says nothing is taken for broken."""
_DIAGNOSTICS = types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS


@define
class Editor:
    """A client whose session has begun. Texts are called by their paths."""

    client: LanguageClient
    _told: asyncio.Queue[types.PublishDiagnosticsParams]

    @classmethod
    async def start(cls) -> Editor:
        """Start the server."""
        queue: asyncio.Queue[types.PublishDiagnosticsParams] = asyncio.Queue()

        def heard(params: types.PublishDiagnosticsParams) -> None:
            queue.put_nowait(params)

        def made() -> LanguageClient:
            client = LanguageClient(converter_factory=default_converter)
            register_lsp_features(client, DEFAULT_CLIENT_FEATURES | {_DIAGNOSTICS: heard})
            return client

        client = await ClientServerConfig(COMMAND, made).start()
        assert isinstance(client, LanguageClient)
        return cls(client, queue)

    async def begin(self, folder: Path, **options: Any) -> types.InitializeResult:
        """Begin a session in a folder, with these settings."""
        return await self.client.initialize_session(
            types.InitializeParams(
                capabilities=client_capabilities("visual-studio-code"),
                root_uri=folder.as_uri(),
                initialization_options={"vera": options},
            )
        )

    async def told(self, path: Path) -> list[types.Diagnostic]:
        """The next diagnostics of a text."""
        while True:
            said = await asyncio.wait_for(self._told.get(), _LONGEST)
            if said.uri == path.as_uri():
                return list(said.diagnostics)

    async def open(self, path: Path, text: str | None = None) -> list[types.Diagnostic]:
        """Open a text, as it is on the disk unless another is given, and wait for diagnostics."""
        self.open_only(path, text)
        return await self.told(path)

    def open_only(self, path: Path, text: str | None = None) -> None:
        """Open a text."""
        said = path.read_text("utf-8") if text is None else text
        item = types.TextDocumentItem(path.as_uri(), "text", 1, said)
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(item))

    def change(self, path: Path, text: str, number: int = 2) -> None:
        """Write another text."""
        which = types.VersionedTextDocumentIdentifier(number, path.as_uri())
        whole = types.TextDocumentContentChangeWholeDocument(text)
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(which, [whole]))

    def configure(self, **options: Any) -> None:
        """Go on by other settings: the server asks for them."""
        self.client.set_configuration(options, section="vera")
        self.client.workspace_did_change_configuration(types.DidChangeConfigurationParams({}))

    def save(self, path: Path) -> None:
        """Say that a text was saved."""
        which = types.TextDocumentIdentifier(path.as_uri())
        self.client.text_document_did_save(types.DidSaveTextDocumentParams(which))

    def close(self, path: Path) -> None:
        """Close a text."""
        which = types.TextDocumentIdentifier(path.as_uri())
        self.client.text_document_did_close(types.DidCloseTextDocumentParams(which))

    async def hover(self, path: Path, position: types.Position) -> types.Hover | None:
        """What stands beside a place."""
        which = types.TextDocumentIdentifier(path.as_uri())
        return await self.client.text_document_hover_async(types.HoverParams(which, position))

    async def actions(
        self, path: Path, range_: types.Range
    ) -> list[types.CodeAction | types.Command]:
        """What can be done at a place."""
        which = types.TextDocumentIdentifier(path.as_uri())
        asked = types.CodeActionParams(which, range_, types.CodeActionContext([]))
        return list(await self.client.text_document_code_action_async(asked) or ())

    async def progress(self) -> list[Any]:
        """What was told of how far the one check is, once it has ended."""
        async with asyncio.timeout(_LONGEST):
            while True:
                for (*reports,) in self.client.progress_reports.values():
                    if isinstance(reports[-1], types.WorkDoneProgressEnd):
                        return reports
                await asyncio.sleep(0.01)

    async def status(self) -> dict[str, int]:
        """What the server has done so far."""
        protocol: Any = self.client.protocol  # this of it has no annotations
        answer = await protocol.send_request_async("vera/status", {})
        return {name: getattr(answer, name) for name in ("open", "checks", "asked")}

    async def end(self) -> None:
        """End the session as editors do."""
        client: Any = self.client
        await client.shutdown_session()
        await client.stop()

    @property
    def messages(self) -> list[str]:
        """What was shown to the user."""
        return [it.message for it in self.client.messages]

    @property
    def waiting(self) -> int:
        """How many diagnostics were told and not looked at."""
        return self._told.qsize()
