"""Japanese rules for work, a home and a club as people say them in passing."""

from nlp.facts.japanese.rules import FIRST, KIN, TITLE, rule
from nlp.facts.japanese.work import ALL_JOBS, JOB, JOB_WORD
from nlp.facts.rules import SOME_BODY, SOMEONE, SOMEWHERE, Rule, Validity

from .oneself import SO, TOWN

NUMERAL = r"[\d一二三四五六七八九十]{1,3}"
# A place of work with its kind: 浜松の老人ホーム, 印刷会社, but not a 事務所 of whomever.
KIND = (
    r"(?:ホーム|病院|医院|クリニック|歯科|施設|工場|会社|運送屋|保育園|幼稚園"
    r"|小学校|中学校?|高校|美容室|美容院|スーパー|ホテル|旅館"
    r"|事務所|工務店|食堂|居酒屋|カフェ|薬局|書店|農園|牧場|銀行|郵便局|図書館|コンビニ|店)"
)
WORKPLACE = (
    rf"(?P<o>{SOMEWHERE}の[一-龥ァ-ヶーA-Za-z]{{0,8}}{KIND}"
    rf"|(?<![の一-龥ァ-ヶー])(?:[一-龥ァ-ヶーA-Za-z]{{2,8}}{KIND}|特養|特別養護老人ホーム))"
)
WORKING = r"(?:働い|はたらい|勤め|つとめ|勤務し|パートし|バイトし)"
KIN_TOPIC = "|".join(f"(?<={word}は)" for word in KIN[3:-1].split("|"))
LIVING = (
    r"(?:どる|どります|どって|どんよ|どるんよ|ちょる|ちょります|じょる|ではる|でんねん)"
    r"(?![一-龥ァ-ヶA-Z\ue100-\ue103])"
)
CLUB = (
    r"(?:婦人部|青年部|女性部|老人会|老人クラブ|町内会|自治会|PTA|句会|歌会|合唱団|楽団|消防団|友の会|子ども会"
    r"|商店会|保存会|サークル|同好会)"
)
OFFICE = r"(?:会計|班長|役員|幹事|書記|係|当番|会報係|広報委員長?|会長|副会長)"
WORK = (
    rule("works_for", rf"{WORKPLACE}(?:で|に){WORKING}て(?:い|お|る|ます|も?う?、?{NUMERAL}年)"),
    rule("works_for", rf"{WORKPLACE}で[^、。はがを]{{1,8}}を教えて(?:い|お|ます|る|{NUMERAL}年)"),
    rule(
        "works_for",
        rf"(?P<o>{SOMEWHERE}の[一-龥ァ-ヶー]{{0,6}}(?:会社|工場|病院|事務所|旅館|施設|店))で"
        r"[^、。はがをに]{1,8}(?:を)?(?:やって|やっとる|して|しとる)(?:る|い|ん|ます|けど)",
    ),
    rule("occupation", rf"(?P<s>{FIRST})(?:は|も|が|、)?{JOB}(?:{SO}|$)"),
    rule(
        "occupation",
        rf"(?:^|(?<=[。！!]))(?P<o>{JOB_WORD}|[一-龥ァ-ヶーぁ-ん]{{1,6}}屋)(?:のくせに|の端くれ|のはしくれ)",
    ),
    rule(
        "occupation",
        rf"(?P<o>{ALL_JOBS})を?(?:やりゆう|しゆう|やりよる|しよる|やっちょる|やっとります)",
    ),
    rule(
        "occupation",
        r"(?:^|(?<=[るたの、。]))(?P<o>(?!何|専門|部|小|母|お)[一-龥ァ-ヶー]{1,8}屋)"
        r"(?:です|なんです|やっ(?:とる|とります))"
        r"(?=[。、！!]|$|けど|が)",
    ),
    rule(
        "occupation",
        r"(?:^|(?<=[、。・\s]))(?P<o>フリー(?:ランス)?で[一-龥ァ-ヶーA-Za-z]{2,8})"
        r"(?=[。、（(\s]|$|を(?:し|や)|です)",
    ),
    rule(
        "occupation",
        r"(?:^|(?<=[、。・\s]))(?P<o>(?:在宅)?フリー(?:ランス)?)(?:だし|やし|だから|やから|なので|なもんで)",
    ),
)
OTHERS_WORK = (
    rule(
        "occupation",
        rf"(?<=は){JOB}(?:や(?:けん|けど|から|し|ねん)|じゃ(?:けえ?|し|けど)"
        rf"|だ(?:けど|から|し)|なので|ですが|ですけど)",
    ),
    rule("occupation", r"(?<=は)(?P<o>パート|バイト|アルバイト)を?(?:始め|はじめ)(?:た|まし)"),
    rule(
        "occupation",
        rf"(?:^|(?<=[、。！])){JOB}を?(?:しとる|しとります|やっとる|やっとります|してんねん|やってんねん)",
    ),
)
HOME = (
    # 彩香はロンドン。
    rule(
        "lives_in",
        rf"^\s*(?P<s>{SOMEONE}){TITLE}は(?:今|いま)?{TOWN}(?=[。！!]|$)",
        confidence=0.75,
    ),
    rule("lives_in", rf"{TOWN}に(?:もう)?[^、。はがを]{{0,8}}住ん{LIVING}"),
    rule(
        "lives_in",
        rf"(?:^|(?<=[、。]))(?:うち|我が家|わが家)は(?:[^、。はがを]{{1,10}}、)?{TOWN}"
        r"(?:でも[^、。はがを]{1,8}|の(?:[山町端街]|はずれ|外れ|端っこ|ほう|田舎|真ん中)[^、。はがを]{0,6})"
        r"(?=[。、]|$|です|だ|や|じゃ)",
    ),
    rule(
        "lives_in",
        rf"(?:^|(?<=[、。]))(?:うちの)?{TOWN}の(?:下宿|アパート|マンション|団地"
        rf"|借家|長屋|部屋|自宅)[がは、](?:築|家賃|回線|エレベーター|隣|上の階"
        rf"|冬|夏|寒|狭)",
    ),
    rule(
        "lives_in",
        rf"{TOWN}から(?:毎日|毎朝|平日は)[^。、がを]{{0,14}}通(?:って|勤)(?!く|ほし)",
    ),
    rule(
        "lives_in",
        rf"(?:いま|今|現在)は?{TOWN}(?:で|に)(?:もう)?{NUMERAL}年(?:に?なり|目|です|に)",
    ),
    rule("lives_in", rf"{TOWN}の自宅[へに](?:戻り|戻っ|帰り|帰っ)", Validity.BEGINS),
    rule(
        "lives_in",
        rf"{TOWN}の実家[へに]戻って[^。]{{0,12}}暮ら(?:し|して)",
        Validity.BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:{KIN_TOPIC}){TOWN}(?:だし|やし|に(?:いる|います|おる|おります|いて)|暮らし)",
    ),
)
CLUBS = (
    rule(
        "member_of",
        rf"(?P<o>(?:{SOME_BODY}の)?{CLUB})の{OFFICE}(?:を(?:して|やって|引き受け|押し|任され|務め)|が回って"
        r"|に(?:当たっ|なっ|選ばれ)|、くじ)",
    ),
    rule(
        "member_of",
        rf"(?P<o>(?:{SOME_BODY}の)?{CLUB})の(?:集まり|例会|練習|稽古)(?:に(?:行"
        rf"|出|持って|通)|が(?:ある|あり)|は(?:第|毎))",
    ),
    rule(
        "member_of",
        r"(?P<o>[一-龥ァ-ヶー]{1,8}の(?:友の会|会|サークル|クラブ))で[^、。はがを]{1,8}(?:係|役|長|担当)を"
        r"(?:引き受け|して|やって|務め|任され)",
    ),
)
RULES: tuple[Rule, ...] = WORK + OTHERS_WORK + HOME + CLUBS
