"""What commands of TeX are to a formula: which are fractions, accents, letters, blanks, nothing."""

from __future__ import annotations

FRACTIONS = frozenset(("frac", "dfrac", "tfrac", "cfrac", "nicefrac", "sfrac"))
BINOMIALS = frozenset(("binom", "dbinom", "tbinom"))
OVER = {
    **dict.fromkeys(("bar", "overline", "widebar"), "¯"),
    **dict.fromkeys(("hat", "widehat"), "^"),
    **dict.fromkeys(("tilde", "widetilde"), "~"),
    **dict.fromkeys(("vec", "overrightarrow"), "→"),
    "dot": "˙", "ddot": "¨", "check": "ˇ",
}  # fmt: skip
STACKED = frozenset(("overset", "stackrel"))
TEXTS = frozenset(
    ("text", "textrm", "textit", "textbf", "textsf", "texttt", "textnormal", "mbox", "hbox")
)
LETTERS = frozenset(
    (
        *("mathrm", "mathit", "mathbf", "mathsf", "mathtt", "mathcal", "mathscr", "mathfrak"),
        *("boldsymbol", "bm", "pmb", "operatorname", "mathop", "mathord", "mathrel", "mathbin"),
        *("ensuremath", "underline", "underbrace", "overbrace", "boxed", "mathstrut", "mathnormal"),
    )
)
"""Commands whose argument is a part of the formula as it is."""
SILENT = frozenset(
    (
        *("left", "right", "middle", "big", "Big", "bigg", "Bigg", "bigl", "bigr", "Bigl", "Bigr"),
        *("biggl", "biggr", "Biggl", "Biggr", "limits", "nolimits", "displaystyle", "textstyle"),
        *(
            "scriptstyle",
            "scriptscriptstyle",
            "rm",
            "bf",
            "it",
            "tt",
            "sf",
            "sc",
            "sl",
            "em",
            "cal",
            "nonumber",
            "notag",
            "label",
            "tag",
        ),
        *("color", "phantom", "hphantom", "vphantom", "hspace", "vspace", "hfill", "hline"),
    )
)
BRACKETED = frozenset(("left", "right", "middle"))
BLANKS = frozenset(
    (",", ";", ":", "!", " ", ">", "quad", "qquad", "enspace", "thinspace", "space", "nobreakspace")
)
MATRICES = {
    "matrix": "", "smallmatrix": "", "array": "", "pmatrix": "()", "bmatrix": "[]",
    "Bmatrix": "{}", "vmatrix": "||", "Vmatrix": "‖‖", "cases": "{",
}  # fmt: skip
SPECS = {
    **dict.fromkeys((*FRACTIONS, *BINOMIALS, *STACKED, "underset", "textcolor"), "{{"),
    **dict.fromkeys((*OVER, *TEXTS, *LETTERS, "label", "tag", "color", "hspace"), "{"),
    **dict.fromkeys(("phantom", "hphantom", "vphantom", "vspace", "mathbb", "pmod"), "{"),
    "operatorname": "*{", "sqrt": "[{",
}  # fmt: skip
INFIX = frozenset(("choose", "over", "atop"))
"""Commands that part the group in which they stand: what is above, and below."""
