"""The reference is right: by the vectors, by known count tables, and by examples worked by hand."""

import json
import random
from collections import Counter
from collections.abc import Iterator
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, perm, prod
from pathlib import Path
from typing import TypedDict

import pytest

from reference import (
    ACTION_CARDS,
    CATEGORIES,
    DECK,
    RANKS,
    SUITS,
    Bet,
    SlowGame,
    SlowHand,
    best_and_weakest,
    best_five,
    bettor,
    brute_force_odds,
    category,
    deal_from_deck,
    legal_bets,
    placings,
    rank_hand,
    score,
)


class HandVector(TypedDict):
    deck: str
    dealer: int
    bets: list[tuple[int, int, int, str | None]]
    legal_counts: list[int]
    own: list[str]
    forehead: list[str]
    board: list[str]
    discards: list[str]
    best: list[list[int]]
    weakest: list[list[int]]
    categories: list[list[int]]
    bet_points: list[int]
    bet_correct: list[bool]
    points: list[int]
    action_cards_left: list[int]
    scores: list[int]


class GameVector(TypedDict):
    players: int
    mode: str
    rounds: int
    dealer: int
    hands: list[HandVector]
    scores: list[int]
    winners: list[int]


GAMES: list[GameVector] = [
    json.loads(line)
    for line in (Path(__file__).parents[1] / "data" / "games.jsonl").read_text("utf-8").splitlines()
]


def play(vector: GameVector) -> SlowGame:
    """Play a vector's decks and bets, and nothing else of it."""
    game = SlowGame(vector["players"], vector["mode"], vector["rounds"], vector["dealer"])
    for hand in vector["hands"]:
        game.play_hand(
            hand["deck"].split(),
            [(seat, target, chips, card) for seat, target, chips, card in hand["bets"]],
        )
    return game


def facts(hand: SlowHand) -> HandVector:
    """Put a finished hand in the words of the vectors."""
    return {
        "deck": "",
        "dealer": hand.dealer,
        "bets": hand.bets,
        "legal_counts": hand.legal_counts,
        "own": hand.dealt.own,
        "forehead": hand.dealt.forehead,
        "board": hand.dealt.board,
        "discards": [card for street in hand.dealt.discards for card in street],
        "best": hand.score.best,
        "weakest": hand.score.weakest,
        "categories": hand.score.categories,
        "bet_points": hand.score.bet_points,
        "bet_correct": hand.score.correct,
        "points": hand.score.points,
        "action_cards_left": hand.score.action_cards_left,
        "scores": hand.scores,
    }


# --- The vectors ---------------------------------------------------------------------------------


@pytest.mark.parametrize("number", range(len(GAMES)))
def test_reference_reproduces_the_vectors(number: int) -> None:
    vector = GAMES[number]
    game = play(vector)
    for hand, expected in zip(game.hands, vector["hands"], strict=True):
        found: HandVector = {**facts(hand), "deck": expected["deck"]}
        assert json.loads(json.dumps(found)) == expected
    assert game.over
    assert game.scores == vector["scores"]
    assert game.winners == vector["winners"]


def test_vectors_cover_what_they_are_meant_to() -> None:
    """Guards the data file: a truncated copy would otherwise pass."""
    assert len(GAMES) == 16
    tables = {(game["players"], game["mode"], game["rounds"]) for game in GAMES}
    assert tables == set(product((3, 4), ("standard", "expert"), (1, 2)))
    hands = [(game["mode"], hand) for game in GAMES for hand in game["hands"]]
    assert len(hands) == 84
    assert not any(hand["discards"] for mode, hand in hands if mode == "standard")
    assert sum(len(hand["discards"]) for _, hand in hands) > 50
    assert any(points < 0 for _, hand in hands for points in hand["bet_points"])
    assert any(len(seats) > 1 for _, hand in hands for seats in hand["best"])
    assert any(len(seats) > 1 for _, hand in hands for seats in hand["weakest"])
    cards = {card for _, hand in hands for *_, card in hand["bets"]}
    assert cards == {None, *ACTION_CARDS}


