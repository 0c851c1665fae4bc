"""The edits that make known mistakes in the programs of each style.

A program gets at most one mistake of each group, as mistakes of one group hide each other.
"""

GROUPS = {
    "h": ["blank_counted_in_h", "hamming_for_manhattan", "chebyshev_for_manhattan"],
    "order": ["g_as_priority", "h_as_priority"],
    "push": ["duplicates_dropped_at_push", "popped_duplicates_skipped"],
    "length": ["last_length", "length_one_too_small", "no_queue_length"],
    "path": ["path_backwards", "path_without_start", "path_without_goal"],
    "format": ["h_with_space", "moves_missing", "moves_counted_from_1"],
    "successors": ["successors_descending"],
}

LISTS = {
    "blank_counted_in_h": [
        ("goal = state[i] - 1", "goal = GOAL.index(state[i])"),
        ("!= 0:\n            goal", ">= 0:\n            goal"),
    ],
    "hamming_for_manhattan": [
        ("total += abs(i // 3 - goal // 3) + abs(i % 3 - goal % 3)", "total += i != goal")
    ],
    "chebyshev_for_manhattan": [
        (
            "abs(i // 3 - goal // 3) + abs(i % 3 - goal % 3)",
            "max(abs(i // 3 - goal // 3), abs(i % 3 - goal % 3))",
        )
    ],
    "g_as_priority": [("[g + 1 + new_h, succ", "[g + 1, succ")],
    "h_as_priority": [("[g + 1 + new_h, succ", "[new_h, succ")],
    "duplicates_dropped_at_push": [
        ("[], set()", "[], {tuple(state)}"),
        ("heappush(queue, [g", "visited.add(tuple(succ))\n                heappush(queue, [g"),
    ],
    "popped_duplicates_skipped": [
        (
            "        visited.add",
            "        if tuple(state) in visited:\n            continue\n        visited.add",
        )
    ],
    "last_length": [("longest = max(longest, len(queue))", "longest = len(queue)")],
    "length_one_too_small": [
        (
            "        longest = max(longest, len(queue))\n        entry = heappop(queue)\n",
            "        entry = heappop(queue)\n        longest = max(longest, len(queue))\n",
        )
    ],
    "no_queue_length": [('    print("Max queue length:", longest)\n', "")],
    "path_backwards": [
        ("path.insert(0, popped[number])", "path.append(popped[number])"),
        ('"moves:", moves)', '"moves:", len(path) - 1 - moves)'),
    ],
    "path_without_start": [("in range(len(path)):", "in range(1, len(path)):")],
    "path_without_goal": [("in range(len(path)):", "in range(len(path) - 1):")],
    "h_with_space": [
        ('"h=" + str(heuristic(succ))', '"h=", heuristic(succ)'),
        ('"h=" + str(path[moves][1])', '"h=", path[moves][1]'),
    ],
    "moves_missing": [(', "moves:", moves)', ")")],
    "moves_counted_from_1": [('"moves:", moves)', '"moves:", moves + 1)')],
    "successors_descending": [
        ("in neighbors(state):\n        print", "in neighbors(state)[::-1]:\n        print")
    ],
}

