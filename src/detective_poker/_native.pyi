# Types of the native module, which cffi builds from csrc/; its header says what it does.

from types import TracebackType
from typing import Literal, Self, final, type_check_only

from typing_extensions import Buffer

@type_check_only
class CData:
    def __enter__(self) -> Self: ...
    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
        /,
    ) -> None: ...
    def __len__(self) -> int: ...
    def __int__(self) -> int: ...
    def __add__(self, offset: int, /) -> CData: ...
    def __getitem__(self, index: int, /) -> int: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...

@type_check_only
class CType: ...

@final
class _FFI:
    NULL: CData

    def buffer(self, cdata: CData, size: int = -1, /) -> memoryview: ...
    def typeof(self, cdecl: str, /) -> CType: ...
    def new(self, cdecl: str | CType, init: object = None, /) -> CData: ...
    def from_buffer(
        self, cdecl: str | CType, python_buffer: Buffer, require_writable: bool = False, /
    ) -> CData: ...
    def cast(self, cdecl: str | CType, source: CData, /) -> CData: ...
    def string(self, cdata: CData, /) -> bytes: ...
    def unpack(self, cdata: CData, length: int, /) -> list[int]: ...
    def memmove(self, dest: CData, src: Buffer, n: int, /) -> None: ...

@final
class _Lib:
    DP_CATEGORY_SHIFT: Literal[26]
    DP_PRIMARY_SHIFT: Literal[13]
    DP_MAX_PLAYERS: Literal[4]
    DP_STREETS: Literal[4]
    DP_BOARD_CARDS: Literal[5]
    DP_BEST_CARDS: Literal[5]
    DP_HAND_SIZE: Literal[6]
    DP_CATEGORIES: Literal[9]
    DP_DECK: Literal[52]
    DP_VIEW: Literal[7]
    DP_ODDS: Literal[9]
    DP_SAMPLED_ODDS: Literal[16]
    DP_CHIPS: Literal[7]
    DP_MIN_BET: Literal[1]
    DP_MAX_BET: Literal[3]
    DP_ACTION_CARDS: Literal[4]
    DP_PLUS_ONE: Literal[1]
    DP_CLOCKWISE: Literal[2]
    DP_BLUFF: Literal[4]
    DP_BLANK: Literal[8]
    DP_VALUES_SIZE: Literal[48]
    DP_VALUES_OF_STREET: Literal[16]
    DP_VALUES_OF_CHIP: Literal[4]
    DP_VALUES_OF_PLUS_ONE: Literal[1]
    DP_VALUES_OF_BLUFF: Literal[2]
    DP_MAX_SPARE: Literal[3]
    DP_OK: Literal[0]
    DP_BAD_PLAYERS: Literal[-1]
    DP_BAD_CARDS: Literal[-2]
    DP_BAD_BACKEND: Literal[-3]
    DP_BAD_STREET: Literal[-4]
    DP_BAD_BETS: Literal[-5]
    DP_IMPOSSIBLE: Literal[-6]
    DP_BAD_MODEL: Literal[-7]
    DP_CLASSES: Literal[26]
    DP_PAIR_ODDS_SIZE: Literal[5408]
    DP_POSTERIOR_SIZE: Literal[217]
    DP_MAX_MODELS: Literal[8]
    DP_MODEL_SIZE: Literal[6]
    DP_MODEL_KIND: Literal[0]
    DP_MODEL_TEMPERATURE: Literal[1]
    DP_MODEL_NOISE: Literal[2]
    DP_MODEL_IDLE_VALUE: Literal[3]
    DP_MODEL_PATIENCE: Literal[4]
    DP_MODEL_PRIOR: Literal[5]
    DP_SOFTMAX: Literal[0]
    DP_NAIVE: Literal[1]
    DP_LEAST_TEMPERATURE: Literal[10]

    def dp_backend_name(self, number: int, /) -> CData: ...
    def dp_backend(self) -> int: ...
    def dp_use_backend(self, number: int, /) -> int: ...
    def dp_mask_strength(self, mask: int, /) -> int: ...
    def dp_strengths(self, masks: CData, out: CData, count: int, /) -> int: ...
    def dp_count_categories(self, cards: int, out: CData, /) -> int: ...
    def dp_best_cards(self, mask: int, out: CData, /) -> int: ...
    def dp_score_streets(
        self, players: int, cards: bytes, strengths: CData, hands: CData, /
    ) -> int: ...
    def dp_odds(
        self,
        players: int,
        own: int,
        forehead1: int,
        forehead2: int,
        forehead3: int,
        board: int,
        dead: int,
        out: CData,
        /,
    ) -> int: ...
    def dp_odds_many(self, views: CData, count: int, out: CData, /) -> int: ...
    def dp_odds_next(
        self,
        players: int,
        own: int,
        forehead1: int,
        forehead2: int,
        forehead3: int,
        board: int,
        dead: int,
        expert: bool,
        out: CData,
        /,
    ) -> int: ...
    def dp_odds_sampled(
        self,
        players: int,
        own: int,
        forehead1: int,
        forehead2: int,
        forehead3: int,
        board: int,
        dead: int,
        board_cards: int,
        expert: bool,
        samples: int,
        seed: int,
        out: CData,
        /,
    ) -> int: ...
    def dp_pair_odds(
        self, players: int, viewer: int, foreheads: CData, board: int, dead: int, out: CData, /
    ) -> int: ...
    def dp_bet_weights(
        self,
        players: int,
        expert: int,
        viewer: int,
        foreheads: CData,
        boards: CData,
        unseen: int,
        bet_count: int,
        bets: bytes,
        odds1: CData,
        odds2: CData,
        odds3: CData,
        odds4: CData,
        model_count: int,
        models: CData,
        values: CData,
        out: CData,
        /,
    ) -> int: ...
    def dp_posterior(
        self,
        players: int,
        own: int,
        forehead1: int,
        forehead2: int,
        forehead3: int,
        board: int,
        dead: int,
        by_class: int,
        weights: CData,
        out: CData,
        /,
    ) -> int: ...

ffi: _FFI
lib: _Lib
