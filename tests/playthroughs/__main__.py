"""Write the answers of all playthroughs anew."""

from tests.playthroughs import Playthrough, files

for path in files():
    script = Playthrough.read(path)
    text = script.text(script.play())
    if text != path.read_text("utf-8"):
        path.write_text(text, "utf-8")
        print(f"{path.parent.name}/{path.name} has changed")
