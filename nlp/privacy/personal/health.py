"""Find statements on somebody's health: illnesses, treatments and medication."""

import re
from collections.abc import Iterator

from nlp.text.sentences import SENTENCE

from ..spans import Match

_ILLNESSES = r"""
crohn['’]?s(?: disease)?|(?:type [12] )?diabet(?:es|ic)|epilep(?:sy|tic)|asthma|multiple sclerosis
|parkinson['’]?s(?: disease)?
|alzheimer['’]?s(?: disease)?|dementia|schizophreni[ac]|bipolar(?: disorder)?|hiv(?:[ -]positive)?
|hepatitis(?: [abc])?
|leuk[a]?emia|lymphoma|melanoma|carcinoma|tumou?r|(?:\w{4,12} )?cancer|chemo(?:therapy)?|radiotherapy
|radiation therapy|dialysis
|insulin|lithium|endometriosis|pcos|lupus|arthritis|osteoporosis|fibromyalgia|migraines?|eczema|psoriasis
|ulcerative colitis|colitis
|celiac disease|coeliac(?: disease)?|ibs|hypertension|high blood pressure|hypothyroidism|hyperthyroidism
|an[a]?emia|anorexia|bulimia
|an? eating disorder|adhd|autis(?:m|tic)|ptsd|ocd|(?:clinical |postnatal |postpartum )?depression
|depressive disorder
|an?xiety(?: disorder)?|panic (?:attacks?|disorder)|insomnia|sleep apn[o]?ea|narcolepsy|tuberculosis
|pneumonia|gout|shingles|sciatica
|tinnitus|glaucoma|cataracts?|kidney (?:stones?|failure|disease)|gallstones?|heart (?:attack|failure|disease
|condition)|atrial fibrillation
|pacemaker|angina|thrombosis|embolism|an? stroke|aneurysm|hernia|miscarr(?:iage|ied)|pregnan(?:t|cy)|ivf
|menopause
|stomach ulcer|reflux|gerd|long covid|covid|lyme disease|meningitis|sepsis|scoliosis|cystic fibrosis
|sickle cell|h[a]?emophilia
|(?:peanut|nut|penicillin|shellfish|latex|bee) allergy|anaphyla(?:xis|ctic)|epipen|in rehab|sobriety
|alcoholi(?:sm|c)
|antidepressants?|beta blockers?|blood thinners?|antipsychotics?|ssris?|statins?|methadone|naloxone|ritalin
|adderall|prozac|zoloft
|knee replacement|hip replacement|kidney transplant|liver transplant|transplant list|concussion|biopsy
|stents?|bypass surgery
|(?:my|her|his) (?:surgery|operation|therapist|psychiatrist|oncologist|cardiologist|medication|meds)
|vasectomy|hysterectomy|mastectomy
|hearing aids?|vertigo|herpes|chlamydia|dyslexia|seizures?|xanax|valium|metformin|prednisone|prednisolone
|cortisone|levothyroxine|methotrexate|warfarin|ibuprofen|codeine|morphine|oxycodone
|tramadol|gabapentin|pregabalin|quetiapine|olanzapine|lamotrigine|azathioprine|tamoxifen|ozempic|humira
|ventolin"""
ILLNESS = re.compile(rf"\b(?:{_ILLNESSES})\b".replace("\n", ""), re.I)
# Ends of the names of medicines, after at least three letters.
MEDICINE = re.compile(
    r"\b[a-z]{3,14}(?:sartan|statin|olol|prazole|conazole|cillin|mycin|floxacin|alopram|oxetine|traline|azepam"
    r"|zolam|triptyline|gliptin|gliflozin|glutide|zumab|ximab|mumab|tinib|ciclovir|xaban|thyroxine|solone"
    r"|dronate|barbital|azepine|trigine|racetam|peridone|apine|prine|trexate|lukast|salazine|afaxine"
    r"|pril(?<!april))s?\b"
    r"(?:,? \d+(?:\.\d+)? ?(?:mg|mcg|µg|g|ml|IU|units)\b)?",
    re.I,
)  # fmt: skip
DOSE = re.compile(
    r"\b(?!of\b|the\b|with\b)[A-Za-z]{4,20},? \d+(?:\.\d+)? ?(?:mg|mcg|µg|IU)\b(?!/)|\b\d+(?:\.\d+)? ?(?:mg"
    r"|mcg|µg) (?:of )?[A-Za-z]{4,20}"
)
# The words of a diagnosis, and what is diagnosed.
DIAGNOSED = re.compile(
    r"\b(?:diagnosed (?:me |him |her |us )?(?:with|as)|diagnosis (?:is|was|of)|suffer(?:s|ing|ed)? from"
    r"|allergic to"
    r"|prescribed(?: (?:me|him|her))?|in remission from|treated for|tested positive for"
    r"|living with(?= [a-z]+(?:itis|osis|emia|oma|pathy))"
    r"|surgery (?:for|on)|operation (?:for|on)|relapse of)"
    r" ((?:an? |the |my |his |her )?[\w'’-]{3,24}(?: (?!in\b|and\b|for\b|at\b|last\b|when\b|by\b|this\b"
    r"|on\b)[\w'’-]{2,24}){0,3})",
    re.I,
)
PERSON = re.compile(
    r"\b(?:i|i['’]m|i['’]ve|my|me|he|she|he['’]s|she['’]s|his|her|him|we|our|they|their|mum|mom|dad|mother"
    r"|father|brother|sister|wife"
    r"|husband|son|daughter|partner|aunt|uncle|gran\w*|(?-i:[A-Z][a-z]+) (?:has|had|is|was|takes|took|got"
    r"|started|stopped)"
    r"|(?-i:[A-Z][a-z]+)['’]s)\b",
    re.I,
)  # fmt: skip
# The subject of a study, a book or a campaign.
TOPIC = re.compile(
    r"\b(?:research\w*|study|studies|stud(?:y|ying|ied)|papers?|fundraiser|charity|charities|awareness"
    r"|movie|film|book|novel"
    r"|documentary|article|lecture|course|thesis|museum|podcast|series|show|episode|dataset|model|chapter"
    r"|exhibition|great depression"
    r"|donat\w+|nonprofit|hackathon|workshop|character|hero|heroine)\b"
    r"|研究|論文|映画|ドラマ|小説|漫画|番組|授業|講義|募金|寄付|啓発|学会|ニュース|記事|主人公|作品|アプリ"
    r"|データ",
    re.I,
)
JAPANESE = re.compile(
    r"うつ病?|鬱病?|双極性障害|統合失調症|適応障害|パニック障害|摂食障害|不安障害|強迫性障害|発達障害"
    r"|睡眠障害|聴覚障害|視覚障害"
    r"|身体障害|知的障害|学習障害|腎障害|肝障害|自閉症|ADHD|ASD|PTSD|HIV|糖尿病?|透析|インス[リュ]リン"
    r"|抗がん剤|放射線治療|不妊治療|流産"
    r"|妊娠|つわり|リウマチ|ぜんそく|喘息|てんかん|アトピー(?:性皮膚炎)?|花粉症|高血圧|低血圧|貧血|不整脈"
    r"|心筋梗塞|脳梗塞|脳出血|狭心症"
    r"|心不全|腎不全|白血病|ヘルニア|緑内障|白内障|更年期|認知症|パーキンソン病|潰瘍性大腸炎|クローン病"
    r"|バセドウ病|橋本病|メニエール病"
    r"|(?:胃|肺|乳|大腸|肝臓?|膵臓?|前立腺|子宮|子宮頸|食道|腎臓?|甲状腺|卵巣|皮膚|舌|咽頭|胆管"
    r"|直腸)(?:がん|ガン|癌)|がん(?=[がのとで](?:見つか|診断|手術|再発|転移|治療))"
    r"|(?:胃|十二指腸)潰瘍|腫瘍|ポリープ|(?:尿路|腎臓?|胆)結石|[一-龯]{1,4}(?<!気)炎(?![上天])"
    r"|[一-龯ァ-ヶ]{1,6}依存症|[一-龯]{1,6}症候群"
    r"|(?<![一-龯])[一-龯ァ-ヶー]{1,6}症(?=[でがのとを、])(?<![重軽発]症)|(?<![一-龯])[一-龯ァ-ヶー]{1,5}病"
    r"(?=[でがのとを、。])(?<![臆看仮疾闘]病)"
    r"|[一-龯ァ-ヶー]{1,8}アレルギー|アナフィラキシー|エピペン|心療内科|精神科|メンタルクリニック|体外受精"
    r"|禁煙外来|ペースメーカー|人工関節|骨折|難聴|めまい|発作|持病|入院|休職|手術|通院|睡眠薬|服薬|抗うつ薬"
    r"|抗不安薬|降圧剤|降圧薬|痛み止め|血液サラサラの薬|吸入器|ピル"
)  # fmt: skip
JAPANESE_MEDICINE = re.compile(
    r"[ァ-ヶー]{3,14}[ 　]?\d+(?:\.\d+)?[ 　]?(?:mg|㎎|ミリ(?:グラム)?|錠|μg|単位)"
    r"|[ァ-ヶー]{3,14}(?=(?:を|の)?(?:服用|処方|飲み始め|内服|投与|点滴))"
    r"|[ァ-ヶー]{1,10}(?:プリル|サルタン|スタチン|ゾール|シリン|マイシン|フロキサシン|プラム|セチン|ゼパム"
    r"|ゾラム|マブ|チニブ|ホルミン|サルタン|ロラン|ドロン|ニゾロン|チロキシン|メトトレキサート)(?!"
    r"[ァ-ヶー])"
)  # fmt: skip
JAPANESE_DIAGNOSED = re.compile(
    r"([一-龯ァ-ヶーA-Za-z]{2,15})(?:だ)?(?:と診断|の診断を|を患|の持病|で(?:通院|入院|手術)|の(?:手術|再発"
    r"|治療))|持病の([一-龯ァ-ヶー]{2,12})"
)
IN_MILLIGRAMS = re.compile(r"mg|㎎|ミリ|μg")
TREATED = re.compile(r"薬|服用|処方|飲んで|飲む|病院|医者|先生|点滴|注射|診|通院|入院")


