# Lines that every game shares. Written for the ear: short, warm, names instead of "you" (in the room many listen).
# A line may have other wordings (.or1, .or2), which take turns, and a brief one (.brief).
# WORD($n) says a number in words, ORDINAL($n) as "third". Phrases in curly quotes “…” are always understood.

text = { $text }

# --- beginning -----------------------------------------------------------------------------------

welcome = Hello! I am the narrator.
    .brief = Hello!
ask-game = What shall we play? Storytellers, Dixit, or Cat Dice? There is also Odyssey for many, and StoryLine.
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
ask-more-players = { $seats }, and who else is playing?
    .or1 = Who else is there, besides { $seats }?
    .brief = Who else?
names-missing = { $who ->
    [me] Please tell me every name, your own, too: “Lily and Nick”.
   *[other] Good. And what are your names? Say them one after the other: “Lily and Nick”.
  }
    .or1 = { $who ->
    [me] “Me” I cannot call anybody. What are all your names?
   *[other] I would like to call each of you by name. Which names?
  }
same-name-twice = Two of you are called { $names }. Give one of them another name, perhaps a pet name.
not-begun = We have not begun yet.
    .or1 = Nothing is on the table yet.
already-over = This game is over.
    .or1 = That game has ended.
nothing-unfinished = There is no unfinished game.
without = Without { $seat }, then.
also-plays = { $seat } plays, too.
no-booth = There is no booth tonight: it takes headphones for one player. We can do it with the fingers under the table instead.
no-such-mode = { $game } cannot be played that way. There is { $modes }.
ask-players-again = I did not catch the names. Say them with an and between: “Lily and Nick”.
    .or1 = Names again, please, one after the other.
chosen-game = { $game }!
    .or1 = { $game } it is.
    .brief = { $game }.
chosen-mode = All right, { $mode }.
    .brief = { $mode }.
chosen-story = The story is { $title }.
    .brief = { $title }.
chosen-cards = { $cards ->
    [table] We play with your own cards, then.
   *[other] I deal my own cards.
  }
chosen-privacy = { $privacy ->
    [open] Everything is said aloud.
    [tokens] You choose with your hands first, and say it afterwards.
   *[other] Secrets are for the booth.
  }
playing = We are playing { $game }. At the table: { $seats }.
mode-is = { $mode ->
    [basic] { "" }
    [cooperative] We play together, against the game.
    [youngest] We play the way for the youngest: nobody wins, nobody loses. For points, say “basic”.
    [party] It is a party game.
    [teams] We play in teams.
    [family] We play the family way: the most tokens win.
   *[other] The mode is { $mode }.
  }
privacy-is = { $privacy ->
    [open] Everything is said aloud, so there are no secrets tonight.
    [tokens] { $cards ->
        [table] Choices are secret: first you all choose, then you say it.
       *[other] Cards are read aloud, so do listen in. But choices are secret: first you choose with your fingers, then you say it.
      }
   *[other] Secrets are told in the booth only, over the headphones.
  }
    .brief = { "" }
players-are = { $seats } { $count ->
    [one] is
   *[other] are
  } at the table.
    .brief = { $seats }.
offer-practice = It is the first time for this game. Shall we try one round that does not count? “Yes” or “no”?
    .brief = A practice round first?
practice-begins = Good. This round is just for practice.
practice-over = That was the practice round. Now it counts!
offer-resume = There is a game of { $game } with { $seats } that was not finished. Shall we go on with it? “Yes” or “no”?
    .brief = Go on with { $game }, with { $seats }?
resumed = Welcome back.
    .or1 = Here we are again.
not-resumed = Then something new. The old game stays saved.
ask-another = Shall we play again? Say “new game”, or “goodbye”.
    .or1 = Another one? “New game”, or “goodbye”?
    .brief = Again? “New game”, or “goodbye”?

# --- the table -----------------------------------------------------------------------------------

hand = { $seat } has { $cards }{ $more ->
    [yes] . And new:
   *[other] .
  }
    .or1 = In { $seat }'s hand: { $cards }{ $more ->
    [yes] . And new:
   *[other] .
  }
    .brief = { $seat }: { $cards }.
hand-first = { $seat } has { $picture }.
    .or1 = For { $seat }: { $picture }.
    .brief = { $seat }: { $card }.
hand-next = { $picture }.
    .brief = { $card }.
left = { $seat } leaves the table. Goodbye, { $seat }!
    .brief = { $seat } has left.
