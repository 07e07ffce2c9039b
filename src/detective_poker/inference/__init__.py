"""What the cards and the bets tell: odds, worlds, models of betting, deduction."""
