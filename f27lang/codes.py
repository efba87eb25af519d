"""Every diagnostic code with its meaning in a few words; F01 syntax and size, 02 names and merging, 03 cards and points, 04 turns and ranking, 05 secrecy, play and shoe, 06 money, 07 examples and claims, 09 our bug."""

CODES: dict[str, str] = {
    "F0101": "something stands where it can't",
    "F0102": "a block is not closed",
    "F0103": "a word of the language used as a name",
    "F0104": "a missing or unknown edition",
    "F0105": "a limit of size",
    "F0106": "not built yet",
    "F0107": "a file that can't be read",
    "F0108": "a character that may not stand in a file",
    "F0201": "an unknown or circular `extends`",
    "F0202": "a name that is not declared",
    "F0203": "`also` with nothing, or too much, to merge into",
    "F0204": "a name declared twice",
    "F0205": "a setting outside its range or of the wrong kind",
    "F0206": "a section that this kind of game can't have, or has twice",
    "F0207": "two options that write different text to one address",
    "F0208": "relations between options that don't fit",
    "F0209": "an abstract game asked to be played",
    "F0210": "a toggle that can't change anything",
    "F0211": "two options whose lines can fit one case",
    "F0212": "a param, hand or assumption that nothing uses",
}
