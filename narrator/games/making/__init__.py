"""Children make their own story: a frame asks, they answer in their own words, and a story comes of it."""
