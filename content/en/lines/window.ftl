# The labels of the pages in the window, read by the eye, by a screen reader and on a braille line. Short and plain.
# What stands on a button that speaks (page-say-…, answer-…, night-…) is what it says at the table.

narrator = Narrator

# --- the door ------------------------------------------------------------------------------------

door = Come in
door-how = Scan the code on the big screen, or type its four words here.
door-words = Four words
door-enter = Come in
door-wrong = That code doesn't work. Perhaps there is a new one on the big screen.
door-closed = The table isn't ready yet
door-goes-on = As soon as a game begins, you can choose your name here.
door-who = Who are you?
door-choose = Choose your name.
door-taken = { $seat } has a phone already. Is it lost? Say aloud: { $seat } has a new phone.
door-full = Everybody at this table has a phone.
door-watch = I'm just watching
door-just-taken = Somebody else was faster. Choose again.
door-wait = Please wait a moment, then try again.
door-nobody = Nobody answers. Is the game still on?

# --- the page about the certificate, with TLS ------------------------------------------------------

trust-title = A safe way in
trust-why = The game encrypts what it sends to your phone. Your phone has to get to know it first, once. Then this page goes on by itself.
trust-go-on = Done: go on to the game
trust-load = Download the certificate of this game
trust-ios = On an iPhone or iPad
trust-ios-1 = Allow the download of a profile.
trust-ios-2 = Open Settings and tap “Profile Downloaded”, then “Install”.
trust-ios-3 = In Settings, open General, then About, then Certificate Trust Settings, at the very bottom.
trust-ios-4 = Switch on the one that begins with “Narrator on”.
trust-android = On Android
trust-android-1 = Open the settings and search for “CA certificate”. Often it is under Security, then Encryption and credentials.
trust-android-2 = Tap “Install anyway”, and unlock the phone.
trust-android-3 = Choose the file narrator.crt.
trust-android-4 = Play with Chrome; Firefox has its own list of certificates.
trust-windows = On Windows
trust-windows-1 = Open the file narrator.crt and click “Install Certificate”.
trust-windows-2 = Choose “Current User”, then “Place all certificates in the following store”, and there “Trusted Root Certification Authorities”.
trust-windows-3 = Confirm, and start the browser again.
trust-macos = On a Mac
trust-macos-1 = Open the file narrator.crt. It is added to Keychain Access, in the keychain “login”.
trust-macos-2 = Double-click the one that begins with “Narrator on”, and open “Trust”.
trust-macos-3 = Choose “Always Trust”, and close the window.
trust-compare = Is it the right one?
trust-fingerprint = Its SHA-256 fingerprint must be the one that the computer with the game has shown at the start. Your phone shows it with the details of the certificate.
trust-remove = The certificate works in your home network only. After the game you can delete it where you installed it.

# --- the page on the big screen ------------------------------------------------------------------

page-wait = One moment…
page-title = { $game } – Narrator
page-lost = The connection is lost. I am trying again.
page-moved = This seat moved to another phone.
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
page-awaited = choosing…
page-tells = tells
page-chosen = has chosen
page-voted = has voted
page-everybody = Everybody
page-clue-of = { $teller }'s clue
page-last-round = The last round
page-face-down = Face down
page-laid-by = Laid by
page-voters = Votes from
page-answers = Answers
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
page-evening = Warm evening
page-morning = Warm morning
page-night = White on black
page-day = Black on white
page-amber = Yellow on black
page-calm = Calm
page-reader = My screen reader reads it
page-spectators = Guests may watch on their phones
page-shelf = Our stories
page-box = Stories to play
page-open = Nobody knows yet.

answer-yes = Yes
answer-no = No
answer-go-on = Go on
answer-skip = Skip
answer-ready = Ready
answer-number = Number { $number }

# --- phones --------------------------------------------------------------------------------------

invites = Phones
invite-title = Join with your phone
invite-scan = Scan this with the phone.
invite-open = Or open this page on it
invite-type = and type these words:
invite-code = The code that opens the game on a phone
invite-seats = Still without a phone: { $seats }
invite-address = Another address