# --- Hands ---------------------------------------------------------------------------------------

EXAMPLES = {
    "high card": "Ah Qd 9c 7s 3h",
    "pair": "8h 8c Ad Js 4h",
    "two pairs": "Kh Kd 4s 4c 9h",
    "three of a kind": "6s 6h 6c Qd 2h",
    "straight": "9s 8d 7h 6c 5h",
    "flush": "Kc Jc 8c 4c 3c",
    "full house": "Ts Td Tc 3h 3d",
    "four of a kind": "5s 5h 5d 5c Kh",
    "straight flush": "Jd Td 9d 8d 7d",
}


@pytest.mark.parametrize("name", CATEGORIES)
def test_category_of_an_example(name: str) -> None:
    cards = EXAMPLES[name].split()
    assert category(cards) == CATEGORIES.index(name)
    # Each example is written in playing order.
    assert best_five(random.Random(name).sample(cards, 5)) == cards


def test_examples_rise_with_their_category() -> None:
    keys = [rank_hand(EXAMPLES[name].split()) for name in CATEGORIES]
    assert keys == sorted(set(keys))


@pytest.mark.parametrize(
    ("better", "worse"),
    [
        # Kickers, from the first to the last.
        ("8h 8c Ad Js 4h", "8d 8s Kd Js 4h"),
        ("8h 8c Ad Js 4h", "8d 8s Ac Td 9h"),
        ("8h 8c Ad Js 4h", "8d 8s Ac Jd 3h"),
        ("Kh Kd 4s 4c 9h", "Ks Kc 4h 4d 8h"),
        ("6s 6h 6c Qd 3h", "6s 6h 6c Qd 2h"),
        ("5s 5h 5d 5c Ah", "5s 5h 5d 5c Kh"),
        # The groups come before the kickers.
        ("3h 3c 4d 5s 7h", "2h 2c Ad Ks Qh"),
        ("Ah Ad 3s 3c 2h", "Kh Kd Qs Qc Jh"),
        ("Ah Ad 3s 3c 4h", "As Ac 2s 2c Kh"),
        ("3h 3d 3c 2s 2h", "2d 2c 2s Ah Ad"),
        ("Th Td Tc 4s 4h", "Ts Td Tc 3s 3h"),
        ("3s 3h 3d 3c 2h", "2s 2h 2d 2c Ah"),
        # Flushes and high cards, card by card downwards.
        ("Ac Jc 8c 4c 3c", "Ad Jd 8d 4d 2d"),
        ("Ah Td 9c 7s 3h", "Kh Qd Jc 9s 8h"),
        ("Ah Qd 9c 7s 3h", "As Qh 9d 7c 2h"),
        # The wheel is the lowest straight, not the highest, and still beats three of a kind.
        ("6s 5d 4h 3c 2h", "Ah 5s 4d 3h 2c"),
        ("Ah 5s 4d 3h 2c", "As Ad Ah Kd Qc"),
        ("As Kd Qh Jc Th", "Kd Qh Jc Th 9s"),
        ("6d 5d 4d 3d 2d", "Ad 5d 4d 3d 2d"),
        ("Ad 5d 4d 3d 2d", "As Ah Ad Ac Kd"),
        # Two cards (R1): a pair, then the higher cards.
        ("2h 2c", "As Kd"),
        ("3h 3c", "2s 2d"),
        ("As 3d", "Ah 2d"),
        ("Ah 2d", "Ks Qs"),
        # Never more than five cards count; here the sixth or the seventh would decide.
        ("Ah Ad Ks Qc Jh 3s 2d", "As Ac Kh Qd Th 9s 8d"),
        ("Kh Kd Qs Qc 3h 3d As", "Ks Kc Qh Qd Js Jd Tc"),
        ("Kh Kd Ks 4c 4h 2d 2s", "Qh Qd Qs Ac Ah Ks Jd"),
    ],
)
def test_better_beats_worse(better: str, worse: str) -> None:
    assert rank_hand(better.split()) > rank_hand(worse.split())


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("As Kd", "Ac Kh"),
        ("Ac Jc 8c 4c 3c", "Ad Jd 8d 4d 3d"),
        # Four hearts are no flush, so the other hand is a plain wheel, too.
        ("Ah 5s 4d 3h 2c", "As 5h 4h 3h 2h 2d"),
        # The best five lie on the board.
        ("2c 3d As Ks Qs Js Ts", "Ah Ad As Ks Qs Js Ts"),
        # Of two threes the lower is only a pair; of three pairs the third is at most a kicker.
        ("Kh Kd Ks 4c 4h 4d 2s", "Kh Kd Ks 4c 4h 3d 2s"),
        ("Kh Kd 4s 4c 3h 3d Qs", "Kh Kd 4s 4c 2h 3d Qs"),
    ],
)
def test_ties(one: str, other: str) -> None:
    assert rank_hand(one.split()) == rank_hand(other.split())


