# Dixit Odyssey: the lines of the game.

# --- before the game: said whatever is on the table ---
about-odyssey = Odyssey: like Dixit, with other dreams, for up to twelve.
    .brief = Odyssey.
chosen-times = At a party and in teams, everybody gets to be the storyteller { $value ->
    [one] once.
    [2] twice.
   *[other] { WORD($value) } times.
  }

privacy-is = { $privacy ->
    [open] Everything is said aloud, so there are no secrets tonight.
    [tokens] { $cards ->
        [table] Votes are secret: pick with your fingers first, and then say it.
       *[other] I'll read your cards aloud, so cover your ears while the others hear or choose theirs. Votes are secret: pick with your fingers first, and then say it.
      }
   *[other] Secrets stay in the booth, over the headphones.
  }
    .brief = { "" }

# --- the pictures --------------------------------------------------------------------------------

hand = { $seat } has { $cards }{ $more ->
    [yes] . And new:
   *[other] .
  }
    .or1 = In { $seat }'s hand: { $cards }{ $more ->
    [yes] . And new:
   *[other] .
  }
    .brief = { $seat }: { $cards }.
hand-first = { $seat }'s pictures. { $picture }: { WORD($number) } of { WORD($count) }.
    .or1 = These are { $seat }'s. { $picture }: { WORD($number) } of { WORD($count) }.
    .brief = { $seat }: { $card }.
hand-next = { $picture }: { WORD($number) } of { WORD($count) }.
    .brief = { $card }.
on-symbol = { $picture }: { WORD($symbol) } of { WORD($count) }.
    .brief = { $card }, { WORD($symbol) }.
no-cards = { $seat ->
    [none] There are no cards to read.
   *[other] There are no cards to read { $seat } just now.
  }
numbers-only = There are { WORD($count) } cards on the table, from one to { WORD($count) }.
    .brief = One to { WORD($count) }.
not-on-table = { $card } isn't on the table. Say “the options” to hear what is.
    .or1 = I don't see { $card } on the table. “The options” tells you what's there.

# --- telling -------------------------------------------------------------------------------------

round-began = { $own ->
    [yes] { $first ->
        [yes] Shuffle your cards, and deal { WORD($count) } to everybody{ $mode ->
            [party] { "" }, face down. Nobody looks at them yet.
           *[other] .
          }
       *[no] { $mode ->
            [party] { "" }
           *[other] Everybody draws back up to { WORD($count) } cards.{ $second ->
                [yes] { " " }When your pile runs out, shuffle the cards that were played into a new one.
               *[no] { "" }
              }
          }
      }{ " " }
   *[no] { "" }
  }{ $teller ->
    [none] { $own ->
        [yes] { "" }
       *[no] { $mode ->
            [party] Everybody has { WORD($count) } pictures, but nobody has seen them yet.
           *[other] Everybody has { WORD($count) } pictures in hand.
          }
      }
   *[other] { $teller } is the storyteller now{ $player ->
        [none] .
       *[other] , and { $player } plays for { $teller }.
      }
  }
    .brief = { $teller ->
    [none] { "" }
   *[other] { $teller } tells.
  }
hands-passed = { $own ->
    [yes] Everybody draws back up to { WORD($count) } cards, and then passes the whole hand to the left. { $teller } doesn't look yet.{ $second ->
        [yes] { " " }When your pile runs out, shuffle the cards that were played into a new one.
       *[no] { "" }
      }
   *[no] All the hands go around to the left.
  }
    .brief = Hands to the left.
team-is = { $seats } are a team.
    .brief = { $seats }.
ask-first = Who would like to tell first? Say, for example, “{ $example } has a clue”.
    .or1 = Who begins? Say “I have a clue”, or just a name.
    .short = Who tells first?
    .brief = Who tells first?
