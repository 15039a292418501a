# The labels of the pages in the window, read by the eye, by a screen reader and on a braille line. Short and plain.
# What stands on a button that speaks (page-say-…, answer-…, night-…) is what it says at the table.

narrator = Narrator

# --- the door ------------------------------------------------------------------------------------

door = Come in
door-how = Scan your code on the big screen, or type its four words here.
door-words = Four words
door-enter = Come in
door-wrong = That opens nothing. It may have been used already: ask for a new code.
door-wait = Please wait a moment, then try again.
door-nobody = Nobody answers. Is the game still on?

# --- the page on the big screen ------------------------------------------------------------------

page-wait = One moment…
page-title = { $game } – Narrator
page-lost = The connection is gone. I am trying again.
page-moved = This seat is on another phone now.
page-shut = The window is shut. Good night!
page-said = What I said
page-table = On the table
page-story = The page
page-can-say = What you can say
page-type = Type it here
page-say = Say
page-always = At any time
page-say-repeat = Repeat
page-say-help = Help
page-say-undo = Undo
page-say-turn = Whose turn
page-say-scores = Scores
page-say-pause = Pause
page-say-go-on = Go on
page-beside = Players and settings
page-players = Players
page-turn = it's your turn
page-awaited = we're waiting
page-phone = phone
page-place = { $number } of { $count }
page-speaking = Speaking
page-listening = Listening
page-waiting = Getting ready
page-loudness = How loud it is
page-settings = Settings
page-size = Size of the print
page-smaller = Smaller
page-bigger = Bigger
page-colors = Colors
page-night = White on black
page-day = Black on white
page-amber = Yellow on black
page-calm = Calm
page-reader = My screen reader reads it
page-shelf = Our stories
page-open = Nobody knows yet.

answer-yes = Yes
answer-no = No
answer-go-on = Go on
answer-skip = Skip
answer-ready = Ready
answer-number = Number { $number }

# --- phones --------------------------------------------------------------------------------------

invites = Phones
invite-of = { $seat }'s phone
invite-scan = Scan this with the phone.
invite-open = Or open this page on it
invite-type = and type these words:
invite-code = The code for { $seat }'s phone
invite-others = Whose phone is next?

phone-title = { $seat } – { $game }
phone-type = Type what all may hear
phone-choose = Choose
phone-again = Choose again
phone-cards = Your cards
phone-buzz = Sound and buzz when it's my turn
phone-aloud = { $question } (or say it aloud)
phone-none = None
phone-closer = Look closer
phone-closer-at = Look closer at { $card }
phone-first = Choose one first.

# --- the shelf -----------------------------------------------------------------------------------

shelf = Our stories
shelf-empty = There is no story yet. Play one, and it stands here.
shelf-about = { $date }, { $players }
shelf-tell = Tell
shelf-tell-it = Tell: { $title }
shelf-say = tell me the story about number { $number }
shelf-game = Something else is on the table. When that is done, I can tell this one.
shelf-take = Take it along
shelf-take-it = Take it along: { $title }
shelf-html = Large print, to read or to print
shelf-epub = EPUB, for a phone or a tablet
shelf-daisy = DAISY, for a talking-book player
shelf-mp3 = MP3, to listen to
shelf-making = I am reading { $title } aloud, for you to take along. That takes a while.
shelf-progress = How far I am with { $title }
shelf-quarter = { $percent } percent of { $title } are done.
shelf-ready = { $title } is ready, and comes as a download.
shelf-failed = That could not be done.
shelf-forget = Forget
shelf-forget-it = Forget: { $title }
shelf-sure = { $title } cannot be brought back. Forget it for ever?
shelf-forget-sure = Forget it for ever
shelf-keep = Keep it
shelf-kept = { $title } stays.
shelf-forgotten = { $title } is forgotten.
shelf-back = Back to the table

# --- at bedtime ----------------------------------------------------------------------------------

night-softer = Softer
night-again = Again
night-stop = Stop
night-go-on = Go on
night-good-night = Good night
