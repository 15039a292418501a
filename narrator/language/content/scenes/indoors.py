"""Settings in houses and towns, as SVG."""

from collections.abc import Mapping, Sequence

from narrator.language.content.scenes.backdrop import Backdrop
from narrator.language.content.scenes.shapes import (
    HEIGHT,
    LEFT,
    RIGHT,
    boards,
    box,
    cloud,
    disc,
    glow,
    gradient_sky,
    ground,
    house,
    lines,
    moon,
    oval,
    planks,
    shape,
    stars,
    stones,
    tower_block,
    window_frame,
)

WIDE = RIGHT - LEFT


def wall_pattern(colour: str, opacity: float) -> str:
    """Draw dots of a wallpaper."""
    return "".join(
        disc(x + (row % 2) * 6, 8 + row * 11, 0.9, colour, opacity) for row in range(6) for x in range(-58, 160, 12)
    )


def awning(x: float, y: float, width: float, colour: str) -> str:
    """Draw the striped roof of a market stall."""
    stripe = width / 6
    return "".join(
        shape(
            f"M{x + i * stripe:g} {y:g}h{stripe:g}v9a{stripe / 2:g} {stripe / 2:g} 0 0 1 {-stripe:g} 0Z",
            colour if i % 2 == 0 else "#fff6e4",
        )
        for i in range(6)
    )


def houses(walls: Sequence[str], window: str) -> str:
    """Draw a row of town houses, with a wall of each of these colours in turn."""
    return "".join(
        tower_block(x, 80, width, height, walls[number % len(walls)], window)
        for number, (x, width, height) in enumerate(HOUSE_SIZES)
    )


HOUSE_SIZES = (
    *((-56, 26, 48), (-29, 22, 40), (-6, 28, 54), (23, 22, 36), (46, 20, 30)),
    *((67, 24, 44), (92, 28, 56), (121, 22, 42), (144, 26, 50)),
)
"""X, width and height of the houses in a street."""
DAY_WALLS = ("#d99b84", "#9fb9c4", "#e6b98a", "#b7a6c9", "#9cc0a4", "#e39c8b", "#a9bcd0", "#e6c48a", "#c99a9c")
NIGHT_WALLS = ("#4a4a7d", "#3d4474", "#4d4c82", "#413f72", "#4b5086", "#454478", "#3c4272")

