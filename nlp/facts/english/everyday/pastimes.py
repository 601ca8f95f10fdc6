"""English rules for pastimes, and for what people are or are not "a person" of."""

from functools import partial

from nlp.facts.english.personal import END
from nlp.facts.english.rules import BE, HAVE, START, rule
from nlp.facts.english.tastes import COMPLEMENT
from nlp.facts.rules import Rule

from .food import FOODS

noted = partial(rule, is_elidable=True)
PASTIME = (
    r"(?:running|jogging|swimming|wild swimming|cycling|climbing|bouldering|hiking|hillwalking|yoga|pilates"
    r"|karate"
    r"|judo|boxing|knitting|crochet|quilting|sewing|embroidery|gardening|fishing|sailing|rowing|surfing"
    r"|skiing"
    r"|skating|kayaking|canoeing|painting|calligraphy|photography|pottery|ceramics|woodwork|baking"
    r"|birdwatching"
    r"|birding|chess|bridge|bingo|bowls|darts|snooker|tennis|badminton|squash|golf|football|soccer|rugby"
    r"|cricket"
    r"|hockey|netball|basketball|volleyball|baseball|table tennis|crosswords?|sudokus?|jigsaws|origami|salsa"
    r"|ballet|ballroom|line dancing|parkrun|triathlons?|marathons|geocaching|dungeons and dragons|board games"
    r"|video games)"
)
COLLECTED = (
    r"(?:(?:old |vintage |antique |rare |model |toy |first-edition )?(?:stamps|coins|postcards|postmarks"
    r"|vinyl(?: records)?|records"
    r"|books|comics|fossils|shells|badges|pins|dolls|trains|watches|clocks|cameras|teapots|mugs|figures"
    r"|sneakers"
    r"|trainers|knives|antiques|maps|minerals|rocks|crystals|typewriters|fountain pens|plants|cacti|orchids"
    r"|magnets|thimbles|spoons|snow globes|lego|cars|buttons|bottles|keys|radios))"
)
OFTEN = (
    r"(?=\s*(?:[.,;!)\n–—]|$)| (?:every|on (?:\w+days|weekends)|at (?:weekends|lunch)|with|twice|once|three"
    r" times|four"
    r" times|\d ?x|\d times|most|for fun|for (?:a|my|our|the) |in (?:three|my|a|the)|whenever|and|but|since"
    r"|regularly"
    r"|as an?)\b)"
)
# What people call themselves a person or a lover of.
KIND = (
    r"(?:coffee|tea|dog|cat|horse|bird|beach|mountain|city|breakfast|dessert|chocolate|cheese|wine|beer"
    r"|whisky"
    r"|sports?|football|rugby|cricket|gym|party|phone|car|book|film|movie|music|jazz|metal|country|opera"
    r"|theatre"
    r"|plant|garden|outdoors|spreadsheet|podcast|festival|crowd|small[- ]talk|sweets?|spice|seafood|pizza)"
)
RULES: tuple[Rule, ...] = (
    noted(
        "dislikes",
        rf"{START}[Nn]ot (?:really |much of |exactly |at all )?an? (?P<o>{KIND}) (?:person|lover|drinker"
        rf"|guy|girl|gal)\b",
    ),
    rule(
        "dislikes",
        rf"(?:{BE} not|{BE}n't|(?:have |'ve )?never been) (?:really |much of |exactly )?(?:an? )?"
        rf"(?P<o>{KIND})"
        r" (?:person|lover|drinker|guy|girl|gal)\b",
    ),
    rule(
        "likes",
        rf"{BE} (?:more of |very much |such |totally |definitely |still )?an? (?:real |big |total |huge )?"
        rf"(?P<o>{KIND})"
        r" (?:person|lover|nut|addict|fiend|geek|nerd)\b",
    ),
    rule(
        "dislikes",
        rf"(?:won't|will not|wont|can't|cannot) have (?P<o>{FOODS}) in the (?:house|fridge|kitchen)\b",
    ),
    rule(
        "likes",
        rf"(?:do|does|play|plays|go|goes) (?:a bit of |some |lots of |a lot of |competitive )?"
        rf"(?P<o>{PASTIME}(?:(?:, {PASTIME})*,? and {PASTIME})?){OFTEN}",
        confidence=0.8,
        is_list=True,
    ),
    rule(
        "dislikes",
        rf"(?:(?:{HAVE} )?never (?:got|gotten|get) (?:on|along)|(?:can't|cannot|cant) get (?:on|along))"
        rf" with {COMPLEMENT}",
    ),
    rule("likes", rf"collects? (?P<o>{COLLECTED}){OFTEN}", confidence=0.85),
    rule(
        "likes",
        rf"{BE} an? (?:lifelong |massive |proud |huge |die-?hard |big )(?P<o>[A-Z][\w'-]*(?: [A-Z][\w'-]*)?)"
        r" (?:fan|supporter|nut)\b",
    ),
    rule(
        "likes",
        rf"(?:{BE} )(?:really |totally |seriously |well )?(?:chuffed with|besotted with|mad on|daft about"
        rf"|potty about|dead keen on) (?P<o>(?!it\b|this\b|that\b|him\b|her\b|them\b|you\b)[a-z][^.;:!?"
        rf"()\n–—,]{{2,50}}?)"
        rf"{END}",
    ),
)
