# The cat dice game: the lines. It is long, with many turns: every one is told in a breath.

# --- before the game: said whatever is on the table ---
about-cat_dice = Cat Dice: a dice game.
    .brief = Cat Dice.
chosen-dice = We'll play with your own dice. Roll them, and tell me what they show.

# --- who begins ------------------------------------------------------------------------------------

ask-begin = Who petted a cat most recently? That player begins. Just say the name.
    .or1 = Who was the last to pet a cat? Say the name.
    .short = Who petted a cat last?
    .brief = Who petted a cat last?
ask-starter = And who begins? Say the name.
    .or1 = Which name is it?
    .short = Which name?
    .brief = Which name?

# --- a turn ----------------------------------------------------------------------------------------

turn-began = { $opens ->
    [yes] { $last ->
        [yes] The last round!
       *[other] Round { WORD($round) }.
      } { $count ->
        [0] { "" }
        [1] { $leaders } leads with { WORD($points) }.
       *[other] { $leaders } lead with { WORD($points) }.
      }
   *[other] { "" }
  }
    .brief = { $opens ->
    [yes] Round { WORD($round) }.
   *[other] { "" }
  }
ask-throw = Your dice, { $seat }. Say “roll”.
    .or1 = { $seat }'s turn. “Roll”?
    .or2 = The dice are { $seat }'s. “Roll”?
    .short = { $seat }, say “roll”.
    .brief = { $seat }, “roll”?
ask-say-roll = { $count ->
    [1] { $seat } rolls the other one. What does it show?
    [5] { $seat } rolls all five dice. What do they show?
   *[other] { $seat } rolls the other { WORD($count) }. What do they show?
  }
    .or1 = { $count ->
    [1] Roll the other one, { $seat }. What does it show?
    [5] All five dice for { $seat }. Roll them, and tell me.
   *[other] Roll the other { WORD($count) }, { $seat }, and tell me.
  }
    .short = What do the dice show, { $seat }?
    .brief = { $count ->
    [1] The other one, { $seat }?
    [5] { $seat }, five dice?
   *[other] The other { WORD($count) }, { $seat }?
  }
sure-rolled = That makes { $dice }. Right?
    .or1 = So { $dice }. Is that right?
    .brief = { $dice }?
rolled = { $feat ->
    [mouser] Five of a kind! That's a marvelous mouser! Meow!
    [furball] Five in a row! That's a large furball!
    [fat-cat] Oh, a fat cat!
    [hairball] Four in a row, a small hairball!
    [four] Four of a kind!
   *[none] { $first ->
        [yes] { $seat } rolls.
       *[other] { "" }
      }
  }
    .or1 = { $feat ->
    [mouser] Can you believe it, five of a kind! A marvelous mouser!
    [furball] All in a row! A large furball!
    [fat-cat] That's a fat cat!
    [hairball] A small hairball!
    [four] Look, four of a kind!
   *[none] { $first ->
        [yes] And they roll.
       *[other] { "" }
      }
  }
    .brief = { $feat ->
    [mouser] A marvelous mouser!
    [furball] A large furball!
    [fat-cat] A fat cat!
    [hairball] A small hairball!
    [four] Four of a kind!
   *[none] { "" }
  }
kept = { $dice ->
    [none] { $own ->
        [yes] Nothing stays.
       *[other] All five roll again.
      }
   *[other] { $dice } { $count ->
        [1] stays
       *[other] stay
      }{ $own ->
        [yes] .
       *[other] { "" }, { WORD($others) } { $others ->
            [1] rolls.
           *[other] roll.
          }
      }
  }
    .or1 = { $dice ->
    [none] { $own ->
        [yes] Nothing stays.
       *[other] Once more, all five.
      }
   *[other] { $seat } keeps { $dice }.
  }
    .brief = { $dice ->
    [none] All again.
   *[other] { $dice } { $count ->
        [1] stays.
       *[other] stay.
      }
  }

# --- keeping ---------------------------------------------------------------------------------------

ask-keep = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $last ->
    [none] { "" }
   *[other] Only one line is left, { $last }.
  } Which ones will you keep, { $seat }? { $new ->
    [yes] { $rolls ->
        [1] There's one more roll, or you can fill a line.
       *[other] There are two more rolls, or you can fill a line.
      }
   *[no] { $rolls ->
        [1] One more roll.
       *[other] Two more rolls.
      }
  }
    .or1 = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $last ->
    [none] { "" }
   *[other] The last line is { $last }.
  } What does { $seat } keep? { $new ->
    [yes] { $rolls ->
        [1] One roll left, or you can fill a line.
       *[other] Two rolls left, or you can fill a line.
      }
   *[no] { $rolls ->
        [1] One roll left.
       *[other] Two rolls left.
      }
  }
    .short = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } Keep which ones, or fill which line?
    .brief = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $last ->
    [none] Keep, or fill?
   *[other] Keep, or fill { $last }?
  }
