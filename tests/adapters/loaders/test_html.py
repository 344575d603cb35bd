import pytest

from tests.adapters.loaders.reading import document, read, read_file, refusal


def text_of(markup: str) -> str:
    return document(read("a.html", markup)).text


def test_a_page_saved_by_a_word_processor_is_read():
    found = document(read_file("handbook.html"))
    assert found.title == "Fernhill Garden handbook"
    assert "- Spades come back clean.\n- Saws are lent to adults only." in found.text
    assert "Plot | Fee a year\nHalf plot | € 24" in found.text
    assert "花园 means garden" in found.text


def test_what_no_reader_sees_is_left_out():
    hidden = (
        "<script>var a</script><style>b{}</style><template>c</template><noscript>d</noscript><p hidden>e</p><!--f-->"
    )
    assert text_of(f"<body>{hidden}<p>seen</p></body>") == "seen"


def test_navigation_is_taken_off_and_listed():
    found = document(read("a.html", "<nav><a>Home</a><a>Help</a></nav><p>Text</p>"))
    assert found.text == "Text"
    assert [line.text for line in found.removed] == ["Home Help"]


@pytest.mark.parametrize(
    ("markup", "text"),
    [
        ("<p>Fern<b>hill</b> Garden</p><p>two</p>", "Fernhill Garden\n\ntwo"),
        ("<div>one</div><div>two</div>", "one\ntwo"),
        ("one<br>two<br><br>three", "one\ntwo\n\nthree"),
        ("a\n  <i>b</i>\n c&nbsp;d", "a b c d"),
        ("<ul><li>a<li><p>b</p><ol><li>c</ol></ul>d", "- a\n- b\n\n- c\n\nd"),
        ("<pre>a  b\n  c</pre>d", "a  b\n  c\n\nd"),
        ("<table><tr><th>a<th>b<tr><td><p>c</p><td>d</table>", "a | b\nc | d"),
        ("<table><tr><td><td>b<td><td>d</table>", "| b |  | d"),
        ("<h1>H</h1>text", "H\n\ntext"),
    ],
)
def test_blocks_lists_and_tables_become_lines(markup, text):
    assert text_of(markup) == text


@pytest.mark.parametrize(
    ("markup", "title"),
    [
        ("<title> The\n fees </title><h1>Other</h1>", "The fees"),
        ("<title></title><h1>The <i>fees</i></h1>", "The fees"),
        ("<svg><title>icon</title></svg><p>x", "a"),
        ("<p>x", "a"),
    ],
)
def test_a_title_comes_from_title_or_h1_or_the_name(markup, title):
    assert document(read("a.html", f"{markup}text")).title == title


def test_the_encoding_that_the_page_declares_is_used():
    page = '<meta charset="windows-1251"><p>мир</p>'.encode("cp1251")
    assert document(read("a.html", page)).text == "мир"


def test_a_declared_encoding_that_is_wrong_gives_way_to_utf_8():
    page = '<meta charset="windows-1251"><p>мир</p>'.encode()
    assert document(read("a.html", page)).text == "мир"


def test_a_page_nested_too_deeply_is_refused():
    assert "nested" in refusal(read("a.html", "<div>" * 5000 + "x")).reason


def test_a_deep_page_within_the_limit_is_read():
    assert text_of("<div>" * 2000 + "x") == "x"


def test_a_page_without_text_is_refused():
    assert "no text" in refusal(read("a.html", "<script>x</script>")).reason