@pytest.mark.parametrize("cards", ["As Ks", "4s 3s 2s", "5s 4s 3s 2s", "Ah 4s 3s 2s"])
def test_no_straight_or_flush_below_five_cards(cards: str) -> None:
    assert category(cards.split()) == CATEGORIES.index("high card")


@pytest.mark.parametrize(
    ("cards", "expected"),
    [
        ("2d As 3c 5h 4s", "5h 4s 3c 2d As"),
        ("Ad 2d 3d 4d 5d 6s Kd", "5d 4d 3d 2d Ad"),
        ("Kc As", "As Kc"),
        ("7c 7s", "7s 7c"),
        ("2c As 2h Kd", "2h 2c As Kd"),
        ("2c 5h 3s 4d", "5h 4d 3s 2c"),
        ("9c 9h Kd Kc 9s", "9s 9h 9c Kd Kc"),
        # Equally strong choices: the highest suits.
        ("Kc Kd 4s 4c Qc Qh 2s", "Kd Kc Qh Qc 4s"),
        ("Kc Kd 4c 4h 2s 2h 2c", "2s 2h 2c Kd Kc"),
        ("9s 9h 9d 4c 4d 4s Ah", "9s 9h 9d 4s 4d"),
        ("9s 8c 8d 7h 6c 5d 5h", "9s 8d 7h 6c 5h"),
        ("5s 5h 5d 5c Kc Kd 2s", "5s 5h 5d 5c Kd"),
        ("Ac Ad 5c 4d 3h 2s 2h", "5c 4d 3h 2s Ad"),
        ("Ac Kd Kh Ad 3s 3h 3c", "3s 3h 3c Ad Ac"),
    ],
)
def test_best_five(cards: str, expected: str) -> None:
    assert best_five(cards.split()) == expected.split()
    assert best_five(cards.split()[::-1]) == expected.split()


def test_best_five_of_random_hands_is_as_strong_as_the_hand() -> None:
    rng = random.Random(5)
    for _ in range(300):
        cards = rng.sample(DECK, rng.randint(2, 7))
        five = best_five(cards)
        assert len(five) == min(5, len(cards))
        assert set(five) <= set(cards)
        assert rank_hand(five) == rank_hand(cards)
        assert best_five(rng.sample(cards, len(cards))) == five


@pytest.mark.parametrize(
    "cards", ["", "As", "As As", "As 1s", "As Kx", "2c 3c 4c 5c 6c 7c 8c 9c", "as Kd"]
)
def test_what_is_no_hand_is_refused(cards: str) -> None:
    for function in (rank_hand, category, best_five):
        with pytest.raises(ValueError, match="not a hand"):
            function(cards.split())


