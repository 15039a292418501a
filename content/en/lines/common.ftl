# Lines that every game shares. Written for the ear: short, warm, names instead of "you" (in the room many listen).
# A line may have other wordings (.or1, .or2), which take turns, and a brief one (.brief).
# WORD($n) says a number in words, ORDINAL($n) as "third". Phrases in curly quotes “…” are always understood.

text = { $text }

# --- beginning -----------------------------------------------------------------------------------

welcome = Hello! I'm the narrator.
    .brief = Hello!
ask-game = What shall we play? Storytellers, Dixit, or Cat Dice? There's also StoryLine, and Odyssey for a big crowd. Or say “let's make a story”.
    .short = Which game?
    .or1 = Which game would you like? Storytellers, Dixit, or Cat Dice?
    .brief = Which game?
ask-players = Who is playing? Tell me the names, and ages if you like: “Lily six, Nick eight”.
    .short = Which names?
    .or1 = Who is at the table? Just say the names.
    .brief = Who is playing?
players-heard = I heard { $seats }. Is that right? “Yes” or “no”?
    .or1 = { $seats }: did I get that right? “Yes” or “no”?
    .brief = { $seats }, right?
ask-more-players = { $seats }, and who else is playing? Or is it “just us”?
    .or1 = Who else is there, besides { $seats }? Or is it “just us”?
    .brief = Who else?
so-many-can-play = { $count ->
    [one] One player
   *[other] { WORD($count) } players
  } can play { $games }. Which one?
name-is-command = When I hear { $names }, I think you want me to do something. Is there another name I could use, perhaps a nickname?
names-missing = { $who ->
    [alone] These games are for two or more. Who could play along? Tell me all the names: “Lily and Nick”.
    [me] Please tell me every name, your own, too: “Lily and Nick”.
   *[other] Good. And what are your names? Tell me one after the other: “Lily and Nick”.
  }
    .or1 = { $who ->
    [alone] It takes two at least. Maybe somebody joins in? Then tell me both names.
    [me] I can't call everybody me, can I? What are all your names?
   *[other] I'd love to call each of you by name. What are your names?
  }
same-name-twice = Two of you are called { $names }. Could one of you take another name for tonight, maybe a nickname?
not-begun = We haven't begun yet.
    .or1 = Nothing is on the table yet.
already-over = This game is over.
    .or1 = That game has ended.
nothing-unfinished = There's no unfinished game.
without = All right, without { $seat }.
also-plays = { $seat } is playing, too.
no-booth = There's no booth tonight, because that takes headphones. Fingers under the table will do just as well.
no-phones = I can't open a page for your phones here. Fingers under the table will do just as well.
no-such-mode = { $game } can't be played that way. You can play { $modes }.
ask-players-again = I didn't catch the names. Try it like this: “Lily and Nick”.
    .or1 = The names once more, please, one after the other.
chosen-game = { $game }!
    .or1 = { $game } it is.
    .brief = { $game }.
chosen-card = A card of your own, then.
    .brief = A card.
chosen-mode = All right, { $mode }.
    .brief = { $mode }.
chosen-story = The story is { $title }.
    .brief = { $title }.
propose-stories = How about one of these?
    .or1 = I have just the thing for you.
    .brief = { "" }
proposed-story = { $title }. { $about }
    .brief = { $title }.
ask-story = Which one? Or say “something funny”, or “other ones”.
    .or1 = Which one shall it be?
    .brief = Which one?
ask-story-again = Say its title, or its number.
    .or1 = Which of them? First, second, or last?
say-story-choice = Say a title, “the first one”, “other ones”, “something funny”, “a scary one”, “a short one”, “one for bedtime”, or “you choose”.
chosen-cards = { $cards ->
    [table] We'll play with your own cards, then.
   *[other] I'll deal my own cards.
  }
chosen-short = A short game, then.
    .brief = A short game.
no-such-wish = { $game } doesn't have that.
takes = It takes about { WORD($minutes) } minutes.
    .brief = { "" }
chosen-privacy = { $privacy ->
    [open] Everything is said aloud.
    [tokens] You choose with your fingers first, and then tell me.
    [phones] Secrets stay on your own phones. The code is on the big screen.
   *[other] Secrets stay in the booth.
  }
