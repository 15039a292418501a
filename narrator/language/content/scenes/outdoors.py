"""Settings under the sky, as SVG."""

from collections.abc import Mapping

from narrator.language.content.scenes.backdrop import Backdrop
from narrator.language.content.scenes.shapes import (
    HEIGHT,
    LEFT,
    RIGHT,
    box,
    cloud,
    disc,
    glow,
    gradient_sky,
    ground,
    house,
    lines,
    moon,
    mountain,
    oval,
    pine,
    round_tree,
    shape,
    stars,
    sun,
)

DAY_SKY = ("#8cc9ef", "#c9e8f2", "#f3f1dc")
NIGHT_SKY = ("#1d2350", "#34407c", "#5c5f9d")
FLOWERS = tuple((x, y) for x in range(-56, 160, 9) for y in (93 + x % 7,))

HILLS: Mapping[str, Backdrop] = {
    "dawn-hills": Backdrop(
        gradient_sky("#f6b3a4", "#fbd3a8", "#fff0c9")
        + sun(24, 58, 12, "#fff3c4")
        + cloud(72, 20, 30, "#fff", 0.55)
        + cloud(8, 30, 20, "#fff", 0.4)
        + ground(68, "#c9b3c9", 7, 90, 10)
        + ground(75, "#a9a8bf", 5, 70, 50),
        ground(84, "#8aa67c", 4, 130, 20) + ground(96, "#77966a", 2, 100, 60),
        80,
    ),
    "day-hills": Backdrop(
        gradient_sky(*DAY_SKY)
        + sun(84, 15, 8)
        + cloud(20, 18, 30)
        + cloud(66, 32, 22, "#fff", 0.6)
        + ground(70, "#a8cf9b", 8, 100, 30)
        + ground(77, "#8fc07f", 5, 70, 0),
        ground(85, "#74ad62", 4, 130, 70) + ground(97, "#649b53", 2, 90, 10),
        81,
    ),
    "dusk-hills": Backdrop(
        gradient_sky("#f0a58f", "#f7bd93", "#fbd6a5")
        + sun(80, 64, 11, "#ffe3a1")
        + cloud(26, 18, 28, "#fbe3d2", 0.6)
        + ground(70, "#a98bab", 8, 95, 60)
        + ground(78, "#8f7699", 5, 70, 20),
        ground(86, "#76688b", 4, 130, 0) + ground(98, "#685b7d", 2, 90, 40),
        82,
    ),
    "night-hills": Backdrop(
        gradient_sky(*NIGHT_SKY)
        + stars(60, 66)
        + moon(82, 16, 7)
        + glow(50, 56, 52, "#b9bbea", 0.5)
        + ground(70, "#4f5a94", 8, 100, 30)
        + ground(77, "#46528a", 5, 70, 0),
        ground(85, "#3a4a78", 4, 130, 70) + ground(97, "#314068", 2, 90, 10),
        81,
    ),
    "field": Backdrop(
        gradient_sky("#9fd3ee", "#d8edf0", "#fbf0cf")
        + cloud(24, 16, 30)
        + cloud(80, 26, 20, "#fff", 0.6)
        + ground(72, "#b9d08b", 3, 120, 10)
        + "".join(round_tree(x, 73, 9, "#8db676", "#8a6b4f") for x in (-40, -28, 4, 12, 96, 120, 133)),
        ground(77, "#e7c766", 2, 140, 30)
        + lines("".join(f"M{50 + i * 9} 77L{50 + i * 26} {HEIGHT}" for i in range(-12, 13)), "#cfa94a", 0.8, 0.6),
        76,
    ),
    "garden": Backdrop(
        gradient_sky("#a6daf0", "#d9f0ea", "#f6f3d7")
        + cloud(76, 18, 26)
        + "".join(disc(x, 66 + abs(x % 23 - 11) / 4, 11, "#7fb874") for x in range(-60, 161, 13))
        + "".join(box(x, 60, 5, 20, "#fff6e4", rounded=1.5) for x in range(-58, 160, 9))
        + box(LEFT, 65, RIGHT - LEFT, 2, "#f4e6cb")
        + box(LEFT, 73, RIGHT - LEFT, 2, "#f4e6cb"),
        ground(79, "#8cc56d", 1.5, 90, 20)
        + "".join(
            disc(x, y, 1.5, colour) + disc(x, y, 0.6, "#fff3b0")
            for (x, y), colour in zip(FLOWERS, ("#f58aa0", "#fff", "#f9c74f", "#b58ad6") * 20, strict=False)
        ),
        78,
    ),
    "forest": Backdrop(
        gradient_sky("#cfe8c6", "#e6f2cf", "#f7f5d8")
        + "".join(pine(x, 84, 50 + x % 11, "#a9cd9c") for x in range(-58, 160, 13))
        + "".join(pine(x, 86, 56 + x % 13, "#7fb07a") for x in (-52, -30, -8, 6, 92, 108, 128, 150)),
        ground(81, "#6f9b5c", 2.5, 90, 40) + ground(94, "#5d8a4d", 2, 70, 0),
        79,
    ),
    "night-forest": Backdrop(
        gradient_sky("#1c2a4f", "#2f4a6e", "#4f6f86")
        + stars(36, 40)
        + moon(80, 15, 6.5)
        + glow(50, 58, 50, "#bcd7d0", 0.5)
        + "".join(pine(x, 84, 50 + x % 11, "#3d5f70") for x in range(-58, 160, 13))
        + "".join(pine(x, 86, 58 + x % 13, "#2c4a58") for x in (-52, -30, -8, 6, 92, 108, 128, 150)),
        ground(81, "#31544f", 2.5, 90, 40) + ground(94, "#284844", 2, 70, 0),
        79,
    ),
    "snow": Backdrop(
        gradient_sky("#a9c7e3", "#cfe0ee", "#eef2f4")
        + ground(68, "#d6e2ee", 7, 90, 20)
        + "".join(pine(x, 75, 17, "#7fa2a8") for x in (-44, -34, 4, 12, 93, 101, 126))
        + stars(70, 72, "#fff", 5),
        ground(81, "#f7fafc", 3.5, 120, 50) + ground(96, "#e6eef6", 2, 80, 0),
        79,
    ),
    "mountains": Backdrop(
        gradient_sky("#9cc9ea", "#d3e6ef", "#f6ead6")
        + cloud(18, 20, 24)
        + mountain(12, 30, 74, 84, "#8f9fbd", "#fff")
        + mountain(88, 24, 84, 84, "#7e8fb0", "#fff")
        + mountain(-40, 36, 76, 84, "#8797b6", "#fff")
        + mountain(140, 34, 70, 84, "#8f9fbd", "#fff")
        + mountain(48, 48, 62, 84, "#a3b0c8", "#fff"),
        ground(82, "#86a878", 3, 110, 10) + ground(95, "#759868", 2, 80, 50),
        80,
    ),
    "desert": Backdrop(
        gradient_sky("#f7c58f", "#fbdcab", "#fff0cf")
        + sun(78, 20, 8, "#fff3c4")
        + ground(70, "#eec287", 5, 120, 20)
        + ground(77, "#e5b271", 4, 90, 70),
        ground(84, "#d99f5b", 4, 140, 30)
        + lines("M6 92q10 -3 20 0M60 97q12 -3 24 0M-30 95q10 -3 20 0", "#c58b49", 0.8),
        80,
    ),
    "swamp": Backdrop(
        gradient_sky("#b9cfa6", "#d5ddb0", "#ece7bd")
        + "".join(round_tree(x, 74, 24 + x % 9, "#8da87c", "#6d7058") for x in (-50, -30, 2, 94, 118, 142))
        + ground(72, "#8fae8a", 1.5, 60, 0),
        ground(79, "#6f9a86", 1.5, 50, 20)
        + "".join(
            oval(x, y, 15, 3.4, "#86b05f") for x, y in ((-34, 92), (8, 97), (30, 88), (70, 99), (90, 90), (126, 95))
        )
        + lines("M3 88v-14M6 88v-10M97 90v-15M94 90v-9M-20 90v-13M120 92v-14", "#55733f", 1.1)
        + "".join(oval(x, y, 2.2, 5, "#7a5237") for x, y in ((3, 73), (97, 74), (-20, 76), (120, 77))),
        78,
    ),
    "road": Backdrop(
        gradient_sky("#9ed0ee", "#d5eaf0", "#fbf0d2")
        + cloud(24, 18, 28)
        + ground(70, "#b3cf95", 5, 100, 20)
        + "".join(round_tree(x, 76, 13, "#8ab673", "#86684d") for x in (-38, 2, 14, 88, 124)),
        ground(76, "#8fbb70", 1, 120, 10)
        + shape(f"M46 75L54 75L104 {HEIGHT}L-4 {HEIGHT}Z", "#8d8794")
        + shape("M49.6 79h.8l1 6h-2.8ZM48.5 89h3l1.6 10h-6.2Z", "#fbf3dd"),
        75,
    ),
    "bridge": Backdrop(
        gradient_sky("#a9cfe8", "#e0e5dd", "#fbe3c3")
        + cloud(20, 18, 26)
        + ground(60, "#a7bfa2", 5, 90, 10)
        + ground(72, "#7fb3cf", 0.8, 24, 0),
        ground(90, "#6ca4c6", 1, 20, 8)
        + shape(
            f"M{LEFT} 74H{RIGHT}V88H{RIGHT}Q128 70 104 96H96Q50 62 4 96H-4Q-28 70 {LEFT} 88Z",
            "#b78a6d",
        )
        + box(LEFT, 74, RIGHT - LEFT, 3, "#cfa384")
        + lines("M-40 77v5M-12 77v6M14 77v5M38 77v3M62 77v3M86 77v5M112 77v6M140 77v5", "#9c7359", 0.8),
        72,
    ),
    "rooftops": Backdrop(
        gradient_sky("#f3b79a", "#f9d1a6", "#fdebc8")
        + cloud(74, 18, 26, "#fff", 0.55)
        + "".join(house(x, 100, 24, 26, "#c6a4a2", "#a9767c", "#ffe6a6") for x in (-46, -14, 18, 52, 84, 118, 148)),
        "".join(
            shape(f"M{x} 82L{x + 22} 70L{x + 44} 82V{HEIGHT}H{x}Z", "#b5564e")
            + lines(f"M{x + 4} 88h36M{x + 4} 94h36M{x + 4} 100h36", "#97443f", 0.7, 0.6)
            for x in (-62, -18, 26, 70, 114)
        )
        + "".join(box(x, 66, 7, 12, "#8f5a50") + box(x - 1, 65, 9, 2.5, "#7a4a42") for x in (-32, 10, 92, 136)),
        78,
    ),
}

