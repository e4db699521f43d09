"""Environments of gymnasium: one board, or many at once."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, TypeAlias

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from lowbit.arguments import integer, require_room
from lowbit.errors import InputError
from lowbit.grid import Grid
from lowbit.gym.boards import BIT_OF, BYTES_A_BOARD, N_ACTIONS, SIZE, Boards, Rewards, checked
from lowbit.gym.supply import PuzzleSupply, solved
from lowbit.techniques.position import Position
from lowbit.techniques.wording.board_text import board_text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from numpy.typing import NDArray

    from lowbit.batch.puzzles import PuzzlesLike
    from lowbit.gym.boards import ActionOutcome

    Observations: TypeAlias = dict[str, NDArray[Any]]

ID: Final = "lowbit/Sudoku-v0"

MOST_STEPS: Final = 1000
"""Steps after which an episode is cut off, unless another number is named."""

NOT_BEGUN: Final = -1
"""The number of steps on a board that has had no puzzle."""


def _observation_space() -> spaces.Dict:
    return spaces.Dict(
        {
            "digits": spaces.Box(0, SIZE, (SIZE, SIZE), np.uint8),
            "givens": spaces.MultiBinary([SIZE, SIZE]),
            "candidates": spaces.MultiBinary([SIZE, SIZE, SIZE]),
        }
    )


def _are_actions(taken: NDArray[Any]) -> bool:
    """Whether all items of an array are numbers of actions: whole ones, not bool or text."""
    return taken.dtype.kind in "iu" and bool(((taken >= 0) & (taken < N_ACTIONS)).all())


class _Game:
    """The boards of an environment, their puzzles, and how many steps were taken on each."""

    def __init__(
        self,
        n: int,
        puzzles: PuzzlesLike | None,
        rewards: Rewards,
        max_steps: int,
        wish: Mapping[str, Any],
    ) -> None:
        self.supply = PuzzleSupply(puzzles, dict(wish))
        self.boards, self.rewards = Boards(n), checked(rewards)
        self.max_steps = integer("max_steps", max_steps, 1)
        self.n_steps = np.full(n, NOT_BEGUN)

    def begin(
        self,
        rows: NDArray[np.int64],
        random: np.random.Generator,
        options: Mapping[str, Any] | None = None,
    ) -> None:
        """Set up other puzzles on the boards in some rows."""
        named = (options or {}).get("puzzle")
        some = self.supply.some(rows.size, random) if named is None else solved([named])
        self.boards.begin(rows, some.puzzles, some.solutions)
        self.n_steps[rows] = 0

    def act(self, actions: NDArray[np.int64]) -> ActionOutcome:
        """Take an action on each board."""
        self.require_puzzles()
        self.n_steps += 1
        return self.boards.act(actions, self.rewards)

    def require_puzzles(self) -> None:
        """Raise gymnasium's error if the boards have had no puzzles so far."""
        if self.n_steps[0] == NOT_BEGUN:
            raise ResetNeeded("the boards have no puzzles before reset is called")

    def justified_actions(self) -> NDArray[np.int8]:
        """Return which actions the easiest step of each board justifies."""
        self.require_puzzles()
        return self.boards.justified_actions()

    def observations(self) -> Observations:
        """Return what is seen of all boards."""
        n = len(self.n_steps)
        return {
            "digits": self.boards.digits.reshape(n, SIZE, SIZE).copy(),
            "givens": (self.boards.givens > 0).astype(np.int8).reshape(n, SIZE, SIZE),
            "candidates": self.boards.candidates().reshape(n, SIZE, SIZE, SIZE),
        }


