# What a story says about itself when it is taken along. Read by the eye, the ear and screen readers alike.

export-by = A story by { $players }.
export-made = Made by { $makers }.
export-told = Told on { $date }.
export-so-far = The story is not finished yet. This is how far it got.
export-part = Part { $number }
export-recording = (a recording)
export-contents = Contents
export-beginning = Beginning
export-characters = Who is in it
export-cover = The cover: a small house with a lit window, below the moon and many stars.
export-skip = To the story
export-summary = The whole story is real text, in large letters with strong contrast. Every sentence is also read aloud, and marked while it is read. All pictures have descriptions, and nothing flashes.
