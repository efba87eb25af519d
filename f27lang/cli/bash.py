"""Completion in bash, which parts words at `=` and `@`: its parts -> words as typed; answers -> the part behind those.

Importing this module puts it in the place of click's own.
"""

from __future__ import annotations

from typing import Any

from click.shell_completion import BashComplete, CompletionItem, add_completion_class

_SIGNS = ("=", "@")
_SOURCE = """\
%(complete_func)s() {
    local IFS=$'\\n' line type value
    for line in $(env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD %(complete_var)s=bash_complete $1); do
        IFS=',' read -r type value <<< "$line"
        case $type in
            dir) compopt -o dirnames ;;
            file) compopt -o default ;;
            plain) COMPREPLY+=("$value") ;;
        esac
        [[ $value == *= ]] && compopt -o nospace
    done
}

complete -o nosort -F %(complete_func)s %(prog_name)s
"""


@add_completion_class
class BashByWords(BashComplete):
    """Completes the words that were typed."""

    source_template = _SOURCE
    parted = ""  # what is typed of the word, and no part of it to bash

    def get_completion_args(self) -> tuple[list[str], str]:
        """Return the words in front, and the one that is begun."""
        before, begun = super().get_completion_args()
        *args, word = _joined([*before, begun])
        self.parted = word[: max(map(word.rfind, _SIGNS)) + 1]
        return args, word

    def format_completion(self, item: CompletionItem[Any]) -> str:
        """Return a line of the answer."""
        return f"{item.type},{item.value.removeprefix(self.parted)}"


def _joined(parts: list[str]) -> list[str]:
    """Return `--set hole_card = peek` as `--set hole_card=peek`."""
    words: list[str] = []
    for part in parts:
        if words and (part in _SIGNS or words[-1].endswith(_SIGNS)):
            words[-1] += part
        else:
            words.append(part)
    return words
