"""Japanese rules for employers, schools and clubs: who works for, studies at, belongs to or leads what."""

from nlp.facts.rules import NAMED, SOMEONE, Validity
from nlp.facts.sentences import ORGANIZATION, REST

from .rules import FIRM_NAME, KIN, NOW, PLAIN_NAME, SCHOOL, TITLE, rule

# A name in quotes.
IN_QUOTES = r"「(?P<o>[^「」]{2,16})」"
FIRM = rf"(?P<o>[{ORGANIZATION}]{REST}*|{FIRM_NAME})"
GROUP = (
    r"(?:サークル|クラブ|合唱団|楽団|オーケストラ|チーム|バンド|同好会|倶楽部|連盟|協会|会|団|部|句会|劇"
    r"団|道場)"
)
# The one in charge: 会長をして, の監督.
LEADER = (
    r"(?:会長|代表|代表者|監督|キャプテン|主将|理事長|部長|団長|座長|リーダー|ボランティアリーダー|責任者"
    r"|塾長|園長|院長|店長|オーナー|コーチ|編集長|世話役|幹事)"
)
SCHOOL_CLUB = (
    r"(?:サッカー|野球|硬式野球|テニス|ソフトテニス|バスケ(?:ットボール)?|バレー(?:ボール)?|バドミントン|卓球|陸上|水泳|剣道|柔道"
    r"|弓道|空手|ラグビー|ハンドボール|ソフトボール|体操|登山|山岳|ボート|ヨット|ダンス|チア|吹奏楽|合唱|軽音楽?|オーケストラ|美術|演劇"
    r"|茶道|華道|書道|写真|文芸|放送|新聞|科学|天文|将棋|囲碁|料理|家庭科?|英語|パソコン)部"
)
HELD = r"(?:です|だ|で(?=[、。])|を(?:して|務め|やって|任され)|になった|になりました|。|、|$)"
WORKING = r"(?:働いて|働き|働く|勤めて|勤務し|勤務して|バイトして|パートして|仕事をして)"
RULES = (
    rule(
        "works_for", rf"{IN_QUOTES}(?:という[^、。]{{1,10}})?(?:で|に)[^、。はが]{{0,8}}?{WORKING}"
    ),
    rule(
        "works_for",
        rf"(?:バイト先|勤務先|職場|勤め先|パート先)の[^、。「」はが]{{0,8}}?{IN_QUOTES}",
    ),
    rule(
        "works_for",
        rf"(?:企業|会社|メーカー|商社|銀行|病院|店|出版社|代理店){IN_QUOTES}(?:の|で|に)",
    ),
    rule("works_for", rf"{FIRM}(?:って|という)(?:とこ|ところ|会社)(?:ろ)?(?:で|に)"),
    rule("works_for", rf"{FIRM}(?:に|で)(?:勤務し|勤め|働き)(?=、)"),
    rule(
        "works_for",
        rf"{FIRM}に(?:勤めて|入って|入社して)(?:もう)?、?(?:\d+|[一二三四五六七八九十]+)年",
    ),
    rule("works_for", rf"{FIRM}で[^、。はがを]{{1,10}}を?(?:して|やって|担当して|続けて){NOW}"),
    rule(
        "works_for",
        rf"{FIRM}で[^、。はがを]{{1,10}}(?:やって|して)(?:ます|る|います|いる)(?=[。、]|$)",
    ),
    rule("works_for", rf"{FIRM}で[^、。はがを]{{1,10}}をしている(?=\d|[一-龥])"),
    rule(
        "works_for",
        rf"{FIRM}の(?:[^、。はがを]{{0,8}}(?:課長|部長|課|部|室|係)を(?:率い|まとめ)|[^、。はがを]{{1,10}}を率い)",
    ),
    rule(
        "works_for",
        rf"{FIRM}の(?:ドライバー|運転手|社員|営業|事務員|店員|職員|技術者|エンジニア|記者|編集者|パート|バイト|受付)(?:です|だ(?!っ)|で(?!し)|をし|。|、)",
    ),
    rule(
        "works_for",
        rf"(?:前は|以前は|昔は)[^、。はが]{{0,6}}?(?P<o>[{ORGANIZATION}]{REST}*|{PLAIN_NAME})に(?:いた|いました|勤めていた|勤めてました)",
        Validity.OVER,
    ),
    rule(
        "works_for",
        rf"(?:今年|去年|先月|今月|春|[0-9]+月|現在|今)(?:から|は)(?P<o>[一-龥ァ-ヶー]{{3,12}})で{WORKING}",
    ),
    rule(
        "studies_at",
        rf"(?:高校|大学|学校|中学)は[^、。はが]{{0,8}}?(?P<o>[{ORGANIZATION}]{REST}*|[一-龥ァ-ヶー]{{2,12}}(?:学院|学園|高校|大学))(?:です|だ|。|、|に|$)",
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}]{REST}*)の[1-6一二三四五六]年(?:生)?(?:です|だ|で|。|、|$)",
        fits=SCHOOL,
    ),
    rule(
        "studies_at",
        rf"母校は[^、。はが]{{0,6}}?(?P<o>[{ORGANIZATION}]{REST}*|[一-龥]{{2,10}}(?:大学|高校|学院))",
        Validity.OVER,
    ),
    rule(
        "studies_at",
        rf"(?P<o>[{ORGANIZATION}]{REST}*|[一-龥]{{2,10}}(?:大学|高校|学院)(?:[一-龥]{{2,4}}学部)?)を(?:卒業|中退)(?:。|し|済み|、)",
        Validity.STOPPED,
        fits=SCHOOL,
    ),
    rule(
        "member_of",
        rf"{IN_QUOTES}(?!の会員だった)(?:という[^、。]{{1,12}})?(?:に(?:も)?(?:入って|所属|参加して|加入し|入会し)|の(?:メンバー|一員|会員|団員|部員))",
    ),
    rule(
        "member_of",
        rf"{IN_QUOTES}で[^、。はが]{{0,12}}?(?:を)?(?:吹いて|弾いて|歌って|叩いて|踊って|演奏して)",
    ),
    rule("member_of", rf"(?:団|チーム|バンド|サークル)の名前は{IN_QUOTES}"),
    rule("member_of", rf"{IN_QUOTES}の(?:会員|メンバー|一員)だった", Validity.OVER),
    rule(
        "member_of",
        rf"(?:地元の)?(?P<o>[一-龥ァ-ヶーの]{{2,16}}?{GROUP})に(?:入会|入団|入部|加入|所属)(?:し|済み|して|。|、)",
    ),
    rule("member_of", r"所属(?:：|:)(?P<o>[^\s(（、。]{3,16})"),
    rule("leads", rf"{IN_QUOTES}(?:という[^、。]{{1,10}})?(?:の|で){LEADER}{HELD}"),
    rule(
        "leads",
        rf"(?P<o>町内会|自治会|PTA|管理組合|子ども会|商店会|老人会|同窓会|[{ORGANIZATION}]{REST}*|[一-龥ァ-ヶー]{{1,6}}[部課室])の{LEADER}(?:です|を(?:して|務め|やって)|。|$)",
    ),
    rule(
        "reports_to",
        rf"(?P<o>{SOMEONE})(?:さん|部長|課長|係長|社長|先生|教授|店長|マネージャー|リーダー)の(?:下|もと)で(?:働|仕事)",
    ),
    rule("leads", rf"(?:が|を)?{LEADER}を務め(?:て(?:い)?る|る)のは、?{IN_QUOTES}"),
    rule("leads", rf"{LEADER}を務め(?:て(?:い)?る|る)のは、?(?P<o>{NAMED})"),
    rule(
        "leads",
        rf"(?:病院|クリニック|教室|店|会社|塾|カフェ|サロン|工房){IN_QUOTES}を(?:経営|営|やって|開)",
    ),
    rule(
        "leads",
        rf"(?P<o>[一-龥ァ-ヶーA-Z]{{1,10}}の?[一-龥ァ-ヶー]{{0,6}}(?:組合|自治会|町内会|PTA|商店会|委員会|サークル|チーム|プロジェクト))の{LEADER}{HELD}",
    ),
    rule(
        "leads",
        r"(?P<o>[一-龥ァ-ヶーA-Z]{2,12}(?:組合|自治会|町内会|商店会|委員会|サークル|チーム|グループ|プロジェクト))を(?:率いて|まとめて|束ねて|統括して)",
    ),
    rule(
        "member_of",
        rf"(?P<s>{SOMEONE}|{KIN}){TITLE}(?:は|も|が)(?:中学|高校|大学|学校)?(?:で|の)?(?P<o>{SCHOOL_CLUB})"
        r"(?=です|だ(?!っ)|で(?!し)|に(?:入って|所属して)(?:い?る|い?ます|おり)|。|、|$)",
    ),
    rule(
        "member_of",
        rf"(?:^|(?<=[、。は]))(?:中学|高校|大学|学校)?(?:で|の)?(?P<o>{SCHOOL_CLUB})(?:です(?:[。、]|$)"
        r"|に(?:入って|所属して|在籍して)(?:い?る|い?ます|おり))",
    ),
    rule("leads", r"(?:の|、)(?P<o>[一-龥]{1,4}[一二三四]?課)を率い"),
)
