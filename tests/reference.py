"""A slow, obviously correct reference for the rules of Detective Poker.

It exists to be compared with the package, so it shares nothing with it: only the standard library,
cards are plain strings such as "As", every question is answered by trying all the possibilities.
Rulings R1 … R15 are those of the rules document. Wherever a rule could be written cleverly or
plainly, it is written plainly.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import combinations, pairwise, permutations

RANKS = "23456789TJQKA"
SUITS = "cdhs"
"""Lowest first. Suits never break a tie between hands; they only order equal cards for display."""

DECK = [rank + suit for suit in SUITS for rank in RANKS]
CATEGORIES = (
    "high card",
    "pair",
    "two pairs",
    "three of a kind",
    "straight",
    "flush",
    "full house",
    "four of a kind",
    "straight flush",
)
ACTION_CARDS = ("plus_one", "clockwise", "bluff", "blank")
CHIPS = 7
MOST_CHIPS = 3
STREETS = 4
BOARD_CARDS = (0, 3, 4, 5)
"""How many board cards lie open on the Preflop, Flop, Turn and River."""

Bet = tuple[int, int, int, str | None]
"""Seat of the bettor, target, chips, action card under the bet."""


# --- Hands ---------------------------------------------------------------------------------------


def rank_of(card: str) -> int:
    """Return the rank of a card, 2 … 14 (the ace)."""
    return RANKS.index(card[0]) + 2


def suit_of(card: str) -> int:
    """Return the place of a card's suit among clubs 0, diamonds 1, hearts 2, spades 3."""
    return SUITS.index(card[1])


def _is_wheel(cards: Sequence[str]) -> bool:
    """Tell whether these are A-2-3-4-5, the only hand in which the ace is low."""
    return sorted(rank_of(card) for card in cards) == [2, 3, 4, 5, 14]


def _playing_order(cards: Sequence[str]) -> list[str]:
    """Sort at most five cards: groups before kickers, high before low, then spades first."""
    copies = Counter(rank_of(card) for card in cards)
    order = sorted(
        cards,
        key=lambda card: (copies[rank_of(card)], rank_of(card), suit_of(card)),
        reverse=True,
    )
    # In the wheel the ace counts as a one: 5-4-3-2-A.
    return [*order[1:], order[0]] if _is_wheel(cards) else order


def _rank_few(cards: Sequence[str]) -> tuple[int, ...]:
    """Rank at most five cards, all of which count: category, then ranks in playing order."""
    ranks = [rank_of(card) for card in _playing_order(cards)]
    if _is_wheel(cards):
        ranks[-1] = 1
    groups = sorted(Counter(ranks).values(), reverse=True)
    # R1: fewer than five cards make neither a straight nor a flush.
    five = len(cards) == 5
    straight = five and all(high == low + 1 for high, low in pairwise(ranks))
    flush = five and len({suit_of(card) for card in cards}) == 1
    if straight and flush:
        category = "straight flush"
    elif groups[0] == 4:
        category = "four of a kind"
    elif groups[:2] == [3, 2]:
        category = "full house"
    elif flush:
        category = "flush"
    elif straight:
        category = "straight"
    elif groups[0] == 3:
        category = "three of a kind"
    elif groups[:2] == [2, 2]:
        category = "two pairs"
    elif groups[0] == 2:
        category = "pair"
    else:
        category = "high card"
    return (CATEGORIES.index(category), *ranks)


def _check_hand(cards: Sequence[str]) -> None:
    """Refuse what is not 2 to 7 different cards of the deck: a mistake in a test."""
    if not 2 <= len(cards) <= 7 or len(set(cards)) != len(cards) or not set(cards) <= set(DECK):
        raise ValueError(f"not a hand: {cards!r}")


def rank_hand(cards: Sequence[str]) -> tuple[int, ...]:
    """Return a key of 2 to 7 cards, greater for a better hand, equal for a tie (R1).

    It is that of the best five cards, and holds the category, then the ranks that count, in
    playing order (the wheel's ace as 1).
    """
    _check_hand(cards)
    return max(_rank_few(few) for few in combinations(cards, min(5, len(cards))))


def category(cards: Sequence[str]) -> int:
    """Return the category of a hand of 2 to 7 cards, 0 high card … 8 straight flush."""
    return rank_hand(cards)[0]


def best_five(cards: Sequence[str]) -> list[str]:
    """Return the cards that count (all of fewer than five), in playing order.

    Among equally strong choices it is the one with the highest suits, compared card by card.
    """
    _check_hand(cards)

    def strength_then_suits(few: Sequence[str]) -> tuple[tuple[int, ...], list[int]]:
        return _rank_few(few), [suit_of(card) for card in _playing_order(few)]

    choices = combinations(cards, min(5, len(cards)))
    return _playing_order(max(choices, key=strength_then_suits))


