"""Addresses of the pages about memories."""

from django.urls import path

from .views import context, entity, memory, saving, search, searches, status, timeline

urlpatterns = [
    path("", search.home, name="home"),
    path("timeline/", timeline.timeline, name="timeline"),
    path("save/", saving.memory_save, name="memory-save"),
    path("demo/", saving.demo_load, name="demo-load"),
    path("context/", context.context_preview, name="context"),
    path("status/", status.status, name="status"),
    path("searches/", searches.search_list, name="search-list"),
    path("searches/why/", searches.search_why, name="search-why"),
    path("searches/judge/", searches.search_judge_typed, name="search-judge-typed"),
    path("searches/tuning/", searches.search_tuning, name="search-tuning"),
    path("searches/<uuid:run_id>/", searches.search_run, name="search-run"),
    path("searches/<uuid:run_id>/judge/", searches.search_judge, name="search-judge"),
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
