"""What the layout of the project promises."""

import subprocess
import sys
from pathlib import Path

_ROOT = Path(__file__).parents[1]


def test_cmd_does_not_shadow_the_standard_library() -> None:
    """`cmd` holds no __init__.py: it would shadow the standard library's cmd, and pdb with it."""
    assert not (_ROOT / "cmd" / "__init__.py").exists()


def test_the_debugger_starts_in_the_checkout() -> None:
    """`python -m pdb` works with the checkout as the current folder."""
    run = subprocess.run(
        [sys.executable, "-m", "pdb", "-c", "continue", "-c", "quit", "-m", "this"],
        cwd=_ROOT,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Beautiful is better than ugly." in run.stdout, run.stderr


def test_help_loads_nothing_heavy() -> None:
    """`verify --help` imports no numpy, onnxruntime, pypdfium2 or pysbd, and no backend."""
    code = (
        "import sys\n"
        "sys.argv = ['verify', '--help']\n"
        "from vera.verify.__main__ import main\n"
        "try:\n    main()\n"
        "except SystemExit as end:\n    assert not end.code\n"
        "heavy = {'numpy', 'onnxruntime', 'pypdfium2', 'pysbd', 'ollama', 'tokenizers', 'rich'}\n"
        "assert not heavy & set(sys.modules), heavy & set(sys.modules)\n"
    )
    run = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, encoding="utf-8", check=False
    )
    assert run.returncode == 0, run.stderr
    assert "Exit codes:" in run.stdout
