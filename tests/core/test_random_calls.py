"""Some thousands of random calls of all that is public; `nox -s soak` makes many more."""

import pytest

from core.random_calls import CALLABLES, OF_OURS, check_calls, methods


def test_all_that_is_public_is_called() -> None:
    assert len(CALLABLES) > 60
    kinds = {type(value).__name__ for value in OF_OURS}
    assert {"GameState", "PlayerView", "Record", "SeatRecord", "HandResult", "Odds"} <= kinds
    state = next(value for value in OF_OURS if type(value).__name__ == "GameState")
    assert {"apply", "view", "why_illegal", "ply"} <= set(methods(state))


@pytest.mark.parametrize("seed", range(4))
def test_every_call_ends_in_a_result_or_in_one_of_our_exceptions(seed: int) -> None:
    assert check_calls(1500, seed) == []
