"""The journal, the table that plays on it, and the library of finished stories."""
