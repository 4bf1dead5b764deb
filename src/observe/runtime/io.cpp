// Calls that may wait for something outside of the program.
//
// A call that will not wait (regular files, descriptors that are ready or do not block) is made
// with the turn. Any other is made without it: the other threads go on, and when it returns, the
// thread waits for its turn. That is when a run depends on more than its seed. What the kernel
// reads and writes of the program's memory is an access like any other; the call itself is a fence.
#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/epoll.h>
#include <sys/file.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include "observe/runtime/interpose.h"

namespace overtake::observe {
namespace {

int io_object;  // what is written to the kernel may be read from it: for races, all of it is one

constexpr std::uint64_t kPipeAtomic = 4096;

bool waits(int fd, short events, std::uint64_t bytes) {
  const long flags = raw_syscall(SYS_fcntl, fd, F_GETFL);
  if (flags < 0 || (flags & O_NONBLOCK) != 0) return false;
  struct stat status{};
  raw_syscall(SYS_fstat, fd, reinterpret_cast<long>(&status));
  if (S_ISREG(status.st_mode) || S_ISDIR(status.st_mode)) return false;
  pollfd p{fd, events, 0};
  const bool ready = raw_syscall(SYS_poll, reinterpret_cast<long>(&p), 1, 0) > 0;
  // Ready to take some: as much as is sure to be taken at once.
  return !ready || (events == POLLOUT && bytes > kPipeAtomic);
}

std::uint64_t bytes_of(const iovec* parts, int count) {
  std::uint64_t n = 0;
  for (int i = 0; i < count; ++i) n += parts[i].iov_len;
  return n;
}

void note_parts(Thread& t, const iovec* parts, std::uint64_t count, long bytes, bool write,
                std::uint64_t pc) {
  for (std::uint64_t i = 0; i < count && bytes > 0; ++i) {
    const auto n =
        static_cast<long>(parts[i].iov_len) < bytes ? static_cast<long>(parts[i].iov_len) : bytes;
    note_range(t, address_of(parts[i].iov_base), static_cast<std::uint64_t>(n), write, pc);
    bytes -= n;
  }
}

// The call, with or without the turn.
template <class Call>
auto input(int fd, std::uint64_t pc, const iovec* parts, std::uint64_t count, Call call) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (t == nullptr) return call();
  before_sync(*t);
  full_fence(*t, pc);
  const bool outside = waits(fd, POLLIN, 0);
  if (outside) runtime.scheduler.leave(*t);
  const auto result = call();
  if (outside) runtime.scheduler.arrive(*t);
  acquires(*t, &io_object);
  if (active == t) note_parts(*t, parts, count, static_cast<long>(result), true, pc);
  return result;
}

template <class Call>
auto output(int fd, std::uint64_t pc, const iovec* parts, std::uint64_t count, Call call) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (t == nullptr) return call();
  before_sync(*t);
  full_fence(*t, pc);
  const std::uint64_t bytes = bytes_of(parts, static_cast<int>(count));
  if (active == t) note_parts(*t, parts, count, static_cast<long>(bytes), false, pc);
  releases(*t, &io_object);
  const bool outside = waits(fd, POLLOUT, bytes);
  if (outside) runtime.scheduler.leave(*t);
  const auto result = call();
  if (outside) runtime.scheduler.arrive(*t);
  return result;
}

// `now` makes the call without waiting; if that is not enough, `call` is made without the turn.
template <class Now, class Call>
auto wait_outside(std::uint64_t pc, Now now, Call call) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (t == nullptr) return call();
  before_sync(*t);
  full_fence(*t, pc);
  auto result = now();
  if (result == 0) {
    const Outside outside(t);
    result = call();
  }
  acquires(*t, &io_object);
  return result;
}

template <class Call>
auto outside(std::uint64_t pc, Call call) {
  Thread* t = runtime.watching ? cooperate() : nullptr;
  if (t != nullptr) {
    before_sync(*t);
    full_fence(*t, pc);
  }
  const Outside guard(t);
  return call();
}

}  // namespace
}  // namespace overtake::observe

using namespace overtake::observe;

