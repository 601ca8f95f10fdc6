"""Addresses of the pages about memories."""

from django.urls import path

from .views import entity, memory, saving, search, status, timeline

urlpatterns = [
    path("", search.home, name="home"),
    path("timeline/", timeline.timeline, name="timeline"),
    path("save/", saving.memory_save, name="memory-save"),
    path("demo/", saving.demo_load, name="demo-load"),
    path("status/", status.status, name="status"),
    path("memories/<uuid:uid>/", memory.memory_detail, name="memory-detail"),
    path("memories/<uuid:uid>/edit/", memory.memory_edit, name="memory-edit"),
    path("memories/<uuid:uid>/undo/<int:revision>/", memory.memory_undo, name="memory-undo"),
    path("memories/<uuid:uid>/pin/", memory.memory_pin, name="memory-pin"),
    path("memories/<uuid:uid>/recall/", memory.memory_recall, name="memory-recall"),
    path("memories/<uuid:uid>/hide/", memory.memory_hide, name="memory-hide"),
    path("memories/<uuid:uid>/restore/", memory.memory_restore, name="memory-restore"),
    path("memories/<uuid:uid>/forget/", memory.memory_forget, name="memory-forget"),
    path("entities/<uuid:entity_id>/", entity.entity_detail, name="entity-detail"),
]
