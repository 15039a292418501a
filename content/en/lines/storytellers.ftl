# Storytellers: the lines of the game.

# --- before the game: said whatever is on the table ---
about-storytellers = Storytellers: you cast a story together.
    .brief = Storytellers.
chosen-tricky = It's a tricky story: now and then, you decide which way it goes.
    .brief = A tricky story.
chosen-kind = { $value ->
    [bedtime] One for bedtime, then.
    [scary] Something a little scary, then. Hold hands!
   *[other] Something { $value }, then.
  }
    .brief = { $value ->
    [bedtime] One for bedtime.
   *[other] Something { $value }.
  }
chosen-series = The next { $value } story, then.
    .brief = The next { $value } story.
chosen-extras = When two play together, { $value ->
    [one] one card from the pile joins theirs. That's easier.
    [2] two cards from the pile join theirs.
   *[other] three cards from the pile join theirs. That's harder.
  }

# --- the story -----------------------------------------------------------------------------------

page-turned = { $last ->
    [yes] And now, how it ends.
   *[other] { $page ->
    [1] Listen.
   *[other] Page { WORD($page) }.
  }
  }
    .or1 = { $last ->
    [yes] The last page.
   *[other] { $page ->
    [1] Listen.
   *[other] Next page.
  }
  }
    .brief = { $last ->
    [yes] The last page.
   *[other] { $page ->
    [1] The story.
   *[other] Page { WORD($page) }.
  }
  }
role-is = We're looking for { $role }.
    .or1 = { $role }: who could that be?
    .brief = { $role }.
round-voided = There are too few of you left for this round, so it doesn't count. We'll start it again with new cards.
    .brief = We'll start this round again.
book-opened = The book opens with { $character }.
    .brief = { $character }.
character-entered = { $how ->
    [voted] The winner is { $character }
    [chosen] So it's { $character }
    [drawn] I draw { $character }
    [named] Into the book goes { $character }
   *[agreed] You all agree: it's { $character }
  }{ $role ->
    [no] !
   *[other] , { $role }!
  }
    .or1 = { $how ->
    [voted] Into the book goes { $character }
    [chosen] Then it's { $character }
    [drawn] And I draw { $character }
    [named] Into the book goes { $character }
   *[agreed] You all want { $character }
  }{ $role ->
    [no] !
   *[other] , { $role }!
  }
    .brief = { $character }.
name-asked = { $how ->
    [voted] Symbol { WORD($symbol) } has the most votes.
    [chosen] So it's symbol { WORD($symbol) }.
    [drawn] I draw symbol { WORD($symbol) }.
    [agreed] You all agree on symbol { WORD($symbol) }.
   *[none] I can't see your own cards, so you tell me who's on them.
  }
    .brief = { $how ->
    [none] { "" }
   *[other] Symbol { WORD($symbol) }.
  }

# --- laying --------------------------------------------------------------------------------------

ask-lay = { $first ->
    [yes] { $seat }, who could be { $role }?
   *[other] And your choice, { $seat }?
  }
    .or1 = { $first ->
    [yes] Who could be { $role }, { $seat }?
   *[other] { $seat }, which one?
  }
    .short = { $seat }, which character?
    .all = Who could be { $role }?
    .turn = { $first ->
    [yes] { $seat }'s number?
   *[other] { $seat }?
  }
    .brief = { $seat }?
ask-lay-own = Everybody lays one card face down for { $role }.{ $added ->
    [0] { "" }
    [one] { " " }Then add one card from your pile.
   *[other] { " " }Then add { WORD($added) } cards from your pile.
  } Shuffle them, and put them on the symbols one to { WORD($count) }. Then say “ready”.
    .short = Say “ready” when the cards are on the symbols one to { WORD($count) }.
    .brief = Cards for { $role }, please{ $added ->
    [0] { "" }
   *[other] , and { WORD($added) } from your pile
  }. “Ready”?
