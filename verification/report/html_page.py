"""What every page for a browser has alike.

A page needs no network and no script to be read, and nothing of a paper or a claim can become one:
all text is escaped, and the page's policy allows only the script that it was made with.
"""

from __future__ import annotations

import base64
import hashlib
import html

from vera.verification.report.printable import printable, visible


def html_page(title: str, style: str, body: str, script: str) -> str:
    """One self-contained page; `title` is text, `body` is HTML, pictures in it are data."""
    digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
    policy = "default-src 'none'; img-src data:; style-src 'unsafe-inline'; "
    policy += f"script-src 'sha256-{digest}'; base-uri 'none'; form-action 'none'"
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{line(title)}</title>
<style>{style}</style>
</head>
<body>
{body}
<script>{script}</script>
</body>
</html>
"""


def line(text: str) -> str:
    """The text escaped, on one line, without control characters."""
    return html.escape(printable(text))


def named(text: str) -> str:
    """The text escaped; what is invisible or reorders what stands around it has a name."""
    return "".join(
        f'<i class="control">{part}</i>' if hidden else html.escape(part)
        for part, hidden in visible(text)
    )
