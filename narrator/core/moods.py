"""The moods of stories. Players ask for a mood: "something funny"."""

from enum import StrEnum


class StoryMood(StrEnum):
    """What a story feels like. Most stories have one or two moods."""

    FUNNY = "funny"
    SCARY = "scary"
    COZY = "cozy"
    ADVENTUROUS = "adventurous"
    TENDER = "tender"
    CLEVER = "clever"
    FESTIVE = "festive"
