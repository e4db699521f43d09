"""The common part of commands: a stream of puzzles becomes answers.

The nouns are few, and the same in all modules::

    Inputs      the files, pipes and puzzles that the user named; each has a Head
    Record      one puzzle of an input, or a comment or an error in its place
    Question    what a command asks about each puzzle; Transformation, where the answer is a puzzle
    Answer      the answer to one puzzle; StatusAnswer, that to all puzzles of a status
    Answerer    asks the question: of a verb, for few puzzles, or of kernels, for many
    Run         all that the user asked for: inputs, board, form of the output, limits
    RunOver...  carries it out over inputs, over lines of text, over tables
    Writer      writes records with their answers to the output, in one format
    Report      counts answers, prints errors and the summary, knows the exit code
"""
