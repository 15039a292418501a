# Dixit Odyssey: the lines of the game.

# --- before the game: said whatever is on the table ---
about-odyssey = Odyssey: like Dixit, but with other pictures, and for up to twelve players.
    .brief = Odyssey.
chosen-times = At a party and in teams, everybody gets to be the storyteller { $value ->
    [one] once.
    [2] twice.
   *[other] { WORD($value) } times.
  }

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
no-cards = { $seat ->
    [none] There are no cards to read.
   *[other] There are no cards to read { $seat } just now.
  }
numbers-only = There are { WORD($count) } cards on the table, from one to { WORD($count) }.
    .brief = One to { WORD($count) }.
not-on-table = { $card }? That one isn't on the table. Say “the options” to hear what is.
    .or1 = I don't see { $card } on the table. “The options” tells you what's there.

# --- telling -------------------------------------------------------------------------------------

round-began = { $own ->
    [yes] { $first ->
        [yes] Shuffle your cards, and deal { WORD($count) } to everybody{ $mode ->
            [party] { "" }, face down. Don't look at them yet.
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
   *[other] { $teller } is the storyteller{ $player ->
        [none] .
       *[other] , and { $player } plays for { $teller }.
      }
  }
    .brief = { $teller ->
    [none] { "" }
   *[other] { $teller } is the storyteller.
  }
hands-passed = { $own ->
    [yes] Everybody draws back up to { WORD($count) } cards, and then passes the whole hand to the left. { $teller } doesn't look yet.{ $second ->
        [yes] { " " }When your pile runs out, shuffle the cards that were played into a new one.
       *[no] { "" }
      }
   *[no] Everybody's pictures go to the player on the left.
  }
    .brief = The pictures go to the left.
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
ask-tell = { $seat }, which picture?
    .or1 = Which picture, { $seat }?
    .short = { $seat }, which picture?
    .turn = { $seat }, which number?
    .brief = { $seat }, which one?
ask-tell-own = { $seat }, choose one of your cards and think of a clue. Take your time, and then say “I have a clue”.
    .or1 = { $seat }, which card will it be? When you have thought of something, say “I have a clue”.
    .short = Say “I have a clue” when you're ready, { $seat }.
    .brief = { $seat }, a clue?
ask-lead = And your clue, { $seat }?
    .or1 = Your clue, { $seat }?
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
ask-say = { $seat }, what's your phrase, before you know your cards?
    .or1 = What's your phrase, { $seat }?
    .short = What's the phrase, { $seat }?
    .brief = { $seat }, a phrase?
ask-phrase = We're listening, { $seat }.
    .or1 = Go ahead, { $seat }.
    .short = What's the phrase?
    .brief = The phrase?
clue-given = { $clue ->
    [none] That was { $seat }'s clue.
   *[other] { $seat }'s clue: { $clue }
  }
    .brief = { $clue ->
    [none] That was the clue.
   *[other] { $clue }
  }
phrase-said = { $clue ->
    [none] That was { $seat }'s phrase. Now the cards.
   *[other] { $seat }'s phrase: { $clue }
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
ask-give-phrase = { $first ->
    [yes] { $seat }, which one fits the phrase?
   *[other] { $seat }, which one?
  }
    .or1 = { $first ->
    [yes] Which one fits the phrase, { $seat }?
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
ask-giver = Which of you gives a card, { $seats }?
    .or1 = Who gives a card, { $seats }?
    .short = Who gives a card, { $seats }?
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
       *[no] So { $voter } votes.
      }
  }
    .brief = { $seat }, good.
laid = { $seat } has chosen.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
laid-out = { $clue ->
    [none] { "" }
   *[other] Remember: { $clue }{ " " }
  }{ $known ->
    [yes] { "" }
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
ask-second-vote = { $first ->
    [yes] And a second vote, { $seat }? Or “only one”?
   *[other] A second, or “only one”?
  }
    .or1 = { $first ->
    [yes] And one more, { $seat }? Or “only one”?
   *[other] One more, or “only one”?
  }
    .short = A second number, { $seat }, or “only one”?
    .brief = One more, or “only one”?
sure-of-second = A second vote, { $seat }, for picture one? “Yes”, or “no”?
    .brief = Picture one, too?
# in the booth: there is nothing to leave out but the second vote
booth-choice = { $card ->
    [none] { $skip ->
        [yes] No second vote: { WORD($number) }.
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
        [yes] Only one: { WORD($number) }.
       *[other] Number { WORD($number) }.
      }
   *[other] { $card }: { WORD($number) }.
  }
ask-favorite = { $first ->
    [yes] Which one will most of you choose, { $seat }?
   *[other] And { $seat }?
  }
    .or1 = { $first ->
    [yes] { $seat }, which one will most of you choose?
   *[other] { $seat }?
  }
    .short = { $seat }, which number?
    .all = Which will most of you choose?
    .turn = { $first ->
    [yes] { $seat }'s vote?
   *[other] { $seat }?
  }
    .brief = { $seat }?
ask-red = And the red vote, { $seat }?
    .or1 = And which one gets the red vote, { $seat }?
    .short = { $seat }, the red vote: which number?
    .brief = And the red one, { $seat }?
sure-of-one = { $seat } votes for number { WORD($symbol) } only. Is that right? “Yes” or “no”?
    .brief = Only number { WORD($symbol) }, { $seat }?
voted = { $seat } has voted.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
red-voted = { $both ->
    [yes] I have both votes, { $seat }. Thank you.
   *[no] I have the red vote, { $seat }. Thank you.
  }
    .brief = { $seat }, good.
party-votes-revealed = { $teller }'s red vote is on { $card ->
    [none] number { WORD($symbol) }
   *[other] { $card }
  }, so nobody gets points for that one.
    .or1 = { $teller } has spoiled { $card ->
    [none] number { WORD($symbol) }
   *[other] { $card }
  }, so nobody gets points for that one.
    .brief = Red: { WORD($symbol) }.
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
vote-lost = { $seat } voted for number { WORD($symbol) }, and that was { $mode ->
    [teams] a card of { $seat }'s own team.
   *[other] { $seat }'s own card.
  } So this vote doesn't count.
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
party-gained = { $points ->
    [0] No points
   *[other] { WORD($points) } points each
  } for { $voters }, who chose { $card ->
    [none] number { WORD($symbol) }.
   *[other] { $card }.
  }
    .brief = { WORD($symbol) }: { $voters } { WORD($points) }.
# pictures with a single vote: "the rainbow, from Nick"
party-alone = A single vote gets no points: { $votes }.
    .brief = Single votes: { $votes }.
party-vote = { $card ->
    [none] number { WORD($symbol) }
   *[other] { $card }
  } from { $voter }
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

team-standing = { $first ->
    [yes] { $seats } lead with { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[no] { $points ->
        [0] { $seats } have none yet.
       *[other] { $seats } have { WORD($points) }.
      }
  }
    .brief = { $seats } { WORD($points) }.

# --- the end, and coming back --------------------------------------------------------------------

round-voided = { $left ->
    [yes] Without the storyteller, this round doesn't count. We'll put its cards away.
   *[no] There are too few of you left for this round, so it doesn't count. We'll start it again with new cards.
  }
    .brief = This round doesn't count.
took-over = From now on, { $seat } plays for { $partner }, too.
    .brief = { $seat } plays for both.
game-ended = { $mode ->
    [basic] { WORD($points) } points! The game is over.
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
   *[other] , { $teller } is the storyteller.
  }

# --- refusals --------------------------------------------------------------------------------------

refused-not-your-turn = Wait a moment, { $seat }. It's { $turn }'s turn. { $turn }?
    .or1 = It isn't { $seat }'s turn. { $turn }, please.
refused-own-card = { WORD($symbol) } is { $seat }'s own. Another one?
    .or1 = { WORD($symbol) }? That's { $seat }'s own. Another one?
    .booth = That's your own picture, and nobody votes for their own. Press another number.
# the one answer that is not for everybody who is asked
not-asked = Only the storyteller has a red vote. Say which picture gets the other one.
    .or1 = The red vote is for the storyteller alone. Choose a picture for the other vote.
refused-no-such-symbol = There's no such picture on the table. Choose one of these: { $symbols }.
refused-own-team = Number { WORD($symbol) } is from { $seat }'s own team. Choose another one, { $seat }.
    .booth = That's from your own team. Press another number.
refused-same-symbol-twice = That's the same picture twice, { $seat }. Another one for the second vote, or “only one”?
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
help-Say = The storyteller says a phrase first. Only then do you all look at your cards, and give one that fits.
help-MyClue = The storyteller gives a clue. It should be neither too easy nor too hard.
help-Give = Choose a picture that fits. In a team, one of the two gives a card, and the other one votes.
help-GiveTwo = With three players, you give two pictures each. Choose two that others could take for the storyteller's.
help-Vote = Choose one of the pictures on the table, by its number or its name.
help-VoteTwice = You may vote for one picture or for two. Finding it with a single vote gives one point more.
help-VoteOnce = You may vote for one picture or for two. Finding it with a single vote gives one point more.
help-Red = The storyteller spoils one picture in secret. Votes for it are worth nothing.
help-Own = I can't see your cards, so tell me who gave the one with this number.

# --- how to play ---------------------------------------------------------------------------------

teach-basic-1 = Everybody has a hand of dreamy pictures. In each round one of you is the storyteller, who picks a picture in secret and gives a clue for it: a word, a sound, a line of a song.
teach-basic-2 = Say Lily has a picture of a fox who brings a lost child home. Her clue is: almost there.
teach-basic-3 = Everybody else gives a picture that fits the clue, too. I mix them up and read them to you, and then the others guess: which one is Lily's?
teach-basic-4 = Nick finds the fox, but Julie votes for Nick's picture. So Lily and Nick get three points each, and Nick gets one more for Julie's vote. If everybody finds the fox, or nobody does, Lily gets nothing, and the others get two each.
teach-basic-5 = With seven players or more, you may vote for two pictures. But if you find it with a single vote, you get one point more. When somebody has thirty points, the game is over.
teach-party-1 = Everybody has five pictures, but nobody knows them yet. The storyteller says a phrase. Say Lily's is: almost there.
teach-party-2 = Then I tell you your pictures. You all give one that fits the phrase, Lily, too.
teach-party-3 = Now vote for the picture that most of you will choose. It can be your own.
teach-party-4 = Say Nick, Julie, and Tom all choose the fox. That's three votes, so each of them gets three points. Five is the most you can get, and a single vote gets nothing.
teach-party-5 = But Lily has a red vote, too. If she puts it on the fox in secret, the fox is worth nothing. After that, everybody's pictures go to the player on the left.
teach-teams-1 = You play in pairs, sitting opposite each other. Everybody has four pictures.
teach-teams-2 = The storyteller picks a picture in secret, and gives a clue for it. Say Lily has a fox who brings a lost child home. Her clue is: almost there. Her partner gives a picture that fits, too.
teach-teams-3 = In every other team, one of you gives a picture, and the other one votes: which one is Lily's?
teach-teams-4 = If some teams find the fox, but not all, they and Lily's team get three points each. If all of them find it, or none, the other teams get two.
teach-teams-5 = Each vote for your team's picture is a point for your team, up to three. When everybody has been the storyteller, the game is over.
