import io
import zipfile

import docx
import pytest
from docx.oxml import parse_xml
from docx.oxml.ns import nsdecls

from tests.adapters.loaders.reading import FILES, document, read, read_file, refusal


def saved(word) -> bytes:
    output = io.BytesIO()
    word.save(output)
    return output.getvalue()


def test_a_word_file_is_read_in_order_with_lists_tables_and_notes():
    assert document(read_file("minutes.docx")).text.split("\n\n") == [
        "Present",
        "The chair opened the meeting at seven.",
        "The fee becomes forty-two a year, see the rules for plots.",
        "- Ana Fern mends the pump.\n- Ido Moss orders seeds.",
        "Votes\nFor | 12",
        "Next meeting:\nfirst Monday\tof May.",
        "In the club house, as always.",
    ]


def test_headers_and_footers_are_taken_off_and_listed():
    found = document(read_file("minutes.docx"))
    assert [line.text for line in found.removed] == ["Fernhill Garden, minutes", "Not for the notice board"]
    assert "notice board" not in found.text


def test_the_files_own_title_is_taken():
    assert document(read_file("minutes.docx")).title == "Minutes of the plot committee"


@pytest.mark.parametrize(
    ("own", "title"), [("", "Fees"), ("Microsoft Word - fees.doc", "Fees"), ("Our fees", "Our fees")]
)
def test_a_title_that_a_program_left_gives_way_to_the_first_heading(own, title):
    word = docx.Document()
    word.core_properties.title = own
    word.add_heading("Fees", level=1)
    assert document(read("a.docx", saved(word))).title == title


def test_text_in_content_controls_is_read():
    word = docx.Document()
    word.add_paragraph("before")
    control = parse_xml(
        f"<w:sdt {nsdecls('w')}><w:sdtContent><w:p><w:r><w:t>inside</w:t></w:r></w:p></w:sdtContent></w:sdt>"
    )
    word.element.body.insert(1, control)
    assert document(read("a.docx", saved(word))).text == "before\n\ninside"


def test_a_table_within_a_table_is_read_once():
    word = docx.Document()
    table = word.add_table(1, 2)
    table.cell(0, 0).text = "outer"
    inner = table.cell(0, 1).add_table(1, 1)
    inner.cell(0, 0).text = "inner"
    assert document(read("a.docx", saved(word))).text == "outer | inner"


def test_an_empty_word_file_is_refused():
    assert "no text" in refusal(read("a.docx", saved(docx.Document()))).reason


def test_a_zip_bomb_is_refused_before_it_is_unpacked():
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("word/document.xml", b" " * 30_000_000)
    assert "unpacks to 30,000,000 bytes" in refusal(read("bomb.docx", packed.getvalue())).reason


def test_the_size_limit_holds_for_what_is_unpacked():
    content = (FILES / "minutes.docx").read_bytes()
    assert "unpacks to" in refusal(read("a.docx", content, max_bytes=len(content) + 1)).reason
