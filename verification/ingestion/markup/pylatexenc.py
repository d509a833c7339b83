"""LaTeX in runs of plain signs: pylatexenc's walker, which takes them one at a time, made quick.

An ordinary text is nearly all letters and blanks. The walker makes a token of each, tries it as the
beginning of every special sign, and adds it to a string that it copies for that. The nodes are the
same where a run of them is one token (a test compares), in a tenth of the time.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from pylatexenc import latexwalker, macrospec

if TYPE_CHECKING:
    from collections.abc import Container, Mapping

_OTHERS = "\\%${}"
"""With which a command, a comment, a formula or a group begins or ends (latexwalker.get_token)."""
_BRACKETS = "[]()<>"
"""What may be a group, too, where it is asked for."""


_TRIMMED = re.compile(r"\s*(?:\[[^\]]*\])?(?:\([lr\d.a-z{}\\]*\))?\{[^{}]*\}")
"""The arguments of booktabs' \\cmidrule, of which one stands in round brackets."""


class _Rule(macrospec.MacroStandardArgsParser):  # type: ignore[misc]
    """Passes over the arguments of a line in a table."""

    def parse_args(self, w: Any, pos: int, parsing_state: Any = None) -> Any:  # noqa: ARG002
        """No arguments, and where the text goes on."""
        found = _TRIMMED.match(w.s, pos)
        given = macrospec.ParsedMacroArgs(argspec="", argnlist=[])
        return given, pos, found.end() - pos if found else 0


def context(macros: Mapping[str, str], environments: Mapping[str, str] | None = None) -> Any:
    """What the parser knows by itself, and those commands and environments by their arguments."""
    macro: Any = macrospec.MacroSpec
    environment: Any = macrospec.EnvironmentSpec
    known = latexwalker.get_default_latex_context_db()
    known.add_context_category(
        "vera",
        macros=[
            macro("cmidrule", args_parser=_Rule()),
            *(macro(name, given) for name, given in macros.items()),
        ],
        environments=[environment(*it) for it in (environments or {}).items()],
        prepend=True,
    )
    return known


class RunWalker(latexwalker.LatexWalker):  # type: ignore[misc]
    """The walker that has runs for tokens where any number of signs is asked for.

    A sign that begins a formula stands for itself at the places that are `literal`.
    """

    def __init__(self, source: str, context: Any, literal: Container[int] = ()) -> None:
        super().__init__(source, latex_context=context)
        self._literal = literal
        specials = [it.specials_chars for it in context.iter_specials_specs()]
        self._run = _run(specials, _OTHERS)
        self._run_of_group = _run(specials, _OTHERS + _BRACKETS)

    def get_token(self, pos: int, *given: Any, **options: Any) -> Any:
        """The token at `pos`.

        A run where the nodes of a text are read. An argument is one sign: it is asked for without
        environments, or without a state.
        """
        if not given and options.get("environments", True) and options.get("parsing_state"):
            run = self._run_of_group if options.get("include_brace_chars") else self._run
            found = run.match(self.s, pos)
            if found is not None:
                return latexwalker.LatexToken(
                    tok="char", arg=found[0], pos=pos, len=len(found[0]), pre_space=""
                )
        token = super().get_token(pos, *given, **options)
        if token.tok.startswith("mathmode") and token.pos in self._literal:
            length = 1 if token.arg[0] == "$" else len(token.arg)
            return latexwalker.LatexToken(
                tok="char",
                arg=token.arg[-1],
                pos=token.pos,
                len=length,
                pre_space=token.pre_space,
            )
        return token


def _run(specials: list[str], others: str) -> re.Pattern[str]:
    """Signs with which nothing begins but text; those that begin a special sign, where none is."""
    first = re.escape("".join({it[0] for it in specials}))
    whole = "|".join(map(re.escape, specials))
    return re.compile(rf"(?:[^{re.escape(others)}{first}]++|(?!{whole})[{first}])++")


def plain(to_text: Any, node: Any) -> str:
    """The text of a node; as it is written where it asks for a letter in a style that lacks it."""
    try:
        return str(to_text.nodelist_to_text([node]))
    except KeyError:  # of the table of that style
        return str(node.latex_verbatim())
