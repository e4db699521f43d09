"""Environments of gymnasium keep its rules and those of Sudoku; tasks score replies."""

from __future__ import annotations

import subprocess
import sys
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env

import lowbit
from lowbit import InputError
from lowbit.gym import Rewards, SudokuEnv, SudokuTasks, SudokuVectorEnv

PUZZLE = "6....2.4...29..78.18....9..8.9...4715.6..4....7...........2...5...7.....2..3....."
SOLUTION = lowbit.solve(PUZZLE).to_line()
OPEN = [cell for cell, character in enumerate(PUZZLE) if character == "."]
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

EXCLUDE = 729
"""What is added to a candidate for the action that eliminates it."""


def placing(cell: int, digit: int | str) -> int:
    return 9 * cell + int(digit) - 1


def test_gymnasium_finds_nothing_wrong() -> None:
    env = gymnasium.make("lowbit.gym:lowbit/Sudoku-v0", puzzles=[PUZZLE], render_mode="ansi")
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_right_digits_lead_to_the_solution_and_give_one() -> None:
    env = SudokuEnv([PUZZLE])
    observation, _ = env.reset(seed=1)
    assert observation["givens"].sum() == 81 - len(OPEN)
    total, ends = 0.0, False
    for cell in OPEN:
        assert not ends
        observation, reward, ends, is_cut, _ = env.step(placing(cell, SOLUTION[cell]))
        total += reward
        assert not is_cut
    assert ends
    assert total == pytest.approx(1)
    assert "".join(map(str, observation["digits"].ravel())) == SOLUTION


def test_mistakes_change_nothing_and_end_the_episode_unless_told_otherwise() -> None:
    cell = OPEN[0]
    wrong = next(d for d in map(int, "123456789") if str(d) != SOLUTION[cell] and free(cell, d))
    for action in (placing(cell, wrong), EXCLUDE + placing(cell, SOLUTION[cell])):
        for ends_on_mistake in (True, False):
            env = SudokuEnv([PUZZLE], rewards=Rewards(mistake=-7), ends_on_mistake=ends_on_mistake)
            before, info = env.reset()
            assert info["action_mask"][action] == 1
            after, reward, ends, _, _ = env.step(action)
            assert (reward, ends) == (-7, ends_on_mistake)
            assert all((before[name] == after[name]).all() for name in before)


def free(cell: int, digit: int) -> bool:
    return all(PUZZLE[peer] != str(digit) for peer in lowbit.CLASSIC.peers[cell])


def test_candidates_can_be_eliminated_once() -> None:
    env = SudokuEnv([PUZZLE], rewards=Rewards(eliminated=0.5, idle=-0.25))
    env.reset()
    cell = OPEN[0]
    wrong = next(d for d in range(1, 10) if str(d) != SOLUTION[cell] and free(cell, d))
    action = EXCLUDE + placing(cell, wrong)
    observation, reward, *_ = env.step(action)
    assert (reward, observation["candidates"][0, cell, wrong - 1]) == (0.5, 0)
    assert env.step(action)[1] == -0.25
    assert env.step(placing(0, 6))[1] == -0.25  # a given


def test_candidates_are_those_that_the_houses_leave() -> None:
    env = SudokuEnv([PUZZLE])
    observation, info = env.reset()
    position = lowbit.Position(lowbit.Grid(PUZZLE))
    masks = (observation["candidates"].reshape(81, 9) << np.arange(9)).sum(axis=1)
    assert masks.tolist() == position.cells
    assert (info["action_mask"][:729] == observation["candidates"].ravel()).all()
    assert (info["action_mask"][:729] == info["action_mask"][729:]).all()


@pytest.mark.parametrize("puzzle", [PUZZLE, HARD], ids=["singles", "hard"])
def test_justified_actions_are_those_of_hodokus_steps(puzzle: str) -> None:
    env = SudokuEnv([puzzle])
    env.reset()
    for step in lowbit.steps(puzzle, "hodoku")[:40]:
        justified = env.justified_actions()
        actions = [placing(*candidate) for candidate in step.placements]
        actions += [EXCLUDE + placing(*candidate) for candidate in step.eliminations]
        if justified.any():  # kernels leave some steps to plain finders
            assert justified[actions].all()
            assert step.placements or justified.sum() == len(actions)
        assert all(env.step(action)[1] >= 0 for action in actions)


@pytest.mark.parametrize("seed", [1, 2])
def test_a_seed_tells_all_that_comes(seed: int) -> None:
    env = SudokuEnv(clues=30, minimal=False)

    def episode() -> list[list[int]]:
        first, _ = env.reset(seed=seed)
        second, _ = env.reset()
        return [first["digits"].ravel().tolist(), second["digits"].ravel().tolist()]

    assert episode() == episode()
    assert np.count_nonzero(episode()[1]) == 30


