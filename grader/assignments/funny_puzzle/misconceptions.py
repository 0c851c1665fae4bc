"""The misconceptions of `funny_puzzle`, as edits of its reference, `reference/funny_puzzle.py`.

To add one to the module that it belongs to, write its name, a sentence for the instructor, a
question for the student, and what to replace in the reference so that it prints what such a program
prints. Then add a program that shows it to `programs/wrong/`.
"""

from .misconceptions_of_h import H
from .misconceptions_of_lengths import LENGTHS
from .misconceptions_of_moves import LIST, MOVES
from .misconceptions_of_paths import THE_PATH
from .misconceptions_of_printing import BESIDE_IT, FORMAT, NOTHING
from .misconceptions_of_searching import SEARCH


MISCONCEPTIONS = (*H, *MOVES, *LIST, *FORMAT, *SEARCH, *LENGTHS, *THE_PATH, *BESIDE_IT, *NOTHING)
