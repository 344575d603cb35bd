import io

import pypdf
import pypdfium2
import pypdfium2.raw
import pytest

from core.adapters.loaders import pdf_engines
from core.adapters.loaders.furniture import without_furniture
from core.adapters.loaders.pdf import _unbroken
from core.adapters.loaders.quality import layer_fault
from tests.adapters.loaders.reading import FILES, document, read, read_file, refusal


def page_texts(found):
    return {page.number: found.text[page.start : page.end] for page in found.pages}


def test_a_pdf_gives_its_text_and_its_own_title():
    found = document(read_file("rules.pdf"))
    assert found.title == "Fernhill Garden: rules for plots"
    assert "Half plot € 24" in found.text
    assert page_texts(found) == {1: found.text}


def test_pages_point_to_their_own_text():
    pages = page_texts(document(read_file("yearbook.pdf")))
    starts = [text.split("\n")[0] for text in pages.values()]
    assert list(pages) == [1, 2, 3, 4, 5]
    assert starts == ["The north well", "Compost", "Bees", "The orchard", "The seed library"]


def test_running_headers_and_page_numbers_are_taken_off_and_listed():
    found = document(read_file("yearbook.pdf"))
    assert "yearbook" not in found.text
    assert "Page 2" not in found.text
    assert [line.text for line in found.removed if line.page == 2] == ["Fernhill Garden yearbook", "Page 2 of 5"]
    assert "5 of 5 pages" in found.removed[0].reason


def test_a_scan_is_refused_with_the_way_out():
    line = refusal(read_file("scan.pdf"))
    assert "no text layer" in line.reason
    assert "OCR" in line.remedy


def test_a_blank_pdf_is_refused():
    assert "no text layer: 1 page" in refusal(read_file("blank.pdf")).reason


def test_one_scanned_page_is_listed_and_the_others_are_read():
    reading = read_file("mixed.pdf")
    assert "plot committee" in reading.documents[0].text
    assert [(line.page, "picture" in line.reason) for line in reading.unread] == [(2, True)]


def test_an_encrypted_pdf_is_refused():
    assert "password" in refusal(read_file("encrypted.pdf")).reason


def test_a_pdf_that_only_limits_its_use_is_read():
    assert "plot committee" in document(read_file("owner-only.pdf")).text


def test_a_text_layer_without_characters_is_refused_as_rubbish():
    assert "rubbish" in refusal(read_file("no-character-map.pdf")).reason


def test_too_many_pages_are_refused_with_both_numbers():
    reason = refusal(read_file("yearbook.pdf", max_pages=4)).reason
    assert "5 pages" in reason
    assert "4" in reason


def test_an_encrypted_or_overlong_pdf_is_refused_by_the_second_reader_too():
    for name, words in (("encrypted.pdf", "password"), ("yearbook.pdf", "5 pages")):
        with pytest.raises(pdf_engines.UnreadableFile, match=words):
            pdf_engines.with_pypdf((FILES / name).read_bytes(), 4)


def test_the_second_reader_steps_in_where_the_first_fails(monkeypatch):
    def fail(*_args):
        raise pypdfium2.PdfiumError("no", err_code=pypdfium2.raw.FPDF_ERR_FORMAT)

    monkeypatch.setattr(pdf_engines, "with_pdfium", fail)
    assert "plot committee" in document(read_file("rules.pdf")).text


def test_the_second_reader_steps_in_where_the_first_reads_rubbish(monkeypatch):
    rubbish = pdf_engines.RawPdf("", (pdf_engines.RawPage("\ue001\ue002\ue003"),))
    monkeypatch.setattr(pdf_engines, "with_pdfium", lambda *_args: rubbish)
    assert "plot committee" in document(read_file("rules.pdf")).text
    assert "rubbish" in refusal(read("a.pdf", b"%PDF-")).reason


def test_a_broken_page_is_listed_and_the_others_are_read(monkeypatch):
    pages = (pdf_engines.RawPage("Tools are lent on Saturdays."), pdf_engines.RawPage("", fault="The page is broken."))
    monkeypatch.setattr(pdf_engines, "with_pdfium", lambda *_args: pdf_engines.RawPdf("", pages))
    reading = read_file("rules.pdf")
    assert reading.documents[0].text == "Tools are lent on Saturdays."
    assert [(line.page, line.reason) for line in reading.unread] == [(2, "The page is broken.")]


def test_the_second_reader_gives_the_same_words():
    content = (FILES / "yearbook.pdf").read_bytes()
    first, second = (engine(content, 10) for engine in (pdf_engines.with_pdfium, pdf_engines.with_pypdf))
    assert first.title == second.title
    assert [page.text.split() for page in first.pages] == [page.text.split() for page in second.pages]


