"""Japanese rules for a name, an age, an origin and languages as people say them in passing."""

import re
from functools import partial

from nlp.facts.japanese.personal import DAY, LANGUAGES
from nlp.facts.japanese.rules import FIRST, TITLE, rule
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule

listed = partial(rule, is_list=True)
TOWN = rf"(?P<o>{SOMEWHERE}(?:の{SOMEWHERE})?)"
START = r"(?:^|(?<=[、。！!\s]))"
# A copula before a reason or a contrast: もう72じゃけえ, まだ42じゃし, 34やし.
SO = (
    r"(?:じゃ(?:け(?!ん?ど?な)|し|が|よ|から|の|もん)|や(?:し|けど?|から|もん|ねん|で(?=[、。])|さかい)"
    r"|だ(?:し|から|けど|が(?=、)|よ|ど|べ|もん|もの|ぞ|ね|なあ)|です|なの|なん(?:じゃ|や|だ|で))"
)
YEARS = r"(?P<o>1[5-9]|[2-9]\d)(?:歳|才)?"
AGE = (
    rule("age", rf"(?:もう|まだ|これでも|今年で|かれこれ){YEARS}(?:{SO}|$)"),
    rule(
        "age",
        rf"(?:もう|今年で?){YEARS}に(?:なる|なった|なりました|なります)"
        r"(?=[。、！!\s]|$|けど|が(?=、)|から|し|ので|わ|よ|んで|んだ)",
    ),
    rule(
        "age",
        rf"^\s*{YEARS}に(?:なった|なりました|なりまして|なったばかり)(?=[。、！!\s]|$|ので|けど|よ|わ|で)",
    ),
    rule("age", rf"^\s*{YEARS}(?:やし|じゃし|だし|やけど|じゃけど|だけど)(?=[、。]|[なね][。、])"),
    rule(
        "age",
        rf"{START}(?:{FIRST}(?:は|も|が)?)?{YEARS}に(?:もなって|もなると|もなれば|もなりゃ)",
    ),
    # 六十の手習い is the proverb itself.
    rule("age", r"(?P<o>(?!60)[3-9]\d)の手習い"),
    rule(
        "age",
        r"^\s*(?P<o>[二三四五六七八九]十[一二三四五六七八九]?)(?:歳|才)?(?:だ|です|じゃ|や)(?=[。！!]|$)",
        confidence=0.8,
    ),
    rule("age", rf"年生まれの{YEARS}(?:や|だ|です|じゃ|、|$)"),
    rule(
        "age", r"(?P<o>[1-9]\d|[二三四五六七八九]十[一二三四五六七八九]?)(?:歳|才)の誕生日に、?自分"
    ),
    rule(
        "age",
        rf"(?P<s>{FIRST})(?:ら|たち)?(?:夫婦)?(?:とも)?(?:は|も)?、?(?:もう)?"
        r"(?P<o>[3-9]0(?:歳)?(?:すぎ|過ぎ|手前))",
    ),
)
# Nothing stands before.
AT_BEGINNING = re.compile(r"\A\s*\Z")
NAME = (
    rule(
        "name",
        rf"(?:^|(?<=[。！!]))(?:{FIRST})は(?P<o>{SOMEONE}|[ァ-ヶー・]{{2,14}})(?:って|と)"
        r"(?:いいます|言います|申します)(?=[。！!、]|$)",
    ),
    rule(
        "name",
        rf"(?:^|(?<=[、。！!]))「?(?P<o>{SOMEONE}|[ァ-ヶー]{{2,8}}|[ぁ-ん]{{2,6}}?)」?(?:って|と)呼んで"
        r"(?:な(?=[。、！!]|$)|や(?=[。、！!]|$)|ちょうだい|おくれ|けろ|くれたら)",
    ),
    rule("name", rf"^(?:{FIRST})は(?P<o>{SOMEONE})です[。！!\s]*$"),
    rule(
        "name",
        r"(?:して(?:い)?|やって(?:い)?|勤めて(?:い)?)(?:る|ます|おります)"
        rf"(?P<o>{SOMEONE})(?:です|でございます|と(?:いい|言い|申し)ます)(?=[。！!\s]|$)",
    ),
    # Whoever begins with a name alone gives their own: 川西です。昨日の件ですが.
    rule("name", rf"^(?P<o>{SOMEONE})(?:です|でございます)[。！!]", after=AT_BEGINNING),
)
ORIGIN = (
    rule(
        "from",
        rf"{TOWN}(?:(?:の|ん)(?:人間|者)|[のん]?もん)(?:や|だ|じゃ|です|なん|ばい|たい(?=[。、]))",
    ),
    rule("from", rf"{TOWN}(?:生まれ|育ち|出身)(?:や|じゃ|なもんで|なもので|だし|だから|だけど)"),
    rule("from", rf"^{TOWN}から(?:きました|来ました|きて|来て)(?=[。、！!]|$)"),
)
SPEECH = (
    listed("speaks", rf"{LANGUAGES}は(?:すこし|ちょっと|かたこと|家族と|かぞくと|仕事で|しごとで)"),
    listed(
        "speaks",
        rf"{LANGUAGES}(?:しゃべれ|喋れ|話せ)(?:る|ます)(?=[。、！!]|$|けど|から|し|よ|ので|んで)",
    ),
    listed("speaks", rf"{LANGUAGES}(?:が|も)?通じて(?:嬉し|うれし|助か|よか|良か|安心)"),
)
BIRTHDAY = (
    rule(
        "birthday",
        rf"(?P<s>{SOMEONE}){TITLE}の誕生日(?:プレゼント|祝い)?[が、](?:明日の|来月の|今年は)?{DAY}(?!まで)",
    ),
)
RULES: tuple[Rule, ...] = AGE + NAME + ORIGIN + SPEECH + BIRTHDAY
