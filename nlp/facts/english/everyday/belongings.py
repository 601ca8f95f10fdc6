"""English rules for the vehicles, medicines and aids that people mention as their own."""

import re
from functools import partial

from nlp.facts.english.fragments import ITEM
from nlp.facts.english.rules import BE, HAVE, START, USER, rule
from nlp.facts.rules import Rule, Validity
from nlp.facts.sentences import ORGANIZATION, REST, THING

noted = partial(rule, is_elidable=True)
MAKES = (
    r"(?:Alfa Romeo|Aprilia|Audi|BMW|Buick|Cadillac|Chevrolet|Chevy|Chrysler|Citro[eë]n|Dacia|DAF|Daihatsu"
    r"|Dodge"
    r"|Ducati|Fiat|Ford|Freightliner|GMC|Harley(?:[- ]Davidson)?|Honda|Hyundai|Isuzu|Iveco|Jaguar|Jeep"
    r"|Kawasaki"
    r"|Kenworth|Kia|Lada|Land ?Rover|Range Rover|Lexus|Mack|Mazda|Mercedes(?:[- ]Benz)?|Mitsubishi|Moto Guzzi"
    r"|Nissan|Opel|Peterbilt|Peugeot|Piaggio|Polestar|Porsche|Renault|Royal Enfield|Saab|Scania|Skoda|Škoda"
    r"|Subaru|Suzuki|Tesla|Toyota|Triumph Bonneville|Vauxhall|Vespa|Volkswagen|Volvo|VW|Yamaha|Yugo|John"
    r" Deere"
    r"|Massey Ferguson|Brompton)"
)
MODELS = (
    r"(?:4Runner|Astra|Avensis|Berlingo|Bonneville|Camry|C-?HR|Civic|Clio|Corolla|Corsa|CR-?V|Defender"
    r"|Dispatch"
    r"|Duster|Elantra|Fabia|Fireblade|Forester|F-?150|HiAce|Hilux|Impreza|Ioniq|Jimny|Kangoo|Land Cruiser"
    r"|Megane|Micra|Mondeo|MX-?5|Octavia|Outback|Passat|Picanto|Prius|Punto|Qashqai|RAV-?4|Sandero|Silverado"
    r"|Sonata|Transit(?: Custom| Connect)?|Sienna|Hornet|Activa|Innova|Probox|Vitz|Jetta|Sprinter|Vivaro|Trafic"
    r"|Navara|Aygo|Altima|Sentra|Highlander|Juke|Sportage|Sportster|Tacoma|Tiguan|Touran|Tucson|Twingo|Vitara|Wrangler|Yaris|Zafira)"
)
CAR = (
    rf"(?P<o>(?:(?:19|20)\d\d )?(?:[{ORGANIZATION}-{THING}]{REST}*|(?i:{MAKES}|{MODELS})\b)"
    rf"(?: (?:(?i:{MODELS})\b|[A-Z0-9][\w-]*\b|[{ORGANIZATION}-{THING}]{REST}*)){{0,2}})"
)
IS_CAR = re.compile(rf"(?:(?:19|20)\d\d )?(?:{MAKES}|{MODELS})(?: [\w.-]+){{0,3}}", re.IGNORECASE)
NO_CAR = (
    r"(?!'s (?:ceo|share|stock|website|customer)| (?:stock|shares|dealer\w*|ad|advert|interview|factory|plant"
    r"|website|customer|earnings|course|job|show|toy|model kit)\b)"
)
# What is told of a vehicle, and of nothing else.
OF_CARS = (
    r"\b(?:MOT|km|kms|miles(?! of range)|mileage|clutch|tyres?|tires?|gearbox|brakes?|exhaust|suspension"
    r"|oil change"
    r"|timing belt|carburettor|garage|mechanic|paid off|won't start|wouldn't start|broke down|overheat\w*"
    r"|rust\w*"
    r"|on the clock|smells?|dashboard|service)\b"
)
car = partial(rule, "uses", fits=IS_CAR)
CARS: tuple[Rule, ...] = (
    car(
        r"(?P<s>\b[Mm]y|\b[Oo]ur) (?:own |new |trusty |beloved |poor |little |wee |battered |dear |company "
        r"|red |blue"
        rf"|white |black |green |silver )?{CAR}\b{NO_CAR}",
        validity=Validity.STANDS,
    ),
    car(
        rf"(?:{BE} in|(?:drive|drives|ride|rides|do|take|takes|bring) )(?: ?the|(?<=in) the) {CAR}\b{NO_CAR}"
        r"(?=[.,;!]|$| (?:not|to|past|and|for|because|today|home|in)\b)",
        confidence=0.85,
    ),
    car(
        rf"(?P<s>\b[Ii])\b[^.;!?\n]{{0,40}}? (?:do|drive|take|park|driving|taking|parked) the {CAR}\b{NO_CAR}"
        r"(?=[.,;!]|$| (?:not|to|past|and|for|because|today|home|in|on)\b)",
        confidence=0.85,
    ),
    car(
        rf"(?:drives?|rides?|owns?|have|has|{HAVE} got|got|bought) (?:an?|two) (?:old |new |used "
        rf"|second-hand |red"
        rf" |blue |white |black |green |silver |battered )?{CAR}\b{NO_CAR}(?=[.,;!]|$| (?:and|but|with|for"
        rf"|to|that"
        r"|which|so|from|now|since)\b)",
    ),
    car(
        rf"{START}(?:Got|Bought|Picked up|Leased|Drives?|Owns?|Rides|Driving) (?:an?|my|the|her|his) "
        rf"(?:(?:old|new|used|brand[- ]new|second-?hand|red|blue|white|black|green|silver|nice) )*"
        rf"{CAR}\b{NO_CAR}"
        r"(?! (?:for the (?:day|week|weekend)|as a (?:loaner|rental|courtesy car)|rental|loaner)\b)",
        is_elidable=True,
        confidence=0.85,
    ),
    car(
        rf"(?:had|owned|drove|rode) (?:that|my|the) {CAR}\b{NO_CAR}(?! (?:yesterday|today|last))",
        validity=Validity.OVER,
    ),
    car(
        rf"{START}[Tt]he {CAR}(?='s|s| is| has| needs| won't| failed| just| passed| broke)"
        rf"(?=[^.;!?\n]{{0,60}}{OF_CARS})",
        is_elidable=True,
        confidence=0.85,
    ),
)
DRUG = (
    r"(?:metformin|insulin|aspirin|ibuprofen|naproxen|melatonin|vitamin [A-Ea-e](?:12)?|folic acid"
    r"|(?:levo)?thyroxine|methotrexate|hydroxychloroquine|sertraline|fluoxetine"
    r"|citalopram"
    r"|escitalopram|venlafaxine|duloxetine|mirtazapine|amitriptyline|bupropion|prozac|zoloft|lexapro|statins?"
    r"|atorvastatin|simvastatin|ramipril|lisinopril|amlodipine|losartan|bisoprolol|propranolol|beta[-"
    r" ]blockers"
    r"|omeprazole|lansoprazole|ventolin|salbutamol|albuterol|symbicort|prednisolone|prednisone|warfarin"
    r"|apixaban"
    r"|eliquis|xarelto|blood thinners|elvanse|vyvanse|ritalin|concerta|adderall|methylphenidate|lithium"
    r"|lamotrigine|keppra|gabapentin|pregabalin|tamoxifen|HRT|antidepressants|anti-?histamines|cetirizine"
    r"|loratadine|ozempic|wegovy|mounjaro|humira|sumatriptan|colchicine|allopurinol|iron tablets"
    r"|(?:adhd|blood pressure|thyroid|heart|epilepsy|migraine|asthma|diabetes|arthritis) (?:meds|pills"
    r"|tablets"
    r"|medication))"
)
NO_TAKING = r"(?! (?:pump|pens?|resistan\w+|prices?|trial|study|shortage|battery)\b)"
MEDICINE = rf"(?P<o>(?i:{DRUG}))\b{NO_TAKING}"
DOSE = r"(?:(?:a )?(?:low|small|high)(?: dose of|[- ]dose) |\d{1,4} ?mg (?:of )?)?"
# "Eliquis and atorvastatin": what stands between names is known only of medicines.
MEDICINES = rf"(?P<o>(?i:{DRUG})(?:(?:, and |, | and | & | plus )(?i:{DRUG}))*)\b{NO_TAKING}"
MY = rf"(?:the |my )?{DOSE}"
FROM_ONE_TO_ANOTHER = rf"from {MY}(?P<left>(?i:{DRUG})) (?:on)?to {MY}{MEDICINE}"
FOR_GOOD = r"(?! (?:for (?:a|an|the|one|two|three|today|now)|until|before|while|during)\b)"
DID = (
    rf"(?:{START}|(?<=\b[Ii] )|(?<=\b[Ii]'ve )|(?<=have )|(?<=has )|(?<=was )|(?<=been )|(?<=got )|(?<=and )"
    rf"|{USER} )"
)
# "Can I take ibuprofen with it" may stand without its question mark.
NO_MAY = r"(?<!\b[Cc]an [Ii] )(?<!\b[Ss]hould [Ii] )(?<!\b[Cc]ould [Ii] )(?<!\b[Mm]ay [Ii] )(?<!\b[Ii]f [Ii] )"
AID = (
    r"(?P<o>(?i:hearing aids?|insulin pump|cpap(?: machine)?|inhaler|epi-?pen|wheelchair|walking"
    r" stick"
    r"|zimmer frame|walking frame|rollator|crutches|stoma bag|prosthe(?:tic leg|tic arm|sis)|glucose monitor"
    r"|cgm|contact lenses|guide dog|cochlear implant))\b"
)
HEALTH: tuple[Rule, ...] = (
    rule(
        "uses",
        rf"(?:{BE}|{HAVE} been|went|put (?P<s>me)) (?:now |still |back |also )?on (?:my )?{DOSE}{MEDICINES}",
        is_list=True,
    ),
    rule(
        "uses",
        rf"{NO_MAY}(?:takes?|taking|inject|injects|swallow) (?:my |his |her )?{DOSE}{MEDICINES}",
        is_list=True,
    ),
    rule(
        "uses",
        rf"(?i:switched|changed|moved|swapped) (?P<s>me) (?:over )?{FROM_ONE_TO_ANOTHER}",
        Validity.BEGINS,
    ),
    noted(
        "uses",
        rf"{DID}(?i:switched|changed|moved|swapped) (?:over )?{FROM_ONE_TO_ANOTHER}",
        Validity.BEGINS,
    ),
    rule(
        "uses", rf"took (?P<s>me) off {MY}{MEDICINE}{FOR_GOOD}", Validity.STOPPED, is_of_known=True
    ),
    noted(
        "uses",
        rf"{DID}(?i:stopped|quit|came off|come off|went off|gave up|(?:stopped|quit) taking)"
        rf" {MY}{MEDICINE}{FOR_GOOD}",
        Validity.STOPPED,
        is_of_known=True,
    ),
    noted("uses", rf"{START}[Bb]ack on (?:the |my )?{DOSE}{MEDICINES}", is_list=True),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) (?:daily |morning |evening |weekly )?{MEDICINE}",
        Validity.STANDS,
    ),
    rule("uses", rf"{ITEM}[Oo]n {DOSE}{MEDICINES}", is_fragment=True, is_list=True),
    noted(
        "uses",
        rf"{START}{MEDICINE}(?: \d{{1,4}} ?mg)?(?= (?:at \d|every|twice|daily|once|(?:on )?(?:mon|tues"
        rf"|wednes|thurs"
        r"|fri|satur|sun)days\b|each|in the (?:morning|evening)|bumped|upped|increased|doubled|kicks? in))",
    ),
    rule(
        "uses",
        rf"(?P<s>\b[Mm]y) (?:new |old |blue |purple |brown |digital |left |right )?{AID}",
        Validity.STANDS,
    ),
    rule(
        "uses",
        rf"(?:carry|carries|wear|wears|use|uses|have|has|{HAVE} got|got fitted with|got) (?:an? |two |my "
        rf"|the )?"
        rf"(?:new |digital |electric |blue |purple )?{AID}(?!\w)",
    ),
    noted(
        "uses",
        rf"{START}(?P<o>(?i:hearing aids?|insulin pump|cpap))(?= (?:check|clinic|since|for|fitted"
        rf"|in since"
        r"|appointment|battery)\b|, )",
    ),
)
RULES = CARS
