"""The README's Python runs, and its two shell blocks are the commands that it promises."""

import re
from pathlib import Path

import pytest

README = Path(__file__).parents[2].joinpath("README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"^```{language}\n(.*?)^```$", README, flags=re.DOTALL | re.MULTILINE)


@pytest.mark.parametrize("code", blocks("python"))
def test_python_blocks_run(code: str, capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(code, "README.md", "exec"), {})
    assert "winners=(" in capsys.readouterr().out


def test_there_are_two_commands_one_to_play_and_one_to_test() -> None:
    play, test = blocks("sh")
    assert "detective-poker demo" in play
    assert "-m pytest" in test
