"""The window: a page on the big screen, and everybody's own phone. A voice and an ear of the same session."""
