"""English rules for aids, medicines and machines that people use: "wears hearing aids", "a Dexcom sensor"."""

from nlp.facts.english.rules import UPPER, rule
from nlp.facts.rules import Rule
from nlp.facts.sentences import ORGANIZATION, REST, THING

AID = (
    r"(?:(?:eye )?drops|inhalers?|nasal spray|tablets|pills|patch(?:es)?|cream|ointment|gel|injections?|insulin"
    r"|hearing aids?|(?:reading )?glasses|contact lenses|crutches|wheelchair"
    r"|walker|walking (?:stick|frame)|cane"
    r"|prosthetic (?:leg|arm|hand|foot)|prosthesis|pacemaker|c-?pap(?: machine)?"
    r"|epi-?pens?|(?:back |knee |wrist )brace"
    r"|glucose (?:monitor|sensor)|(?:insulin )?pump|nebuli[sz]er|splints?|orthotics|screen reader|guide dog"
    r"|mobility scooter|oxygen(?: concentrator)?|compression (?:socks|stockings)|white cane|magnifier)"
)
MACHINE = (
    r"(?:sensor|pump|monitor|meter|machine|typewriter|knife|knives|bicycle"
    r"|bike|scooter|camera|lens|printer|tablet"
    r"|keyboard|mouse|headset|headphones|watch|phone|laptop|oven|grill"
    r"|smoker|mixer|blender|grinder|kettle|piano"
    r"|guitar|violin|trumpet|drill|saw|mower|tractor|van|truck|trailer"
    r"|kiln|loom|wheel|tent|rod|boots|helmet|saddle)"
)
BRAND = rf"(?:{UPPER}[\w'-]+|[{ORGANIZATION}-{THING}]{REST}*)"
NO_AID = r"(?!(?:eye|ice|whipped|face|hand|sun|hair|sour|double|single|clotted|my|his|her|the)\b)"
MEDICINE = (
    r"(?!(?:them|time|care|notes|photos|pictures|breaks|naps|turns|medication"
    r"|medicine|tablets|pills|supplements|something|nothing|anything"
    r"|everything)\b)[A-Za-z][a-z-]{5,24}"
)
FOR = (
    r"(?:it|that|this|my (?:[a-z]+ ){0,2}[a-z]+|(?:high )?blood pressure"
    r"|diabetes|depression|anxiety|asthma|migraines?|pain)"
)
RULES: tuple[Rule, ...] = (
    rule(
        "uses",
        rf"(?:uses?|wears?|takes?|injects?|carr(?:y|ies)|needs?) (?:an? |my "
        rf"|his |her )?(?P<o>{NO_AID}(?:(?!(?:an?|the|my|his|her|to|for|off"
        rf"|out|up|down|some|any|no|more)\b)[\w'-]+ ){{0,2}}?{AID})\b"
        r"(?! (?:case|shop|store|clinic))",
    ),
    rule(
        "uses",
        rf"(?:use|uses|have|has|ride|rides|play|plays|own|owns|with|on) (?:an?"
        rf"|my|the same|his|her) (?:[a-z]+ )?(?P<o>{BRAND}(?: {BRAND})?(?: [a-z]+)? {MACHINE})\b"
        rf"(?=[.,;!]|$| (?:and|for|to|every|in|on|with|at|which|that|because"
        rf"|so|but)\b)",
    ),
    rule(
        "uses",
        rf"takes? (?P<o>{MEDICINE}(?: and {MEDICINE})?) (?:for {FOR}|(?:every"
        rf"|each) (?:day|morning|night|evening)|daily)\b",
        is_list=True,
    ),
)
