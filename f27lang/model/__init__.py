"""One frozen attrs class per keyword of the language, grouped as a rules card is."""

from f27lang.model.cards import *  # noqa: F403
from f27lang.model.game import *  # noqa: F403
from f27lang.model.hands import *  # noqa: F403
from f27lang.model.money import *  # noqa: F403
from f27lang.model.node import *  # noqa: F403
from f27lang.model.pot import *  # noqa: F403
from f27lang.model.prove import *  # noqa: F403
from f27lang.model.turns import *  # noqa: F403
from f27lang.model.vary import *  # noqa: F403
