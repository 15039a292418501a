# The cat dice game: the lines. It is long, with many turns: every one is told in a breath.

# --- before the game: said whatever is on the table ---
about-cat_dice = Cat Dice: five dice, and thirteen lines to fill.
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
# what the lines of the sheet count: one or two kinds of lines at the start of each of the first rounds
round-lesson = { $round ->
    [1] Each of you fills thirteen lines. Aces to sixes count the dice with that number: three fives are fifteen.
    [2] Three of a kind, four of a kind, and nine lives count all five dice. Anything fits into nine lives.
    [3] Three alike and two alike are a fat cat, for twenty-five. Five alike are a marvelous mouser, for fifty!
   *[4] Four in a row are a small hairball, for thirty. Five in a row are a large furball, for forty.
  }
    .brief = { "" }
ask-throw = Your dice, { $seat }. Say “roll”.
    .or1 = It's { $seat }'s turn. Say “roll”.
    .or2 = { $seat }, the dice are yours. Say “roll”.
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
    [hairball] Four in a row! That's a small hairball!
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
    [four] Listen to that, four of a kind!
   *[none] { $first ->
        [yes] The dice are rolling.
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
        [yes] { $seat } keeps nothing.
       *[other] All five roll again.
      }
   *[other] { $seat } keeps { $dice }{ $own ->
        [yes] .
       *[other] { "" }, and rolls { $others ->
            [1] the other one.
           *[other] the other { WORD($others) }.
          }
      }
  }
    .or1 = { $dice ->
    [none] { $own ->
        [yes] { $seat } keeps nothing.
       *[other] { $seat } rolls all five again.
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
        [1] There's one roll left. Or fill a line now: say “{ $line }”, for example.
       *[other] Say “the { $faces }”, for example, and the others roll again. There are two rolls left.
      }
   *[no] { $rolls ->
        [1] There's one roll left.
       *[other] There are two rolls left.
      }
  }
    .or1 = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $last ->
    [none] { "" }
   *[other] The last line is { $last }.
  } What will you keep, { $seat }? { $new ->
    [yes] { $rolls ->
        [1] You can roll once more, or fill a line: say “{ $line }”, for example.
       *[other] Say “the { $faces }”, for example, and the others roll again. You can roll twice more.
      }
   *[no] { $rolls ->
        [1] You can roll once more.
       *[other] You can roll twice more.
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
ask-which-stay = Which dice will you keep? For example “the { $faces }”, or “nothing”.
    .or1 = Which ones will you keep? “The { $faces }”, perhaps?
    .short = Which dice will you keep?
    .brief = Which ones?
ask-roll-all = All five again? “Yes” or “no”?
    .or1 = Shall all five roll again? “Yes” or “no”?
    .brief = All five?
ask-which-roll = Which dice shall roll again? For example “the { $faces }”, or “all”.
    .or1 = Which ones shall I roll? “The { $faces }”, or “all”?
    .short = Which dice shall roll again?
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
sure-to-break = That would break up your { $category }. Shall I really roll? “Yes” or “no”?
    .or1 = But that's a { $category }! Shall I roll it anyway?
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
       *[other] Nothing fits. Which line shall get a zero, { $seat }? { $lines }?
      }
  }
    .or1 = { $dice ->
    [none] { "" }
   *[other] { $dice }.
  } { $count ->
    [1] { $seat } has one line left: { $lines }. “Fill it”?
   *[other] { $fits ->
        [yes] { $seat } can take { $lines }. Which line?
       *[other] That doesn't fit anywhere. Where shall I write a zero, { $seat }? { $lines }?
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
sure-zero = That gives no points for { $category }. Shall I write a zero? “Yes” or “no”?
    .or1 = These dice give nothing for { $category }. Shall I write a zero?
    .brief = A zero for { $category }?
filled = { $points ->
    [0] That's a zero for { $category }. { $seat } { $total ->
        [0] has no points yet.
       *[other] still has { WORD($total) }.
      }
   *[other] { $feat ->
        [mouser] Fifty points for the marvelous mouser! Hooray! { $seat } has { WORD($total) }.
        [furball] Forty points for the large furball! Bravo! { $seat } has { WORD($total) }.
       *[none] { WORD($points) } for { $category }. { $seat } has { WORD($total) }.
      }
  }
    .or1 = { $points ->
    [0] No points for { $category } this time. { $seat } { $total ->
        [0] has none yet.
       *[other] still has { WORD($total) }.
      }
   *[other] { $feat ->
        [mouser] A marvelous mouser, fifty points! That makes { WORD($total) } for { $seat }!
        [furball] A large furball, forty points! That makes { WORD($total) } for { $seat }!
       *[none] { $seat } gets { WORD($points) } for { $category }. That makes { WORD($total) }.
      }
  }
    .brief = { $points ->
    [0] A zero for { $category }. { $seat } { WORD($total) }.
   *[other] { WORD($points) } for { $category }. { $seat } { WORD($total) }.
  }
bonus-near = And with { WORD($missing) } more from aces to sixes, { $seat } gets a bonus of { WORD($points) }!
bonus-won = And the bonus! That's { WORD($top) } from aces to sixes, so { $seat } gets { WORD($points) } more, and has { WORD($total) }. Purr!
    .brief = And the bonus! { $seat } { WORD($total) }.

# --- the standing, and the end ---------------------------------------------------------------------

standing = { $first ->
    [yes] { $all ->
        [yes] { $count ->
            [one] { $seats } has { $points ->
                [0] no points yet.
               *[other] { WORD($points) }.
              }
           *[other] { $points ->
                [0] Nobody has a point yet.
               *[other] Everybody has { WORD($points) }.
              }
          }
       *[other] { $seats } { $count ->
            [one] leads
           *[other] lead
          } with { $points ->
            [one] one point.
           *[other] { WORD($points) } points.
          }
      }
   *[other] { $seats } { $count ->
        [one] has
       *[other] have
      } { $points ->
        [0] none yet.
       *[other] { WORD($points) }.
      }
  }
    .brief = { $seats } { WORD($points) }.
final-score = { $seat } has { $points ->
    [0] no points.
   *[other] { WORD($points) }.
  }
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
   *[other] { $seat } can still fill { $lines }.
  }
