import codecs

import pytest

from tests.adapters.loaders.reading import document, read, refusal

SAMPLES = {
    "French": ("Les élèves français étudient près de la forêt ; où êtes-vous né ? Ça coûte dix francs.", "cp1252"),
    "French, marked by Apple": ("Les élèves français étudient près de la forêt ; où êtes-vous né ?", "mac-roman"),
    "German": ("Die Gärtner müssen größere Flächen für übermäßig große Bäume räumen.", "cp1252"),
    "Spanish": ("El señor Núñez compró una caña más pequeña para el niño.", "cp1252"),
    "English": ("It’s “fine” – the members’ fee is £24 – or €30 for a “whole” plot…", "cp1252"),
    "Polish": ("Zażółć gęślą jaźń. Członkowie ogrodu płacą składki w marcu.", "cp1250"),
    "Czech": ("Členové zahrady platí v březnu, říká kůň.", "iso8859-2"),
    "Turkish": ("Bahçe üyeleri şubat ayında ücretlerini öderler; kuyu kapalıdır.", "cp1254"),
    "Russian": ("Члены сада платят взносы первого марта. Вода из северного колодца.", "cp1251"),
    "Russian, older": ("Члены сада платят взносы первого марта. Вода из северного колодца.", "koi8-r"),
    "Greek": ("Τα μέλη του κήπου πληρώνουν τον Μάρτιο.", "cp1253"),
    "Japanese": ("庭の会員は三月に会費を払います。井戸の水だけを使ってください。", "shift_jis"),
    "Japanese, Unix": ("庭の会員は三月に会費を払います。井戸の水だけを使ってください。", "euc_jp"),
    "Japanese, mail": ("庭の会員は三月に会費を払います。", "iso2022_jp"),
    "Chinese": ("花园的成员在三月一日缴纳费用。水只能从北井取。", "gb18030"),
    "Chinese, Taiwan": ("花園的成員在三月一日繳納費用。水只能從北井取。", "big5"),
    "Korean": ("정원 회원은 3월에 회비를 냅니다. 물은 북쪽 우물에서만 길어야 합니다.", "cp949"),
    "UTF-8": ("Zoé pays € 24. 花园", "utf-8"),
}


@pytest.mark.parametrize("sample", SAMPLES)
def test_text_in_an_older_encoding_is_read_right(sample):
    text, encoding = SAMPLES[sample]
    assert document(read("a.txt", text.encode(encoding))).text == text


@pytest.mark.parametrize(
    ("mark", "encoding"),
    [
        (codecs.BOM_UTF8, "utf-8"),
        (codecs.BOM_UTF16_LE, "utf-16-le"),
        (codecs.BOM_UTF16_BE, "utf-16-be"),
        (codecs.BOM_UTF32_LE, "utf-32-le"),
        (codecs.BOM_UTF32_BE, "utf-32-be"),
    ],
)
def test_a_byte_order_mark_decides(mark, encoding):
    found = document(read("a.txt", mark + "Zoé 花".encode(encoding)))
    assert (found.text, found.encoding) == ("Zoé 花", encoding)


def test_utf_16_without_a_mark_is_told_by_its_zeros():
    assert document(read("a.txt", "Zoé waters the beds.".encode("utf-16-le"))).text == "Zoé waters the beds."


def test_an_encoding_that_is_given_is_obeyed():
    assert document(read("a.txt", "Zoé".encode("cp850"), encoding="cp850")).text == "Zoé"


@pytest.mark.parametrize(("encoding", "word"), [("klingon", "klingon"), ("base64", "base64"), ("utf-8", "utf-8")])
def test_an_encoding_that_does_not_fit_is_refused_by_name(encoding, word):
    assert word in refusal(read("a.txt", b"caf\xe9", encoding=encoding)).reason


def test_line_ends_controls_and_composition_are_made_regular():
    found = document(
        read("a.txt", "one\r\ntwo\rthree\u2028four\x0bfive\x00\x07\ufffe\ufeff cafe\u0301\ttab" + " and more" * 9)
    )
    assert found.text == "one\ntwo\nthree\nfour\nfive caf\u00e9\ttab" + " and more" * 9


