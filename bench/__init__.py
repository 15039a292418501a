"""What is measured, not tested: `python -m bench.<name>`."""
