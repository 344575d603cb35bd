import gzip
import os
import socket
import subprocess
import sys
from itertools import pairwise
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from core.adapters import tokens
from core.adapters.tokens import TiktokenTokenizer, WordPieceTokenizer, slices
from core.errors import ModelMissing, WorkspaceError

FILE = "fb374d419588a4632f3f557e76b4b70aebbca790"
FAMILY = "👩‍👩‍👧‍👦"
TEXTS = st.text(max_size=200) | st.text("ab \n\u0301数👩\u200d🇩🇪", max_size=200)
WORD_PIECES = WordPieceTokenizer()


@pytest.fixture(scope="session")
def tiktoken_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("tokens")


@pytest.fixture(scope="session")
def o200k(tiktoken_folder):
    tokenizer = TiktokenTokenizer(tiktoken_folder)
    tokenizer.count("ready")
    return tokenizer


@pytest.fixture(params=["o200k", "word pieces"])
def tokenizer(request, o200k):
    return o200k if request.param == "o200k" else WORD_PIECES


def check_spans(tokenizer, text):
    spans = tokenizer.spans(text)
    covered = {place for start, end in spans for place in range(start, end)}
    assert len(spans) == tokenizer.count(text)
    assert all(0 <= start <= end <= len(text) for start, end in spans)
    assert all(left[1] <= right[0] for left, right in pairwise(spans))
    assert all(place in covered for place, character in enumerate(text) if not character.isspace())


@settings(deadline=None)
@given(TEXTS)
@example("<|endoftext|> and <|fim_prefix|>")
@example("\ud800 lone")
@example(FAMILY * 3)
def test_spans_of_o200k_are_ascending_and_cover_the_text(o200k, text):
    check_spans(o200k, text)


@settings(deadline=None)
@given(TEXTS)
@example("[CLS] [SEP] [UNK]")
@example("\u0301abc \u200b\u0301")
@example("x" * 450)
@example("버섯 버섯")
@example("\ud800 lone")
def test_spans_of_word_pieces_are_ascending_and_cover_the_text(text):
    check_spans(WORD_PIECES, text)


def test_o200k_counts_as_tiktoken_does(o200k):
    assert o200k.count("The plot committee lends tools.") == 6
    assert o200k.spans("The plot committee") == [(0, 3), (3, 8), (8, 18)]


def test_tokens_that_share_a_character_meet_at_its_border(o200k):
    spans = o200k.spans("a 👩🏽\u200d🚀 x")
    assert spans == [(0, 1), (1, 3), (3, 3), (3, 4), (4, 4), (4, 5), (5, 6), (6, 6), (6, 8)]


def test_special_tokens_in_a_text_are_plain_text(tokenizer):
    assert tokenizer.count("<|endoftext|>") > 1


def test_word_pieces_are_those_of_the_model():
    text = "Embeddings of unaffable plots"
    pieces = [text[start:end] for start, end in WORD_PIECES.spans(text)]
    assert pieces == ["Em", "bed", "ding", "s", "of", "una", "ffa", "ble", "plots"]


def test_a_text_longer_than_the_model_reads_is_counted_whole():
    assert WORD_PIECES.count("word " * 2000) == 2000


def test_a_word_without_end_counts_by_its_length():
    assert [end - start for start, end in WORD_PIECES.spans("x" * 250)] == [100, 100, 50]


@pytest.mark.parametrize("run", [" " * 1_000_000, "\n" * 200_000, "a" * 200_000, "\u0301" * 100_000, "数" * 60_000])
def test_very_long_runs_are_counted(tokenizer, run):
    text = f"x{run}y"
    assert tokenizer.count(text) == len(tokenizer.spans(text)) > 1


@given(st.text("ab \n数", max_size=50), st.integers(1, 9000))
def test_slices_join_to_the_text(piece, times):
    text = piece * times
    parts = list(slices(text))
    assert "".join(parts) == text
    assert all(len(part) <= 50_000 for part in parts)


def test_slicing_does_not_change_the_tokens(o200k, monkeypatch):
    text = "The plot committee lends tools on Saturdays; see rule 12. " * 40
    whole = o200k.spans(text)
    monkeypatch.setattr(tokens, "_SLICE", 300)
    assert o200k.spans(text) == whole


def test_no_text_has_no_tokens(tokenizer):
    assert list(tokenizer.spans("")) == []
    assert tokenizer.count("") == 0


@pytest.fixture
def no_network(monkeypatch):
    def refuse(*_args, **_kwargs):
        raise AssertionError("the network was asked")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    monkeypatch.setattr(socket, "getaddrinfo", refuse)


@pytest.mark.parametrize("damage", [b"", b"rubbish", None])
def test_a_damaged_vocabulary_is_written_anew(tmp_path, o200k, tiktoken_folder, damage, no_network):
    target = tmp_path / "deep" / FILE
    if damage is not None:
        target.parent.mkdir()
        target.write_bytes(damage)
    assert TiktokenTokenizer(tmp_path / "deep").count("plot") == 1
    assert target.read_bytes() == (tiktoken_folder / FILE).read_bytes()
    assert [path.name for path in target.parent.iterdir()] == [FILE]


def test_a_fresh_process_needs_no_network_and_heeds_no_foreign_cache(tmp_path):
    script = (
        "import socket, pathlib, sys\n"
        "def refuse(*a, **k): raise AssertionError('the network was asked')\n"
        "socket.socket.connect = refuse; socket.getaddrinfo = refuse\n"
        "from core.adapters.tokens import TiktokenTokenizer\n"
        "print(TiktokenTokenizer(pathlib.Path(sys.argv[1])).count('The plot committee'))\n"
    )
    env = os.environ | {"TIKTOKEN_CACHE_DIR": str(tmp_path / "foreign"), "PYTHONPATH": str(Path(__file__).parents[2])}
    command = [sys.executable, "-c", script, str(tmp_path / "own")]
    done = subprocess.run(command, env=env, capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "3"


def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    (tmp_path / "file").write_text("in the way")
    with pytest.raises(WorkspaceError, match="file"):
        TiktokenTokenizer(tmp_path / "file" / "tokens").count("x")


def test_a_foreign_vocabulary_is_refused(tmp_path, monkeypatch):
    data = tmp_path / "data"
    data.mkdir()
    (data / "o200k_base.tiktoken.gz").write_bytes(gzip.compress(b"rubbish"))
    monkeypatch.setattr(tokens, "_package_folder", lambda _package: tmp_path)
    with pytest.raises(ModelMissing, match="o200k_base"):
        TiktokenTokenizer(tmp_path / "cache").count("x")
    (data / "o200k_base.tiktoken.gz").write_bytes(b"not gzip")
    with pytest.raises(ModelMissing, match="damaged"):
        TiktokenTokenizer(tmp_path / "cache").count("x")
    with pytest.raises(ModelMissing, match=r"tokenizer\.json"):
        WordPieceTokenizer().count("x")
