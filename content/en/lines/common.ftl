# Lines that every game shares. Written for the ear: short, warm, names instead of "you" (in the room many listen).
# A line may have other wordings (.or1, .or2), which take turns, and a brief one (.brief).
# WORD($n) says a number in words, ORDINAL($n) as "third". Phrases in curly quotes “…” are always understood.

text = { $text }

# --- beginning -----------------------------------------------------------------------------------

welcome = Hello! I'm the narrator.
    .brief = Hello!
ask-game = What shall we play? Storytellers, Dixit, or Cat Dice? There's also StoryLine, and Odyssey for a big crowd.
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
  } can have { $games }. Which one?
name-is-command = { $names } is something that people say to me, so I would never know who is meant. Another name, please?
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
no-such-mode = { $game } can't be played that way. You can have { $modes }.
ask-players-again = I didn't catch the names. Try it like this: “Lily and Nick”.
    .or1 = The names once more, please, one after the other.
chosen-game = { $game }!
    .or1 = { $game } it is.
    .brief = { $game }.
chosen-mode = All right, { $mode }.
    .brief = { $mode }.
chosen-story = The story is { $title }.
    .brief = { $title }.
chosen-cards = { $cards ->
    [table] We'll play with your own cards, then.
   *[other] I'll deal my own cards.
  }
chosen-short = A short game, then.
    .brief = A short game.
no-such-wish = { $game } doesn't have that.
takes = About { WORD($minutes) } minutes.
    .brief = { "" }
chosen-privacy = { $privacy ->
    [open] Everything is said aloud.
    [tokens] You choose with your fingers first, and say it afterward.
    [phones] Secrets stay on your own phones. The code is on the big screen.
   *[other] Secrets stay in the booth.
  }
playing = We're playing { $game }. At the table: { $seats }.
mode-is = { $mode ->
    [basic] { "" }
    [cooperative] Together, against the game.
    [youngest] We're playing the way for the youngest: nobody wins, and nobody loses. If you'd like points, say “basic”.
    [party] We're playing the party way: vote for the picture that most of you will choose. Your own is allowed.
    [teams] We're playing in teams.
    [family] We're playing the family way: whoever has the most tokens wins.
   *[other] The mode is { $mode }.
  }