ask-first-phrase = Who would like to say the first phrase, before anybody looks at the cards? Say, for example, “{ $example } has a phrase”.
    .or1 = Who begins? Say “I have a phrase”, or just a name.
    .short = Who says the first phrase?
    .brief = Who begins?
ask-who = And who's that? Just the name, please.
    .or1 = Whose voice was that? Tell me the name.
    .short = Who begins?
    .brief = Who?
ask-tell = { $seat }, which picture will you give us a clue for?
    .or1 = { $seat }, choose a picture for your clue. Which one?
    .short = { $seat }, which picture?
    .all = { $seat }, which picture will you give us a clue for?
    .brief = { $seat }, which one?
ask-tell-own = { $seat }, choose one of your cards and think of a clue. Take your time, and then say “I have a clue”.
    .or1 = { $seat }, which card will it be? When you have thought of something, say “I have a clue”.
    .short = Say “I have a clue” when you're ready, { $seat }.
    .brief = { $seat }, a clue?
ask-lead = And now a clue for it, { $seat }: a word, a line, a sound. Take your time, and then say “I have a clue”.
    .or1 = Think of a clue for it, { $seat }. When you have one, say “I have a clue”.
    .short = Say “I have a clue” when you're ready, { $seat }.
    .brief = “I have a clue”, { $seat }?
ask-clue = { $seat ->
    [none] What's the clue?
   *[other] We're listening, { $seat }. What's the clue?
  }
    .or1 = { $seat ->
    [none] Tell us the clue.
   *[other] Go ahead, { $seat }. Tell us the clue.
  }
    .short = What's the clue?
    .brief = The clue?
ask-say = { $seat }, think of a phrase, without looking at your cards. Take your time, and then say “I have a phrase”.
    .or1 = { $seat }, which phrase will it be? No peeking at the cards. When you have one, say “I have a phrase”.
    .short = Say “I have a phrase” when you're ready, { $seat }.
    .brief = { $seat }, a phrase?
ask-phrase = We're listening, { $seat }. What's the phrase?
    .or1 = Go ahead, { $seat }. Tell us the phrase.
    .short = What's the phrase?
    .brief = The phrase?
clue-given = { $clue ->
    [none] That was { $seat }'s clue.
   *[other] { $seat }'s clue is: { $clue }
  }
    .brief = { $clue ->
    [none] That was the clue.
   *[other] { $clue }
  }
phrase-said = { $clue ->
    [none] That was { $seat }'s phrase. Now look at your cards.
   *[other] { $seat }'s phrase is: { $clue } Now look at your cards.
  }
    .brief = { $clue ->
    [none] That was the phrase.
   *[other] { $clue }
  }
clue-is = { $clue ->
    [none] { $mode ->
        [party] { $teller } has said the phrase.
       *[other] { $teller } has given the clue.
      }
   *[other] { $mode ->
        [party] { $teller }'s phrase is: { $clue }
       *[other] { $teller }'s clue is: { $clue }
      }
  }
    .brief = { $clue ->
    [none] There were no words.
   *[other] { $clue }
  }

# --- giving --------------------------------------------------------------------------------------

ask-give = { $seat }, which of your pictures fits the clue best?
    .or1 = { $seat }, which of your pictures could fool us?
    .short = { $seat }, which picture?
    .all = Which of your pictures fits the clue best?
    .brief = { $seat }?
ask-give-phrase = { $seat }, which of your pictures fits the phrase best?
    .or1 = { $seat }, which picture goes with the phrase?
    .short = { $seat }, which picture?
    .all = Which of your pictures fits the phrase best?
    .brief = { $seat }?
ask-give-two = { $seat }, which two of your pictures fit the clue best? Tell me one, then the other.
    .or1 = { $seat }, you give two pictures. Which is the first?
    .short = { $seat }, which picture?
    .all = Which two of your pictures fit the clue best?
    .brief = { $seat }, which two?
ask-give-second = And the second one, { $seat }?
    .or1 = Good. And which other one, { $seat }?
    .short = The second one, { $seat }?
    .brief = And the second?