ask-which-stay = Which dice stay? For example “the { $faces }”, or “nothing”.
    .or1 = Which ones to keep? “The { $faces }”, perhaps?
    .short = Which dice stay?
    .brief = Which ones?
ask-roll-all = All five again? “Yes” or “no”?
    .or1 = Shall all five roll again? “Yes” or “no”?
    .brief = All five?
ask-which-roll = Which dice roll again? For example “the { $faces }”, or “all”.
    .or1 = Which ones to roll? “The { $faces }”, or “all”?
    .short = Which dice roll again?
    .brief = Which ones?
sure-only-one = { $several ->
    [yes] Only one of the { $faces }
   *[other] Only the { $face }
  }, and the others roll? “Yes” or “no”?
    .or1 = So just { $several ->
    [yes] one of the { $faces }
   *[other] the { $face }
  } stays, is that right?
    .brief = Only { $several ->
    [yes] one of the { $faces }
   *[other] the { $face }
  }?
sure-to-break = That breaks up the { $category }. Really roll? “Yes” or “no”?
    .or1 = But that's a { $category }! Roll it anyway?
    .brief = And the { $category }? Really roll?
this-or-that = { $names }?
    .or1 = Which one: { $names }?
meant-keep = { $dice ->
    [none] keep nothing
    [some] keep some dice
   *[other] keep { $dice }
  }
meant-roll = { $dice ->
    [none] roll nothing
    [some] roll some dice
   *[other] roll { $dice }
  }
meant-fill = { $category ->
    [some] fill a line
   *[other] fill { $category }
  }
meant-dice = { $dice }

# --- filling a line --------------------------------------------------------------------------------

ask-fill = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $count ->
    [1] Only one line is left for { $seat }: { $lines }. Say “fill it”.
   *[other] { $fits ->
        [yes] Which line, { $seat }? { $lines }?
       *[other] Nothing fits. Which line takes a zero, { $seat }? { $lines }?
      }
  }
    .or1 = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $count ->
    [1] { $seat } has one line left: { $lines }. “Fill it”?
   *[other] { $fits ->
        [yes] { $seat } can take { $lines }. Which line?
       *[other] That doesn't fit anywhere. Where does the zero go, { $seat }? { $lines }?
      }
  }
    .short = { $count ->
    [1] Only { $lines } is left. “Fill it”?
   *[other] Which line, { $seat }?
  }
    .brief = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $count ->
    [1] { $lines }. “Fill it”?
   *[other] { $fits ->
        [yes] { $lines }?
       *[other] A zero. { $lines }?
      }
  }
ask-line = Which line, { $seat }? { $lines }?
    .or1 = { $lines }, or another line?
    .short = Which line?
    .brief = Which line?
sure-zero = That would be nothing for { $category }. Really? “Yes” or “no”?
    .or1 = There's nothing in it for { $category }. Shall I write a zero?
    .brief = { $category } for nothing. Really?
filled = { $points ->
    [0] A zero for { $category }. { $seat } stays at { WORD($total) }.
   *[other] { $feat ->
        [mouser] Fifty points for the marvelous mouser! Hooray! { $seat } has { WORD($total) }.
        [furball] Forty points for the large furball! Bravo! { $seat } has { WORD($total) }.
       *[none] { WORD($points) } for { $category }. { $seat } has { WORD($total) }.
      }
  }
    .or1 = { $points ->
    [0] Nothing for { $category } this time. { $seat } has { WORD($total) }.
   *[other] { $feat ->
        [mouser] A marvelous mouser, fifty points! That makes { WORD($total) } for { $seat }!
        [furball] A large furball, forty points! That makes { WORD($total) } for { $seat }!
       *[none] { $category }: { WORD($points) }. That makes { WORD($total) } for { $seat }.
      }
  }
    .brief = { $points ->
    [0] A zero for { $category }. { $seat } { WORD($total) }.
   *[other] { WORD($points) } for { $category }. { $seat } { WORD($total) }.
  }
bonus-won = And the bonus! { WORD($top) } from aces to sixes, so { WORD($points) } more: { $seat } has { WORD($total) }. Purr!
    .brief = And the bonus! { $seat } { WORD($total) }.

# --- the standing, and the end ---------------------------------------------------------------------

standing = { $first ->
    [yes] { $all ->
        [yes] { $count ->
            [one] { $seats } has { WORD($points) }.
           *[other] Everybody has { WORD($points) }.
          }
       *[other] { $seats } { $count ->
            [one] leads
           *[other] lead
          } with { $points ->
            [one] one point.
           *[other] { WORD($points) } points.
          }
      }
   *[other] { $seats } with { WORD($points) }.
  }
    .brief = { $seats } { WORD($points) }.
final-score = { $seat } has { WORD($points) }.
    .brief = { $seat } { WORD($points) }.
game-ended = And that's all thirteen rounds.
    .brief = The end.