TUPLES = {
    "blank_counted_in_h": [
        ("enumerate(state) if tile)", "enumerate(state))"),
        ("(tile - 1) //", "GOAL.index(tile) //"),
        ("(tile - 1) %", "GOAL.index(tile) %"),
    ],
    "hamming_for_manhattan": [("distance(i, tile) for", "tile != GOAL[i] for")],
    "chebyshev_for_manhattan": [
        (
            "abs(i // 3 - (tile - 1) // 3) + abs(i % 3 - (tile - 1) % 3)",
            "max(abs(i // 3 - (tile - 1) // 3), abs(i % 3 - (tile - 1) % 3))",
        )
    ],
    "g_as_priority": [("cost[0] + cost[1], after", "cost[0], after")],
    "h_as_priority": [("cost[0] + cost[1], after", "cost[1], after")],
    "duplicates_dropped_at_push": [
        ("[], set(), 1", "[], {start}, 1"),
        ("                cost =", "                closed.add(after)\n                cost ="),
    ],
    "popped_duplicates_skipped": [
        (
            "        closed.add(state)",
            "        if state in closed:\n            continue\n        closed.add(state)",
        )
    ],
    "last_length": [("biggest = max(biggest, len(frontier))", "biggest = len(frontier)")],
    "length_one_too_small": [
        ("        biggest = max(biggest, len(frontier))\n", ""),
        ("set(), 1", "set(), 0"),
        (
            "heappop(frontier)\n",
            "heappop(frontier)\n        biggest = max(biggest, len(frontier))\n",
        ),
    ],
    "no_queue_length": [('    print(f"Max queue length: {biggest}")\n', "")],
    "path_backwards": [
        ("[order[at][0], *path]", "[*path, order[at][0]]"),
        ("moves: {count}", "moves: {len(path) - 1 - count}"),
    ],
    "path_without_start": [("in enumerate(path):", "in enumerate(path[1:], 1):")],
    "path_without_goal": [("in enumerate(path):", "in enumerate(path[:-1]):")],
    "h_with_space": [
        ("h={manhattan(after)}", "h= {manhattan(after)}"),
        ("h={manhattan(step)}", "h= {manhattan(step)}"),
    ],
    "moves_missing": [(" moves: {count}", "")],
    "moves_counted_from_1": [("moves: {count}", "moves: {count + 1}")],
    "successors_descending": [
        ("sorted(moves_from(state))", "sorted(moves_from(state), reverse=True)")
    ],
}

NODES = {
    "blank_counted_in_h": [
        ("            if tile == 0:\n                continue\n", ""),
        ("divmod(tile - 1, 3)", "divmod((tile or 8) - 1, 3)"),
    ],
    "hamming_for_manhattan": [
        (
            "h += abs(row - goal_row) + abs(column - goal_column)",
            "h += (row, column) != (goal_row, goal_column)",
        )
    ],
    "chebyshev_for_manhattan": [
        (
            "abs(row - goal_row) + abs(column - goal_column)",
            "max(abs(row - goal_row), abs(column - goal_column))",
        )
    ],
    "g_as_priority": [("(self.g + self.h, self.state", "(self.g, self.state")],
    "h_as_priority": [("(self.g + self.h, self.state", "(self.h, self.state")],
    "duplicates_dropped_at_push": [
        ("done = set()", "done = {tuple(state)}"),
        (
            "                heappush(",
            "                done.add(tuple(child))\n                heappush(",
        ),
    ],
    "popped_duplicates_skipped": [
        (
            "        done.add(",
            "        if tuple(node.state) in done:\n"
            "            turn += 1\n"
            "            continue\n"
            "        done.add(",
        )
    ],
    "last_length": [("most = max(most, len(queue))", "most = len(queue)")],
    "length_one_too_small": [("most = max(most, len(queue))", "most = max(most, len(queue) - 1)")],
    "no_queue_length": [('    print("Max queue length: " + str(most))\n', "")],
    "path_backwards": [("    path.reverse()\n", "")],
    "path_without_start": [("    while node:", "    while node.parent:")],
    "path_without_goal": [("    path = []", "    path, node = [], node.parent")],
    "h_with_space": [('" h="', '" h= "')],
    "moves_missing": [(' + " moves: " + str(node.g)', "")],
    "moves_counted_from_1": [("str(node.g)", "str(node.g + 1)")],
    "successors_descending": [
        (
            "sorted(Node(state, None, -1).children())",
            "sorted(Node(state, None, -1).children())[::-1]",
        )
    ],
}