privacy-is = { $privacy ->
    [open] No secrets tonight.
    [tokens] { $cards ->
        [table] Choices are secret: first you all choose, and then you say it.
       *[other] Hands are secret: I call one player at a time. Choose with your fingers first, and then say just the number.
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
practice-over = That was the practice round. Now it counts!
offer-resume = There's a game of { $game } waiting, with { $seats }. Shall we go on with it? “Yes” or “no”?
    .brief = Go on with { $game }, with { $seats }?
resumed = Welcome back.
    .or1 = Here we are again.
privacy-lost = How secrets were kept in this game is not known any more, so I keep them as well as I can.
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
nobody-yet = Nobody has played with me yet, so I don't know with whom.
bedtime-now = Then lie down and listen.
    .or1 = All lie down? Here it comes.
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
    [none] { $cards }.
   *[other] { $seat } has: { $cards }.
  }{ $more ->
    [yes] { " " }New:
   *[other] { "" }
  }
    .brief = { $seat ->
    [none] { $cards }.
   *[other] { $seat }: { $cards }.
  }
hand-first = { $seat ->
    [none] { $picture }.
   *[other] { $seat } has { $picture }.
  }
    .or1 = { $seat ->
    [none] { $picture }.
   *[other] For { $seat }: { $picture }.
  }
    .brief = { $seat ->
    [none] { $card }.
   *[other] { $seat }: { $card }.
  }
hand-next = { $picture }.
    .brief = { $card }.
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
    [none] { $seat } is in now.
    [0] { $seat } is in now, with no points yet.
   *[other] { $seat } is in now, starting at { WORD($score) }.
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
sure-otherwise = Shall I change that, and lay the table anew? “Yes” or “no”?
    .brief = Shall I change that?
sure-to-quit = Shall we stop for today? “Yes”, or “go on”?
    .or1 = Is that all for today? “Yes”, or “go on”?
    .brief = Stop for today?
sure-new-game = { $kept ->
    [yes] Shall we begin something new, and leave this game saved? “Yes” or “no”?
   *[other] Shall we begin something new? “Yes” or “no”?
  }
    .brief = Something new?

# --- secrets -------------------------------------------------------------------------------------

hand-over = { $alone ->
    [looking-away] { $time ->
        [first] The cards of { $seat } come on this screen now. Everybody else, look away. { $seat }, say “ready”.
        [next] Now { $seat } at the screen. The others look away! “Ready”?
       *[again] { $seat } at the screen. Look away, the others! “Ready”?
      }
    [booth] { $time ->
        [first] { $seat }, your cards are waiting in the booth. When you are there, say “ready”.
        [next] Now { $seat } to the booth. “Ready”?
       *[again] { $seat } to the booth. “Ready”?
      }
   *[other] { $time ->
        [first] { $seat } alone now. The others, hands on ears. { $seat }, say “ready”.
        [next] Now { $seat } alone. Hands on ears! “Ready”?
       *[again] { $seat } alone. “Ready”?
      }
  }
    .or1 = { $alone ->
    [looking-away] { $time ->
        [first] Only { $seat } may look at this screen now. The others, look away, please. Say “ready”, { $seat }.
        [next] { $seat } alone at the screen. Eyes away! “Ready”?
       *[again] Only { $seat } looks now. “Ready”?
      }
    [booth] { $time ->
        [first] The booth has cards for { $seat } now. Say “ready” when you are there, { $seat }.
        [next] The booth is for { $seat } now. “Ready”?
       *[again] Once more to the booth, { $seat }. “Ready”?
      }
   *[other] { $time ->
        [first] Now for { $seat } alone. Hands on ears, the others! Say “ready”, { $seat }.
        [next] { $seat } alone now. Hands on ears! “Ready”?
       *[again] Only { $seat }. “Ready”?
      }
  }
    .brief = { $alone ->
    [looking-away] { $seat } alone, the others look away. “Ready”?
    [booth] { $seat } to the booth. “Ready”?
   *[other] { $seat } alone. “Ready”?
  }
hand-shown = { $alone ->
    [booth] When you know your cards, { $seat }, say “ready”.
   *[other] When you know them, { $seat }, say “ready”. Then they go away.
  }
    .or1 = { $alone ->
    [booth] Say “ready”, { $seat }, when you know your cards.
   *[other] Say “ready”, { $seat }, and I hide them again.
  }
    .brief = “Ready”, { $seat }?
handed-back = { $alone ->
    [looking-away] Everybody may look again.
    [booth] Back to the table, everybody.
   *[other] Hands down.
  }
    .or1 = { $alone ->
    [looking-away] Eyes here again, everybody.
    [booth] Good. The booth is empty again.
   *[other] Everybody, listen again.
  }
    .brief = { $alone ->
    [looking-away] Look again.
    [booth] Back to the table.
   *[other] Hands down.
  }
just-the-number = Just the number, please{ $seat ->
    [none] { "" }
   *[other] , { $seat }
  }. The names stay secret.
    .or1 = No names, please, they are secret. Just the number{ $seat ->
    [none] { "" }
   *[other] , { $seat }
  }.
    .brief = Just the number, please.
other-number = That can't be laid, { $seat }. Another number, please.
    .booth = That can't be laid. Press another number.
choose-blindly = I'd give something away if I chose. Close your eyes and point: any number from one to { WORD($count) }.
    .or1 = That has to be a secret, even from my voice. Take any number from one to { WORD($count) }.
hand-laid = { $seat } has laid a card, so that hand stays closed until the next round.
    .or1 = What { $seat } has left is secret now. In the next round I'll tell it again.
tokens-lock = { $question } Fingers, then “ready”.
    .brief = { $question } Choose in secret, then say “ready”.
lock-first = Not aloud yet! First everybody chooses in secret. When everybody's set, say “ready”.
    .or1 = Psst, that's still a secret. Say “ready” when everybody has chosen.
booth-call = { $seat }, the booth is yours. Press any key.
    .or1 = { $seat }, to the booth, please. Any key begins.
    .brief = { $seat }, to the booth.
booth-welcome = Only you hear this.
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
booth-press = Press the number, zero for more.
    .or1 = Which number? Zero for more.
    .brief = Press the number.
booth-echo = { $card ->
    [none] Number { WORD($number) }
   *[other] { $card }
  }. { WORD($number) } again keeps it.
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
    [one] On your phone, { $seats }, please.
   *[other] On your phones, { $seats }, please, all at the same time.
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
phones-first = Keep it hidden a little longer: { $seats } can still choose, on the phone.
phone-only = That's a secret, { $seat }. Please choose it on your phone.
    .or1 = Psst! { $seat } chooses that on the phone.
phone-late = That's no longer open.
phone-here = { $seat }'s phone is here.
    .or1 = There's { $seat }'s phone.
chooses-again = { $seat } chooses again.
    .or1 = { $seat } has a second thought.
cards-on-phone = { $seat }'s cards are on { $seat }'s phone.
    .or1 = Those are secret. { $seat } sees them on the phone.
say-phone = { $seats } can choose on the phone now.
sure-new-phone = Does { $seat } get a new phone? Then the old one is shut out. “Yes” or “no”?
    .brief = A new phone for { $seat }?
sure-no-phone = Does { $seat } play on without a phone? “Yes” or “no”?
    .brief = No phone for { $seat }?
phone-moves-in-room = Say that aloud in the room, or at the big screen, so that everybody knows.
not-your-phone = This phone can only answer for you.
phones-away = I can't reach the { $count ->
    [one] phone
   *[other] phones
  } of { $seats }, and wait for it to come back. If it stays away, say “{ $first } has no phone”.
    .or1 = The { $count ->
    [one] phone
   *[other] phones
  } of { $seats } went to sleep or away. I'll wait. Or say “{ $first } has no phone”.
    .brief = Waiting for the { $count ->
    [one] phone
   *[other] phones
  } of { $seats }. Or say “{ $first } has no phone”.
