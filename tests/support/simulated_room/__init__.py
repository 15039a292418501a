"""A whole spoken game in a simulated room, with interruptions, side talk and an overhearing microphone."""
