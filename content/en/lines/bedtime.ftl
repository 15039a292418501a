# Bedtime: hardly a word more than the story itself. Soft, short, and never a question.

opening = { $title }.
going-on = { $title }. We go on where we stopped.
so-far = That is as far as the story has come.
good-night = Good night. Sleep well.
    .or1 = And now, good night.
    .or2 = Good night. The story will wait on its shelf.
next-story = And here is another one.