playing = We're playing { $game }. At the table: { $seats }.
mode-is = { $mode ->
    [basic] { "" }
    [cooperative] You're all playing together, against the game.
    [youngest] We're playing the way for the youngest: nobody wins, and nobody loses. If you'd like points, say “basic”.
    [party] We're playing the party way: vote for the picture that most of you will choose. Your own is allowed.
    [teams] We're playing in teams.
    [family] We're playing the family way: whoever has the most tokens wins.
   *[other] The mode is { $mode }.
  }
privacy-is = { $privacy ->
    [open] No secrets tonight.
    [tokens] { $cards ->
        [table] Choices are secret: choose on your fingers first, and then tell me.
       *[other] Your cards are secret: I'll read them to one of you at a time. Later, say just the number.
      }
    [phones] Secrets stay on your own phones. Scan the code on the big screen, or type its four words. If you have no phone, I'll ask you as usual.
   *[other] Secrets stay in the booth, over the headphones.
  }
    .brief = { "" }
players-are = { $count ->
    [one] Here is { $seats }.
   *[other] Here are { $seats }.
  }
    .brief = { $seats }.
offer-practice = You haven't played this one with me before. Shall we try a round that doesn't count? “Yes” or “no”?
    .brief = A practice round first?
practice-begins = Good. This round is just for practice.
practice-over = That was the practice round. Now let's really play!
offer-resume = There's a game of { $game } waiting, with { $seats }. Shall we go on with it? “Yes” or “no”?
    .brief = Go on with { $game }, with { $seats }?
resumed = Welcome back.
    .or1 = Here we are again.
privacy-lost = I no longer know how you kept secrets in this game, so I'll keep them as well as I can.
not-resumed = Something new, then. The old game stays saved.
ask-ending = { $story ->
    [yes] Shall we remember it together, or shall I tell it again at bedtime? Say “remember it”, “bedtime”, or “new game”.
   *[no] Shall we remember it together? Say “remember it”, “new game”, or “goodbye”.
  }
    .or1 = { $story ->
    [yes] Would you like to remember it together, or hear it again at bedtime? “Remember it”, “bedtime”, or “new game”?
   *[no] Would you like to remember it together? “Remember it”, “new game”, or “goodbye”?
  }
    .brief = { $story ->
    [yes] “Remember it”, “bedtime”, or “new game”?
   *[no] “Remember it”, or “new game”?
  }
repair-ending = I didn't understand that. Say “remember it”, “bedtime”, or “new game”.
    .or1 = Sorry? “Remember it”, “tell it”, or “goodbye”?
nothing-to-remember = There's nothing to remember yet. Let's play something first.
nobody-yet = Nobody has played with me yet, so I don't know any names.
bedtime-now = Then lie down and listen.
    .or1 = Is everybody lying down? Then listen.
bedtime-end = Good night, everybody.
    .or1 = Sleep well, all of you.
chosen-other-story = Another story, then.
    .brief = Another one.
sure-other-story = Shall I take another story? “Yes” or “no”?
    .brief = Another story?
ask-another = Shall we play again? Say “new game”, or “goodbye”.
    .or1 = Another one? “New game”, or “goodbye”?
    .brief = Again? “New game”, or “goodbye”?

# --- the table -----------------------------------------------------------------------------------

hand = { $seat ->
    [none] { $cards }
   *[other] { $seat } has { $cards }
  }{ $new ->
    [0] .
   *[other] , and draws:
  }
    .brief = { $seat ->
    [none] { $cards }
   *[other] { $seat }: { $cards }
  }{ $new ->
    [0] .
   *[other] , and:
  }
# a card that its owner knows already, where only the number may be said
hand-known = { $card }: { WORD($number) }.
hand-first = { $seat ->
    [none] { "" }
   *[other] { $seat } has{ " " }
  }{ $picture }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }
    .or1 = { $seat ->
    [none] { "" }
   *[other] For { $seat }:{ " " }
  }{ $picture }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }
    .brief = { $seat ->
    [none] { "" }
   *[other] { $seat }:{ " " }
  }{ $card }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }
hand-next = { $picture }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }
    .brief = { $card }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }
table-is = On the table: { $cards }.
    .brief = { $cards }.
read-back = { $seat }: { $cards }.
hand-more = Say “more” for the others.
    .brief = “More”?
one-card = { $picture }: { WORD($number) } of { WORD($count) }.
left = { $seat } leaves the table. Goodbye, { $seat }!
    .brief = { $seat } has left.
joined = Welcome, { $seat }! { $seat } joins in with the next round.
    .brief = { $seat } joins with the next round.
