"""The beginnings of keys that services publish, and the forms of keys without one."""

import re

# A beginning that few other words have, and the least number of characters behind it.
PREFIXES = {
    # Models and searches.
    "sk-ant-": 20, "sk-proj-": 20, "sk-or-": 20, "sk-svcacct-": 20, "sk-admin-": 20, "sk-lf-": 20,
    "gsk_": 20, "xai-": 20, "pplx-": 20, "r8_": 20, "hf_": 20, "api_org_": 20, "nvapi-": 20, "tvly-": 16,
    "pcsk_": 20, "jina_": 24, "lsv2_": 16, "fw_": 20, "e2b_": 20, "csk-": 24, "rpa_": 20, "fc-": 24, "pa-": 43,
    "apify_api_": 16, "wandb_v1_": 20, "crsr_": 20, "BSA": 24,
    # Clouds, hosts and databases.
    "AIza": 30, "GOCSPX-": 16, "ya29.": 20, "AGPA": 16, "ASIA": 16, "LTAI": 16, "AQVN": 30,
    "dop_v1_": 20, "doo_v1_": 20, "dor_v1_": 20, "vercel_": 16, "vercel_blob_rw_": 20, "vcp_": 20,
    "nfp_": 20, "nfc_": 20, "nfo_": 20, "nfb_": 20, "rnd_": 20, "HRKU-": 24, "fo1_": 20, "FlyV1": 20,
    "fm2_": 40, "sbp_": 16, "sb_secret_": 12, "napi_": 30, "pscale_": 20, "tskey-": 16, "hvs.": 16,
    "hvb.": 16, "hvr.": 16, "dapi": 32, "pul-": 30, "dnkey-": 20, "tk-us-": 30, "sha256~": 40,
    "dckr_pat_": 16, "dckr_oat_": 16, "v1.0-": 100, "cfut_": 20, "cfat_": 20, "scw-secret-": 20,
    # Code and packages.
    "ghp_": 20, "gho_": 20, "ghu_": 20, "ghs_": 20, "ghr_": 20, "github_pat_": 20, "glpat-": 16, "gldt-": 16,
    "glrt-": 16, "glptt-": 16, "glcbt-": 16, "glft-": 16, "glsoat-": 16, "glffct-": 16, "glagent-": 16,
    "gloas-": 16, "glimt-": 16, "ATBB": 24, "ATATT3": 20, "ATCTT3": 20, "npm_": 20, "pypi-": 20,
    "rubygems_": 20, "oy2": 40, "CLOJARS_": 20, "cio": 32, "AKCp": 20, "sqp_": 20, "squ_": 20, "sqa_": 20,
    "sgp_": 20, "snyk_uat.": 20, "CCIPAT_": 20, "bkua_": 20, "rdme_": 40, "ico-": 30, "codecov_": 20,
    # Payments, mail, messages and shops.
    "sk_live_": 12, "rk_live_": 12, "sk_test_": 12, "rk_test_": 12, "whsec_": 16, "sq0csp-": 16,
    "sq0atp-": 16, "EAAA": 32, "shpat_": 16, "shpss_": 16, "shpca_": 16, "shppa_": 16, "FLWSECK": 20,
    "rzp_live_": 12, "rzp_test_": 12, "APP_USR-": 20, "shippo_live_": 20, "shippo_test_": 20, "EZAK": 40,
    "EZTK": 40, "duffel_live_": 20, "duffel_test_": 20, "paystack_": 20, "SG.": 30, "re_": 20, "key-": 32,
    "xkeysib-": 20, "xsmtpsib-": 20, "mlsn.": 30, "xoxb-": 16, "xoxp-": 16, "xoxa-": 16, "xoxe-": 16,
    "xoxe.xox": 20, "xoxs-": 16, "xoxc-": 16, "xoxd-": 16, "xapp-": 16, "EAA": 60, "IGQV": 40,
    # Tools of teams, and watching of programs.
    "lin_api_": 16, "lin_oauth_": 16, "figd_": 16, "ntn_": 20, "secret_": 32, "PMAK-": 20, "CFPAT-": 16,
    "pat-na1-": 20, "pat-eu1-": 20, "ATTA": 40, "tfp_": 30, "dp.pt.": 16, "dp.st.": 16, "dp.ct.": 16,
    "dp.sa.": 16, "dp.scim.": 16, "dp.audit.": 16, "st.": 40, "ops_eyJ": 40, "glsa_": 16, "sntrys_": 16,
    "sntryu_": 20, "NRAK-": 16, "NRII-": 16, "NRJS-": 16, "NRIQ-": 16, "phx_": 16, "phc_": 24, "dt0c01.": 60,
    "dt0s16.": 60, "hec_": 30, "pnu_": 24, "fio-u-": 30, "sl.": 40, "pat_": 20, "sk_": 32, "sk-": 24,
    "RGAPI-": 30, "mob-": 36, "sdk-": 36, "wsr_": 20,
}  # fmt: skip
_BEGINNINGS = "|".join(
    f"{re.escape(prefix)}(?=[A-Za-z0-9_.=-]{{{least}}})"
    for prefix, least in sorted(PREFIXES.items(), reverse=True)
)
PREFIXED = re.compile(rf"(?<![A-Za-z0-9_])(?:{_BEGINNINGS})(?!\.)[A-Za-z0-9_.=-]{{0,300}}")
# Names of services and what the key is for: acme_live_4eC39HqLyjWDarjtT1zdP7dc.
UNKNOWN = re.compile(
    r"(?<![A-Za-z0-9_./-])(?:[a-z][a-z0-9]{1,11}[_-]){0,2}"
    r"(?:sk|pat|api|apikey|secret|token|auth|live|prod|prv|priv)(?:[_-]v?\d)?[_-]"
    r"([A-Za-z0-9]{24,120})(?![A-Za-z0-9_./-])"
)
_LEFT, _RIGHT = r"(?<![A-Za-z0-9_+/=.-])", r"(?![A-Za-z0-9_+/=-])"
# Keys that no beginning tells, each by its own form.
PECULIAR = re.compile(
    # The secret key of an account of 1Password.
    r"(?<![A-Za-z0-9-])A3-[A-Z0-9]{6}-[A-Z0-9]{6}(?:-[A-Z0-9]{5}){4}(?![A-Za-z0-9-])"
    # A session of AWS, Grafana Cloud, and Terraform Cloud.
    r"|(?:IQoJb3JpZ2lu|FwoGZXIvYXdz)[A-Za-z0-9+/=]{60,2000}"
    r"|(?<![A-Za-z0-9_])glc_[A-Za-z0-9+/=]{32,400}"
    rf"|{_LEFT}[A-Za-z0-9]{{14}}\.atlasv1\.[A-Za-z0-9_=-]{{40,90}}"
    # A client secret of Azure, and the bots of Discord.
    r"|(?<![A-Za-z0-9_.~-])[A-Za-z0-9_.~-]{3}\dQ~[A-Za-z0-9_.~-]{31,34}(?![A-Za-z0-9_~-])"
    rf"|{_LEFT}[MNO][A-Za-z0-9_-]{{22,26}}\.[A-Za-z0-9_-]{{6}}\.[A-Za-z0-9_-]{{27,40}}{_RIGHT}"
    # DeepL, and keys of devices for messages.
    r"|(?<![0-9a-f-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:fx(?!\w)"
    r"|AAAA[A-Za-z0-9_-]{7}:APA91b[A-Za-z0-9_-]{100,160}|A{20,24}[A-Za-z0-9%]{60,120}"
    # A secret key of Mapbox, access tokens of PayPal, and passwords of one program (Mail of Google).
    rf"|{_LEFT}sk\.eyJ[A-Za-z0-9_-]{{20,200}}\.[A-Za-z0-9_-]{{16,60}}"
    r"|access_token\$(?:production|sandbox)\$[0-9a-z]{16}\$[0-9a-f]{32}"
    # Asana, Okta, and Plaid.
    r"|(?<![\w/])[0-2](?:/\d{13,19}){1,2}:[0-9a-f]{32}(?!\w)|(?<=\bSSWS )00[\w-]{38,42}(?![\w-])"
    r"|(?<![\w-])access-(?:sandbox|development|production)-[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}(?!\w)"
    # A bot's number, a colon and the key: 7104882635:AAVWr….
    r"|(?<=//)[0-9a-f]{32}(?=@)|(?<![\w.])pat[A-Za-z0-9]{14}\.[0-9a-f]{32,64}(?!\w)"
    r"|(?<![\w:])\d{7,11}:AA[\w-]{25,45}(?![\w-])|\bFlyV1 fm[12]_[\w+/=,-]{20,900}",
    re.ASCII,
)  # fmt: skip
# Keys of Backblaze, and passwords of Artifactory; other strings may begin so.
APPLICATION_KEY = re.compile(
    rf"{_LEFT}(?:K00\d[A-Za-z0-9+/]{{27}}|(?:AKC|AP[0-9A-F])[A-Za-z0-9]{{12,160}}){_RIGHT}"
)
# A token begins only at the start of its run; signed ones have three parts, encrypted ones five.
JWT = re.compile(
    r"(?<![A-Za-z0-9_-])eyJ[A-Za-z0-9_-]+\.[A-Za-z0-9_=-]+(?:\.[A-Za-z0-9_=+/-]+){0,3}", re.ASCII
)
# An address that lets everybody who knows it write to a channel.
WEBHOOK = re.compile(
    r"https://(?:hooks\.slack\.com/(?:services|workflows|triggers)/[A-Za-z0-9/]{20,120}"
    r"|(?:\w{1,20}\.)?discord(?:app)?\.com/api/webhooks/\d{5,24}/[\w-]{20,120}"
    r"|[\w-]{1,60}\.webhook\.office\.com/webhookb2/[\w@/-]{20,300}"
    r"|chat\.googleapis\.com/v1/spaces/[\w-]{4,40}/messages\?[\w=&%-]{30,300}"
    r"|hooks\.zapier\.com/hooks/catch/[\w/]{8,60}|maker\.ifttt\.com/trigger/\w{1,60}/with/key/[\w-]{16,60})",
    re.ASCII,
)  # fmt: skip