#define OVERTAKE_PART(p, n) \
  iovec part { const_cast<void*>(static_cast<const void*>(p)), (n) }

OVERTAKE_INTERPOSE(ssize_t, read, (int fd, void* p, std::size_t n)) {
  OVERTAKE_PART(p, n);
  return input(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(read)(fd, p, n); });
}
OVERTAKE_INTERPOSE(ssize_t, write, (int fd, const void* p, std::size_t n)) {
  OVERTAKE_PART(p, n);
  return output(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(write)(fd, p, n); });
}
OVERTAKE_INTERPOSE(ssize_t, pread, (int fd, void* p, std::size_t n, off_t at)) {
  OVERTAKE_PART(p, n);
  return input(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(pread)(fd, p, n, at); });
}
OVERTAKE_INTERPOSE(ssize_t, pread64, (int fd, void* p, std::size_t n, off_t at)) {
  OVERTAKE_PART(p, n);
  return input(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(pread64)(fd, p, n, at); });
}
OVERTAKE_INTERPOSE(ssize_t, pwrite, (int fd, const void* p, std::size_t n, off_t at)) {
  OVERTAKE_PART(p, n);
  return output(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(pwrite)(fd, p, n, at); });
}
OVERTAKE_INTERPOSE(ssize_t, pwrite64, (int fd, const void* p, std::size_t n, off_t at)) {
  OVERTAKE_PART(p, n);
  return output(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(pwrite64)(fd, p, n, at); });
}
OVERTAKE_INTERPOSE(ssize_t, readv, (int fd, const iovec* v, int n)) {
  return input(fd, OVERTAKE_PC(), v, static_cast<std::uint64_t>(n),
               [&] { return OVERTAKE_NEXT(readv)(fd, v, n); });
}
OVERTAKE_INTERPOSE(ssize_t, writev, (int fd, const iovec* v, int n)) {
  return output(fd, OVERTAKE_PC(), v, static_cast<std::uint64_t>(n),
                [&] { return OVERTAKE_NEXT(writev)(fd, v, n); });
}
OVERTAKE_INTERPOSE(ssize_t, recv, (int fd, void* p, std::size_t n, int flags)) {
  OVERTAKE_PART(p, n);
  return input(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(recv)(fd, p, n, flags); });
}
OVERTAKE_INTERPOSE(ssize_t, recvfrom,
                   (int fd, void* p, std::size_t n, int flags, sockaddr* from, socklen_t* length)) {
  OVERTAKE_PART(p, n);
  return input(fd, OVERTAKE_PC(), &part, 1,
               [&] { return OVERTAKE_NEXT(recvfrom)(fd, p, n, flags, from, length); });
}
OVERTAKE_INTERPOSE(ssize_t, recvmsg, (int fd, msghdr* m, int flags)) {
  return input(fd, OVERTAKE_PC(), m->msg_iov, m->msg_iovlen,
               [&] { return OVERTAKE_NEXT(recvmsg)(fd, m, flags); });
}
OVERTAKE_INTERPOSE(ssize_t, send, (int fd, const void* p, std::size_t n, int flags)) {
  OVERTAKE_PART(p, n);
  return output(fd, OVERTAKE_PC(), &part, 1, [&] { return OVERTAKE_NEXT(send)(fd, p, n, flags); });
}
OVERTAKE_INTERPOSE(ssize_t, sendto,
                   (int fd, const void* p, std::size_t n, int flags, const sockaddr* to,
                    socklen_t length)) {
  OVERTAKE_PART(p, n);
  return output(fd, OVERTAKE_PC(), &part, 1,
                [&] { return OVERTAKE_NEXT(sendto)(fd, p, n, flags, to, length); });
}
OVERTAKE_INTERPOSE(ssize_t, sendmsg, (int fd, const msghdr* m, int flags)) {
  return output(fd, OVERTAKE_PC(), m->msg_iov, m->msg_iovlen,
                [&] { return OVERTAKE_NEXT(sendmsg)(fd, m, flags); });
}
OVERTAKE_INTERPOSE(int, accept, (int fd, sockaddr* from, socklen_t* length)) {
  return input(fd, OVERTAKE_PC(), nullptr, 0,
               [&] { return OVERTAKE_NEXT(accept)(fd, from, length); });
}
OVERTAKE_INTERPOSE(int, accept4, (int fd, sockaddr* from, socklen_t* length, int flags)) {
  return input(fd, OVERTAKE_PC(), nullptr, 0,
               [&] { return OVERTAKE_NEXT(accept4)(fd, from, length, flags); });
}
OVERTAKE_INTERPOSE(int, connect, (int fd, const sockaddr* to, socklen_t length)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(connect)(fd, to, length); });
}

