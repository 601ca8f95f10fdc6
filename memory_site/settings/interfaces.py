"""Settings of the libraries behind REST and MCP."""

from memory_site import __version__

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "accounts.authentication.BearerAuthentication",
        "accounts.authentication.LogInAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["core.interfaces.api.parsing.JsonRenderer"],
    "DEFAULT_PARSER_CLASSES": ["core.interfaces.api.parsing.JsonParser"],
    "DEFAULT_PAGINATION_CLASS": "core.interfaces.api.pagination.CursorPagination",
    "DEFAULT_SCHEMA_CLASS": "core.interfaces.api.views.DocumentedSchema",
    # OPTIONS would ask for DRF serializers, which there are none of.
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "core.interfaces.api.errors.handle_exception",
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Wasurena",
    # pydantic describes inputs and results in the JSON Schema of OpenAPI 3.1.
    "OAS_VERSION": "3.1.0",
    "SCHEMA_PATH_PREFIX": "/api",
    "COMPONENT_SPLIT_PATCH": False,
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "memory_site.urls.require_bodies",
        "memory_site.urls.add_problems",
    ],
    "DESCRIPTION": "A long-term memory for assistants and the person who uses them.",
    "VERSION": __version__,
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
}

DJANGO_MCP_GLOBAL_SERVER_CONFIG = {"name": "wasurena", "stateless": True}
DJANGO_MCP_GET_SERVER_INSTRUCTIONS_TOOL = False