ended-early = There are too few of you to go on, so we'll stop here.
won = { $count ->
    [one] And { $winners } wins with { WORD($points) } points. What a cool cat!
   *[other] { $winners } win together, with { WORD($points) } points each. Cool cats!
  }
    .brief = { $count ->
    [one] { $winners } wins!
   *[other] { $winners } win together!
  }
round-is = This is round { WORD($round) } of { WORD($count) }.
    .brief = Round { WORD($round) }.
recap = We're in round { WORD($round) } of { WORD($count) }, and it's { $seat }'s turn.
    .brief = Round { WORD($round) }, { $seat }'s turn.

# --- looking things up -----------------------------------------------------------------------------

dice-are = { $seat } has { $dice }. { $rolls ->
    [0] There are no rolls left.
    [one] There's one roll left.
   *[other] There are { WORD($rolls) } rolls left.
  }
    .brief = { $dice }.
best-lines = { $fits ->
    [yes] The best lines now: { $lines }.
   *[other] That doesn't fit a free line.
  }
kept-are = { $dice } { $count ->
    [1] is
   *[other] are
  } set aside. The others still roll.
    .brief = Set aside: { $dice }.
free-lines = { $count ->
    [0] { $seat }'s sheet is full.
    [1] Only { $lines } is free for { $seat }.
   *[other] { $many ->
        [yes] { $taken ->
            [none] All lines are free for { $seat }.
           *[other] All lines are free for { $seat }, except { $taken }.
          }
       *[other] Free for { $seat }: { $lines }.
      }
  }
sheet = { $filled ->
    [yes] { $seat } has { WORD($total) } points.
   *[other] { $seat }'s sheet is still empty.
  }
sheet-top = { $lines }. { $bonus ->
    [yes] With the bonus.
   *[other] { WORD($sum) } of the { WORD($needed) } for the bonus.
  }
    .brief = { $lines }.
sheet-bottom = { $lines }.
no-sheet = All the sheets are still empty.
no-options = All the lines are free.
no-dice = Nobody has rolled yet.
no-cards = There are no cards in this game, only dice. Ask for “the dice”, or for “my sheet”.

# --- refusals --------------------------------------------------------------------------------------

refused-not-among-the-dice = The dice don't show that. Say “the dice” to hear them, and keep some of those.
    .or1 = Some of those aren't there. Say “the dice” to hear them.
refused-category-taken = The line for { $category } is already filled. Say “what is free”, or choose another line.
    .or1 = There's already something in { $category }. Which other line?
refused-no-rolls-left = That was the third roll, so there are no more. Which line will it be?
    .or1 = The three rolls are used up. Now choose a line.
refused-nothing-left-to-roll = If all five stay, there's nothing to roll. Keep fewer, or fill a line.
refused-wrong-number-of-dice = I heard { $dice ->
    [one] one die
   *[other] { WORD($dice) } dice
  }, but { $needed ->
    [one] it should be one.
   *[other] it should be { WORD($needed) }.
  } What { $needed ->
    [one] does it show?
   *[other] do they show?
  }

# --- what can be said, and help --------------------------------------------------------------------

say-Begin = Say the name of whoever begins.
say-Throw = Say “roll”, or “let's go”.
say-KeepDice = Say what to keep, such as “keep the fives”, or “keep two fives and the six”.
say-RollDice = Or what to roll, such as “roll the ones again”, or “roll all again”.
say-Fill = To end the turn, name a line of the sheet, such as “put it in nine lives”. Say “what is free” to hear them all.
say-NoMoreRolls = There are no more rolls this turn.
say-Yes = { "" }
say-SayRoll = Say what the dice show, such as “two fives, a three, a one and a six”.
help-Begin = Whoever petted a cat last begins. If nobody did, say any name.
help-Throw = You roll all five dice, up to three times. After each roll, you can keep some.
help-KeepDice = Keep some dice, and roll the others again. Or if the roll is good enough, fill a line with it.
help-RollDice = Say which dice roll again. The others stay.
help-Fill = You can fill each line of the sheet once, and the points are what the dice give you there.
help-NoMoreRolls = The three rolls are used up, so the dice stay as they are.
help-Yes = Say “yes”, and it's done.
help-SayRoll = I can't see your dice, so tell me what they show, one after the other.

# --- how to play -----------------------------------------------------------------------------------

teach-1 = On your turn, you roll five dice, up to three times. After each roll, you choose which ones to keep, and roll the others.
teach-2 = Then you fill one of thirteen lines on your sheet, each only once. There are aces, twos, and so on up to sixes: they count the dice with that number.
teach-3 = Three or four of a kind, and nine lives, count all the dice. A fat cat is three alike and two alike: twenty-five.
teach-4 = Four in a row is a small hairball, for thirty. Five in a row is a large furball, for forty. And five of a kind is a marvelous mouser: fifty!
teach-5 = Sixty-three points from aces to sixes give you thirty-five more. After thirteen rounds, whoever has the most points wins.

# --- on the screen -------------------------------------------------------------------------------

panel-dice = Dice
panel-rolled = rolled
panel-kept = kept
