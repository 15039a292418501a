"""The `Host` protocol and what the hosts of several games share."""
