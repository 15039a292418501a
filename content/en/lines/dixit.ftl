# Dixit: the lines of the game.

# --- before the game: said whatever is on the table ---
about-dixit = Dixit: dream pictures and clues.
    .brief = Dixit.
chosen-songs = A clue can be a song or a mime, too.

privacy-is = { $privacy ->
    [open] No secrets tonight. I'll read your pictures to everybody.
    [tokens] { $cards ->
        [table] Votes are secret: choose on your fingers first, and then tell me.
       *[other] Your pictures are secret: I'll read them to one of you at a time. Later, say just the number.
      }
    [phones] Your pictures are on your own phones. Scan the code on the big screen, or type its four words. If you have no phone, I'll ask you as usual.
   *[other] Secrets stay in the booth, over the headphones.
  }
    .brief = { "" }

# --- the pictures --------------------------------------------------------------------------------

hand-first = { $seat ->
    [none] { "" }
   *[other] { $seat }'s pictures.{ " " }
  }{ $picture }: one.
    .brief = { $seat ->
    [none] { "" }
   *[other] For { $seat }.{ " " }
  }{ $picture }: one.
hand-next = { $picture }: { WORD($number) }.
on-symbol = { $picture }: { WORD($symbol) }.
    .brief = { $glance }: { WORD($symbol) }.
numbers-only = There are { WORD($count) } cards on the table, from one to { WORD($count) }.
    .brief = One to { WORD($count) }.
not-on-table = { $card }? That one isn't on the table. Say “the options” to hear what is.
    .or1 = I don't see { $card } on the table. “The options” tells you what's there.

# --- telling -------------------------------------------------------------------------------------

round-began = { $own ->
    [yes] { $first ->
        [yes] Shuffle your cards, and deal { WORD($count) } to everybody.
       *[other] Everybody draws back up to { WORD($count) } cards.{ $second ->
            [yes] { " " }When your pile runs out, say “the pile is empty”.
           *[other] { "" }
          }
      }{ " " }
   *[other] { "" }
  }{ $teller ->
    [none] { $own ->
        [yes] { "" }
       *[other] Everybody has { WORD($count) } pictures in hand.
      }
   *[other] { $teller } is the storyteller.
  }
    .or1 = { $own ->
    [yes] { $first ->
        [yes] Shuffle your cards, and deal { WORD($count) } to everybody.
       *[other] Everybody draws back up to { WORD($count) } cards.{ $second ->
            [yes] { " " }When your pile runs out, say “the pile is empty”.
           *[other] { "" }
          }
      }{ " " }
   *[other] { "" }
  }{ $teller ->
    [none] { $own ->
        [yes] { "" }
       *[other] Everybody has { WORD($count) } pictures in hand.
      }
   *[other] Now { $teller } is the storyteller.
  }
    .brief = { $teller ->
    [none] { "" }
   *[other] { $teller } is the storyteller.
  }
ask-first = Who would like to tell first? Say, for example, “{ $example } has a clue”.
    .or1 = Who begins? Say “I have a clue”, or just a name.
    .short = Who tells first?
    .brief = Who tells first?
ask-who = And who's that? Just the name, please.
    .or1 = Whose voice was that? Tell me the name.
    .short = Who begins?
    .brief = Who?
ask-tell = { $seat }, which picture?
    .or1 = Which picture, { $seat }?
    .short = { $seat }, which picture?
    .turn = { $seat }, which number?
    .brief = { $seat }, which one?
ask-tell-own = { $songs ->
    [yes] { $seat }, choose one of your cards, and think of a clue. Then say “I have a clue”, “I will sing”, or “it is a mime”.
   *[no] { $seat }, choose one of your cards and think of a clue. Take your time, and then say “I have a clue”.
  }
    .or1 = { $songs ->
    [yes] { $seat }, which card will it be? Then say “I have a clue”, “I will sing”, or “it is a mime”.
   *[no] { $seat }, which card will it be? When you have thought of something, say “I have a clue”.
  }
    .short = Say “I have a clue” when you're ready, { $seat }.
    .brief = { $seat }, a clue?
ask-lead = { $songs ->
    [yes] And what's your clue, { $seat }? Just say it. Or say “I will sing”, or “it is a mime”.
   *[no] And your clue, { $seat }?
  }
    .or1 = { $songs ->
    [yes] Your clue, { $seat }? Just say it. Or say “I will sing”, or “it is a mime”.
   *[no] Your clue, { $seat }?
  }
    .short = What's the clue, { $seat }?
    .brief = A clue, { $seat }?
ask-clue = { $seat ->
    [none] What's the clue?
   *[other] We're listening, { $seat }.
  }
    .or1 = { $seat ->
    [none] Tell us the clue.
   *[other] Go ahead, { $seat }.
  }
    .short = What's the clue?
    .brief = The clue?
