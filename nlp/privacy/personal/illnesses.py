"""Words for illnesses and treatments, English and Japanese, and sayings that name them."""

import re

_ILLNESSES = r"""
crohn['’]?s(?: disease)?|(?:type [12] )?diabet(?:es|ic)|epilep(?:sy|tic)|asthma|multiple sclerosis
|relapsing-remitting MS|(?<=have )MS|(?<=has )MS
|parkinson['’]?s(?: disease)?|alzheimer['’]?s(?: disease)?|dementia|schizophreni[ac]
|bipolar(?: disorder)?|hiv(?:[ -]positive)?|hepatitis(?: [abc])?|leuk[a]?emia|lymphoma|melanoma
|carcinoma|tumou?r|(?:(?:breast|lung|bowel|prostate|ovarian|cervical|skin|liver|pancreatic|stomach
|thyroid|kidney|bladder|colon|brain|testicular|throat|bone|blood|oesophageal|esophageal|bladder|rectal
|colorectal) )?cancer|chemo(?:therapy)?|radiotherapy|radiation therapy|dialysis|insulin|lithium
|endometriosis|pcos|lupus|arthritis|osteoporosis|fibromyalgia|migraines?|eczema|psoriasis
|ulcerative colitis|colitis|co?eliac(?: disease)?|ibs|hypertension|high blood pressure
|hypothyroidism|hyperthyroidism|an[a]?emia|anorexia|bulimia|an? eating disorder|adhd|autis(?:m|tic)|ptsd
|ocd|(?:clinical |postnatal |postpartum )?depression|depressive disorder|an?xiety(?: disorder)?
|panic (?:attacks?|disorder)|insomnia|sleep apn[o]?ea|narcolepsy|tuberculosis|pneumonia|gout|shingles
|sciatica|tinnitus|glaucoma|cataracts?|kidney (?:stones?|failure|disease)|gallstones?
|heart (?:attack|failure|disease|condition)|atrial fibrillation|pacemaker|angina|thrombosis|embolism
|(?:an?|the|his|her|my) stroke|aneurysm|hernia|miscarr(?:iage|ied)|pregnan(?:t|cy)|ivf|menopause
|stomach ulcer|reflux|gerd
|long covid|covid|lyme disease|meningitis|sepsis|scoliosis|cystic fibrosis|sickle cell|h[a]?emophilia
|(?:peanut|nut|penicillin|shellfish|latex|bee) allergy|anaphyla(?:xis|ctic)|epipen|in rehab|sobriety
|alcoholi(?:sm|c)|antidepressants?|beta blockers?|blood thinners?|antipsychotics?|ssris?|statins?
|methadone|naloxone|ritalin|adderall|prozac|zoloft|knee replacement|hip replacement|kidney transplant
|liver transplant|transplant list|concussion|biopsy|stents?|bypass surgery|(?:my|her|his) (?:surgery
|operation|therapist|psychiatrist|oncologist|cardiologist|medication|meds)|vasectomy|hysterectomy
|mastectomy|hearing aids?|vertigo|herpes|chlamydia|dyslexia|seizures?|xanax|valium|metformin|prednisone
|prednisolone|cortisone|levothyroxine|methotrexate|warfarin|ibuprofen|codeine|morphine|oxycodone
|tramadol|gabapentin|pregabalin|quetiapine|olanzapine|lamotrigine|azathioprine|tamoxifen|ozempic|humira
|ventolin|lexapro|celexa|wellbutrin|effexor|cymbalta|paxil|seroquel|abilify|risperdal|lamictal|depakote
|klonopin|ativan|ambien|concerta|vyvanse|strattera|synthroid|lipitor|crestor|eliquis|xarelto|plavix
|wegovy|mounjaro|saxenda|jardiance|januvia|lantus|humalog|novolog|enbrel|remicade|stelara|cosentyx
|dupixent|xolair|keytruda|opdivo|herceptin|arimidex|femara|keppra|topamax|neurontin|lyrica|imitrex
|truvada|descovy|biktarvy|suboxone|antabuse|disulfiram|naltrexone|viagra|cialis|accutane|roaccutane
|isotretinoin|clomid|letrozole|hrt|estradiol|spironolactone|furosemide|digoxin|amiodarone|clozapine
|haloperidol|aripiprazole|risperidone|mirtazapine|venlafaxine|bupropion|buspirone|trazodone|zopiclone
|zolpidem|hydroxychloroquine|sulfasalazine|mesalazine|mesalamine|salbutamol|albuterol|symbicort
|montelukast|levetiracetam|lacosamide|carbamazepine|phenytoin|valproate|levodopa|sinemet|donepezil
|memantine|antiretrovirals?|mefloquine|tacrolimus|ciclosporin|cyclosporine|clopidogrel|rivaroxaban
|apixaban|heparin|inhalers?|insulin pump|thyroid|hashimoto['’]?s(?: disease)?|graves['’]? disease
|(?-i:POTS)|ehlers[- ]danlos(?: syndrome)?|raynaud['’]?s|tourette['’]?s|motor neurone? disease
|huntington['’]?s(?: disease)?|guillain[- ]barr[eé]|muscular dystrophy|cerebral palsy|spina bifida
|down['’]?s syndrome|marfan syndrome|polycystic (?:ovary|kidney)\w*|fibroids|pre-?eclampsia
|gestational diabetes|ectopic|stillb(?:irth|orn)|abortion|suicidal(?: thoughts)?|self[- ]harm\w*
|overdosed?|relapsed|in remission|sober for|panic attacks?|borderline personality(?: disorder)?
|dissociative|psychosis|manic episode|burn-?out leave|sectioned|arrhythmia|palpitations|heart murmur
|mitral valve|a-?fib|dvt|mini[- ]stroke|concussed|epidural|slipped discs?|herniated discs?
|(?:broken|fractured) (?:wrist|ankle|hip|leg|arm|collarbone|rib|pelvis|nose)|lump in (?:my|her|his) \w+
|incontinence|erectile dysfunction|(?:gonorrh|syphil)\w+|\bsti\b|\bhpv\b|mononucleosis|cirrhosis
|pancreatitis|crohns|stoma(?: bag)?|colostomy|catheter|feeding tube
|psych(?:iatric)? (?:ward|hospital|unit)|(?:days|weeks|months|years) sober|palliative care|hospice
|terminal(?:ly ill)?|stage (?:four|three|iv|iii|[1-4])(?: \w+)?|macular degeneration|detached retina
|hearing loss|hay fever|hives|rosacea|vitiligo|alopecia
|chronic (?:pain|fatigue(?: syndrome)?|kidney disease)|long[- ]term sick|(?:bee|wasp|sesame|egg|milk
|dairy|soy|wheat|gluten|cashew|walnut|fish|cat|dog|pollen|aspirin) allergy|lactose intoleran(?:t|ce)
|haemorrhoids|hemorrhoids"""
ILLNESS = re.compile(rf"\b(?:{_ILLNESSES})\b".replace("\n", ""), re.I)
# Ends of the names of illnesses and operations, and words with these ends that name none.
NAMED_BY_END = re.compile(
    r"\b(?!diagnos|prognos|hypnos|osmosis|metamorph|symbio|apotheo|sympath|empath|telepath|apath|antipath"
    r"|homeopath"
    r"|nostalg|homophob|xenophob|islamophob|transphob|diplom|aroma|oklahoma|tacoma|sonoma|paloma|microscop"
    r"|spectroscop|academ)"
    r"[a-z]{3,16}(?:itis|osis|[aæ]emia|opathy|ectomy|oma|algia|oplasty|oscopy|phobia)\b",
    re.I,
)
# Illnesses in sayings, and signs of the zodiac.
IDIOM = re.compile(
    r"\b(?:g[ai]v(?:e|es|ing)|nearly had|almost had|having) (?:me |him |her |us |everyone "
    r"|(?:my|his|her|our) \w+ )?an? (?:small "
    r"|mini |near )?"
    r"(?:heart attack|headache|stroke|migraine|aneurysm|panic attack|hernia)"
    r"|\b(?:Tropic of|Leo|Virgo|Libra|Scorpio|Sagittarius|Capricorn|Aquarius|Pisces|Aries|Taurus|Gemini"
    r"|horoscopes?|zodiac"
    r"|star sign|astrolog\w+|rising sign)\b"
    r"|\ballergic to (?:meetings?|mornings?|mondays?|work|effort|spreadsheets?|commitment|exercise|cardio"
    r"|deadlines?|small talk"
    r"|e-?mails?|phone calls?|paperwork|housework|ironing|dishes|change|fun|(?:bad )?(?:puns?|jokes?)"
    r"|nonsense|drama|committees?"
    r"|queues?|technology|hard work"
    r"|responsibility|being on time|decisions?|numbers|maths?|early starts?)"
    r"|(?:星座|[かし][にし]座|占い|ホロスコープ)|(?:会議|月曜|早起き|仕事|電話|英語|数学|算数|残業|飲み会"
    r"|勉強|運動|掃除|家事|人混み|書類|パソコン|機械"
    r"|カタカナ|横文字|数字|朝|学校|宿題|結婚|恋愛|政治|流行)アレルギー|(?:中二|中2|職業|五月|大企業|恋の"
    r"|知りたい|金欠|五月)病|活字中毒"
    r"|頭の痛い|心臓に悪い|目の毒|胃が痛くなる(?:話|ような)|病みつき",
    re.I,
)
# A word in capitals, which questions and pointing words are not names of.
_CALLED = (
    r"(?-i:\b(?!(?:What|Who|Which|Where|When|Why|How|That|This|There|Here|These|Those|Its|One|Today"
    r"|Diabetes|Asthma|Cancer|Depression|Anxiety)\b)[A-Z][a-z]+)"
)
PERSON = re.compile(
    r"\b(?:i|i['’]?m|i['’]?ve|my|me|he|she|he['’]s|she['’]s|his|her|him|we|our|they|their|mum|mom|dad|mother"
    r"|father|brother|sister|wife"
    r"|husband|son|daughter|partner|aunt|uncle|gran\w*"
    rf"|{_CALLED} (?:has|had|is|was|takes|took|got"
    r"|started|stopped)"
    rf"|{_CALLED}['’]s)\b"
    r"|^\s*(?:starting|started|stopped|taking|had|been|put on|diagnosed|going in for|recovering from"
    r"|living with)\b",
    re.I,
)  # fmt: skip
# The subject of a study, a book or a campaign.
TOPIC = re.compile(
    r"\b(?:research\w*|study|studies|stud(?:y|ying|ied)|papers?|fundraiser|charity|charities|awareness"
    r"|movie|film|book|novel|album|song|track \d"
    r"|documentary|article|lecture|course|thesis|museum|podcast|series|show|episode|dataset|model|chapter"
    r"|exhibition|great depression|essay|homework|exam"
    r"|donat\w+|nonprofit|hackathon|workshop|character|hero|heroine)\b"
    r"|研究|論文|映画|ドラマ|小説|漫画|番組|授業|講義|募金|寄付|啓発|学会|ニュース|記事|主人公|作品|アプリ|アルバム|曲名"
    r"|データ",
    re.I,
)
# What is said of an illness of nobody: its signs, its patients, what to read about it.
ABOUT_ILLNESS = re.compile(
    r"(?:の|に)?(?:(?:初期)?症状|原因|予防|治療(?:薬|法|費)|新薬|ワクチン|講演|講座|セミナー|サポーター|研修|勉強会|本を|啓発|検診|健診|検査|有病率|罹患率)"
    r"|(?:の|の多い)(?:人|方|ひと|患者|子ども|子供|高齢者|割合)(?:たち|さん)?(?:が|は|の|に|へ|向け|を対象|数|率)"
    r"|(?:患者|感染者|感染率|罹患者|当事者)|(?:について|に関する|とは|向けの)|って(?:何|なに|どんな|どう)"
    r"|[はがを][^。\n]{0,20}(?:発見|発明|開発|承認)(?:され|した)"
)
JAPANESE_PERSON = re.compile(
    r"私|わたし|僕|ぼく|俺|自分|うち|父|母|夫|妻|旦那|主人|嫁|息子|娘|兄|弟|姉|妹|祖[父母]|じい|ばあ|おじ|おば|叔|伯|孫|彼"
    r"|家族|子(?![どの供])|友[人達だ]|同僚|上司|さん(?!せい)|ちゃん|くん|君|持ち|なので|だから|になっ|になり|と言われ|診断"
)
JAPANESE = re.compile(
    r"産後うつ|うつ病|鬱病|躁うつ|(?<![ぁ-ん])うつ(?=[のでにがとを、。]|状態|気味|っぽ)(?!のが)"
    r"|鬱(?=[でがのと、。]|状態)|双極性障害|統合失調症|適応障害|パニック障害|摂食障害|不安障害|強迫性障害"
    r"|発達障害"
    r"|睡眠障害|聴覚障害|視覚障害"
    r"|身体障害|知的障害|学習障害|腎障害|肝障害|自閉症|(?<![A-Za-z])(?:ADHD|ASD|PTSD|HIV)(?![A-Za-z])"
    r"|糖尿病?+(?!の?(?:検査|検診|健診))|透析|インスリン|インシュリン"
    r"|抗がん剤|放射線治療|不妊治療|流産"
    r"|妊娠|つわり|リウマチ|ぜんそく|喘息|てんかん|アトピー(?:性皮膚炎)?|花粉症|高血圧|低血圧|貧血|不整脈"
    r"|心筋梗塞|脳梗塞|脳出血|狭心症"
    r"|心不全|腎不全|白血病|ヘルニア|緑内障|白内障|更年期|認知症|パーキンソン病|潰瘍性大腸炎|クローン病"
    r"|バセドウ病|橋本病|メニエール病"
    r"|(?:胃|肺|乳|大腸|肝臓?|膵臓?|前立腺|子宮|子宮頸|食道|腎臓?|甲状腺|卵巣|皮膚|舌|咽頭|胆管"
    r"|直腸)(?:がん|ガン|癌)|がん(?=[がのとで](?:見つか|診断|手術|再発|転移|治療))"
    r"|(?:胃|十二指腸)潰瘍|腫瘍(?!内科|学)|ポリープ|(?:尿路|腎臓?|胆)結石|[一-龯]{1,4}(?<!気)炎(?![上天])"
    r"|[一-龯ァ-ヶー]{1,8}依存症|(?:アルコール|薬物|ギャンブル|ニコチン|買い物)依存|[一-龯]{1,6}症候群"
    r"|(?<![一-龯])[一-龯ァ-ヶー]{1,6}症(?=[でがのとを、])(?<![重軽発]症)|(?<![一-龯])[一-龯ァ-ヶー]{1,5}病"
    r"(?=[でがのとを、。])(?<![臆看仮疾闘二業月疫奇]病)"
    r"|[一-龯ァ-ヶー]{1,8}アレルギー|アナフィラキシー|エピペン|心療内科|精神科|メンタルクリニック|体外受精"
    r"|禁煙外来|ペースメーカー|人工関節|骨折|難聴|めまい|発作|持病|入院|休職|手術|通院|睡眠薬|服薬|抗うつ薬"
    r"|(?:そば|たまご|えび|かに|くるみ|さば|いか|もも|りんご|ごま|だいず|あわび|まつたけ|ねこ|いぬ"
    r"|はちみつ|やまいも)アレルギー"
    r"|多発性硬化症|筋萎縮性側索硬化症|子宮(?:内膜症|筋腫)|卵巣(?:嚢腫|のう腫)|不妊(?:症)?|人工透析|中絶"
    r"|死産|早産|過呼吸|自傷|リストカット"
    r"|自殺未遂|希死念慮|断酒|梅毒|クラミジア|ヘルペス|帯状疱疹|結核|コロナ陽性|緩和ケア|ホスピス|余命"
    r"|ストーマ|人工肛門|補聴器|ステント"
    r"|カテーテル|要介護[1-5一二三四五１-５]?|要支援[12]|障害者?手帳|精神障害|片頭痛|偏頭痛|ぎっくり腰"
    r"|椎間板|無呼吸|ナルコレプシー"
    r"|起立性調節障害|過敏性腸|膠原病|難病(?=[のでにと])|後遺症|麻痺|乾癬|じんましん|蕁麻疹|メニエール"
    r"|くも膜下出血|動脈瘤|血栓|胆石|痛風|通風発作"
    r"|パーキンソン|アルツハイマー|ダウン症|知的障がい|発達障がい|吃音|HPV|性感染症|円形脱毛|ED治療"
    r"|卵子凍結|人工授精|化学療法|リハビリ(?=に通|を続|中|病院)"
    r"|抗不安薬|降圧剤|降圧薬|痛み止め|血液サラサラの薬|吸入器|(?<![ァ-ヶー・])ピル(?![ァ-ヶー])"
)  # fmt: skip