def test_a_page_with_a_stamp_on_a_picture_is_read_with_a_note():
    scan = pypdf.PdfReader(FILES / "scan.pdf").pages[0]
    stamp = pypdf.PdfReader(FILES / "rules.pdf").pages[0]
    text_on_picture = "/F1 9 Tf 5 5 Td (Archive 17) Tj"
    writer = pypdf.PdfWriter()
    page = writer.add_page(scan)
    font = pypdf.generic.DictionaryObject(
        {
            pypdf.generic.NameObject("/Type"): pypdf.generic.NameObject("/Font"),
            pypdf.generic.NameObject("/Subtype"): pypdf.generic.NameObject("/Type1"),
            pypdf.generic.NameObject("/BaseFont"): pypdf.generic.NameObject("/Helvetica"),
        }
    )
    fonts = pypdf.generic.DictionaryObject({pypdf.generic.NameObject("/F1"): font})
    page["/Resources"].get_object()[pypdf.generic.NameObject("/Font")] = fonts
    stream = pypdf.generic.DecodedStreamObject()
    stream.set_data(page.get_contents().get_data() + f"\nBT {text_on_picture} ET".encode())
    page[pypdf.generic.NameObject("/Contents")] = writer._add_object(stream)
    writer.add_page(stamp)
    output = io.BytesIO()
    writer.write(output)
    reading = read("stamped.pdf", output.getvalue())
    assert reading.documents[0].text.startswith("Archive 17")
    assert [(line.page, line.reason) for line in reading.unread] == [(1, "The page is a picture with hardly any text.")]


def test_lines_that_stand_on_few_pages_stay():
    pages = {1: "Header\none", 2: "Header\ntwo", 3: "three", 4: "four", 5: "five"}
    assert without_furniture(pages) == (pages, ())


def test_two_pages_have_no_running_lines():
    pages = {1: "Header\none", 2: "Header\ntwo"}
    assert without_furniture(pages) == (pages, ())


def test_figures_at_the_top_are_no_page_numbers():
    pages = {1: "410\na", 2: "17\nb", 3: "99\nc"}
    assert without_furniture(pages) == (pages, ())


def test_bare_page_numbers_go_even_if_they_start_late():
    kept, removed = without_furniture({1: "11\na", 2: "12\nb", 3: "13\nc"})
    assert kept == {1: "a", 2: "b", 3: "c"}
    assert [line.text for line in removed] == ["11", "12", "13"]


def test_a_page_of_nothing_but_running_lines_keeps_them():
    kept, removed = without_furniture({1: "Header\na", 2: "Header", 3: "Header\nc"})
    assert kept == {1: "a", 2: "Header", 3: "c"}
    assert [line.page for line in removed] == [1, 3]


def test_a_line_in_the_middle_of_pages_stays():
    pages = {n: f"{w}1\n{w}2\n{w}3\nsame\n{w}4\n{w}5\n{w}6" for n, w in ((1, "x"), (2, "y"), (3, "z"))}
    assert without_furniture(pages) == (pages, ())


@pytest.mark.parametrize(
    ("broken", "whole"),
    [
        ("the repre\ufffesentatives", "the representatives"),
        ("mis\u2010\r\nunderstand", "misunderstand"),
        ("long\ufffestanding and long and standing", "long-standing and long and standing"),
        ("well\ufffeknown and well-known", "well-known and well-known"),
        ("North\ufffeSouth", "North-South"),
        ("COVID\ufffe19 rules", "COVID-19 rules"),
        ("a list -\nof things", "a list -\nof things"),
    ],
)
def test_words_broken_at_a_line_end_are_made_whole(broken, whole):
    assert _unbroken(broken) == whole


@pytest.mark.parametrize(
    "text",
    [
        "\ue001\ue002\ue003 abc",
        "\ufffd\ufffd\ufffd\ufffd",
        "!\"#$%&'()*+,-/:;<=>?@[]^_`{|}~" * 4,
        "Wkh qruwk zhoo zdv gxj lq wkh vsulqj " * 12,
    ],
)
def test_rubbish_is_told_from_language(text):
    assert layer_fault(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "7",
        "花园的成员在三月一日缴纳费用。" * 20,
        "Члены сада платят взносы. " * 20,
        "Członkowie ogrodu płacą składki w marcu. " * 20,
        "12.5 | 13.7 | 99 %\n" * 40,
        "Contents ......................... 7\n" * 20,
        "for i in range(10): print(str(i), end='')\n" * 20,
    ],
)
def test_language_figures_and_code_are_no_rubbish(text):
    assert not layer_fault(text)
