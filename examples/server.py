"""What a server does around the engine: many tables, reconnects, spectators, stale messages, time.

    python server.py

Everything happens in one process, without a network: put your web framework where `main` is. A
table is the one place that holds a state; whatever leaves it is made from a view.
"""

import json
import random
import secrets

import detective_poker as dp
from detective_poker.bots import RandomBot

SECONDS_TO_BET = 60.0


class Table:
    """One game, the players' tokens and the time until the actor must have bet."""

    def __init__(self, rules: dp.Rules, now: float) -> None:
        self.state = dp.new_game(rules)
        self.record = dp.Record(rules, self.state.dealer)
        # Who has a seat's token plays the seat: this is how a player comes back.
        self.tokens = [secrets.token_urlsafe(16) for _ in range(rules.players)]
        self.deadline = now + SECONDS_TO_BET
        self._go_on(now)

    def seat_of(self, token: str) -> int | None:
        """The seat of a token; None is a spectator."""
        for seat, known in enumerate(self.tokens):
            if secrets.compare_digest(known, token):
                return seat
        return None

    def view(self, token: str = "") -> bytes:
        """What the owner of a token sees now: the whole of it, so it also serves a reconnect."""
        return dp.to_json(self._view(self.seat_of(token)))

    def bet(self, token: str, message: bytes, now: float) -> dict[str, object]:
        """A player's message `{"ply": 12, "bet": {...}}`, and the answer to that player."""
        seat = self.seat_of(token)
        if seat is None:
            return {"refused": "not_a_player"}
        try:
            document = json.loads(message)
            ply = document["ply"]
            bet = dp.from_json(json.dumps(document["bet"]), dp.Bet)
        except (ValueError, TypeError, KeyError, RecursionError):
            # FormatError is a ValueError; nothing of what was sent is repeated.
            return {"refused": "not_understood"}
        view = self._view(seat)
        if ply != view.ply:
            # Meant for another position: a second click, or a bet that came too late.
            return {"refused": "stale", "ply": view.ply}
        # The view refuses, not the state: the state's reason could tell a secret.
        if reason := view.why_illegal(bet):
            return {"refused": reason.value, "message": reason.message}
        self._apply(bet)
        self._go_on(now)
        return {"accepted": ply}

    def tick(self, now: float) -> None:
        """Call this now and then: a bot bets for a player whose time is up."""
        while self.state.actor is not None and now >= self.deadline:
            view = self.state.view(self.state.actor)
            self._apply(RandomBot().choose(view, random.SystemRandom()))
            self._go_on(now)

    def _view(self, seat: int | None) -> dp.PlayerView:
        return self.state.public_view() if seat is None else self.state.view(seat)

    def _apply(self, action: dp.Action) -> None:
        self.record = self.record.append(action)
        self.state = self.record.final()

    def _go_on(self, now: float) -> None:
        """Deal when a deal is due. Players submit bets; only the server makes deals."""
        if self.state.phase is dp.Phase.DEAL:
            self._apply(dp.random_deal(self.state))
        self.deadline = now + SECONDS_TO_BET


def main() -> None:
    """Two tables; at the first one things go wrong."""
    tables = {"red": Table(dp.Rules(players=3), 0.0), "blue": Table(dp.Rules(), 0.0)}
    table = tables["red"]
    seat = table.state.actor
    assert seat is not None
    mine, other = table.tokens[seat], table.tokens[seat - 1]

    def send(token: str, bet: dp.Bet, ply: int) -> dict[str, object]:
        message = f'{{"ply": {ply}, "bet": {dp.to_json(bet).decode()}}}'
        return table.bet(token, message.encode(), 1.0)

    view = dp.from_json(table.view(mine), dp.PlayerView)
    bet = view.legal_actions()[0]
    print("not my turn:", send(other, bet, view.ply))
    print("in another's name:", send(mine, dp.Bet((view.seat + 1) % 3, 0, 1), view.ply))
    print("four chips:", send(mine, dp.Bet(view.seat, 0, 4), view.ply))
    print("nonsense:", table.bet(mine, b'{"ply": 1', 1.0))
    print("a spectator:", send("", bet, view.ply))
    print("legal:", send(mine, bet, view.ply))
    print("the same again:", send(mine, bet, view.ply))

    # A player comes back after a lost connection: the token and the current view are all it takes.
    again = dp.from_json(table.view(mine), dp.PlayerView)
    print("back at ply", again.ply, "with", again.chips_left[again.seat], "chips")
    watching = dp.from_json(table.view(), dp.PlayerView)
    print("spectators see", [card for card in watching.forehead_cards if card], "of the foreheads")

    # Nobody bets any more: bots finish the game, a minute of patience for each bet.
    now = 1.0
    while table.state.phase is not dp.Phase.OVER:
        now += SECONDS_TO_BET
        table.tick(now)
    print("over:", table.state.phase is dp.Phase.OVER, "after", table.state.hand_number, "hands")
    # Keep the record: it is the game. A seat's own share of it is safe to give to that seat.
    print("record:", table.record.to_text().splitlines()[0])
    print("seat 0's:", table.record.for_seat(0).to_text().splitlines()[0])


if __name__ == "__main__":
    main()
