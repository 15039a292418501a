# StoryLine: the lines of the game.

# --- before the game: said whatever is on the table ---
about-storyline = StoryLine: a fairy tale with gaps for your cards.
    .brief = StoryLine.

# --- beginning -----------------------------------------------------------------------------------

teller-asked = The tale is called { $title }. { $about }{ $own ->
    [yes] { " " }Shuffle your five kinds of cards, each by itself, and everybody draws one of each. I'll keep the tokens.
   *[other] { "" }
  }
    .brief = { $title }.{ $own ->
    [yes] { " " }Everybody draws one card of each kind.
   *[other] { "" }
  }
ask-begin = Who was the last to finish a book? Say the name, or “nobody”.
    .or1 = Who finished a book most recently? Say the name, or “nobody”.
    .short = Who begins?
    .brief = Who finished a book last?
ask-who = And who's that? Just the name, please.
    .or1 = What's the name?
    .brief = The name?

# --- the tale ------------------------------------------------------------------------------------

card-read = { $page ->
    [1] Here is page one. { $teller } is the teller.
    [15] This is how it ends.
   *[other] Page { WORD($page) }. { $teller } is the teller now.
  }
    .or1 = { $page ->
    [1] Listen. This is page one, and { $teller } is the teller.
    [15] The last page.
   *[other] The tale goes on, and { $teller } is the teller.
  }
    .brief = { $page ->
    [15] The last page.
   *[other] Page { WORD($page) }, { $teller }.
  }
wanted = { $first ->
    [yes] { $category ->
        [character] We need a character: { $words }.
        [place] We need a place: { $words }.
        [feature] We need a feature: { $words }.
        [object] We need a thing: { $words }.
       *[action] We need an action to replace this one: { $words }.
      }
   *[other] { $category ->
        [character] And a character: { $words }.
        [place] And a place: { $words }.
        [feature] And a feature: { $words }.
        [object] And a thing: { $words }.
       *[action] And an action to replace this one: { $words }.
      }
  }
    .brief = { $category ->
    [character] A character.
    [place] A place.
    [feature] A feature.
    [object] A thing.
   *[action] An action.
  }
embellished = And { $seat } added: { $words }
tale-begins = This is { $title }.
    .brief = { $title }.

# --- laying --------------------------------------------------------------------------------------

ask-lay = { $category ->
    [character] { $seat }, which character?
    [place] { $seat }, which place?
    [feature] { $seat }, which feature?
    [object] { $seat }, which thing?
   *[action] { $seat }, which action?
  }
    .or1 = { $category ->
    [character] Who will it be, { $seat }?
    [place] Where will it be, { $seat }?
    [feature] Which feature will it be, { $seat }?
    [object] Which thing will it be, { $seat }?
   *[action] What will happen, { $seat }?
  }
    .short = { $seat }, which of the two?
    .turn = { $seat }'s { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  }, one or two?
    .all = Which { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  } fits best{ $category2 ->
    [none] { "" }
    [character] , and which character
    [place] , and which place
    [feature] , and which feature
    [object] , and which thing
   *[action] , and which action
  }?
    .brief = { $seat }?
ask-lay-too = { $category ->
    [character] And which character, { $seat }?
    [place] And which place, { $seat }?
    [feature] And which feature, { $seat }?
    [object] And which thing, { $seat }?
   *[action] And which action, { $seat }?
  }
    .short = And which of these two, { $seat }?
    .turn = And the { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  }?
    .brief = { $category ->
    [character] And the character?
    [place] And the place?
    [feature] And the feature?
    [object] And the thing?
   *[action] And the action?
  }