def best_and_weakest(hands: Sequence[Sequence[str]]) -> tuple[list[int], list[int]]:
    """Return the seats whose hand no other beats, and those whose hand beats no other (R4)."""
    keys = [rank_hand(hand) for hand in hands]
    best = [seat for seat, key in enumerate(keys) if not any(other > key for other in keys)]
    weakest = [seat for seat, key in enumerate(keys) if not any(key > other for other in keys)]
    return best, weakest


# --- Betting -------------------------------------------------------------------------------------


def bettor(players: int, dealer: int, index: int) -> int:
    """Return the seat that places a hand's bet number `index` (from 0).

    The seat left of the dealer opens the Preflop, and each street is opened one seat further left.
    """
    if not 0 <= index < STREETS * players:
        raise ValueError(f"a hand with {players} players has no bet number {index}")
    street, turn = divmod(index, players)
    opener = (dealer + 1 + street) % players
    return (opener + turn) % players


def legal_bets(players: int, dealer: int, bets_so_far: Sequence[Bet]) -> list[Bet]:
    """List the legal bets of the seat to bet, by target, chips, card; none after the last bet."""
    index = len(bets_so_far)
    if index == STREETS * players:
        return []
    seat = bettor(players, dealer, index)
    mine = [bet for bet in bets_so_far if bet[0] == seat]
    chips_left = CHIPS - sum(chips for _, _, chips, _ in mine)
    played = [card for _, _, _, card in mine]
    # A chip must stay for each street still to come.
    streets_to_come = STREETS - 1 - index // players
    most = min(MOST_CHIPS, chips_left - streets_to_come)
    choices: list[str | None] = [None, *(card for card in ACTION_CARDS if card not in played)]
    return [
        (seat, target, chips, card)
        for target in range(players)
        for chips in range(1, most + 1)
        for card in choices
    ]


# --- Dealing -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Dealt:
    """All the cards of a hand: by seat, and the discards by street."""

    own: list[str]
    forehead: list[str]
    board: list[str]
    discards: list[list[str]]


def deal_from_deck(players: int, mode: str, dealer: int, deck: Sequence[str]) -> Dealt:
    """Deal a hand from a written-down deck, first card first (R13, R14, R7)."""
    if sorted(deck) != sorted(DECK):
        raise ValueError("a deck is an order of all 52 cards")
    cards = iter(deck)
    own = [""] * players
    forehead = [""] * players
    for pile in (own, forehead):
        for step in range(1, players + 1):
            pile[(dealer + step) % players] = next(cards)
    board: list[str] = []
    discards: list[list[str]] = [[] for _ in range(STREETS)]
    for street in range(1, STREETS):
        next(cards)  # the burned card
        while len(board) < BOARD_CARDS[street]:
            card = next(cards)
            # R7: a replacement comes without another burn; the flop's own cards count as well.
            if mode == "expert" and any(rank_of(card) == rank_of(other) for other in board):
                discards[street].append(card)
            else:
                board.append(card)
    return Dealt(own, forehead, board, discards)


# --- Scoring -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Score:
    """What the scoring of a hand finds: lists by street, by bet, or by seat."""

    best: list[list[int]]
    weakest: list[list[int]]
    categories: list[list[int]]
    correct: list[bool]
    bet_points: list[int]
    points: list[int]
    action_cards_left: list[int]


def score(
    players: int,
    mode: str,
    own: Sequence[str],
    forehead: Sequence[str],
    board: Sequence[str],
    bets: Sequence[Bet],
) -> Score:
    """Score a hand whose bets are all placed, each street by the hands of that street (R15)."""
    if len(bets) != STREETS * players:
        raise ValueError(f"{len(bets)} bets instead of {STREETS * players}")
    best: list[list[int]] = []
    weakest: list[list[int]] = []
    categories: list[list[int]] = []
    for shown in BOARD_CARDS:
        hands = [[own[seat], forehead[seat], *board[:shown]] for seat in range(players)]
        street_best, street_weakest = best_and_weakest(hands)
        best.append(street_best)
        weakest.append(street_weakest)
        categories.append([category(hand) for hand in hands])
    correct: list[bool] = []
    bet_points: list[int] = []
    points = [0] * players
    action_cards_left = [len(ACTION_CARDS)] * players
    for index, (seat, target, chips, card) in enumerate(bets):
        street = index // players
        if card == "bluff":
            right = target in weakest[street]  # R3
        elif card == "clockwise":
            right = (target + 1) % players in best[street]  # R2
        else:
            right = target in best[street]
        if right:
            worth = chips + 1 if card == "plus_one" else chips
        else:
            worth = -1 if mode == "expert" and card == "plus_one" else 0
        correct.append(right)
        bet_points.append(worth)
        points[seat] += worth  # R6: this can go below 0
        if card is not None:
            action_cards_left[seat] -= 1
    return Score(best, weakest, categories, correct, bet_points, points, action_cards_left)