joined = Welcome, { $seat }! { $seat } plays from the next round on.
    .brief = { $seat } joins with the next round.
seated = { $score ->
    [none] { $seat } plays now.
    [0] { $seat } plays now, starting with no points yet.
   *[other] { $seat } plays now, starting at { WORD($score) }.
  }
    .brief = { $seat } plays now.
dealt = New cards are dealt.
scored = Now the points.
    .or1 = And the points?
    .brief = The points:
game-ended = The game is over.

ask-newcomer = Who is joining? Say the name, and the age if you like.
    .or1 = And the newcomer's name? Or say “never mind”.
    .short = The name?
ask-newcomer-again = I did not catch the name. Say just the name, please.
    .or1 = Once more, only the name.
ask-whose-cards = Whose cards? Say the name, or “never mind”.
    .or1 = Which name? I read the cards of that player. Or “never mind”.
    .short = Whose cards?
ask-leaver = Who is leaving? Say the name, or “never mind”.
    .or1 = Which name? Who has to go? Or “never mind”.
    .short = Who leaves?
sure-to-join = Shall { $seat } play, too? “Yes” or “no”?
    .brief = { $seat }, too?
sure-to-leave = { $seat } wants to leave. Is that right? “Yes” or “no”?
    .brief = { $seat } leaves. Right?

# --- secrets -------------------------------------------------------------------------------------

tokens-lock = { $question } Choose in secret, with your fingers under the table. When all are set, say “ready”.
    .or1 = { $question } Hide your choice first. Say “ready” when everybody has one.
    .brief = { $question } Choose in secret, then say “ready”.
lock-first = Not aloud yet! First everybody chooses in secret. When all are set, say “ready”.
    .or1 = Psst, that is still a secret. Say “ready” when everybody has chosen.
booth-call = { $seat }, the booth is yours. Press any key to begin.
    .or1 = { $seat }, to the booth, please. Any key begins.
    .brief = { $seat }, to the booth.
booth-welcome = Hello { $seat }. Only you can hear this.
    .brief = { $seat }.
