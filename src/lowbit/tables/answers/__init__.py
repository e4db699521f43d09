"""Operations on a column of puzzles, and the columns that answer them."""