phone-title = { $seat } – { $game }
phone-progress = { $done } of { $count } { $vote ->
    [yes] have voted
   *[no] have chosen
  }
phone-waiting = Waiting for { $seats }.
phone-chosen = You chose { $cards }.
phone-voted = You voted for { $cards }.
phone-sent = Your answer is in.
phone-card = Number { $number }{ $own ->
    [yes] , yours
   *[no] { "" }
  }: { $card }. { $words }
phone-choose = Choose { $card }
phone-vote = Vote for { $card }
phone-pick-first = Tap one
phone-first = Choose one first.
phone-words-first = Write something first.
phone-send = Send
phone-without = Go on without
phone-write = Write it here, or say it aloud.
phone-sending = Sending…
phone-later = The connection is lost. I'll send your answer as soon as it is back.
phone-unsure = The connection broke. Please say it again if nobody heard it.
phone-refused = That did not work. Please try again.
phone-change = Change
phone-cards = Your cards
phone-yours = yours
phone-none = None
phone-actions = What you can do
phone-back = Back
phone-read = Read it to me
phone-stop = Stop reading
phone-pause = Pause
phone-resume = Go on reading
phone-no-voice = This phone cannot read aloud now.
phone-suggest = With earphones, “Read it to me” reads your cards to you alone.
phone-closer = Look closer
phone-pick = Take this one
phone-before = The card before
phone-after = The next card
phone-close = Close
phone-talk = Ask or say something
phone-other = Say it in words…
phone-type = Scores, help, whose turn…
phone-sounds = A soft sound when it's my turn
phone-vibration = Buzz when it's my turn
phone-read-turn = Read to me whenever it's my turn
phone-earphones = With earphones, only you hear it.

# --- the shelf -----------------------------------------------------------------------------------

shelf = Our stories
shelf-empty = There is no story yet. Play one, and you'll find it here.
shelf-about = { $date }, { $players }
shelf-tell = Tell
shelf-tell-it = Tell: { $title }
shelf-say = tell me the story about number { $number }
shelf-game = You're in the middle of a game. When it's over, I can tell this one.
shelf-take = Take it with you
shelf-take-it = Take it with you: { $title }
shelf-html = Large print, to read or to print
shelf-epub = EPUB, for a phone or a tablet
shelf-daisy = DAISY, for a talking-book player
shelf-mp3 = MP3, to listen to
shelf-making = I am recording { $title } for you to take with you. That takes a while.
shelf-progress = How far I am with { $title }
shelf-quarter = { $percent } percent of { $title } is done.
shelf-ready = { $title } is ready, and is being downloaded.
shelf-failed = That didn't work.
shelf-photo = Add a photo
shelf-photo-it = Add a photo to the card: { $title }
shelf-photo-added = The photo is on the card: { $title }. What was said about it is read aloud.
shelf-mend = Mend the words
shelf-mend-it = Mend the words: { $title }
shelf-misheard = (heard wrong)
shelf-mended = { $title }: the new words are kept.
shelf-forget = Forget
shelf-forget-it = Forget: { $title }
shelf-sure = { $title } cannot be brought back. Forget it forever?
shelf-forget-sure = Forget it forever
shelf-keep = Keep it
shelf-kept = { $title } stays.
shelf-forgotten = { $title } is forgotten.
shelf-back = Back to the table

# --- the box ---------------------------------------------------------------------------------------

box = Stories to play
box-play = Play
box-play-it = Play: { $title }
box-say = play { $title }
box-busy = Something else is on the table. When that is done, we can play this one.
box-heard = You have heard this one.
box-series = { $series } { $episode }
box-ages = ages { $low } to { $high }
box-minutes = about { $minutes } minutes
box-funny = funny
box-scary = a little scary
box-cozy = cozy
box-adventurous = adventurous
box-tender = tender
box-clever = clever
box-festive = festive
box-bedtime = for bedtime

# --- at bedtime ----------------------------------------------------------------------------------

night-softer = Softer
night-again = Again
night-stop = Stop
night-go-on = Go on
night-good-night = Good night