ask-lay-open = { $seat }, put your card for { $role } on symbol { WORD($symbol) }. Who is it, and why? Or say “no reason”.
    .or1 = And now { $seat }. Put a card for { $role } on symbol { WORD($symbol) }, and tell us who it is, and why. Or say “no reason”.
    .short = { $seat }, who is it, and why? Or “no reason”.
    .brief = { $seat }, symbol { WORD($symbol) }: who, and why?
ask-why = { $card ->
    [none] Why, { $seat }?
   *[other] Why { $card }, { $seat }?
  } Or say “no reason”.
    .or1 = { $card ->
    [none] And why, { $seat }?
   *[other] And why { $card }, { $seat }?
  } Or “no reason”.
    .short = Why? Or “no reason”.
    .brief = Why?
ask-name = { $symbol ->
    [none] Turn over the top card of your pile. Who is it?
   *[other] Who is on symbol { WORD($symbol) }? Say the name of the character.
  }
    .short = Which character is it?
    .brief = { $symbol ->
    [none] The top card, who is it?
   *[other] Who is it?
  }
sure-name = { $character }. Is that right? “Yes” or “no”?
    .or1 = I heard { $character }. “Yes” or “no”?
    .brief = { $character }, right?
laid = { $seat } has chosen.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
proposed = { $card ->
    [none] { $seat }'s card is on symbol { WORD($symbol) }{ $why ->
        [none] .
       *[other] : { $why }
      }
   *[other] { $seat } chose { $card }{ $why ->
        [none] .
       *[other] : { $why }
      }
  }
    .brief = { $card ->
    [none] { $seat }, good.
   *[other] { $card }.
  }
laid-out = { $known ->
    [yes] On the table:
   *[other] The cards lie on the symbols one { $count ->
        [2] and
       *[other] to
      } { WORD($count) }.
  }
    .or1 = { $known ->
    [yes] Here they are:
   *[other] There are { WORD($count) } cards on the symbols.
  }
    .brief = { $known ->
    [yes] On the table:
   *[other] { WORD($count) } cards.
  }
still-in-hand = Nothing is on the table yet. To hear your own cards, say “my cards”.
on-symbol = { $picture }: { WORD($symbol) }.
    .brief = { $card }, { WORD($symbol) }.
dealt = Everybody draws new cards.

# --- voting --------------------------------------------------------------------------------------

ask-vote = { $seat }, which one?
    .or1 = { $seat }, your vote?
    .short = { $seat }, which number?
    .all = Who is best?
    .turn = { $first ->
    [yes] { $seat }'s vote?
   *[other] { $seat }?
  }
    .brief = { $seat }?
voted = { $seat } has voted.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
votes-revealed = { $voters } { $in_full ->
    [yes] voted for
   *[no] for
  } { $card ->
    [none] symbol { WORD($symbol) }
   *[other] { $owner ->
        [none] { $card }
       *[other] { $owner }'s { $name }
      }
  }.
    .brief = { $voters }: { $card ->
    [none] symbol { WORD($symbol) }
   *[other] { $card }
  }.
votes-count = Each vote gives a point to whoever laid the card. Vote for the winner, and you get one, too.
    .brief = { "" }
gained = { $points ->
    [one] One point for { $seats }.
   *[other] { $more ->
        [yes] { WORD($points) } for { $seats }.
       *[no] { WORD($points) } points for { $seats }.
      }
  }
    .brief = { $seats } { WORD($points) }.