def health(text: str) -> Iterator[Match]:
    """Find illnesses, treatments and medicines where a sentence says them of somebody."""
    for sentence in SENTENCE.finditer(text):
        if TOPIC.search(sentence[0]):
            continue
        for start, end, sure in (*_english(sentence[0]), *_japanese(sentence[0])):
            yield sentence.start() + start, sentence.start() + end, sure


def _english(sentence: str) -> Iterator[Match]:
    for match in DIAGNOSED.finditer(sentence):
        yield match.start(1), match.end(1), 0.85
    if not PERSON.search(sentence):
        return
    for pattern, sure in ((ILLNESS, 0.8), (MEDICINE, 0.85), (DOSE, 0.85)):
        for match in pattern.finditer(sentence):
            yield match.start(), match.end(), sure


def _japanese(sentence: str) -> Iterator[Match]:
    for match in JAPANESE.finditer(sentence):
        yield match.start(), match.end(), 0.8
    for match in JAPANESE_DIAGNOSED.finditer(sentence):
        at = 1 if match[1] else 2
        yield match.start(at), match.end(at), 0.82
    for match in JAPANESE_MEDICINE.finditer(sentence):
        # Katakana before a number may be anything; before milligrams it is a medicine.
        if IN_MILLIGRAMS.search(match[0]) or TREATED.search(sentence):
            yield match.start(), match.end(), 0.83
