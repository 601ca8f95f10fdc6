"""Ask a client's own language model about a memory that it saved."""

from memories.enrichment.llm.sampling import question_about, take_answer

__all__ = ["question_about", "take_answer"]
