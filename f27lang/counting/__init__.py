"""What someone gains who counts the cards of a shoe that is dealt from for many hands.

Tables, a chart and a count → what each true count brings, a ramp of bets, what it wins, when to play otherwise
"""
