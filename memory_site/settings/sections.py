"""Every setting: its section and key in ``wasurena.toml``, its variable, its type and default."""

import ipaddress
import os
from dataclasses import dataclass
from typing import Annotated, Any, Literal
from zoneinfo import ZoneInfo

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    HttpUrl,
    SecretStr,
    TypeAdapter,
    ValidationError,
)
from pydantic_core import PydanticUseDefault

_WEB_ADDRESS = TypeAdapter[HttpUrl](HttpUrl)


@dataclass(frozen=True, slots=True)
class Variable:
    """The environment variable of a setting."""

    name: str


def _number(raw: Any) -> Any:
    # An empty variable is no number: the default stands.
    if raw == "":
        raise PydanticUseDefault
    return raw


def _flag(raw: Any) -> Any:
    return (raw.strip() or False) if isinstance(raw, str) else raw


def _lower(raw: Any) -> Any:
    return raw.strip().lower() if isinstance(raw, str) else raw


def _upper(raw: Any) -> Any:
    return raw.strip().upper() if isinstance(raw, str) else raw


def _items(raw: Any) -> list[str]:
    parts = raw if isinstance(raw, list) else str(raw).split(",")
    return [str(part).strip() for part in parts if str(part).strip()]


def _address(value: str) -> str:
    address = value.strip()
    try:
        if address:
            _WEB_ADDRESS.validate_python(address)
    except ValidationError:
        raise ValueError("is not an address such as http://…") from None
    return address


def _network(item: str) -> str:
    try:
        if "/" in item:
            return str(ipaddress.ip_network(item, strict=False))
        return str(ipaddress.ip_address(item))
    except ValueError:
        raise ValueError("is not an address such as 127.0.0.1 or 10.0.0.0/8") from None


Number = Annotated[int, BeforeValidator(_number)]
Natural = Annotated[int, Field(ge=0), BeforeValidator(_number)]
Positive = Annotated[int, Field(ge=1), BeforeValidator(_number)]
Flag = Annotated[bool, BeforeValidator(_flag)]
Items = Annotated[list[str], BeforeValidator(_items)]
Networks = Annotated[list[Annotated[str, AfterValidator(_network)]], BeforeValidator(_items)]
Address = Annotated[str, AfterValidator(_address)]
Level = Literal["DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"]


class Section(BaseModel):
    """A section of the file."""

    model_config = ConfigDict(extra="forbid", frozen=True, coerce_numbers_to_str=True)


class Server(Section):
    """The server's address, its hosts and its proxies."""

    host: Annotated[str, Variable("WASURENA_HOST")] = "127.0.0.1"
    port: Annotated[Number, Variable("WASURENA_PORT")] = 8377
    debug: Annotated[Flag, Variable("WASURENA_DEBUG")] = False
    secret_key: Annotated[SecretStr, Variable("WASURENA_SECRET_KEY")] = SecretStr("")
    allowed_hosts: Annotated[Items, Variable("WASURENA_ALLOWED_HOSTS")] = []
    allowed_origins: Annotated[Items, Variable("WASURENA_ALLOWED_ORIGINS")] = []
    trusted_proxies: Annotated[Networks, Variable("WASURENA_TRUSTED_PROXIES")] = []
    certificate: Annotated[str, Variable("WASURENA_CERTIFICATE")] = ""
    certificate_key: Annotated[str, Variable("WASURENA_CERTIFICATE_KEY")] = ""
    plain_log_in: Annotated[Flag, Variable("WASURENA_PLAIN_LOG_IN")] = False
    second_factor: Annotated[
        Literal["auto", "required", "optional"],
        BeforeValidator(_lower),
        Variable("WASURENA_SECOND_FACTOR"),
    ] = "auto"
    hsts_seconds: Annotated[Natural, Variable("WASURENA_HSTS_SECONDS")] = 30 * 24 * 60 * 60
    import_mb: Annotated[Positive, Variable("WASURENA_IMPORT_MB")] = 4096
    language: Annotated[
        Literal["en", "ja"], BeforeValidator(_lower), Variable("WASURENA_LANGUAGE")
    ] = "en"
    time_zone: Annotated[ZoneInfo, Variable("WASURENA_TIME_ZONE")] = ZoneInfo("UTC")


class Oauth(Section):
    """Log-in of remote MCP clients by OAuth."""

    enabled: Annotated[
        Literal["auto", "on", "off"], BeforeValidator(_lower), Variable("WASURENA_OAUTH")
    ] = "auto"
    client_hosts: Annotated[Items, Variable("WASURENA_OAUTH_CLIENT_HOSTS")] = ["*"]
    access_minutes: Annotated[Positive, Variable("WASURENA_OAUTH_ACCESS_MINUTES")] = 60
    refresh_days: Annotated[Positive, Variable("WASURENA_OAUTH_REFRESH_DAYS")] = 90


class Limits(Section):
    """How often programs may ask; nothing said: as often as they like on this machine alone."""

    token_per_minute: Annotated[Natural | None, Variable("WASURENA_TOKEN_PER_MINUTE")] = None
    token_burst: Annotated[Positive, Variable("WASURENA_TOKEN_BURST")] = 2_000
    app_per_minute: Annotated[Natural | None, Variable("WASURENA_APP_PER_MINUTE")] = None
    app_burst: Annotated[Positive, Variable("WASURENA_APP_BURST")] = 300