ask-giver = { $seats }: which of you gives a card?
    .or1 = And which of you gives a card, { $seats }?
    .short = { $seats }?
    .brief = { $seats }?
ask-partner-own = { $seat } gives a card, too, face down. Then say “ready”.
    .short = Say “ready” when { $seat } has given a card.
    .brief = A card from { $seat }. “Ready”?
ask-give-own = { $mode ->
    [party] Everybody gives { $teller } a card that fits the phrase, face down, and { $teller } adds one, too.
   *[other] Everybody else gives { $teller } { $gives ->
        [one] a card that fits the clue,
       *[other] two cards that fit the clue,
      } face down.
  } { $teller } shuffles them all, and lays them out in a row: one, two, three, and so on. Then say “ready”.
    .short = Say “ready” when the cards lie in a row.
    .brief = Cards for { $teller }, please. “Ready”?
team-laid = { $voter ->
    [none] { $absent ->
        [none] { $seat } gives a card, too, as the storyteller's partner.
       *[other] { $seat } gives a card for { $absent }, too.
      }
   *[other] { $same ->
        [yes] { $seat } gives a card, and votes, too.
       *[no] { $seat } gives a card, so { $voter } votes.
      }
  }
    .brief = { $seat }, good.
laid = { $seat } has chosen. { $waiting ->
    [none] That was everybody.
   *[other] Still to come: { $waiting }.
  }
    .or1 = Thank you, { $seat }.
    .brief = { $seat }, good.
laid-out = { $clue ->
    [none] { "" }
   *[other] { $mode ->
        [party] The phrase was: { $clue }{ " " }
       *[other] The clue was: { $clue }{ " " }
      }
  }{ $known ->
    [yes] And here are { WORD($count) } pictures.
   *[no] { $mode ->
        [teams] Shuffle the { WORD($count) } cards, and lay them out in a row.
       *[other] { WORD($count) } cards lie on the table.
      }
  }
    .brief = { $known ->
    [yes] The pictures:
   *[no] One to { WORD($count) }.
  }

# --- voting --------------------------------------------------------------------------------------

ask-vote = { $seat }, which picture is { $teller }'s?
    .or1 = { $seat }, what do you think? Which number is { $teller }'s?
    .short = { $seat }, which number?
    .all = Which picture is { $teller }'s?
    .brief = { $seat }?
ask-second-vote = A second vote, { $seat }, for another picture? Or “only one”?
    .or1 = { $seat }, would you like to vote for one more? Or “only one”?
    .short = A second number, { $seat }, or “only one”?
    .brief = One more, or “only one”?
