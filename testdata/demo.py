"""Verify the demo's claims against the project's own paper, and hold the verdicts to the labels.

Shows the report as a user sees it, then each claim whose verdict is not its label. The exit code
is 0 when there is none.
"""

import json
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parent


def main() -> int:
    """Run `verify` for people and for programs, and compare."""
    labels = [json.loads(line) for line in (HERE / "claims/demo.jsonl").read_text().splitlines()]
    verify = [sys.executable, "-m", "verify", "claims/demo.txt", "papers/vera/vera.pdf"]
    verify += ["--embedder", "minilm"]
    print("$ verify", *verify[3:], flush=True)
    subprocess.run(verify, cwd=HERE, check=False)  # noqa: S603 - our own program
    with tempfile.TemporaryDirectory() as folder:
        report = Path(folder) / "report.json"
        run = subprocess.run(  # noqa: S603 - our own program
            [*verify, "--format", "json", "--output", str(report)], cwd=HERE, check=False
        )
        if run.returncode not in (0, 1):
            return run.returncode
        claims = json.loads(report.read_text())["claims"]
    if [claim["text"] for claim in claims] != [label["claim"] for label in labels]:
        print("demo: the claims were not understood as they are labelled")
        return 1
    wrong = [
        (claim, label)
        for claim, label in zip(claims, labels, strict=True)
        if claim["status"] != label["label"]
    ]
    for claim, label in wrong:
        print(f"demo: {claim['status']}, not {label['label']} ({label['kind']}): {claim['text']}")
    print(f"demo: {len(claims) - len(wrong)} of {len(claims)} verdicts are as labelled")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
