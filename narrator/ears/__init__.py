"""What Narrator hears with: the speech model and, beside it, every way of taking in what players say."""
