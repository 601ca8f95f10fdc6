"""Japanese rules for marriages, tastes, allergies and birthdays that are over, if they are known."""

from functools import partial

from nlp.facts.japanese.rules import TITLE, rule
from nlp.facts.rules import ANYTHING, SOMEONE, Rule, Validity
from nlp.facts.sentences import REST
from nlp.facts.sentences import THING as THING_SIGN

from .work_and_home import EDGE

known = partial(rule, is_of_known=True)
STOPPED, OVER, BEGINS = Validity.STOPPED, Validity.OVER, Validity.BEGINS
SPOUSE = rf"(?P<o>{SOMEONE}){TITLE}"
WORDS = rf"(?:{THING_SIGN}{REST}*|[^\s、。「」はがをに{ANYTHING}]{{1,14}}?)"
THING = (
    rf"{EDGE}(?:(?:もう|最近|今は|実は|やっと|ようやく|とうとう|ついに|あんなに好きだった|大好きだった"
    rf"|以前|昔は|朝は|昼は|夜は|連絡は|で)、?)*(?P<o>{WORDS})"
)
LEFT = THING.replace("<o>", "<left>")
DAY = r"(?P<o>(?:[1-9]|1[0-2])月(?:[1-9]|[12]\d|3[01])日)"
OLD_DAY = DAY.replace("<o>", "<left>")
PAST = r"(?:た|ました|てしまいました|てしまった|ちゃいました|ちゃった|て(?=、))"
NOT = r"(?:では|じゃ)(?:ない|ありません|なくなり|なくなっ|なくなった)"
# What one no longer takes; 飲まないと and 飲まないか say something else.
TAKES_NONE = (
    r"(?:一切|いっさい|まったく|全く|全然)?(?:(?:飲ま|食べ|吸わ|観|見|聴か|読ま|やら)(?:ない|ません)"
    r"|(?:飲んで|食べて|吸って|観て|見て|聴いて|読んで|やって)い?(?:ない|ません))"
    r"(?=[。、！!\s]|$|よ|わ|ね|ん(?:だ|です)|けど|から(?!か)|ので|こと(?:に|と)(?:し|決))"
)
FAMILY: tuple[Rule, ...] = (
    known(
        "married_to",
        rf"{SPOUSE}は(?:もう)?(?:元妻|元夫|元嫁|元旦那|前妻|前夫|元の妻|元の夫)(?:です|だ|で|に)",
        OVER,
    ),
    known(
        "married_to",
        rf"{SPOUSE}と(?:は|の)?[^、。]{{0,10}}?(?:離婚届を(?:出|提出)|籍を抜)(?!す|そう|したい|し?よう)",
        STOPPED,
    ),
    known(
        "married_to",
        rf"{SPOUSE}との(?:結婚生活|婚姻関係|夫婦関係|結婚)(?:は|が|も|を)[^、。]{{0,10}}?(?:終わり|終わっ"
        r"|終え|解消|破綻|ピリオド|終止符)",
        STOPPED,
    ),
    known("married_to", rf"{SPOUSE}と(?:は)?(?:もう)?(?:夫婦|結婚){NOT}", OVER),
    known(
        "married_to",
        rf"{SPOUSE}(?:が|は|を)[^、。]{{0,10}}?(?:亡くなりました|亡くなった|他界しました|他界した"
        r"|亡くしました|亡くした|看取りました|逝きました|旅立ちました)",
        STOPPED,
    ),
)
TASTES: tuple[Rule, ...] = (
    known("likes", rf"{EDGE}もう、?(?P<o>{WORDS})(?:は|を|も){TAKES_NONE}", OVER),
    known("likes", rf"{THING}(?:は|を|も)もう{TAKES_NONE}", OVER),
    known(
        "likes",
        rf"{THING}は[^。]{{0,20}}?(?:もう|前ほど|以前ほど|昔ほど|今は)(?:そんなに|あまり|全然)?好き(?:では"
        r"|じゃ)(?:ない|ありません|なくなり|なくなっ)",
        OVER,
    ),
    known(
        "likes",
        rf"{THING}(?:への|に対する)?(?:熱|愛|情熱|興味|関心)?(?:は|が|に|も)[^、。]{{0,8}}?(?:冷めました"
        r"|冷めた|冷めてしま|覚めました|飽きました(?!ら)|飽きた(?!ら)|飽きてしま|飽きちゃ|うんざりしました)",
        OVER,
    ),
    known(
        "likes",
        rf"{THING}(?:への|に対する|に)?(?:熱|愛|情熱|興味|関心)(?:は|が|も)[^、。]{{0,8}}?(?:薄れ|失せ"
        rf"|失い|失っ|なくなり|なくなっ|消え){PAST}",
        OVER,
    ),
    known("likes", rf"{THING}(?:熱|愛)は[^、。]{{0,8}}?(?:冷め|覚め|さめ){PAST}", OVER),
    known(
        "likes",
        rf"{THING}(?:は|を|も|からは?)(?:もう|きっぱり|完全に|すっぱり)*(?:卒業し|やめ|辞め|引退し"
        rf"|足を洗い|足を洗っ|手を引き){PAST}(?!い)",
        STOPPED,
    ),
    known(
        "likes",
        rf"{THING}(?:は|が|を)[^、。]{{0,8}}?(?:好き|楽しめ|美味しいと思え|おいしいと思え|面白いと思え"
        r"|受け付け|飲め|食べ|飲ま|聴か|見|やら|行か)(?:じゃ|では)?なく(?:なりました|なった|なってしま)",
        OVER,
    ),
    known(
        "likes",
        rf"{THING}(?:が|は)(?:苦手|嫌い|だめ|ダメ|無理)に(?:なりました|なった|なってしま)",
        OVER,
    ),
    known(
        "dislikes",
        rf"{THING}(?:嫌い|ぎらい|アレルギー的な拒否感)?(?:を|は|も|が)[^、。]{{0,8}}?(?:克服し|平気になり"
        r"|平気になっ|大丈夫になり|大丈夫になっ|食べられるようになり|食べられるようになっ"
        r"|飲めるようになり|飲めるようになっ|好きになり|好きになっ|大好きになり|大好きになっ)(?:た|ました"
        r"|て(?=、))",
        OVER,
    ),
    known(
        "dislikes",
        rf"{THING}(?:が|は)[^、。]{{0,6}}?(?:苦手|嫌い)(?:では|じゃ)(?:なくなりました|なくなった|もうない"
        r"|なくなって)",
        OVER,
    ),
    known(
        "dislikes",
        rf"{THING}(?:が|は)(?:苦手|嫌い|大嫌い)(?:だった|でした)[^。]{{0,10}}?、(?:今では|今は|最近は"
        r"|いまは)[^。]{0,8}?(?:好き|平気|大丈夫|楽し)",
        OVER,
    ),
    known("dislikes", rf"{THING}(?:が|は)食べられるようになり", OVER),
    known(
        "prefers",
        rf"{LEFT}派(?:でした|だった)[^。]{{0,8}}?、(?:今は|最近は|いまは|すっかり)?(?P<o>{WORDS})派(?:です"
        r"|に|になり)",
        BEGINS,
    ),
    known("prefers", rf"{LEFT}派から(?P<o>{WORDS})派に", BEGINS),
    known(
        "prefers",
        rf"{EDGE}(?:[^、。は]{{1,6}}は)?(?:最近は?)?(?P<left>{WORDS})より(?:も)?(?P<o>{WORDS})(?:の(?:ほう"
        r"|方))?(?:が|を)[^、。]{0,4}?(?:好みに|よく|良く|いいと思うように|好きに|好むように"
        r"|選ぶように)(?:なりました|なった|なって)",
        BEGINS,
    ),
    known(
        "prefers",
        rf"{LEFT}(?:を)?(?:やめて|から)(?P<o>{WORDS})(?:に|へ)(?:変え|切り替え|乗り換え|替え|なり|変わり"
        r"|変わっ)",
        BEGINS,
    ),
)
HEALTH: tuple[Rule, ...] = (
    known(
        "allergic_to",
        rf"{EDGE}[^、。]{{0,10}}?(?P<o>{WORDS})(?:の)?アレルギー(?:は|が|も)[^、。]{{0,8}}?(?:治りました"
        r"|治った(?!ら|と思|か)|治って(?:い)?ました|完治し|なくなりました|消えました|出なくなりました)",
        OVER,
    ),
    known(
        "allergic_to",
        rf"{EDGE}[^、。]{{0,10}}?(?P<o>{WORDS})(?:の)?アレルギー(?:では|じゃ)(?:ないこと|ないと(?:わか"
        r"|分か|判明|診断|言われ)|なかった(?!ら))",
        OVER,
    ),
)
BIRTHDAY: tuple[Rule, ...] = (
    known(
        "birthday",
        rf"{OLD_DAY}(?:では|じゃ)(?:なく(?:て)?|ない(?:です)?|ありません)(?:、|。)?(?:正しくは"
        rf"|本当は)?{DAY}(?:です|だ|が正|に|。|$)",
        BEGINS,
    ),
    known(
        "birthday",
        rf"誕生日[はが、][^。]{{0,8}}?{DAY}(?:では|じゃ)(?:ない|ありません)(?:です)?(?=。|$|、)",
        OVER,
    ),
)
RULES: tuple[Rule, ...] = FAMILY + TASTES + HEALTH + BIRTHDAY
