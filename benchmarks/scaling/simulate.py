#!/usr/bin/env python3
"""simulate.py TASKS [--latency S] [--bandwidth B]: how an exploration would go on many workers.

TASKS is what record_tasks wrote: the tasks of an exploration, who gave them and when, how long each
takes, how large it is as a message, and how often it asks those who share its nodes. Workers take
their own newest task; who has none asks another one, and gets its oldest. A transfer takes the latency
twice, and its words at the bandwidth; claims delay no worker, but are counted.
Prints speed-up, traffic and the largest number of tasks that wait, for 1 to 10,000 workers.
"""
import argparse
import heapq
import random
from collections import deque


def read(path):
    tasks = []
    for line in open(path):
        number, parent, offset, seconds, words, claims = line.split()
        tasks.append((int(parent), float(offset), float(seconds), int(words), int(claims)))
    children = [[] for _ in tasks]
    for number, task in enumerate(tasks):
        if number:
            children[task[0]].append((task[1], number))
    return tasks, children


def simulate(tasks, children, workers, latency, bandwidth, seed=1):
    """Events are (time, what, worker, task); a worker is idle when it has no event."""
    choose = random.Random(seed)
    queues = [deque() for _ in range(workers)]
    busy = [False] * workers
    full = set()  # workers with tasks that wait
    idle = set(range(workers))
    events = []
    steals = words = claims = waiting = peak = 0
    end = 0.0

    def start(worker, task, now):
        busy[worker] = True
        idle.discard(worker)
        for offset, child in children[task]:
            heapq.heappush(events, (now + min(offset, tasks[task][2]), 0, worker, child))
        heapq.heappush(events, (now + tasks[task][2], 1, worker, task))

    def feed(now):
        """Idle workers find those who have something."""
        nonlocal steals, words, waiting
        while idle and full:
            victim = choose.choice(tuple(full)) if len(full) < 64 else next(iter(full))
            thief = next(iter(idle))
            task = queues[victim].popleft()
            waiting -= 1
            if not queues[victim]:
                full.discard(victim)
            idle.discard(thief)
            steals += 1
            words += tasks[task][3]
            heapq.heappush(
                events, (now + 2 * latency + 4 * tasks[task][3] / bandwidth, 2, thief, task))

    start(0, 0, 0.0)
    while events:
        now, what, worker, task = heapq.heappop(events)
        if what == 0:  # a task is given
            queues[worker].append(task)
            waiting += 1
            peak = max(peak, waiting)
            full.add(worker)
        elif what == 1:  # a task ends
            claims += tasks[task][4]
            end = now
            busy[worker] = False
            if queues[worker]:
                own = queues[worker].pop()
                waiting -= 1
                if not queues[worker]:
                    full.discard(worker)
                start(worker, own, now)
            else:
                idle.add(worker)
        else:
            start(worker, task, now)
        feed(now)
    return end, steals, words, claims, peak


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("tasks")
    parser.add_argument("--latency", type=float, default=20e-6, help="seconds, one way")
    parser.add_argument("--bandwidth", type=float, default=1e9, help="bytes a second")
    parser.add_argument("--workers", type=int, nargs="*",
                        default=[1, 2, 4, 8, 16, 64, 256, 1000, 4000, 10000])
    options = parser.parse_args()
    tasks, children = read(options.tasks)
    alone = sum(t[2] for t in tasks)
    print(f"{len(tasks)} tasks, {alone:.2f} s, "
          f"{sum(t[3] for t in tasks) * 4 / len(tasks):.0f} bytes a task, "
          f"{sum(t[4] for t in tasks)} claims")
    print("workers  seconds  speed-up  efficiency  transfers  MB moved  MB of claims  waiting")
    for workers in options.workers:
        end, steals, words, claims, peak = simulate(
            tasks, children, workers, options.latency, options.bandwidth)
        far = claims * (workers - 1) / workers
        print(f"{workers:7d} {end:8.3f} {alone / end:9.1f} {alone / end / workers:10.0%} "
              f"{steals:10d} {words * 4 / 1e6:9.2f} {far * 44 / 1e6:13.2f} {peak:8d}")


if __name__ == "__main__":
    main()
