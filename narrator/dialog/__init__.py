"""The session loop and the conversation: topics, prompts, repair and privacy."""
