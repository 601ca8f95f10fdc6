"""Japanese rules for relatives whom messages name in an aside or in a list: 美咲という娘が, 弟 健 大阪."""

import re
from functools import partial

from nlp.facts.japanese.rules import FIRST, KIN, TITLE, rule
from nlp.facts.rules import SOMEONE, Rule, Validity
from nlp.mentions.words import words
from nlp.text.sentences import alternation

standing = partial(rule, validity=Validity.STANDS, is_elidable=True)
told_to_owner = partial(rule, validity=Validity.STANDS, is_to_owner=True)
GIVEN = rf"(?:{alternation(words('ja_given_names', 'ja_more_given_names', 'ja_given_words'))})"
NAME = rf"(?P<o>{SOMEONE}|{GIVEN})"
EDGE = r"(?:^[\s・*-]*|(?<=[、。！!？?：:（(\s])|(?<=[はがも]))"
SPOUSE = r"(?:妻|夫|嫁さん?|家内|女房|旦那|主人|ダンナ|亭主|[かカ]みさん)"
CHILD = (
    r"(?:長男|長女|次男|次女|三男|三女|末っ子|末娘|息子|娘|孫娘?|姪|甥|弟|妹|兄|姉|[上下末]の"
    r"(?:子|娘|息子))"
)
BLOOD = "|".join(one for one in KIN[3:-1].split("|") if not re.match(f"{SPOUSE}|彼|嫁", one))
SCHOOL_OR_AGE = r"(?:[小中高]\d|年[少中長]|\d{1,2}[歳才]|大\d|社会人)"
ENDS = r"(?=[。、！!\s（(]|$|で(?:す|して|ございます|、)|だ(?!っ)|が|は|も|から|より)"
# Whose family a list is about.
FAMILY_LIST = re.compile(
    r"(?:^|\n)(?:うちの?|我が家の?)?家族[^\n。]{0,10}\n(?:[^\n]{0,40}\n){0,5}\s*\Z"
)
# うちの健(小5)・葵(小2): the second child of ours.
OF_SIBLING = re.compile(rf"うちの[^\s。、（()）]{{1,8}}[（(]{SCHOOL_OR_AGE}[)）]\Z")
# A relative in the sentence before, whose name follows: 下の子が泣く。律といいます。
OF_CHILD = re.compile(rf"(?:{CHILD}|兄ちゃん|姉ちゃん|弟|妹)[^\n]{{0,60}}\Z")
# Names behind a number of relatives: 子どもが3人います。太郎、花子、次郎です。
OF_SEVERAL = re.compile(
    rf"(?:子ども|子供|娘|息子|兄弟|姉妹|きょうだい|孫|{CHILD})(?:が|は)?[一二三四五六\d]人"
    r"(?:い(?:ます|る)|おり?ます|です)[。、]\s*\Z"
)
SAID = r"(?:と|って)(?:いって|言って|いいまして|いうん|言うん|いいます|申します|いう名|いう子)"
# How an assistant speaks of the family of whom it answers.
POLITE = (
    r"(?:お嬢さん|お嬢さま|お嬢様|お子さん|お子さま|お子様|息子さん|娘さん|ご長男|ご長女"
    r"|ご次男|ご次女|お孫さん|お母さま|お母様"
    r"|お父さま|お父様|妹さん|弟さん|お姉さま|お兄さま)"
)
POLITE_SPOUSE = r"(?:ご主人|旦那さま|旦那様|奥さま|奥様|配偶者)"
RELATED: tuple[Rule, ...] = (
    standing(
        "family_member",
        rf"^\s*(?:名前は|上から)?、?(?P<o>(?:{SOMEONE}|{GIVEN})(?:[、・と](?:{SOMEONE}|{GIVEN}))+)"
        r"(?=です|だ(?!っ)|と(?:いい|いう)|。|$)",
        after=OF_SEVERAL,
        is_list=True,
    ),
    standing(
        "family_member",
        rf"(?:子ども|子供|息子|娘|孫|兄弟|姉妹|きょうだい)(?:は|が)[一二三四五六\d]人(?:い(?:て"
        rf"|ます)|おり(?:まして|ます)?"
        rf"|で)、?(?:名前は|上から)?(?:順に)?、?(?P<o>(?:{SOMEONE}|{GIVEN})(?:[、・と](?:{SOMEONE}"
        rf"|{GIVEN}))+)"
        r"(?=です|だ(?!っ)|と(?:いい|いう)|。|$)",
        is_list=True,
    ),
    standing(
        "family_member", rf"{EDGE}{NAME}(?:と|って)?(?:いう|ゆう)(?:{CHILD})(?=が|と|は|も|。|、)"
    ),
    standing("family_member", rf"(?:・|、|と){NAME}[（(]{SCHOOL_OR_AGE}[)）]", after=OF_SIBLING),
    standing("family_member", rf"^[\s・]*{NAME}{SAID}(?!人|方|友)", after=OF_CHILD),
    standing(
        "family_member", rf"(?<=[\s　]){NAME}っていうん(?:だけど|ですけど|です|だ)", after=OF_CHILD
    ),
    standing("family_member", rf"^[\s・]*{NAME}[：:]", after=FAMILY_LIST),
    standing(
        "family_member",
        rf"(?:{EDGE}|(?<=息子の)|(?<=長男の)|(?<=弟の))(?:{BLOOD}|末っ子|嫁)(?:の|・|、)?{NAME}"
        r"(?=で(?:す|ございます|、)|です)",
    ),
    standing(
        "family_member",
        rf"^[\s・*-]*(?:{CHILD}|いとこ|義[兄弟姉妹])[ 　・：:の]?{NAME}(?=[ 　（(]|$)",
    ),
    standing("married_to", rf"^[\s・*-]*{SPOUSE}[ 　・：:の]?{NAME}(?=[ 　（(]|$)"),
    standing(
        "married_to",
        rf"{EDGE}(?P<o>{SOMEONE}){TITLE}と(?:の)?(?:結婚記念日|銀婚式|金婚式|入籍記念日)",
    ),
    standing(
        "married_to",
        rf"^[\s・]*(?P<o>{SOMEONE}){TITLE}の(?:嫁|妻|夫|旦那|奥さん|家内)(?:です|になりました"
        r"|になった)",
    ),
)
HAVING = (
    r"(?:が|も)?(?:[一二三四五1-5ひと]+[人り])?(?:い(?:て|る|ます|まして)|おって|おる|おります"
    r"|おりまして|でして)(?:で|よ|ねん|けど|んだけど|んやけど|んです(?:が|けど)?|んだが|のですが"
    r"|ねんけど)?"
)
NAMED_WITH: tuple[Rule, ...] = (
    # 長男は小学5年、名前は翔太。
    standing(
        "family_member",
        rf"{EDGE}(?:うちの)?(?:{BLOOD}|[上下末]の子)(?:は|が)[^、。はが]{{1,14}}、(?:名前|なまえ"
        rf"|名)は、?「?(?P<o>{SOMEONE}|{GIVEN}|[ァ-ヶー]{{2,6}})」?"
        r"(?=です|だ(?!っ)|や(?:で|ねん)|と(?:いい|いう|申)|って(?:いう|いい)|で(?=、)|[。、！!]|$)",
    ),
    standing(
        "family_member", rf"うちの子[（(](?P<o>{SOMEONE}|{GIVEN})[、・ 　][^（）()\n]{{1,8}}[)）]"
    ),
    standing(
        "family_member",
        rf"{EDGE}(?:うちに?(?:は)?)?(?:{BLOOD}|子ども|子供){HAVING}[、。 　]?(?:名前|なまえ|名)(?:は"
        rf"|が)、?「?(?P<o>(?:{SOMEONE}|{GIVEN}|[ァ-ヶー]{{2,6}})(?:[、・と](?:{SOMEONE}"
        rf"|{GIVEN}))*)」?"
        r"(?=です|だ(?!っ)|や(?:で|ねん)|と(?:いい|いう|申)|って(?:いう|いい)|[。、！!]|$)",
        is_list=True,
    ),
    standing(
        "family_member",
        rf"{EDGE}(?:{BLOOD}|子ども|子供)(?:は|が)[一二三四五\d](?:人|名)(?:いて|おりまして"
        rf"|で)?、(?:上から)?、?(?P<o>(?:{SOMEONE}|{GIVEN})(?:[、・と](?:{SOMEONE}|{GIVEN}))+)"
        r"(?=です|だ(?!っ)|や(?:で|ねん)|と(?:いい|いう|申)|って(?:いう|いい)|でございます|[。！!]|$)",
        is_list=True,
    ),
)
FRIENDS = r"(?:友達|友だち|ともだち|友人|親友|幼なじみ|幼馴染み?|ママ友|パパ友|飲み仲間|悪友)"
MATES = r"(?:同僚|同期|部下|後輩|先輩)"
# One of a list may have a name that no reader of names found: 翔太とゆうま.
ANY = rf"(?:{SOMEONE}{TITLE}|(?:{GIVEN}|[ァ-ヶー]{{2,6}}|[ぁ-んー]{{2,5}})(?:さん|くん|ちゃん|君)?)"
AND = r"(?:と|、|・|、と)"
LISTED = rf"(?P<o>(?:{SOMEONE}{TITLE}{AND}{ANY}|{ANY}{AND}{SOMEONE}{TITLE})(?:{AND}{ANY})*)"
WHOSE = r"(?:うちの|会社の|職場の|一番の|大学の|高校の|地元の)?"
LISTED_TIES: tuple[Rule, ...] = tuple(
    standing(
        predicate,
        rf"{EDGE}{WHOSE}{words_}(?:の名前)?(?:は|：|:|=|＝|→)[ 　]?、?(?:上から)?、?{LISTED}"
        r"(?=です|だ(?!っ)|で(?=、)|や(?:で|ねん)|でございます|と(?:いい|いう)|って(?:いい|いう)"
        r"|[。！!\n]|$)",
        is_list=True,
    )
    for predicate, words_ in (
        ("friend", FRIENDS),
        ("colleague", MATES),
        (
            "family_member",
            rf"(?:{BLOOD}|子ども|子供|兄弟|姉妹|きょうだい)(?:たち|達|の[二三2-3]人)?",
        ),
    )
)
# 長男の修一は歯科医をしております。お嫁さんは洋子さんという人です。
OF_RELATIVE = re.compile(
    rf"(?:{CHILD})(?:の|・)?{SOMEONE}{TITLE}(?:は|が|も)[^。\n]{{0,40}}[。！!]\s*\Z"
)
IN_LAW = r"(?:お嫁さん|嫁さん|奥さん|旦那さん|だんなさん|お婿さん|婿さん|ご主人)"
IS_CALLED = r"(?:です|だ(?!っ)|で(?=、)|という(?:人|方|名)|と(?:いい|言い)|って(?:いう|いい)|。|$)"
IN_LAWS: tuple[Rule, ...] = (
    rule(
        "married_to",
        rf"^\s*{IN_LAW}(?:の名前)?は、?(?P<o>{SOMEONE}){TITLE}{IS_CALLED}",
        Validity.STANDS,
        after=OF_RELATIVE,
    ),
    standing(
        "family_member",
        rf"^\s*(?={IN_LAW}(?:の名前)?は、?(?P<o>{SOMEONE}){TITLE}{IS_CALLED})",
        after=OF_RELATIVE,
    ),
)
# 弟がいます。アグスです。: whom the sentence before tells of, by name.
OF_ONE = re.compile(rf"(?:{BLOOD})が(?:[一1ひと]+[人り])?(?:い(?:ます|る)|おり?ます)[。！!]\s*\Z")
WHAT_FRIEND = r"(?:一番|いちばん|昔から|昔|長年|大切|大事|仲のいい|仲良し|いい|大学|高校|職場|地元)"
NAMED_THEN: tuple[Rule, ...] = (
    standing(
        "family_member",
        rf"^\s*(?:名前は)?(?P<o>{SOMEONE}){TITLE}(?=です|だ(?!っ)|という|と(?:いい|言い)"
        rf"|って(?:いう|いい)|や(?:で|ねん))",
        after=OF_ONE,
    ),
    standing(
        "friend",
        rf"(?:^|(?<=[。、！!\s]))(?P<o>{SOMEONE}){TITLE}(?:は|が)、?(?:(?P<s>{FIRST})の"
        rf"|{WHAT_FRIEND}(?:の|な)?){{0,2}}{FRIENDS}"
        r"(?=です|だ(?!っ)|で(?=、)|なん|や(?:で|ねん)|[。！!]|$)",
    ),
)
PARTNER = r"(?:婚約者|許嫁|フィアンセ|恋人|パートナー|彼女|彼氏)"
COMPANY: tuple[Rule, ...] = (
    standing(
        "family_member",
        rf"{EDGE}{PARTNER}(?:の名前)?は、?(?:[^、。はが「]{{1,10}}の)?「?(?P<o>{SOMEONE}){TITLE}」?"
        r"(?=です|だ(?!っ)|で(?=、)|と(?:いい|いう|言い)|。|$)",
    ),
    standing(
        "colleague",
        rf"{EDGE}(?:同僚|部下|後輩|先輩|同期|同じ(?:課|部|部署|チーム))(?:に|には|は)、?"
        rf"(?P<o>{SOMEONE}{TITLE}(?:(?:[、・と]|、と){SOMEONE}{TITLE})*)(?=が(?:い(?:る|ます|て)"
        rf"|おり|います))",
        is_list=True,
    ),
    standing(
        "colleague",
        rf"{EDGE}(?P<o>{SOMEONE}){TITLE}(?:は|が)(?:(?:会社|職場|部署|課|支店)の)?(?:同僚|同期|部下)"
        r"(?=です|だ(?!っ)|で(?=、)|。|$)",
    ),
    standing(
        "friend",
        rf"{EDGE}(?:友達|友人|友だち|親友|幼なじみ|幼馴染|ママ友|飲み仲間)(?:に|には)、?"
        rf"(?P<o>{SOMEONE}{TITLE}(?:(?:[、・と]|、と){SOMEONE}{TITLE})*)(?=が(?:い(?:る|ます|て)"
        rf"|おり|います))",
        is_list=True,
    ),
)
OF_OWNER: tuple[Rule, ...] = (
    told_to_owner(
        "family_member",
        rf"{EDGE}(?:[上下末]の)?{POLITE}の(?P<o>{SOMEONE})(?:さん|くん|ちゃん|様)?{ENDS}",
    ),
    told_to_owner("married_to", rf"{EDGE}{POLITE_SPOUSE}の(?P<o>{SOMEONE})(?:さん|様)?{ENDS}"),
)
FIRST_RULES: tuple[Rule, ...] = OF_OWNER + NAMED_WITH + LISTED_TIES + IN_LAWS + NAMED_THEN
RULES: tuple[Rule, ...] = RELATED + COMPANY