standing = { $all ->
    [yes] { $points ->
        [0] Nobody has a point yet.
        [one] You all have one point.
       *[other] You all have { WORD($points) } points.
      }
   *[other] { $first ->
    [yes] { $seats } { $count ->
        [one] leads
       *[other] lead
      } with { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[other] { $seats } { $count ->
        [one] has
       *[other] have
      } { $points ->
        [0] none yet.
       *[other] { WORD($points) }.
      }
  }
  }
    .brief = { $seats } { WORD($points) }.
together-scored = { $agreed ->
    [yes] One card won the vote, so you get the point.
   *[other] No card won the vote, so the game gets the point.
  } You have { WORD($players) }, the game has { WORD($game) }.
    .brief = { $agreed ->
    [yes] Your point.
   *[other] The game's point.
  } You { WORD($players) }, the game { WORD($game) }.
together-standing = You have { $players ->
    [0] no points
    [one] one point
   *[other] { WORD($players) } points
  }, and the game has { WORD($game) }.
owners-asked = Now tell me whose cards they were.
    .brief = Whose were they?
ask-owner = Whose card was symbol { WORD($symbol) }?
    .short = Symbol { WORD($symbol) }, whose?
    .brief = Symbol { WORD($symbol) }?
owned = Symbol { WORD($symbol) } was { $seat }'s.
    .brief = { $seat }.
vote-returned = { $seat } voted for symbol { WORD($symbol) }, but that was { $seat }'s own card. So { $seat } votes again.
    .brief = That was { $seat }'s own. { $seat } votes again.

# --- ties ----------------------------------------------------------------------------------------

ages-asked = It's a tie, and the youngest of { $seats } gets to choose.
    .brief = It's a tie. How old are you?
ask-age = How old is { $seat }?
    .short = { $seat }'s age?
    .brief = { $seat }?
age-told = { $seat } is { WORD($age) }.
    .brief = { WORD($age) }.
tie-found = It's a tie! { $why ->
    [last] { $seat } has the fewest points, and decides.
    [youngest] { $seat } is the youngest of those with the fewest points, and decides.
   *[other] Of { $seats }, you told me { $seat }'s name first, so { $seat } decides.
  }
    .brief = It's a tie. { $seat } decides.
ask-choose = { $seat }: { $cards ->
    [none] symbol { $symbols }
   *[other] { $cards }
  }?
    .short = { $seat }, which one?
    .brief = { $seat }, { $cards ->
    [none] symbol { $symbols }
   *[other] { $cards }
  }?

# --- the youngest agree --------------------------------------------------------------------------

ask-favour = { $seat }, who goes into the book?
    .or1 = And { $seat }, who fits best?
    .short = { $seat }, which one?
    .brief = { $seat }?
ask-favour-or-draw = { $seat }, which one? Or say “draw one”.
    .or1 = { $seat }, who fits best? Or say “draw one”.
    .short = Which one, or “draw one”?
    .brief = { $seat }? Or “draw one”.
favoured = { $seat }: { $card ->
    [none] symbol { WORD($symbol) }.
   *[other] { $card }.
  }
    .brief = { $card ->
    [none] Symbol { WORD($symbol) }.
   *[other] { $card }.
  }
disagreed = { $asked ->
    [one] You don't agree yet. Talk it over!
   *[other] You don't agree yet. Try again, or say “draw one”.
  }
    .brief = You don't agree yet. Try again.

# --- forks ---------------------------------------------------------------------------------------

fork-reached = Here the story can go two ways.
    .or1 = And now the story can go on in two ways.
    .brief = Two ways:
ask-way = { $seat }, which way? { $ways }? Or “let the book decide”.
    .short = { $seat }, which way?
    .all = Which way should the story go?
    .brief = { $seat }, which way?
wished = { $seat } wants { $way ->
    [none] the book to decide.
   *[other] { $way }.
  }
    .brief = { $way ->
    [none] The book.
   *[other] { $way }.
  }
way-taken = { $drawn ->
    [yes] The book decides, and it says { $way }.
   *[other] Off we go: { $way }!
  }
    .brief = { $way }.

# --- the end, and coming back --------------------------------------------------------------------

game-ended = And that's our story.
    .brief = The end.
won = { $count ->
    [one] { $winners } wins with { WORD($points) } points.
   *[other] { $winners } win together, with { WORD($points) } points each.
  }
# the others, before the winner
final-score = { $seats } { $count ->
    [one] has
   *[other] have
  } { $points ->
    [0] no points
    [one] one point
   *[other] { $more ->
        [yes] { WORD($points) }
       *[no] { WORD($points) } points
      }
  }.
