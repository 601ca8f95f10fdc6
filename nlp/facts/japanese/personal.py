"""Japanese rules for what people tell about themselves: name, age, origin, work, pets, diet."""

from nlp.facts.rules import SOMEONE, SOMEWHERE, Rule, Validity

from .endings import DE_IRU, IS, OPENING, PLACE, TE_IRU
from .rules import AT_END, FIRST, KIN, TITLE, rule
from .work import JOB_WORD

SELF = (
    rf"(?!秘密|内緒|特に|なし)(?P<o>{SOMEONE}|{SOMEWHERE}|[一-龥々]{{1,3}}["
    rf" 　]?[一-龥々ぁ-んァ-ヶー]{{1,5}}|[ァ-ヶー・]{{2,14}}|[ぁ-んー]{{2,8}}"
    rf"|[A-Z][A-Za-z]{{1,14}})"
)
# 60代の者, 35才男: the noun behind an age.
WHO = r"(?:主婦|主夫|会社員|学生|大学生|男性?|女性?|父|母|者|独身|パート|フリーター|無職|公務員|自営業)"
NAMED = r"(?:お?名前|氏名|本名|フルネーム|下の名前|ハンドルネーム|ペンネーム|呼び名|あだ名)"
NUMBER = r"(?P<o>(?:1[01]\d|[1-9]\d?)(?!\d)|[二三四五六七八九]?十[一二三四五六七八九]?)"
DAY = r"(?P<o>(?:\d{4}年)?(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)"
LANGUAGE = (
    r"(?:英語|日本語|中国語|韓国語|朝鮮語|フランス語|仏語|ドイツ語|独語|スペイン語"
    r"|イタリア語|ポルトガル語|ロシア語|アラビア語|タイ語"
    r"|ベトナム語|インドネシア語|マレー語|タガログ語|ヒンディー語|トルコ語|オランダ語"
    r"|スウェーデン語|フィンランド語|ノルウェー語|デンマーク語"
    r"|ポーランド語|チェコ語|ハンガリー語|ギリシャ語|ヘブライ語|ペルシャ語|ウルドゥー語"
    r"|ベンガル語|ネパール語|ミャンマー語|モンゴル語|広東語"
    r"|台湾語|北京語|スワヒリ語|ウクライナ語|ラテン語|エスペラント語?|日本手話|手話|関西弁"
    r"|アイヌ語|琉球語|沖縄方言)"
)
LANGUAGES = rf"(?P<o>{LANGUAGE}(?:(?:と|、|や|も|・|および|及び){LANGUAGE})*)"