seated = { $score ->
    [none] { $seat } is playing now, too.
    [0] { $seat } is playing now, too, with no points yet.
   *[other] { $seat } is playing now, too, and starts with { WORD($score) }.
  }
    .brief = { $seat } is in.
dealt = Here come new cards.
scored = Now the points.
    .or1 = And the points?
    .brief = The points:
game-ended = The game is over.

ask-newcomer = Who is joining? Say the name, and the age if you like.
    .or1 = And the newcomer's name? Or say “never mind”.
    .short = The name?
ask-newcomer-again = I didn't catch the name. Say just the name, please.
    .or1 = Once more, only the name.
ask-whose-cards = Whose cards? Say the name, or “never mind”.
    .or1 = Which player's cards shall I read? Or “never mind”.
    .short = Whose cards?
ask-leaver = Who is leaving? Say the name, or “never mind”.
    .or1 = Who has to go? Just the name, or “never mind”.
    .short = Who leaves?
sure-to-join = Shall { $seat } play, too? “Yes” or “no”?
    .brief = { $seat }, too?
sure-to-leave = { $seat } wants to leave. Is that right? “Yes” or “no”?
    .brief = { $seat } leaves. Right?

sure-game = { $game } instead? “Yes” or “no”?
    .or1 = Shall we play { $game } instead? “Yes” or “no”?
sure-mode = Shall I change it to { $mode }? “Yes” or “no”?
    .brief = { $mode } instead?
sure-story = Would you rather have { $title }? “Yes” or “no”?
    .brief = { $title } instead?
sure-names-again = Shall I ask for the names again? “Yes” or “no”?
sure-otherwise = Shall I change that, and start the game over? “Yes” or “no”?
    .brief = Shall I change that?
sure-to-quit = Shall we stop for today? “Yes”, or “go on”?
    .or1 = Is that all for today? “Yes”, or “go on”?
    .brief = Stop for today?
voice-chosen = { $own ->
    [yes] Your own voices tell it from now on.
   *[other] I read it all myself from now on.
  }
no-made-story = There's no story of your own yet. Say “let's make a story”.
sure-make-card = { $kept ->
    [yes] Shall we make a card of your own, and leave this game saved? “Yes” or “no”?
   *[other] Shall we make a card of your own? “Yes” or “no”?
  }
    .brief = Make a card?
sure-make-story = { $kept ->
    [yes] Shall we make a story of your own, and leave this game saved? “Yes” or “no”?
   *[other] Shall we make a story of your own? “Yes” or “no”?
  }
    .brief = Make a story?
sure-new-game = { $kept ->
    [yes] Shall we begin something new, and leave this game saved? “Yes” or “no”?
   *[other] Shall we begin something new? “Yes” or “no”?
  }
    .brief = Something new?

# --- secrets -------------------------------------------------------------------------------------

hand-over = { $alone ->
    [looking-away] { $time ->
        [first] { $seat }'s cards are about to come up on this screen. Everybody else, look away. { $seat }, say “ready”.
        [next] { $seat }'s turn at the screen. Everybody else, look away. “Ready”?
       *[again] { $seat } at the screen. Everybody else, look away. “Ready”?
      }
    [booth] { $time ->
        [first] { $seat }, your cards are waiting in the booth. Say “ready” when you're there.
        [next] { $seat }, to the booth, please. “Ready”?
       *[again] To the booth, { $seat }. “Ready”?
      }
   *[other] { $time ->
        [first] This is only for { $seat }. Everybody else, hands over your ears. { $seat }, say “ready”.
        [next] Now only for { $seat }. Hands over ears! “Ready”?
       *[again] Only { $seat }. “Ready”?
      }
  }
    .or1 = { $alone ->
    [looking-away] { $time ->
        [first] Only { $seat } may look at this screen now. Everybody else, look away, please. { $seat }, say “ready”.
        [next] Now only { $seat } looks at the screen. “Ready”?
       *[again] Only { $seat } looks now. “Ready”?
      }
    [booth] { $time ->
        [first] There are cards for { $seat } in the booth. { $seat }, say “ready” when you're there.
        [next] The booth is { $seat }'s now. “Ready”?
       *[again] Back to the booth, { $seat }. “Ready”?
      }
   *[other] { $time ->
        [first] Now I have something only for { $seat }. Everybody else, hands over your ears. { $seat }, say “ready”.
        [next] These are for { $seat }. Hands over ears! “Ready”?
       *[again] For { $seat }. “Ready”?
      }
  }
    .brief = { $alone ->
    [looking-away] Only { $seat } looks. “Ready”?
    [booth] { $seat }, to the booth. “Ready”?
   *[other] Only { $seat }. “Ready”?
  }
