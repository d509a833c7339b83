"""A file of configuration gives a command its defaults, whole, or is refused with file and key."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import click
import pytest
from click.testing import CliRunner
from hypothesis import given
from hypothesis import strategies as st

from tests.verify.program import verify
from vera.verify import cli, config, config_keys, search
from vera.verify.library import add

if TYPE_CHECKING:
    from pathlib import Path

_COMMANDS = dict(config_keys.commands())
_MANY_KEYS = """
aggregate = "mean"
chunk-size = "900c"
chunker = "tokens"
embedder = "minilm"
explain = true
format = "json"
library = "bees"
no-cache = true
overlap = 0.5
quiet = true
recent = 30
references = true
rule = "cosine"
sentences = true
strict = true
threshold = 0.25
top-k = 7
verbose = true
where = ["year >= 2020", "tag = x"]
without = ["graph"]
"""


def _held(command: click.Command, *line: str) -> dict[str, Any]:
    """What a command takes its options to be, given a command line."""
    return command.make_context("verify", list(line)).params


def _refusal(command: click.Command, *line: str) -> str:
    with pytest.raises(click.UsageError) as refused:
        command.make_context("verify", list(line))
    return refused.value.format_message()


@pytest.mark.parametrize(("name", "head"), [("vera.toml", ""), ("pyproject.toml", "[tool.vera]")])
def test_options_are_from_a_file(folder: Path, name: str, head: str) -> None:
    """Each kind of option is taken from either file: numbers, words, lists, flags and their no."""
    (folder / name).write_text(head + _MANY_KEYS, "utf-8")
    held = _held(cli.command, "claims.txt")
    assert (held["aggregate"], held["chunk_size"], held["overlap"]) == ("mean", "900c", 0.5)
    assert (held["threshold"], held["top_k"], held["recent"]) == (0.25, 7, 30.0)
    assert held["where"] == ("year >= 2020", "tag = x")
    assert held["without"] == ("graph",)
    assert held["cache"] is False
    assert held["explain"] is held["strict"] is held["sentences"] is True
    assert held["config"] == folder / name


def test_a_flag_goes_before_the_environment_and_that_before_a_file(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The order is flag, environment, file, default."""
    assert _held(cli.command, "claims.txt")["embedder"] == "auto"
    (folder / "vera.toml").write_text('embedder = "minilm"', "utf-8")
    assert _held(cli.command, "claims.txt")["embedder"] == "minilm"
    monkeypatch.setenv("VERA_EMBEDDER", "ollama")
    assert _held(cli.command, "claims.txt")["embedder"] == "ollama"
    assert _held(cli.command, "claims.txt", "--embedder", "x")["embedder"] == "x"


