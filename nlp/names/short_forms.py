"""Short forms of English given names: Deb of Deborah, Cal of Calvin."""

# Each long form with its short forms.
FORMS = """
abigail abby gail; albert al bert; alexander alex sandy xander lex; alexandra alex sandra lexi;
alexis alex lexi; alfred alf fred; allison allie ali; amanda mandy; andrea andi; andrew andy drew;
angela angie; anthony tony; antonio tony; arthur art artie; barbara barb babs; benjamin ben benny benji;
bernard bernie; bethany beth; bradley brad; caitlin cait; calvin cal; cameron cam; cassandra cass cassie;
catherine kate katie cathy cat; katherine kate katie kathy kat; kathleen kate kathy; charles charlie chuck;
charlotte charlie lottie; christina chris tina chrissy; christine chris chrissy; christopher chris kit;
cynthia cindy; daniel dan danny; danielle dani; david dave davey; deborah deb debbie; dennis den;
dominic dom; donald don donnie; dorothy dot dottie; douglas doug; edward ed eddie ted ned;
eleanor ellie nell nora; elizabeth liz lizzie beth betty eliza ellie libby; emily em; emma em;
eugene gene; evelyn evie; florence flo; frances fran; francis frank; franklin frank;
frederick fred freddie; gabriel gabe; gabrielle gabby; geoffrey geoff; gerald gerry jerry; gregory greg;
harold harry hal; harrison harry; henry hank harry; isabella bella izzy; jacob jake; jacqueline jackie;
james jim jimmy jamie; jeffrey jeff; jennifer jen jenny; jeremy jem; jessica jess jessie; joanna jo joan;
joanne jo; john jack johnny; jonathan jon jonny; joseph joe joey; josephine jo josie; joshua josh;
judith judy; julian jules; juliet jules; katrina kat trina; kenneth ken kenny; kimberly kim;
lawrence larry; leonard leo len lenny; leslie les; lillian lily lil; louis lou; louise lou;
lucinda lucy; madeleine maddie; margaret maggie meg peggy; martin marty; matthew matt;
maximilian max; megan meg; melanie mel; melissa mel missy; melvin mel; michael mike mick mickey;
michelle shelly; miranda mandy; mitchell mitch; mohammed mo; natalie nat; natasha tasha;
nathan nate nat; nathaniel nate nat; nicholas nick nico; nicole nicky; olivia liv livvy; oliver ollie;
pamela pam; patricia pat trish patty; patrick pat paddy; penelope penny; peter pete; philip phil;
philippa pippa; priscilla cilla; rachel rach; raymond ray; rebecca becky becca; reginald reg;
richard rick dick rich richie; robert rob bob bobby robbie; roderick rod; ronald ron ronnie;
rosemary rosie; samantha sam; samuel sam sammy; sebastian seb; stephanie steph; stephen steve;
steven steve; stuart stu; susan sue susie; susannah sue zanna; sylvester sly; tabitha tabby;
tamara tammy; teresa terry tess; theodore ted theo teddy; theresa terry tess; thomas tom tommy;
timothy tim timmy; valerie val; vanessa nessa; veronica ronnie; victor vic; victoria vicky tori vic;
vincent vince vinnie; virginia ginny; walter walt; wesley wes; william will bill billy liam;
winifred winnie; yvonne vonnie; zachary zach zack; zoltan zoli
"""
SHORT = {line.split()[0]: frozenset(line.split()[1:]) for line in FORMS.strip().split(";")}
LONG = {
    short: frozenset(long for long, forms in SHORT.items() if short in forms)
    for short in frozenset().union(*SHORT.values())
}


def are_short_forms(first: str, second: str) -> bool:
    """Return whether one given name (in small letters) is a short form of the other."""
    return first in SHORT.get(second, ()) or second in SHORT.get(first, ())


def long_forms(name: str) -> frozenset[str]:
    """Return a given name (in small letters) and the names that it may be short for."""
    return LONG.get(name, frozenset()) | {name}
