"""Wrong: a template in which most of the code is still to be written."""
import heapq


def get_distance(from_state, to_state=[1, 2, 3, 4, 5, 6, 7, 0, 0]):
    """
    TODO: the Manhattan distance between two states, without the blanks.
    """
    distance = 0
    return distance


def get_successors(state):
    """
    TODO: the list of all successors of the state.
    """
    return sorted(successor_list)


def print_succ(state):
    # do not change this function
    for successor in get_successors(state):
        print(successor, "h={}".format(get_distance(successor)))


def solve(state, goal=[1, 2, 3, 4, 5, 6, 7, 0, 0]):
    """
    TODO: A* search; fill state_list with [state, h, moves].
    """

    # do not change what follows
    for entry in state_list:
        print(entry[0], "h={}".format(entry[1]), "moves: {}".format(entry[2]))
    print("Max queue length: {}".format(max_length))
