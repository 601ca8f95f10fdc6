"""English names of lasting conditions, and the adjectives of those who have them."""

from nlp.facts.rules import SOMEONE

_TYPE = r"(?:[Tt]ype[- ](?:1|2|I{1,2}|[Oo]ne|[Tt]wo)|T[12]|gestational|insulin[- ]dependent)"
# In any case, as in chats; the names that are other words in small letters stand in IN_CAPITALS.
_NAMES = (
    r"(?:pre-?)?diabetes(?: (?:type )?[12])?|asthma|epilepsy|adhd|autism(?: spectrum disorder)?"
    r"|asperger'?s(?: syndrome)?|dyslexia|dyspraxia|dyscalculia|tourette'?s(?: syndrome)?"
    r"|(?:(?:rheumatoid|psoriatic|juvenile) )?arthritis|osteoarthritis|osteoporosis|fibromyalgia"
    r"|multiple sclerosis|lupus|gout|scoliosis|spina bifida|cerebral palsy|muscular dystrophy"
    r"|parkinson'?s(?: disease)?|alzheimer'?s(?: disease)?|(?:vascular )?dementia|motor neurone? disease"
    r"|huntington'?s(?: disease)?|ehlers[- ]danlos(?: syndrome)?|raynaud'?s(?: (?:disease|syndrome))?"
    r"|crohn'?s(?: disease)?|(?:ulcerative )?colitis|co?eliac(?: disease)?|diverticulitis|acid reflux"
    r"|hypertension|(?:high|low) blood pressure|high cholesterol|angina|heart failure|cardiomyopathy"
    r"|atrial fibrillation|a-?fib|arrhythmia|hypothyroidism|hyperthyroidism"
    r"|hashimoto'?s(?: disease)?|graves'? disease|endometriosis|migraines?|narcolepsy|sleep apn(?:o)?ea"
    r"|chronic (?:pain|fatigue(?: syndrome)?|migraines?|back pain|bronchitis|kidney disease"
    r"|insomnia|illness"
    r"|sinusitis|urticaria)|insomnia|tinnitus|m[eé]ni[eè]re'?s(?: disease)?|hearing loss|glaucoma"
    r"|cataracts|macular degeneration|retinitis pigmentosa|colou?r[- ]?blindness|eczema|psoriasis|rosacea"
    r"|vitiligo|alopecia|hay ?fever|emphysema|cystic fibrosis|sickle cell(?: (?:disease|trait|an(?:a)?emia))?"
    r"|ha?emophilia|hepatitis [bc]|kidney disease|liver disease|heart disease|cirrhosis|bipolar"
    r"(?: disorder)?|schizophrenia|(?:c-?)?ptsd|(?:generali[sz]ed )?anxiety disorder|panic disorder"
    r"|(?:clinical )?depression|borderline personality disorder|long covid|ankylosing spondylitis"
    r"|sciatica|degenerative disc disease|spinal stenosis|neuropathy|lymph(?:o)?edema|h[iy]permobility"
    r"|(?:(?:breast|lung|bowel|colon|prostate|ovarian|skin|thyroid|kidney|bladder|blood|bone|brain|liver"
    r"|pancreatic|stomach|throat) )cancer|leuk(?:a)?emia|lymphoma|myeloma"
)
IN_CAPITALS = (
    r"MS(?! (?:Word|Office|Paint|degree|thesis|program\w*|in [a-z]+ology|in (?!my|spring|\d)|from)\b)"
    r"|RA(?=[^.!?]{0,40}\b(?:flar\w+|bad|worse|hands?|joints|stiff\w*|pain\w*|ach\w+|meds"
    r"|playing|acting|wrists?"
    r"|fingers|feet|knees|claws|and|since)\b)|OA|COPD|PCOS|POTS|EDS|IBS|IBD|ME/CFS|CFS|GERD"
    r"|AFib|HIV|T[12]D|ADD|AuDHD|CPTSD|OCD|BPD|SLE"
    r"|CKD|MND|ALS"
)
# These are said with an article, as the things in a body are.
COUNTED = (
    r"heart (?:condition|murmur|defect|arrhythmia)|(?:thyroid|kidney|heart|liver|skin|back|lung|medical"
    r"|autoimmune) condition|autoimmune disease|(?:underactive|overactive) thyroid|(?:slipped"
    r"|herniated|bulging)"
    r" dis[ck]|(?:lumbar|hiatus|hiatal|inguinal) hernia|stammer|stutter|lazy eye|prosthetic (?:leg|arm)"
    r"|(?:learning|physical) disability|(?:bleeding|eating|sleep|seizure|panic|anxiety) disorder"
    r"|pacemaker|stoma|cochlear implant|defibrillator"
)
# Whom a disease is called after is a name: Hashimoto's disease.
NAME = (
    rf"(?:(?:{_TYPE} )?(?i:{_NAMES})|{SOMEONE}(?:'s)? (?:disease|syndrome|thyroiditis)"
    rf"|{IN_CAPITALS}|(?i:{COUNTED}))"
)
_BETWEEN = r"(?:, and |, | and | & | \+ | plus )"
NAMES = rf"(?P<o>{NAME}(?:{_BETWEEN}(?:an? )?{NAME})*)"
SOMETIMES = (
    r"(?:(?:really|very|quite|pretty|fairly|also|both|some|a bit of|a touch of|a mild form of|a form of"
    r"|officially|bad|severe|mild|moderate|chronic|terrible|awful|horrible|poorly controlled"
    r"|well controlled|long[- ]term|lifelong|early[- ]onset|late[- ]onset|adult|the|an?|my|stage \w+) )*?"
)
_DEAF = (
    r"deaf(?:-?blind)? in (?:one|(?:my|his|her|the) (?:left|right)) ear|(?:partially"
    r"|profoundly|severely|stone)"
    r" deaf|deaf|hard of hearing|blind in (?:one|(?:my|his|her|the) (?:left|right)) eye"
    r"|(?:partially|legally|registered) blind|partially sighted|visually impaired|hearing impaired"
)
_COLOUR = r"(?:(?:red[-/ ]green|partially|slightly) )?colou?r[- ]?blind"
# What "a" may stand before as well: a diabetic, an asthmatic.
PERSONS = rf"(?:(?:{_TYPE} )?(?i:(?:pre-?)?diabetic)|(?i:asthmatic|epileptic|co?eliac|ha?emophiliac|dyslexic))"
ADJECTIVES = (
    rf"(?:{PERSONS}|(?i:autistic|dyspraxic|neurodivergent|bipolar|hypertensive|HIV[- ]positive"
    rf"|hypermobile|{_DEAF}|{_COLOUR}))"
)
# "I have asthma patients", "my diabetes class": what follows a name that stands for itself.
STOP = (
    r"(?=\s*(?:[.,;:!?()…/\n–—]|$)|\s+-\s|\s+(?:and|but|so|since|because|cos|cuz|bc|as|that"
    r"|which|who|though|tho"
    r"|although|while|if|when|where|for|from|in|with|now|too|already|again|lately|btw|lol|tbh"
    r"|yes|like my|in my|on"
    r" my|all|or|hence|therefore|at|then|this|last|these|just|like|meaning|myself|today|plus"
    r"|also|under control|every"
    r"|anyway|not|after|before|both|is|here|most|\+|&)(?![\w-]))"
)
STOP_ADJECTIVE = (
    r"(?=\s*(?:[.,;:!?()…/\n–—]|$)|\s+-\s|\s+(?:and|but|so|since|because|cos|cuz|bc|as well"
    r"|which|who|though"
    r"|tho|too|now|myself|btw|lol|tbh|yes|hence|if that|with|for (?:years|life|\d)|all my"
    r"|from birth|on top|here|not)"
    r"(?![\w-]))"
)
# What is said of a condition as the own one: "my asthma is", "my ADHD brain".
OF_OWN = (
    r"(?=\s*(?:[.,;:!?()…/\n–—]|$)|'s\b(?! (?:nurse|class))|\s+-\s|\s+(?:is|isn't|was|wasn't"
    r"|has|had|gets?|got|getting"
    r"|makes?|made|means?|meant|flar\w+|acts?|acting|acted|plays?|playing|played|kicks?"
    r"|kicked|kicking|won't"
    r"|doesn't|does|didn't|did|can|can't|keeps?|kept|are|aren't|and|but|so|or|since|because"
    r"|cos|when|if|for|with|at|in"
    r"|on|today|lately|again|under|that|which|meds|medication|medicine|diagnosis|brain|symptoms?|inhalers?"
    r"|though|too|after|worse|bad|really|just|always|still|like|while|comes?|came|started|goes|went"
    r"|needs?|lets?|hates?|loves?|anyway|as|to|these|this|well|better|fine|now|before|thanks"
    r"|off|up|out|over|all"
    r"|I|he|she|we|they|badly|wakes?|woke|hurts?|takes?|tends?|usually|runs|might|may|will"
    r"|would|could|should)(?![\w-]))"
)
