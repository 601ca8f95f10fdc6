"""Japanese rules for tastes: what somebody likes, dislikes or prefers, with its whole complement."""

from nlp.facts.rules import Rule, Validity

from .rules import AT_END, rule

# The end of a statement about a taste; not 好きな時 or 好きに.
IS = (
    r"(?:(?:です|だ|で(?:す)?(?=[、。])|でたまらな|じゃ(?=[。、！]|$)|なん(?:です|だ|で|よ)"
    rf"|でして|やねん|やわ|や|すぎる|すぎて|である)(?=[^な]|$)|{AT_END}|"
    r"(?=[。、！!w笑♪☆❤♡😊🐱]|$))"
)
MUCH = (
    r"(?:とても|たまらなく|なにより(?:の)?|何よりの|一番の|だけ|ほんまに|すごく|一番|本当に"
    r"|ほんとに|ほんま|かなり|ちょっと|少し|昔から|断然|めっちゃ|めちゃくちゃ|結構|けっこう"
    r"|大の|何より|特に|子供の頃から|わりと|割と|どうしても|あまり|全然|正直|まじで|マジで)*"
)
# The words before が: a noun phrase with its verbs, from the last topic or pause on.
THING = (
    r"(?P<o>(?!それ|これ|あれ|そこ|ここ|この|その|あの|どれ|どっち|何|なに|誰|だれ|みんな"
    r"|人間|自分|私|僕|俺|彼|彼女|ある|こと|ところ|どちら)[^\s、。「」はがもを？?！!（）"
    r"()\ue100\ue104\ue1ff](?:(?!けど|ので|から、|たら)[^、。「」はが？?！!（）"
    r"()\n\ue100\ue104]){0,28}?)(?<!で)"
)
# After a pause, or after the owner or another person as the topic.
FROM_TOPIC = r"(?:^|(?<=[、。\s])|(?<=\ue1ffは)|(?<=さんは)|(?<=[私僕俺人分朝昼夜晩]は))"
OPENING = r"(?:^|(?<=[、。\s,！!は：:もでてし])|(?<=けど)|(?<=ので))"
LIKED = r"(?:大好き|好き|大好物|好物|お気に入り|最推し|推し|趣味|楽しみ|生きがい|癒し)"
INTO = r"(?:はまっ|ハマっ|夢中|目がない|目が無い|凝っ|熱中し|惚れ込ん|どハマりし|どハマり中)"
HATED = r"(?:大嫌い|嫌い|きらい|大の苦手|苦手|無理|だめ|ダメ|NG|受け付けない)"
# 好きじゃなくなったんじゃなくて denies the change.
MEANT = r"(?!ん?(?:じゃ|では)な|とは|わけ)"
NOT_ANY_MORE = r"(?:じゃ|では)(?:ない|なく(?:なった|なりました)|ありません)"
RULES: tuple[Rule, ...] = (
    rule(
        "likes",
        rf"(?:もう|今は){THING}(?:が|は|も){MUCH}好き{NOT_ANY_MORE}{MEANT}",
        Validity.OVER,
    ),
    rule(
        "likes",
        rf"{OPENING}{THING}(?:が|は|も|に)(?:もう|最近)?{MUCH}(?:好き(?:じゃ|では)なく(?:なった"
        rf"|なりました)|飽きた|飽きました|興味(?:が|も)?なくな(?:った|りました|っちゃった)){MEANT}",
        Validity.OVER,
    ),
    rule(
        "dislikes",
        rf"{OPENING}{THING}(?:が|は|も)(?:もう)?{MUCH}(?:嫌い|苦手)(?:{NOT_ANY_MORE}"
        r"|だったの?、?(?:克服|平気に))"
        rf"{MEANT}",
        Validity.OVER,
    ),
    rule(
        "dislikes", rf"{OPENING}{THING}(?:が|は|も|って|だけ){MUCH}{HATED}(?:{IS}|で(?=[^はもす]))"
    ),
    rule(
        "dislikes",
        rf"{OPENING}{THING}(?:が|は){MUCH}(?:好き(?:じゃ|では)(?:ない|ありません)|好かん"
        r"|食べられない|許せない|嫌(?:だ|です|。))",
    ),
    rule(
        "dislikes",
        rf"{OPENING}{THING}を(?:ひどく|とても|極端に)?(?:嫌(?:う|い、|っている|います|がる)"
        r"|苦手とし|好まない|好みません|避けている)",
    ),
    rule(
        "prefers",
        rf"{FROM_TOPIC}(?P<o>[^\s、。「」はが？\n]{{1,20}}より(?:も"
        rf"|断然)?、?[^\s、。「」はが？\n]{{1,20}}?)(?:の?(?:方|ほう))?(?:が|を){MUCH}(?:大?好き"
        rf"|好む|好み){IS}",
    ),
    rule(
        "prefers",
        rf"{FROM_TOPIC}(?P<o>[^\s、。「」は？\n]{{1,24}})派(?:です|だ|で(?=[、。す])|なん|。|！"
        r"|$|やねん|なので|w|笑)",
    ),
    rule("prefers", rf"{OPENING}{THING}(?:の?(?:方|ほう)が){MUCH}(?:好み|好き){IS}"),
    rule(
        "prefers",
        rf"{OPENING}(?P<o>[^\s、。「」はが？\n]{{1,16}}(?:より(?:も)?|じゃなくて"
        rf"|ではなく)[^\s、。「」はが？\n]{{1,16}})が(?:いい|良い|楽|やりやすい|落ち着く)(?:です"
        r"|。|$)",
    ),
    rule(
        "prefers",
        rf"{FROM_TOPIC}(?P<o>(?:[^、。\n「」？は\ue100\ue104\ue1ff]|には){{2,40}}?)を(?:好む"
        r"|好み|希望する|希望し|望む|望んで)(?=[。、]|いる|います|て|おり|$)",
    ),
    rule("likes", rf"{OPENING}{THING}を(?:好んで)"),
    rule(
        "prefers",
        r"(?P<o>(?:返事|返答|回答|返信|連絡|会議|打ち合わせ|資料|文章|説明|メール|席|部屋|飛行機|予約)(?:は|も)"
        r"[^、。「」？\n]{1,20}?)(?:が|で)(?:いい|良い|助かる|助かります|ありがたい|希望"
        r"|お願いします)(?:です)?(?=[。！、]|$)",
    ),
    rule("prefers", rf"{FROM_TOPIC}(?P<o>[^、。\n「」？は]{{2,30}}?)を希望(?=[。、]|$)"),
    rule(
        "likes",
        r"好きな(?:もの|こと|食べ物|飲み物|音楽|場所)(?:：|:)(?P<o>[^\n。]{2,60})",
        is_list=True,
    ),
    rule(
        "dislikes",
        r"(?:苦手な|嫌いな)(?:もの|こと|食べ物)(?:：|:)(?P<o>[^\n。]{2,60})",
        is_list=True,
    ),
    rule(
        "dislikes",
        rf"{OPENING}(?P<o>[^\s、。「」はがもを]{{2,12}}全般)(?:が|は)?(?:だめ|ダメ|苦手|嫌い)",
    ),
    rule("likes", rf"{OPENING}{THING}(?:が|は|も|って){MUCH}{LIKED}{IS}"),
    rule(
        "likes",
        r"(?:趣味|特技|好物|好きな(?:もの|こと|食べ物|飲み物|作家|映画|音楽|色|季節|場所"
        rf"|スポーツ)|推し)は、?{THING}(?:です|だ|で(?=、)|。|、|なん|$|と[^、。は]{{1,12}}"
        r"(?:です|。|$))",
    ),
    rule(
        "likes",
        rf"{OPENING}{THING}(?:に|にすっかり|にも)(?:すっかり|今|最近|めっちゃ|かなり"
        rf"|とても)?{INTO}(?:て|で|です|な|だ|いる|。|、|し|っ|中|$)",
    ),
    rule("likes", rf"{OPENING}{THING}(?:を|が)(?:こよなく|心から)?愛(?:し(?:て|続け)|する|好)"),
)
