"""A property is made once, whoever asks."""

from threading import Barrier, Thread

from core.once import once


class _Slow:
    def __init__(self) -> None:
        self.made = 0

    @once
    def part(self) -> object:
        self.made += 1
        gate.wait(timeout=1) if self.made > 1 else None  # a second making would meet the first here
        return object()


gate = Barrier(2)


def test_two_threads_that_ask_at_once_get_the_same_thing() -> None:
    for _ in range(50):
        slow, found, start = _Slow(), [], Barrier(2)

        def ask(slow: _Slow = slow, found: list = found, start: Barrier = start) -> None:
            start.wait()
            found.append(slow.part)

        threads = [Thread(target=ask) for _ in range(2)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert slow.made == 1
        assert found[0] is found[1]