def test_a_text_is_named_by_its_file():
    assert document(read("notes/2024 plan.v2.txt", "Water.")).title == "2024 plan.v2"


def test_front_matter_becomes_metadata_and_leaves_the_text():
    found = document(
        read("a.md", "---\ntitle: Fees\nplan: Business\naudience: [staff, board]\n---\n\n# Heading\n\nText.")
    )
    assert found.title == "Fees"
    assert found.text == "# Heading\n\nText."
    assert found.metadata == {"title": "Fees", "plan": "Business", "audience": ["staff", "board"]}


@pytest.mark.parametrize(
    ("written", "read_as"),
    [
        ("3.10", "3.10"),
        ("0.5", 0.5),
        ("3", 3),
        ("007", "007"),
        ("no", "no"),
        ("true", True),
        ("12:30", "12:30"),
        ("2024-01-05", "2024-01-05"),
        ("2024-01-05T10:00:00Z", "2024-01-05T10:00:00+00:00"),
        ("2024-13-45", "2024-13-45"),
        (".nan", ".nan"),
        ("1e999", "1e999"),
        ("9" * 5000, "9" * 5000),
        ("~", None),
        ("!!set {b, a}", ["a", "b"]),
        ("{1: x, 2024-01-05: y}", {"1": "x", "2024-01-05": "y"}),
    ],
)
def test_values_of_front_matter_are_json_as_they_were_written(written, read_as):
    assert document(read("a.md", f"---\nkey: {written}\n---\ntext")).metadata == {"key": read_as}


@pytest.mark.parametrize(
    "block",
    [
        "a: [unclosed",
        "a: &x [1]\nb: *x",
        "a: !!python/object/apply:os.system [ls]",
        "? [1, 2]\n: 3",
        "a: " + "[" * 3000,
        "a: " + "[" * 30 + "]" * 30,
        "a: " + "x" * 70_000,
    ],
)
def test_front_matter_that_cannot_be_read_stays_in_the_text_with_a_note(block):
    reading = read("a.md", f"---\n{block}\n---\n# Fees\n")
    (found,) = reading.documents
    assert block in found.text
    assert (found.title, found.metadata) == ("Fees", {})
    assert "front matter" in reading.unread[0].reason


@pytest.mark.parametrize("text", ["---\n\nNot a field.\n\n---\nMore.", "---\n- a\n- b\n---\nMore.", "---\nNo end."])
def test_a_ruler_is_no_front_matter(text):
    found = document(read("a.md", text))
    assert (found.text, found.metadata) == (text, {})


def test_empty_front_matter_is_taken_off():
    assert document(read("a.md", "---\n---\nText.")).text == "Text."


def test_front_matter_alone_is_no_text():
    assert "no text" in refusal(read("a.md", "---\na: 1\n---\n")).reason


@pytest.mark.parametrize(
    ("text", "title"),
    [
        ("intro\n\n## The **plot** [committee](x.md) ##\n", "The plot committee"),
        ("Fees\n====\n\ntext", "Fees"),
        ("```\n# no heading\n```\n# Heading", "Heading"),
        ("~~~~\n```\n# no\n~~~~\n# snake_case names", "snake_case names"),
        ("- item\n---\n#hashtag", "plan"),
        ("# 2024\n", "2024"),
        ("# Documents.txt\n", "Documents.txt"),
        (f"# {'long ' * 60}", "plan"),
    ],
)
def test_a_markdown_title_is_the_first_heading_that_says_something(text, title):
    assert document(read("plan.md", text)).title == title


@pytest.mark.parametrize(("title", "shown"), [("[a, b]", "Fees"), ("true", "Fees"), ("''", "Fees"), ("2024", "2024")])
def test_a_title_in_front_matter_is_text_or_a_number(title, shown):
    assert document(read("a.md", f"---\ntitle: {title}\n---\n# Fees\n")).title == shown
