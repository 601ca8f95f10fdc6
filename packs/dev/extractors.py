"""What the dev pack recognises: errors, versions, APIs, repositories, packages."""

from nlp.patterns import Pattern, PatternExtractor

ERROR = (
    r"(?<![A-Za-z0-9_.])(?:[a-z_]+\.)*[A-Z][A-Za-z0-9]*(?:Error|Exception|Warning|Fault)(?![A-Za-z0-9_])"
    r"|(?<![A-Za-z0-9_-])(?:E\d{3,5}(?:-[A-Z0-9]+)?|ERR_[A-Z_]+|E[A-Z]{4,}|SIG(?:SEGV|KILL"
    r"|TERM|ABRT|INT)|CVE-\d{4}-\d{4,7})(?![A-Za-z0-9_-])"
)
VERSION = (
    r"(?<![A-Za-z0-9.,_/-])v?\d{1,3}\.\d{1,4}\.\d{1,5}(?:-?(?:alpha|beta|rc|dev)\.?\d*)?(?![A-Za-z0-9]|\.\d)"
    r"|(?<![A-Za-z0-9.,_-])v\d{1,3}(?:\.\d{1,4})*(?![A-Za-z0-9.])"
)
ENDPOINT = r"\b(?:GET|POST|PUT|PATCH|DELETE|HEAD) (?P<name>/[\w{}:/.-]*)"
FUNCTION = r"(?<![A-Za-z0-9_.])(?P<name>[A-Za-z_]\w*(?:(?:\.|::)[A-Za-z_]\w*)*\(\))"
REPOSITORY = (
    r"(?:\b(?:repo(?:sitory)?"
    r"|リポジトリ)[:：]? ?[「`\"]?(?P<name>[A-Za-z0-9][\w.-]*/?[A-Za-z0-9][\w.-]*[A-Za-z0-9]))"
)
REPOSITORY_AFTER = (
    r"(?<![A-Za-z0-9_.-])(?P<name>[A-Za-z0-9][\w.-]{0,60}[A-Za-z0-9](?:/[A-Za-z0-9][\w.-]{0,60}[A-Za-z0-9])?) "
    r"?(?:リポジトリ"
    r"|\brepo(?:sitory)?\b)"
)
HOSTED = (
    r"(?:github|gitlab|bitbucket)\.(?:com"
    r"|org)[/:](?P<name>[\w.-]+/[\w-]+(?:\.[\w-]+)*?)(?=\.git\b|[^\w./-]|/|$)"
)
PACKAGE = (
    r"\b(?:pip3? install|npm (?:i|install)|yarn add|pnpm add|cargo add|go get|gem install"
    r"|brew install|apt(?:-get)? install) (?:-\w+ )*(?P<name>@?[\w./-]*\w)"
)
NO_ERROR = r"(?:Error|Exception|Warning|ENGLISH|EVERY|ENTER|EMPTY|EXTRA|EVENT|EMAIL|ERROR|EARLY)"
NO_REPOSITORY = (
    r"(?:the|this|that|our|my|your|a|an|new|old|same|main|git|monorepo|private|public|in|is"
    r"|was|and|on|of|to|for|with|from)"
)

EXTRACTORS = (
    PatternExtractor(
        "dev",
        (
            Pattern("Error", ERROR, 0.92, unless=NO_ERROR),
            Pattern("Version", VERSION, 0.9),
            Pattern("Api", ENDPOINT, 0.9, unless=r"/"),
            Pattern("Api", FUNCTION, 0.9),
            Pattern("Repository", HOSTED, 0.9),
            Pattern("Repository", REPOSITORY, 0.75, unless=NO_REPOSITORY),
            Pattern("Repository", REPOSITORY_AFTER, 0.75, unless=NO_REPOSITORY),
            Pattern("Technology", PACKAGE, 0.8),
        ),
    ),
)  # fmt: skip
