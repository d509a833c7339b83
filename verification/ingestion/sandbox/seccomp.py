"""seccomp: a list of the system calls that are left, with a filter in the kernel (ADR 0025).

The filter is a program of classic BPF over `struct seccomp_data` (linux/seccomp.h, linux/filter.h):
the number of the call, the machine it is made for, its arguments.
"""

from __future__ import annotations

import ctypes
import errno
import os
import sys
from struct import pack

from vera.verification.ingestion.sandbox import system

_PR_SET_SECCOMP, _MODE_FILTER = 22, 2
_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
"""BPF_LD|W|ABS, BPF_JMP|JEQ|K, BPF_JMP|JGE|K, BPF_JMP|JSET|K, BPF_RET|K."""
_NUMBER, _MACHINE, _ARGUMENTS = 0, 4, 16  # offsets in bytes
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000  # SECCOMP_RET_*
_X32 = 0x40000000
"""Numbers from here on are those of another list of calls on x86-64 (__X32_SYSCALL_BIT)."""

_MACHINES = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # AUDIT_ARCH_*, column
_ALLOWED = {
    # to work in memory
    "brk": (12, 214),
    "mmap": (9, 222),
    "mprotect": (10, 226),
    "mremap": (25, 216),
    "munmap": (11, 215),
    "madvise": (28, 233),
    "futex": (202, 98),
    "getrandom": (318, 278),
    "sysinfo": (99, 179),
    "sched_yield": (24, 124),
    # to read what is open, or found under a readable folder; to answer
    "read": (0, 63),
    "readv": (19, 65),
    "pread64": (17, 67),
    "lseek": (8, 62),
    "write": (1, 64),
    "writev": (20, 66),
    "close": (3, 57),
    "getdents64": (217, 61),
    "fstat": (5, 80),
    "newfstatat": (262, 79),
    "statx": (332, 291),
    "stat": (4, None),
    "lstat": (6, None),
    "getcwd": (79, 17),
    # to know the time and oneself
    "clock_gettime": (228, 113),
    "clock_getres": (229, 114),
    "gettimeofday": (96, 169),
    "time": (201, None),
    "times": (100, 153),
    "getrusage": (98, 165),
    "uname": (63, 160),
    "getpid": (39, 172),
    "gettid": (186, 178),
    # to handle a signal, and to end
    "rt_sigaction": (13, 134),
    "rt_sigprocmask": (14, 135),
    "rt_sigreturn": (15, 139),
    "sigaltstack": (131, 132),
    "restart_syscall": (219, 128),
    "exit": (60, 93),
    "exit_group": (231, 94),
}
"""The calls that reading needs: their numbers on x86-64 and on aarch64, None for none."""
_OPENS = {(2, None): 1, (257, 56): 2}
"""`open` and `openat`: which argument has the flags."""
_TO_WRITE = 0o3 | 0o100 | 0o1000  # O_ACCMODE, O_CREAT, O_TRUNC
_IOCTL = (16, 29)
_FATAL = {
    "execve": (59, 221),
    "execveat": (322, 281),
    "socket": (41, 198),
    "socketpair": (53, 199),
    "ptrace": (101, 117),
    "process_vm_readv": (310, 270),
    "process_vm_writev": (311, 271),
}
"""What no reading of a file ever asks for: to try is to be taken over."""


def _step(code: int, value: int, yes: int = 0, no: int = 0) -> bytes:
    """`struct sock_filter`; `yes` and `no` are how many steps a jump leaves out."""
    return pack("=HBBI", code, yes, no, value)


def _program(machine: str) -> bytes:
    """The filter for that machine: any call that is not listed is as if the kernel had none.

    >>> len(_program("x86_64")) % 8, len(_program("aarch64")) < len(_program("x86_64"))
    (0, True)
    """
    known, column = _MACHINES[machine]
    steps = [_step(_LOAD, _MACHINE), _step(_EQUAL, known, yes=1), _step(_RETURN, _KILL)]
    steps.append(_step(_LOAD, _NUMBER))
    if machine == "x86_64":
        steps += [_step(_AT_LEAST, _X32, no=1), _step(_RETURN, _KILL)]
    answers = dict.fromkeys(_ALLOWED.values(), _ALLOW) | dict.fromkeys(_FATAL.values(), _KILL)
    answers[_IOCTL] = _ERROR | errno.ENOTTY
    for numbers, answer in answers.items():
        number = numbers[column]
        if number is not None:
            steps += [_step(_EQUAL, number, no=1), _step(_RETURN, answer)]
    for numbers, at in _OPENS.items():
        number = numbers[column]
        if number is not None:
            steps += [
                _step(_EQUAL, number, no=4),
                _step(_LOAD, _ARGUMENTS + 8 * at),  # the low half: both machines are little-endian
                _step(_ANY_BIT, _TO_WRITE, no=1),
                _step(_RETURN, _ERROR | errno.EACCES),
                _step(_RETURN, _ALLOW),
            ]
    return b"".join((*steps, _step(_RETURN, _ERROR | errno.ENOSYS)))


def restrict() -> str:
    """Leave this process the calls of the list; how the protection is called.

    To start a program, to make a socket or to look into a process ends it (SIGSYS); any other call
    fails. Needs `no_new_privs`. Raises OSError where the kernel has no seccomp, or there is no list
    for this machine.
    """
    machine = os.uname().machine
    if machine not in _MACHINES or sys.maxsize < 1 << 32:
        raise OSError(errno.ENOSYS, f"there is no list of calls for {machine}")
    steps = ctypes.create_string_buffer(_program(machine))
    count = (len(steps) - 1) // 8
    program = ctypes.create_string_buffer(pack("@HP", count, ctypes.addressof(steps)))
    system.prctl(_PR_SET_SECCOMP, _MODE_FILTER, ctypes.addressof(program))
    return "seccomp"
