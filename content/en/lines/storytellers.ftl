# Storytellers: the lines of the game.

# --- before the game: said whatever is on the table ---
about-storytellers = Storytellers: you cast a story together.
    .brief = Storytellers.
chosen-tricky = The story is a tricky one, with forks.
    .brief = A tricky one, with forks.
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
round-voided = Too few of you are left for this round, so it doesn't count. Its cards go away, and we start it again.
    .brief = This round begins again.
book-opened = The book opens with { $character }.
    .brief = { $character }.
character-entered = { $how ->
    [voted] The most votes: { $character }
    [chosen] So it's { $character }
    [drawn] I draw { $character }
    [named] Into the book goes { $character }
   *[agreed] You all agree: { $character }
  }{ $role ->
    [no] !
   *[other] , { $role }!
  }
    .or1 = { $how ->
    [voted] Into the book goes { $character }
    [chosen] Then it's { $character }
    [drawn] And I draw { $character }
    [named] Into the book goes { $character }
   *[agreed] All of one mind: { $character }
  }{ $role ->
    [no] !
   *[other] , { $role }!
  }
    .brief = { $character }.
name-asked = { $how ->
    [voted] Symbol { WORD($symbol) } has the most votes.
    [chosen] Symbol { WORD($symbol) } it is.
    [drawn] I draw symbol { WORD($symbol) }.
    [agreed] You all agree! Symbol { WORD($symbol) } it is.
   *[none] These are your own cards, so tell me who's on them.
  }
    .brief = { $how ->
    [none] { "" }
   *[other] Symbol { WORD($symbol) }.
  }

# --- laying --------------------------------------------------------------------------------------

ask-lay = { $first ->
    [yes] { $seat }, who could be { $role }?
   *[other] And { $seat }, who is it?
  }
    .or1 = { $first ->
    [yes] Who is { $role }, { $seat }?
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
  } Shuffle them, and put them on the symbols one to { WORD($count) }. Say “ready”.
    .short = Say “ready” when the cards are on the symbols one to { WORD($count) }.
    .brief = Cards for { $role }, please{ $added ->
    [0] { "" }
   *[other] , and { WORD($added) } from your pile
  }. “Ready”?
ask-lay-open = { $seat }, put your card for { $role } on symbol { WORD($symbol) }. Who is it, and why? Or say “no reason”.
    .or1 = Now { $seat }: a card for { $role } on symbol { WORD($symbol) }. Tell us who it is, and why, or say “no reason”.
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
   *[other] Who lies on symbol { WORD($symbol) }? Say the name of the character.
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
   *[other] { $seat }: { $card }{ $why ->
        [none] .
       *[other] , { $why }
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
    [yes] And here they are:
   *[other] There are { WORD($count) } cards on the symbols.
  }
    .brief = { $known ->
    [yes] On the table:
   *[other] { WORD($count) } cards.
  }
still-in-hand = The cards are still in your hands. Ask me, “what are my cards”.
on-symbol = { $picture }: { WORD($symbol) }{ $symbol ->
    [1] { " " }of { WORD($count) }.
   *[other] .
  }
    .brief = { $card }, { WORD($symbol) }.
dealt = Everybody draws.

# --- voting --------------------------------------------------------------------------------------

ask-vote = { $seat }, which one?
    .or1 = { $seat }, your vote?
    .short = { $seat }, which number?
    .all = Who is best?
    .turn = { $seat }?
    .brief = { $seat }?
voted = { $seat } has voted.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
votes-revealed = The votes.
    .or1 = Now the votes.
    .brief = The votes:
votes-for = { $voters }: { $card ->
    [none] symbol { WORD($symbol) }
   *[other] { $card }
  }{ $owner ->
    [none] .
   *[other] , { $owner }'s.
  }
    .brief = { $voters }: { $card ->
    [none] symbol { WORD($symbol) }
   *[other] { $card }
  }.
votes-count = A vote is a point for the card's owner, and one for voting with the most.
    .brief = { "" }
gained = { $points ->
    [one] One point: { $seats }.
   *[other] { WORD($points) } points: { $seats }.
  }
    .brief = { $seats } { WORD($points) }.
standing = { $all ->
    [yes] You're all even: { $points ->
        [0] nothing yet.
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[other] { $first ->
    [yes] { $seats } { $count ->
        [one] leads
       *[other] lead
      } with { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
      }
   *[other] { $seats } with { WORD($points) }.
  }
  }
    .brief = { $seats } { WORD($points) }.
