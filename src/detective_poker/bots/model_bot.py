"""A bot that bets as a model of betting says."""

from __future__ import annotations

import random

from detective_poker.actions import Bet
from detective_poker.chance import check_rng, weighted_choice
from detective_poker.errors import ArgumentError
from detective_poker.inference.models import BettingModel, check_model, probabilities
from detective_poker.views import PlayerView


class ModelBot:
    """Draws its bets with the probabilities of a model: the player that `deduce` supposes.

    Raises `ArgumentTypeError` for what is no model.

    >>> import random
    >>> from detective_poker import SoftmaxModel, new_game, random_deal
    >>> bot = ModelBot(SoftmaxModel(temperature=0.3))
    >>> state = new_game(dealer=0)
    >>> state = state.apply(random_deal(state))
    >>> bot.choose(state.view(1), random.Random(7)) in state.legal_actions()
    True
    """

    def __init__(self, model: BettingModel) -> None:
        check_model(model)
        self._model = model

    def choose(self, view: PlayerView, rng: random.Random, /) -> Bet:
        """A legal bet, drawn by `rng`.

        Raises `ArgumentError` if the model gives no legal bet a probability.
        """
        rng = check_rng(rng)
        weights = probabilities(self._model, view)
        if not any(weights):
            raise ArgumentError("No legal bet has a probability under that model.")
        return weighted_choice(rng, view.legal_actions(), weights)
