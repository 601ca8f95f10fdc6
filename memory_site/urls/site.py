"""Every address of the site."""

from django.contrib import admin
from django.urls import include, path

from memories.interfaces.api.system import health_view

urlpatterns = [
    path("health", health_view, name="health"),
    path("api/", include("memory_site.urls.api")),
    path("admin/", admin.site.urls),
    path("", include("memories.interfaces.pages.urls")),
    path("", include("entities.interfaces.pages.urls")),
    path("", include("accounts.interfaces.pages.urls")),
]

handler400 = "memory_site.server.error_pages.bad_request"
handler403 = "memory_site.server.error_pages.permission_denied"
handler404 = "memory_site.server.error_pages.page_not_found"
handler500 = "memory_site.server.error_pages.server_error"