hand-shown = { $alone ->
    [booth] When you know your cards, { $seat }, say “ready”.
   *[other] When you know your cards, { $seat }, say “ready”, and I'll hide them again.
  }
    .or1 = { $alone ->
    [booth] Say “ready”, { $seat }, when you know your cards.
   *[other] Say “ready”, { $seat }, and I'll hide your cards again.
  }
    .brief = “Ready”, { $seat }?
handed-back = { $alone ->
    [looking-away] Everybody may look again.
    [booth] Back to the table, everybody.
   *[other] Hands down!
  }
    .or1 = { $alone ->
    [looking-away] You can all look again.
    [booth] Good. The booth is empty again.
   *[other] Everybody, listen again.
  }
    .brief = { $alone ->
    [looking-away] You can look again.
    [booth] Back to the table.
   *[other] You can listen again.
  }
just-the-number = Just the number, please{ $seat ->
    [none] { "" }
   *[other] , { $seat }
  }. The name is a secret.
    .or1 = No names, please, they're secret. Just the number{ $seat ->
    [none] { "" }
   *[other] , { $seat }
  }.
    .brief = Just the number, please.
other-number = You can't lay that one, { $seat }. Another number, please.
    .booth = You can't lay that one. Press another number.
choose-blindly = I'd give something away if I chose. Close your eyes and point: any number from one to { WORD($count) }.
    .or1 = That has to be a secret, even from my voice. Take any number from one to { WORD($count) }.
hand-laid = { $seat } has laid a card, so I can't read that hand until the next round.
    .or1 = The rest of { $seat }'s cards are secret now. I'll read them again in the next round.
tokens-lock = { $question } Choose, then say “ready”.
    .or1 = { $question } “Ready”?
    .brief = { $question } “Ready”?
lock-first = Don't say it yet! First everybody chooses in secret. When you've all decided, say “ready”.
    .or1 = Psst, that's still a secret. Say “ready” when everybody has chosen.
booth-call = { $seat }, the booth is yours. Press any key.
    .or1 = { $seat }, to the booth, please. Any key begins.
    .brief = { $seat }, to the booth.
booth-welcome = Only you can hear this.
    .brief = { $seat }.