NAME = (
    rule("name", rf"^{SELF}(?:って|と)(?:いいます|言います|申します)"),
    rule("name", rf"旧姓(?:は|・|、|：)(?P<o>{SOMEONE}|[一-龥]{{1,4}})(?=[、。で])", Validity.OVER),
    rule("name", rf"(?:^|(?<=[・\-*\s]))(?:お?名前|氏名)(?:：|:|　| ){SELF}(?=$|\s|[、。])"),
    rule(
        "name",
        rf"(?:(?P<s>{FIRST})の|(?<![のでが（(])){NAMED}は、?「?{SELF}(?<!だ)」?(?:と(?:いいます|言います"
        rf"|申します|いう|する)|{IS})",
    ),
    rule("name", rf"(?:^|(?<=[、。！]))「?{SELF}」?と(?:申します|申す者)"),
    rule(
        "name",
        rf"「?{SELF}」?(?:さん|くん|ちゃん)?(?:って|と)呼んで(?:ください|下さい|ほしい|欲しい"
        r"|くれ|もらえ|いただ|ね|$|。)",
    ),
    rule("name", rf"「?{SELF}」?(?:さん|くん|ちゃん)?(?:って|と)呼ば(?:れて|れたい|れるの)"),
    rule(
        "name",
        rf"(?:^|(?<=[。！]))(?:私は|僕は)?{SELF}(?:って|と)(?:いいます|言います)(?=[。！、]|$)",
    ),
    rule("name", rf"(?:旧姓[^、。]{{1,8}}、|結婚して)(?:今|現在)は{SELF}(?:です|だ|。|$)"),
)
AGE = (
    rule("age", rf"{OPENING}{NUMBER}(?:歳|才)?{WHO}(?=[、。\s　/・]|$|です|で)"),
    rule("age", r"(?P<o>[1-9]0代(?:前半|半ば|後半)?)の(?:おじさん|おばさん|男|女)"),
    rule(
        "age",
        rf"(?:^|(?<=[、／/・\s　])){NUMBER}(?=[、／/・\s　])(?=[^。]*(?:住み|在住|出身|独身|既婚|好き|勤務))",
        confidence=0.8,
    ),
    rule("age", rf"(?<=[るたの]){NUMBER}(?:歳|才)(?:です|(?=[。、]|$))"),
    rule("age", rf"(?<![A-Za-z_])(?:[(（]){NUMBER}(?:歳|才)?(?:[)）])", confidence=0.8),
    rule("age", rf"{NUMBER}(?:歳|才)になって(?=、|初|から)"),
    rule("age", rf"(?:^|(?<=[、。！\s])){NUMBER}さいになりました"),
    rule(
        "age",
        rf"(?:^|(?<=[、。！\s])){NUMBER}(?:歳|才)?に(?:もなって|して(?:初めて|はじめて|ようやく|やっと))",
    ),
    rule(
        "age",
        rf"(?P<s>{FIRST})(?:が|も|は)(?P<o>[2-9]\d)に(?:も(?:なると|なって)|なった今)",
    ),
    rule("age", rf"(?<=は){NUMBER}(?:歳|才)で(?=[一-龥ァ-ヶ])"),
    rule("age", rf"(?:年齢)(?:：|:|　| ){NUMBER}"),
    rule("age", rf"(?:^|(?<=[、。]))(?:今は)?{NUMBER}です(?=[。！!]|$)", confidence=0.8),
    rule(
        "age",
        rf"(?:年齢は、?|今年で?|今|現在)?(?<!もうすぐ)(?<!\d){NUMBER}(?:歳|才)(?:に?なった"
        rf"(?:ばかり)?|になりました)?(?:{IS}|の(?={WHO}|{JOB_WORD}))",
    ),
    rule("age", rf"(?:先週|先月|今月|昨日|今日|今年)で{NUMBER}(?:歳|才)?になりました"),
    rule("age", rf"今年で{NUMBER}(?:歳|才)?(?:に(?:なり|な(?:る|った))|(?=[。、]|$))"),
    rule("age", rf"{OPENING}{NUMBER}さい(?:です|。)"),
    rule("age", rf"{NUMBER}(?:歳|才)にして"),
    rule(
        "age",
        rf"(?P<s>{FIRST})(?:も|は|、)?(?:もう|まだ|今年)?(?P<o>[2-9]\d)(?:歳|才)?"
        r"(?:で(?:まだ|もう)|だし|なのに|だけど)",
    ),
    rule("age", rf"(?:満|当年とって){NUMBER}(?:歳|才)(?!の誕生日|を迎)"),
    rule(
        "age",
        rf"{OPENING}{NUMBER}(?:歳|才)?の(?:爺|じい|じじい|婆|ばあ|おっさん|おばさん|おじさん"
        r"|主婦|会社員|学生|男|女)",
    ),
    rule(
        "age",
        r"(?:(?<![一-龥ァ-ヶー])|(?<=[私僕俺]))(?P<o>[1-9]0代(?:前半|半ば|後半)?)(?:です|の(?:主婦|会社員|男性|女性|父|母)|。|、)",
    ),
)
BORN = (
    rule("from", rf"(?<!が){PLACE}から(?:来ました|来た(?:。|$)|来日)"),
    rule("from", rf"{PLACE}で生まれて"),
    rule("from", rf"(?P<o>{SOMEONE})(?:出身|生まれ)(?:です|だ|で|なん|、|。|$)"),
    rule(
        "birthday",
        r"(?:生年月日|バースデー|バースディ)(?:は|、|：|:)(?P<o>(?:\d{4}年)?\d{1,2}月\d{1,2}日"
        r"|\d{1,2}/\d{1,2})",
    ),
    rule(
        "birthday",
        r"生まれは、?(?P<o>(?:明治|大正|昭和|平成|令和|西暦|\d{4})[元\d一二三四五六七八九十]{0,3}年の?"
        r"[\d一二三四五六七八九十]{1,3}月の?[\d一二三四五六七八九十]{1,3}日)",
    ),
    rule("birthday", r"(?P<o>\d{4}年(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)生まれ"),
    rule("from", rf"(?<=は){PLACE}の(?:人|出)(?:です|だ|で|。|、|$)"),
    rule(
        "birthday",
        rf"(?:(?P<s>{SOMEONE}{TITLE}|{FIRST})の|(?<!の))(?:お)?誕生日は、?{DAY}",
    ),
    rule(
        "birthday",
        rf"{DAY}(?:が(?:(?P<s>{SOMEONE}{TITLE}|{FIRST})の)?誕生日|生まれ(?!変))",
    ),
    rule(
        "from",
        rf"(?:出身(?:地)?|生まれ(?:故郷)?|(?<![一-龥])出|地元|実家|故郷|ふるさと)は、?{PLACE}(?:の|で|だ|です"
        r"|。|、|$|なん|県|市|や)",
    ),
    rule(
        "from",
        rf"{PLACE}(?:の)?(?:出身|生まれ(?:育ち)?|育ち)(?:です|だ|で|なん|な(?=ので)|、|。|者|$"
        rf"|である|の(?={JOB_WORD}))",
    ),
    rule("from", rf"生まれも育ちも{PLACE}"),
    rule(
        "from",
        rf"(?:実家|地元|故郷|ふるさと)(?:は|が)、?(?P<o>{SOMEONE})(?:です|だ|で(?=[、。])|。|$)",
    ),
    rule("from", rf"育ちは、?{PLACE}(?:です|だ|で|。|、|$)"),
    rule("from", rf"(?<=[はも]){PLACE}の人(?:です|だ|で|なん|。|、|$)"),
    rule("from", rf"(?<=、)(?P<s>うち|私|僕|俺|自分)は{PLACE}(?:です|。|$)"),
    rule("from", rf"{PLACE}(?:の出(?:なん|です|で|だ|身)|(?:の)?出身(?:で|な))"),
    rule(
        "birthday",
        r"誕生日(?:は|、|：|:|　| )(?P<o>(?:昭和|平成|令和|西暦)?(?:元|[0-9]{1,4})年(?:[1-9]|1[0-2"
        r"])月(?:[1-9]|[12]\d|3[01])日)",
    ),
    rule(
        "birthday",
        r"(?P<o>[^\s、。はが]{1,5}の[一二三四五六七八九十0-9]+日)が(?:(?:私|わたし|僕|俺)の)?誕生日",
    ),
    rule("from", rf"{PLACE}で(?:生まれ|生まれ育)(?:た|まし|、|り|っ)"),
)
LIVES = (
    rule(
        "lives_in",
        rf"(?:今|いま|現在)は(?P<o>{SOMEWHERE})の(?:\d[SLDK]+|アパート|マンション|一軒家|一戸建て|賃貸|社宅|寮|団地)"
        r"(?:なん|です|だ|に住|で、|。)",
    ),
    rule(
        "lives_in",
        rf"引っ?越し(?:が)?(?:終わり|完了し|し)(?:ました|た)[!！〜~ー。、…\s]{{0,4}}(?:今は|いまは)?"
        rf"(?P<o>{SOMEWHERE})(?:です|だ|に(?:います|いる))",
        Validity.BEGINS,
    ),
    rule("lives_in", rf"(?:今|現在)は(?P<o>{SOMEWHERE})(?:です|で(?=[、。])|だ|。|$)"),
    rule("lives_in", rf"(?P<o>{SOMEWHERE}|{SOMEONE})(?:在住|住み)(?:です|だ|で|の|、|。|$)"),
    rule("lives_in", rf"{PLACE}(?:市内|県内|区内)に住ん{DE_IRU}"),
    rule("lives_in", rf"{PLACE}に住む(?={JOB_WORD}|\d|主婦|会社員|学生)"),
    rule(
        "lives_in",
        rf"{PLACE}(?:で|に)(?:ひとり|一人|二人|ふたり|家族)?(?:暮らし|居住)(?:です|。|、|中|$)",
    ),
    rule("lives_in", rf"(?:住まい|住所|居住地|場所)(?:は|：|:|　| ){PLACE}(?:です|。|、|$)"),
    rule(
        "lives_in",
        rf"{PLACE}(?:在住|住み|暮らし|住まい)(?:です|だ|で|の|、|。|歴|なので|なんで|{AT_END}|\d)",
    ),
    rule(
        "lives_in",
        rf"{PLACE}(?:市|区|町|村|県)?(?:に|の(?:近く"
        rf"|郊外)に)[^、。はがをにへでと]{{0,8}}?住ん{DE_IRU}",
    ),
    rule(
        "lives_in",
        rf"{PLACE}(?:に(?:来|越し|移っ|引っ越し|移り住ん|移住し|嫁い)[てで](?:から)?、?(?:もう)?"
        r"(?:\d+|[一二三四五六七八九十半]+)(?:年|か月|ヶ月|カ月)?目?)",
    ),
    rule("lives_in", rf"(?:住まい|住所|居住地|自宅|在住地)(?:：|:){PLACE}"),
    rule("lives_in", rf"{PLACE}(?:に居を構え|で(?:一人暮らし|新生活)(?:を)?(?:始め|して|中))"),
    rule("lives_in", rf"{PLACE}(?:に(?:住ん|暮らし|住まっ)(?:で|て)|に住まい)(?=、)"),
    rule("lives_in", rf"{PLACE}(?:で|に)[^、。はが]{{0,8}}?暮らし{TE_IRU}"),
    rule(
        "lives_in",
        rf"{PLACE}に(?:住んで|暮らして|来て|越してきて|引っ越して|移住して|嫁いで)(?:もう"
        r"|から)?、?(?:\d+|[一二三四五六七八九十]+)(?:年|か月|ヶ月|カ月)",
    ),
    rule("lives_in", rf"(?P<o>{SOMEWHERE}|[一-龥]{{2,3}}[都道府県])民(?:です|だ|で|。|$)"),
    rule("lives_in", rf"(?:住まい|自宅|家|住所)は、?{PLACE}(?:です|だ|で|。|、|$)"),
)
SPEECH = (
    rule(
        "speaks",
        rf"(?:話せる|しゃべれる|喋れる)のは(?P<o>{LANGUAGE}|[一-龥]{{2,3}}弁)(?:だけ|のみ|です|だ|くらい)",
    ),
    rule("speaks", rf"{LANGUAGES}の(?:バイリンガル|トライリンガル|通訳)", is_list=True),
    rule(
        "speaks",
        rf"{LANGUAGES}(?:は|も)(?:日常会話|ビジネス|中級|初級|上級|そこそこ|少し(?:だけ)?(?:です|。|話)|ペラペラ|カタコト|片言)",
        is_list=True,
    ),
    rule("speaks", rf"{LANGUAGES}が(?:わかり|分かり|わかる|分かる|通じ)", is_list=True),
    rule(
        "speaks",
        rf"{LANGUAGES}(?:が|を|は|も)(?:[^、。はがを]{{0,8}}?)(?:話す(?=[。、]|$)|(?:話せ|喋れ|しゃべれ|話し|話す"
        r"|使え|でき)(?:る|ます|て(?=、)|、|ない(?=わけ)|ことが))",
        is_list=True,
    ),
    rule("speaks", rf"{LANGUAGES}のほかに", is_list=True),
    rule(
        "speaks",
        rf"{LANGUAGES}は(?:ネイティブ|[NＮ][1-5]|ペラペラ|日常会話レベル|独学|[0-9一二三四五六七八九十]+年勉強)",
        is_list=True,
    ),
    rule("speaks", rf"(?:母語|母国語|第一言語)は、?{LANGUAGES}", is_list=True),
    rule(
        "speaks", rf"{LANGUAGES}(?:の)?(?:ネイティブ|ペラペラ|が(?:流暢|堪能|得意))", is_list=True
    ),
)
KIN_NAMES = tuple(
    rule(
        predicate,
        rf"(?:(?P<s>{FIRST})の|(?<!の))(?:{words_})(?:の名前は|は|、|の)、?(?P<o>{SOMEONE})(?:{TITLE})?"
        rf"(?:と(?:いい|言い|いう)|{IS})",
        is_elidable=True,
    )
    for predicate, words_ in (
        ("married_to", "妻|夫|家内|旦那|嫁"),
        ("family_member", KIN[3:-1]),
    )
)
# The 父 of 叔父 and the 妹 of 姉妹 are none.
WHOLE_KIN = r"(?<![祖叔伯義養継岳姉兄])"
# 夫（直樹）, 下の子（芽衣、6歳）, 美咲（彼女）.
KIN_IN_BRACKETS = tuple(
    rule(predicate, pattern, Validity.STANDS, is_elidable=True)
    for predicate, words_ in (
        ("married_to", "妻|夫|家内|旦那|嫁"),
        ("family_member", rf"{KIN[3:-1]}|[上下末真]ん?中?の子"),
    )
    for pattern in (
        rf"(?:(?P<s>{FIRST})の|(?<!の){WHOLE_KIN})(?:{words_})(?:さん)?[（(](?P<o>{SOMEONE})(?:{TITLE})?(?=[、,・)）])",
        rf"(?P<o>{SOMEONE})(?:{TITLE})?[（(](?:(?P<s>{FIRST})の)?(?:{words_})(?=[、,・)）])",
    )
)
RULES: tuple[Rule, ...] = NAME + AGE + BORN + LIVES + SPEECH + KIN_NAMES + KIN_IN_BRACKETS