ask-lay-own = Everybody but { $teller } draws { $category ->
    [character] a character
    [place] a place
    [feature] a feature
    [object] a thing
   *[action] an action
  }{ $category2 ->
    [none] { "" }
    [character] { " " }and a character
    [place] { " " }and a place
    [feature] { " " }and a feature
    [object] { " " }and a thing
   *[action] { " " }and an action
  }, and lays one{ $category2 ->
    [none] { "" }
   *[other] { " " }of each
  } face down. { $teller } shuffles them and puts { $category2 ->
    [none] them on the symbols one to { WORD($last) }.
   *[other] the first kind on the symbols one to { WORD($last) }, and the second kind on { WORD($first2) } to { WORD($last2) }.
  } Then say “ready”.
    .short = Say “ready” when the cards are on the symbols.
    .brief = One card{ $category2 ->
    [none] { "" }
   *[other] { " " }of each kind
  }, please. “Ready”?
laid = { $seat } has chosen.
    .or1 = Thanks, { $seat }.
    .or2 = Good, { $seat }.
    .brief = { $seat }, good.
hand = { $seat ->
    [none] { "" }
   *[other] For { $seat }:{ " " }
  }{ $named }.{ $new ->
    [0] { "" }
    [one] { " " }And the new card:
   *[other] { " " }And the new cards:
  }
hand-first = { $seat ->
    [none] { "" }
   *[other] For { $seat }:{ " " }
  }{ $picture }{ $numbered ->
    [yes] : { WORD($number) }.
   *[no] .
  }

# --- on the table --------------------------------------------------------------------------------

row-shown = { $known ->
    [yes] { $asked ->
        [yes] { $category ->
            [character] Characters.
            [place] Places.
            [feature] Features.
            [object] Things.
           *[action] Actions.
          }
       *[no] { $category ->
            [character] Here are the characters.
            [place] Here are the places.
            [feature] Here are the features.
            [object] Here are the things.
           *[action] Here are the actions.
          }
      }
   *[other] { $category ->
        [character] The characters
        [place] The places
        [feature] The features
        [object] The things
       *[action] The actions
      } are on { WORD($first) } { $count ->
        [2] and
       *[other] to
      } { WORD($last) }.
  }
    .or1 = { $known ->
    [yes] { $category ->
        [character] Now for the characters.
        [place] Now for the places.
        [feature] Now for the features.
        [object] Now for the things.
       *[action] Now for the actions.
      }
   *[other] On { WORD($first) } { $count ->
        [2] and
       *[other] to
      } { WORD($last) } are { $category ->
        [character] the characters.
        [place] the places.
        [feature] the features.
        [object] the things.
       *[action] the actions.
      }
  }
    .brief = { $known ->
    [yes] { $category ->
        [character] Characters:
        [place] Places:
        [feature] Features:
        [object] Things:
       *[action] Actions:
      }
   *[other] { WORD($first) } { $count ->
        [2] and
       *[other] to
      } { WORD($last) }.
  }
on-symbol = { $card }: { WORD($symbol) }{ $symbol ->
    [1] { " " }of { WORD($count) }.
   *[other] .
  }
    .brief = { $card }: { WORD($symbol) }.
withdrawn = Symbol { $symbols } is no longer on the table.
lay-anew = Take away what { $seats } laid. Shuffle the others, and put them on the symbols again.

# --- the teller chooses --------------------------------------------------------------------------

ask-pick = { $seat }, which { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  } goes into the tale{ $category2 ->
    [none] { "" }
    [character] , and which character
    [place] , and which place
    [feature] , and which feature
    [object] , and which thing
   *[action] , and which action
  }?
    .or1 = Which { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  } do you choose, { $seat }{ $category2 ->
    [none] { "" }
    [character] , and which character
    [place] , and which place
    [feature] , and which feature
    [object] , and which thing
   *[action] , and which action
  }?
    .short = { $seat }, which number?
    .brief = { $seat }?
ask-pick-too = { $category ->
    [character] And which character, { $seat }?
    [place] And which place, { $seat }?
    [feature] And which feature, { $seat }?
    [object] And which thing, { $seat }?
   *[action] And which action, { $seat }?
  }
    .short = And which number of those, { $seat }?
    .brief = { $category ->
    [character] And the character?
    [place] And the place?
    [feature] And the feature?
    [object] And the thing?
   *[action] And the action?
  }
