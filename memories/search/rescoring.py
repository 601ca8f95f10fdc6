"""The optional reranker's place in a search: it reads the best candidates once more."""

import json
from heapq import nlargest

from django.conf import settings
from django.db import connection

from memories.search import reranking

from .progress import Search

TEXTS = "SELECT id, raw_text FROM memories WHERE id IN (SELECT value FROM json_each(%s))"


def rescore(search: Search) -> None:
    """Let the reranker, where one is on, move the most relevant candidates."""
    if not reranking.is_on() or not search.question.text.strip():
        return
    relevance = search.relevance
    best = nlargest(settings.RERANKER_CANDIDATES, relevance, key=relevance.__getitem__)
    with connection.cursor() as cursor:
        cursor.execute(TEXTS, [json.dumps(best)])
        texts = {int(pk): str(text) for pk, text in cursor.fetchall()}
    candidates = [reranking.Candidate(pk, texts[pk]) for pk in best if pk in texts]
    out = reranking.rerank(search.question.text, candidates)
    if out.note:
        search.notes.append(out.note)
    search.reranked = dict(out.scores)
    search.relevance = {pk: out.score(pk, value) for pk, value in relevance.items()}
