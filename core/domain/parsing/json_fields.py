"""What models call the lists and fields of a JSON reply, in English and Chinese, and which fields make which row."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

_LISTS = {
    "entities": ("entities", "entity", "nodes", "entitylist", "entitieslist", "extractedentities", "实体", "实体列表"),
    "relations": (
        *("relations", "relationships", "relation", "relationship", "edges", "links", "triples", "triplets"),
        *("relationlist", "relationshiplist", "extractedrelations", "extractedrelationships", "关系", "关系列表"),
    ),
    "themes": ("themes", "theme", "topics", "contentthemes", "contentkeywords", "keywords", "主题", "关键词"),
}
LIST_OF = {word: kind for kind, words in _LISTS.items() for word in words}

ENTITY_FIELDS = {
    "name": ("name", "entityname", "entity", "entityid", "title", "label", "id", "名称", "实体名称", "实体", "名字"),
    "type": ("type", "entitytype", "category", "kind", "class", "label", "类型", "实体类型", "类别"),
    "description": (
        *("description", "entitydescription", "desc", "summary", "details", "text", "explanation", "definition"),
        *("描述", "实体描述", "说明"),
    ),
    "qualifier": ("qualifier", "scope", "limitedto", "appliesto", "限定", "限定词", "适用范围"),
}
RELATION_FIELDS = {
    "source": (
        *("source", "src", "from", "sourceentity", "sourcename", "sourceid", "srcid", "head", "subject", "start"),
        *("entity1", "源", "源实体", "主体", "头实体", "起点"),
    ),
    "target": (
        *("target", "tgt", "to", "targetentity", "targetname", "targetid", "tgtid", "tail", "object", "end"),
        *("entity2", "目标", "目标实体", "客体", "尾实体", "终点"),
    ),
    "keywords": (
        *("keywords", "keyword", "relationkeywords", "relationshipkeywords", "predicate", "relation", "relationship"),
        *("relationtype", "relationshiptype", "type", "label", "name", "关键词", "关系", "关系类型", "谓词"),
    ),
    "description": (
        *("description", "relationdescription", "relationshipdescription", "desc", "summary", "details", "text"),
        *("explanation", "evidence", "描述", "关系描述", "说明"),
    ),
    "strength": (
        *("strength", "weight", "relationstrength", "relationshipstrength", "score", "confidence", "强度", "权重"),
    ),
}
POSITIONS = {
    "entities": ("name", "type", "description", "qualifier"),
    "relations": ("source", "target", "keywords", "description", "strength"),
}
_RECORD_WORDS = ("entity", "node", "relation", "relationship", "edge")
_LETTERS = re.compile(r"[^\W\d]{2}")
_IDENTITY = {*ENTITY_FIELDS["name"][:4], *RELATION_FIELDS["source"], "名称", "实体名称"}


def is_row(keys: set[str], kind: str) -> bool:
    """Whether an object with these keys is a row; without a list key above it more is asked for."""
    if has_ends(keys):
        return True
    if kind == "relations" and keys & {*RELATION_FIELDS["source"], *RELATION_FIELDS["target"]}:
        return True
    return has_name(keys) and (bool(kind) or bool(keys & {*ENTITY_FIELDS["type"], *ENTITY_FIELDS["description"]}))


def has_ends(keys: set[str]) -> bool:
    return bool(keys & set(RELATION_FIELDS["source"])) and bool(keys & set(RELATION_FIELDS["target"]))


def has_name(keys: set[str]) -> bool:
    return bool(keys & set(ENTITY_FIELDS["name"]))


def split_repeats(pairs: Sequence[tuple[str, Any]]) -> tuple[list[dict[str, Any]], list[str]]:
    """Two rows without a bracket between them are one object with repeated keys: take them apart again."""
    parts: list[dict[str, Any]] = [{}]
    repeats: list[str] = []
    for key, value in pairs:
        if key not in parts[-1]:
            parts[-1][key] = value
        elif parts[-1][key] == value:
            repeats.append(f"{key} given twice")
        elif plain_key(key) in _IDENTITY:
            repeats.append(f"two rows in one object, parted at {key}")
            parts.append({key: value})
        else:
            repeats.append(f"{key} given twice, joined")
            parts[-1][key] = [parts[-1][key], value]
    return parts, repeats


def named(members: Mapping[str, Any], fields: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Our names for the fields: for each the first of its words that has a value, no word used twice."""
    left = {plain_key(key): value for key, value in members.items()}
    if left.get("type") in _RECORD_WORDS:  # says which kind of row this is, not of which type the thing is
        left.pop("type")
    if _LETTERS.search(str(left.get("id", ""))) and "label" in left:
        left["name"] = left.get("name") or left.pop("id")
    found: dict[str, Any] = {}
    for field, words in fields.items():
        word = next((word for word in words if left.get(word) not in (None, "", [])), None)
        if word is not None:
            found[field] = left.pop(word)
    return found


def plain_key(key: str) -> str:
    return re.sub(r"[\W_]", "", key).casefold()