ask-more = { $known ->
    [yes] { $cards }{ $did ->
        [none] !
       *[other] , and the action: { $did }!
      }
   *[other] { $count ->
        [one] Symbol
       *[other] Symbols
      } { $cards }!
  } Tell us more, { $seat }, or say “nothing”.
    .or1 = { $known ->
    [yes] { $cards }{ $did ->
        [none] .
       *[other] , and the action: { $did }.
      }
   *[other] { $count ->
        [one] Symbol
       *[other] Symbols
      } { $cards }.
  } What else do you know about that, { $seat }? Or say “that is all”.
    .short = What does { $seat } add? Or “nothing”.
    .brief = { $cards }{ $did ->
    [none] .
   *[other] , { $did }.
  } Anything to add, or “nothing”?
ask-more-plain = What does { $seat } add? Say it, or say “nothing”.
    .short = What does { $seat } add? Or “nothing”.
    .brief = What does { $seat } add?
picked = { $card ->
    [none] { $seat } chooses { $count ->
        [one] symbol
       *[other] symbols
      } { $symbols }.
   *[other] So now it goes like this.
  }
    .or1 = { $card ->
    [none] { $seat } takes { $count ->
        [one] symbol
       *[other] symbols
      } { $symbols }.
   *[other] Listen.
  }
    .brief = { $card ->
    [none] { $symbols }.
   *[other] { "" }
  }
cards-entered = { $count ->
    [one] That card was { $owner }'s.
   *[other] { $same ->
        [yes] Both cards were { $owner }'s!
       *[other] The { $category ->
            [character] character
            [place] place
            [feature] feature
            [object] thing
           *[action] action
          } was { $owner }'s, and the { $category2 ->
            [character] character
            [place] place
            [feature] feature
            [object] thing
           *[action] action
          } was { $owner2 }'s.
      }
  }
    .brief = { $count ->
    [one] { $owner }'s.
   *[other] { $same ->
        [yes] Both { $owner }'s.
       *[other] { $owner }'s and { $owner2 }'s.
      }
  }
token-taken = { $tokens ->
    [one] { $seat } gets a first secret token.
    [2] { $taken ->
        [one] { $seat } gets a second secret token.
       *[other] { $seat } gets two secret tokens.
      }
   *[other] { $taken ->
        [one] { $seat } gets a secret token, and has { WORD($tokens) } now.
       *[other] { $seat } gets two secret tokens, and has { WORD($tokens) } now.
      }
  }
    .brief = { $seat }, { $tokens ->
    [one] one token.
   *[other] { WORD($tokens) } tokens.
  }
took-over = { $seat } is the teller now.

# --- own cards -----------------------------------------------------------------------------------

owners-asked = I can't see your cards, so please help me.
    .or1 = Now please help me a little.
    .brief = { "" }
ask-owner = Whose card was symbol { WORD($symbol) }?
    .short = Symbol { WORD($symbol) }, whose?
    .brief = Symbol { WORD($symbol) }, whose?
owned = Symbol { WORD($symbol) } was { $seat }'s.
    .brief = { $seat }'s.
names-asked = Thank you.
    .or1 = Good to know.
    .brief = { "" }
ask-name = What is on symbol { WORD($symbol) }? Say it the way a tale would, such as { $category ->
    [character] a crafty witch.
    [place] a crooked bakery.
    [feature] a very long nose.
    [object] a golden spoon.
   *[action] danced on the roof.
  }
    .or1 = { $category ->
    [character] Who is on symbol { WORD($symbol) }?
    [place] Which place is on symbol { WORD($symbol) }?
    [feature] Which feature is on symbol { WORD($symbol) }?
    [object] Which thing is on symbol { WORD($symbol) }?
   *[action] Which action is on symbol { WORD($symbol) }?
  }
    .short = What is on symbol { WORD($symbol) }?
    .brief = Symbol { WORD($symbol) }, what is it?