# in the booth: there is nothing to leave out but the second vote
booth-choice = { $card ->
    [none] { $skip ->
        [yes] Only one vote: { WORD($number) } of { WORD($count) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $picture ->
        [none] { $card }
       *[other] { $picture }
      }: { WORD($number) } of { WORD($count) }.
  }
    .brief = { $card ->
    [none] { $skip ->
        [yes] Only one: { WORD($number) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $card }: { WORD($number) }.
  }
ask-favorite = { $seat }, which picture will most people choose?
    .or1 = { $seat }, which picture gets your vote?
    .short = { $seat }, which number?
    .all = Which picture will most of you choose? Your own is allowed, and the storyteller picks one for the red vote, too.
    .brief = { $seat }?
ask-red = And the red vote, { $seat }: which picture should be worth nothing?
    .or1 = Now the red vote, { $seat }. Which picture does it spoil?
    .short = { $seat }, the red vote: which number?
    .brief = And the red one, { $seat }?
sure-of-one = { $seat } votes for number { WORD($symbol) } only. Is that right? “Yes” or “no”?
    .brief = Only number { WORD($symbol) }, { $seat }?
voted = { $seat } has voted. { $waiting ->
    [none] That was the last vote.
   *[other] Still to come: { $waiting }.
  }
    .or1 = Thank you, { $seat }.
    .brief = { $seat }, good.
red-voted = { $both ->
    [yes] { $seat } has voted, green and red. { $waiting ->
        [none] That was the last vote.
       *[other] Still to come: { $waiting }.
      }
   *[no] The red vote is in, { $seat }.
  }
    .brief = { $seat }, good.
party-votes-revealed = All the votes are in. { $teller }'s red vote is on number { WORD($symbol) }{ $card ->
    [none] , so that one is worth nothing.
   *[other] , { $card }, so that one is worth nothing.
  }
    .or1 = Here are the votes. The red one lies on number { WORD($symbol) }{ $card ->
    [none] : it's worth nothing.
   *[other] , { $card }: it's worth nothing.
  }
    .brief = Red: { WORD($symbol) }.
votes-revealed = All the votes are in. Let's see.
    .or1 = Here are the votes.
    .brief = The votes:
votes-for = { $voters } voted for number { WORD($symbol) }{ $card ->
    [none] .
   *[other] , { $card }.
  }
    .brief = { WORD($symbol) }: { $voters }.
owners-asked = Now tell me whose cards they were.
    .brief = Whose were they?
ask-owner = Whose card was number { WORD($symbol) }?
    .short = Number { WORD($symbol) }, whose?
    .brief = Number { WORD($symbol) }?
owned = Number { WORD($symbol) } was { $seat }'s.
    .brief = { WORD($symbol) }, { $seat }.
vote-lost = { $seat } voted for number { WORD($symbol) }, and that was { $mode ->
    [teams] a card of { $seat }'s own team.
   *[other] { $seat }'s own card.
  } So this vote doesn't count.
    .brief = { $seat }'s vote doesn't count.

# --- points --------------------------------------------------------------------------------------

found = { $teller }'s picture was number { WORD($symbol) }{ $card ->
    [none] .
   *[other] , { $card }.
  } { $how ->
    [all] Everybody found it! That was a little too easy, so there are no points for the clue.
    [nobody] Nobody found it. That was a little too hard, so there are no points for the clue.
   *[some] { $finders } found it!
  }
    .brief = { $teller }'s: { WORD($symbol) }. { $how ->
    [all] Everybody found it.
    [nobody] Nobody found it.
   *[some] Found by { $finders }.
  }
gained = { $points ->
    [0] { $seats } { $count ->
        [one] gets
       *[other] get
      } nothing this time.
   *[other] { $seats } { $count ->
        [one] gets
       *[other] get
      } { $points ->
        [one] one point
       *[other] { WORD($points) } points
      }{ $each ->
        [yes] { " each" }
       *[no] { "" }
      }{ $reasons ->
        [one] { "" }
       *[other] :
      }{ $clue ->
        [0] { "" }
       *[other] { $reasons ->
            [one] { "" }
           *[other] { " " }{ WORD($clue) }
          }{ $why ->
            [found] { " for finding it" }
            [teller] { " for a clue that some of you got, but not all" }
            [easy] { " because everybody found it" }
           *[hard] { " because nobody found it" }
          }
      }{ $votes ->
        [0] { "" }
       *[other] { $clue ->
            [0] { "" }
           *[other] , and { WORD($votes) }
          } { $had ->
            [one] for a vote
           *[other] for { WORD($had) } votes
          } on { $cards ->
            [none] { $count ->
                [one] { $seats }'s card
               *[other] their own card
              }
           *[other] { $cards }
          }{ $capped ->
            [yes] { "" }, which is the most
           *[no] { "" }
          }
      }{ $lone ->
        [0] .
       *[other] , and one more for needing a single vote.
      }
  }
    .brief = { $seats } { WORD($points) }.
