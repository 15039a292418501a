# Pebble Path: the lines.

# --- before the game: said whatever is on the table ---
about-pebble_path = Pebble Path: pebbles in your fists, and a story that grows.
    .brief = Pebble Path.
chosen-long-path = We take the long path, with seven stages.

# --- a stage -----------------------------------------------------------------------------------
stage-began = Stage { WORD($stage) } of { WORD($stages) }.
    .or1 = This is stage { WORD($stage) } of { WORD($stages) }.
ask-hide = { $seat }, how many pebbles do you hide? One, two or three?
    .or1 = How many pebbles go into the fist of { $seat }?
    .short = How many pebbles, { $seat }?
hidden = { $seat } has closed a fist.
    .or1 = The fist of { $seat } is closed.
held = { $seat } holds { WORD($count) }{ $walks ->
    [yes] { "" } and walks.
   *[other] .
  }
fists-opened = { $walks ->
    [yes] { $ahead } is ahead.
   *[other] Nobody walks. { $ahead } tells all the same.
  }
ask-tell-on = { $seat }, how does the story go on? Tell us a sentence.
    .or1 = What happens next, { $seat }?
    .short = One sentence, { $seat }?
told-on = { $seat } told: { $words }
    .or1 = And { $seat } said: { $words }
refused-already-laid = { $seat } has closed a fist already. To change it, say “undo”.
refused-no-such-symbol = A fist holds one, two or three pebbles.

# --- the end -----------------------------------------------------------------------------------
game-ended = { $finished ->
    [yes] The path is walked to its end.
   *[other] There are too few players to go on, so we end here.
  }
won = { $winners } { $count ->
    [one] walked
   *[other] walked side by side
  } farthest. Well done!

# --- help --------------------------------------------------------------------------------------
say-Hide = Say a number, such as “two”.
help-Hide = Hide one, two or three pebbles. Only a number that nobody else holds takes you on.
say-TellOn = Just say a sentence.
help-TellOn = You are ahead, so the story goes on in your words.
teach-1 = In each of { WORD($stages) } stages, everybody hides one, two or three pebbles in a fist.
teach-2 = Then all fists open. A number that nobody else holds takes you as many steps ahead.
teach-3 = Whoever walks farthest tells the next sentence of our story.
standing = { $all ->
    [yes] { $seats } { $count ->
        [one] has walked { WORD($points) }.
       *[other] stand side by side, with { WORD($points) }.
      }
   *[other] { $first ->
        [yes] { $seats }: { WORD($points) }.
       *[other] Then { $seats }: { WORD($points) }.
      }
  }
