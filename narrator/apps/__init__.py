"""The applications: the command line, bedtime, recollect, export, the window, check and demo."""