HOME: Mapping[str, Backdrop] = {
    "room": Backdrop(
        gradient_sky("#f0dcb9", "#e9cfa6")
        + wall_pattern("#fff7e6", 0.7)
        + window_frame(72, 12, 22, 28, "#a9dcf2", "#fff8ea")
        + window_frame(-36, 12, 22, 28, "#a9dcf2", "#fff8ea")
        + window_frame(120, 12, 22, 28, "#a9dcf2", "#fff8ea")
        + box(LEFT, 73, WIDE, 3.5, "#fff4df"),
        box(LEFT, 76, WIDE, 29, "#b98055")
        + boards(76, "#8f5c3a")
        + oval(50, 94, 96, 15, "#cf6f62", 0.75)
        + oval(50, 94, 82, 11.5, "#e29a85", 0.7),
        75,
    ),
    "night-room": Backdrop(
        gradient_sky("#4a4a80", "#5d5a90")
        + wall_pattern("#7672a8", 0.6)
        + window_frame(70, 10, 24, 30, "#232b5c", "#8c88b8")
        + disc(84, 18, 4, "#fff3c9")
        + window_frame(-36, 10, 24, 30, "#232b5c", "#8c88b8")
        + window_frame(120, 10, 24, 30, "#232b5c", "#8c88b8")
        + glow(44, 56, 52, "#ffdf9e", 0.55)
        + box(LEFT, 73, WIDE, 3.5, "#6d6a9e"),
        box(LEFT, 76, WIDE, 29, "#5a4a68") + boards(76, "#3e334c") + oval(50, 94, 96, 15, "#7d5a86", 0.8),
        75,
    ),
    "kitchen": Backdrop(
        gradient_sky("#f7ebcf", "#f3e0b6")
        + lines(
            "".join(f"M{LEFT} {y}H{RIGHT}" for y in range(34, 74, 8))
            + "".join(f"M{x} 34V74" for x in range(-56, 160, 8)),
            "#e6cfa0",
            0.5,
        )
        + window_frame(8, 8, 24, 22, "#a9dcf2", "#fff")
        + box(60, 20, 40, 2, "#b98055")
        + "".join(
            box(x, 12, 5, 8, colour, rounded=1)
            for x, colour in ((64, "#e5827a"), (72, "#8cb9c9"), (80, "#f0bf62"), (88, "#9cbf86"))
        )
        + box(-50, 20, 40, 2, "#b98055")
        + box(116, 20, 36, 2, "#b98055"),
        box(LEFT, 77, WIDE, 5, "#d79f68")
        + box(LEFT, 82, WIDE, 23, "#7fb0ab")
        + "".join(
            box(x, 86, 24, 16, "#92c0ba", rounded=1.5) + disc(x + 12, 90, 1, "#f6e7c8") for x in range(-57, 150, 27)
        ),
        76,
    ),
    "attic": Backdrop(
        gradient_sky("#c79a6b", "#b5855a")
        + shape(f"M50 -30L{LEFT} 80V0H{RIGHT}V80Z", "#8f6444")
        + planks(0, 80, "#7a5236", 14, 0.35)
        + disc(50, 26, 11, "#8b5f3f")
        + disc(50, 26, 9, "#bfe3f2")
        + lines("M50 17V35M41 26H59", "#8b5f3f", 1.2)
        + glow(50, 44, 46, "#fff1c9", 0.55),
        box(LEFT, 78, WIDE, 27, "#9a6b46") + boards(78, "#744c2f", 0.4),
        77,
    ),
    "cellar": Backdrop(
        gradient_sky("#79728a", "#8d8497")
        + stones((0, 15, 30, 45, 60, 76), "#5f5871", 0.5)
        + box(8, 10, 20, 10, "#bfe3f2", rounded=1)
        + lines("M13 10v10M18 10v10M23 10v10", "#5f5871", 1)
        + glow(50, 52, 50, "#ffd993", 0.55),
        box(LEFT, 78, WIDE, 27, "#6a6076") + lines(f"M{LEFT} 86H{RIGHT}M{LEFT} 95H{RIGHT}", "#544b60", 0.6, 0.5),
        77,
    ),
    "hall": Backdrop(
        gradient_sky("#e9d3c0", "#dcbfa6")
        + "".join(
            shape(f"M{x} 74V32a9 9 0 0 1 18 0V74Z", "#bfe0ec") + lines(f"M{x} 74V32a9 9 0 0 1 18 0V74", "#fff4df", 1.6)
            for x in (-44, 5, 77, 126)
        )
        + "".join(box(x, 6, 5, 70, "#f7e8d3") + box(x - 1.5, 4, 8, 4, "#fff6e6") for x in (-16, 29, 66, 106)),
        box(LEFT, 76, WIDE, 29, "#a5576a")
        + shape(f"M34 76H66L84 {HEIGHT}H16Z", "#c9707c")
        + lines(f"M36 76L20 {HEIGHT}M64 76L80 {HEIGHT}", "#f0cf8a", 1),
        75,
    ),
    "stage": Backdrop(
        gradient_sky("#5b3a6b", "#7d4a78")
        + shape("M50 -6L14 84H86Z", "#fff2c4", 0.32)
        + oval(50, 84, 74, 12, "#fff2c4", 0.3),
        box(LEFT, 82, WIDE, 23, "#b5774c")
        + boards(82, "#8c5936", 0.4)
        + oval(50, 92, 70, 12, "#fff2c4", 0.35)
        + "".join(
            shape(f"M{x} 0H{x + 14 * s}Q{x + 9 * s} 46 {x + 12 * s} 92H{x}Z", "#c23b4a")
            + lines(
                f"M{x + 4 * s} 0Q{x + 2 * s} 46 {x + 4 * s} 92M{x + 9 * s} 0Q{x + 6 * s} 46 {x + 8 * s} 92",
                "#99293a",
                0.8,
                0.7,
            )
            for x, s in ((-4, 1), (104, -1))
        )
        + box(LEFT, 0, 56, 92, "#a83042")
        + box(104, 0, 56, 92, "#a83042")
        + "".join(shape(f"M{x} 0h18v4a9 7 0 0 1 -18 0Z", "#d44a57") for x in range(-58, 160, 18)),
        81,
    ),
    "school": Backdrop(
        gradient_sky("#f3e6c8", "#ecd9b0")
        + box(10, 10, 80, 42, "#b98055", rounded=1.5)
        + box(13, 13, 74, 36, "#4f7a68")
        + lines("M19 21h20M19 27h14M60 22q6 -6 12 0t12 0M64 40h16", "#e9f3e6", 0.9, 0.6)
        + window_frame(-42, 12, 26, 34, "#a9dcf2", "#fff8ea")
        + window_frame(116, 12, 26, 34, "#a9dcf2", "#fff8ea")
        + box(LEFT, 74, WIDE, 3, "#fff4df"),
        box(LEFT, 77, WIDE, 28, "#c08d5f") + boards(77, "#966840", 0.4),
        76,
    ),
}