def test_a_file_that_is_named_takes_the_place_of_the_search(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """By flag or by variable; a found file, even a broken one, is not looked at then."""
    (folder / "vera.toml").write_text("broken", "utf-8")
    (folder / "mine.toml").write_text("threshold = 0.3", "utf-8")
    (folder / "other.toml").write_text("top-k = 9", "utf-8")
    assert _held(cli.command, "c", "--config", "mine.toml")["threshold"] == 0.3
    monkeypatch.setenv("VERA_CONFIG", str(folder / "mine.toml"))
    assert _held(cli.command, "c")["threshold"] == 0.3
    held = _held(cli.command, "c", "--config", "other.toml")
    assert (held["threshold"], held["top_k"]) == (0.7, 9)


def test_help_and_version_need_no_sound_file(folder: Path) -> None:
    """A broken file does not keep anyone from reading how to mend it."""
    (folder / "vera.toml").write_text("broken", "utf-8")
    assert verify("--help").returncode == 0
    assert verify("--version").returncode == 0
    run = verify("claims.txt", "paper.txt")
    assert run.returncode == 2
    assert run.stderr.startswith("verify: vera.toml: it is no TOML: ")


def test_a_command_has_its_own_table(folder: Path) -> None:
    """What the top table says holds for commands that have the same option; a table goes before."""
    (folder / "vera.toml").write_text(
        'threshold = 0.2\nchunker = "tokens"\nlibrary = "bees"\nformat = "json"\nexplain = true\n'
        '[batch]\nthreshold = 0.9\n[search]\ntop = 3\n[library-add]\nchunker = "window"\n',
        "utf-8",
    )
    batch = _held(_COMMANDS["batch"], "c", "--papers", "p", "--out", "o")
    assert (batch["threshold"], batch["chunker"]) == (0.9, "tokens")
    searched = _held(search.command, "words")
    assert (searched["library"], searched["top"], searched["format"]) == ("bees", 3, "text")
    assert _held(add, "bees", "papers")["chunker"] == "window"
    (folder / "vera.toml").write_text('chunker = "tokens"', "utf-8")
    assert _held(add, "bees", "papers")["chunker"] is None


_WRONG = [
    ("treshold = 0.5", "vera.toml: treshold is not known here; do you mean threshold? (got 0.5)"),
    ('threshold = "0.5"', "vera.toml: threshold must be a number (got '0.5')"),
    ("threshold = true", "vera.toml: threshold must be a number (got True)"),
    ("top-k = 1.5", "vera.toml: top-k must be a whole number (got 1.5)"),
    ("quiet = 1", "vera.toml: quiet must be true or false (got 1)"),
    ("rule = 1", "vera.toml: rule must be a string without NUL (got 1)"),
    ('where = "a"', "vera.toml: where must be a list (got 'a')"),
    ("where = [1]", "vera.toml: where must be a string without NUL (got [1])"),
    ('rule = "x"', "vera.toml: rule is not sound: 'x' is not one of 'calibrated', 'cosine'"),
    ("top_k = 1", "vera.toml: top_k is not known here; do you mean top-k? (got 1)"),
    ("[threshold]", "vera.toml: threshold is not known here"),
    ("[bach]", "vera.toml: bach is not known here; do you mean batch? (got {})"),
    ("batch = 1", "vera.toml: batch is not known here; do you mean batch? (got 1)"),
    ("[search]\ntop = 0", "vera.toml: search.top is not sound: 0 is not in the range 1<=x<=1000"),
    ("[search]\nworkers = 1", "vera.toml: search.workers is not known here"),
    ('papers = ["no*.txt"]', "vera.toml: papers fits no file"),
    ('papers = ["\\u0000"]', "vera.toml: papers must be a string without NUL"),
    ('config = "x"', "vera.toml: config is not known here"),
]


@pytest.mark.parametrize(("said", "told"), _WRONG)
def test_what_is_wrong_is_named_by_file_and_key(folder: Path, said: str, told: str) -> None:
    """Nothing is passed over: unknown keys, wrong types and values, also for other commands."""
    (folder / "vera.toml").write_text(said, "utf-8")
    assert told in _refusal(cli.command, "claims.txt")


def test_all_that_is_wrong_is_told_at_once(folder: Path) -> None:
    """A line for each key."""
    (folder / "vera.toml").write_text("treshold = 1\nquiet = 2\n[batch]\nrule = 3", "utf-8")
    assert len(_refusal(cli.command, "c").splitlines()) == 3


def test_no_password_stands_in_a_file(folder: Path) -> None:
    """Not even in one that is named, and what it was is not told."""
    (folder / "mine.toml").write_text('password = "secret"', "utf-8")
    told = _refusal(cli.command, "c", "--config", "mine.toml")
    assert "password stands in no file; give VERA_PDF_PASSWORD" in told
    assert "secret" not in told


_HOSTILE = [
    'output = "report.txt"',
    'judge = "auto"',
    'judge-prompt = "prompt.txt"',
    'reader = "onnx:model"',
    'embedder = "ollama"',
    'embedder = "onnx:model"',
    'library = "postgresql://somewhere#bees"',
    'papers = ["/etc/hostname"]',
    'papers = ["../x.txt"]',
    'papers = ["out/hostname"]',
    "[batch]\nanew = true",
    '[batch]\nout = "x"',
    '[batch]\npapers = "postgresql://somewhere#bees"',
    '[batch]\nengine = "ray"',
    '[ask]\nmodel = "large:cloud"',
    '[library-add]\nbib = ["/etc/hostname"]',
]


@pytest.mark.parametrize("said", _HOSTILE)
def test_a_found_file_writes_runs_and_asks_nothing(folder: Path, said: str) -> None:
    """What a user did not choose is refused; the same file may say it once it is named."""
    (folder / "out").symlink_to("/etc")
    (folder / "vera.toml").write_text(said, "utf-8")
    assert "with --config to allow it" in _refusal(cli.command, "claims.txt")
    assert _held(cli.command, "c", "--config", "vera.toml")["config"] == folder / "vera.toml"


def test_paths_begin_at_the_file(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Of papers, prompts and models alike, wherever the command is run."""
    (folder / "deep").mkdir()
    for name in ("b.txt", "a.txt", "prompt.txt"):
        (folder / name).write_text("Bees sleep.", "utf-8")
    (folder / "vera.toml").write_text(
        'papers = ["[ab].txt"]\njudge-prompt = "prompt.txt"\nreader = "onnx:model"\n'
        '[batch]\npapers = "a.txt"\n',
        "utf-8",
    )
    monkeypatch.chdir(folder / "deep")
    told = json.loads(verify("config", "--format", "json", "--config", "../vera.toml").stdout)
    held = {each["key"]: each["value"] for each in told["options"]}
    assert held["papers"] == [str(folder / "a.txt"), str(folder / "b.txt")]
    assert held["judge-prompt"] == str(folder / "prompt.txt")
    assert held["reader"] == f"onnx:{folder / 'model'}"
    batch = _held(_COMMANDS["batch"], "c", "--out", "o", "--config", "../vera.toml")
    assert batch["papers"] == str(folder / "a.txt")


@pytest.mark.parametrize("start", [(), ("hook",)])
def test_papers_of_the_command_line_are_asked_alone(folder: Path, start: tuple[str, ...]) -> None:
    """So is a library that it names."""
    for name in ("bees", "ants"):
        (folder / f"{name}.txt").write_text(f"{name} sleep at night and wake again.", "utf-8")
    assert verify("library", "add", "ants", "ants.txt", "--embedder", "minilm").returncode == 0
    (folder / "vera.toml").write_text('papers = ["bees.txt"]\nembedder = "minilm"', "utf-8")
    (folder / "claims.txt").write_text("Bees sleep at night.", "utf-8")
    assert verify(*start, "claims.txt").stdout.startswith("bees.txt: 1 chunk\n")
    given = ("--papers", "ants.txt") if start else ("ants.txt",)
    assert verify(*start, "claims.txt", *given).stdout.startswith("ants.txt: 1 chunk\n\n")
    named = verify(*start, "claims.txt", "--library", "ants").stdout
    assert named.startswith("library ants: 1 paper, 1 chunk\n\n")


def test_what_vera_bench_tune_writes_is_taken() -> None:
    """Its keys are keys here."""
    keys = {"chunk-size", "chunker", "embedder", "overlap", "rule", "threshold", "top-k"}
    assert keys <= set(config_keys.keys(cli.command))


def test_each_command_with_options_takes_a_file(folder: Path) -> None:
    """One that is added wants `options.configured`; only `verify config` has none of its own."""
    without = {name for name, it in config_keys.all_commands() if name not in _COMMANDS}
    assert "config" in without
    every = dict(config_keys.all_commands())
    assert [name for name in without if config_keys.keys(every[name])] == ["config"]
    (folder / "vera.toml").write_text('[config]\nformat = "json"', "utf-8")
    assert "config is not known here" in _refusal(cli.command, "claims.txt")


_SCALARS = st.one_of(
    st.booleans(), st.integers(-5, 5), st.floats(-1, 1), st.sampled_from(["", "x"])
)
_VALUES = st.one_of(_SCALARS, st.lists(_SCALARS, max_size=2))


@given(key=st.sampled_from(sorted(config_keys.keys(cli.command))), value=_VALUES)
def test_any_value_is_taken_or_refused_by_name(
    tmp_path_factory: pytest.TempPathFactory, key: str, value: object
) -> None:
    """No value of any key is a defect, and what is refused is named."""
    file = tmp_path_factory.mktemp("any") / "mine.toml"
    file.write_text(f"{key} = {json.dumps(value)}", "utf-8")
    run = CliRunner().invoke(config.command, ["--config", str(file)])
    assert run.exit_code in {0, 2}, run.output
    assert run.exit_code == 0 or f"mine.toml: {key} " in run.output
