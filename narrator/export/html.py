"""A page in large print: for a reader with low vision, or for grandparents, on a screen and on paper.

One file that needs no other. Each part begins on a new sheet.
"""

from markupsafe import Markup

from narrator.export.book import Book
from narrator.export.pictures import svg
from narrator.export.templates import filled


def html(book: Book) -> bytes:
    drawn = {picture: Markup(svg(picture, alone=False).decode()) for picture in book.pictures}
    return filled("print.html", book=book, drawn=drawn, style=Markup(filled("print.css").decode()))
