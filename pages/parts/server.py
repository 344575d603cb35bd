"""What the web server adds to Streamlit: a content policy that lets no page call out, and the one script of our own.

Nothing here draws, and nothing here reads a workspace.
"""

from __future__ import annotations

from starlette.middleware import Middleware
from starlette.responses import FileResponse
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send
from streamlit.runtime.pages_manager import PagesManager

from core.bootstrap import VIS_NETWORK

VIS_PATH = "vendor/vis-network-9.1.2.js"
"""Where a page finds vis-network, below the address of the app."""

POLICY = "; ".join(
    (
        "default-src 'self'",
        "script-src 'self' 'unsafe-inline' 'wasm-unsafe-eval' blob:",  # Streamlit runs component scripts from blobs
        "style-src 'self' 'unsafe-inline'",
        "img-src 'self' data: blob:",
        "font-src 'self' data:",
        "connect-src 'self' ws://127.0.0.1:* ws://localhost:* blob: data:",
        "worker-src 'self' blob:",
        "frame-src 'self' blob: data:",
        "frame-ancestors 'self'",
        "form-action 'self'",
        "base-uri 'self'",
        "object-src 'none'",
    )
)

_HEADERS = [
    (b"content-security-policy", POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"referrer-policy", b"no-referrer"),
]


class OwnHeaders:
    """ASGI middleware: adds the headers to every answer."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *_HEADERS]
            await send(message)

        await self._app(scope, receive, with_headers if scope["type"] == "http" else send)


async def _vis(_: object) -> FileResponse:
    return FileResponse(VIS_NETWORK, media_type="text/javascript", headers={"cache-control": "max-age=31536000"})


def pages_through_app() -> None:
    """Let a link to a page run app.py first. Until its first run, Streamlit takes pages/ for the list of pages."""
    PagesManager.uses_pages_directory = False


MIDDLEWARE = [Middleware(OwnHeaders)]
ROUTES = [Route(f"/{VIS_PATH}", _vis)]
