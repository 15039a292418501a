# Remembering the story together. Nobody is ever wrong here: it was just somebody else. Short, warm, for the ear.

recollect-begin = Let's remember { $title } together.
    .or1 = { $title }. How much of it do you all remember?
recollect-how = I'll ask who it was. Say a name, or “I don't know”, and I'll help a little.

# --- who was it? ---------------------------------------------------------------------------------

ask-who = Who was { $role }, { $where }?
    .or1 = And { $role }, { $where }: who was that?
    .or2 = Do you remember { $role }, { $where }? Who was it?
    .short = Who was { $role }?
ask-who-anywhere = Who was { $role }?
    .or1 = And { $role }: who was that?
    .short = Who was { $role }?
ask-tale = In the tale it went like this: { $line } { $kind ->
    [place] Where was that?
    [object] What was it?
   *[character] Who was it?
  }
    .or1 = Listen: { $line } { $kind ->
    [place] Which place was it?
    [object] What could it be?
   *[character] Who could that be?
  }
    .short = { $kind ->
    [place] Where was it?
    [object] What was it?
   *[character] Who was it?
  }

# --- hints, each easier than the one before ------------------------------------------------------

hint-picture = Here's a little help. In the picture, there was { $picture }.
    .or1 = Think of the picture: { $picture }.
    .or2 = I see { $picture }.
hint-sound = The name begins like the word { $two ->
    [al] along
    [ch] cheese
    [ea] early
    [ge] gentle
    [gi] giant
    [gn] nose
    [kn] nose
    [ow] out
    [ph] phone
    [sh] shoe
    [th] thumb
    [un] uniform
    [wh] wheel
   *[other] { $one ->
        [a] apple
        [b] ball
        [c] cake
        [d] door
        [e] egg
        [f] foot
        [g] gate
        [h] hat
        [i] ink
        [j] jam
        [k] key
        [l] lamp
        [m] moon
        [n] nose
        [o] orange
        [p] pan
        [q] queen
        [r] rain
        [s] sun
        [t] table
        [u] up
        [v] van
        [w] window
        [y] yellow
        [z] zipper
       *[other] { $one }
      }
  }.
hint-two = Was it { $first }, or { $second }?
    .or1 = One of these two: { $first }, or { $second }?
    .or2 = { $first }, or { $second }. Which of the two?
told-kindly = { $kind ->
    [character] It was { $who }. It's a long story, and now we've got it back.
   *[other] It was { $who }. Now we've got it back.
  }
    .or1 = { $kind ->
    [character] { $who }, that's who it was. Good to see { $who } again.
   *[other] { $who }, that's what it was.
  }
    .or2 = { $kind ->
    [character] It was { $who }. That one likes to hide.
   *[other] It was { $who }. Who would have thought of that?
  }

# --- answers -------------------------------------------------------------------------------------

found = Yes, { $who }!
    .or1 = { $who }, of course!
    .or2 = That's right, { $who }.
    .or3 = { $who } it was!
somebody-else = { $who }? It was { $kind ->
    [character] somebody else.
   *[other] something else.
  }
    .or1 = Not { $who }, this time.
    .or2 = { $who } would have been good, too. But it was { $kind ->
    [character] somebody else.
   *[other] something else.
  }
ask-happened = And what happened there? Tell it, or say “you tell”.
    .or1 = What happened then? Anybody can tell it. Or say “you tell”.
    .or2 = Who can tell what happened? Or say “you tell”.
    .short = What happened there? Or “you tell”.
thanks = Thank you. It went like this: { $line }
    .or1 = Well told. I remember it like this: { $line }
    .or2 = Lovely. In the book it says: { $line }
thanks-only = Thank you. Well told.
    .or1 = Lovely.
it-went = It went like this: { $line }
    .or1 = I remember: { $line }
next-one = All right, on we go.
    .or1 = On to the next one.

# --- when something was not understood -----------------------------------------------------------

did-you-mean = Did you mean { $who }?
    .or1 = { $who }, is that what you said?
which-one = Do you mean { $cards }?
missed-who = I didn't catch a name. Say just the name, or “I don't know”.
    .or1 = Once more, please: just the name. Or “hint”.
missed-yes = “Yes” or “no”?
    .or1 = Just say “yes” or “no”, or the name.
recollect-help = Say who it was, such as “{ $example }”. Or say “I don't know” for a hint, “repeat”, “next”, or “stop”.
    .or1 = A name is enough. “Hint” helps, “next” goes on, “repeat” says it again, and “stop” ends it.
happened-help = Tell what happened in your own words. Or say “you tell”, “next”, or “stop”.

# --- the end -------------------------------------------------------------------------------------

sum-all = You remembered { $count ->
    [one] it
    [2] both of them
   *[other] all { WORD($count) }
  }, all together. The whole story is still here.
sum-some = Together you remembered { WORD($count) } of { WORD($asked) }. And now all of them are here again.
    .or1 = { WORD($count) } of { WORD($asked) }, together! The others have come back as well.
sum-none = Now they are all here again. Stories hide so that they can be found.
sum-told = And you told { $count ->
    [one] a piece
   *[other] { WORD($count) } pieces
  } of it in your own words.
sum-nothing = Another time, then. The story will wait on its shelf.
recollect-end = That was good to remember.
    .or1 = Thank you for remembering.
