"""What names and signs of formulas of Typst show, as its reference has them."""

from __future__ import annotations

SIGNS = {
    "<=>": "⇔", "|->": "↦", "<->": "↔", "<==": "⟸", "==>": "⟹", "<=": "≤", ">=": "≥", "!=": "≠",
    "->": "→", "<-": "←", "=>": "⇒", ":=": "≔", ">>": "≫", "<<": "≪", "...": "…", "*": "∗",
    "~": "∼",
}  # fmt: skip
NAMED = {
    "sum": "∑", "product": "∏", "prod": "∏", "integral": "∫", "infinity": "∞", "oo": "∞",
    "times": "×", "dot": "·", "dot.op": "·", "dot.c": "·", "div": "÷", "in": "∈", "in.not": "∉",
    "partial": "∂", "diff": "∂", "nabla": "∇", "gradient": "∇", "approx": "≈", "equiv": "≡",
    "prop": "∝", "plus": "+", "minus": "−", "plus.minus": "±", "minus.plus": "∓", "lt": "<",
    "gt": ">", "lt.eq": "≤", "gt.eq": "≥", "lt.double": "≪", "gt.double": "≫", "eq": "=",
    "eq.not": "≠", "tilde": "∼", "tilde.op": "∼", "tilde.eq": "≃", "arrow": "→", "arrow.r": "→",
    "arrow.l": "←", "arrow.t": "↑", "arrow.b": "↓", "arrow.r.double": "⇒", "arrow.l.r": "↔",
    "union": "∪", "inter": "∩", "sect": "∩", "subset": "⊂", "subset.eq": "⊆", "emptyset": "∅",
    "nothing": "∅", "forall": "∀", "exists": "∃", "and": "∧", "or": "∨", "not": "¬", "dots": "…",
    "dots.h": "…", "dots.c": "⋯", "dots.h.c": "⋯", "star": "⋆", "ast": "∗", "compose": "∘",
    "degree": "°", "prime": "′", "perp": "⊥", "parallel": "∥", "angle": "∠", "ell": "ℓ",
    "bar.v": "|", "percent": "%", "dif": "d", "RR": "ℝ", "NN": "ℕ", "ZZ": "ℤ", "QQ": "ℚ",
    "CC": "ℂ", "quad": " ", "wide": " ", "space": " ", "thin": " ", "med": " ", "thick": " ",
}  # fmt: skip
OVER = {
    "hat": "^", "tilde": "~", "macron": "¯", "overline": "¯", "bar": "¯", "dot": "˙",
    "dot.double": "¨", "arrow": "→", "caron": "ˇ",
}  # fmt: skip
PLAIN = frozenset(
    (
        *("upright", "italic", "bold", "sans", "mono", "cal", "frak", "bb", "serif", "scr", "text"),
        *("display", "inline", "script", "sscript", "lr", "mid", "op", "limits", "scripts"),
        *("cancel", "underline", "underbrace", "overbrace", "underbracket", "overbracket"),
    )
)
"""Functions that show their first argument."""
AROUND = {"abs": "||", "norm": "‖‖", "floor": "⌊⌋", "ceil": "⌈⌉"}
