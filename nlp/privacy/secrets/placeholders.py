"""Tell a secret from the words and code that stand in its place."""

import re

# Words of which invented secrets are made: mysecretpassword, your-api-key-here, test1234.
PLACEHOLDER = re.compile(
    r"(?:your|my|the|new|old|wrong|bad|good|right|correct|invalid|valid|secure|strong|weak|super|very"
    r"|long|short|testing|tester|test|example|sample|dummy|fake|demo|default|placeholder|change|me|it"
    r"|this|here|insert|enter|replace|with|plain|text|hashed|hash|password|passwd|passw0rd|p@ssw0rd"
    r"|p@ssword|pass|pw|pwd|secret|key|token|api|app|username|user|admin|root|login|db|database"
    r"|postgres|mysql|guest|client|access|auth|jwt|flask|django|value|string|abc|xyz|foo|bar|baz"
    r"|qwerty|letmein|welcome|confirm|redacted|filtered|masked|omitted|removed|hidden|todo|some|an?|to|in|prod|dev|[\d_\-\s.!@#$*<>{}\[\]]"
    r"|x{3,})+",
    re.I,
)
# Expressions of programs, variables of shells and templates, and what a program says of a value. A
# password may begin like one of them: $wUMR!@w56, %51jTlyu5, m(BUC)_6&y2T.
CODE = re.compile(
    r"(?!(?=.*\d)(?=.*[!#$%&^~@]))[A-Za-z_][\w.]*[(\[].*|\$(?:[({].*|\w+(?:[/.:}\"'-].*)?)?"
    r"|&(?:mut)?[a-z]+\)?|[A-Z][A-Z0-9]*_[A-Z0-9_]+=.*|\.\*.*|\$\d[\d.,]*(?:[/%km].*)?|%(?:[({].*|[a-z%]\W?|[A-Za-z_]+%?.?)?|<.*|\{.*|os\..*|process\..*|getenv.*|settings\..*|env[.(].*|self\..*"
    r"|input.*|config\..*|request\..*|.*\b(?:form|data|json|args|environ)\b.*[\[\]()'\"].*|.*[\"'][)\]].*",
    re.DOTALL,
)
# Values of attributes and types, which no code would keep a secret in.
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z_.]*")
LONGEST_SECRET = 256


# Characters that stand for others: ****, xxxxxx, 000000.
MASKED = re.compile(r"[*•●…]{2}|([Xx0_.-])\1{5}|<[^>]*>|\{\{|\.\.\.")
TRAILING = re.compile(r"(?<![.,;:!?()\]}\"'`>…-])[.,;:!?()\]}\"'`>…-]++$")
MOST_REPEATED = 0.5
RANDOM_FROM, TURNS = 12, 4
# Of the neighbors in a random string, at least so many are of two kinds.
LONG, TURN_SHARE = 24, 0.3


def is_placeholder(value: str) -> bool:
    """Whether a value only stands in the place of a secret."""
    return bool(PLACEHOLDER.fullmatch(value[:LONGEST_SECRET])) or is_masked(value)


def is_masked(value: str) -> bool:
    """Whether characters of a value are hidden, or most of them are the same one."""
    value = value[:LONGEST_SECRET]
    if MASKED.search(value):
        return True
    return len(value) >= 12 and max(map(value.count, set(value))) > MOST_REPEATED * len(value)


def is_code(value: str) -> bool:
    """Whether a value is an expression of a program."""
    return bool(CODE.fullmatch(value[:LONGEST_SECRET]))


def strip_end(value: str) -> str:
    """Return a value without the marks of the sentence that it ends."""
    return TRAILING.sub("", value)


def is_random(value: str) -> bool:
    """Whether a value has letters and digits in turn, as keys have."""
    if any(_is_mixed(part) for part in re.split(r"[^A-Za-z0-9]+", value)):
        return True
    plain = re.sub(r"[^A-Za-z0-9]+", "", value)
    if len(plain) < LONG or not re.search(r"\d", plain):
        return False
    turns = len(re.findall(r"(?<=[a-z])[A-Z0-9]|(?<=[A-Z])[0-9]|(?<=[0-9])[A-Za-z]", plain))
    return turns >= TURN_SHARE * len(plain)


def _is_mixed(part: str) -> bool:
    turns = len(re.findall(r"(?<=[A-Za-z])\d|(?<=\d)[A-Za-z]", part))
    return len(part) >= RANDOM_FROM and turns >= TURNS
