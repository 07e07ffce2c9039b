"""Checks that each take a seed: a few hundred seeds in every test run, millions by `run.py`."""

import pickle
import random
from collections.abc import Callable
from functools import lru_cache

import detective_poker as dp
import reference
from core.random_calls import check_calls
from strategies import deck_from

# As slow as it is to read, but no five cards are ranked twice in a hand.
reference._rank_few = lru_cache(1 << 12)(reference._rank_few)

Check = Callable[[int], None]
KINDS = [(players, mode) for players in (3, 4) for mode in dp.Mode]


def random_deck(rng: random.Random) -> tuple[dp.Card, ...]:
    """A shuffled deck; every other one with equal ranks close together, so that much ties."""
    if rng.random() < 0.5:
        return dp.shuffled_deck(rng)
    cards = sorted(dp.DECK, key=lambda card: card.rank + 3 * rng.random())
    return deck_from(" ".join(cards))


def play(rng: random.Random, rounds: int = 1) -> tuple[dp.Record, list[tuple[dp.Card, ...]]]:
    """A whole random game, and the deck of each hand."""
    players, mode = rng.choice(KINDS)
    rules = dp.Rules(players, mode, rounds)
    record = dp.Record(rules, rng.randrange(players))
    decks: list[tuple[dp.Card, ...]] = []
    state = record.final()
    actions: list[dp.Action] = []
    while state.phase is not dp.Phase.OVER:
        if state.phase is dp.Phase.DEAL:
            if state.street is dp.Street.PREFLOP:
                decks.append(random_deck(rng))
            action: dp.Action = dp.deal_from(decks[-1], state)
        else:
            action = rng.choice(state.legal_actions())
        actions.append(action)
        state = state.apply(action)
    return dp.Record(rules, record.dealer, tuple(actions)), decks


def game(seed: int) -> None:
    """A random game comes out as the slow reference has it, bet by bet and hand by hand."""
    record, decks = play(random.Random(seed))
    players, mode = record.rules.players, record.rules.mode
    slow = reference.SlowGame(players, str(mode), record.rules.rounds, record.dealer)
    bets: list[reference.Bet] = []
    for state, action in zip(record.states(), record.actions, strict=False):
        if not isinstance(action, dp.Bet):
            continue
        legal = reference.legal_bets(players, state.dealer, bets)
        assert [(b.seat, b.target, b.chips, b.card) for b in state.legal_actions()] == legal
        bets.append((action.seat, action.target, action.chips, action.card))
        if len(bets) < 4 * players:
            continue
        hand = slow.play_hand([str(card) for card in decks[len(slow.hands)]], bets)
        after = state.apply(action)
        result = after.last_hand
        assert result is not None
        score = hand.score
        assert result.dealer == hand.dealer
        assert list(result.own_cards) == hand.dealt.own
        assert list(result.forehead_cards) == hand.dealt.forehead
        assert list(result.board) == hand.dealt.board
        assert [list(cards) for cards in result.discards] == hand.dealt.discards
        assert [list(s.best) for s in result.standings] == score.best
        assert [list(s.weakest) for s in result.standings] == score.weakest
        assert [[h.category for h in s.hands] for s in result.standings] == score.categories
        assert [bet.correct for bet in result.bets] == score.correct
        assert [bet.points for bet in result.bets] == score.bet_points
        assert list(result.points) == score.points
        assert list(result.action_cards_left) == score.action_cards_left
        assert list(after.scores) == hand.scores
        bets = []
    outcome = record.final().outcome
    assert outcome is not None
    assert list(outcome.placings) == slow.placings
    assert list(outcome.winners) == slow.winners
    text = record.to_text()
    assert dp.Record.from_text(text).to_text() == text
    document = dp.to_json(record.final())
    assert dp.from_json(document, dp.GameState) == record.final()


def twins(seed: int) -> None:
    """Two worlds that a viewer cannot tell apart give it the same of everything."""
    rng = random.Random(seed)
    whole, _decks = play(rng)
    players = whole.rules.players
    ply = rng.randrange(len(whole.actions))
    viewer = rng.choice([None, *range(players)])
    record = dp.Record(whole.rules, whole.dealer, whole.actions[:ply])
    other = twin_of(record, viewer, rng)
    # What comes next is the same in both worlds, if it can be: not a card that one has dealt.
    for action in whole.actions[ply : ply + 1]:
        if other.final().is_legal(action) and len(record.final().bets) < 4 * players - 1:
            record, other = record.append(action), other.append(action)
    assert everything_seen(record, viewer) == everything_seen(other, viewer)


def twin_of(record: dp.Record, viewer: int | None, rng: random.Random) -> dp.Record:
    """A record that differs only in what the viewer cannot see of the hand in play."""
    state = record.final()
    players = state.rules.players
    world = dp.determinize(view_of(state, viewer), rng)
    if not world.own_cards:
        return record
    order = [(state.dealer + step) % players for step in range(1, players + 1)]
    cards = [pile[seat] for pile in (world.own_cards, world.forehead_cards) for seat in order]
    start = state.hand_number * 4 * (1 + players)
    bets = iter(world.bets)
    actions = [
        next(bets) if isinstance(action, dp.Bet) else action
        for action in (dp.Deal(tuple(cards)), *record.actions[start + 1 :])
    ]
    return dp.Record(record.rules, record.dealer, (*record.actions[:start], *actions))


def view_of(state: dp.GameState, viewer: int | None) -> dp.PlayerView:
    return state.public_view() if viewer is None else state.view(viewer)


def everything_seen(record: dp.Record, viewer: int | None) -> list[object]:
    """All that a viewer, or a server on its behalf, gets out of a game."""
    states = record.states()
    view = view_of(states[-1], viewer)
    seen = record.for_spectators() if viewer is None else record.for_seat(viewer)
    # Pickles and identities too: which of several equal objects it is can tell something.
    views = [view_of(state, viewer) for state in states]
    found: list[object] = [pickle.dumps(views), [[id(bet) for bet in one.bets] for one in views]]
    found += [view, hash(view), repr(view), dp.to_json(view), view.legal_actions()]
    found += [seen, hash(seen), repr(seen), dp.to_json(seen), seen.to_text()]
    found += [repr(states[-1]), str(states[-1]), repr(record)]
    for seat in range(states[-1].rules.players):
        found += [view.why_illegal(dp.Bet(seat, 0, chips, dp.ActionCard.BLUFF)) for chips in (1, 3)]
    if len(states) > 1:
        events = dp.events_between(view_of(states[-2], viewer), view)
        found += [events, repr(events), [dp.to_json(event) for event in events]]
    if view.seat is not None and view.own_card is not None:
        found.append(dp.best_hand_odds(view))
    return found


def calls(seed: int) -> None:
    """Fifty random calls of what is public: each ends in a result or in one of our exceptions."""
    wrong = check_calls(50, seed)
    assert not wrong, wrong[0]


CHECKS: dict[str, Check] = {"games": game, "twins": twins, "calls": calls}
