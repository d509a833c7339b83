r"""The commands of LaTeX that its reader knows, and arguments that its parser does not know.

Names of commands and environments are those of LaTeX, of the packages on CTAN that papers use most
(booktabs, multirow, threeparttable, siunitx, biblatex, ...), and of AASTeX for tables.
"""

from __future__ import annotations

NOTES = frozenset(("footnote", "endnote", "sidenote", "sidefootnote", "marginnote"))
TABLE_NOTES = frozenset(("tablefootnote", "tablenotetext", "tablecomments", "tablerefs"))
SILENT = frozenset(
    ("label", "author", "date", "maketitle", "tableofcontents", "includegraphics", "includesvg")
)
REFERS = frozenset(("ref", "autoref", "eqref", "pageref", "cref", "Cref", "cpageref", "vref"))
SILENT_CITES = frozenset(("nocite", "citestyle", "citesetup", "DeclareCiteCommand", "defcitealias"))
HEADS = ("part", "chapter", "section", "subsection", "subsubsection", "paragraph", "subparagraph")
CAPTIONS = frozenset(("caption", "captionof", "tablecaption", "topcaption", "bottomcaption"))
KEPT = frozenset(
    (
        *("textbf", "textit", "textsl", "textsc", "textsf", "texttt", "textrm", "textup", "textmd"),
        *("emph", "underline", "mbox", "enquote", "mkbibquote", "text", "uline", "hbox", "url"),
        *("footnotesize", "title", "textnormal", "colhead", "shortstack", "makecell", "thead"),
        *("centerline", "fbox", "tablefoot", "tablecomments", "tablerefs"),
    )
)
"""Commands of which the arguments are text."""
LAST = frozenset(
    (
        *("href", "textcolor", "colorbox", "multicolumn", "multirow", "hyperref", "resizebox"),
        *("scalebox", "rotatebox", "raisebox", "parbox", "makebox", "framebox", "adjustbox"),
        *("subfloat", "subcaptionbox", "multirowcell", "cellcolorbox"),
    )
)
"""Commands of which only the last argument is."""
UNITS = frozenset(("SI", "qty", "si", "unit", "num", "ang", "SIrange", "numrange"))
RAISED = frozenset(("textsuperscript", "textsubscript"))
MARKS = frozenset(("tnote", "tablenotemark", "tmark", "tabnote"))
"""Commands whose argument is the mark of a note of a table."""
SPECS = {
    **dict.fromkeys(("thanks", "cref", "Cref", "nameref", "nocite", "bibliographystyle"), "{"),
    **dict.fromkeys(("index", "color", "subfile", "graphicspath", "hypersetup", "pagestyle"), "{"),
    **dict.fromkeys(("addbibresource", "todo", "bibitem", "ang", "num", "si"), "[{"),
    **dict.fromkeys(("unit", "usetikzlibrary", "RequirePackage"), "[{"),
    **dict.fromkeys(("endnote", "sidenote", "sidefootnote", "marginnote", "footnotetext"), "[{"),
    **dict.fromkeys(("footnotemark", "addlinespace", "midrule", "toprule", "bottomrule"), "["),
    **dict.fromkeys(("href", "setcounter", "import", "subimport", "fontsize", "hyperref"), "{{"),
    **dict.fromkeys(("setlength", "addtolength", "adjustbox", "tablenotetext"), "{{"),
    **dict.fromkeys(("definecolor", "multicolumn", "specialrule", "columncolor"), "{{{"),
    **dict.fromkeys(("SI", "qty", "textcolor"), "[{{"),
    "caption": "*[{",
    **dict.fromkeys(("tablecaption", "tablehead", "colhead", "tablewidth", "tabletypesize"), "{"),
    **dict.fromkeys(("tablenotemark", "tnote", "tmark", "textsuperscript", "textsubscript"), "{"),
    **dict.fromkeys(("tablecomments", "tablerefs", "tablefoot", "tablecolumns", "tabnote"), "{"),
    **dict.fromkeys(("cline", "hhline", "noalign", "arrayrulecolor", "vskip", "centerline"), "{"),
    **dict.fromkeys(("pagebreak", "captionsetup", "cellcolor", "rowcolor", "rowfont"), "[{"),
    **dict.fromkeys(
        ("shortstack", "makecell", "thead", "tablefootnote", "SetRow", "SetCell"), "[{"
    ),
    **dict.fromkeys(("topcaption", "bottomcaption", "fbox"), "[{"),
    **dict.fromkeys(("rule", "scalebox", "rotatebox"), "[{{"),
    **dict.fromkeys(("makebox", "framebox", "subfloat"), "[[{"),
    "Sexpr": "{",
    "captionof": "*{[{",
    "resizebox": "*{{{",
    "parbox": "[[[{{",
    "raisebox": "{[[{",
    "subcaptionbox": "[{[[{",
    "DeclareMathOperator": "*{{",
    "newtheorem": "*{[{[",
    "multirow": "[{[{[{",
    "rowcolors": "*[{{{",
    "colorbox": "{{",
}
"""Arguments of commands that the parser does not know, in its own notation."""
TABLES = {
    **dict.fromkeys(("tabular", "longtable", "supertabular", "xtabular", "tblr", "longtblr"), "[{"),
    **dict.fromkeys(("tabu", "longtabu", "NiceTabular", "deluxetable", "mpsupertabular"), "[{"),
    **dict.fromkeys(
        ("tabular*", "tabularx", "tabulary", "tabularx*", "NiceTabular*", "xltabular"), "{[{"
    ),
    "deluxetable*": "[{",
}
"""Environments that are tables, with their arguments."""
FLOATS = {
    **dict.fromkeys(("figure", "table", "SCfigure", "sidewaystable", "figure*", "table*"), "["),
    **dict.fromkeys(("sidewaystable*", "sidewaysfigure", "SCtable", "margintable"), "["),
    "wrapfigure": "[{[{",
    "wraptable": "[{[{",
}
HOLDS = {
    **dict.fromkeys(("threeparttable", "ThreePartTable", "TableNotes", "tablenotes"), "["),
    **dict.fromkeys(("center", "landscape", "sideways", "threeparttablex"), ""),
    **dict.fromkeys(("adjustbox", "turn", "rotate", "minipage*", "adjustwidth"), "{"),
    "minipage": "[[[{",
    "subtable": "[{",
}
"""Environments in which a table stands with its caption and notes."""
NOTED = frozenset(("tablenotes", "TableNotes"))
SKIPPED = frozenset(
    (
        *("verbatim", "lstlisting", "minted", "comment", "tikzpicture", "algorithm", "algorithmic"),
        *("filecontents", "CCSXML", "titlepage", "Verbatim", "pspicture"),
    )
)
FORMULAS = frozenset(
    (
        *("equation", "align", "gather", "multline", "eqnarray", "displaymath", "flalign"),
        *("alignat", "subequations", "dmath"),
    )
)
FILES = {"bibliography": "bibliography", "addbibresource": "bibliography"}
TAKEN_IN = frozenset(("input", "include", "subfile"))
DEFINES = frozenset(("newcommand", "renewcommand", "providecommand", "def", "DeclareRobustCommand"))
RULES = frozenset(
    ("hline", "toprule", "midrule", "bottomrule", "specialrule", "hhline", "Xhline", "thickhline")
)
"""Commands that draw a line across a table."""
SETS = frozenset(
    (
        *("cmidrule", "cline", "addlinespace", "morecmidrules", "rowcolor", "cellcolor", "label"),
        *(
            "noalign",
            "arrayrulecolor",
            "rowfont",
            "centering",
            "raggedright",
            "raggedleft",
            "small",
        ),
        *("footnotesize", "scriptsize", "bfseries", "itshape", "hfill", "vspace", "hspace", "rule"),
        *("arraybackslash", "quad", "qquad", "pagebreak", "newpage", "nopagebreak", "startdata"),
        *("enddata", "SetRow", "SetCell", "bf", "it", "em", "strut", "vskip", "rm", "sc", "sf"),
        *("relax", "noindent", "setlength", "tiny", "normalsize", "columncolor", "unskip"),
    )
)
"""Commands in a table that show nothing."""