named = { $words }. Good.
    .brief = { "" }

# --- "The End" -----------------------------------------------------------------------------------

tokens-turned = Let's turn your tokens over.
    .brief = The tokens:
turned = { $seat } has { $points ->
    [0] no points
    [one] one point
   *[other] { $more ->
        [yes] { WORD($points) }
       *[no] { WORD($points) } points
      }
  }{ $odd ->
    [none] .
   *[other] , and { $odd }!
  }
odd-token = { $token ->
    [boot] an old boot
    [scales] the scales
    [trap] the bear trap
   *[crown] the crown
  }
effect-asked = { $seat } has both { $tokens }.
ask-resolve = { $seat }, what comes first: “the bear trap” or “the crown”?
    .short = “The bear trap” or “the crown”, { $seat }?
    .brief = “The bear trap” or “the crown”?
trap-snapped = { $seat }'s bear trap goes snap! { $token ->
    [none] But there's nothing for it to bite.
    [boot] It bites the old boot.
    [scales] It bites the scales.
    [crown] It bites the crown. Oh no!
    [one] It bites a one.
    [two] It bites a two.
   *[three] It bites a three. Ouch!
  }
    .brief = { $token ->
    [none] The trap takes nothing.
    [boot] The trap takes the boot.
    [scales] The trap takes the scales.
    [crown] The trap takes the crown.
    [one] The trap takes a one.
    [two] The trap takes a two.
   *[three] The trap takes a three.
  }
crowned = The crown brings { $seat } { $token ->
    [boot] the old boot
    [scales] the scales
    [trap] the bear trap
    [one] a one
    [two] a two
   *[three] a three
  } and { $token2 ->
    [boot] the old boot
    [scales] the scales
    [trap] the bear trap
    [one] a one
    [two] a two
   *[three] a three
  }.
tie-found = A tie! { $tied } have { $points ->
    [one] one point
   *[other] { WORD($points) } points
  } each. { $chooser ->
    [none] Whoever has more tokens wins.
   *[other] And { $chooser } has the scales, and decides.
  }
    .brief = A tie: { $tied }.
ask-winner = { $seat }, who should win, { $tied }?
    .short = { $seat }, who should win?
    .brief = { $seat }, { $tied }?
sure-winner = So { $winner } wins. Is that right? “Yes” or “no”?
    .brief = { $winner } wins. Right?
winner-named = The scales tip, down, down, down, for { $winner }.
    .brief = { $winner }.
game-ended = { $finished ->
    [yes] { "" }
   *[other] There are too few of you to go on, so we'll close the book here.
  }
    .brief = { $finished ->
    [yes] The end.
   *[other] Too few players. We end here.
  }
standing = { $all ->
    [yes] { $points ->
        [0] Nobody has a point.
        [one] You all have one point.
       *[other] You all have { WORD($points) } points.
      }
   *[other] { $first ->
        [yes] { $seats } { $count ->
            [one] has
           *[other] have
          } { $points ->
            [one] one point
           *[other] { WORD($points) } points
          }{ $count ->
            [one] .
           *[other] { " " }each.
          }
       *[other] { $seats } { $count ->
            [one] has
           *[other] have
          } { $points ->
            [0] none.
           *[other] { WORD($points) }.
          }
      }
  }
    .brief = { $seats } { WORD($points) }.
token-standing = { $all ->
    [yes] { $points ->
        [0] Nobody has a token yet.
        [one] Everybody has one token.
       *[other] Everybody has { WORD($points) } tokens.
      }
   *[other] { $first ->
        [yes] { $seats } { $count ->
            [one] has
           *[other] have
          } { $points ->
            [one] one token
           *[other] { WORD($points) } tokens
          }{ $count ->
            [one] .
           *[other] { " " }each.
          }
       *[other] { $seats } { $count ->
            [one] has
           *[other] have
          } { $points ->
            [0] none.
           *[other] { WORD($points) }.
          }
      }
  }
    .brief = { $seats } { WORD($points) }.