def placings(scores: Sequence[int], action_cards_left: Sequence[int]) -> list[int]:
    """Return each seat's place: one more than the seats ahead of it (R12).

    Points decide, then action cards; the action cards are those left in the last hand (R5).
    """
    results = list(zip(scores, action_cards_left, strict=True))
    return [1 + sum(other > result for other in results) for result in results]


# --- Odds ----------------------------------------------------------------------------------------


def brute_force_odds(
    players: int,
    seat: int,
    own: str,
    foreheads: Sequence[str | None],
    board: Sequence[str],
    dead: Iterable[str] = (),
    deck: Iterable[str] = DECK,
) -> tuple[list[int], list[int], int]:
    """Count in how many worlds each seat is best, and weakest, and how many worlds there are.

    `own` is the viewer's own card, `foreheads` has None at the viewer, `dead` are the discards.
    A world gives the viewer a forehead card and everybody else an own card, all different and none
    of them seen. (R14: burned cards are unseen, too.) A smaller `deck` restricts those cards to its
    own, so that a test stays cheap; the cards on the table need not belong to it. Ties count for
    everybody tied (R4).
    """
    if len(foreheads) != players or [s for s in range(players) if foreheads[s] is None] != [seat]:
        raise ValueError("everybody but the viewer shows a forehead card")
    faces = [card for card in foreheads if card is not None]
    seen = [own, *faces, *board, *dead]
    unseen = [card for card in deck if card not in seen]
    # Every seat has one card that the viewer sees and one that it does not.
    visible = [own if card is None else card for card in foreheads]
    keys = [
        {card: rank_hand([visible[s], card, *board]) for card in unseen} for s in range(players)
    ]
    best = [0] * players
    weakest = [0] * players
    worlds = 0
    for world in permutations(unseen, players):
        hands = [keys[s][world[s]] for s in range(players)]
        top = max(hands)
        bottom = min(hands)
        for s in range(players):
            best[s] += hands[s] == top
            weakest[s] += hands[s] == bottom
        worlds += 1
    return best, weakest, worlds


# --- Games ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class SlowHand:
    """A finished hand of a `SlowGame`."""

    dealer: int
    dealt: Dealt
    bets: list[Bet]
    legal_counts: list[int]
    """How many bets were legal before each bet."""
    score: Score
    scores: list[int]
    """The running scores after this hand."""


@dataclass
class SlowGame:
    """A game, played hand by hand from written-down decks and bets."""

    players: int
    mode: str
    rounds: int
    dealer: int
    """The dealer of the next hand; after the last hand it has passed on once more."""
    scores: list[int] = field(init=False)
    hands: list[SlowHand] = field(init=False, default_factory=list)

    def __post_init__(self) -> None:
        if self.players not in (3, 4) or self.mode not in ("standard", "expert"):
            raise ValueError(f"no game of {self.players} players in mode {self.mode!r}")
        if not 1 <= self.rounds <= 100 or not 0 <= self.dealer < self.players:
            raise ValueError(f"no game of {self.rounds} rounds with dealer {self.dealer}")
        self.scores = [0] * self.players

    @property
    def over(self) -> bool:
        """Whether every seat has dealt `rounds` times."""
        return len(self.hands) == self.rounds * self.players

    def play_hand(self, deck: Sequence[str], bets: Sequence[Bet]) -> SlowHand:
        """Play the next hand; an illegal bet or a hand too many is refused, nothing is changed."""
        if self.over:
            raise ValueError("the game is over")
        dealt = deal_from_deck(self.players, self.mode, self.dealer, deck)
        legal_counts: list[int] = []
        for index, bet in enumerate(bets):
            legal = legal_bets(self.players, self.dealer, bets[:index])
            if bet not in legal:
                raise ValueError(f"bet number {index} is illegal: {bet}")
            legal_counts.append(len(legal))
        scored = score(self.players, self.mode, dealt.own, dealt.forehead, dealt.board, bets)
        self.scores = [
            before + gained for before, gained in zip(self.scores, scored.points, strict=True)
        ]
        hand = SlowHand(self.dealer, dealt, list(bets), legal_counts, scored, list(self.scores))
        self.hands.append(hand)
        self.dealer = (self.dealer + 1) % self.players
        return hand

    @property
    def placings(self) -> list[int]:
        """Each seat's place at the end of the game (R12)."""
        if not self.over:
            raise ValueError("the game is not over")
        return placings(self.scores, self.hands[-1].score.action_cards_left)

    @property
    def winners(self) -> list[int]:
        """The seats in first place (R12)."""
        return [seat for seat, place in enumerate(self.placings) if place == 1]
