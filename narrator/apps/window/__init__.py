"""Web pages for the big screen and the phones."""
