"""Japanese rules for employers and homes that are left, by words that need the place to be known."""

from functools import partial

from nlp.facts.japanese.rules import rule
from nlp.facts.rules import ANYTHING, SOMEWHERE, Rule, Validity
from nlp.facts.sentences import ORGANIZATION, PERSON, REST

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
EDGE = r"(?:^|(?<=[、。，,\s！!？?　]))"
LATELY = (
    r"(?:(?:先月|先週|今月|今週|昨日|今日|今年|去年|昨年|この春|春に|先日|このたび|正式に|ついに"
    r"|とうとう|やっと|実は|で|長年勤めた|勤めていた|[0-9０-９一二三四五六七八九十]+月(?:末)?(?:で"
    r"|に|いっぱいで|をもって)?)、?)*"
)
# Any words may be a firm, since it has to be known.
NAMED_FIRM = rf"(?:[{ANYTHING}]{REST}*|[^\s、。「」を{ANYTHING}]{{1,16}}?)"
FIRM = rf"{EDGE}{LATELY}(?P<o>{NAMED_FIRM})"
PAST = r"(?:た|ました|まして|ています|てます|ている|て(?=[、。])|済みです|済み)"
TO = r"(?:(?:[^、。はが]{0,10}(?:で|に|末|限り|いっぱいで|付で|をもって|は))、?)?"
END = r"(?=[。、！!\s…♪]|$|ので|けど|が|から|んで|よ|わ|ところ|ばかり|の|し|もう)"
DWELLING = r"(?:部屋|家|アパート|マンション|自宅|住まい|住居|一軒家|借家|寮|社宅|賃貸)"
TOWN = rf"(?P<o>{SOMEWHERE})"
WORKING: tuple[Rule, ...] = (
    known(
        "works_for",
        rf"{FIRM}(?:を|は|、|から){TO}(?:定年で)?(?:退職|退社|離職|引退|独立|卒業|円満退社"
        rf"|早期退職)(?:し{PAST}|いたしました|済み|。|！)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}の(?:仕事|職|勤務|正社員|パート|バイト|アルバイト)(?:を|は|も){TO}(?:もう)?(?:辞め|やめ"
        rf"|退職し|卒業し|終え){PAST}",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:との|の)(?:契約|派遣契約|雇用契約|派遣|任期|出向)(?:が|は|も){TO}(?:終わり|終了し|切れ"
        r"|満了し|打ち切られ|打ち切りになり|更新されず|更新されません)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:での|の)?(?:勤務|出勤|出社|仕事)?は[^、。は]{{0,8}}?(?:最終日|最後)(?:でした|だった"
        r"|になりました)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:を|から)(?:去っ|去り|離れ|辞し|あとにし|後にし|飛び出し|巣立っ)(?:た|ました"
        r"|て(?=[、。])|、)(?!たい)",
        STOPPED,
    ),
    known("works_for", rf"{FIRM}を(?:首|クビ)に(?:なりました|なった|なって(?=、))", STOPPED),
    known(
        "works_for",
        rf"{FIRM}(?:が|は)[^、。]{{0,6}}?(?:倒産|廃業|閉業|破産|解散|閉店)(?:し|となり"
        r"|に)[^。]{0,14}?(?:職を失|失業|無職|仕事がなくな|仕事を探|求職)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"もう{FIRM.replace(EDGE, '')}の(?:社員|職員|人間|スタッフ|従業員|メンバー|一員)(?:では"
        r"|じゃ)(?:ありません|ない|なくなり)",
        OVER,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:は|には)(?:もう)?(?:[0-9０-９一二三四五六七八九十]+月|先月|先週|昨日|去年|昨年|春|三月"
        r"|年度末|年末)まで(?:です|でした|だった)(?=[。、！]|$)",
        STOPPED,
    ),
    known(
        "works_for",
        rf"(?:勤め先|勤務先|職場|会社|就職先|転職先)[がはも、](?P<left>{NAMED_FIRM})から(?P<o>{NAMED_FIRM})"
        r"(?:に|へ)(?:変わ|なり|移)",
        BEGINS,
    ),
    known(
        "works_for",
        rf"{EDGE}(?P<left>{NAMED_FIRM})(?<!それ)(?<!これ)(?<!ます)から(?!来|届|もら|の|き)(?P<o>{NAMED_FIRM})(?:です(?=[。！]|$)|への?転職"
        r"|に(?:移りました|移った|転職し|移籍し|転籍し))",
        BEGINS,
        subjects=ANYTHING,
    ),
    known(
        "works_for",
        rf"{FIRM}(?:に|で)は(?:もう|今は)?(?:いません|いない|おりません|働いていません|働いてません"
        r"|働いていない|勤めていません)",
        OVER,
    ),
    rule(
        "works_for",
        r"(?:今の|新しい|現在の|次の)(?:勤め先|勤務先|職場|会社"
        rf"|バイト先)は、?(?P<o>[{ORGANIZATION}]{REST}*)(?:です|だ|で|に|。|$)",
        BEGINS,
    ),
    rule(
        "works_for",
        rf"(?:勤め先|勤務先|職場)が(?P<o>[{ORGANIZATION}]{REST}*)(?:に|へ)(?:変わり|変わっ|なり|なっ)",
        BEGINS,
    ),
)
LIVING: tuple[Rule, ...] = (
    known(
        "lives_in",
        rf"{TOWN}には?もう(?:いない|いません|おりません|住んでい?ない|住んでい?ません|家はありません"
        r"|家はない)",
        OVER,
    ),
    known(
        "lives_in",
        rf"{TOWN}の{DWELLING}(?:の鍵)?(?:は|を|も)[^、。]{{0,8}}?(?:引き払|売却|売っ|売り|解約|手放|退去"
        r"|明け渡|返し|返却|返還|処分し)(?!予定|たい|よう)",
        STOPPED,
    ),
    known(
        "lives_in",
        rf"{TOWN}(?:での)?(?:暮らし|生活|の暮らし|での生活)(?:は|も|を)[^、。]{{0,10}}?(?:終わり|終え|終了"
        r"|おしまい|卒業し|切り上げ|やめ)",
        STOPPED,
    ),
    known(
        "lives_in",
        r"(?:住まい|住所|住む場所|家|自宅|住む街|居住地|引っ越し先|転居先|拠点"
        rf"|引越し先)[がはも、](?P<left>{SOMEWHERE})から(?P<o>{SOMEWHERE})(?:に|へ)(?:変わ|なり|なっ|移)",
        BEGINS,
    ),
    known(
        "lives_in",
        rf"{EDGE}[^、。]{{0,6}}?(?P<left>{SOMEWHERE})から(?P<o>{SOMEWHERE})(?:に|へ)(?:来ました"
        r"|来た(?=[。、]|$)|越してきました|越してきた|越しました|やって来ました|住み替え)",
        BEGINS,
    ),
    known(
        "lives_in",
        rf"(?P<left>{SOMEWHERE})を(?:離れて?|出て|引き払って|あとにして"
        rf"|去って)、?[^。、]{{0,12}}?(?P<o>{SOMEWHERE})(?:で(?:暮らし|生活|新生活)|に(?:住ん|移り|移っ"
        r"|引っ?越))",
        BEGINS,
    ),
    known(
        "lives_in",
        rf"{TOWN}を(?:離れ|出|去り|去っ|引き払っ|引き払い)(?:て|た"
        r"|ました)(?:から)?(?:もう)?、?(?:[0-9０-９一二三四五六七八九十]+|半)(?:か月|ヶ月|カ月"
        r"|ヵ月|年)",
        STOPPED,
    ),
    rule(
        "lives_in",
        rf"(?:引っ?越し先|転居先|新しい住所|新居|今の住まい|新住所|移住先)は、?{TOWN}(?:です|だ|の|で|に"
        r"|。|$)",
        BEGINS,
    ),
    rule(
        "lives_in",
        rf"(?:今|現在|いま)は、?(?P<o>{SOMEWHERE}|[{PERSON}]{REST}*)暮らし(?:です|だ|で|。|をし)",
        BEGINS,
    ),
    rule(
        "lives_in",
        r"(?:今月|先月|今週|先週|今年|この春|春|秋|夏|冬|[0-9０-９一二三四五六七八九十]+月|年明け|昨日"
        rf"|今日)から(?:は)?(?P<o>{SOMEWHERE})(?:に住んで|で暮らし|で一人暮らし|暮らし|在住|住まい)",
        BEGINS,
    ),
)
RULES: tuple[Rule, ...] = WORKING + LIVING
