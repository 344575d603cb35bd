import io
import json
import unicodedata
import zipfile

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from core.adapters.loaders import Files
from core.domain.records import ReadOptions
from tests.adapters.loaders.reading import FILES, document, read, read_file, refusal

REAL = sorted(path.name for path in FILES.iterdir())


def test_the_endings_taken_are_sorted_lower_case_and_dotted():
    endings = Files().extensions()
    assert list(endings) == sorted(endings)
    assert {".md", ".txt", ".pdf", ".docx", ".html", ".csv"} <= set(endings)
    assert all(end.startswith(".") and end == end.lower() for end in endings)


@pytest.mark.parametrize("name", REAL)
def test_every_real_file_gives_a_document_or_a_line(name):
    reading = read_file(name)
    assert reading.documents or reading.unread
    assert all(line.name == name and line.reason for line in reading.unread)


@pytest.mark.parametrize("name", REAL)
def test_texts_are_normal_and_without_control_characters(name):
    for found in read_file(name).documents:
        assert found.text == unicodedata.normalize("NFC", found.text)
        assert not [c for c in found.text if (unicodedata.category(c) == "Cc" and c not in "\n\t") or c == "\ufffe"]


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("empty.txt", b"", "empty"),
        ("blank.txt", b" \n\t\n", "no text"),
        ("zeros.txt", b"\0" * 500, "binary"),
        ("ff.txt", b"\xff", "encoding can't be told"),
        ("thing.xyz", b"text", ".xyz"),
        ("README", b"text", "no ending"),
        ("picture.txt", b"\x89PNG\r\n\x1a\n", "a PNG picture"),
        ("old.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1 old", "old or encrypted Office"),
        ("broken.pdf", b"%PDF-1.7 and nothing more", "broken"),
        ("page.pdf", b"<html>a page</html>", "broken"),
        ("broken.docx", b"PK\x03\x04 and nothing more", "broken"),
        ("text.docx", b"hello", "broken"),
    ],
)
def test_what_cannot_be_read_is_refused_with_reason_and_remedy(name, content, reason):
    line = refusal(read(name, content))
    assert line.name == name
    assert reason in line.reason


def test_a_file_of_ff_bytes_is_refused():
    assert "encoding can't be told" in refusal(read_file("all-ff.txt")).reason


def test_an_unknown_type_names_the_types_taken():
    assert ".docx, .htm, .html" in refusal(read("thing.xyz", "text")).remedy


@pytest.mark.parametrize(("name", "word"), [("a.jsonl", "import"), ("a.xlsx", ".csv"), ("handbook.doc", ".docx")])
def test_a_neighbouring_type_is_told_the_way(name, word):
    assert word in refusal(read(name, "text")).remedy


def test_a_file_too_large_is_told_both_sizes():
    reason = refusal(read("big.txt", "x" * 2000, max_bytes=1500)).reason
    assert "2,000" in reason
    assert "1,500" in reason


def test_a_pdf_named_txt_is_read_as_a_pdf():
    found = document(read("rules.txt", (FILES / "rules.pdf").read_bytes()))
    assert found.kind == "pdf"
    assert "Every member of Fernhill Garden" in found.text


def test_a_docx_without_ending_is_read_as_a_docx():
    assert document(read("minutes", (FILES / "minutes.docx").read_bytes())).kind == "docx"


def test_a_spreadsheet_named_docx_is_told_apart():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("xl/workbook.xml", "<x/>")
    assert "Excel workbook" in refusal(read("sheet.docx", packed.getvalue())).reason


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ('../../etc/it\'s a "plan" 🌱.md', 'etc/it\'s a "plan" 🌱.md'),
        ("/absolute/plan.md", "absolute/plan.md"),
        ("C:\\Users\\me\\plan.md", "Users/me/plan.md"),
        ("pl\0an\n.md", "plan.md"),
    ],
)
def test_hostile_names_become_safe_ones(name, shown):
    assert document(read(name, "The plan.")).name == shown


def test_a_hostile_name_is_safe_in_a_refusal_too():
    assert refusal(read("../\0x.md", "")).name == "x.md"


def test_a_file_whose_name_has_quotes_and_emoji_is_read_from_disk(tmp_path):
    path = tmp_path / 'it\'s "the" plan 🌱.md'
    path.write_text("# Plan\n\nWater the beds.", encoding="utf-8")
    found = document(read(path.name, path.read_bytes()))
    assert (found.name, found.title) == (path.name, "Plan")


SEEDS = [(name, (FILES / name).read_bytes()) for name in REAL if name not in ("handbook.doc", "README.md")]
EDITS = st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=30)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(SEEDS), EDITS, st.floats(0, 1), st.booleans())
def test_damaged_files_never_raise(seed, edits, kept, csv_rows):
    name, content = seed
    damaged = bytearray(content[: int(len(content) * kept)])
    for place, byte in edits:
        if damaged:
            damaged[int(place * len(damaged))] = byte
    reading = Files().read(name, bytes(damaged), ReadOptions(csv_rows=csv_rows))
    assert reading.documents or reading.unread
    for found in reading.documents:
        assert found.text.strip()
        assert found.title
        json.dumps(dict(found.metadata), allow_nan=False)


@settings(max_examples=60, deadline=None)
@given(st.sampled_from(Files().extensions()), st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_any_bytes_under_any_ending_never_raise(end, content):
    reading = Files().read(f"a{end}", content, ReadOptions())
    assert reading.documents or reading.unread