def test_many_boards_are_as_many_single_ones() -> None:
    puzzles = lowbit.generate(40, seed=3).to_strings()
    envs = SudokuVectorEnv(8, puzzles, max_steps=12)
    seen, infos = envs.reset(seed=5)
    ones = []
    for board in range(8):
        ones.append(SudokuEnv(puzzles, max_steps=12))
        line = "".join(map(str, seen["digits"][board].ravel())).replace("0", ".")
        ones[-1].reset(options={"puzzle": line})
    random, ended = np.random.default_rng(1), np.zeros(8, bool)
    for _ in range(30):
        actions = random.integers(1458, size=8)
        easy = envs.justified_actions().argmax(axis=1)
        actions = np.where(random.random(8) < 0.8, easy, actions)
        seen, rewards, ends, cuts, infos = envs.step(actions)
        for board, env in enumerate(ones):
            if ended[board]:
                line = "".join(map(str, seen["digits"][board].ravel())).replace("0", ".")
                own: Any = (*env.reset(options={"puzzle": line}), 0.0, False, False)
                observation, info, reward, is_end, is_cut = own
            else:
                observation, reward, is_end, is_cut, info = env.step(int(actions[board]))
            assert (rewards[board], ends[board], cuts[board]) == (reward, is_end, is_cut)
            assert (infos["action_mask"][board] == info["action_mask"]).all()
            assert all((seen[name][board] == observation[name]).all() for name in observation)
        ended = ends | cuts
    assert envs.observation_space.contains(seen)


def test_a_puzzle_can_be_set_and_drawn() -> None:
    env = SudokuEnv(render_mode="ansi")
    for puzzle in (PUZZLE, lowbit.read_puzzle(PUZZLE)):
        observation, _ = env.reset(options={"puzzle": puzzle})
        assert observation["digits"][0].tolist() == [6, 0, 0, 0, 0, 2, 0, 4, 0]
    assert "| 6 " in str(env.render())
    assert SudokuEnv([PUZZLE]).render() is None


@pytest.mark.parametrize(
    ("puzzles", "error"),
    [
        ([PUZZLE, "." * 81], "puzzle 1 does not have one solution: several"),
        (["no puzzle"], "puzzle 0 does not have one solution: character 1"),
        ([], "there are no puzzles"),
        ([".Shape~4x4.Thermo~R2C1~R2C2"], "on the classic board"),
    ],
)
def test_puzzles_that_cannot_be_played_are_refused(puzzles: list[str], error: str) -> None:
    with pytest.raises(InputError, match=error):
        SudokuEnv(puzzles)


def test_actions_and_wishes_that_there_are_not_are_refused() -> None:
    env = SudokuEnv([PUZZLE])
    env.reset()
    for action in (1458, -1, 2**70, 1.5, "3", None, True, np.nan, [3]):
        with pytest.raises(InputError, match=r"from 0 to 1457, not "):
            env.step(action)  # type: ignore[arg-type]  # that is the test
    envs = SudokuVectorEnv(2, [PUZZLE])
    envs.reset(seed=1)
    for actions in ([0, 0, 0], [0, -1], [0, 1458], [0.5, 1], ["1", "2"], [True, False], None):
        with pytest.raises(InputError, match="2 whole numbers from 0 to 1457"):
            envs.step(np.array(actions))
    with pytest.raises(InputError, match="classic board"):
        SudokuEnv(geometry="4x4").reset()
    with pytest.raises(InputError, match="max_steps"):
        SudokuEnv(max_steps=0)
    with pytest.raises(InputError, match="does not fit into memory"):
        SudokuVectorEnv(10**12)
    for make in (SudokuEnv, lambda **wish: SudokuVectorEnv(2, **wish)):
        with pytest.raises(InputError, match="leave out level, clues"):
            make(puzzles=[PUZZLE], level="easy", clues=30)
        with pytest.raises(TypeError, match="unknown wish 'autoreset_mode'"):
            make(autoreset_mode="SameStep")
        with pytest.raises(TypeError, match="that of its reset"):
            make(seed=1)
        wrong: tuple[Any, ...] = {"placed": 2}, Rewards(mistake=np.nan), Rewards(idle="0")  # type: ignore[arg-type]
        for rewards in wrong:
            with pytest.raises(InputError, match=r"rewards are|is a finite number"):
                make(rewards=rewards)


def test_boards_have_no_puzzle_before_their_reset() -> None:
    env, envs = SudokuEnv([PUZZLE], render_mode="ansi"), SudokuVectorEnv(2, [PUZZLE])
    for call in (
        lambda: env.step(0),
        env.justified_actions,
        env.render,
        lambda: envs.step(np.zeros(2, int)),
        envs.justified_actions,
    ):
        with pytest.raises(ResetNeeded):
            call()


def test_tasks_are_those_of_their_seed_and_score_replies() -> None:
    tasks = SudokuTasks(3, seed=9)
    entries = list(tasks)
    assert entries == [SudokuTasks(3, seed=9)[row] for row in range(3)]
    assert len({entry["question"] for entry in entries}) == 3
    for entry in entries:
        puzzle = entry["metadata"]["puzzle"]
        assert lowbit.solve(puzzle).to_line() == entry["metadata"]["solution"]
        assert tasks.score_answer(entry["answer"], entry) == 1
        assert tasks.score_answer(f"{entry['question']}\n\n{entry['answer']}", entry) == 1
        assert tasks.score_answer(entry["question"], entry) == 0
        assert tasks.score_answer(None, entry) == tasks.score_answer("No.", entry) == 0
    with pytest.raises(IndexError):
        tasks[3]


def test_tasks_need_no_gymnasium_and_environments_say_so() -> None:
    code = """
import sys
sys.modules["gymnasium"] = None
import lowbit.gym
print(len(lowbit.gym.SudokuTasks(1)))
try:
    lowbit.gym.SudokuEnv
except ImportError as error:
    print(error)
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == "1\nenvironments need gymnasium: pip install 'lowbit[gym]'\n"