def test_all_two_card_hands() -> None:
    keys = Counter(rank_hand(cards) for cards in combinations(DECK, 2))
    assert keys.total() == 1326
    assert len(keys) == 91
    # The ladder from 3-2 to A-K, then from 2-2 to A-A.
    ladder = [(0, high, low) for high in range(3, 15) for low in range(2, high)]
    ladder += [(1, rank, rank) for rank in range(2, 15)]
    assert sorted(keys) == ladder
    assert {key[0]: count for key, count in keys.items()} == {0: 16, 1: 6}


def classes(size: int) -> Iterator[tuple[list[str], int]]:
    """One hand of every class of equal hands, with the number of hands in the class."""
    for ranks in combinations_with_replacement(RANKS, size):
        copies = Counter(ranks)
        if max(copies.values()) > 4:
            continue
        flushes = 4 if size == 5 and len(copies) == 5 else 0
        if flushes:
            yield [rank + "h" for rank in ranks], flushes
        # Suits in turn: equal ranks are neighbours, so the cards differ and never make a flush.
        mixed = [rank + SUITS[place % 4] for place, rank in enumerate(ranks)]
        yield mixed, prod(comb(4, count) for count in copies.values()) - flushes


@pytest.mark.parametrize(
    ("size", "distinct", "counts"),
    [
        (2, 91, [1248, 78]),
        (3, 455, [18_304, 3_744, 0, 52]),
        (4, 1_820, [183_040, 82_368, 2_808, 2_496, 0, 0, 0, 13]),
        (5, 7_462, [1_302_540, 1_098_240, 123_552, 54_912, 10_200, 5_108, 3_744, 624, 40]),
    ],
)
def test_count_tables(size: int, distinct: int, counts: list[int]) -> None:
    keys = set()
    found: Counter[int] = Counter()
    for cards, hands in classes(size):
        keys.add(rank_hand(cards))
        found[category(cards)] += hands
    assert len(keys) == distinct
    assert [found[name] for name in range(len(counts))] == counts
    assert found.total() == comb(52, size)


def test_random_five_card_hands() -> None:
    """A fixed sample, against a second, different way to tell a category."""
    rng = random.Random(2021)
    runs = ["A2345", *(RANKS[start : start + 5] for start in range(9))]
    for _ in range(2000):
        cards = rng.sample(DECK, 5)
        pairs = sum(one[0] == other[0] for one, other in combinations(cards, 2))
        flush = any(all(card[1] == suit for card in cards) for suit in SUITS)
        straight = any(set(run) == {card[0] for card in cards} for run in runs)
        if pairs:
            # Two equal cards make one such pair, three make three, four make six.
            expected = {1: 1, 2: 2, 3: 3, 4: 6, 6: 7}[pairs]
        else:
            expected = {(0, 0): 0, (1, 0): 4, (0, 1): 5, (1, 1): 8}[straight, flush]
        assert category(cards) == expected
        # Neither the order of the cards nor the names of the suits matter.
        renamed = dict(zip(SUITS, rng.sample(SUITS, 4), strict=True))
        shuffled = [card[0] + renamed[card[1]] for card in rng.sample(cards, 5)]
        assert rank_hand(shuffled) == rank_hand(cards)


def test_a_hand_is_as_good_as_its_best_part() -> None:
    rng = random.Random(7)
    for _ in range(100):
        seven = rng.sample(DECK, 7)
        assert rank_hand(seven) == max(rank_hand(six) for six in combinations(seven, 6))


def test_best_and_weakest() -> None:
    hands = [["As", "Kd"], ["Ah", "Kc"], ["3s", "2d"], ["3h", "2c"]]
    assert best_and_weakest(hands) == ([0, 1], [2, 3])
    assert best_and_weakest(hands[:2]) == ([0, 1], [0, 1])
    assert best_and_weakest([["2s", "2d"], ["As", "Kd"], ["Qh", "Jd"]]) == ([0], [2])