new-phone = All right. { $seat }'s old phone is shut out. Scan the code on the big screen with the new one.
no-phone = All right, { $seat } plays without a phone.
new-code = { $open ->
    [yes] The old code is gone. There's a new one on the big screen.
   *[no] Nobody plays with phones here, so there is no code.
 }
other-address = { $found ->
    [yes] Then try this one: the big screen shows another address, with a new code.
   *[no] There is no other address for your phones.
 }
how-secret-next-time = Before the next game, tell me how you would like to keep secrets: on your own phones, { $booth ->
    [yes] in the booth with headphones, or with fingers under the table.
   *[other] or with fingers under the table.
  } For this game it stays as it is.
how-secret = You can keep secrets on your own phones: say “with phones”, before the game. { $booth ->
    [yes] Or in the booth, with headphones: say “booth”. Or with fingers under the table: say “tokens”.
   *[other] Or with fingers under the table: say “tokens”.
  } If you need no secrets, say “open”.
booth-empty = Nobody is in the booth now.
    .or1 = The booth is empty just now.

# --- misheard ------------------------------------------------------------------------------------

offer = Did you mean { $said }? “Yes” or “no”?
    .or1 = { $said }, was it? “Yes” or “no”?
    .brief = { $said }?
whose-answer = { $names }? Say the name, or “never mind”.
    .or1 = Whose is it, { $names }? Say the name, or “never mind”.
answer-stands = { $seat ->
    [none] What was said before stays.
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
    [clipped] Your voices arrive so strong that they crackle. Move the microphone away a little, or turn it down.
    [two] I hear two of you at once. One after the other, please, and I'll catch every word.
    [far] You sound far away. Come closer to the microphone, or turn it up a little.
    [late] Your loudspeaker lags behind, perhaps because it has no wire. With a wire, or the computer's own, I keep pace with you.
    [narrow] Your microphone sounds like an old telephone. Another one would help, perhaps the computer's own.
   *[loud] It's loud here. Close to the microphone I hear you best, or somebody turns the noise down.
    }
repair-short = I'm not sure I heard that right. { $question }
    .or1 = Sorry, once more. { $question }
    .or2 = Hm, say that again? { $question }
repair-choices = Is it one of these: { $choices }{ $more ->
    [yes] , or another one
   *[other] { "" }
  }?
    .or1 = It could be { $choices }{ $more ->
    [yes] , or more
   *[other] { "" }
  }. Which one?
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
chosen-for = I'll take { $card }, then.
    .or1 = { $card }, I think.
is-it-yours = { $kind ->
    [clue] { $words }: is that your clue{ $seat ->
        [none] { "" }
       *[other] , { $seat }
      }? “Yes” or “no”?
    [why] { $words }: is that the reason? “Yes” or “no”?
   *[other] { $words }: shall I take it just like that? “Yes” or “no”?
  }
repair-example = Let's try it another way. Typing works, too.
    .or1 = Here's something I'd understand, spoken or typed.
    .or2 = Maybe another way.
repair-yes-no = Just “yes” or “no”, please.
    .or1 = A “yes” or a “no” will do.
repair-lock = First everybody chooses in secret. When everybody's set, say “ready”.
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
    [0] There's nothing to count here.
   *[other] There are only { WORD($count) }. Say a number from one to { WORD($count) }.
  }
not-on-table = { $card } isn't one of the choices. Say “the options” to hear what is.
    .or1 = There's no { $card } to choose here. “The options” tells you what there is.
not-asked = That isn't what we're doing just now.
    .or1 = Not just now, I think.
forgotten = Never mind that, then.
    .or1 = All right, from the start.

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
    [ready] Say “ready” when nobody else can notice it, or “skip”.
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
choose-for = Shall I choose for you? I'd take { $card }. “Yes” or “no”?
    .brief = { $card }, for you?