still-face-down = We'll hear what they're worth at the end.
    .brief = { "" }
won = { $points ->
    [0] So nobody wins this time. But what a tale!
   *[other] { $count ->
        [one] { $by_number ->
            [yes] But { $winners } has more tokens, and wins!
           *[other] { $winners } wins!
          }
       *[other] { $by_number ->
            [yes] But { $winners } have more tokens, and win together!
           *[other] { $winners } win together!
          }
      }
  }

# --- where we are --------------------------------------------------------------------------------

round-is = We're on page { WORD($page) } of fifteen, and { $teller } is the teller.
    .brief = Page { WORD($page) }, { $teller }.
recap = The tale is called { $title }.{ $teller ->
    [none] { "" }
   *[other] { " " }We're on page { WORD($page) }, and { $teller } is the teller.
  }
    .brief = { $title }, page { WORD($page) }.
no-role = There's no page open just now.
no-options = There's nothing on the table yet. To hear your own cards, say “my cards”.

# --- what can be said, and help ------------------------------------------------------------------

say-Begin = Say the name of whoever finished a book last.
say-BeginAnyhow = Or say “nobody”, and I'll choose.
say-Lay = Name the card, or say “the first one”. Say “what are my cards” to hear them all.
say-Pick = Say a number, such as “one”, or name the card. Say “what are the choices” to hear them again.
say-PickBoth = You can also say both numbers in one breath.
say-Own = Say whose card it was.
say-Name = Say what is on the card, in your own words.
say-Resolve = Say “the crown” or “the bear trap”.
say-NameWinner = Say the name of the one who wins.
say-NameMyself = You can also say “me”.
help-Begin = Whoever finished a book last is the first teller. After that it goes around the table.
help-BeginAnyhow = If nobody knows who read a book last, I'll choose who begins.
help-Lay = Something is missing on this page. Lay the card that you think the teller will like best. Nobody knows it's yours.
help-Ready = Everybody lays a card now. When you've all done that, say “ready”.
help-Pick = The teller chooses what goes into the tale, and may add a little to it. Whoever laid it gets a token.
help-PickBoth = The teller chooses one card of each kind, and may add a little to the tale.
help-Own = I can't see your cards, so tell me who laid the one on this symbol.
help-Name = I can't see your cards, so tell me what's on this one, and it goes into the tale.
help-Resolve = The bear trap takes one token away, and the crown brings two. You choose what comes first.
help-NameWinner = It's a tie, and whoever has the scales says who wins.
help-NameMyself = Whoever has the scales can win, too.

# --- refusals ------------------------------------------------------------------------------------

refused-same-symbol-twice = You already have that one, { $seat }. Take one from the other row.
    .or1 = { $seat } already has that one. Which one from the other row?
refused-wrong-category = That doesn't fit here. This page needs { $categories }. Choose again, please.
refused-wrong-number-of-cards = { $needed ->
    [one] This page needs only one card. Which one?
   *[other] This page needs two cards, one of each kind. Which two?
  }

# --- how to play ---------------------------------------------------------------------------------

teach-1 = I read you a tale, page by page. On each page something is missing: a character, a place, a feature, a thing, or an action.
teach-2 = One of you is the teller, and the others give a card for the gap. You have one card of each kind, draw one more of the kind that's missing, and lay one of the two in secret.
teach-3 = Say the page goes: the king had something to be proud of. Nick lays a very long nose, and Julie lays a kind heart. I mix them up and read them to you.
teach-4 = Lily is the teller, and says “I pick number two”. So the king has a very long nose, and Nick gets a secret token. On the next page, somebody else is the teller.
teach-basic-end = At the end, I turn the tokens over. Most are points, and a few play tricks. Whoever has the most points wins.
teach-family-end = At the end, whoever has the most tokens wins, and the tale is yours.

# --- on the screen -------------------------------------------------------------------------------

panel-tale = The tale so far