booth-choice = { $card ->
    [none] { $skip ->
        [yes] None of them: { WORD($number) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $picture ->
        [none] { $card }
       *[other] { $picture }
      }: { WORD($number) }{ $number ->
        [1] { " " }of { WORD($count) }.
       *[other] .
      }
  }
    .brief = { $card ->
    [none] { $skip ->
        [yes] Nothing: { WORD($number) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $card }: { WORD($number) }.
  }
booth-press = Press the number, or zero for more.
    .or1 = Which number? Zero for more.
    .brief = Press the number.
booth-echo = { $card ->
    [none] Number { WORD($number) }
   *[other] { $card }
  }. Press { WORD($number) } again.
    .or1 = { $card ->
    [none] Number { WORD($number) }
   *[other] { $card }
  }? Then { WORD($number) } again.
    .brief = { $card ->
    [none] Number { WORD($number) }
   *[other] { $card }
  }? Press { WORD($number) } again.
booth-no-such = There's no such number. Press one to { WORD($count) }.
    .or1 = One to { WORD($count) }, please.
booth-missing = That game keeps its secrets in the booth, and there are no headphones right now. It stays saved until there are.
pack-missing = That game was played with a pack of your own stories. Start me with that pack, and we'll go on. Until then, it stays saved.
booth-only = That's a secret, { $seat }. Please answer in the booth, with the number keys.
    .or1 = Psst! { $seat } answers in the booth, with the number keys.
cards-in-booth = { $seat } can only hear those cards in the booth.
    .or1 = Those are secret. { $seat } can hear them in the booth.
phones-call = { $question } { $count ->
    [one] Choose on your phone, { $seats }.
   *[other] Choose on your phones, { $seats }, all at the same time.
  }
    .or1 = { $question } { $count ->
    [one] Look at your phone, { $seats }.
   *[other] Look at your phones, { $seats }.
  }
    .brief = { $question } { $count ->
    [one] On your phone, { $seats }.
   *[other] On your phones.
  }
phones-wait = { $seats } can still choose, on the phone.
    .or1 = I'm waiting for { $seats }, on the phone.
phones-first = Keep it secret a little longer. { $seats } can still choose, on the phone.
phone-only = That's a secret, { $seat }. Please choose it on your phone.
    .or1 = Psst! { $seat } chooses that on the phone.
phone-late = It's too late for that one.
phone-here = { $seat }'s phone is here.
    .or1 = There's { $seat }'s phone.
chooses-again = { $seat } chooses again.
    .or1 = { $seat } is having second thoughts.
cards-on-phone = { $seat }'s cards are on { $seat }'s phone.
    .or1 = Those are secret. { $seat } sees them on the phone.
say-phone = { $seats } can choose on the phone now.
sure-new-phone = Does { $seat } have a new phone? Then the old one won't work anymore. “Yes” or “no”?
    .brief = A new phone for { $seat }?
sure-no-phone = Shall { $seat } play on without a phone? “Yes” or “no”?
    .brief = No phone for { $seat }?
phone-moves-in-room = Say that aloud in the room, or at the big screen, so that everybody knows.
not-your-phone = This phone can only answer for you.
phones-away = I can't reach { $count ->
    [one] { $seats }'s phone, so I'll wait for it to come back.
   *[other] the phones of { $seats }, so I'll wait for them to come back.
  } If that takes too long, say “{ $first } has no phone”.
    .or1 = { $count ->
    [one] { $seats }'s phone has gone to sleep, or away.
   *[other] The phones of { $seats } have gone to sleep, or away.
  } I'll wait. Or say “{ $first } has no phone”.
    .brief = Waiting for { $count ->
    [one] { $seats }'s phone.
   *[other] the phones of { $seats }.
  } Or say “{ $first } has no phone”.
new-phone = All right. { $seat }'s old phone doesn't work anymore. Scan the code on the big screen with the new one.
no-phone = All right, { $seat } plays without a phone.
new-code = { $open ->
    [yes] The old code is gone. There's a new one on the big screen.
   *[no] Nobody is playing with a phone, so there's no code.
 }
other-address = { $found ->
    [yes] The big screen shows another address now, with a new code. Try that one.
   *[no] There's no other address for your phones.
 }
how-secret-next-time = Before the next game, tell me how you'd like to keep secrets: on your own phones, { $booth ->
    [yes] in the booth with headphones, or with fingers under the table.
   *[other] or with fingers under the table.
  } For this game it stays as it is.
how-secret = You can keep secrets on your own phones: say “with phones”, before the game. { $booth ->
    [yes] Or in the booth, with headphones: say “booth”. Or with fingers under the table: say “tokens”.
   *[other] Or with fingers under the table: say “tokens”.
  } If you don't need secrets, say “open”.
booth-empty = Nobody is in the booth now.
    .or1 = The booth is empty just now.

# --- misheard ------------------------------------------------------------------------------------

offer = Did you mean { $said }? “Yes” or “no”?
    .or1 = { $said }: is that what you meant? “Yes” or “no”?
    .brief = { $said }?
# for what is said in whole phrases, such as "what are the scores"
offer-phrase = Did you mean “{ $said }”? “Yes” or “no”?
    .brief = “{ $said }”?
whose-answer = { $names }? Say the name, or “never mind”.
    .or1 = Whose is it, { $names }? Say the name, or “never mind”.
answer-stands = { $seat ->
    [none] The first answer stays.
   *[other] For now, { $seat }'s first answer stays.
  }
    .or1 = { $seat ->
    [none] I'll leave it as it was.
   *[other] Until then, I'll leave { $seat }'s answer as it was.
  }
this-or-that = Which one do you mean: { $names }?
    .or1 = I can think of two: { $names }. Which one?
# What keeps us from understanding anybody, and what helps. Said once an evening.
room = { $trouble ->
    [clipped] Your voices are so loud that they crackle. Move the microphone away a little, or turn it down.
    [two] I can hear two of you at once. One after the other, please, and I'll catch every word.
    [far] You sound far away. Come closer to the microphone, or turn it up a little.
    [late] Your speaker plays what I say a little late. Wireless ones often do. With a cable, or with the computer's own speaker, I'd be quicker.
    [narrow] Your microphone sounds like an old telephone. Another one would help, perhaps the computer's own.
   *[loud] It's loud in here. Please come closer to the microphone, or turn the noise down.
    }
repair-short = I'm not sure I heard that right. { $question }
    .or1 = Sorry, once more, please. { $question }
    .or2 = Hm, could you say that again? { $question }