ask-song = Sing it for us, { $seat }. We're all ears.
    .or1 = A song! We're listening, { $seat }.
    .short = Sing, { $seat }.
    .brief = We're listening.
clue-given = { $how ->
    [mimed] { $seat } acts out the clue, without a word. If you're watching, tell the others what you see.
    [sung] { $clue ->
        [none] That was { $seat }'s song.
       *[other] { $seat } sings: { $clue }
      }
   *[said] { $clue ->
        [none] That was { $seat }'s clue.
       *[other] { $seat }'s clue: { $clue }
      }
  }
    .brief = { $how ->
    [mimed] A mime by { $seat }.
   *[other] { $clue ->
        [none] That was the clue.
       *[other] { $clue }
      }
  }
clue-is = { $how ->
    [mimed] { $teller } acted out the clue.
    [sung] { $clue ->
        [none] { $teller } has sung the clue.
       *[other] { $teller } sang: { $clue }
      }
   *[said] { $clue ->
        [none] { $teller } has given the clue.
       *[other] { $teller }'s clue is: { $clue }
      }
  }
    .brief = { $clue ->
    [none] There were no words.
   *[other] { $clue }
  }

# --- giving --------------------------------------------------------------------------------------

ask-give = { $first ->
    [yes] { $seat }, which one fits the clue?
   *[other] { $seat }, which one?
  }
    .or1 = { $first ->
    [yes] { $seat }, which one could fool us?
   *[other] Which one, { $seat }?
  }
    .short = { $seat }, which picture?
    .all = Which one fits?
    .turn = { $first ->
    [yes] { $seat }'s number?
   *[other] { $seat }?
  }
    .brief = { $seat }?
ask-give-two = { $first ->
    [yes] { $seat }, which two fit the clue?
   *[other] { $seat }, which two?
  }
    .or1 = { $first ->
    [yes] { $seat }, which two could fool us?
   *[other] Which two, { $seat }?
  }
    .short = { $seat }, which picture?
    .all = Which two fit?
    .turn = { $first ->
    [yes] { $seat }'s two numbers?
   *[other] { $seat }?
  }
    .brief = { $seat }, which two?
ask-give-second = And the second, { $seat }?
    .or1 = And which other one, { $seat }?
    .short = The second one, { $seat }?
    .turn = And the second?
    .brief = And the second?
ask-give-own = Everybody else gives { $teller } { $gives ->
    [one] a card that fits the clue,
   *[other] two cards that fit the clue,
  } face down. { $teller } shuffles them all, and lays them out in a row: one, two, three, and so on. Then say “ready”.
    .short = Say “ready” when the cards lie in a row.
    .brief = Cards for { $teller }, please. “Ready”?
laid = { $seat } has chosen.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
laid-out = { $clue ->
    [none] Remember the clue.
   *[other] Remember: { $clue }
  } { $known ->
    [yes] { "" }
   *[other] { WORD($count) } cards lie on the table.
  }
    .brief = { $known ->
    [yes] The pictures:
   *[other] One to { WORD($count) }.
  }

# --- voting --------------------------------------------------------------------------------------

ask-vote = { $first ->
    [yes] { $seat }, which is { $teller }'s?
   *[other] And { $seat }?
  }
    .or1 = { $first ->
    [yes] Which one is { $teller }'s, { $seat }?
   *[other] { $seat }, which one?
  }
    .short = { $seat }, which number?
    .all = Which is { $teller }'s?
    .turn = { $first ->
    [yes] { $seat }'s vote?
   *[other] { $seat }?
  }
    .brief = { $seat }?
voted = { $seat } has voted.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
# "voted for" once, then "for": a large table has many of these
votes-revealed = { $voters } { $in_full ->
    [yes] voted for
   *[no] for
  } { $card ->
    [none] number { WORD($symbol) }
   *[other] { $owner ->
        [none] { $card }
       *[other] { $owner }'s { $name }
      }
  }.
    .brief = { $voters }: { WORD($symbol) }.
owners-asked = Now tell me whose cards they were.
    .brief = Whose were they?
ask-owner = Whose card was number { WORD($symbol) }?
    .short = Number { WORD($symbol) }, whose?
    .brief = Number { WORD($symbol) }?
owned = Number { WORD($symbol) } was { $seat }'s.
    .brief = { WORD($symbol) }, { $seat }.
vote-lost = { $seat } voted for number { WORD($symbol) }, and that was { $seat }'s own card. So this vote doesn't count.
    .brief = { $seat }'s vote doesn't count.

# --- points --------------------------------------------------------------------------------------

found = { $teller }'s was { $card ->
    [none] number { WORD($symbol) }.
   *[other] { $card }.
  } { $how ->
    [all] Everybody found it! That clue was too easy.
    [nobody] Nobody found it. That clue was too hard.
   *[some] { $finders } found it!
  }
    .brief = { $teller }'s: { WORD($symbol) }. { $how ->
    [all] Everybody found it.
    [nobody] Nobody found it.
   *[some] Found by { $finders }.
  }