TOWN: Mapping[str, Backdrop] = {
    "street": Backdrop(
        gradient_sky("#9fd2ee", "#dcecea", "#fbeed0") + cloud(50, 14, 26) + houses(DAY_WALLS, "#fff6dc"),
        box(LEFT, 79, WIDE, 5, "#d8d0c8")
        + box(LEFT, 84, WIDE, 21, "#8a8693")
        + "".join(box(x, 94, 13, 1.6, "#f7efd9") for x in range(-56, 160, 26)),
        79,
    ),
    "night-street": Backdrop(
        gradient_sky("#20264f", "#3d437c", "#6a6298")
        + stars(40, 40)
        + moon(52, 13, 5.5)
        + houses(NIGHT_WALLS, "#ffdf8e")
        + glow(50, 62, 46, "#ffd98a", 0.5),
        box(LEFT, 79, WIDE, 5, "#7b789c")
        + box(LEFT, 84, WIDE, 21, "#4a4868")
        + "".join(box(x, 94, 13, 1.6, "#c9c3dc", 0.7) for x in range(-56, 160, 26))
        + "".join(
            box(x - 0.6, 46, 1.2, 34, "#2a2a48") + disc(x, 45, 6, "#ffe6a0", 0.3) + disc(x, 45, 2.6, "#ffeec2")
            for x in (5, 96, -40, 142)
        ),
        79,
    ),
    "station": Backdrop(
        gradient_sky("#bcd8e6", "#e3e6dc", "#f4e3c4")
        + shape(f"M{LEFT} 0H{RIGHT}V22Q50 -2 {LEFT} 22Z", "#7c8a9c")
        + lines(f"M{LEFT} 22Q50 -2 {RIGHT} 22M-40 0v18M-10 0v14M20 0v12M80 0v12M110 0v14M140 0v18", "#5f6c7e", 1)
        + "".join(box(x, 14, 3, 64, "#8d7a6d") + box(x - 2, 74, 7, 4, "#75645a") for x in (-38, 6, 91, 134))
        + disc(50, 24, 8, "#5f6c7e")
        + disc(50, 24, 6.6, "#fffaf0")
        + lines("M50 24V20M50 24l3 2", "#4a5362", 0.9)
        + box(LEFT, 68, WIDE, 9, "#a9b3b3"),
        box(LEFT, 77, WIDE, 13, "#d9c7ab")
        + box(LEFT, 80, WIDE, 1.6, "#f2c14e")
        + box(LEFT, 90, WIDE, 15, "#6d6670")
        + "".join(box(x, 93, 3, 10, "#8f7760") for x in range(-58, 160, 10))
        + box(LEFT, 94, WIDE, 1.3, "#b9bec6")
        + box(LEFT, 100, WIDE, 1.3, "#b9bec6"),
        76,
    ),
    "market": Backdrop(
        gradient_sky("#a9d8ee", "#e6eedd", "#fbe9c6")
        + cloud(52, 12, 24)
        + "".join(
            house(x, 78, 24, 26, wall, roof, "#fff3cf")
            for x, wall, roof in ((-42, "#d8b79b", "#a9685a"), (52, "#cfd3bd", "#96746a"), (146, "#d8b79b", "#a9685a"))
        )
        + "".join(
            box(x + 1, 42, 1.5, 38, "#8f6a4c")
            + box(x + 29.5, 42, 1.5, 38, "#8f6a4c")
            + awning(x, 34, 32, colour)
            + box(x, 66, 32, 14, "#b98055")
            for x, colour in ((-6, "#e2685f"), (74, "#4d9c9a"), (-56, "#eab04e"), (122, "#8a77b5"))
        )
        + "".join(
            disc(x + i * 5, 65, 2.4, colour)
            for x, colour in ((-2, "#f0a43c"), (79, "#d94f4f"), (-52, "#86b35a"), (126, "#f4cf57"))
            for i in range(6)
        ),
        ground(79, "#d8c3a2")
        + "".join(oval(x, 85 + (x * 5) % 17, 10, 2.4, "#c7af8b", 0.8) for x in range(-56, 160, 14)),
        78,
    ),
    "cave": Backdrop(
        gradient_sky("#6d5f78", "#85738a", "#9d8794")
        + glow(50, 52, 54, "#ffe0a8", 0.7)
        + shape(
            f"M{LEFT} 0H{RIGHT}V20L140 10L128 26L112 8L98 30L88 9L76 19"
            "L66 6L56 15L44 5L34 20L24 8L12 32L2 10L-14 24L-30 8L-44 22L-60 10Z",
            "#4f4459",
        )
        + shape("M-10 105Q6 60 -4 0H-60V105ZM110 105Q94 60 104 0H160V105Z", "#574b62"),
        ground(82, "#5c4f66", 2.5, 60, 10)
        + shape("M4 90l5 -17l5 17ZM88 92l6 -21l5 21ZM-30 92l6 -18l6 18ZM118 92l6 -20l6 20Z", "#4f4459"),
        79,
    ),
}

INDOORS: Mapping[str, Backdrop] = {**HOME, **TOWN}