repair-choices = Is it { $choices }?{ $more ->
    [yes] { " " }Or one of the others?
   *[other] { "" }
  }
    .or1 = Do you mean { $choices }?{ $more ->
    [yes] { " " }Or one of the others?
   *[other] { "" }
  }
repair-numbers = You can say a number, or type it: { $choices }.
    .or1 = Just a number will do: { $choices }. Typing works, too.
shall-i-choose = Or shall I choose for { $seat ->
    [none] you
   *[other] { $seat }
  }? “Yes” or “no”?
    .or1 = Shall I choose{ $seat ->
    [none] { "" }
   *[other] , { $seat }
  }? “Yes” or “no”?
chosen-for = Then I'll say “{ $card }”.
    .or1 = I'd say “{ $card }”.
is-it-yours = { $kind ->
    [clue] { $words }: is that your clue{ $seat ->
        [none] { "" }
       *[other] , { $seat }
      }? “Yes” or “no”?
    [why] { $words }: is that the reason? “Yes” or “no”?
   *[other] { $words }: shall I put that in, word for word? “Yes” or “no”?
  }
repair-example = Let's try it another way. Typing works, too.
    .or1 = Here's something I would understand, spoken or typed.
    .or2 = Let's try that differently.
# After a "yes" where a clue, a reason or a story is expected.
go-on-telling = { $seat ->
    [none] Go on.
   *[other] Go on, { $seat }.
  }
repair-yes-no = Just “yes” or “no”, please.
    .or1 = A “yes” or a “no” will do.
repair-lock = First everybody chooses in secret. When you've all decided, say “ready”.
    .or1 = I'll wait until everybody has chosen. Then say “ready”.
    .or2 = Take your time. Just say “ready” when everybody has a choice.
repair-ready = { $alone ->
    [looking-away] When the others look away, say “ready”.
    [booth] When you are in the booth, say “ready”.
   *[other] When the others cover their ears, say “ready”.
  }
    .or1 = Just say “ready”, and your cards come.
repair-over = I didn't understand that. Say “new game”, or “goodbye”.
    .or1 = Sorry? “New game”, or “goodbye”?
no-such-number = { $count ->
    [0] There's nothing here with a number.
   *[other] There are only { WORD($count) }. Say a number from one to { WORD($count) }.
  }
not-on-table = { $card } isn't one of the choices. Say “the options” to hear what is.
    .or1 = There's no { $card } to choose here. “The options” tells you what there is.
not-asked = That isn't what we're doing just now.
    .or1 = That'll have to wait a little.
forgotten = Never mind that, then.
    .or1 = All right, let's start that again.

# --- finding one's way -----------------------------------------------------------------------------

whose-turn = { $all ->
    [yes] Everybody is choosing now: { $waiting }.
   *[other] { $seat ->
    [none] Anybody can answer.
   *[other] It's { $seat }'s turn.
  }{ $count ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }We're waiting for { $waiting }.
  }
  }
    .brief = { $all ->
    [yes] { $waiting }.
   *[other] { $seat ->
    [none] Anybody.
   *[other] { $seat }.
  }
  }
say-always = At any time: “repeat”, “help”, “undo”, “whose turn is it”, “what are the scores”, or “pause”.
    .brief = And always: “repeat”, “help”, “undo”.
say-waiting = { $kind ->
    [yes] You can say “yes” or “no”.
    [name] Say a name, or “never mind”.
    [ready] Say “ready” when nobody else is listening or looking, or say “skip”.
    [steps] Say “go on” for the next step, or “skip”.
    [free] Say it in your own words.
   *[other] Say it in your own words, or “never mind”.
  }
say-number = Say only the number of your card, such as “two”. For the cards once more, say “what are my cards”.
say-Ready = When everybody has chosen, say “ready”.
say-booth = { $seat } answers in the booth, with the number keys.
no-such-story = I can't find a story like that. Play one, and I'll keep it.
    .or1 = That story isn't on our shelf.
say-lobby-game = Say the name of a game, such as “Storytellers” or “Cat Dice”. Or say “tell me a story”, for one of ours.
say-lobby-players = Say the names, such as “Lily and Nick”.
say-over = You can say “new game”, “the same players”, “remember it”, “tell it”, “bedtime”, or “goodbye”.
help-over = The game is over. You can play another, or stop here.
help-lobby = I host story games. Tell me which one, and who's playing. I know the rest.
help-Ready = Everybody chooses now. When you're all done, somebody says so.
choose-for = Shall I choose for you? I'd say “{ $card }”. “Yes” or “no”?
    .brief = Shall I say “{ $card }”?