WATER: Mapping[str, Backdrop] = {
    "beach": Backdrop(
        gradient_sky("#8fd0f0", "#c8ebf2", "#eef6e6")
        + sun(82, 16, 8)
        + cloud(22, 20, 26)
        + ground(58, "#4fb0d4")
        + ground(66, "#6cc3dc", 0.8, 22, 0)
        + ground(72, "#a9e0e6", 1, 30, 10),
        ground(77, "#f4dca3", 2, 130, 40)
        + lines("M8 92q8 -2 16 0M66 97q9 -2 18 0M-34 95q8 -2 16 0M110 90q8 -2 16 0", "#dfc07f", 0.8),
        75,
    ),
    "sea": Backdrop(
        gradient_sky(*DAY_SKY)
        + sun(82, 16, 8)
        + cloud(22, 20, 28)
        + cloud(60, 34, 18, "#fff", 0.6)
        + ground(58, "#6fbfdc", 0.8, 26, 0)
        + ground(67, "#52a9cf", 1.2, 30, 12),
        ground(78, "#3c90bd", 2, 34, 4) + ground(91, "#2f7ba8", 2, 38, 20),
        78,
        has_shadows=False,
    ),
    "night-sea": Backdrop(
        gradient_sky(*NIGHT_SKY)
        + stars(60, 54)
        + moon(80, 16, 7)
        + glow(50, 54, 52, "#b9c6ea", 0.45)
        + ground(58, "#3c5b96", 0.8, 26, 0)
        + "".join(oval(80, y, w, 1, "#fff3c9", 0.5) for y, w in ((61, 12), (64, 18), (68, 13), (72, 20)))
        + ground(67, "#345189", 1.2, 30, 12, 0.85),
        ground(78, "#2b4578", 2, 34, 4) + ground(91, "#233a68", 2, 38, 20),
        78,
        has_shadows=False,
    ),
    "storm-sea": Backdrop(
        gradient_sky("#56637f", "#7c8ba1", "#b6bfc2")
        + "".join(
            cloud(x, y, w, "#46536e", 0.85) for x, y, w in ((10, 12, 44), (62, 9, 52), (108, 16, 44), (-38, 14, 44))
        )
        + shape("M78 20l-9 15h6l-5 13l14 -18h-6l6 -10Z", "#ffe27a")
        + lines("".join(f"M{x} {26 + x % 13}l-3 9" for x in range(-56, 160, 9)), "#dfe8ee", 0.6, 0.5)
        + ground(62, "#5b8199", 4, 40, 0)
        + ground(71, "#4a7089", 4.5, 46, 18),
        ground(82, "#3b5f7a", 5, 52, 6) + ground(95, "#315069", 3, 44, 30),
        78,
        has_shadows=False,
    ),
    "undersea": Backdrop(
        gradient_sky("#8fdbe8", "#4bb0cf", "#2b7fae")
        + shape("M10 0L-14 105H16L24 0ZM52 0L44 105H74L64 0ZM96 0L108 105H140L108 0Z", "#fff", 0.1)
        + "".join(
            disc(x, y, r, "#fff", 0.35)
            for x, y, r in (
                (12, 30, 1.6),
                (15, 22, 1),
                (88, 44, 1.8),
                (85, 36, 1),
                (64, 14, 1.2),
                (-20, 40, 1.5),
                (120, 28, 1.6),
            )
        )
        + ground(80, "#3f8fa8", 5, 90, 20),
        ground(88, "#e5cf98", 3, 110, 50)
        + lines(
            "M4 96q-4 -8 0 -14q4 -6 0 -12M9 96q4 -6 0 -12M95 96q4 -8 0 -14q-4 -6 0 -12"
            "M-26 96q-4 -8 0 -14M124 96q4 -8 0 -16",
            "#3f9a6c",
            1.8,
        ),
        84,
    ),
    "river": Backdrop(
        gradient_sky("#a3d6ee", "#d6edee", "#f6f2d6")
        + cloud(26, 18, 28)
        + ground(64, "#a9cd93", 6, 100, 20)
        + "".join(round_tree(x, 72, 15, "#86b673", "#846549") for x in (-44, -26, 3, 95, 108, 138))
        + ground(72, "#8fbd74", 1, 80, 10),
        ground(79, "#62b4d6", 1.2, 28, 0)
        + lines("M8 86h14M60 84h12M34 91h16M80 94h14M-30 89h14M116 88h16", "#bfe6f0", 0.9, 0.8)
        + ground(100, "#7bab62", 1.5, 70, 30),
        79,
        has_shadows=False,
    ),
    "island": Backdrop(
        gradient_sky(*DAY_SKY)
        + sun(16, 16, 8)
        + cloud(70, 18, 26)
        + ground(62, "#5fb8d6", 0.8, 26, 0)
        + ground(74, "#4aa5ca", 1.2, 32, 12),
        shape("M4 92Q18 76 50 76T96 92Z", "#f2d79b")
        + shape("M18 84Q30 77 50 77T80 83Q64 80 50 81T18 84Z", "#9cc872")
        + ground(90, "#3c93be", 1.6, 32, 4),
        75,
    ),
}

