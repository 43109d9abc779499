/* Writes down, in their true order, every write, truncation, sync, creation, renaming and removal of the files in one folder: what a disk
 * has for certain after a power cut can be computed from that. Loaded with LD_PRELOAD by tests/it/power.rs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

#define MOST 4096
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static char *names[MOST]; /* by file descriptor: the name within the folder */
static int out = -1;

static ssize_t really_write(int fd, const void *data, size_t size) {
    static ssize_t (*real)(int, const void *, size_t);
    if (!real) real = dlsym(RTLD_NEXT, "write");
    return real(fd, data, size);
}

/* kind, length of name, name, offset, length of data, data */
static void note(char kind, int fd, uint64_t offset, const void *data, uint64_t size) {
    if (fd < 0 || fd >= MOST || !names[fd]) return;
    const char *path = getenv("DAMKA_POWER_LOG");
    if (!path) return;
    if (out < 0) {
        static int (*real)(const char *, int, ...);
        if (!real) real = dlsym(RTLD_NEXT, "open");
        out = real(path, O_WRONLY | O_CREAT | O_APPEND, 0600);
    }
    uint8_t length = strlen(names[fd]);
    really_write(out, &kind, 1);
    really_write(out, &length, 1);
    really_write(out, names[fd], length);
    really_write(out, &offset, 8);
    really_write(out, &size, 8);
    if (data) really_write(out, data, size);
}

static int opened(int fd, const char *path) {
    const char *folder = getenv("DAMKA_POWER_FOLDER");
    if (fd < 0 || fd >= MOST || !folder || strncmp(path, folder, strlen(folder)) != 0) return fd;
    const char *name = strcmp(path, folder) == 0 ? "." : path + strlen(folder) + 1;
    /* The shared memory is made anew after a crash. */
    if (strstr(name, "-shm")) return fd;
    pthread_mutex_lock(&lock);
    free(names[fd]);
    names[fd] = strdup(name);
    note('o', fd, 0, NULL, 0);
    pthread_mutex_unlock(&lock);
    return fd;
}

int unlink(const char *path) {
    static int (*real)(const char *);
    if (!real) real = dlsym(RTLD_NEXT, "unlink");
    const char *folder = getenv("DAMKA_POWER_FOLDER");
    int done = real(path);
    if (done == 0 && folder && strncmp(path, folder, strlen(folder)) == 0) {
        pthread_mutex_lock(&lock);
        /* A descriptor that nobody has, only to carry the name. */
        names[MOST - 1] = strdup(path + strlen(folder) + 1);
        note('u', MOST - 1, 0, NULL, 0);
        free(names[MOST - 1]);
        names[MOST - 1] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return done;
}

int rename(const char *from, const char *to) {
    static int (*real)(const char *, const char *);
    if (!real) real = dlsym(RTLD_NEXT, "rename");
    const char *folder = getenv("DAMKA_POWER_FOLDER");
    pthread_mutex_lock(&lock);
    int done = real(from, to);
    if (done == 0 && folder && strncmp(from, folder, strlen(folder)) == 0) {
        const char *name = to + strlen(folder) + 1;
        names[MOST - 1] = strdup(from + strlen(folder) + 1);
        note('r', MOST - 1, 0, name, strlen(name));
        free(names[MOST - 1]);
        names[MOST - 1] = NULL;
    }
    pthread_mutex_unlock(&lock);
    return done;
}

/* The disk is full while the file DAMKA_POWER_FULL is there, and lets itself only be read while DAMKA_POWER_READ_ONLY is. */
static int trouble(void) {
    static int (*real)(const char *, int);
    if (!real) real = dlsym(RTLD_NEXT, "access");
    const char *full = getenv("DAMKA_POWER_FULL"), *read_only = getenv("DAMKA_POWER_READ_ONLY");
    if (full && real(full, F_OK) == 0) return ENOSPC;
    return read_only && real(read_only, F_OK) == 0 ? EROFS : 0;
}

#define OPEN(symbol)                                                    \
    int symbol(const char *path, int flags, ...) {                      \
        static int (*real)(const char *, int, ...);                     \
        if (!real) real = dlsym(RTLD_NEXT, #symbol);                    \
        va_list rest;                                                   \
        va_start(rest, flags);                                          \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0;       \
        va_end(rest);                                                   \
        const char *folder = getenv("DAMKA_POWER_FOLDER");              \
        int ours = folder && strncmp(path, folder, strlen(folder)) == 0; \
        if (ours && (flags & O_ACCMODE) != O_RDONLY && trouble() == EROFS) { \
            errno = EROFS;                                              \
            return -1;                                                  \
        }                                                               \
        return opened(real(path, flags, mode), path);                   \
    }
OPEN(open)
OPEN(open64)

int close(int fd) {
    static int (*real)(int);
    if (!real) real = dlsym(RTLD_NEXT, "close");
    if (fd >= 0 && fd < MOST) {
        pthread_mutex_lock(&lock);
        free(names[fd]);
        names[fd] = NULL;
        pthread_mutex_unlock(&lock);
    }
    return real(fd);
}


#define PWRITE(symbol, offset_type)                                                      \
    ssize_t symbol(int fd, const void *data, size_t size, offset_type offset) {          \
        static ssize_t (*real)(int, const void *, size_t, offset_type);                  \
        if (!real) real = dlsym(RTLD_NEXT, #symbol);                                     \
        if (fd >= 0 && fd < MOST && names[fd] && trouble()) {                            \
            errno = trouble();                                                           \
            return -1;                                                                   \
        }                                                                                \
        pthread_mutex_lock(&lock);                                                       \
        ssize_t done = real(fd, data, size, offset);                                     \
        if (done > 0) note('w', fd, offset, data, done);                                 \
        pthread_mutex_unlock(&lock);                                                     \
        return done;                                                                     \
    }
PWRITE(pwrite, off_t)
PWRITE(pwrite64, off64_t)

ssize_t write(int fd, const void *data, size_t size) {
    if (fd < 0 || fd >= MOST || !names[fd]) return really_write(fd, data, size);
    pthread_mutex_lock(&lock);
    off_t offset = lseek(fd, 0, SEEK_CUR);
    ssize_t done = really_write(fd, data, size);
    if (done > 0) note('w', fd, offset, data, done);
    pthread_mutex_unlock(&lock);
    return done;
}

#define TRUNCATE(symbol, size_type)                             \
    int symbol(int fd, size_type size) {                        \
        static int (*real)(int, size_type);                     \
        if (!real) real = dlsym(RTLD_NEXT, #symbol);            \
        pthread_mutex_lock(&lock);                              \
        int done = real(fd, size);                              \
        if (done == 0) note('t', fd, size, NULL, 0);            \
        pthread_mutex_unlock(&lock);                            \
        return done;                                            \
    }
TRUNCATE(ftruncate, off_t)
TRUNCATE(ftruncate64, off64_t)

#define SYNC(symbol)                                            \
    int symbol(int fd) {                                        \
        static int (*real)(int);                                \
        if (!real) real = dlsym(RTLD_NEXT, #symbol);            \
        pthread_mutex_lock(&lock);                              \
        int done = real(fd);                                    \
        if (done == 0) note('s', fd, 0, NULL, 0);               \
        pthread_mutex_unlock(&lock);                            \
        return done;                                            \
    }
SYNC(fsync)
SYNC(fdatasync)
