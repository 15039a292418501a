# Bedtime: hardly a word more than the story itself. Soft, short, and never a question.

opening = { $title }.
going-on = { $title }. We'll go on where we stopped.
good-night = Good night. Sleep well.
    .or1 = And now, good night.
    .or2 = Good night. The story will wait on its shelf.
