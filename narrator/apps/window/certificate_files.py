"""Where the certificates for HTTPS are stored. Only `narrator setup --forget-tls` deletes them."""

from pathlib import Path

from narrator.core.paths import user_data_folder
from narrator.storage.disk import shred_file

CERTIFICATE_FOLDER = "tls"
"""Folder in the user's data folder."""
AUTHORITY_FILE, SERVER_FILE = "authority.pem", "server.pem"
"""Each contains a key and its certificate."""


def certificate_folder() -> Path:
    return user_data_folder() / CERTIFICATE_FOLDER


def forget_certificates() -> bool:
    """Overwrite and delete the certificate authority and its certificates. Return whether there were any."""
    files = [certificate_folder() / name for name in (AUTHORITY_FILE, SERVER_FILE)]
    had_authority = files[0].exists()
    for file in files:
        shred_file(file)
    return had_authority
