"""One writer of a file at a time.

The system frees the lock when its process ends, however that happens.
"""

from __future__ import annotations

import errno
import os
import sys
from typing import Final

if sys.platform == "win32":
    import msvcrt

    # Far behind any end of a file: what is locked on Windows cannot be read by others.
    _PLACE: Final = 1 << 62

    def lock(descriptor: int) -> bool:
        """Whether this process may write the file from now on, until it closes it."""
        here = os.lseek(descriptor, 0, os.SEEK_CUR)
        os.lseek(descriptor, _PLACE, os.SEEK_SET)
        try:
            msvcrt.locking(descriptor, msvcrt.LK_NBLCK, 1)
        except OSError as error:
            if error.errno not in (errno.EACCES, errno.EDEADLK):
                raise
            return False
        finally:
            os.lseek(descriptor, here, os.SEEK_SET)
        return True

    def unlock(descriptor: int) -> None:
        """Let others write the file, which is about to be closed: that does it."""

else:
    import contextlib
    import fcntl

    _NONE_HERE: Final = {errno.ENOLCK, errno.ENOSYS, errno.ENOTSUP, errno.EOPNOTSUPP}
    """What file systems say that have no locks: there a file is written without."""
    _held: set[int] = set()

    def lock(descriptor: int) -> bool:
        """Whether this process may write the file from now on, until it closes it."""
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError as error:
            if error.errno not in _NONE_HERE:
                raise
        _held.add(descriptor)
        return True

    def unlock(descriptor: int) -> None:
        """Let others write the file, which is about to be closed."""
        _held.discard(descriptor)
        with contextlib.suppress(OSError):
            fcntl.flock(descriptor, fcntl.LOCK_UN)

    def _leave_to_parent() -> None:
        # A process that is forked has the file open too. It would hold the lock when this process
        # has long ended, so it lets go of the file, not of the lock.
        while _held:
            nothing = os.open(os.devnull, os.O_RDWR)
            os.dup2(nothing, _held.pop(), inheritable=False)
            os.close(nothing)

    os.register_at_fork(after_in_child=_leave_to_parent)
