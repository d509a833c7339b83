"""Embeds texts with a model that an Ollama server has."""

from __future__ import annotations

import logging
import time
from functools import partial
from typing import TYPE_CHECKING

from attrs import field, frozen

from vera.core.errors import Distrusted, EmbeddingFault, InvalidInput, Problem, TextTooLong
from vera.core.ports import EmbedderInfo, Role
from vera.core.result import Failure, Result, Success, failed
from vera.core.text import is_blank
from vera.verification.embedding.ollama_canary import (
    ASSUMED_TOKENS,
    FOLDINGS,
    Trust,
    refuses,
    trust,
    vectors,
)
from vera.verification.embedding.ollama_models import Prefixes, prefixes
from vera.verification.embedding.ollama_pieces import Piece, Round, Row, gathered
from vera.verification.embedding.ollama_second_look import agreeing
from vera.verification.embedding.ollama_sentinels import Sentinels, distrusted, learn
from vera.verification.ollama.address import answering
from vera.verification.ollama.client import ModelMissing, OllamaClient, reach
from vera.verification.ollama.faults import Fault, Refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from vera.core.ports import Matrix

__all__ = ["ModelMissing", "OllamaEmbedder", "answering", "connect"]

_log = logging.getLogger(__name__)

_BATCH = 32
_NEAR_CUT = 16  # tokens below the place of a silent cut from which a text counts as cut
_SMALL = 256  # characters; a text this short is never why a server fails
_HARMLESS = "The cat sat on the mat."


def _blank_texts(texts: Sequence[str]) -> tuple[Problem, ...]:
    blank = (at for at, text in enumerate(texts) if is_blank(text))
    return tuple(Problem(f"texts[{at}]", texts[at][:20], "is blank") for at in blank)


def _size(text: str) -> int:
    """Bytes of a text: it cannot have more tokens."""
    return len(text.encode("utf-8", "replace"))


@frozen(eq=False)
class OllamaEmbedder:
    """Embeds through an Ollama server; made by `connect`. Safe to use from several threads.

    See `core.ports.Embedder` for what it promises. A server that is busy, slow or restarting is
    asked again with growing waits, then it is a `ServiceUnavailable`. One whose vectors turn out to
    be wrong is `Distrusted`, and asked no more.
    """

    info: EmbedderInfo
    _client: OllamaClient
    _prefixes: Prefixes
    _trust: Trust
    _sentinels: Sentinels
    _caught: list[Distrusted] = field(factory=list, init=False)

    @property
    def elsewhere(self) -> str:
        """The server's name where it is on another machine, else nothing."""
        return "" if self._client.is_here else self._client.service

    def embed(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None = None
    ) -> Result[Matrix]:
        """One unit row a text, float32 (n, dimension), in order."""
        if problems := _blank_texts(texts):
            return Failure(InvalidInput("embed", problems))
        if self._caught:
            return Failure(self._caught[0])
        made = self._embedded(texts, role, progress)
        if failed(made) and isinstance(caught := made.failure(), Distrusted):
            self._caught.append(caught)
        return made

    def _embedded(
        self, texts: Sequence[str], role: Role, progress: Callable[[int], None] | None
    ) -> Result[Matrix]:
        work = tuple(Piece(at, 0, text) for at, text in enumerate(texts))
        missing = [1] * len(texts)  # how many pieces of each text have no vector yet
        rows: list[tuple[Piece, Row]] = []
        while work:
            later: list[Piece] = []
            for batch in self._batches(work, role):
                done = self._round(batch, role)
                if failed(done):
                    return done
                pieces = self._shortened(done.unwrap().too_long, role)
                if failed(pieces):
                    return pieces
                later += pieces.unwrap()
                rows += done.unwrap().rows
                for piece in batch:
                    missing[piece.owner] -= 1
                for piece in pieces.unwrap():
                    missing[piece.owner] += 1
                finished = sum(missing[owner] == 0 for owner in {piece.owner for piece in batch})
                if progress is not None and finished:
                    progress(finished)
            work = tuple(later)
        sent = partial(self._sent, role=role)
        sound = agreeing(self._client, rows, self._sentinels, sent)
        whole = sound.bind(lambda _: self._whole([sent(piece.text) for piece, _ in rows], role))
        if failed(whole):
            return whole
        return gathered(rows, len(texts), self.info.dimension, self.info.name)

    def _sent(self, text: str, role: Role) -> str:
        return self._prefixes.of(role) + FOLDINGS[self._trust.folding](text)

    def _whole(self, sent: Sequence[str], role: Role) -> Result[None]:
        """Whether a server still refuses what is too long, if one of the texts may have been."""
        limit = self.info.max_tokens or ASSUMED_TOKENS
        if not self._trust.refuses or all(_size(text) < limit for text in sent):
            return Success(None)
        still = refuses(self._client, self._prefixes.of(role), self.info.max_tokens)
        if failed(still):
            return still
        if not still.unwrap():
            return Failure(distrusted(self.info.name, "it takes what is too long for the model"))
        return Success(None)

    def _may_be_cut(self, text: str, role: Role) -> bool:
        """Whether a server that cuts in silence may cut it; no token is less than a byte."""
        if not self._trust.cut_at:
            return False
        return _size(self._sent(text, role)) >= self._trust.cut_at - _NEAR_CUT

    def _batches(self, pieces: Sequence[Piece], role: Role) -> Iterator[Sequence[Piece]]:
        """Pieces of like length together; one that may be cut goes alone, so that it is noticed."""
        batch: list[Piece] = []
        for piece in sorted(pieces, key=lambda piece: len(piece.text)):
            alone = self._may_be_cut(piece.text, role)
            if batch and (alone or len(batch) == _BATCH):
                yield batch
                batch = []
            batch.append(piece)
        if batch:
            yield batch

    def _round(self, batch: Sequence[Piece], role: Role) -> Result[Round]:
        """The vectors of a batch; when it is refused, each half of it is tried alone."""
        mixed = self._sentinels.among([self._sent(piece.text, role) for piece in batch])
        reply = self._client.embed(mixed.texts, self.info.dimension)
        if not isinstance(reply, Refusal):
            if self._was_cut(batch, reply.prompt_eval_count, role):
                return Success(Round(too_long=tuple(batch)))
            rows = vectors(reply, len(mixed.texts), self._client.name, self.info.dimension)
            sound = rows.bind(lambda matrix: self._sentinels.checked(mixed, matrix))
            return sound.map(lambda matrix: Round(tuple(zip(batch, matrix, strict=True))))
        if not self._is_the_texts(reply, batch, role):
            return Failure(self._client.error(reply, "embed"))
        if len(batch) == 1:
            return Success(Round(too_long=tuple(batch)))
        middle = len(batch) // 2
        first = self._round(batch[:middle], role)
        if failed(first):
            return first
        return self._round(batch[middle:], role).map(first.unwrap().__add__)

    def _was_cut(self, batch: Sequence[Piece], tokens: int | None, role: Role) -> bool:
        if len(batch) > 1 or not self._may_be_cut(batch[0].text, role):
            return False
        return tokens is None or tokens >= self._trust.cut_at - _NEAR_CUT

    def _is_the_texts(self, refused: Refusal, batch: Sequence[Piece], role: Role) -> bool:
        """Whether sending less of these texts can help.

        Some servers fail with 500 on a text that is too long. So where one fails on long passages
        again and again, and yet embeds a short one, they are what it fails on.
        """
        match refused.fault:
            case Fault.TOO_LONG:
                return True
            case Fault.REFUSED:
                return len(batch) > 1
            case Fault.FAILED:
                long = role is Role.PASSAGE and max(len(p.text) for p in batch) > _SMALL
                return long and not isinstance(self._client.embed([_HARMLESS]), Refusal)
            case _:
                return False

    def _shortened(self, pieces: Sequence[Piece], role: Role) -> Result[tuple[Piece, ...]]:
        """The halves of passages that are too long. A query is never cut: that is an error."""
        for piece in pieces:
            if role is Role.QUERY:
                most = self.info.max_tokens
                return Failure(TextTooLong("embed", self.info.name, piece.owner, limit=most))
            if len(piece.text) == 1:
                detail = f"the server refuses even the one character {piece.text!r} as too long"
                return Failure(EmbeddingFault("embed", self.info.name, detail))
        return Success(tuple(half for piece in pieces for half in piece.halves()))


