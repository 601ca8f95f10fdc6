"""Django settings, read from the environment and ``wasurena.toml`` (docs/settings.md)."""

from pathlib import Path

from memory_site import __version__
from packs.registry import pack_apps

from .access import is_beyond_this_machine, oauth_provider, rates
from .admin_theme import UNFOLD as UNFOLD
from .config import ConfigurationError, load, read_or_create_secret_key, secret_in
from .interfaces import (
    DJANGO_MCP_GET_SERVER_INSTRUCTIONS_TOOL as DJANGO_MCP_GET_SERVER_INSTRUCTIONS_TOOL,
)
from .interfaces import DJANGO_MCP_GLOBAL_SERVER_CONFIG as DJANGO_MCP_GLOBAL_SERVER_CONFIG
from .interfaces import REST_FRAMEWORK as REST_FRAMEWORK
from .interfaces import SPECTACULAR_SETTINGS as SPECTACULAR_SETTINGS
from .logs import logging_settings
from .paths import data_directory
from .storage import caches, connection_options, database_path, page_cache_kib

VERSION = __version__
BASE_DIR = Path(__file__).resolve().parents[2]
PACKAGE_DIR = Path(__file__).resolve().parents[1]
DATA_DIR = data_directory()
CONFIG = load()

# --- server -----------------------------------------------------------------
HOST = CONFIG.server.host
PORT = CONFIG.server.port
DEBUG = CONFIG.server.debug
SECRET_KEY = CONFIG.server.secret_key.get_secret_value() or read_or_create_secret_key(DATA_DIR)
LOOPBACK_NAMES = ["localhost", "127.0.0.1", "[::1]"]
EXTRA_HOSTS = CONFIG.server.allowed_hosts
ALLOWED_HOSTS = [*LOOPBACK_NAMES, *EXTRA_HOSTS]
ALLOWED_ORIGINS = CONFIG.server.allowed_origins
CSRF_TRUSTED_ORIGINS = ALLOWED_ORIGINS
# Only these may say where a request came from, and that it came over TLS.
TRUSTED_PROXIES = CONFIG.server.trusted_proxies
HSTS_SECONDS = CONFIG.server.hsts_seconds
# With a certificate the server itself speaks TLS.
CERTIFICATE = str(Path(CONFIG.server.certificate).expanduser()) if CONFIG.server.certificate else ""
CERTIFICATE_KEY = CONFIG.server.certificate_key
if CERTIFICATE_KEY and not CERTIFICATE:
    raise ConfigurationError("WASURENA_CERTIFICATE: name the certificate of the key as well")
CERTIFICATE_KEY = str(Path(CERTIFICATE_KEY).expanduser()) if CERTIFICATE_KEY else ""
# Passwords over plain HTTP from other machines, as inside of a VPN.
PLAIN_LOG_IN = CONFIG.server.plain_log_in
SECOND_FACTOR = CONFIG.server.second_factor
IS_BEYOND_THIS_MACHINE = is_beyond_this_machine(CONFIG.server)
# Remote MCP clients log in by OAuth; on this machine a token is simpler.
OAUTH = {"on": True, "off": False}.get(CONFIG.oauth.enabled, IS_BEYOND_THIS_MACHINE)
RATES = rates(
    token=(CONFIG.limits.token_per_minute, CONFIG.limits.token_burst),
    app=(CONFIG.limits.app_per_minute, CONFIG.limits.app_burst),
    is_beyond=IS_BEYOND_THIS_MACHINE,
)
OAUTH2_PROVIDER_APPLICATION_MODEL = "oauth2_provider.Application"
OAUTH2_PROVIDER = oauth_provider(
    client_hosts=CONFIG.oauth.client_hosts,
    access_minutes=CONFIG.oauth.access_minutes,
    refresh_days=CONFIG.oauth.refresh_days,
)

INSTALLED_APPS = [
    "unfold",
    # Without its search for admin modules at each start: `memory_site.urls` has them found.
    "django.contrib.admin.apps.SimpleAdminConfig",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django_htmx",
    "django_q",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "oauth2_provider",
    "memory_site",
    "core",
    "accounts",
    "packs",
    "entities",
    "graph",
    "memories",
    *pack_apps(),
]

MIDDLEWARE = [
    "core.interfaces.response_security.ResponseSecurityMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "accounts.authentication.LogInUseMiddleware",
    "accounts.authentication.OwnerTimeZoneMiddleware",
    "accounts.authentication.SecondFactorMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "accounts.authentication.TooManyAttemptsMiddleware",
    "accounts.authentication.PostOnlyAddressMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "memory_site.web.readings.ReadingsMiddleware",
]

ROOT_URLCONF = "memory_site.urls"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        # A checkout keeps templates at the top; a wheel carries them inside the package.
        "DIRS": [BASE_DIR / "templates", PACKAGE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "memory_site.web.context_processors.frame",
            ],
        },
    },
]

# --- database ---------------------------------------------------------------
DATABASE_PATH = database_path(CONFIG.database, DATA_DIR)
DATABASE_KEY = CONFIG.database.key.get_secret_value()
if key_file := CONFIG.database.key_file:
    DATABASE_KEY = secret_in(key_file, "WASURENA_DB_KEY_FILE")

# Where every process says how long it held the write lock.
LOCK_TIMES_DIR = str(DATA_DIR / "cache" / "lock_times")
# Its time says when a request was served last, to all processes.
LOAD_FILE = str(DATA_DIR / "cache" / "load")