must-choose = It has to be one of them. Shall I say “{ $card }”? “Yes” or “no”?
    .brief = You have to choose one. Shall I say “{ $card }”?
cards-left = { $seat } still has { WORD($count) } { $count ->
    [one] card
   *[other] cards
  }.
held-by = { $seat } has { $card }.
they-said = { $seat } said { $card }.
their-vote = { $seat } voted for { $cards }.
no-votes = Nobody has voted yet.
still-secret = That's a secret for now. We'll all find out soon.
    .or1 = I can't tell anybody that yet.
word-means = { $word }: { $means }.
teller-is = { $seat } is the storyteller.
no-teller = Nobody is the storyteller yet.
no-round = We have just begun.
no-role = There's no role to cast just now.
no-page = There's no page to read just now.
no-clue = There's no clue yet.
no-story = This game has no story.
no-options = There's nothing on the table to choose from.
no-scores = We don't count points in this game.
no-cards = { $seat ->
    [none] There are no cards to read.
   *[other] { $seat } has no cards here.
  }
teach-more = Say “go on”, or “skip”.
    .or1 = Ready for more? “Go on”, or “skip”?
    .brief = “Go on”?

# --- taking back ---------------------------------------------------------------------------------

taken-back = { $seat ->
    [none] I've taken the last answer back.
   *[other] I've taken { $seat }'s last answer back.
  }
    .or1 = Undone.
leave-taken-back = { $seat } is staying at the table.
join-taken-back = { $seat } isn't joining us after all.
nothing-to-undo = There's nothing to take back yet.
    .or1 = Nobody has done anything yet.
not-a-correction = If the last answer was wrong, say “undo”.
    .or1 = Was that for the last answer? Then say “undo”.
cannot-undo = It's too late to take that back. We'll go on from here.
    .or1 = Everybody has seen it, so I can't take it back.

# --- how it sounds -------------------------------------------------------------------------------

louder = Louder. Like this?
    .or1 = A little louder.
softer = Softer. Like this?
    .or1 = A little softer.
faster = Faster from now on.
    .or1 = A bit faster.
slower = Slower from now on.
    .or1 = A bit slower.
say-less = I'll keep it short.
say-more = I'll tell you more.
sounds-off = No more sounds, only words.
sounds-on = The sounds are on.
    .or1 = The sounds are a little louder now.
sounds-softer = The sounds are softer now.
    .or1 = Softer sounds.
bigger = Bigger print.
    .or1 = Bigger.
smaller = Smaller print.
    .or1 = Smaller.
other-colours = Here are other colors.
    .or1 = And now these colors.
window-open = The window is open, in your browser.
no-window = I can't open a window here.
window-shut = The window is closed.
other-voice = How do I sound now? If nothing has changed, this is my only voice.
    .or1 = And now? If I sound the same, this is my only voice.
learn-name = I'd like to know how { $seat } sounds. { $seat }, please say your name, and nothing else.
    .or1 = { $seat } is new to my ears. { $seat }, please say your name, all by itself.
    .brief = { $seat }, please say your name.
learn-name-again = Lovely. And once more, please.
    .or1 = Thank you. Say it once again?
learned-name = Now I know how { $seat } sounds.
    .or1 = I'll know the name { $seat } when I hear it.
stopped = All right.
    .or1 = I'll be quiet.
take-your-time = Take your time.
    .or1 = No hurry.
    .or2 = I'll wait.
paused = Let's take a break. Say “go on” when you're back.
    .or1 = A break, then. I'll wait here until somebody says “go on”.
still-paused = We're having a break. Say “go on” when you're ready.
    .or1 = We're still on our break. “Go on”?
going-on = Here we go.
    .or1 = On we go.
nothing-earlier = That was the beginning.
    .or1 = There's nothing before that.
saved = The game is saved. Next time, we'll go on right here. Goodbye!
    .or1 = All saved, every bit of it. See you soon!
goodbye = Goodbye!
    .or1 = Good night, and sweet stories.
trouble = { $sentence }
something-wrong = Sorry, something went wrong, and it wasn't you. Let's try that again.
    .or1 = Sorry, that was my mistake. Once more, please.
# Where answering the same question failed twice.
something-wrong-again = That went wrong again, sorry. You can say { $ways }.
way-undo = “undo” to take back the last answer
way-choose = “you choose” to let me choose
way-goodbye = “goodbye” to stop for today

# --- refusals: what was tried, why not, what can be done instead ---------------------------------

