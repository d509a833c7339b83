"""The filter of system calls decides as it should, on machines that are not at hand, too."""

from __future__ import annotations

import errno
import os
from struct import iter_unpack, pack, unpack_from

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vera.verification.ingestion.sandbox import seccomp

ALLOW, KILL, ERROR = 0x7FFF0000, 0x80000000, 0x00050000
MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}
OPENAT = {"x86_64": 257, "aarch64": 56}
OPENS = {"x86_64": {2, 257}, "aarch64": {56}}
LISTED = {
    machine: {numbers[column]: name for name, numbers in seccomp._ALLOWED.items()}
    for machine, (_, column) in MACHINES.items()
}
FATAL = {
    machine: {numbers[column] for numbers in seccomp._FATAL.values()}
    for machine, (_, column) in MACHINES.items()
}


def _decided(program: bytes, number: int, machine: int, arguments: tuple[int, ...] = ()) -> int:
    """What the kernel would do: it runs the program over the number, the machine, the arguments."""
    data = pack("=IIQ6Q", number, machine, 0, *(*arguments, 0, 0, 0, 0, 0, 0)[:6])
    steps = list(iter_unpack("=HBBI", program))
    at, value = 0, 0
    while True:
        code, yes, no, given_value = steps[at]
        match code:
            case 0x20:
                (value,) = unpack_from("=I", data, given_value)
                at += 1
                continue
            case 0x06:
                return int(given_value)
            case 0x15:
                holds = value == given_value
            case 0x35:
                holds = value >= given_value
            case 0x45:
                holds = bool(value & given_value)
            case _:
                raise AssertionError(code)
        at += 1 + (yes if holds else no)


@pytest.mark.parametrize("machine", MACHINES)
@given(number=st.one_of(st.integers(0, 500), st.integers(0, 2**32 - 1)))
def test_a_call_that_is_not_listed_is_not_there(machine: str, number: int) -> None:
    """Listed ones pass, some end the process, all others fail as on a kernel without them."""
    found = _decided(seccomp._program(machine), number, MACHINES[machine][0])
    if number in LISTED[machine] or number in OPENS[machine]:  # with the flags of reading
        assert found == ALLOW
    elif number in FATAL[machine] or (machine == "x86_64" and number >= 1 << 30):
        assert found == KILL
    elif number == {"x86_64": 16, "aarch64": 29}[machine]:
        assert found == ERROR | errno.ENOTTY
    else:
        assert found == ERROR | errno.ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
@given(number=st.integers(0, 500), other=st.integers(0, 2**32 - 1))
def test_a_call_for_another_machine_ends_the_process(machine: str, number: int, other: int) -> None:
    """A 32-bit call has other numbers, which must not be taken for ours."""
    if other != MACHINES[machine][0]:
        assert _decided(seccomp._program(machine), number, other) == KILL


@pytest.mark.parametrize("machine", MACHINES)
@given(
    flags=st.lists(
        st.sampled_from(["O_WRONLY", "O_RDWR", "O_CREAT", "O_TRUNC", "O_TMPFILE", "O_APPEND"])
    ),
    harmless=st.lists(st.sampled_from(["O_CLOEXEC", "O_DIRECTORY", "O_NONBLOCK", "O_NOFOLLOW"])),
)
def test_nothing_is_opened_to_write(machine: str, flags: list[str], harmless: list[str]) -> None:
    """`openat` passes with the flags of reading alone."""
    if not all(hasattr(os, name) for name in (*flags, *harmless)):
        return
    asked = 0
    for name in (*flags, *harmless):
        asked |= getattr(os, name)
    found = _decided(
        seccomp._program(machine), OPENAT[machine], MACHINES[machine][0], (0, 0, asked)
    )
    writes = bool(asked & 3) or bool({"O_CREAT", "O_TRUNC"} & set(flags))
    expected = ERROR | errno.EACCES if writes else ALLOW
    if "O_TMPFILE" not in flags or writes:
        assert found == expected


def test_no_number_stands_twice() -> None:
    """A call is allowed, fatal or neither, on each machine."""
    for column in (0, 1):
        tables = (seccomp._ALLOWED, seccomp._FATAL)
        numbers = [it[column] for table in tables for it in table.values() if it[column]]
        assert len(set(numbers)) == len(numbers)
