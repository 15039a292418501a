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
   *[other] Page { WORD($page) }. Now { $teller } is the teller.
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
        [character] A character is missing here: { $words }.
        [place] A place is missing here: { $words }.
        [feature] A feature is missing here: { $words }.
        [object] A thing is missing here: { $words }.
       *[action] An action is missing here: { $words }.
      }
   *[other] { $category ->
        [character] And a character: { $words }.
        [place] And a place: { $words }.
        [feature] And a feature: { $words }.
        [object] And a thing: { $words }.
       *[action] And an action: { $words }.
      }
  }
    .or1 = { $first ->
    [yes] { $category ->
        [character] We need a character: { $words }.
        [place] We need a place: { $words }.
        [feature] We need a feature: { $words }.
        [object] We need a thing: { $words }.
       *[action] We need an action: { $words }.
      }
   *[other] { $category ->
        [character] A character, too: { $words }.
        [place] A place, too: { $words }.
        [feature] A feature, too: { $words }.
        [object] A thing, too: { $words }.
       *[action] An action, too: { $words }.
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
    [feature] What's so special, { $seat }?
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
    [none] them on the symbols up to { WORD($last) }.
   *[other] the first kind on the symbols up to { WORD($last) }, and the second from { WORD($first2) } to { WORD($last2) }.
  } Then say “ready”.
    .or1 = Draw { $category ->
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
  }, all but { $teller }, and lay one{ $category2 ->
    [none] { "" }
   *[other] { " " }of each
  } face down. Shuffle them, and put them on the symbols { $category2 ->
    [none] up to { WORD($last) }.
   *[other] up to { WORD($last) }, and the second kind from { WORD($first2) } to { WORD($last2) }.
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
hand-first = { $seat ->
    [none] { $picture }.
   *[other] For { $seat }: { $picture }.
  }
    .brief = { $seat ->
    [none] { $card }.
   *[other] { $seat }: { $card }.
  }

# --- on the table --------------------------------------------------------------------------------

row-shown = { $known ->
    [yes] { $category ->
        [character] Here are the characters.
        [place] Here are the places.
        [feature] Here are the features.
        [object] Here are the things.
       *[action] Here are the actions.
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
on-symbol = { $card }: { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  } { $count ->
    [none] number { WORD($symbol) }.
   *[other] { WORD($symbol) } of { WORD($count) }.
  }
    .brief = { $card }, { WORD($symbol) }.
withdrawn = No longer on the table: symbol { $symbols }.
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
    .or1 = What does { $seat } choose? Which { $category ->
    [character] character
    [place] place
    [feature] feature
    [object] thing
   *[action] action
  }{ $category2 ->
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
  } And what else, { $seat }? Or say “that is all”.
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
   *[other] So listen.
  }
    .or1 = { $card ->
    [none] For { $seat } it's { $count ->
        [one] symbol
       *[other] symbols
      } { $symbols }.
   *[other] And now:
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
token-taken = { $taken ->
    [one] A secret token for { $seat }, number { WORD($tokens) }.
   *[other] Two secret tokens for { $seat }: { WORD($tokens) } now.
  }
    .brief = { $seat }, { $tokens ->
    [one] one token.
   *[other] { WORD($tokens) } tokens.
  }
took-over = Now { $seat } is the teller.

# --- own cards -----------------------------------------------------------------------------------

owners-asked = Now tell me what I can't see from here.
    .or1 = Now help me a little.
    .brief = { "" }
ask-owner = Whose card was symbol { WORD($symbol) }?
    .short = Symbol { WORD($symbol) }, whose?
    .brief = Symbol { WORD($symbol) }, whose?
owned = Symbol { WORD($symbol) } was { $seat }'s.
    .brief = { $seat }'s.
names-asked = Thank you.
    .or1 = Good to know.
    .brief = { "" }
ask-name = And symbol { WORD($symbol) }, { $category ->
    [character] who is it? Say it as in a tale, such as a crafty witch.
    [place] where is it? Say it as in a tale, such as a crooked bakery.
    [feature] which feature is it? Say it as in a tale, such as a very long nose.
    [object] which thing is it? Say it as in a tale, such as a golden spoon.
   *[action] what happened? Say it as in a tale, such as danced on the roof.
  }
    .or1 = { $category ->
    [character] Who is on symbol { WORD($symbol) }?
    [place] Which place is on symbol { WORD($symbol) }?
    [feature] Which feature is on symbol { WORD($symbol) }?
    [object] Which thing is on symbol { WORD($symbol) }?
   *[action] What happened, on symbol { WORD($symbol) }?
  }
    .short = What is on symbol { WORD($symbol) }?
    .brief = Symbol { WORD($symbol) }, what is it?
named = { $words }. Good.
    .brief = { "" }

# --- "The End" -----------------------------------------------------------------------------------

tokens-turned = The tokens.
    .brief = The tokens:
turned = { $seat }: { WORD($points) }.
odd-token = { $token ->
    [boot] An old boot!
    [scales] The scales!
    [trap] The bear trap!
   *[crown] The crown!
  }
    .brief = { $token ->
    [boot] And the old boot.
    [scales] And the scales.
    [trap] And the bear trap.
   *[crown] And the crown.
  }
effect-asked = { $seat } has both: { $tokens }.
ask-resolve = { $seat }, what comes first: “the bear trap” or “the crown”?
    .short = “The bear trap” or “the crown”, { $seat }?
    .brief = “The bear trap” or “the crown”?
trap-snapped = { $seat }'s bear trap goes snap! { $token ->
    [none] There's nothing to bite.
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
    [none] Now the most tokens decide.
   *[other] And { $chooser } has the scales.
  }
    .brief = A tie: { $tied }.
ask-winner = { $seat }, who should win, { $tied }?
    .short = { $seat }, who wins?
    .brief = { $seat }, { $tied }?
sure-winner = So { $winner } wins. Is that right? “Yes” or “no”?
    .brief = { $winner } wins. Right?
winner-named = The scales go down, down, down, for { $winner }.
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
    [yes] You're all even: { $points ->
        [one] one point.
       *[other] { WORD($points) } points.
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
       *[other] { $seats } with { $points ->
            [0] nothing.
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
       *[other] { $seats } with { $points ->
            [0] nothing.
           *[other] { WORD($points) }.
          }
      }
  }
    .brief = { $seats } { WORD($points) }.
still-face-down = We'll hear what they're worth at the end.
    .brief = { "" }
won = { $points ->
    [0] So nobody wins this time.
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
help-Ready = Everybody lays a card now. When you're all done, somebody says so.
help-Pick = The teller chooses what goes into the tale, and may add a little to it. Whoever laid it gets a token.
help-PickBoth = The teller chooses one card of each kind, and may add a little to the tale.
help-Own = I can't see your cards, so tell me who laid the one on this symbol.
help-Name = I can't see your cards, so tell me what's on this one, and it goes into the tale.
help-Resolve = The bear trap takes one token away, and the crown brings two. You choose what comes first.
help-NameWinner = It's a tie, and whoever has the scales says who wins.
help-NameMyself = Whoever has the scales can win, too.

# --- refusals ------------------------------------------------------------------------------------

refused-same-symbol-twice = That one is chosen already, { $seat }. Take one from the other row.
    .or1 = { $seat } has that one already. And one of the other row?
refused-wrong-category = That doesn't fit here. What's missing on this page: { $categories }. Choose again, please.
refused-wrong-number-of-cards = { $needed ->
    [one] Only one card goes into this page. Which one?
   *[other] This page needs two cards, one of each kind. Which two?
  }

# --- how to play ---------------------------------------------------------------------------------

teach-1 = I read a tale, page by page. On each page something's missing: a character, a place, a feature, a thing, or an action.
teach-2 = Everybody has one card of each kind. You draw one more of the kind that's missing, and lay one of the two in secret.
teach-3 = I read them all aloud. One player is the teller, who doesn't lay a card, but chooses one. “I pick number two” is all it takes.
teach-4 = I tell the page again with that card, and whoever laid it gets a secret token. Then the next player is the teller.
teach-basic-end = At the end, I turn the tokens over. Most are points, and a few play tricks. Whoever has the most points wins.
teach-family-end = In the end, whoever has the most tokens wins, and the tale is yours.

# --- on the screen -------------------------------------------------------------------------------

panel-tale = The tale so far
