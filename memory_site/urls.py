"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path
from django.views.i18n import set_language

from memories.api.system import health_view

urlpatterns = [
    path("health", health_view, name="health"),
    path("api/", include("memory_site.api.urls")),
    path("admin/", admin.site.urls),
    path("language/", set_language, name="set-language"),
]