together-scored = { $agreed ->
    [yes] One clear favorite, your point:
   *[other] No clear favorite, the game's point:
  } { WORD($players) } to { WORD($game) }.
    .brief = { $agreed ->
    [yes] Your point.
   *[other] The game's point.
  } { WORD($players) } to { WORD($game) }.
together-standing = You have { WORD($players) }, the game has { WORD($game) }.
owners-asked = Now tell me whose cards they were.
    .brief = Whose were they?
ask-owner = Whose card was symbol { WORD($symbol) }?
    .short = Symbol { WORD($symbol) }, whose?
    .brief = Symbol { WORD($symbol) }?
owned = Symbol { WORD($symbol) } was { $seat }'s.
    .brief = { $seat }.
vote-returned = { $seat } voted for symbol { WORD($symbol) }, and that was { $seat }'s own card. So { $seat } votes again.
    .brief = Own card! { $seat } votes again.

# --- ties ----------------------------------------------------------------------------------------

ages-asked = It's a tie, and the youngest of { $seats } gets to choose.
    .brief = A tie. I need some ages.
ask-age = How old is { $seat }?
    .short = { $seat }'s age?
    .brief = { $seat }?
age-told = { $seat } is { WORD($age) }.
    .brief = { WORD($age) }.
tie-found = It's a tie! { $why ->
    [last] { $seat } could use a point, and gets to choose.
    [youngest] { $seat }, the youngest who could use a point, gets to choose.
   *[other] { $seat }, named first of { $seats }, gets to choose.
  }
    .or1 = A tie! So { $seat }, { $why ->
    [last] who could use a point,
    [youngest] the youngest who could use a point,
   *[other] named first of { $seats },
  } gets to decide.
    .brief = A tie. { $seat } chooses.
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
ask-favour-or-draw = { $seat }, which one? Or “draw one”?
    .or1 = { $seat }, who fits best? Or shall I “draw one”?
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
    [one] Not the same yet. Talk it over!
   *[other] Not the same yet. Once more, or “draw one”.
  }
    .brief = Not the same yet. Once more.

# --- forks ---------------------------------------------------------------------------------------

fork-reached = Here, the story can go two ways.
    .or1 = And now there are two ways to go on.
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
won-together = You won together, { WORD($players) } to { WORD($game) }. What a team!
lost-together = The game was a little faster, { WORD($game) } to { WORD($players) }. Next time it's your turn!
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
help-Vote = Vote for the card that fits the role best. Your own only counts when you all play together against the game.
help-Choose = It's a tie, and it's up to you which of these characters goes into the book.
help-Favour = Each child says which character should go into the book. If you all say the same, it does.
help-FavourMine = It can be your own card, too.
help-LeaveToChance = If you can't agree, I'll draw one for you.
help-TellAge = The youngest gets to choose, so I'm asking how old you are.
help-Own = I can't see your cards, so tell me who laid the one on this symbol.
help-Name = I can't see your cards, so tell me which character it is, and it goes into the book.
help-Wish = The story splits here. The most votes decide, and in a tie, the book does.

# --- how to play ---------------------------------------------------------------------------------

teach-basic-1 = I read a story, page by page. On each page somebody's missing: a role, such as a brave knight.
teach-basic-2 = Everybody has five characters, and chooses the one that fits the role best. I shuffle them onto the symbols.
teach-basic-3 = Then everybody votes for the best one, but never for their own. “I vote for symbol three” is all it takes.
teach-basic-4 = Every vote for your card is a point. And whoever votes for the winner gets one more.
teach-basic-5 = The winner goes into the book. In the end, whoever has the most points wins, and the story is yours.
teach-cooperative-1 = I read a story, page by page. On each page somebody's missing: a role, such as a brave knight.
teach-cooperative-2 = Everybody lays the character that fits best, and I add some more.
teach-cooperative-3 = Then you vote, without a hint. Your own card is allowed.
teach-cooperative-4 = If one card has the most votes, you all get a point. If not, the game gets it.
teach-cooperative-5 = After five rounds, you want to be ahead of the game. Good luck!
teach-youngest-1 = I read a story, page by page. On each page somebody's missing.
teach-youngest-2 = You each choose one of your characters, and say why. Every reason is a good one.
teach-youngest-3 = Then you decide together who goes into the book.
teach-youngest-4 = Nobody wins, nobody loses, and at bedtime I'll tell your story again.