def connect(
    model: str = "nomic-embed-text",
    host: str | None = None,
    *,
    timeout: float = 35.0,
    sleep: Callable[[float], None] = time.sleep,
) -> Result[OllamaEmbedder]:
    """The embedder of a model on the server at `host` (or OLLAMA_HOST, or 127.0.0.1:11434).

    The model is tried out first. A server that does not listen is a `ServiceUnavailable` at once;
    a model that it lacks is a `ModelMissing`, which is an `EmbeddingFault`. A request that is not
    answered whole within `timeout` seconds (VERA_OLLAMA_TIMEOUT stands above it) is repeated as
    long as all tries take `SPARE` seconds more at most; `sleep` waits a number of seconds between.
    """
    reached = reach(model, host, timeout, sleep, "use minilm, which needs no server")
    if failed(reached):
        return reached
    client = reached.unwrap()
    return client.identity().bind(lambda identity: _tried(client, identity))


def _tried(client: OllamaClient, identity: str) -> Result[OllamaEmbedder]:
    max_tokens = client.max_tokens()
    if failed(max_tokens):
        return max_tokens
    told, before = max_tokens.unwrap(), prefixes(client.model)
    tried = trust(client, before, told)
    if failed(tried):
        return tried
    found = tried.unwrap()
    if found.folding != "as is":
        _log.warning("%s confuses texts; they are sent with %s", client.service, found.folding)
    if found.cut_at:
        _log.warning("%s cuts long texts in silence, at %d tokens", client.service, found.cut_at)
    depends = (identity, f"{before.query!r} {before.passage!r}", found.folding)
    info = EmbedderInfo(
        client.name,
        client.model,
        "; ".join((*depends, str(found.dimension))),
        found.dimension,
        found.cut_at or told,
    )
    known = learn(client, found.dimension)
    return known.map(lambda sentinels: OllamaEmbedder(info, client, before, found, sentinels))
