"""Wrong: the g of the first entry found in the queue is compared, which may be an old one."""
import heapq


def get_manhattan(state):
    m = 0
    for x in range(0, len(state)):
        if state[x] == 0:
            pass
        else:
            m = m + abs((state[x] - 1) // 3 - x // 3) + abs((state[x] - 1) % 3 - x % 3)
    return m


def list_successors(state):
    all_states = []
    for x in range(0, 9):
        if state[x] == 0:
            directions = []
            if x + 3 < 9: directions.append(3)
            if x - 3 >= 0: directions.append(-3)
            if x % 3 < 2: directions.append(1)
            if x % 3 > 0: directions.append(-1)
            for d in directions:
                if state[x + d] != 0:
                    new_state = [k for k in state]
                    new_state[x], new_state[x + d] = state[x + d], state[x]
                    all_states = all_states + [new_state]
    all_states.sort()
    return all_states


def print_succ(state):
    for each in list_successors(state):
        print(each, "h={}".format(get_manhattan(each)))


def solve(state):
    opened = []
    closed = {}
    in_open = {}
    heapq.heappush(opened, (get_manhattan(state), state, (0, get_manhattan(state), -1)))
    in_open[str(state)] = 1
    nodes = []
    max_length = 0
    while len(opened) > 0:
        if len(opened) > max_length:
            max_length = len(opened)
        popped = heapq.heappop(opened)
        in_open[str(popped[1])] -= 1
        nodes.append(popped)
        if str(popped[1]) not in closed:
            closed[str(popped[1])] = popped[2][0]
        if popped[1] == [1, 2, 3, 4, 5, 6, 7, 0, 0]:
            break
        for each in list_successors(popped[1]):
            g = popped[2][0] + 1
            push = True
            if in_open.get(str(each), 0) > 0:
                for entry in opened:
                    if entry[1] == each:
                        push = g < entry[2][0]
                        break
            elif str(each) in closed:
                push = g < closed[str(each)]
            if push:
                h = get_manhattan(each)
                heapq.heappush(opened, (g + h, each, (g, h, len(nodes) - 1)))
                in_open[str(each)] = in_open.get(str(each), 0) + 1
    route = [popped]
    while route[0][2][2] != -1:
        route = [nodes[route[0][2][2]]] + route
    for r in route:
        print(r[1], "h={}".format(r[2][1]), "moves: {}".format(r[2][0]))
    print("Max queue length: {}".format(max_length))
