"""Download, verify and locate the models."""