must-choose = One of them it has to be. Shall I take { $card } for you? “Yes” or “no”?
    .brief = One it must be. { $card }?
cards-left = { $seat } still has { WORD($count) } { $count ->
    [one] card
   *[other] cards
  }.
held-by = { $seat } has { $card }.
they-said = { $seat } said { $card }.
still-secret = That stays a secret until it is shown.
    .or1 = Nobody is told that yet.
word-means = { $word }: { $means }.
teller-is = { $seat } is the storyteller.
no-teller = Nobody is the storyteller yet.
no-round = We have just begun.
no-role = There's no role to cast just now.
no-page = There's no page to read just now.
no-clue = There's no clue just now.
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
leave-taken-back = { $seat } is back at the table.
join-taken-back = { $seat } isn't joining us after all.
nothing-to-undo = There's nothing to take back yet.
    .or1 = Nobody has done anything yet.
not-a-correction = If the last answer was wrong, say “undo”.
    .or1 = Was that for the last answer? Then say “undo”.
cannot-undo = I can't take that back any more. We'll go on from here.
    .or1 = There's nothing I can take back. What's been shown stays shown.

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
sounds-on = With sounds.
    .or1 = Sounds, a little louder.
sounds-softer = The sounds are softer now.
    .or1 = Softer sounds.
bigger = Bigger print.
    .or1 = Bigger.
smaller = Smaller print.
    .or1 = Smaller.
other-colours = Other colors.
    .or1 = And these colors.
window-open = The window is open, in your browser.
no-window = I can't open a window here.
window-shut = The window is shut.
other-voice = And this is me now, if I have another voice.
    .or1 = And now like this, if I have another voice.
learn-name = I'd like to know how { $seat } sounds. { $seat }, please say your name, and nothing else.
    .or1 = { $seat } is new to my ears. { $seat }, please say your name, all by itself.
    .brief = { $seat }, please say your name.
learn-name-again = Lovely. And once more, please.
    .or1 = Thank you. Say it once again?
learned-name = Now I know { $seat } by ear.
    .or1 = I'll know { $seat } when I hear it.
stopped = All right.
    .or1 = Quiet now.
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

# --- refusals: what was tried, why not, what can be done instead ---------------------------------

refused-not-now = That doesn't fit right now. Ask me “what can I say” to hear what does.
    .or1 = Not at this moment. “What can I say” tells you what fits.
refused-not-your-turn = { $seat } has to wait: it's { $turn }'s turn. { $turn }, please.
    .or1 = Not { $seat } yet, it's { $turn }'s turn.
refused-not-at-the-table = { $seat } isn't playing just now. Newcomers start with the next round.
refused-already-laid = { $seat } has already laid a card. To change it, say “undo”.
    .or1 = There's already a card from { $seat }. “Undo” takes it back.
refused-already-voted = { $seat } has already voted. To change it, say “undo”.
    .or1 = There's already a vote from { $seat }. “Undo” takes it back.
refused-already-said = { $seat } has already said that. To change it, say “undo”.
refused-not-in-hand = { $card }? { $seat } doesn't have that one. Say “my cards” to hear them, and choose one of those.
    .or1 = { $card }? That card isn't in { $seat }'s hand. Choose one that is.
    .booth = You don't have that one. Press another number.
refused-own-card = { WORD($symbol) } is { $seat }'s own, and doesn't count. Another one?
    .or1 = { WORD($symbol) }? That's { $seat }'s own. Another one?
    .booth = That's your own card, and nobody votes for their own. Press another number.
refused-own-team = Symbol { WORD($symbol) } is from { $seat }'s own team. Choose another one.
    .booth = That's from your own team. Press another number.
refused-wrong-number-of-cards = That isn't the right number of cards. It takes { WORD($needed) }.
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
  } won't work for this. It takes { $needs }.
refused-option-not-allowed = Those don't go together, so I'll leave that out.
refused-too-few-cards = There aren't enough cards for that many. It takes { WORD($needed) }.
refused-impossible-draw = That draw isn't possible. Let me draw again.
refused-wrong-number-of-dice = I heard { WORD($dice) }, and it should be { WORD($needed) }. Tell me all of them, please.
refused-no-such-number-on-a-die = A die shows one to six. Tell me again, please.
refused-nothing-left-to-roll = All five dice are kept, so there's nothing to roll. Choose a line to fill, or keep fewer.
refused-the-teller-lays-no-card = { $seat } is the teller, and doesn't lay a card this time.

# --- what lies on the table, for those who see it ------------------------------------------------

panel-standing = Standing
panel-table = On the table
panel-clue = The clue