SKIES: Mapping[str, Backdrop] = {
    "sky": Backdrop(
        gradient_sky("#74bdec", "#a9d9f2", "#e2f1ee")
        + sun(84, 16, 9)
        + cloud(20, 26, 34)
        + cloud(76, 52, 28, "#fff", 0.7)
        + cloud(-26, 60, 30, "#fff", 0.7)
        + cloud(126, 30, 34),
        cloud(24, 96, 52, "#fff", 0.95) + cloud(88, 101, 56, "#fff", 0.95) + cloud(-30, 100, 50) + cloud(140, 98, 50),
    ),
    "night-sky": Backdrop(
        gradient_sky("#171c45", "#2b3673", "#54599c")
        + stars(110, 100)
        + moon(82, 17, 8)
        + glow(48, 52, 54, "#b9bbea", 0.45),
        cloud(22, 98, 52, "#4d5493", 0.95)
        + cloud(90, 102, 56, "#454c88", 0.95)
        + cloud(-34, 100, 50, "#4d5493")
        + cloud(142, 99, 50, "#4d5493"),
    ),
    "clouds": Backdrop(
        gradient_sky("#f4c6c9", "#f9dccb", "#fff3df")
        + cloud(18, 30, 34, "#fff", 0.8)
        + cloud(82, 22, 30, "#fff", 0.7)
        + "".join(cloud(x, 78 + x % 5, 44, "#fdeee6", 1) for x in range(-50, 170, 26)),
        "".join(cloud(x, 92 + x % 4, 46, "#fff", 1) for x in range(-56, 170, 24)) + ground(95, "#fff"),
        84,
    ),
    "space": Backdrop(
        gradient_sky("#150f38", "#2a1d5c", "#4a2f7a")
        + stars(130, 104)
        + glow(50, 50, 52, "#a98be0", 0.45)
        + disc(14, 20, 9, "#e8a86a")
        + shape("M-1 23Q14 30 29 17L27 14Q14 25 0 19Z", "#ffe0b0", 0.9)
        + disc(90, 40, 4, "#79c3c9")
        + disc(126, 26, 10, "#d8799a")
        + disc(-34, 60, 7, "#79c3c9"),
        shape(f"M{LEFT} {HEIGHT}Q50 74 {RIGHT} {HEIGHT}Z", "#8d86b5")
        + oval(30, 97, 11, 3, "#766f9f")
        + oval(66, 95, 8, 2.2, "#766f9f")
        + oval(82, 101, 12, 3, "#766f9f"),
        90,
    ),
    "plain": Backdrop(gradient_sky("#f6e7c8", "#f1dab0")),
}

OUTDOORS: Mapping[str, Backdrop] = {**HILLS, **WATER, **SKIES}