# --- Betting -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "dealer", "openers"),
    [
        # With 3 players the dealer opens the Turn, with 4 the River.
        (3, 0, [1, 2, 0, 1]),
        (3, 2, [0, 1, 2, 0]),
        (4, 0, [1, 2, 3, 0]),
        (4, 3, [0, 1, 2, 3]),
    ],
)
def test_bettor(players: int, dealer: int, openers: list[int]) -> None:
    seats = [bettor(players, dealer, index) for index in range(4 * players)]
    assert seats[::players] == openers
    for street in range(4):
        turns = seats[street * players : (street + 1) * players]
        assert sorted(turns) == list(range(players))
        assert all(after == (before + 1) % players for before, after in pairwise(turns))
    for index in (-1, 4 * players):
        with pytest.raises(ValueError, match="no bet number"):
            bettor(players, dealer, index)


def test_legal_bets_in_order() -> None:
    bets = legal_bets(3, 0, [])
    assert bets[:6] == [
        (1, 0, 1, None),
        (1, 0, 1, "plus_one"),
        (1, 0, 1, "clockwise"),
        (1, 0, 1, "bluff"),
        (1, 0, 1, "blank"),
        (1, 0, 2, None),
    ]
    assert len(bets) == len(set(bets)) == 3 * 3 * 5
    assert bets[-1] == (1, 2, 3, "blank")


def test_reserve_and_played_action_cards() -> None:
    street: list[Bet] = [(1, 0, 3, "clockwise"), (2, 0, 1, None), (0, 0, 1, "blank")]
    # Seat 1 closes the flop with 4 chips left, of which the turn and the river need 2.
    bets = legal_bets(3, 0, [*street, (2, 1, 3, None), (0, 1, 1, None)])
    assert {chips for _, _, chips, _ in bets} == {1, 2}
    assert {card for *_, card in bets} == {None, "plus_one", "bluff", "blank"}
    assert {seat for seat, *_ in bets} == {1}
    assert len(bets) == 3 * 2 * 4


