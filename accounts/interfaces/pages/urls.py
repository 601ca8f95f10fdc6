"""Addresses of log-in and settings."""

from django.contrib.auth.views import LogoutView
from django.urls import path

from . import views

urlpatterns = [
    path("login/", views.LoginView.as_view(), name="login"),
    path("logout/", LogoutView.as_view(), name="logout"),
    path("connected/", views.connected, name="connected"),
    path("settings/", views.preferences, name="settings"),
    path("settings/theme/", views.theme, name="theme"),
    path("settings/language/", views.language, name="language"),
]
