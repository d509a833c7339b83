"""Formulas in TeX are the plain text that MathML gives, wherever they stand."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from vera.core.document import Document, File, Form, Kind
from vera.verification.ingestion import reading
from vera.verification.ingestion.markup import html, jats
from vera.verification.ingestion.markup.tex import text_of
from vera.verification.ingestion.reading import read

if TYPE_CHECKING:
    from pathlib import Path


def _blocks(document: Document) -> list[tuple[Form, str]]:
    return [(it.form, it.span.of(document.text)) for it in document.blocks if it.kind is Kind.BODY]


@pytest.mark.parametrize(
    ("source", "said"),
    [
        (r"R^{2} = 0.9", "R^2 = 0.9"),
        (r"p = 1.2\times10^{-5}", "p = 1.2 × 10^-5"),
        (r"x_i^2 + \frac{a+1}{b}", "xi^2 + (a + 1)/b"),
        (r"\sum_{i=1}^n \sqrt[3]{x_i}", "∑_(i = 1)^n root(3, xi)"),
        (r"\operatorname{Var}(\hat\beta) \text{ if } y", "Var(β̂) if y"),
        (r"{}^{14}\mathrm{C}, 90^\circ, f'(x)", "14C, 90°, f'(x)"),
        (r"\left. \frac12 \right|_{x=0}", "1/2|_(x = 0)"),
        (r"\begin{aligned} a &= b \\ c &= d \end{aligned}", "a = b; c = d"),
        (r"\begin{pmatrix}a&b\\c&d\end{pmatrix}", "(a, b; c, d)"),
        (r"\mathbb{R}^n \setminus \mathbb{1}", "ℝ^n∖1"),
    ],
)
def test_the_parts_of_a_formula(source: str, said: str) -> None:
    """What stands over, under, before and behind is told as for MathML."""
    assert text_of(source) == said


@pytest.mark.parametrize("source", ["\\frac{a", "\\sqrt", "a^", "\\foo{a}", "\\begin{matrix}a"])
def test_a_formula_that_breaks_off_keeps_what_it_has(source: str) -> None:
    """A command without its argument, or that nobody knows, is its name: nothing vanishes."""
    assert "a" in text_of(source) or text_of(source) == "sqrt"


def test_a_formula_that_is_too_deep_is_as_it_is_written() -> None:
    """No depth of groups breaks the reader."""
    assert text_of("x^{" * 1900).startswith("x^{x^{")
    assert text_of("{" * 60 + "a" + "}" * 60).strip("{}") == "a"


def test_formulas_of_pages_before_a_script_sets_them() -> None:
    """Those of MathJax, Pandoc and Sphinx are text once; displayed ones are paragraphs."""
    page = rb"""<html><body><article><h1>T</h1><p>With <span class="MathJax_Preview">R2</span>
        <span class="MathJax"><nobr>R 2</nobr></span><script type="math/tex">R^2 = 0.9</script>
        we get <script type="math/tex; mode=display">\frac{a}{b}</script> in all.
        Also <span class="math inline">\(x_i\)</span>, <math alttext="\beta_1"></math> and <math>
        <semantics><annotation encoding="application/x-tex">\alpha</annotation></semantics></math>
        by <span class="math display">\[y^{2}\]</span></p><script>no</script></article></body>
        </html>"""
    assert _blocks(html.read(File("a", page, "d")).unwrap()) == [
        (Form.PROSE, "With R^2 = 0.9 we get"),
        (Form.FORMULA, "a/b"),
        (Form.PROSE, "in all. Also xi, β1 and α by"),
        (Form.FORMULA, "y^2"),
    ]


def test_a_formula_of_jats_that_is_in_tex_alone() -> None:
    """It is its plain text; where MathML stands beside it, that is."""
    article = rb"""<article xmlns:mml="http://www.w3.org/1998/Math/MathML"><body><p>With
        <inline-formula><alternatives><tex-math>\documentclass{minimal}\begin{document}$R^2=0.9$
        \end{document}</tex-math><inline-graphic/></alternatives></inline-formula> and
        <inline-formula><alternatives><tex-math>y</tex-math><mml:math><mml:mi>x</mml:mi>
        </mml:math></alternatives></inline-formula> we get <disp-formula><label>(1)
        </label><tex-math>\frac{a}{b}</tex-math></disp-formula></p></body></article>"""
    assert _blocks(jats.read(File("a.xml", article, "d")).unwrap()) == [
        (Form.PROSE, "With R^2 = 0.9 and x we get"),
        (Form.FORMULA, "(1) a/b"),
    ]


@pytest.mark.parametrize(
    ("formula", "encoding"),
    [
        (r"<MATH><mfrac><mi>a</mi><mi>b</mi></mfrac></MATH>", "utf-16"),
        (r"<script type='math/tex'>\frac ab</script>", "utf-8"),
        (r"<span class=math>\(\frac ab\)</span>", "utf-8"),
        (r"<math alttext='\frac ab'></math>", "utf-16"),
    ],
)
def test_a_confined_child_has_loaded_what_the_formulas_of_its_file_need(
    formula: str, encoding: str, tmp_path: Path
) -> None:
    """What reads MathML or TeX is loaded before the child is confined, by what the bytes say."""
    page = tmp_path / "page.html"
    page.write_bytes(f"<html><body><p>Bees: {formula}.</p></body></html>".encode(encoding))
    assert "Bees: a/b." in read(page).unwrap().text


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        (r"{N \choose y} p^y", "(N choose y)p^y"),
        (r"a \over b + 1", "a/(b + 1)"),
        (r"x_i = m^{th}", "xi = mth"),
        (r"\log .25 \space x", "log .25 x"),
        (r"\max_{x} f", "max_x f"),
        (r"\begin{cases} a & \tt b \end{cases}", "{a, b"),
    ],
)
def test_commands_that_stand_between_what_they_part(source: str, shown: str) -> None:
    """Old fractions, ordinals, blanks and fonts are as a reader sees them."""
    assert text_of(source) == shown


@pytest.mark.parametrize("script", ["<script src='https://a.org/MathJax.js'></script>", ""])
def test_formulas_in_the_text_of_a_page_are_read_where_a_script_sets_them(script: str) -> None:
    """In the line, behind an element and apart; not in code, and not on another page."""
    page = (
        rf"<html><head>{script}</head><body><p>With \(x_i^2\) and <b>b</b> \(\alpha\) in"
        r" <code>\(a\)</code>: \[ \frac{a}{b} \] in all.</p><p>\begin{align} a &amp;= b \\ c"
        r" \end{align}</p></body></html>"
    )
    found = read_page(page)
    said = [(it.form, it.span.of(found.text)) for it in found.blocks]
    if script:
        assert said == [
            (Form.PROSE, r"With xi^2 and b α in \(a\):"), (Form.FORMULA, "a/b"),
            (Form.PROSE, "in all."), (Form.FORMULA, "a = b; c"),
        ]  # fmt: skip
    else:
        assert r"With \(x_i^2\) and b \(\alpha\)" in said[0][1]


def read_page(page: str) -> Document:
    """As it is read in the sandbox."""
    return reading.parse(page.encode(), "a.html").unwrap()
