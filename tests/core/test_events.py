"""Events: what happened between two views, and that they tell nothing more."""

import json
import random
from itertools import pairwise

import msgspec
import pytest

import detective_poker as dp
from games import ALL_KINDS, record_of
from schemas import validator_of


def views(players: int, mode: dp.Mode, seat: int | None, rounds: int = 1) -> list[dp.PlayerView]:
    states = record_of(players, mode, rounds, 8).states()
    return [state.public_view() if seat is None else state.view(seat) for state in states]


@pytest.mark.parametrize("seat", [0, 2, None])
@pytest.mark.parametrize(("players", "mode"), ALL_KINDS)
class TestWholeGames:
    def test_the_events_tell_the_game(self, players: int, mode: dp.Mode, seat: int | None) -> None:
        """A frontend that has the first view and the events knows what the views say."""
        seen = views(players, mode, seat)
        board: tuple[dp.Card, ...] = ()
        discards: list[dp.Card] = []
        bets: list[dp.SeenBet] = []
        for before, after in pairwise(seen):
            for event in dp.events_between(before, after):
                match event:
                    case dp.HandStarted():
                        board, discards, bets = (), [], []
                        assert event.hand_number == after.hand_number == before.hand_number
                        assert event.dealer == after.dealer
                        assert event.own_card == after.own_card
                        assert event.forehead_cards == after.forehead_cards
                    case dp.StreetDealt():
                        board += event.cards
                        discards += event.discards
                        assert event.street is after.street
                    case dp.BetPlaced():
                        bets.append(event.bet)
                    case dp.HandScored():
                        assert event.result == after.last_hand
                        assert event.scores == after.scores
                        assert event.result.board == board
                        assert [*sum(event.result.discards, ())] == discards
                        assert len(bets) == 4 * players
                        for bet, result in zip(bets, event.result.bets, strict=True):
                            assert bet.has_card == (result.card is not None)
                            assert bet.card == (result.card if bet.seat == seat else None)
                    case dp.GameEnded():
                        assert event.outcome == after.outcome
            if after.phase is dp.Phase.BET:
                assert board == after.board
                assert tuple(bets) == after.bets

    def test_their_order_and_number(self, players: int, mode: dp.Mode, seat: int | None) -> None:
        names = [
            type(event).__name__
            for before, after in pairwise(views(players, mode, seat))
            for event in dp.events_between(before, after)
        ]
        street = ["BetPlaced"] * players
        hand = ["HandStarted", *street, *(["StreetDealt", *street] * 3), "HandScored"]
        assert names == [*(hand * players), "GameEnded"]

    def test_json(self, players: int, mode: dp.Mode, seat: int | None) -> None:
        validator = validator_of(dp.Event)  # type: ignore[arg-type]
        for before, after in pairwise(views(players, mode, seat)):
            for event in dp.events_between(before, after):
                data = dp.to_json(event)
                assert dp.from_json(data, type(event)) == event
                assert dp.from_json(data, dp.Event) == event  # type: ignore[arg-type]
                validator.validate(json.loads(data))

    def test_worlds_alike_give_events_alike(
        self, players: int, mode: dp.Mode, seat: int | None
    ) -> None:
        """R8: what the viewer may not see leaves no trace in the events either."""
        rng = random.Random(3)
        states = record_of(players, mode, 1, 8).states()[: 4 * (players + 1)]
        for before, after in pairwise(states):
            if after.phase is dp.Phase.BET and before.phase is dp.Phase.BET:
                seen = [
                    state.public_view() if seat is None else state.view(seat)
                    for state in (before, after)
                ]
                other = [dp.determinize(view, rng) for view in seen]
                again = [
                    state.public_view() if seat is None else state.view(seat) for state in other
                ]
                told, told_again = (
                    [dp.to_json(event) for event in dp.events_between(*pair)]
                    for pair in (seen, again)
                )
                assert told == told_again


