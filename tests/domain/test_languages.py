"""An embedder of one language is known by its name, a text of another script by its letters."""

import pytest

from core.domain.languages import beyond_latin, knows_english_alone


@pytest.mark.parametrize(
    ("embedder", "alone"),
    [
        ("all-minilm-l6-v2-int8@8199be6f", True),
        ("all-minilm:latest@000000", True),
        ("mxbai-embed-large@abc", True),
        ("bge-m3:latest@abc", False),
        ("qwen3-embedding:0.6b@abc", False),
        ("snowflake-arctic-embed2@abc", False),
    ],
)
def test_an_embedder_of_english_is_known_by_its_name(embedder: str, alone: bool) -> None:
    assert knows_english_alone(embedder) is alone


@pytest.mark.parametrize(
    ("text", "beyond"),
    [
        ("奇瑞生产的新能源车辆", True),
        ("Мы храним копии тридцать дней", True),
        ("The backup of 北谷 is kept for 30 days.", False),
        ("30 % – 40 %", False),
        ("Die Sicherung bleibt dreißig Tage", False),
        ("", False),
    ],
)
def test_a_text_of_another_script_is_seen(text: str, beyond: bool) -> None:
    assert beyond_latin(text) is beyond