booth-choice = { $card ->
    [none] { $skip ->
        [yes] None of them: { WORD($number) } of { WORD($count) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $picture ->
        [none] { $card }
       *[other] { $picture }
      }: { WORD($number) } of { WORD($count) }.
  }
    .brief = { $card ->
    [none] { $skip ->
        [yes] Nothing: { WORD($number) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $card }: { WORD($number) }.
  }
booth-press = Press the number. Zero says it all again.
    .brief = Press the number.
booth-echo = You chose { $card ->
    [none] number { WORD($number) }
   *[other] { $card }
  }. Press { WORD($number) } again to keep it, or another number to change.
    .brief = { $card ->
    [none] Number { WORD($number) }
   *[other] { $card }
  }? Press { WORD($number) } again.
booth-no-such = There is no such number. Press one to { WORD($count) }.
    .or1 = One to { WORD($count) }, please.
booth-missing = That game keeps its secrets in the booth, and there are no headphones now. It stays saved until there are.
pack-missing = That game was played with a pack of your own stories. Start me with that pack, and we go on. It stays saved.
booth-only = That is a secret, { $seat }. Please answer in the booth, with the number keys.
    .or1 = Psst! { $seat } answers in the booth, with the number keys.
cards-in-booth = { $seat } hears those cards in the booth only.
    .or1 = Those are secret. { $seat } can hear them in the booth.
booth-empty = Nobody is in the booth now.
    .or1 = The booth is empty just now.

# --- misheard ------------------------------------------------------------------------------------

offer = Did you mean { $said }? “Yes” or “no”?
    .or1 = { $said }, was it? “Yes” or “no”?
    .brief = { $said }?
this-or-that = Which one do you mean: { $names }?
    .or1 = I can think of two: { $names }. Which one?
repair-short = I am not sure I heard right. { $question }
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
repair-example = Let us try it another way. Typing works, too.
    .or1 = Here is what I would understand, spoken or typed.
    .or2 = Another way, perhaps.
repair-yes-no = Just “yes” or “no”, please.
    .or1 = A “yes” or a “no” will do.
repair-lock = First everybody chooses in secret. When all are set, say “ready”.
    .or1 = I wait until all have chosen. Then say “ready”.
    .or2 = Take your time. Just say “ready” when everybody has a choice.
repair-over = I did not understand that. Say “new game”, or “goodbye”.
    .or1 = Sorry? “New game”, or “goodbye”?
no-such-number = { $count ->
    [0] There is nothing to count here.
   *[other] There are only { WORD($count) }. Say a number from one to { WORD($count) }.
  }
not-on-table = { $card } is not on offer. Say “the options” to hear what is.
    .or1 = There is no { $card } to choose here. “The options” tells you what there is.
not-asked = That is not what we are doing just now.
    .or1 = Not now, I think.
forgotten = Forget that, then.
    .or1 = All right, from the start.

# --- finding one's way -----------------------------------------------------------------------------

whose-turn = { $all ->
    [yes] Everybody chooses now: { $waiting }.
   *[other] { $seat ->
    [none] Anybody may answer.
   *[other] It is { $seat }'s turn.
  }{ $count ->
    [0] { "" }
    [1] { "" }
   *[other] { " " }We are waiting for { $waiting }.
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
    [steps] Say “go on” for the next step, or “skip”.
    [free] Say it in your own words.
   *[other] Say it in your own words, or “never mind”.
  }
say-Ready = When everybody has chosen, say “ready”.
say-booth = { $seat } answers in the booth, with the number keys.
no-such-story = I cannot find such a story. Play one, and I will keep it.
    .or1 = That story is not on our shelf.
say-lobby-game = Say the name of a game, such as “Storytellers” or “Cat Dice”. Or say “tell me a story”, for one of ours.
say-lobby-players = Say the names, such as “Lily and Nick”.
say-over = You can say “new game”, or “goodbye”.
help-over = The game is over. You can play another, or stop here.
help-lobby = I host story games. Tell me which one, and who is playing; the rest I know.
help-Ready = Everybody chooses now, and when all are done, somebody says so.
no-round = We have just begun.
no-role = There is no role to cast just now.
no-page = There is no page to read just now.
no-clue = There is no clue just now.
no-story = This game has no story.
no-options = There is nothing on the table to choose from.
no-scores = Nobody counts points in this game.
no-cards = { $seat ->
    [none] There are no cards to tell.
   *[other] { $seat } has no cards here.
  }
teach-more = Say “go on”, or “skip”.
    .or1 = Ready for more? “Go on”, or “skip”?
    .brief = “Go on”?

# --- taking back ---------------------------------------------------------------------------------

taken-back = { $seat ->
    [none] I took the last answer back.
   *[other] I took { $seat }'s last answer back.
  }
    .or1 = Undone.
leave-taken-back = { $seat } is back at the table.
join-taken-back = { $seat } does not join us after all.
nothing-to-undo = There is nothing to take back yet.
    .or1 = Nobody has done anything yet.
not-a-correction = If the last answer was wrong, say “undo”.
    .or1 = Was that for the last answer? Then say “undo”.
cannot-undo = That cannot be taken back: what is shown or rolled stays. We go on from here.
    .or1 = There is nothing I can take back. What was shown stays shown.

# --- how it sounds -------------------------------------------------------------------------------

louder = Louder. Like this?
    .or1 = A little louder.
softer = Softer. Like this?
    .or1 = A little softer.
faster = Faster from now on.
    .or1 = A bit faster.
slower = Slower from now on.
    .or1 = A bit slower.
say-less = I will keep it short.
say-more = I will tell you more.
sounds-off = No more sounds, only words.
sounds-on = With sounds.
    .or1 = Sounds, a little louder.
sounds-softer = The sounds are softer now.
    .or1 = Softer sounds.
other-voice = This is how I sound now, if I have another voice.
    .or1 = And now like this, if I have another voice.
learn-name = I want to know how { $seat } sounds. { $seat }, please say your name, and nothing else.
    .or1 = { $seat } is a name I have not heard yet. { $seat }, please say it, all by itself.
    .brief = { $seat }, please say your name.
learn-name-again = Lovely. And once more, please.
    .or1 = Thank you. Say it once again?
learned-name = Now I know { $seat } by ear.
    .or1 = I will know { $seat } when I hear it.
stopped = All right.
    .or1 = Quiet now.
take-your-time = Take your time.
    .or1 = No hurry.
    .or2 = I wait.
paused = We take a break. Say “go on” when you are back.
    .or1 = A break. I wait here until somebody says “go on”.
still-paused = We are having a break. Say “go on” when you are ready.
    .or1 = Still on our break. “Go on”?
going-on = Here we go.
    .or1 = On we go.
nothing-earlier = That was the beginning.
    .or1 = There is nothing before that.
saved = The game is saved. Next time we go on right here. Goodbye!
    .or1 = Saved, every card of it. See you soon!
goodbye = Goodbye!
    .or1 = Good night, and sweet stories.
trouble = { $sentence }

# --- refusals: what was tried, why not, what can be done instead ---------------------------------

refused-not-now = That does not fit right now. Ask me “what can I say” to hear what does.
    .or1 = Not at this moment. “What can I say” tells you what fits.
refused-not-your-turn = { $seat } has to wait: it is { $turn }'s turn. { $turn }, please.
    .or1 = Not { $seat } yet, it is { $turn }'s turn.
refused-not-at-the-table = { $seat } is not playing just now. Newcomers start with the next round.
refused-already-laid = { $seat } has laid a card already. To change it, say “undo”.
    .or1 = There is a card from { $seat } already. “Undo” takes it back.
refused-already-voted = { $seat } has voted already. To change it, say “undo”.
    .or1 = There is a vote from { $seat } already. “Undo” takes it back.
refused-already-said = { $seat } has said that already. To change it, say “undo”.
refused-not-in-hand = { $card }? { $seat } does not have that one. Say “my cards” to hear them, and choose one of those.
    .or1 = { $card }? That card is not in { $seat }'s hand. Choose one that is.
refused-own-card = Symbol { WORD($symbol) } is { $seat }'s own card, and nobody votes for their own. Choose another one, { $seat }.
    .or1 = Nobody votes for their own card, and { WORD($symbol) } is { $seat }'s. Which other one, { $seat }?
refused-own-team = Symbol { WORD($symbol) } is from { $seat }'s own team. Choose another one.
refused-wrong-number-of-cards = That is not the right number of cards. It takes { WORD($needed) }.
refused-same-card-twice = That is the same card twice. Choose two different ones.
refused-wrong-category = { $card } does not fit here. It has to be { $categories }.
refused-no-such-symbol = There is no such symbol. Choose one of these: { $symbols }.
    .or1 = That symbol is not on the table. There are { $symbols }.
refused-not-a-leader = Only the cards with the most votes can be chosen: { $symbols }.
    .or1 = It has to be one of those with the most votes: { $symbols }.
refused-wrong-number-of-votes = That is not the right number of votes. One symbol will do.
refused-same-symbol-twice = The second vote must be for another card. Choose a different one, or say “only one”.
refused-the-storyteller-does-not-vote = { $seat } is the storyteller and does not vote.
refused-who-gave-a-card-does-not-vote = { $seat } gave a card, so the partner votes.
refused-already-owned = Symbol { WORD($symbol) } is { $owner }'s already. Whose is the next one?
refused-not-tied = Only those who are tied can win: { $tied }.
refused-no-words = I need some words for that. Say it again, please.
refused-no-such-way = There is no such way here. Choose one of the two, or “let the book decide”.
refused-a-mime-is-silent = A mime has no words. Show it, and say “it is a mime”.
refused-only-words = Songs and mimes are not part of this game. Say the clue in words.
refused-not-among-the-dice = The dice do not show that. They show { $dice }. Say which of those to keep.
refused-no-rolls-left = The dice have been rolled three times. Now choose a line to fill.
refused-category-taken = { $category } is filled already. Still free: { $free }.
refused-not-held = { $seat } does not have that.
refused-name-taken = There is a player called { $names } already. Say another name.
refused-no-name = I need a name for every player.
refused-no-such-age = That cannot be an age. Say it once more, please.
refused-table-full = All { WORD($most) } chairs are taken. A newcomer could play together with somebody.
refused-no-joining = Nobody can join in the middle of this game. But a newcomer may play together with somebody at the table.
refused-wrong-number-of-players = { $players ->
    [one] One player is
   *[other] { WORD($players) } players are
  } not the right number for this. It takes { $needs }.
refused-option-not-allowed = That does not go together. I leave it out.
refused-too-few-cards = There are not enough cards for so many. It takes { WORD($needed) }.
refused-impossible-draw = That draw is not possible. Let me draw again.
refused-wrong-number-of-dice = That was { WORD($dice) }, but { WORD($needed) } are to be rolled. Tell me all of those, please.
refused-no-such-number-on-a-die = A die shows one to six. Tell me again, please.
refused-nothing-left-to-roll = All five dice are kept, so there is nothing to roll. Choose a line to fill, or keep fewer.
refused-the-teller-lays-no-card = { $seat } is telling and lays no card this time.
