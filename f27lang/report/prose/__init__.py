"""The rules of a closed Game in English: a section of the card after another, each rule with the lines behind it."""
