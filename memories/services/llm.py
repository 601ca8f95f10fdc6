"""Ask a client's own language model about a memory that it saved."""

from memories.enrichment.llm.sampling import sampling_messages, store_sampled_answer

__all__ = ["sampling_messages", "store_sampled_answer"]
