/* Calls of the C library that change a disk, counted; at a given one the process is
   killed, before the call or, for writes, with half of it done. Preloaded by tests. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long left = -1;

/* How many calls are let through; negative for all. */
void kill_after(long calls) { left = calls; }

long calls_left(void) { return left; }

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
    if (fd > 2 && is_last()) { if (size > 1) real(fd, data, size / 2); die(); }
    return real(fd, data, size);
}

ssize_t pwrite64(int fd, const void *data, size_t size, off64_t at) {
    REAL(pwrite64);
    if (is_last()) { if (size > 1) real(fd, data, size / 2, at); die(); }
    return real(fd, data, size, at);
}

ssize_t writev(int fd, const struct iovec *parts, int count) {
    REAL(writev);
    if (fd > 2 && is_last()) die();
    return real(fd, parts, count);
}

ssize_t pwritev64(int fd, const struct iovec *parts, int count, off64_t at) {
    REAL(pwritev64);
    if (is_last()) die();
    return real(fd, parts, count, at);
}

int fsync(int fd) { REAL(fsync); if (is_last()) die(); return real(fd); }
int fdatasync(int fd) { REAL(fdatasync); if (is_last()) die(); return real(fd); }
int ftruncate64(int fd, off64_t size) { REAL(ftruncate64); if (is_last()) die(); return real(fd, size); }
int rename(const char *from, const char *to) { REAL(rename); if (is_last()) die(); return real(from, to); }
int renameat(int a, const char *from, int b, const char *to) { REAL(renameat); if (is_last()) die(); return real(a, from, b, to); }
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