party-gained = { $why ->
    [red] { $voters } voted for number { WORD($symbol) }, the red one, and { $votes ->
        [one] gets
       *[other] get
      } no points.
    [lone] { $voters } voted for number { WORD($symbol) }{ $card ->
        [none] { "" }
       *[other] , { $card }
      }, all alone, and gets no points.
    [most] { WORD($votes) } of you voted for number { WORD($symbol) }{ $card ->
        [none] :
       *[other] , { $card }:
      } { $voters }. That's { WORD($points) } points each, and that's the most you can get.
   *[votes] { WORD($votes) } of you voted for number { WORD($symbol) }{ $card ->
        [none] :
       *[other] , { $card }:
      } { $voters }. That's { WORD($points) } points each.
  }
    .brief = { WORD($symbol) }: { $voters } { WORD($points) }.
standing = { $first ->
    [yes] { $points ->
        [0] Nobody has a point yet.
        [one] { $seats } { $all ->
            [yes] all have one point.
           *[no] { $count ->
                [one] leads with one point.
               *[other] lead with one point each.
              }
          }
       *[other] { $seats } { $all ->
            [yes] all have { WORD($points) } points.
           *[no] { $count ->
                [one] leads with { WORD($points) } points.
               *[other] lead with { WORD($points) } points each.
              }
          }
      }
   *[no] { $points ->
        [0] { $seats } { $count ->
            [one] has
           *[other] have
          } nothing yet.
       *[other] Then { $seats } with { WORD($points) }.
      }
  }
    .brief = { $seats } { WORD($points) }.

