"""Chinese words: jieba's tags, nouns joined to compounds, and which of these name a thing of what type.

Owns loading jieba without its cache file (it lies in the shared temporary folder), and without its log lines.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

import regex

from core.errors import ModelMissing

VERSION = "0.42.1"
MAX_WORDS = 4
_NOUNS = frozenset({"n", "nz", "nt", "ns", "nr", "nrt", "nrfg", "ng", "vn", "an", "eng", "l", "j", "i", "x2"})
NAMED = {"nr": "person", "nrt": "person", "nrfg": "person", "ns": "location", "nt": "organization", "nz": "product"}
_AUXILIARIES = frozenset(
    "能 能够 可以 可 会 要 须 需 需要 应 应该 必须 得 不得 不能 到 来 去 起 使 让 给 进行 曾经 才能".split()
)
_STOP = frozenset(
    """时候 情况 方面 问题 部分 时间 东西 方式 地方 事情 办法 方法 内容 人们 大家 结果 原因 目的
    过程 作用 关系 期间 阶段 条件 一般 以上 以下 其中 之后 之前 同时 目前 现在 今天 明天 昨天
    今年 去年 明年 每年 每月 每周 每天 当天 当时 年底 月底 上午 下午 晚上 全部 所有 其他 其它
    主要 名称 种类 数量 金额 程度 样子 人员 公斤 大约 以前 以后 以外 以内 周一 周二 周三 周四
    周五 周六 周日 共同 生效""".split()
)
_ROOMS = frozenset("室馆厅员者厂站费期率方处科")
"""Characters that make a noun of the verb before them: `修复/v 室/n`."""
_SUFFIXES = {
    "location": "省 市 县 镇 村 乡 区 国 山 河 江 湖 海 岛 路 街 港 馆 厅 室 园 塔 厂 店",
    "organization": "公司 大学 学院 学校 博物馆 合作社 商社 协会 委员会 理事会 大会 政府 部 局 小组 银行 集团 医院",
    "plan": "计划 方案 套餐 版",
    "policy": "政策 规定 条例 章程 制度 规则 办法",
    "document": "报告 发票 合同 协议 文件 记录 日志 申请 保险单 通知 证书 票",
    "process": "备份 恢复 导出 导入 取消 删除 迁移 续费 退款 检查 审核 培训 活动 流程 修复",
    "role": "员 者 户 人 客 方 经理 主任 管理员 用户 客户",
    "system": "系统 平台 服务 软件 数据库 网络",
    "fee": "费 价 基金 股 款",
    "event": "节 战争 事故 灾",
    "product": "茶 灯 产品",
}
_TYPES = sorted(
    ((suffix, kind) for kind, words in _SUFFIXES.items() for suffix in words.split()),
    key=lambda pair: (-len(pair[0]), pair),
)
ENDS = ("。", "！", "？", "!", "?", "；")
_VISIBLE = regex.compile(r"[\p{L}\p{N}][\p{L}\p{N} ·.+#&-]*")


@dataclass(frozen=True, slots=True)
class Word:
    """A word or a compound of words with jieba's tag; `name` is set where it can name a thing."""

    text: str
    tag: str
    parts: int = 1

    @property
    def names(self) -> bool:
        return self.tag in _NOUNS and _is_name(self)

    @property
    def acts(self) -> bool:
        return self.tag in ("v", "vd", "vi", "vg") and self.text not in _AUXILIARIES


class Tagger:
    """Cuts sentences into words; the dictionary is loaded at first use, once."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._tagger: Any = None

    def words(self, sentence: str) -> list[Word]:
        """The words of a sentence, runs of nouns joined: `航海/n 信号灯/n` is one."""
        words = _with_verbs([Word(pair.word, pair.flag) for pair in self._load().cut(sentence)])
        joined: list[Word] = []
        run: list[Word] = []
        for word in words:
            if word.tag in _NOUNS and len(run) < MAX_WORDS:
                run.append(word)
                continue
            joined.extend(_joined(run))
            run = [word] if word.tag in _NOUNS else []
            joined.extend([] if run else [word])
        return [*joined, *_joined(run)]

    def _load(self) -> Any:
        with self._lock:
            if self._tagger is None:
                self._tagger = _load()
            return self._tagger


def clauses_of(words: Sequence[Word]) -> Iterator[list[Word]]:
    """The words between commas, each clause with the mark that ends it."""
    clause: list[Word] = []
    for word in words:
        clause.append(word)
        if word.text in ("，", ",", "；", ";", "：", ":"):
            yield clause
            clause = []
    yield clause


def _load() -> Any:
    try:
        import jieba
    except ImportError as error:
        raise ModelMissing(f"jieba is not installed: {error}.", "Install LightPrism's packages again.") from error
    logging.getLogger("jieba").setLevel(logging.CRITICAL)
    words = jieba.dt
    with words.lock:
        if not words.initialized:  # its own way reads and writes a cache in the shared temporary folder
            words.FREQ, words.total = words.gen_pfdict(words.get_dict_file())
            words.initialized = True
    import jieba.posseg

    return jieba.posseg.dt


def _with_verbs(words: list[Word]) -> list[Word]:
    """In a clause of a sentence that has no verb, the first verbal noun behind a noun is one: `理事会 任命/vn 小组`."""
    words = _with_rooms(words)
    if not words or words[-1].text not in ENDS:
        return words
    found: list[Word] = []
    for clause in clauses_of(words):
        verb = None if any(word.acts for word in clause) else _first_verbal(clause)
        found += [replace(word, tag="v") if place == verb else word for place, word in enumerate(clause)]
    return found


def _first_verbal(clause: Sequence[Word]) -> int | None:
    nouns = 0
    for place, word in enumerate(clause):
        if word.tag == "vn" and nouns:
            return place
        nouns += word.tag in _NOUNS or word.tag == "r"
    return None


def _with_rooms(words: list[Word]) -> list[Word]:
    joined: list[Word] = []
    for word in words:
        if joined and word.text in _ROOMS and word.tag[0] == "n" and joined[-1].tag in ("v", "vn"):
            joined[-1] = Word(joined[-1].text + word.text, "n")
        else:
            joined.append(word)
    return joined


def _joined(run: list[Word]) -> Iterator[Word]:
    if not run:
        return
    text = "".join(word.text for word in run)
    if len(run) == 1 or all(word.tag == "eng" for word in run):
        yield from run
        return
    yield Word(text, "nz" if run[-1].tag in ("nr", "ns") and len(run) > 1 else run[-1].tag, len(run))


def _is_name(word: Word) -> bool:
    text = word.text
    if text in _STOP or not _VISIBLE.fullmatch(text) or text.isdigit():
        return False
    return len(text) > 1 and not (word.parts == 1 and word.tag in ("i", "l", "ng", "vn", "an") and len(text) > 4)


def type_of(word: Word) -> str:
    for suffix, kind in _TYPES:
        if word.text.endswith(suffix) and (len(word.text) > len(suffix) or len(suffix) > 1):
            return kind
    return "concept" if word.parts > 1 else NAMED.get(word.tag, "concept")