OVERTAKE_INTERPOSE(int, poll, (pollfd * fds, nfds_t n, int timeout)) {
  return wait_outside(
      OVERTAKE_PC(), [&] { return timeout == 0 ? -2 : OVERTAKE_NEXT(poll)(fds, n, 0); },
      [&] { return OVERTAKE_NEXT(poll)(fds, n, timeout); });
}
OVERTAKE_INTERPOSE(int, ppoll,
                   (pollfd * fds, nfds_t n, const timespec* timeout, const sigset_t* mask)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(ppoll)(fds, n, timeout, mask); });
}
OVERTAKE_INTERPOSE(int, select, (int n, fd_set* r, fd_set* w, fd_set* e, timeval* timeout)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(select)(n, r, w, e, timeout); });
}
OVERTAKE_INTERPOSE(int, pselect,
                   (int n, fd_set* r, fd_set* w, fd_set* e, const timespec* timeout,
                    const sigset_t* mask)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(pselect)(n, r, w, e, timeout, mask); });
}
OVERTAKE_INTERPOSE(int, epoll_wait, (int fd, epoll_event* events, int n, int timeout)) {
  return wait_outside(
      OVERTAKE_PC(),
      [&] { return timeout == 0 ? -2 : OVERTAKE_NEXT(epoll_wait)(fd, events, n, 0); },
      [&] { return OVERTAKE_NEXT(epoll_wait)(fd, events, n, timeout); });
}
OVERTAKE_INTERPOSE(int, epoll_pwait,
                   (int fd, epoll_event* events, int n, int timeout, const sigset_t* mask)) {
  return outside(OVERTAKE_PC(),
                 [&] { return OVERTAKE_NEXT(epoll_pwait)(fd, events, n, timeout, mask); });
}

OVERTAKE_INTERPOSE(pid_t, wait, (int* status)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(wait)(status); });
}
OVERTAKE_INTERPOSE(pid_t, waitpid, (pid_t pid, int* status, int flags)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(waitpid)(pid, status, flags); });
}
OVERTAKE_INTERPOSE(pid_t, wait4, (pid_t pid, int* status, int flags, rusage* usage)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(wait4)(pid, status, flags, usage); });
}
OVERTAKE_INTERPOSE(int, sigwait, (const sigset_t* set, int* signal)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(sigwait)(set, signal); });
}
OVERTAKE_INTERPOSE(int, sigwaitinfo, (const sigset_t* set, siginfo_t* info)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(sigwaitinfo)(set, info); });
}
OVERTAKE_INTERPOSE(int, sigtimedwait,
                   (const sigset_t* set, siginfo_t* info, const timespec* timeout)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(sigtimedwait)(set, info, timeout); });
}
OVERTAKE_INTERPOSE(int, sigsuspend, (const sigset_t* mask)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(sigsuspend)(mask); });
}
OVERTAKE_INTERPOSE(int, pause, ()) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(pause)(); });
}
OVERTAKE_INTERPOSE(int, flock, (int fd, int operation)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(flock)(fd, operation); });
}
OVERTAKE_INTERPOSE(int, lockf, (int fd, int command, off_t n)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(lockf)(fd, command, n); });
}
OVERTAKE_INTERPOSE(int, system, (const char* command)) {
  return outside(OVERTAKE_PC(), [&] { return OVERTAKE_NEXT(system)(command); });
}
OVERTAKE_INTERPOSE(int, getaddrinfo,
                   (const char* node, const char* service, const addrinfo* hints,
                    addrinfo** result)) {
  return outside(OVERTAKE_PC(),
                 [&] { return OVERTAKE_NEXT(getaddrinfo)(node, service, hints, result); });
}
