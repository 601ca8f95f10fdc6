"""Tell a secret from the words and code that stand in its place."""

import re

# Words of which invented secrets are made: mysecretpassword, your-api-key-here, test1234.
PLACEHOLDER = re.compile(
    r"(?:your|my|the|new|old|wrong|bad|good|right|correct|invalid|valid|secure|strong|weak|super|very"
    r"|long|short|testing|tester|test|example|sample|dummy|fake|demo|default|placeholder|change|me|it"
    r"|this|here|insert|enter|replace|with|plain|text|hashed|hash|password|passwd|passw0rd|p@ssw0rd"
    r"|p@ssword|pass|pw|pwd|secret|key|token|api|app|username|user|admin|root|login|db|database"
    r"|postgres|mysql|guest|client|access|auth|jwt|flask|django|value|string|abc|xyz|foo|bar|baz"
    r"|qwerty|letmein|welcome|confirm|redacted|hidden|todo|some|an?|to|in|prod|dev|[\d_\-\s.!@#$*<>{}]"
    r"|x{3,})+",
    re.I,
)
# Expressions of programs, variables of shells and templates, and what a program says of a value.
CODE = re.compile(
    r"[A-Za-z_][\w.]*[(\[].*|\$.*|%.*|<.*|\{.*|os\..*|process\..*|getenv.*|settings\..*|env[.(].*|self\..*"
    r"|input.*|config\..*|request\..*|.*\b(?:form|data|json|args|environ)\b.*[\[\]()'\"].*|.*[\"'][)\]].*",
    re.DOTALL,
)
# Values of attributes and types, which no code would keep a secret in.
PLAIN_NAME = re.compile(r"[A-Za-z_][A-Za-z_.]*")
LONGEST_SECRET = 256


def is_placeholder(value: str) -> bool:
    """Whether a value only stands in the place of a secret."""
    return bool(PLACEHOLDER.fullmatch(value[:LONGEST_SECRET]))


def is_code(value: str) -> bool:
    """Whether a value is an expression of a program."""
    return bool(CODE.fullmatch(value[:LONGEST_SECRET]))


def is_random(value: str) -> bool:
    """Whether a value has a long part of letters and digits in turn, as keys have."""
    return any(_is_mixed(part) for part in re.split(r"[^A-Za-z0-9]+", value))


def _is_mixed(part: str) -> bool:
    turns = len(re.findall(r"(?<=[A-Za-z])\d|(?<=\d)[A-Za-z]", part))
    return len(part) >= 12 and turns >= 4