DATABASE_CACHE_KIB = page_cache_kib(CONFIG.database, is_encrypted=bool(DATABASE_KEY))
DATABASES = {
    "default": {
        "ENGINE": "core.db.sqlite",
        "NAME": DATABASE_PATH,
        "OPTIONS": {
            **connection_options(CONFIG.database),
            "encryption_key": DATABASE_KEY,
            "cache_kib": DATABASE_CACHE_KIB,
            "lock_times": LOCK_TIMES_DIR,
        },
        "TEST": {"NAME": DATA_DIR / "test.sqlite3"},
    }
}
CACHES = caches(DATA_DIR / "cache")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# --- backups ------------------------------------------------------------------
BACKUP_DAILY = CONFIG.backup.daily
BACKUP_DIR = Path(CONFIG.backup.directory or DATA_DIR / "backups").expanduser()
BACKUP_PASSPHRASE = CONFIG.backup.passphrase.get_secret_value()
if passphrase_file := CONFIG.backup.passphrase_file:
    BACKUP_PASSPHRASE = secret_in(passphrase_file, "WASURENA_BACKUP_PASSPHRASE_FILE")
BACKUP_RECIPIENTS = CONFIG.backup.recipients
if BACKUP_PASSPHRASE and BACKUP_RECIPIENTS:
    raise ConfigurationError(
        "WASURENA_BACKUP_RECIPIENTS: recipients and a passphrase exclude each other"
    )
# The original of a masked text is kept encrypted so long, where a pack keeps it at all.
SEALED_DAYS = CONFIG.privacy.sealed_days
BACKUP_KEEP_DAYS = CONFIG.backup.keep_days
BACKUP_KEEP_DAILY = CONFIG.backup.keep_daily
BACKUP_KEEP_WEEKLY = CONFIG.backup.keep_weekly

# --- embedding and search ------------------------------------------------------
EMBEDDING_MODEL = CONFIG.embedding.model
EMBEDDING_MODEL_DIR = CONFIG.embedding.directory
EMBEDDING_POOLING = CONFIG.embedding.pooling
EMBEDDING_DOWNLOAD = CONFIG.embedding.download
EMBEDDING_THREADS = CONFIG.embedding.threads
EMBEDDING_BATCH = CONFIG.embedding.batch_size
# "thread": background work runs beside the caller; "inline": right after commit.
BACKGROUND_MODE = CONFIG.performance.background

# The pack of a save that names none: by its meaning or by words; else the usual one.
PACKS_BY_MEANING = CONFIG.packs.by_meaning
USUAL_PACK = CONFIG.packs.usual

# What memories say is derived by rules and a trained network, by rules alone, or not at all.
EXTRACTION = CONFIG.extraction.method
# Without an address no language model is asked.
LLM_URL = CONFIG.llm.url
LLM_MODEL = CONFIG.llm.model
if LLM_URL and not LLM_MODEL:
    raise ConfigurationError("WASURENA_LLM_MODEL: name the model that WASURENA_LLM_URL serves")
LLM_KEY = CONFIG.llm.key.get_secret_value()
LLM_TOKENS_PER_DAY = CONFIG.llm.tokens_per_day
LLM_TIMEOUT_SECONDS = CONFIG.llm.timeout_seconds
# Assistants whose client lends its model are asked what they have just saved.
LLM_SAMPLING = CONFIG.llm.sampling
SESSION_IDLE_HOURS = CONFIG.search.session_idle_hours
# What the spaces that this process holds in memory for searching may take.
SEARCH_INDEX_MB = CONFIG.search.index_mb
# Processes that take over searches while more than one is asked at a time.
SEARCH_PROCESSES = CONFIG.search.processes
# Without a model nothing is reranked.
RERANKER_MODEL = CONFIG.search.reranker_model
RERANKER_MODEL_DIR = CONFIG.search.reranker_directory
RERANKER_DOWNLOAD = CONFIG.search.reranker_download
RERANKER_CANDIDATES = CONFIG.search.reranker_candidates
RERANKER_BUDGET_MS = CONFIG.search.reranker_budget_ms

# Forms: several times the longest text, so that what is too long is refused at its field and
# stays in the form. REST reads its own bodies.
DATA_UPLOAD_MAX_MEMORY_SIZE = 16 * 1024 * 1024
# Archives that are sent to be imported.
IMPORT_MB = CONFIG.server.import_mb

# --- accounts ---------------------------------------------------------------
AUTHENTICATION_BACKENDS = ["accounts.throttling.ThrottledModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "login"
SESSION_COOKIE_NAME = "wasurena_session"
CSRF_COOKIE_NAME = "wasurena_csrf"
SESSION_COOKIE_SAMESITE = "Lax"

# --- language and time ----------------------------------------------------------
LANGUAGE_CODE = CONFIG.server.language
LANGUAGES = [("en", "English"), ("ja", "日本語")]
# The second holds Japanese for libraries that have none of their own.
LOCALE_PATHS = [PACKAGE_DIR / "locale", PACKAGE_DIR / "locale_libraries"]
TIME_ZONE = CONFIG.server.time_zone.key
USE_TZ = True

# --- static files -----------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [path for path in [PACKAGE_DIR / "frontend" / "dist"] if path.exists()]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = DEBUG

# --- worker -----------------------------------------------------------------
Q_CLUSTER = {
    "name": "wasurena",
    "orm": "default",
    "workers": 1,
    "timeout": 600,
    "retry": 900,
    "poll": 1,
    "max_attempts": 3,
    # Never: the worker gives freed memory back itself, and ends with its process of tasks.
    "recycle": 0,
    "catch_up": False,
    "save_limit": 500,
    # The heartbeat is written to the cache at each turn of the guard.
    "guard_cycle": 1,
    "label": "Worker",
}

# --- logging ----------------------------------------------------------------
LOGGING = logging_settings(CONFIG.logging.level, CONFIG.logging.format)
