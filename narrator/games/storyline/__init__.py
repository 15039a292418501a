"""StoryLine: its moves, its rules, its host and its retelling."""
