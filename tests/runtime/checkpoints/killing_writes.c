/* Calls of the C library that change a disk, counted; at a given one the process is
   killed, before the call or, for writes, with a part of it done. Or the disk is full:
   writes take so many bytes, and then none. Preloaded by tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long left = -1;

/* How many calls are let through; negative for all. */
void kill_after(long calls) { left = calls; }

static size_t eighths = 4;

/* How much of a write is done before the kill. */
void kill_within(long share) { eighths = (size_t)share; }

static size_t done(size_t size) { size_t part = size / 8 * eighths + size % 8 * eighths / 8; return part ? part : 1; }

long calls_left(void) { return left; }

static long room = -1;

/* How many bytes the disk still takes; negative for as many as there are. */
void fill_after(long bytes) { room = bytes; }

/* How many of so many bytes are taken; -1 with errno if none. */
static ssize_t taken(size_t size) {
    if (room < 0 || size == 0) return (ssize_t)size;
    if (room == 0) { errno = ENOSPC; return -1; }
    if ((long)size > room) size = (size_t)room;
    room -= (long)size;
    return (ssize_t)size;
}

static int is_last(void) {
    if (left < 0) return 0;
    if (left == 0) return 1;
    left--;
    return 0;
}

static void die(void) { kill(getpid(), SIGKILL); for (;;) pause(); }

#define REAL(name) static __typeof__(name) *real; if (!real) real = (__typeof__(name) *)dlsym(RTLD_NEXT, #name)

ssize_t write(int fd, const void *data, size_t size) {
    REAL(write);
    if (fd > 2 && is_last()) { if (size > 1) real(fd, data, done(size)); die(); }
    ssize_t part = fd > 2 ? taken(size) : (ssize_t)size;
    return part < 0 ? -1 : real(fd, data, (size_t)part);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    if (is_last()) { if (size > 1) real(fd, data, done(size), at); die(); }
    ssize_t part = taken(size);
    return part < 0 ? -1 : real(fd, data, (size_t)part, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    if (fd > 2 && is_last()) die();
    if (fd > 2 && count > 0 && room >= 0) return write(fd, parts[0].iov_base, parts[0].iov_len);
    return real(fd, parts, count);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
    REAL(pwritev64);
    if (is_last()) die();
    if (count > 0 && room >= 0) return pwrite64(fd, parts[0].iov_base, parts[0].iov_len, at);
    return real(fd, parts, count, at);
}

int fsync(int fd) { REAL(fsync); if (is_last()) die(); return real(fd); }
int fdatasync(int fd) { REAL(fdatasync); if (is_last()) die(); return real(fd); }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); if (is_last()) die(); return real(fd, size); }
int rename(const char *from, const char *to) { REAL(rename); if (is_last()) die(); return real(from, to); }
int renameat(int a, const char *from, int b, const char *to) { REAL(renameat); if (is_last()) die(); return real(a, from, b, to); }
int renameat2(int a, const char *from, int b, const char *to, unsigned how) { REAL(renameat2); if (is_last()) die(); return real(a, from, b, to, how); }
int unlinkat(int at, const char *path, int how) { REAL(unlinkat); if (is_last()) die(); return real(at, path, how); }
int rmdir(const char *path) { REAL(rmdir); if (is_last()) die(); return real(path); }
int linkat(int a, const char *from, int b, const char *to, int how) { REAL(linkat); if (is_last()) die(); return real(a, from, b, to, how); }
int unlink(const char *path) { REAL(unlink); if (is_last()) die(); return real(path); }
int link(const char *from, const char *to) { REAL(link); if (is_last()) die(); return real(from, to); }
int mkdir(const char *path, mode_t mode) { REAL(mkdir); if (is_last()) die(); return real(path, mode); }

int open64(const char *path, int flags, ...) {
    REAL(open64);
    va_list rest;
    va_start(rest, flags);
    mode_t mode = va_arg(rest, mode_t);
    va_end(rest);
    if ((flags & (O_CREAT | O_TRUNC)) && is_last()) die();
    return real(path, flags, mode);
}