refused-not-now = That doesn't fit right now. Ask me “what can I say” to hear what does.
    .or1 = Not at this moment. “What can I say” tells you what fits.
refused-not-your-turn = Wait a moment, { $seat }. It's { $turn }'s turn. { $turn }?
    .or1 = It isn't { $seat }'s turn yet. { $turn }, please.
refused-not-at-the-table = { $seat } isn't playing just now. Newcomers start with the next round.
refused-already-laid = { $seat } has already laid a card. To change it, say “undo”.
    .or1 = There's already a card from { $seat }. “Undo” takes it back.
refused-already-voted = { $seat } has already voted. To change it, say “undo”.
    .or1 = There's already a vote from { $seat }. “Undo” takes it back.
refused-already-said = { $seat } has already said that. To change it, say “undo”.
refused-not-in-hand = { $card }? { $seat } doesn't have that one. Say “my cards” to hear them, and choose one of those.
    .or1 = { $card }? That card isn't in { $seat }'s hand. Choose one that is.
    .booth = You don't have that one. Press another number.
refused-own-card = { WORD($symbol) } is { $seat }'s own. Another one?
    .or1 = { WORD($symbol) }? That's { $seat }'s own. Another one?
    .booth = That's your own card, and nobody votes for their own. Press another number.
refused-own-team = Symbol { WORD($symbol) } is from { $seat }'s own team. Choose another one.
    .booth = That's from your own team. Press another number.
refused-wrong-number-of-cards = That isn't the right number of cards. I need { WORD($needed) }.
refused-same-card-twice = That's the same card twice. Choose two different ones.
refused-wrong-category = { $card } doesn't fit here. It has to be { $categories }.
refused-no-such-symbol = There's no such symbol. Choose one of these: { $symbols }.
    .or1 = That symbol isn't on the table. There are { $symbols }.
refused-not-a-leader = Only the cards with the most votes can be chosen: { $symbols }.
    .or1 = It has to be one of those with the most votes: { $symbols }.
refused-wrong-number-of-votes = That isn't the right number of votes. One symbol will do.
refused-same-symbol-twice = The second vote must be for another card. Choose a different one, or say “only one”.
refused-the-storyteller-does-not-vote = { $seat } is the storyteller and doesn't vote.
refused-who-gave-a-card-does-not-vote = { $seat } gave a card, so the partner votes.
refused-already-owned = Symbol { WORD($symbol) } is already { $owner }'s. Whose is the next one?
refused-not-tied = It has to be one of the tied players: { $tied }.
refused-no-words = I need a few words for that. Say it again, please.
refused-no-such-way = There's no such way here. Choose one of the two, or “let the book decide”.
refused-a-mime-is-silent = A mime has no words. Show it, and say “it is a mime”.
refused-only-words = Songs and mimes aren't part of this game. Say the clue in words.
refused-not-among-the-dice = The dice don't show that. They show { $dice }. Say which of those to keep.
refused-no-rolls-left = The dice have been rolled three times. Now choose a line to fill.
refused-category-taken = { $category } is already filled. Still free: { $free }.
refused-not-held = { $seat } doesn't have that.
refused-name-taken = There's already a player called { $names }. Say another name, please.
refused-no-name = I need a name for every player.
refused-no-such-age = That can't be an age. Say it once more, please.
refused-table-full = All { WORD($most) } chairs are taken. But a newcomer can always team up with somebody.
refused-no-joining = Nobody can join in the middle of this game. But a newcomer can team up with somebody at the table.
refused-wrong-number-of-players = { $players ->
    [one] One player
   *[other] { WORD($players) } players
  } can't play this. It takes { $needs }.
refused-option-not-allowed = This game can't be played both ways at once, so we'll play it the usual way.
refused-too-few-cards = There aren't enough cards for that many players. You need { WORD($needed) }.
refused-impossible-draw = That draw isn't possible. Let me draw again.
refused-wrong-number-of-dice = I heard { WORD($dice) }, but there should be { WORD($needed) }. Tell me all of them, please.
refused-no-such-number-on-a-die = A die shows one to six. Tell me again, please.
refused-nothing-left-to-roll = All five dice are kept, so there's nothing to roll. Choose a line to fill, or keep fewer.
refused-the-teller-lays-no-card = { $seat } is the teller, and doesn't lay a card this time.

# --- what lies on the table, for those who see it ------------------------------------------------

panel-standing = Standing
panel-table = On the table
panel-clue = The clue
