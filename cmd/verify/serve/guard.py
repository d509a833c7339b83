"""Who may ask: nothing is answered to another site, by another name, or without the token.

A page of any site can send a request to the loopback, and can have its own name lead there. So the
host that a request names must be an address, or localhost, with this port; an origin must be one of
these; and the token, or the cookie that it was changed for, must be there. A browser sends the
cookie from no other site (SameSite=Strict).
"""

from __future__ import annotations

import ipaddress
import secrets
from http.cookies import CookieError, SimpleCookie
from typing import TYPE_CHECKING
from urllib.parse import parse_qs

from attrs import frozen
from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import RedirectResponse, Response
from starlette.types import ASGIApp

from vera.verify.serve import problems
from vera.verify.serve.problems import Refused
from vera.verify.serve.sessions import Sessions

if TYPE_CHECKING:
    from starlette.types import Message, Receive, Scope, Send

    from vera.verify.serve.sessions import Session

_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
    "font-src 'self'; form-action 'none'; frame-ancestors 'none'; base-uri 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "X-Frame-Options": "DENY",
}
"""What every answer has; the page loads nothing but its own files, and nobody frames it."""
_STORED = "no-store"
_BEARER = "bearer "
_OWN_SITE = frozenset((None, "same-origin", "none"))
"""What a browser says of where a request is from; a program says nothing."""

HOST = Refused(421, "WrongHost", "This server has another name", "the Host is not this server's")
ORIGIN = Refused(403, "WrongOrigin", "Another site may not ask", "the Origin is not this server's")
TOKEN = Refused(
    401,
    "NoToken",
    "The token is missing, or wrong",
    "a request needs the token that verify serve printed",
    "open the address that it printed, or send it as Authorization: Bearer",
)


@frozen
class Guard:
    """An application that lets nobody else in; `port` is the one that it listens on."""

    app: ASGIApp
    token: str
    port: int
    sessions: Sessions
    anywhere: bool = False

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or refuse; a session is in the state of the request from here on."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self.app(scope, receive, send)
            return
        headers = Headers(scope=scope)

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = MutableHeaders(scope=message)
                for name, value in HEADERS.items():
                    own.setdefault(name, value)
                own.setdefault("Cache-Control", _STORED)
            await send(message)

        answer = self._refused(scope, headers) or self._entered(scope)
        if answer is None:
            session = self._session(headers)
            if session is not None:
                scope.setdefault("state", {})["session"] = session
                await self.app(scope, receive, guarded)
                return
            answer = unwelcome(scope, TOKEN)
        await answer(scope, receive, guarded)

    def _refused(self, scope: Scope, headers: Headers) -> Response | None:
        if len(headers.getlist("host")) != 1 or not self.names(headers["host"]):
            return unwelcome(scope, HOST)
        origins = headers.getlist("origin")
        if any(not self._own(origin) for origin in origins):
            return unwelcome(scope, ORIGIN)
        entry = scope["path"] == "/" and scope["method"] == "GET"
        if not entry and headers.get("sec-fetch-site") not in _OWN_SITE:
            return unwelcome(scope, ORIGIN)
        return None

    def names(self, host: str) -> bool:
        """Whether a Host is this server: an address in numbers cannot be another site's name."""
        name, colon, port = host.rpartition(":")
        if not colon or not port.isascii() or not port.isdigit() or int(port) != self.port:
            return False
        if name == "localhost":
            return True
        try:
            address = ipaddress.ip_address(name.removeprefix("[").removesuffix("]"))
        except ValueError:
            return False
        return self.anywhere or address.is_loopback

    def _own(self, origin: str) -> bool:
        scheme, parted, host = origin.partition("://")
        return bool(parted) and scheme == "http" and self.names(host)

    def _entered(self, scope: Scope) -> Response | None:
        """The token in the address is changed for a cookie, so that it stays in no history."""
        if scope["path"] != "/" or scope["method"] != "GET":
            return None
        asked = parse_qs(scope["query_string"].decode("latin-1"))
        if "token" not in asked:
            return None
        if not self._right(asked["token"][0]):
            return unwelcome(scope, TOKEN)
        answer = RedirectResponse("/", 303)
        session = self.sessions.begin()
        answer.set_cookie(self.cookie, session.id, httponly=True, samesite="strict", path="/")
        return answer

    def _session(self, headers: Headers) -> Session | None:
        given = headers.get("authorization")
        if given is not None:
            is_bearer = given[: len(_BEARER)].lower() == _BEARER
            return self.sessions.programs if is_bearer and self._right(given[7:]) else None
        found: SimpleCookie = SimpleCookie()
        try:
            found.load(headers.get("cookie", ""))
        except CookieError:
            return None
        return self.sessions.of(found[self.cookie].value) if self.cookie in found else None

    @property
    def cookie(self) -> str:
        """Its name: cookies are of a host and not of a port, and another server may run there."""
        return f"vera-{self.port}"

    def _right(self, token: str) -> bool:
        return secrets.compare_digest(token.encode("utf-8", "replace"), self.token.encode())


def unwelcome(scope: Scope, why: Refused) -> Response:
    """A refusal, as a page where a browser asks for one."""
    made = problems.told(why)
    accepts = Headers(scope=scope).get("accept", "")
    if scope["path"] == "/" and "text/html" in accepts:
        text = f"{why.title}: {why.detail}.\n{why.hint}\n"
        return Response(text, why.status, media_type="text/plain")
    headers = {"WWW-Authenticate": "Bearer"} if why.status == 401 else {}
    return Response(made.body, made.status, headers, problems.MEDIA_TYPE)