gained = { $points ->
    [one] One point for { $seats }.
   *[other] { $more ->
        [yes] { WORD($points) } for { $seats }.
       *[no] { WORD($points) } points for { $seats }.
      }
  }
    .brief = { $seats } { WORD($points) }.
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
          } none yet.
       *[other] { $seats } { $count ->
            [one] has
           *[other] have
          } { WORD($points) }.
      }
  }
    .brief = { $seats } { WORD($points) }.

# --- the end, and coming back --------------------------------------------------------------------

round-voided = { $left ->
    [yes] Without the storyteller, this round doesn't count. We'll put its cards away.
   *[no] There are too few of you left for this round, so it doesn't count. We'll start it again with new cards.
  }
    .brief = This round doesn't count.
sure-to-finish = So that was the last card, and the game is over? “Yes” or “no”?
    .brief = The last card? “Yes” or “no”?
game-ended = That was the last round.
    .brief = The end.
won = { $sides ->
    [one] { $winners } wins with { $points ->
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
   *[other] , { $teller } is the storyteller.
  }

# --- refusals --------------------------------------------------------------------------------------

refused-not-your-turn = Wait a moment, { $seat }. It's { $turn }'s turn. { $turn }?
    .or1 = It isn't { $seat }'s turn. { $turn }, please.
refused-own-card = { WORD($symbol) } is { $seat }'s own. Another one?
    .or1 = { WORD($symbol) }? That's { $seat }'s own. Another one?
    .booth = That's your own picture, and nobody votes for their own. Press another number.
refused-no-such-symbol = There's no such picture on the table. Choose one of these: { $symbols }.
refused-same-card-twice = That's the same picture twice, { $seat }. Which other one?
    .or1 = { $seat } has chosen that one already. Another one, please.
refused-already-owned = Number { WORD($symbol) } is already { $owner }'s. To change that, say “undo”.
refused-already-said = I already have { $seat }'s. Whose could this one be? To change what you told me, say “undo”.
    .or1 = { $seat } has already been named. Somebody else? Or say “undo”, to change it.
refused-already-laid = { $seat } has already given a picture. To change it, say “undo”.
refused-not-in-hand = { $card } isn't one of { $seat }'s pictures. Say “my cards” to hear them again, and choose one of those.
    .or1 = { $seat } doesn't have { $card }. Choose one of the others, please.

# --- what can be said, and help ------------------------------------------------------------------

say-Tell = Choose a picture by its name or its number. Then just say the clue.
say-MyClue = Or say it all at once, such as “my clue is a rainy Sunday”.
say-Sing = For a song, say “I will sing”.
say-Mime = For a mime, say “it is a mime”.
say-Finish = When the last card has been drawn, say “the pile is empty”.
say-Give = Name one of your pictures, or say its number. Say “what are my cards” to hear them again.
say-GiveTwo = You can name both in one breath, such as “the first and the third”.
say-Vote = Say a number, such as “two”, or the name of a picture. Say “look closer” to hear more about them.
say-Own = Say whose card it was.
help-Tell = The storyteller picks a picture in secret, and gives a clue for it: a word, a sound, a line of a poem. It should be neither too easy nor too hard.
help-MyClue = The storyteller gives a clue for a secret picture. It should be neither too easy nor too hard.
help-Sing = The storyteller sings the clue.
help-Mime = The storyteller shows the clue without words.
help-Finish = When your pile of cards runs out, the game is over.
help-Give = Choose a picture from your hand that fits the clue, so that others take it for the storyteller's.
help-GiveTwo = With three players, you give two pictures each. Choose two that others could take for the storyteller's.
help-Vote = One of these pictures is the storyteller's. Find it, but never vote for your own.
help-Own = I can't see your cards, so tell me who gave the one with this number.

# --- how to play ---------------------------------------------------------------------------------

teach-1 = Everybody has a hand of dreamy pictures. In each round one of you is the storyteller, who picks a picture in secret and gives a clue for it: a word, a sound, a line of a song.
teach-2 = Say Lily has a picture of a tiger who lost its stripes. Her clue is: Monday morning.
teach-3 = Everybody else gives a picture that could be Monday morning, too. I mix them up, and read them to you with numbers.
teach-3-own = Everybody else gives a picture that could be Monday morning, too. Lily mixes them up, and lays them out in a row.
teach-4 = Then the others guess: which one is Lily's? Nick finds the tiger, but Julie votes for Nick's picture. So Lily and Nick get three points each, and Nick gets one more for Julie's vote.
teach-5 = But if everybody finds the tiger, or nobody does, Lily gets nothing, and the others get two points each. So a good clue is neither too easy nor too hard.
teach-songs = And tonight, a clue can also be a song, or a mime without words.
