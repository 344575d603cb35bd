"""What kind of thing a word names, coarsely: `singer` a person, `town` a place. For telling homonyms apart.

A family is `super/sub` or `super` alone. Two families part two things only if neither is the other's super, so that
"organization" agrees with "band" and "song" does not agree with "film". Words that name several kinds are left out.
"""

from __future__ import annotations

from functools import lru_cache

import regex

from core.domain.diagnose.forms import singular

_TABLE = {
    "person": "person man woman human individual singer songwriter musician rapper vocalist actor actress politician "
    "footballer athlete cricketer golfer swimmer boxer wrestler cyclist jockey writer author poet novelist journalist "
    "playwright screenwriter painter sculptor artist photographer scientist physicist mathematician chemist biologist "
    "astronomer engineer lawyer judge king queen emperor empress prince princess duke duchess baron earl bishop pope "
    "saint priest monk nun philosopher historian theologian economist filmmaker composer guitarist drummer pianist "
    "bassist architect astronaut explorer businessman businesswoman entrepreneur comedian dancer professor teacher "
    "soldier admiral diplomat senator congressman physician surgeon nurse activist missionary linguist geologist "
    "botanist sportsman sportswoman quarterback goalkeeper 人 人物 人名 歌手 作家 演员 诗人 科学家 政治家 皇帝 导演",
    "place": "place location geo gpe city town village hamlet municipality county district province country nation "
    "suburb neighborhood neighbourhood commune township borough parish settlement kingdom republic empire capital "
    "island peninsula continent territory unincorporated metropolis 地点 地名 城市 国家 省 县 村 镇",
    "place/water": "river lake creek stream sea ocean bay strait canal reservoir tributary fjord 河流 湖泊 河 湖",
    "place/mountain": "mountain peak volcano hill 山 山脉 火山",
    "org": "organization organisation org company corporation firm business institution 组织 机构 公司 企业",
    "org/band": "band duo trio quartet orchestra choir 乐队 乐团",
    "org/team": "club team 球队 俱乐部",
    "org/school": "university college 大学 学院 学校",
    "org/agency": "ministry agency commission parliament senate 部 委员会",
    "work": "content creativework work",
    "work/film": "film movie documentary 电影 影片",
    "work/song": "song single anthem hymn 歌曲 单曲",
    "work/album": "album ep lp soundtrack mixtape 专辑",
    "work/book": "book novel novella memoir autobiography 书 小说",
    "work/stage": "opera musical ballet 歌剧",
    "work/show": "sitcom telenovela 电视剧",
    "work/periodical": "newspaper magazine journal 报纸 杂志",
    "work/game": "videogame 游戏",
    "work/painting": "painting portrait fresco 画",
    "substance": "metal chemical compound mineral element alloy 元素 金属 化合物 矿物",
    "celestial": "planet asteroid galaxy constellation comet moon 行星 恒星 星系",
    "god": "god goddess deity 神",
    "life": "species genus creature plant animal bird fish mammal insect tree fungus 物种 动物 植物",
    "ship": "ship warship steamship destroyer frigate battleship submarine 船 军舰",
    "software": "software app browser 软件",
    "language": "language dialect 语言",
    "currency": "currency 货币",
}
_FAMILY = {word: family for family, words in _TABLE.items() for word in words.split()}
_STOP = frozenset(
    "the a an of in on at by for from with to that which who whose where when and or based located situated directed "
    "written produced created known named called born released published featuring starring set about near between "
    "under recorded made used played founded established built since as is was are were".split()
)
_WORD = regex.compile(r"[\p{L}\p{M}\p{N}'’.-]+")
_HAN = regex.compile(r"\p{Han}")


@lru_cache(maxsize=50_000)
def family(phrase: str) -> str:
    """The family of what a noun phrase names, by its last noun (`rock band from Texas`: org/band); else empty."""
    last = ""
    for word in _WORD.findall(phrase.casefold()):
        if word in _STOP or (word.endswith(("ing", "ed")) and _known(last)):
            break
        last = word.strip("'’.-").rpartition("-")[2]
    return _known(last)


def _known(word: str) -> str:
    """The family of one word; of a Chinese compound, by its end."""
    if _HAN.search(word):
        return next((_FAMILY[word[at:]] for at in range(len(word)) if word[at:] in _FAMILY), "")
    return _FAMILY.get(word) or _FAMILY.get(singular(word), "")


def different(a: str, b: str) -> bool:
    """Whether two families (neither empty) part what they name."""
    if a == b or not a or not b:
        return False
    above, below = a.partition("/")[0], b.partition("/")[0]
    if above != below:
        return {above, below} != {"place", "org"}
    return "/" in a and "/" in b