won-together = You have { WORD($players) }, the game has { WORD($game) }. You won, all together. What a team!
lost-together = You have { WORD($players) }, the game has { WORD($game) }. The game was a little faster. Next time, you'll catch it!
no-winner = Nobody won, nobody lost, and it was a lovely story.
ended-early = There are too few of you to go on, so we'll stop here. I'll keep what we have of the story.
round-is = We're on page { WORD($page) } of { WORD($pages) }.
    .brief = Page { WORD($page) }.
recap = The story is { $title }. We're on page { WORD($page) }.
    .brief = { $title }, page { WORD($page) }.
recap-book = In the book: { $characters }. Say “the page again”, or “the story so far”.
    .brief = { $characters }.

# --- what can be said, and help ------------------------------------------------------------------

say-Lay = Name a card, such as “the first one”, or say “what are my cards”.
say-Why = Say who it is, and why, in your own words, or “no reason”.
say-Vote = Say a symbol, such as “two”, or “I vote for symbol one”.
say-Choose = Say the one you choose, such as “symbol one”.
say-Favour = Say the one you like, or “we all want number one”.
say-FavourMine = Or just “mine”.
say-LeaveToChance = Or say “draw one”.
say-TellAge = Say the age, such as “six”. Or say “skip”.
say-IsYoungest = { "" }
say-AmYoungest = Or just “I am the youngest”.
say-Own = Say whose card it was.
say-Name = Say the name of the character, in your own words.
say-Wish = Say one of the two ways, or “let the book decide”.
help-Lay = Choose the character from your hand that fits the role best.
help-Why = I can't see your cards. Lay one on the table for everybody to see, and tell us who it is, and why.
help-Vote = Vote for the card that fits the role best. You can vote for your own only when you all play together against the game.
help-Choose = It's a tie, and it's up to you which of these characters goes into the book.
help-Favour = Each child says which character should go into the book. If you all say the same, it does.
help-FavourMine = It can be your own card, too.
help-LeaveToChance = If you can't agree, I'll draw one for you.
help-TellAge = The youngest gets to choose, so I'm asking how old you are.
help-Own = I can't see your cards, so tell me who laid the one on this symbol.
help-Name = I can't see your cards, so tell me which character it is, and it goes into the book.
help-Wish = The story splits here. The most votes decide, and in a tie, the book does.

# --- how to play ---------------------------------------------------------------------------------

teach-basic-1 = I read you a story, page by page. On each page somebody is missing, and you give me one of your five characters for the part.
teach-basic-2 = Say I need a brave knight. Lily gives the mouse, Nick gives the teapot, and Julie gives the ghost. I mix them up and read them to you, with numbers.
teach-basic-3 = Then you all vote for the best knight, but not for your own. Just say “two”, or “the teapot”.
teach-basic-4 = Say Lily and Julie vote for the teapot. Nick gets two points, one for each vote. Lily and Julie get one point each, because they voted for the winner.
teach-basic-5 = So the teapot is our brave knight to the end of the story. After the last page, whoever has the most points wins.
teach-cooperative-1 = I read you a story, page by page. On each page somebody is missing, and you give me one of your characters for the part.
teach-cooperative-2 = Say I need a brave knight. Lily gives the mouse, Nick gives the teapot, and I add a few more cards and mix them all up.
teach-cooperative-3 = Then you vote, without a hint to each other. You can vote for your own.
teach-cooperative-4 = If you both vote for the teapot, the teapot is our knight, and you get the point. If no card has the most votes, the game gets it.
teach-cooperative-5 = After five rounds, you want to have more points than the game. Good luck!
teach-youngest-1 = I read you a story, page by page. On each page somebody is missing.
teach-youngest-2 = Say I need a brave knight. Lily gives the mouse, because it isn't afraid of cats. Nick gives the teapot, because it has a helmet. Every reason is a good one.
teach-youngest-3 = Then you decide together. If you all say the teapot, the teapot is our knight.
teach-youngest-4 = Nobody wins and nobody loses, and at bedtime I'll tell you your story again.
