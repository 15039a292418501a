"""The conversation: topics behind one protocol, and what is said in them."""