@pytest.mark.parametrize("players", [3, 4])
def test_chip_plans(players: int) -> None:
    """31 ways to spread a seat's chips over a hand, at most one bet of 3 in each."""
    plans: list[tuple[int, ...]] = [()]
    for _ in range(4):
        longer = []
        for plan in plans:
            # Everybody follows the same plan; street by street, the first to bet is asked.
            history: list[Bet] = [
                (bettor(players, 0, index), 0, plan[index // players], None)
                for index in range(len(plan) * players)
            ]
            most = max(chips for _, _, chips, _ in legal_bets(players, 0, history))
            longer += [(*plan, chips) for chips in range(1, most + 1)]
        plans = longer
    assert len(plans) == 31
    assert all(plan.count(3) <= 1 and sum(plan) <= 7 for plan in plans)


def test_no_legal_bets_after_the_river() -> None:
    bets: list[Bet] = [(bettor(4, 1, index), 0, 1, None) for index in range(16)]
    assert legal_bets(4, 1, bets) == []


# --- Dealing -------------------------------------------------------------------------------------


def deck_from(start: str) -> list[str]:
    """Make a deck that starts with these cards; the others follow in any order."""
    cards = start.split()
    return [*cards, *(card for card in DECK if card not in cards)]


def test_deal_starts_left_of_the_dealer_and_burns() -> None:
    deck = deck_from("2c 3c 4c 5d 6d 7d 2s 8h 8s Th 3s Jh 4s Qh")
    standard = deal_from_deck(3, "standard", 1, deck)
    assert standard.own == ["3c", "4c", "2c"]
    assert standard.forehead == ["6d", "7d", "5d"]
    # 2s, 3s and 4s are burned.
    assert standard.board == ["8h", "8s", "Th", "Jh", "Qh"]
    assert standard.discards == [[], [], [], []]


def test_expert_replacements() -> None:
    deck = deck_from("2c 3c 4c 5d 6d 7d 2s 8h 8s 8d Th Jh 3s Td 8c Qh 4s Qd 5s")
    expert = deal_from_deck(3, "expert", 1, deck)
    # No burn before a replacement; a rank that is not on the board is welcome.
    assert expert.board == ["8h", "Th", "Jh", "Qh", "5s"]
    assert expert.discards == [[], ["8s", "8d"], ["Td", "8c"], ["Qd"]]


def test_a_deck_is_all_the_cards() -> None:
    for deck in (DECK[:51], [*DECK[:51], DECK[0]], [*DECK, DECK[0]]):
        with pytest.raises(ValueError, match="52 cards"):
            deal_from_deck(3, "standard", 0, deck)


# --- Scoring -------------------------------------------------------------------------------------


def test_score_by_hand() -> None:
    """Seat 0 leads with aces, then seat 1's three fours, then seat 2's flush."""
    own, forehead = ["As", "4h", "9c"], ["Ad", "4c", "2c"]
    board = ["4d", "Kc", "Qh", "Tc", "3c"]
    bets: list[Bet] = [
        (1, 0, 1, "plus_one"),
        (2, 2, 1, "bluff"),
        (0, 2, 2, "clockwise"),
        (2, 1, 1, None),
        (0, 0, 1, "plus_one"),
        (1, 2, 3, "bluff"),
        (0, 1, 1, "blank"),
        (1, 1, 1, "clockwise"),
        (2, 1, 2, "plus_one"),
        (1, 0, 2, None),
        (2, 1, 3, "clockwise"),
        (0, 0, 3, "bluff"),
    ]
    for mode, loss in (("standard", 0), ("expert", -1)):
        found = score(3, mode, own, forehead, board, bets)
        assert found.best == [[0], [1], [1], [2]]
        assert found.weakest == [[2], [2], [2], [0]]
        assert found.categories == [[1, 1, 0], [1, 3, 0], [1, 3, 0], [1, 3, 5]]
        assert found.bet_points == [2, 1, 2, 1, loss, 3, 1, 0, 3, 0, 3, 3]
        assert found.correct == [points > 0 for points in found.bet_points]
        assert found.points == [6 + loss, 5, 8]
        assert found.action_cards_left == [0, 1, 1]


def test_all_tied_are_best_and_weakest() -> None:
    board = ["As", "Ks", "Qs", "Js", "Ts"]
    bets: list[Bet] = [(bettor(3, 0, index), 0, 1, None) for index in range(11)]
    found = score(3, "standard", ["2c", "3c", "4c"], ["7c", "8c", "9c"], board, [*bets, bets[0]])
    assert found.best[3] == found.weakest[3] == [0, 1, 2]
    with pytest.raises(ValueError, match="11 bets instead of 12"):
        score(3, "standard", ["2c", "3c", "4c"], ["7c", "8c", "9c"], board, bets)


@pytest.mark.parametrize(
    ("scores", "cards", "expected"),
    [
        ([5, 9, 7], [0, 0, 0], [3, 1, 2]),
        ([9, 9, 7], [2, 3, 4], [2, 1, 3]),
        ([9, 9, 7], [2, 2, 4], [1, 1, 3]),
        ([7, 9, 7, 7], [1, 0, 1, 3], [3, 1, 3, 2]),
        ([-1, -1, -2, -1], [4, 4, 4, 4], [1, 1, 4, 1]),
    ],
)
def test_placings(scores: list[int], cards: list[int], expected: list[int]) -> None:
    assert placings(scores, cards) == expected


# --- Odds ----------------------------------------------------------------------------------------


def test_odds_by_hand() -> None:
    odds = brute_force_odds(3, 0, "As", [None, "Kd", "Qc"], [], deck=["2c", "3c", "4c"])
    assert odds == ([6, 0, 0], [0, 0, 6], 6)
    # Seats 1 and 2 tie when the viewer has the three; else the one with a two is weakest.
    odds = brute_force_odds(3, 0, "As", [None, "Kd", "Kc"], [], deck=["2c", "2d", "3h"])
    assert odds == ([6, 0, 0], [0, 4, 4], 6)


def test_seen_cards_are_in_no_world() -> None:
    deck = ["As", "Kd", "Qc", "Jh", "Jd", "Jc", "9h", "2c", "3c", "4c"]
    foreheads = ["Qc", None, "Kd"]
    board, dead = ["Jh", "9h", "5h"], ["Jd", "Jc"]
    assert brute_force_odds(3, 1, "As", foreheads, board, dead, deck)[2] == 6
    # On the river with all the cards there are 52 - 3 - 5 unseen ones.
    board = ["Jh", "9h", "5h", "5d", "2c"]
    assert brute_force_odds(3, 1, "As", foreheads, board)[2] == perm(44, 3)
    for wrong in (["Qc", "Kd", None], [None, None, "Kd"], ["Qc", None]):
        with pytest.raises(ValueError, match="everybody but the viewer"):
            brute_force_odds(3, 1, "As", wrong, board)


@pytest.mark.parametrize("shown", [0, 3, 4, 5])
def test_odds_agree_with_a_table_of_whole_deals(shown: int) -> None:
    """The same question, asked by filling in whole hands without any cache."""
    rng = random.Random(shown)
    own, *faces = rng.sample(DECK, 4 + shown + 1)
    dead, board = faces[3], faces[4:]
    foreheads = [faces[0], faces[1], None, faces[2]]
    seen = {own, *faces}
    deck = rng.sample([card for card in DECK if card not in seen], 5)
    best, weakest = [0] * 4, [0] * 4
    for a, b, mine, c in permutations(deck, 4):
        hands = [[a, faces[0]], [b, faces[1]], [own, mine], [c, faces[2]]]
        top, bottom = best_and_weakest([[*hand, *board] for hand in hands])
        for seat in range(4):
            best[seat] += seat in top
            weakest[seat] += seat in bottom
    found = brute_force_odds(4, 2, own, foreheads, board, [dead], [*deck, dead])
    assert found == (best, weakest, 120)


# --- Games ---------------------------------------------------------------------------------------


def test_a_game_refuses_what_is_illegal() -> None:
    vector = GAMES[0]
    game = SlowGame(vector["players"], vector["mode"], vector["rounds"], vector["dealer"])
    deck = vector["hands"][0]["deck"].split()
    bets: list[Bet] = [(bettor(3, game.dealer, index), 0, 1, None) for index in range(12)]
    seat = bets[0][0]
    for illegal in ((seat, 3, 1, None), (seat, 0, 4, None), ((seat + 1) % 3, 0, 1, None)):
        with pytest.raises(ValueError, match="bet number 0 is illegal"):
            game.play_hand(deck, [illegal, *bets[1:]])
    with pytest.raises(ValueError, match="11 bets"):
        game.play_hand(deck, bets[:-1])
    with pytest.raises(ValueError, match="not over"):
        _ = game.winners
    assert game.hands == []
    assert game.scores == [0, 0, 0]
    finished = play(vector)
    with pytest.raises(ValueError, match="the game is over"):
        finished.play_hand(deck, bets)


@pytest.mark.parametrize(
    ("players", "mode", "rounds", "dealer"),
    [
        (2, "standard", 2, 0),
        (5, "standard", 2, 0),
        (3, "easy", 2, 0),
        (3, "expert", 0, 0),
        (3, "expert", 101, 0),
        (3, "expert", 2, 3),
        (3, "expert", 2, -1),
    ],
)
def test_no_such_game(players: int, mode: str, rounds: int, dealer: int) -> None:
    with pytest.raises(ValueError, match="no game"):
        SlowGame(players, mode, rounds, dealer)
