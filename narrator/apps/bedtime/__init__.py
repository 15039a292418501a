"""Tell a finished story at bedtime."""