# in a list of lines, if all six are free
aces-to-sixes = aces to sixes
sheet = { $filled ->
    [yes] { $seat } has { $total ->
        [0] no points yet.
       *[other] { WORD($total) } points.
      }
   *[other] { $seat }'s sheet is still empty.
  }
sheet-top = { $lines }. { $bonus ->
    [yes] That's enough for the bonus.
   *[other] That's { WORD($sum) } of the { WORD($needed) } points for the bonus.
  }
    .brief = { $lines }.
sheet-bottom = { $lines }.
no-sheet = All the sheets are still empty.
no-options = There are aces to sixes, three of a kind, four of a kind, fat cat, small hairball, large furball, marvelous mouser, and nine lives.
no-dice = Nobody has rolled yet.
no-cards = There are no cards in this game, only dice. Ask for “the dice”, or for “my sheet”.

# --- refusals --------------------------------------------------------------------------------------

refused-not-among-the-dice = The dice don't show that. Say “the dice” to hear them again.
    .or1 = Some of those aren't there. Say “the dice” to hear them again.
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
say-Fill = To end the turn, name a line of the sheet, such as “put it in nine lives”. Say “which lines are there” to hear them all.
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

teach-1 = On your turn, you roll five dice, up to three times. After each roll, you keep the ones you like, and roll the others again.
teach-2 = Say Lily rolls a one, a three, two fives, and a six. Lily says “keep the fives”, and the other three roll again. In the end there are four fives, so Lily says “fives”, and gets twenty points.
teach-3 = That line is full now. There are thirteen, and each of you fills every line once. I'll tell you about them as we play. To hear them all, say “which lines are there”.

# --- on the screen -------------------------------------------------------------------------------

panel-dice = Dice
panel-rolled = rolled
panel-kept = kept
