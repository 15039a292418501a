"""Export a finished story as EPUB, DAISY, MP3 or large print."""