class Database(Section):
    """The database file, and how it is opened."""

    path: Annotated[str, Variable("WASURENA_DB_PATH")] = ""
    key: Annotated[SecretStr, Variable("WASURENA_DB_KEY")] = SecretStr("")
    key_file: Annotated[str, Variable("WASURENA_DB_KEY_FILE")] = ""
    busy_timeout_seconds: Annotated[Positive, Variable("WASURENA_BUSY_TIMEOUT_SECONDS")] = 30
    cache_kib: Annotated[Number | None, Variable("WASURENA_DB_CACHE_KIB")] = None
    vectors: Annotated[Flag, Variable("WASURENA_VECTORS")] = True


class Backup(Section):
    """Daily backups: where they go, how they are encrypted, how long they are kept."""

    daily: Annotated[Flag, Variable("WASURENA_BACKUP_DAILY")] = True
    directory: Annotated[str, Variable("WASURENA_BACKUP_DIR")] = ""
    passphrase: Annotated[SecretStr, Variable("WASURENA_BACKUP_PASSPHRASE")] = SecretStr("")
    passphrase_file: Annotated[str, Variable("WASURENA_BACKUP_PASSPHRASE_FILE")] = ""
    recipients: Annotated[Items, Variable("WASURENA_BACKUP_RECIPIENTS")] = []
    keep_days: Annotated[Positive, Variable("WASURENA_BACKUP_KEEP_DAYS")] = 30
    keep_daily: Annotated[Positive, Variable("WASURENA_BACKUP_KEEP_DAILY")] = 7
    keep_weekly: Annotated[Natural, Variable("WASURENA_BACKUP_KEEP_WEEKLY")] = 4


class Privacy(Section):
    """Originals of masked texts that are kept encrypted."""

    sealed_days: Annotated[Positive, Variable("WASURENA_SEALED_DAYS")] = 30


class Embedding(Section):
    """The model that makes vectors."""

    model: Annotated[str, Variable("WASURENA_EMBEDDING_MODEL")] = "use-multilingual-v3"
    directory: Annotated[str, Variable("WASURENA_EMBEDDING_DIR")] = ""
    pooling: Annotated[
        Literal["mean", "cls", "disabled"],
        BeforeValidator(_lower),
        Variable("WASURENA_EMBEDDING_POOLING"),
    ] = "mean"
    download: Annotated[Flag, Variable("WASURENA_EMBEDDING_DOWNLOAD")] = False
    threads: Annotated[Number, Variable("WASURENA_EMBEDDING_THREADS")] = 1
    batch_size: Annotated[Number, Variable("WASURENA_EMBEDDING_BATCH")] = 256


class Search(Section):
    """Sessions, the index in memory, and the reranker."""

    session_idle_hours: Annotated[Number, Variable("WASURENA_SESSION_IDLE_HOURS")] = 24
    index_mb: Annotated[Positive, Variable("WASURENA_SEARCH_INDEX_MB")] = 1_500
    processes: Annotated[Natural, Variable("WASURENA_SEARCH_PROCESSES")] = min(
        3, (os.cpu_count() or 1) - 1
    )
    reranker_model: Annotated[str, Variable("WASURENA_RERANKER_MODEL")] = ""
    reranker_directory: Annotated[str, Variable("WASURENA_RERANKER_DIR")] = ""
    reranker_download: Annotated[Flag, Variable("WASURENA_RERANKER_DOWNLOAD")] = False
    reranker_candidates: Annotated[Positive, Variable("WASURENA_RERANKER_CANDIDATES")] = 30
    reranker_budget_ms: Annotated[Natural, Variable("WASURENA_RERANKER_BUDGET_MS")] = 300


class Packs(Section):
    """The pack of a save that names none."""

    usual: Annotated[str, Variable("WASURENA_USUAL_PACK")] = "lifelog"
    by_meaning: Annotated[Flag, Variable("WASURENA_PACKS_BY_MEANING")] = True


class Extraction(Section):
    """Extraction of names and claims from memories."""

    method: Annotated[
        Literal["trained", "rules", "off"], BeforeValidator(_lower), Variable("WASURENA_EXTRACTION")
    ] = "trained"


class Llm(Section):
    """The language model beside the rules."""

    url: Annotated[Address, Variable("WASURENA_LLM_URL")] = ""
    model: Annotated[str, Variable("WASURENA_LLM_MODEL")] = ""
    key: Annotated[SecretStr, Variable("WASURENA_LLM_KEY")] = SecretStr("")
    tokens_per_day: Annotated[Natural, Variable("WASURENA_LLM_TOKENS_PER_DAY")] = 200_000
    timeout_seconds: Annotated[Positive, Variable("WASURENA_LLM_TIMEOUT_SECONDS")] = 120
    sampling: Annotated[Flag, Variable("WASURENA_LLM_SAMPLING")] = False


class Performance(Section):
    """Threads and processes for work outside of requests."""

    background: Annotated[
        Literal["inline", "thread"], BeforeValidator(_lower), Variable("WASURENA_BACKGROUND")
    ] = "inline"


class Logging(Section):
    """Log level and format."""

    level: Annotated[Level, BeforeValidator(_upper), Variable("WASURENA_LOG_LEVEL")] = "WARNING"
    format: Annotated[
        Literal["pretty", "json"], BeforeValidator(_lower), Variable("WASURENA_LOG_FORMAT")
    ] = "pretty"
