"""Export for tonies: a TAF file, which TeddyCloud serves to a Toniebox.

The file is a header of 4096 bytes, which lists the chapters, and an Ogg Opus stream in pages of exactly 4096 bytes,
because the box reads its card in blocks of that size. A chapter starts with a page.

Other programs pad each page. Here the packets have a constant size of which 13 fill a page exactly, so only one packet
has to be padded: the first page of sound shares its block with the two pages of Opus headers, which take 512 bytes.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator

import numpy as np

from narrator.apps.export.av_encoder import encode_packets
from narrator.apps.export.book import Book
from narrator.apps.export.narration import NarratedPage
from narrator.speech.pcm import Pcm

BLOCK_BYTES, OPUS_HEADERS_BYTES = 4096, 512
PACKET_BYTES = 311
"""With its two lacing bytes a packet takes 313 bytes, and 13 of them and the page header take 4096."""
PACKETS_PER_PAGE, PACKETS_ON_FIRST_PAGE = 13, 11
PADDED_PACKET_BYTES = 425
"""The last packet on the first page, which fills its block."""
OPUS_RATE_HZ, PACKET_SAMPLES = 48_000, 960
OPUS_BITS_PER_SECOND = PACKET_BYTES * 8 * OPUS_RATE_HZ // PACKET_SAMPLES
PRE_SKIP_SAMPLES = 312
"""Samples that the encoder adds at the start."""
OWN_AUDIO_ID_OFFSET = 0x50000000
"""Audio ids are times; TeddyCloud takes ids that are this much too early for the family's own recordings."""
FIRST_SOUND_PAGE = 2
BEGINNING, CONTINUING, END = 2, 0, 4  # Ogg page flags


def render_taf(book: Book, pages: Iterable[NarratedPage]) -> bytes:
    packets, packet_counts = encode_chapters(pages)
    audio_id = max(1, int(book.played.timestamp()) - OWN_AUDIO_ID_OFFSET)
    stream = mux_opus(packets, audio_id)
    chapter_pages, page = [], 0
    for count in packet_counts:
        chapter_pages.append(page)
        page = (page or FIRST_SOUND_PAGE) + pages_needed(count, is_first=not page)
    return taf_header(stream, audio_id, chapter_pages) + stream


def pages_needed(packets: int, *, is_first: bool) -> int:
    """Return how many whole pages these packets fill."""
    return 1 + (packets - PACKETS_ON_FIRST_PAGE) // PACKETS_PER_PAGE if is_first else packets // PACKETS_PER_PAGE


def encode_chapters(pages: Iterable[NarratedPage]) -> tuple[list[bytes], list[int]]:
    """Encode all chapters, each padded with silence to whole pages, and return the packets and how many each has."""
    import av  # noqa: PLC0415 - optional

    counts: list[int] = []

    def sounds() -> Iterator[Pcm]:
        for narrated in pages:
            sound = narrated.sound.resampled(OPUS_RATE_HZ)
            offset = 0 if counts else PACKETS_PER_PAGE - PACKETS_ON_FIRST_PAGE
            packets = -(-len(sound.samples) // PACKET_SAMPLES)
            counts.append(packets + -(packets + offset) % PACKETS_PER_PAGE)
            padding = counts[-1] * PACKET_SAMPLES - len(sound.samples)
            yield Pcm(np.pad(sound.samples, (0, padding)), OPUS_RATE_HZ)

    codec = av.CodecContext.create("libopus", "w")
    codec.rate, codec.layout, codec.format, codec.bit_rate = OPUS_RATE_HZ, "stereo", "s16", OPUS_BITS_PER_SECOND
    codec.options = {"vbr": "off", "frame_duration": "20"}
    codec.open()
    packets = list(encode_packets(codec, sounds()))[: sum(counts)]  # the encoder's delay may add a packet
    assert all(len(packet) == PACKET_BYTES for packet in packets)
    return packets, counts


def mux_opus(packets: list[bytes], serial: int) -> bytes:
    """Return an Ogg stream whose pages end with the blocks."""
    head = struct.pack("<8sBBHIhB", b"OpusHead", 1, 2, PRE_SKIP_SAMPLES, OPUS_RATE_HZ, 0, 0)
    first = ogg_page([head], serial, 0, 0, BEGINNING)
    tags = b"OpusTags" + struct.pack("<I8sI", 8, b"Narrator", 1)
    comment_bytes = OPUS_HEADERS_BYTES - len(first) - 27 - 2 - len(tags) - 4
    tags += struct.pack("<I", comment_bytes) + b"pad=".ljust(comment_bytes, b"0")
    pages = [first, ogg_page([tags], serial, 1, 0, CONTINUING)]
    done, number = 0, FIRST_SOUND_PAGE
    while done < len(packets):
        count = PACKETS_PER_PAGE if done else PACKETS_ON_FIRST_PAGE
        content = packets[done : done + count]
        if not done:
            content[-1] = pad_packet(content[-1], PADDED_PACKET_BYTES)
        done += len(content)
        flag = END if done >= len(packets) else CONTINUING
        pages.append(ogg_page(content, serial, number, done * PACKET_SAMPLES, flag))
        number += 1
    return b"".join(pages)


def pad_packet(packet: bytes, size: int) -> bytes:
    """Make an Opus packet of one frame longer, as the format provides: a code, a count of frames, a padding length."""
    padding = size - len(packet) - 2
    return bytes([packet[0] | 3, 0x41, padding]) + packet[1:] + bytes(padding)


def ogg_page(packets: list[bytes], serial: int, number: int, granule: int, flags: int) -> bytes:
    lacing = b"".join(b"\xff" * (len(packet) // 255) + bytes([len(packet) % 255]) for packet in packets)
    start = struct.pack("<4sBBqII", b"OggS", 0, flags, granule, serial, number)
    end = bytes([len(lacing)]) + lacing + b"".join(packets)
    return start + struct.pack("<I", ogg_checksum(start + bytes(4) + end)) + end


def make_checksum_table() -> list[int]:
    table = []
    for value in range(256):
        rest = value << 24
        for _ in range(8):
            rest = (rest << 1) ^ (0x04C11DB7 if rest & 0x80000000 else 0)
        table.append(rest & 0xFFFFFFFF)
    return table


CHECKSUM_TABLE = make_checksum_table()


def ogg_checksum(page: bytes) -> int:
    rest = 0
    for byte in page:
        rest = (rest << 8 & 0xFFFFFFFF) ^ CHECKSUM_TABLE[rest >> 24 ^ byte]
    return rest


# --- header --------------------------------------------------------------------------------------


def taf_header(stream: bytes, audio_id: int, chapter_pages: list[int]) -> bytes:
    """Return the header: its length, and a Protocol Buffers message that is padded to fill the block."""
    fields = b"\x0a" + prefixed(hashlib.sha1(stream, usedforsecurity=False).digest())
    fields += b"\x10" + varint(len(stream)) + b"\x18" + varint(audio_id)
    fields += b"\x22" + prefixed(b"".join(map(varint, chapter_pages)))
    size = BLOCK_BYTES - 4
    padding = size - len(fields) - 3  # a tag and a length of two bytes
    return struct.pack(">I", size) + fields + b"\x2a" + varint(padding) + bytes(padding)


def varint(number: int) -> bytes:
    """Encode a number in groups of seven bits, the lowest first."""
    groups = [number & 0x7F]
    while number := number >> 7:
        groups.append(number & 0x7F)
    return bytes([*(group | 0x80 for group in groups[:-1]), groups[-1]])


def prefixed(body: bytes) -> bytes:
    return varint(len(body)) + body
