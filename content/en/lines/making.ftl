# Making a story: the lines around the questions, which are in the frames.

# --- before the game: said whatever is on the table ---
about-making = Your Own Story: I ask, you answer, and out comes a story that nobody has told before.
    .brief = Your Own Story.

# --- the kind of story ---------------------------------------------------------------------------
making-began = Then let's make a story. I ask, and whatever you say goes in, exactly the way you say it.
    .brief = Let's make a story.
card-began = Then let's make a card. Two questions, and it is done.
    .brief = Let's make a card.
ask-card = What shall it be? { $frames }?
    .or1 = What kind of card would you like? { $frames }?
    .short = Which kind of card?
ask-frame = What shall it be? { $frames }?
    .or1 = What kind of story would you like? { $frames }?
    .short = Which kind of story?
frame-chosen = Lovely. { $about }
    .or1 = Oh, good. { $about }
    .brief = { $about }

# --- the questions -------------------------------------------------------------------------------
ask-part = { $seat ->
    [none] { $question }
   *[other] { $seat }! { $question }
  }{ $first ->
    [yes] { "" } If you don't know, just say so, and I have ideas.
   *[other] { "" }
  }
    .short = { $easier }
    .brief = { $question }
ask-again = Tell me once more, a little slower. { $question }
    .or1 = Once more, please, just for my old ears. { $question }
    .short = { $easier }
    .brief = Once more. { $question }
ask-offered = { $seat ->
    [none] { $question }
   *[other] { $seat }! { $question }
  } You told me: { $offer } Shall I take that? Or say something else.
    .short = { $question } { $offer } Shall I take that?
    .brief = { $question } { $offer } Shall I take that?
ask-idea = Which one? { $question }
    .or1 = Take one of these, or something better. { $question }
    .short = { $easier }
    .brief = { $question }
read-back-part = { $words ->
    [none] I couldn't catch the words, but I have your voice. Shall I keep it like that?
   *[other] { $words } Right?
  }
    .or1 = { $words ->
    [none] I have your voice, but not the words. Shall I keep it that way?
   *[other] { $words } Is that right?
  }
part-kept = { $how ->
    [voice] Then I keep it just the way you said it, in your own voice.
    [chosen] Then it is this: { $words }
    [heard] Good.
   *[other] { $words } Good.
  }
    .or1 = { $how ->
    [voice] I keep your voice, then. Grown-ups can put the words in later.
    [chosen] I say: { $words }
    [heard] Lovely.
   *[other] { $words } Lovely.
  }
    .or2 = { $how ->
    [voice] Then your own voice tells that part.
    [chosen] Let's take this: { $words }
    [heard] Oh, I like that.
   *[other] { $words } I like that.
  }
    .brief = { $how ->
    [voice] In your own voice, then.
    [heard] Good.
   *[other] { $words }
  }
part-misheard = Oh, then I heard wrong.
    .or1 = Silly me.
    .brief = Sorry.
ideas-shown = How about { $ideas }? Or something quite different?
    .or1 = Here are three: { $ideas }. Or your own.
    .brief = { $ideas }?
rest-kept = You know a lot about it already! I'll keep the rest for later.
    .or1 = That was a whole bagful. We'll take the rest piece by piece.
    .brief = I keep the rest for later.
offer-declined = All right, something new, then.
    .or1 = Then not that one.
    .brief = All right.
turn-passed = { $alone ->
    [yes] There is nobody else here yet. To let somebody in, say “a new player”.
   *[other] { $to }, then.
  }
    .or1 = { $alone ->
    [yes] It is only you so far. Others can join in: say “a new player”.
   *[other] Over to { $to }.
  }
part-mended = Now it says: { $text }
seated = { $seat } is making it with us now. Welcome!
    .brief = { $seat } joins in.

# --- the end -------------------------------------------------------------------------------------
game-ended = { $finished ->
    [yes] { $kind ->
        [card] That's it! A card that nobody else in the world has.
       *[other] That's it! Nobody has ever heard this story before. Listen.
      }
   *[other] Then we stop here. What we have so far stays with us.
  }
    .or1 = { $finished ->
    [yes] { $kind ->
        [card] And there it is, your very own card.
       *[other] And that makes a whole story. Sit back and listen.
      }
   *[other] We stop here, and keep what there is.
  }
story-kept = { $finished ->
    [yes] { $kind ->
        [card] A card by { $makers }. I keep it, and shuffle it in with mine.
       *[other] A story by { $makers }. I keep it. You can play it in Storytellers, hear it at bedtime, and print it as a book.
      }
   *[other] I keep it for another day.
  }
    .brief = { $finished ->
    [yes] { $kind ->
        [card] A card by { $makers }.
       *[other] A story by { $makers }.
      }
   *[other] It is saved.
  }

# --- help ----------------------------------------------------------------------------------------
say-ChooseFrame = Name a kind of story, or say “you choose”.
help-ChooseFrame = Each kind of story has its own questions. Choose one, and I begin to ask.
say-Tell = Just say what comes into your mind.
help-Tell = Whatever you say goes into the story, in your own words.
say-TellAgain = If I heard wrong, say “no”.
help-TellAgain = If I heard wrong, say “no” and tell me again.
say-AskForIdeas = Say “I don't know”, and I have three ideas.
help-AskForIdeas = Say “I don't know” for ideas.
say-PickForMe = Say “you choose”, and I pick something.
help-PickForMe = Say “you choose”, and I pick something.
say-PassTurn = Say “somebody else's turn” to let another one answer.
help-PassTurn = Somebody else may answer, too.
say-TakeOffer = Say “yes” to take it.
help-TakeOffer = You said that before. Say “yes” to use it here.
say-DeclineOffer = Say “no” for something else.
help-DeclineOffer = Say “no” for something else.
question-is = This is question { WORD($number) } of { WORD($count) }.
recap-parts = You told me: { $words }.
teach-1 = I ask a few short questions, one after the other, and you answer whatever you like.
teach-2 = Your answers go into a story, word for word. Nothing you say is wrong.
teach-3 = In the end I tell the whole story, and it stays here for Storytellers and for bedtime.
panel-ideas = Ideas
panel-parts = What we have so far
mode-is = We make it together.
    .brief = Together.
