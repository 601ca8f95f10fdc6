"""What the doctor says. Imports core.schemas."""
