import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from core.domain.cleaning import clean, tidy

ANY = st.text(st.characters(exclude_categories=()), max_size=80)


@given(ANY)
def test_clean_text_has_no_controls_and_is_composed(text):
    cleaned = clean(text)
    assert cleaned == unicodedata.normalize("NFC", cleaned)
    assert not [c for c in cleaned if unicodedata.category(c) in ("Cc", "Cs") and c not in "\n\t"]


@given(ANY)
def test_cleaning_and_tidying_twice_change_nothing_more(text):
    assert clean(clean(text)) == clean(text)
    assert tidy(tidy(text)) == tidy(text)


def test_all_line_ends_become_one():
    assert clean("a\r\nb\rc\u2028d\x85e\x0cf") == "a\nb\nc\nd\ne\nf"


def test_joiners_that_emoji_need_stay():
    assert clean("👩‍🌾") == "👩‍🌾"


def test_tidying_keeps_one_blank_line():
    assert tidy("\n a  \n \n\n\nb\n") == "a\n\nb"
