"""StoryLine: moves, rules, host and retelling."""