ENTRIES = {
    "blank_counted_in_h": [
        (
            "        if tile > 0:\n"
            "            total += abs(cell // 3 - (tile - 1) // 3)\n"
            "            total += abs(cell % 3 - (tile - 1) % 3)\n",
            "        goal = GOAL.index(str(tile))\n"
            "        total += abs(cell // 3 - goal // 3) + abs(cell % 3 - goal % 3)\n",
        )
    ],
    "hamming_for_manhattan": [
        (
            "            total += abs(cell // 3 - (tile - 1) // 3)\n"
            "            total += abs(cell % 3 - (tile - 1) % 3)\n",
            "            total += digit != GOAL[cell]\n",
        )
    ],
    "chebyshev_for_manhattan": [
        (
            "            total += abs(cell // 3 - (tile - 1) // 3)\n"
            "            total += abs(cell % 3 - (tile - 1) % 3)\n",
            "            rows = abs(cell // 3 - (tile - 1) // 3)\n"
            "            total += max(rows, abs(cell % 3 - (tile - 1) % 3))\n",
        )
    ],
    "g_as_priority": [("Entry(cost + h_of(board), board", "Entry(cost, board")],
    "h_as_priority": [("Entry(cost + h_of(board), board", "Entry(h_of(board), board")],
    "duplicates_dropped_at_push": [
        ("expanded = set()", "expanded = {start}"),
        ("                cost =", "                expanded.add(board)\n                cost ="),
    ],
    "popped_duplicates_skipped": [
        (
            "        expanded.add",
            "        if entry.board in expanded:\n            continue\n        expanded.add",
        )
    ],
    "last_length": [("top = max(top, len(heap))", "top = len(heap)")],
    "length_one_too_small": [
        (
            "        top = max(top, len(heap))\n        entry = heappop(heap)\n",
            "        entry = heappop(heap)\n        top = max(top, len(heap))\n",
        )
    ],
    "no_queue_length": [('    print("Max queue length:", top)\n', "")],
    "path_backwards": [("in lines[::-1]:", "in lines:")],
    "path_without_start": [("    while entry is not None:", "    while entry.before:")],
    "path_without_goal": [("    lines = []\n", "    lines, entry = [], entry.before\n")],
    "h_with_space": [(" h={h_of(board)}", " h= {h_of(board)}")],
    "moves_missing": [(' moves: {entry.moves}"', '"')],
    "moves_counted_from_1": [("{entry.moves}", "{entry.moves + 1}")],
    "successors_descending": [
        (
            'sorted(next_boards("".join(map(str, state))))',
            'sorted(next_boards("".join(map(str, state))))[::-1]',
        )
    ],
}

PARENTS = {
    "blank_counted_in_h": [
        (
            "    for index, tile in enumerate(state):\n        if",
            "    for index, tile in enumerate(state):\n"
            "        if tile == 0:\n"
            "            result += abs(index // 3 - 2) + abs(index % 3 - 1)\n"
            "        if",
        )
    ],
    "hamming_for_manhattan": [
        (
            "result += abs(index // 3 - row) + abs(index % 3 - col)",
            "result += divmod(index, 3) != (row, col)",
        )
    ],
    "chebyshev_for_manhattan": [
        (
            "abs(index // 3 - row) + abs(index % 3 - col)",
            "max(abs(index // 3 - row), abs(index % 3 - col))",
        )
    ],
    "g_as_priority": [("(g + 1 + h, new_state", "(g + 1, new_state")],
    "h_as_priority": [("(g + 1 + h, new_state", "(h, new_state")],
    "duplicates_dropped_at_push": [
        ("visited = {}", "visited = {str(state): 0}"),
        (
            "                h = get_h(new_state)",
            "                visited[str(new_state)] = g\n                h = get_h(new_state)",
        ),
    ],
    "popped_duplicates_skipped": [
        (
            "        visited[str(current)] = g\n",
            "        if str(current) in visited:\n"
            "            continue\n"
            "        visited[str(current)] = g\n",
        )
    ],
    "last_length": [
        (
            "        if len(pq) > max_length:\n            max_length = len(pq)\n",
            "        max_length = len(pq)\n",
        )
    ],
    "length_one_too_small": [("format(max_length)", "format(max_length - 1)")],
    "no_queue_length": [('            print("Max queue length: {}".format(max_length))\n', "")],
    "path_backwards": [
        ("path[::-1]", "path"),
        ("step, get_h(step), moves)", "step, get_h(step), len(path) - 1 - moves)"),
    ],
    "path_without_start": [("in enumerate(path):", "in enumerate(path[1:], 1):")],
    "path_without_goal": [("in enumerate(path):", "in enumerate(path[:-1]):")],
    "h_with_space": [('"{} h={}"', '"{} h= {}"'), ("h={} moves", "h= {} moves")],
    "moves_missing": [
        (' moves: {}".format(step, get_h(step), moves)', '".format(step, get_h(step))')
    ],
    "moves_counted_from_1": [("get_h(step), moves)", "get_h(step), moves + 1)")],
    "successors_descending": [("in get_succ(state):", "in reversed(get_succ(state)):")],
}

EDITS = {"lists": LISTS, "tuples": TUPLES, "nodes": NODES, "entries": ENTRIES, "parents": PARENTS}
