import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from core.domain.paths import ending, safe_name, stem


@pytest.mark.parametrize(
    ("name", "safe"),
    [
        ("plan.md", "plan.md"),
        ("a/b/plan.md", "a/b/plan.md"),
        ("/etc/passwd", "etc/passwd"),
        ("../../x/./y.md", "x/y.md"),
        ("C:\\docs\\plan.md", "docs/plan.md"),
        ("\\\\server\\share\\plan.md", "server/share/plan.md"),
        ("a//b///c.md", "a/b/c.md"),
        ("pl\x00an\r\n.md", "plan.md"),
        ("plan\u202egnp.md", "plangnp.md"),
        ('it\'s "the" plan 👩‍🌾.md', 'it\'s "the" plan 👩‍🌾.md'),
        ("cafe\u0301.md", "caf\u00e9.md"),
        ("\udcff.md", "\ufffd.md"),
        (".hidden", ".hidden"),
        ("", "unnamed"),
        ("../..", "unnamed"),
        ("/", "unnamed"),
        (". . /...", "unnamed"),
    ],
)
def test_names_become_relative_and_plain(name, safe):
    assert safe_name(name) == safe


@given(st.text(st.characters() | st.sampled_from("./\\:\0\n"), max_size=60))
def test_safe_names_are_never_empty_and_never_point_elsewhere(name):
    safe = safe_name(name)
    parts = safe.split("/")
    assert safe
    assert all(parts)
    assert not {".", ".."} & set(parts)
    assert not [character for character in safe if unicodedata.category(character) in ("Cc", "Cs")]


@given(st.text(max_size=60) | st.text("ab/. ", max_size=900))
def test_a_safe_name_stays_as_it_is(name):
    assert safe_name(safe_name(name)) == safe_name(name)


def test_overlong_names_keep_their_ending_and_stay_apart():
    one, other = safe_name("x" * 500 + "1.md"), safe_name("x" * 500 + "2.md")
    assert one != other
    assert len(one) <= 120
    assert one.endswith(".md")


def test_overlong_paths_are_bounded():
    assert len(safe_name("/".join(["folder"] * 500) + "/plan.md")) <= 400


def test_stem_and_ending_take_a_name_apart():
    assert (stem("a/2024.plan.MD"), ending("a/2024.plan.MD")) == ("2024.plan", ".md")
    assert (stem(".hidden"), ending(".hidden")) == (".hidden", "")
    assert ending("folder.d/file") == ""
