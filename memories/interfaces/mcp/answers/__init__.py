"""What assistants are given: lean answers, the same in structured content and in text."""