class SudokuEnv(gymnasium.Env[dict[str, Any], np.int64]):
    """One board: an action places a digit, or eliminates a candidate.

    Registered as ``lowbit.gym:lowbit/Sudoku-v0``. An action is a number below 1,458: a candidate,
    ``9 * cell + digit - 1``, that is placed, or 729 more, one that is eliminated. Placing a digit
    eliminates it from its row, column and box. A mistake, which goes against the solution, changes
    nothing; it ends the episode unless `ends_on_mistake` is False.

    Observations have ``digits``, 0 for a blank, ``givens`` and ``candidates`` by row, column and
    digit. The info of each has ``action_mask``, the actions on candidates that are there.

    Parameters
    ----------
    puzzles : PuzzlesLike, optional
        Puzzles to draw from; made by `wish` if None.
    rewards : Rewards, optional
        The rewards of actions.
    ends_on_mistake : bool, default True
        Whether a mistake ends the episode.
    max_steps : int, default 1000
        The steps after which it is cut off.
    render_mode : {'ansi'}, optional
        `render` returns the position as text.
    **wish
        The keywords of `lowbit.generate`: ``clues``, ``rating``, ``level``, ``needs`` and others.

    Examples
    --------
    >>> env = SudokuEnv(level="easy")
    >>> observation, info = env.reset(seed=1)
    >>> observation["digits"].shape, int(info["action_mask"].sum()) > 100
    ((9, 9), True)
    >>> action = env.justified_actions().argmax()  # the first single
    >>> _, reward, terminated, truncated, _ = env.step(action)
    >>> reward > 0, terminated, truncated
    (True, False, False)
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi"], "render_fps": 4}  # noqa: RUF012 - gymnasium's

    def __init__(
        self,
        puzzles: PuzzlesLike | None = None,
        *,
        rewards: Rewards | None = None,
        ends_on_mistake: bool = True,
        max_steps: int = MOST_STEPS,
        render_mode: str | None = None,
        **wish: Any,  # noqa: ANN401 - as generate has them
    ) -> None:
        self.observation_space = _observation_space()
        self.action_space = spaces.Discrete(N_ACTIONS)
        self.render_mode = render_mode
        self.ends_on_mistake = ends_on_mistake
        self._game = _Game(1, puzzles, rewards or Rewards(), max_steps, wish)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Any], dict[str, Any]]:
        """Begin with another puzzle; with the option ``puzzle``, with that one."""
        super().reset(seed=seed)
        if seed is not None:
            self._game.supply.restart()
        self._game.begin(np.zeros(1, np.int64), self.np_random, options)
        return self._observation(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        """Take an action."""
        taken = np.asarray(action)
        if taken.shape or not _are_actions(taken):
            raise InputError(f"an action is a number from 0 to {N_ACTIONS - 1}, not {action!r}")
        game = self._game
        outcome = game.act(taken.astype(np.int64).reshape(1))
        ends = bool(outcome.are_solved[0] or (self.ends_on_mistake and outcome.are_mistakes[0]))
        is_cut = bool(game.n_steps[0] >= game.max_steps) and not ends
        return self._observation(), float(outcome.rewards[0]), ends, is_cut, self._info()

    def justified_actions(self) -> NDArray[np.int8]:
        """Return which actions the easiest step justifies, int8[1458]: all singles, or a step."""
        actions: NDArray[np.int8] = self._game.justified_actions()[0]
        return actions

    def render(self) -> str | None:
        """Return the position as text: digits and candidates."""
        if self.render_mode is None:
            return None
        self._game.require_puzzles()
        boards = self._game.boards
        masks = boards.masks[0] | BIT_OF[boards.digits[0]]
        return board_text(Position(Grid.from_masks(masks.tolist())))

    def _observation(self) -> dict[str, Any]:
        return {name: values[0] for name, values in self._game.observations().items()}

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._game.boards.legal_actions()[0]}


class SudokuVectorEnv(VectorEnv[Any, Any, Any]):
    """Many boards at once, as arrays: each as `SudokuEnv` has it.

    A board whose episode ended begins another one in the next step, whatever its action.

    Parameters
    ----------
    num_envs : int
        How many boards.
    puzzles, rewards, ends_on_mistake, max_steps, **wish
        As for `SudokuEnv`.

    Examples
    --------
    >>> envs = SudokuVectorEnv(1000, clues=40, minimal=False)
    >>> observations, infos = envs.reset(seed=1)
    >>> observations["candidates"].shape, infos["action_mask"].shape
    ((1000, 9, 9, 9), (1000, 1458))
    >>> _, rewards, _, _, _ = envs.step(envs.justified_actions().argmax(axis=1))
    >>> bool((rewards > 0).all())
    True
    """

    metadata: dict[str, Any] = {"autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012 - as above

    def __init__(
        self,
        num_envs: int,
        puzzles: PuzzlesLike | None = None,
        *,
        rewards: Rewards | None = None,
        ends_on_mistake: bool = True,
        max_steps: int = MOST_STEPS,
        **wish: Any,  # noqa: ANN401 - as above
    ) -> None:
        self.num_envs = integer("num_envs", num_envs, 1)
        require_room("num_envs", self.num_envs, BYTES_A_BOARD)
        self.single_observation_space = _observation_space()
        self.single_action_space = spaces.Discrete(N_ACTIONS)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.ends_on_mistake = ends_on_mistake
        self._game = _Game(self.num_envs, puzzles, rewards or Rewards(), max_steps, wish)
        self._has_ended = np.zeros(self.num_envs, np.bool_)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begin with other puzzles on all boards, or with the option ``puzzle`` on each."""
        if isinstance(seed, list):
            raise InputError("one seed is for all boards")
        super().reset(seed=seed)
        if seed is not None:
            self._game.supply.restart()
        self._game.begin(np.arange(self.num_envs), self.np_random, options)
        self._has_ended[:] = False
        return self._game.observations(), self._infos()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Any, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action on each board."""
        taken = np.asarray(actions)
        if taken.shape != (self.num_envs,) or not _are_actions(taken):
            raise InputError(f"actions are {self.num_envs} whole numbers from 0 to {N_ACTIONS - 1}")
        game, begins = self._game, self._has_ended
        outcome = game.act(taken.astype(np.int64))
        ends = (outcome.are_solved | outcome.are_mistakes & self.ends_on_mistake) & ~begins
        are_cut = (game.n_steps >= game.max_steps) & ~ends & ~begins
        if begins.any():
            game.begin(np.flatnonzero(begins), self.np_random)
        self._has_ended = ends | are_cut
        rewards = np.where(begins, 0.0, outcome.rewards)
        return game.observations(), rewards, ends, are_cut, self._infos()

    def justified_actions(self) -> NDArray[np.int8]:
        """Return which actions the easiest step of each board justifies, int8[n, 1458]."""
        return self._game.justified_actions()

    def _infos(self) -> dict[str, Any]:
        return {"action_mask": self._game.boards.legal_actions()}


gymnasium.register(ID, entry_point="lowbit.gym.environments:SudokuEnv")
