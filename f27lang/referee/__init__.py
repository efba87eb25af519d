"""The second opinion: plays a closed Game card by card in plain Python and Fractions, with a reason for each step.

Game, cards, a player who decides -> Round. It shares no code with the tables that the other engines walk.
"""

from f27lang.referee.cards import Card, deal_order, shoe
from f27lang.referee.events import Event, Round
from f27lang.referee.hands import Hand, Reading, Stuck
from f27lang.referee.laws import Moves, Situation
from f27lang.referee.play import Give, OutOfCards, Referee, Table
from f27lang.referee.worn import Pack, Played, Shoe, play_shoe

__all__ = [
    "Card", "Event", "Give", "Hand", "Moves", "OutOfCards", "Pack", "Played", "Reading", "Referee", "Round",
    "Shoe", "Situation", "Stuck", "Table", "deal_order", "play_shoe", "shoe",
]  # fmt: skip
