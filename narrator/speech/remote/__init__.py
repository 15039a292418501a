"""Recognisers, voices and microphones on other machines, by the Wyoming protocol. Used only on request."""