class TestRefusals:
    def test_views_must_follow_one_another(self) -> None:
        mine, others = views(3, dp.Mode.STANDARD, 0), views(3, dp.Mode.STANDARD, 1)
        longer = views(3, dp.Mode.STANDARD, 0, rounds=2)
        for before, after in (
            (mine[0], mine[0]),
            (mine[0], mine[2]),
            (mine[1], mine[0]),
            (mine[0], others[1]),
            (mine[0], longer[1]),
        ):
            with pytest.raises(dp.ArgumentError):
                dp.events_between(before, after)

    @pytest.mark.parametrize("seat", [0, 1, None])
    def test_views_of_two_games_do_not_follow_one_another(self, seat: int | None) -> None:
        """Games of the same rules and first dealer, alike in every ply and turn."""

        def seen(seed: int, deals: int) -> list[dp.PlayerView]:
            """The views of a game whose deals and bets follow from these."""
            cards, bets = random.Random(deals), random.Random(seed)
            state = dp.new_game(dp.Rules(3, rounds=1), dealer=0)
            states = [state]
            while state.phase is not dp.Phase.OVER:
                deal = state.phase is dp.Phase.DEAL
                state = state.apply(
                    dp.random_deal(state, cards) if deal else bets.choice(state.legal_actions())
                )
                states.append(state)
            return [s.public_view() if seat is None else s.view(seat) for s in states]

        mine, refused = seen(1, 1), 0
        for other in (seen(2, 1), seen(1, 2), seen(2, 2)):
            for index in range(len(mine) - 1):
                for before, after in ((mine, other), (other, mine)):
                    if before[: index + 1] == after[: index + 1]:
                        continue
                    # Alike in all that a view tells after the deal of a hand: no telling.
                    alike = before[index] == after[index]
                    try:
                        dp.events_between(before[index], after[index + 1])
                    except dp.ArgumentError:
                        refused += 1
                        assert not alike
                    else:
                        known = before[index]
                        assert alike or known.street is dp.Street.PREFLOP or seat is None
        assert refused > 200

    @pytest.mark.parametrize(
        "change",
        [
            {"scores": (1, 0, 0)},
            {"score_sheet": ((0, 0, 0),)},
            {"dealer": 1},
            {"hand_number": 1},
            {"own_card": dp.Card.TWO_OF_CLUBS},
            {"forehead_cards": (None,) * 3},
            {"board": dp.DECK[:3]},
            {"discards": ((dp.DECK[0],), (), (), ())},
            {"rules": dp.Rules(3, rounds=2)},
            {"rules": dp.Rules(3, dp.Mode.EXPERT, 1)},
        ],
        ids=str,
    )
    def test_every_member_that_a_bet_leaves_as_it_is(self, change: dict[str, object]) -> None:
        mine = views(3, dp.Mode.STANDARD, 0)
        tried = 0
        for before, after in pairwise(mine):
            if before.phase is dp.Phase.BET:
                tried += 1
                other = msgspec.structs.replace(before, **change)
                if other != before:
                    with pytest.raises(dp.ArgumentError):
                        dp.events_between(other, after)
        assert tried == 36

    def test_the_bet_is_of_the_seat_whose_turn_it_was(self) -> None:
        mine = views(3, dp.Mode.STANDARD, 0)
        before, after = mine[1], mine[2]
        bet = after.bets[-1]
        for bets in (
            (),
            after.bets * 2,
            (msgspec.structs.replace(bet, seat=(bet.seat + 1) % 3),),
        ):
            with pytest.raises(dp.ArgumentError):
                dp.events_between(before, msgspec.structs.replace(after, bets=bets))

    @pytest.mark.parametrize("value", [None, 5, "view", dp.new_game(dealer=0)])
    def test_only_views_go_in(self, value: object) -> None:
        view = dp.new_game(dealer=0).view(0)
        for pair in ((value, view), (view, value)):
            with pytest.raises(dp.ArgumentError):
                dp.events_between(*pair)  # type: ignore[arg-type]

    def test_events_are_read_strictly(self) -> None:
        seen = views(3, dp.Mode.STANDARD, 0)
        scored = next(
            event
            for pair in pairwise(seen)
            for event in dp.events_between(*pair)
            if isinstance(event, dp.HandScored)
        )
        document = json.loads(dp.to_json(scored))
        document["result"]["points"][0] += 1
        with pytest.raises(dp.InvalidStateError):
            dp.from_json(json.dumps(document), dp.HandScored)
        for change in ({"event": "bet_placed"}, {"event": "?"}, {"more": 1}):
            with pytest.raises(dp.FormatError):
                dp.from_json(json.dumps(document | change), dp.HandScored)
        del document["event"]
        for kind in (dp.HandScored, dp.Event):
            with pytest.raises(dp.FormatError):
                dp.from_json(json.dumps(document), kind)  # type: ignore[arg-type]
