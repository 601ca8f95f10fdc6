"""Settings for Django's own test suite on this product's database backend."""

DATABASES = {
    "default": {"ENGINE": "core.db.sqlite"},
    "other": {"ENGINE": "core.db.sqlite"},
}
SECRET_KEY = "django_tests_secret_key"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
DEFAULT_AUTO_FIELD = "django.db.models.AutoField"
USE_TZ = False
