"""Find the items of Japanese to-do lists: やること and lines with bullets, or items in one line."""

import re
from collections.abc import Iterator

from .lists import ListedTask

# 今週中に, 引っ越しまでに, 結衣に頼まれた: when, before what, or for whom; 新人の is somebody else's.
_WHEN = (
    r"(?:(?:今日|明日|今週|来週|週末|今月|来月|今年|年内|[0-9０-９]{1,2}[月日]|[月火水木金土日]曜日?)[^\n、。:：はが]{0,6}"
    r"|[^\n、。:：はがの]{1,10}(?:まで|前)に|(?:私|自分|うち|残り|あと)の?|[^\n、。:：はがの]{1,8}に(?=頼まれ))"
)
_THINGS = (
    r"(?:やること|やるべきこと|(?:やら|し)(?:ないと|なきゃ)(?:いけない)?こと|すること|頼まれ(?:た|ている|てる|とる)こと"
    r"|タスク|宿題)(?:リスト|一覧|メモ)?"
)
_LATIN = r"(?:ToDo|TODO|To[- ]do)(?:リスト|一覧|メモ)?"
HEADING = re.compile(
    rf"^[ \t　【■●◆#*]{{0,12}}(?P<when>{_WHEN})?(?:{_THINGS}|{_LATIN}(?=[^\n]{{0,4}}\n))"
    r"[ \t　]{0,4}】?[ \t　]{0,4}(?:[:：]?[ \t　]{0,8}\n|[:：][ \t　]{0,8}(?P<line>[^\n]+))",
    re.MULTILINE,
)
ITEM = re.compile(
    r"[ \t　]*(?:[-*・•●○□☐]|\[ \]|[0-9０-９]{1,2}[.)．、])[ \t　]*(?P<o>[^\n]{2,80})(?:\n|$)"
)
# A tick, or 済 at the end.
TICKED = re.compile(r"[ \t　]*(?:[☑✓✔✅]|\[x\])[^\n]*(?:\n|$)", re.IGNORECASE)
DONE = re.compile(r"(?:済み?|完了|[✓✔✅])[)）\s]*$")
# Of one line: 灯油の注文、腹帯の受け取り.
PART = re.compile(r"(?:[^、,，;；（(]|[（(][^（()）]{0,40}[)）])+")
MOST = 30


def japanese_tasks(text: str) -> Iterator[ListedTask]:
    """Yield what still is to be done of the Japanese lists of a text."""
    for heading in HEADING.finditer(text):
        when = heading["when"] or ""
        if heading["line"]:
            yield from _in_line(heading["line"], heading.start("line"), when)
        else:
            yield from _below(text, heading.end(), when)


def _in_line(line: str, at: int, when: str) -> Iterator[ListedTask]:
    for part in list(PART.finditer(line))[:MOST]:
        words = part[0].strip(" 　。")
        if words and not DONE.search(words):
            yield ListedTask(words, at + part.start(), when)


def _below(text: str, at: int, when: str) -> Iterator[ListedTask]:
    for _ in range(MOST):
        if ticked := TICKED.match(text, at):
            at = ticked.end()
            continue
        item = ITEM.match(text, at)
        if item is None:
            return
        if not DONE.search(item["o"]):
            yield ListedTask(item["o"].strip(), item.start("o"), when)
        at = item.end()
