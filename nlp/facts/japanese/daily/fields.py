"""Japanese rules for fields of notes and chats, whatever sign parts them: 勤務先=…, 居住地→…, 専攻: 建築."""

import re
from functools import partial

from nlp.facts.japanese.food_and_pets import FOODS
from nlp.facts.japanese.health.words import NAMES
from nlp.facts.japanese.personal import LANGUAGE
from nlp.facts.japanese.rules import TITLE, rule
from nlp.facts.japanese.work import JOB_WORD
from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, REST, THING

listed = partial(rule, is_list=True)
HEAD = r"(?:^[\s・*●■◆\-]*|(?<=[、。／/|｜，,\s]))"
IS = r"[ 　]?(?:[：:＝=→⇒]|->)[ 　]?"
# The end of a field.
END = r"(?=[、。／/|｜，,\n（(]|\s*$)"
WORD = r"[^\s、。「」：:＝=→／/|｜（(]"
TOWN = rf"(?P<o>{SOMEWHERE}(?:の?{SOMEWHERE})?|[一-龥ァ-ヶー]{{2,12}})"
IN_BRACKETS = r"(?:[（(][^（）()\n]{1,30}[)）])?"
PEOPLE = rf"(?P<o>{SOMEONE}{TITLE}{IN_BRACKETS}(?:(?:と|、|・|，){SOMEONE}{TITLE}{IN_BRACKETS})*)"
FIRM = rf"(?P<o>[{ORGANIZATION}]{REST}*|(?!なし|無し|未定|不明|自宅){WORD}{{2,20}})"
SCHOOL = (
    rf"(?P<o>[{ORGANIZATION}]{REST}*|{WORD}{{1,16}}(?:大学院?|大|高校|高|中学校?|中|小学校|学院"
    rf"|学園|高専|専門学校|短大))"
)
TONGUE = rf"(?:{LANGUAGE}|[一-龥ァ-ヶー]{{1,8}}[語弁])"
WORDS = r"(?P<o>(?!なし|無し|特になし|未定|不明)[^\n。：:＝=→]{1,40}?)"
WORK: tuple[Rule, ...] = (
    rule(
        "works_for",
        rf"{HEAD}(?:勤務先|勤め先|就業先|会社名?|職場|バイト先|パート先){IS}{FIRM}{END}",
    ),
    rule(
        "occupation",
        rf"{HEAD}(?:職業|仕事|職種|本業|肩書き?){IS}(?P<o>{JOB_WORD}|{WORD}{{2,16}}){END}",
    ),
    rule(
        "reports_to",
        rf"{HEAD}(?:直属の)?(?:上司|上長|ボス|マネージャー){IS}(?P<o>{SOMEONE}){TITLE}{END}",
    ),
    listed("colleague", rf"{HEAD}(?:同僚|同期|部下|チームメイト|先輩|後輩){IS}{PEOPLE}{END}"),
    listed("friend", rf"{HEAD}(?:友人|友達|友だち|親友){IS}{PEOPLE}{END}"),
    rule("studies_at", rf"{HEAD}(?:学校|大学|高校|在学|在籍|通学先){IS}{SCHOOL}{END}"),
    rule(
        "studies", rf"{HEAD}(?:専攻|専門|学部|学科|研究|研究テーマ){IS}(?P<o>{WORD}{{2,16}}){END}"
    ),
    rule(
        "member_of",
        rf"{HEAD}(?:サークル|クラブ|部活|所属団体){IS}(?P<o>(?!なし){WORD}{{2,16}}){END}",
    ),
)
HOME: tuple[Rule, ...] = (
    rule("lives_in", rf"{HEAD}(?:居住地|現住所|住所|住まい|お住まい|居住|在住地?){IS}{TOWN}{END}"),
    rule("from", rf"{HEAD}(?:出身地?|出生地|地元|本籍|故郷|実家){IS}{TOWN}{END}"),
    listed(
        "speaks",
        rf"{HEAD}(?:言語|話せる言語|使用言語|語学){IS}(?P<o>{TONGUE}(?:(?:と|、|・|，|/|／){TONGUE})*)",
    ),
)
TOOL = r"[A-Za-zァ-ヶー][A-Za-z0-9ァ-ヶー.+#-]{1,20}(?: [A-Z0-9][A-Za-z0-9.+-]{0,10}){0,2}"
NAMED_TOOL = rf"(?:{THING}{REST}*(?: [A-Z0-9][A-Za-z0-9.+-]{{0,10}})?|{TOOL})"
TOOLS: tuple[Rule, ...] = (
    listed(
        "uses",
        rf"{HEAD}(?:使用|利用|愛用|開発)?(?:エディタ|OS|ブラウザ|シェル|ターミナル|アプリ|ソフト"
        rf"|ツール|端末|環境|言語|機材|PC|パソコン|スマホ|IDE|DB|フレームワーク)"
        rf"(?:{IS}|は)(?P<o>{NAMED_TOOL}(?:(?:と|、|・|，|/|／){NAMED_TOOL}){{0,4}})(?=[。\n（(]"
        rf"|\s*$|です|で|を|、[^。\n]{{1,12}}(?:は|：|:|＝|=))",
    ),
    rule("age", rf"{HEAD}(?:年齢|歳|とし|満年齢){IS}(?P<o>[1-9]\d)(?:歳|才|さい)?{END}"),
)
BODY: tuple[Rule, ...] = (
    listed(
        "allergic_to",
        rf"{HEAD}アレルギー(?:物質|食品)?{IS}(?!なし|無し|特に){FOODS}(?:アレルギー)?(?=[。\n（(]|\s*$)",
    ),
    listed("condition", rf"{HEAD}(?:持病|疾患|病気|診断名?){IS}{NAMES}{END}"),
    rule(
        "diet", rf"{HEAD}(?:食事|食事制限|食生活){IS}(?P<o>(?!なし|無し|特に){WORD}{{2,16}}){END}"
    ),
)
TASTES: tuple[Rule, ...] = (
    listed(
        "likes",
        rf"{HEAD}(?:好きな?(?:もの|こと|食べ物|飲み物)?|好物|趣味|推し){IS}{WORDS}(?=[。\n]|\s*$)",
    ),
    listed(
        "dislikes",
        rf"{HEAD}(?:嫌い|きらい|苦手)(?:な(?:もの|こと|食べ物))?{IS}{WORDS}(?=[。\n]|\s*$)",
    ),
)
# A heading, and a list below it: 嫌いなもの / 1. 会議 / 2. パクチー.
ITEMS = r"\s*\n(?:[^\n]{1,30}\n){0,9}\s*(?:\d{1,2}[.．])?\s*\Z"
ITEM = (
    r"^\s*(?!\d{1,2}[.．]?\s*$)(?:[・*●\-]|\d{1,2}[)）、．.])?[ 　]*(?P<o>[^\n。：:、]{1,20}?)\s*$"
)
LISTS: tuple[Rule, ...] = tuple(
    rule(predicate, ITEM, Validity.STANDS, after=re.compile(rf"(?:^|\n){heading}[：:]?{ITEMS}"))
    for predicate, heading in (
        (
            "likes",
            r"[#■●◆・\s]*(?:私の)?(?:好きな?(?:もの|こと|食べ物|飲み物|作家|バンド)|好物)(?:リスト|一覧)?",
        ),
        (
            "dislikes",
            r"[#■●◆・\s]*(?:私の)?(?:嫌い|きらい|苦手)な(?:もの|こと|食べ物)(?:リスト|一覧)?",
        ),
    )
)
RULES: tuple[Rule, ...] = WORK + HOME + TOOLS + BODY + TASTES + LISTS
