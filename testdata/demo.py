"""Verify claims about the project's own paper with the embedded model, and hold them to labels.

Shows the report of the demo's claims as a user sees it, then each whose verdict is not its label
(grounded, or not grounded): the exit code is 0 when there is none but true claims in other words
that are not grounded. Last come all labelled claims by kind, near misses included, and each that is
missed; they do not count.

`python testdata/demo.py papers unseen` counts those files of claims/ instead; their papers are in
the folder VERA_DATA. For held_out.jsonl use `vera-bench evaluate --cross-validate`, since the
cross-encoder that comes with the engine has read sentences of its papers.
"""

import json
import os
import subprocess
import sys
from collections import Counter
from pathlib import Path

HERE = Path(__file__).parent
VERIFY = [sys.executable, "-m", "vera.verify", "--embedder", "minilm"]
PAPER = "papers/vera/vera.pdf"


def labelled(name: str) -> list[dict[str, str]]:
    """The labelled claims of a file in claims/."""
    return [json.loads(line) for line in (HERE / "claims" / name).read_text("utf-8").splitlines()]


def verdicts(labels: list[dict[str, str]], paper: str) -> list[tuple[dict[str, str], str]]:
    """Each label with the status that the program gives to its claim about a paper."""
    text = "".join(label["claim"] + "\n\n" for label in labels)
    run = subprocess.run(  # noqa: S603 - our own program
        [*VERIFY, "-", paper, "--format", "json"],
        cwd=HERE,
        input=text,
        stdout=subprocess.PIPE,
        encoding="utf-8",
        check=False,
    )
    if run.returncode not in (0, 1):
        sys.exit(run.returncode)
    claims = json.loads(run.stdout)["claims"]
    if [claim["text"] for claim in claims] != [label["claim"] for label in labels]:
        sys.exit("demo: the claims were not understood as they are labelled")
    return list(zip(labels, (claim["status"] for claim in claims), strict=True))


def is_right(label: dict[str, str], status: str) -> bool:
    """Whether a claim is grounded, or not grounded (contradicted or unsupported), as labelled."""
    return (status == "grounded") == (label["label"] == "grounded")


def judged(name: str) -> list[tuple[dict[str, str], str]]:
    """The labelled claims of a file in claims/, each with its status, paper by paper."""
    labels = labelled(f"{name}.jsonl")
    found = []
    for paper in dict.fromkeys(label.get("paper", "") for label in labels):
        about = [label for label in labels if label.get("paper", "") == paper]
        path = str(Path(os.environ["VERA_DATA"]).resolve() / paper) if paper else PAPER
        found += verdicts(about, path)
    return found


def is_missed(label: dict[str, str], status: str) -> bool:
    """Whether a true claim in other words is not grounded: too little is said, nothing false."""
    return label["kind"] == "paraphrase" and status == "unsupported"


def tell_wrong(found: list[tuple[dict[str, str], str]]) -> list[tuple[dict[str, str], str]]:
    """Print each claim whose verdict is not its label, and give them."""
    wrong = [(label, status) for label, status in found if not is_right(label, status)]
    for label, status in wrong:
        print(f"  {status}, not {label['label']} ({label['kind']}): {label['claim']}")
    return wrong


def count(name: str) -> None:
    """Print by kind how many verdicts on the claims of a file are as labelled, and the others."""
    every = judged(name)
    kinds = Counter(label["kind"] for label, _ in every)
    right = Counter(label["kind"] for label, status in every if is_right(label, status))
    denied = Counter(label["kind"] for label, status in every if status == "contradicted")
    print(f"\nAll labelled claims of {name}.jsonl, {right.total()} of {len(every)} as labelled:")
    for kind, number in kinds.items():
        rest = f", {denied[kind]} contradicted" if denied[kind] else ""
        print(f"  {kind:10} {right[kind]:2} of {number:2} as labelled{rest}")
    tell_wrong(every)


def main() -> int:
    """Show, compare and count."""
    if len(sys.argv) > 1:
        for name in sys.argv[1:]:
            count(name)
        return 0
    print("$ verify claims/demo.txt", PAPER, *VERIFY[3:], flush=True)
    subprocess.run([*VERIFY, "claims/demo.txt", PAPER], cwd=HERE, check=False)  # noqa: S603
    shown = judged("demo")
    wrong = tell_wrong(shown)
    print(f"demo: {len(shown) - len(wrong)} of {len(shown)} verdicts are as labelled")
    count("vera")
    return 0 if all(is_missed(*each) for each in wrong) else 1


if __name__ == "__main__":
    sys.exit(main())
