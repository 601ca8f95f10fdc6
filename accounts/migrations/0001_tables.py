"""Tables of people's profiles, tokens and second factors."""

from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    """Create them once the tables of apps are complete.

    Each of the many steps there would otherwise render these models again.
    """

    initial = True

    dependencies = [
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
        ("oauth2_provider", "0022_refreshtoken_token_family_index"),
    ]

    operations = [
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=64, verbose_name="name")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest")),
                ("hint", models.CharField(editable=False, max_length=12, verbose_name="begins with")),
                ("scopes", models.JSONField(default=list, verbose_name="scopes")),
                ("packs", models.JSONField(blank=True, default=list, verbose_name="packs")),
                ("namespace", models.CharField(blank=True, max_length=255, verbose_name="namespace root")),
                ("created_at", models.DateTimeField(auto_now_add=True, verbose_name="created")),
                ("last_used_at", models.DateTimeField(blank=True, null=True, verbose_name="last used")),
                ("expires_at", models.DateTimeField(blank=True, null=True, verbose_name="expires")),
                ("revoked_at", models.DateTimeField(blank=True, null=True, verbose_name="revoked")),
                ("user", models.ForeignKey(on_delete=models.CASCADE, related_name="api_tokens", to=settings.AUTH_USER_MODEL, verbose_name="person")),
                (
                    "app",
                    models.ForeignKey(
                        blank=True,
                        editable=False,
                        null=True,
                        on_delete=models.SET_NULL,
                        related_name="connections",
                        to=settings.OAUTH2_PROVIDER_APPLICATION_MODEL,
                        verbose_name="app",
                    ),
                ),
            ],
            options={
                "verbose_name": "token",
                "verbose_name_plural": "tokens",
                "db_table": "api_tokens",
                "ordering": ["-created_at"],
            },
        ),
        migrations.CreateModel(
            name="Profile",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("language", models.CharField(blank=True, choices=[("en", "English"), ("ja", "日本語")], max_length=8, verbose_name="language")),
                ("time_zone", models.CharField(default="UTC", max_length=64, verbose_name="time zone")),
                ("default_pack", models.CharField(blank=True, max_length=64, verbose_name="default pack")),
                ("user", models.OneToOneField(on_delete=models.CASCADE, related_name="profile", to=settings.AUTH_USER_MODEL, verbose_name="person")),
            ],
            options={
                "verbose_name": "profile",
                "verbose_name_plural": "profiles",
                "db_table": "profiles",
            },
        ),
        migrations.CreateModel(
            name="SecondFactor",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("secret", models.TextField(verbose_name="secret")),
                ("last_step", models.BigIntegerField(verbose_name="last step")),
                ("recovery", models.JSONField(default=list, verbose_name="recovery codes")),
                ("created_at", models.DateTimeField(verbose_name="created")),
                ("user", models.OneToOneField(on_delete=models.CASCADE, related_name="second_factor", to=settings.AUTH_USER_MODEL, verbose_name="person")),
                ("passkeys", models.JSONField(blank=True, default=list, verbose_name="passkeys")),
            ],
            options={
                "verbose_name": "second factor",
                "verbose_name_plural": "second factors",
                "db_table": "second_factors",
            },
        ),
    ]