team-standing = { $first ->
    [yes] { $seats } lead with { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[no] { $points ->
        [0] { $seats } have nothing yet.
       *[other] Then { $seats } with { WORD($points) }.
      }
  }
    .brief = { $seats } { WORD($points) }.

# --- the end, and coming back --------------------------------------------------------------------

round-voided = { $left ->
    [yes] Without the storyteller, this round doesn't count. Its cards go away.
   *[no] Too few of you are left for this round, so it doesn't count. Its cards go away, and we start it again.
  }
    .brief = This round doesn't count.
took-over = { $seat } plays for { $partner }, too, from now on.
    .brief = { $seat } plays for both.
game-ended = { $mode ->
    [basic] Thirty points! The game is over.
   *[other] Everybody has been the storyteller. The game is over.
  }
    .brief = The end.
won = { $sides ->
    [one] { $winners } { $count ->
        [one] wins
       *[other] win
      } with { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[other] { $winners } win together, with { $points ->
        [one] one point each.
       *[other] { WORD($points) } points each.
      }
  }
ended-early = There are too few of you to go on, so we'll stop here.
round-is = This is round { WORD($round) }. { $teller ->
    [none] Anybody can be the first storyteller.
   *[other] { $teller } is the storyteller.
  }
    .brief = Round { WORD($round) }{ $teller ->
    [none] .
   *[other] , { $teller } tells.
  }

# --- refusals --------------------------------------------------------------------------------------

refused-not-your-turn = { $seat } has nothing to do just now. It's { $turn }'s turn. { $turn }, please.
    .or1 = Not { $seat } this time. { $turn }, please.
refused-own-card = Number { WORD($symbol) } is { $seat }'s own picture, and nobody votes for their own. Choose another one, { $seat }.
    .or1 = Nobody votes for their own picture, and { WORD($symbol) } is { $seat }'s. Which other one, { $seat }?
# the one answer that is not for everybody who is asked
not-asked = Only the storyteller has a red vote. Say which picture gets the other one.
    .or1 = The red vote is for the storyteller alone. Choose a picture for the other vote.
refused-no-such-symbol = There's no such picture on the table. Choose one of these: { $symbols }.
refused-own-team = Number { WORD($symbol) } is from { $seat }'s own team. Choose another one, { $seat }.
refused-same-symbol-twice = That's the same picture twice. Tell me both again, { $seat }, two different ones. Or only one.
refused-same-card-twice = That's the same picture twice, { $seat }. Tell me two different ones.
refused-already-owned = Number { WORD($symbol) } is already { $owner }'s. To change that, say “undo”.
refused-already-said = I already have { $seat }'s. Whose could this one be? To change what you told me, say “undo”.
    .or1 = { $seat } has already been named. Somebody else? Or say “undo”, to change it.
refused-already-laid = { $seat } has already given a picture. To change it, say “undo”.
refused-not-in-hand = { $card } isn't among { $seat }'s pictures. Say “my cards” to hear them again, and choose one of those.
    .or1 = { $seat } doesn't have { $card }. Choose one from the hand, please.

# --- what can be said, and help ------------------------------------------------------------------

say-Tell = Choose a picture by its name or its number. And when you have a clue, say “I have a clue”.
say-Say = When you have a phrase, say “I have a phrase”.
say-MyClue = Or say it all at once, such as “my clue is a rainy Sunday”.
say-Give = Name a picture, or say its number. In a team, say who gives. Say “what are my cards” to hear them again.
say-GiveTwo = You can name both in one breath, such as “the first and the third”.
say-Vote = Say a number, such as “two”, or the name of a picture. Say “look closer” to hear more about them.
say-VoteTwice = Or two at once, such as “one and two”.
say-VoteOnce = Or one and no more, such as “only two”.
say-Red = And for the red vote: “red one”.
say-Own = Say whose card it was.
help-Tell = The storyteller picks a picture in secret, and gives a clue for it: a word, a sound, a line of a poem. It should be neither too easy nor too hard.
help-Say = The storyteller says a phrase first. Only then everybody looks at the cards, and gives one that fits.
help-MyClue = The storyteller gives a clue. It should be neither too easy nor too hard.
help-Give = Choose a picture that fits. In a team, one of the two gives a card, and the other one votes.
help-GiveTwo = With three players, you give two pictures each. Choose two that others could take for the storyteller's.
help-Vote = Choose one of the pictures on the table, by its number or its name.
help-VoteTwice = You may vote for one picture or for two. Finding it with a single vote gives one point more.
help-VoteOnce = You may vote for one picture or for two. Finding it with a single vote gives one point more.
help-Red = The storyteller spoils one picture in secret. Votes for it are worth nothing.
help-Own = I can't see your cards, so tell me who gave the one with this number.

# --- how to play ---------------------------------------------------------------------------------

teach-basic-1 = Everybody has a hand of dreamy pictures. One of you is the storyteller, and it's somebody new in every round.
teach-basic-2 = The storyteller picks a picture in secret, and gives a clue for it: a word, a sound, a line of a song.
teach-basic-3 = Everybody else gives a picture that fits the clue, too. Then everybody but the storyteller votes: which one was it?
teach-basic-4 = If some of you find it, but not all, they and the storyteller get three points each. If not, the others get two. And up to three votes for your own picture are points for you.
teach-basic-5 = With seven players or more you may vote twice, but finding it with a single vote gives you one point more. When somebody reaches thirty, the game is over.
teach-party-1 = Everybody has five cards, and nobody looks. The storyteller says a phrase.
teach-party-2 = Now look at your cards! Everybody, the storyteller, too, gives a picture that fits the phrase.
teach-party-3 = Then everybody votes for the picture that most people will choose. Your own is allowed.
teach-party-4 = You get a point for every vote on the picture you chose, up to five. A vote all alone gets nothing.
teach-party-5 = But the storyteller has a red vote, too, and spoils one picture in secret. After that, the hands go around to the left.
teach-teams-1 = You play in pairs, sitting opposite each other. Everybody has four pictures.
teach-teams-2 = The storyteller picks a picture in secret, and gives a clue for it. The partner gives a picture, too.
teach-teams-3 = In every other team, you decide together which of you gives a picture. The other one votes.
teach-teams-4 = If some teams find the storyteller's picture, but not all, they and the storyteller's team get three points each. If not, the others get two.
teach-teams-5 = And up to three votes for your team's picture are points for you. When everybody has been the storyteller, the game is over.
