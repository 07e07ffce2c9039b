"""Which tests are not traced when coverage is measured."""

UNTRACED = {
    "test_a_killed_process_is_told_and_the_run_goes_on",
    "test_a_sample_of_the_soak_runs",
    "test_bets_that_cannot_have_been_made_are_refused",
    "test_junk_in_any_place",
    "test_many_strong_hands",
    "test_schema_and_reader_say_the_same",
    "test_the_list_of_characters_is_fixed",
    "test_seat_records_of_unfinished_hands_too",
    "test_so_it_is_when_a_flush_is_near",
    "test_the_core_is_as_good_as_enumeration",
    "test_the_naive_model_is_the_naive_bot",
    "test_the_next_card_in_expert_mode",
    "test_the_posterior_is_calibrated_when_the_others_bet_as_supposed",
    "test_the_tree_into_later_streets",
    "test_views_made_by_hand_do_no_harm",
}
"""Tests that run the same lines some thousand times, which `--cov` would make three to ten times as
slow. Other tests run those lines, too, and show them to be covered."""
