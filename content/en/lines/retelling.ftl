# The story told again: what the narrator says between the parts. Each wording must fit every story, whatever
# happens in it and whenever it plays, and none may speak of the game. The narrator speaks to the listener, and so in
# the present. A line for a player's own words ends where the player begins to speak.

# --- the beginning and the end -------------------------------------------------------------------

told-by = This story was told by { $players }.
    .or1 = { $players } told this story first.
    .or2 = It was { $players } who found this story.
opening = Close your eyes and picture { $place }.
    .or1 = Are you comfortable? Then picture { $place }.
    .or2 = Come along, and think of { $place }.
    .or3 = Listen. Can you see it? { $place }.
so-far = And that's as far as the story goes, for now.
    .or1 = What comes after that, nobody knows yet.
    .or2 = Here the story stops for a while. It can wait.

# --- from part to part ---------------------------------------------------------------------------

bridge = But that is not all.
    .or1 = Now listen to what comes next.
    .or2 = And so it goes on.
    .or3 = And then?
    .or4 = And it does not stop there.
    .or5 = You will never guess what comes next.
bridge-end = And this is how it ends.
    .or1 = And now, how does it all end? Like this.
    .or2 = And in the end, this happens.

# --- in the players' own words -------------------------------------------------------------------

# why this character, and nobody else
reason = And why { $character }? { $player } said:
    .or1 = It had to be { $character }. { $player } said:
    .or2 = { $player } knew why it was { $character }, and said:
    .or3 = Why { $character }, and nobody else? { $player } said:
# something that somebody adds to the tale
more = And { $player } said:
    .or1 = { $player } knew a little more, and said:
    .or2 = And, as { $player } said:
    .or3 = { $player } had more to tell, and said:

# --- chapters ------------------------------------------------------------------------------------

chapter = Part { WORD($number) }
chapter-things = { $things }
chapter-end = How it ends
    .or1 = The last page
    .or2 = At the end of it all

# --- dream books ---------------------------------------------------------------------------------

dreams-by = This is a book of dreams, and it was dreamed by { $players }.
    .or1 = { $players } dreamed all of this, with their eyes open.
    .or2 = Here are the dreams of { $players }.
dreams-opening = Close your eyes, and look.
    .or1 = It is late, and the first dream is already waiting.
    .or2 = Lie still, and the first one will come by itself.
dream = It is called { $title }.
    .or1 = This is the dream of { $title }.
    .or2 = This dream is called { $title }.
    .or3 = They call it { $title }.
dream-unseen = There's a dream that only the people who were there have seen.
    .or1 = Only the people who were there know what this dream looks like.
    .or2 = This dream has hidden its picture.
dream-known = There is a dream, and it is called { $title }.
    .or1 = There is the dream of { $title }.
dream-bridge = And then, the way it goes in dreams, there's something else.
    .or1 = The dream turns over, and there is another one under it.
    .or2 = That dream floats off. The next one is not far behind.
    .or3 = And without a sound, everything changes.
    .or4 = But the night is long, and there is room for more.
    .or5 = A little deeper down lies another dream.
dream-said = And { $player } said:
    .or1 = { $player } looked at it, and said:
    .or2 = { $player } had words for it, and said:
    .or3 = And what did { $player } say? { $player } said:
dream-sang = And { $player } sang:
    .or1 = { $player } had a song for it, and sang:
dream-mimed = { $player } had no words for it, and showed it with both hands.
    .or1 = { $player } said nothing at all, and danced it.
dreams-end = And there the dreams come to an end, and it is morning.
    .or1 = And that was the last dream. The rest is sleep.
    .or2 = And then there are no more pictures, only the quiet.
dreams-so-far = And that's as far as the dreams have come, for now.
    .or1 = There are more dreams to come, on another night.
dreams-title = { $title } and other dreams
dreams-title-one = The dream of { $title }
dreams-title-unseen = The dreams of { $players }

# --- when there are no words ---------------------------------------------------------------------

# one of the family's own characters whose name nobody understood
nameless = the guest
# one of the family's own fairy-tale cards of which nobody understood what it says
unreadable = { $category ->
    [character] a stranger
    [place] a place far away
    [feature] a secret
    [action] did something unheard of
   *[object] a mystery
  }

# --- remembered together, of games without a cast --------------------------------------------------

recall-teller = the storyteller
recall-clue = with the clue: { $clue }
recall-clever = the clever one
recall-fooled = whose picture { $count ->
    [one] somebody
   *[other] { WORD($count) } of you
  } took for the storyteller's
recall-lucky = the lucky one
recall-roll = with { WORD($points) } for the { $category }
recall-dice = our evening with the dice
