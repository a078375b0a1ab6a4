/*
 * Notes in a trace, in order, all that a program does to the files of one folder: what it writes,
 * what it syncs, and which names come and go. Nothing is really synced; what a power cut would
 * leave of it all is worked out from the trace.
 *
 * Preloaded into the program. POWER_CUT_FOLDER is the folder, without a slash at its end and without
 * folders in it; POWER_CUT_TRACE is the file to append the trace to, outside of the folder. What is
 * noted: W a write, T a new length, S a sync, O a file opened, N a new one, R another name, L one
 * name more, U one less and D a sync of all names.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum { FILES = 4096 };
enum kind { OTHER, FILE_IN_FOLDER, FOLDER };

struct record {
    uint64_t what;
    uint64_t file;
    uint64_t offset;
    uint64_t length;
};

static pthread_mutex_t one_at_a_time = PTHREAD_MUTEX_INITIALIZER;
static enum kind kinds[FILES];
static const char *folder;
static int trace = -1;

#define NEXT(function) ((__typeof__(&function))dlsym(RTLD_NEXT, #function))

/* Not before a file is opened: whoever forks the program says late where its folder is. */
static void begin(void)
{
    const char *path = getenv("POWER_CUT_TRACE");
    int flags = O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC;
    folder = getenv("POWER_CUT_FOLDER");
    if (folder != NULL && path != NULL)
        trace = syscall(SYS_openat, AT_FDCWD, path, flags, 0600);
}

static void note(char what, uint64_t file, uint64_t offset, const void *bytes, uint64_t length)
{
    struct record head = {what, file, offset, length};
    struct iovec parts[] = {{&head, sizeof head}, {(void *)bytes, length}};
    syscall(SYS_writev, trace, parts, 2);
}

/* The name within the folder; "" for the folder itself, NULL for everything else. */
static const char *name_of(const char *path)
{
    size_t length = trace < 0 ? 0 : strlen(folder);
    if (trace < 0 || strncmp(path, folder, length) != 0)
        return NULL;
    if (path[length] == '\0')
        return "";
    return path[length] == '/' && strchr(path + length + 1, '/') == NULL ? path + length + 1 : NULL;
}

static enum kind kind_of(int fd)
{
    return trace >= 0 && fd >= 0 && fd < FILES ? kinds[fd] : OTHER;
}

static uint64_t file_of(int fd)
{
    struct stat found;
    return fstat(fd, &found) == 0 ? found.st_ino : 0;
}

static int opened(const char *path, int flags, mode_t mode)
{
    if (trace < 0)
        begin();
    const char *name = name_of(path);
    if (name == NULL)
        return syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    pthread_mutex_lock(&one_at_a_time);
    int is_new = (flags & O_CREAT) && access(path, F_OK) != 0;
    int fd = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
    if (fd >= FILES)
        abort();
    if (fd >= 0) {
        kinds[fd] = *name == '\0' ? FOLDER : FILE_IN_FOLDER;
        if (*name != '\0')
            note(is_new ? 'N' : 'O', file_of(fd), 0, name, strlen(name));
        if (!is_new && (flags & O_TRUNC))
            note('T', file_of(fd), 0, NULL, 0);
    }
    pthread_mutex_unlock(&one_at_a_time);
    return fd;
}

#define OPEN(function)                                            \
    int function(const char *path, int flags, ...)                \
    {                                                             \
        va_list rest;                                             \
        va_start(rest, flags);                                    \
        mode_t mode = flags & O_CREAT ? va_arg(rest, mode_t) : 0; \
        va_end(rest);                                             \
        return opened(path, flags, mode);                         \
    }
OPEN(open)
OPEN(open64)

int close(int fd)
{
    if (fd >= 0 && fd < FILES)
        kinds[fd] = OTHER;
    return syscall(SYS_close, fd);
}

static ssize_t written(int fd, const void *bytes, size_t length, off_t offset)
{
    pthread_mutex_lock(&one_at_a_time);
    note('W', file_of(fd), offset, bytes, length);
    ssize_t count = syscall(SYS_pwrite64, fd, bytes, length, offset);
    pthread_mutex_unlock(&one_at_a_time);
    if (count >= 0 && (size_t)count != length)
        abort();
    return count;
}

ssize_t write(int fd, const void *bytes, size_t length)
{
    if (kind_of(fd) != FILE_IN_FOLDER)
        return syscall(SYS_write, fd, bytes, length);
    off_t offset = lseek(fd, 0, fcntl(fd, F_GETFL) & O_APPEND ? SEEK_END : SEEK_CUR);
    ssize_t count = written(fd, bytes, length, offset);
    if (count > 0)
        lseek(fd, offset + count, SEEK_SET);
    return count;
}

ssize_t pwrite64(int fd, const void *bytes, size_t length, off_t offset)
{
    if (kind_of(fd) != FILE_IN_FOLDER)
        return syscall(SYS_pwrite64, fd, bytes, length, offset);
    return written(fd, bytes, length, offset);
}

ssize_t pwrite(int fd, const void *bytes, size_t length, off_t offset)
{
    return pwrite64(fd, bytes, length, offset);
}

int ftruncate64(int fd, off_t length)
{
    if (kind_of(fd) != FILE_IN_FOLDER)
        return syscall(SYS_ftruncate, fd, length);
    pthread_mutex_lock(&one_at_a_time);
    note('T', file_of(fd), length, NULL, 0);
    int failed = syscall(SYS_ftruncate, fd, length);
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}

int ftruncate(int fd, off_t length)
{
    return ftruncate64(fd, length);
}

int fsync(int fd)
{
    if (kind_of(fd) == OTHER)
        return syscall(SYS_fsync, fd);
    pthread_mutex_lock(&one_at_a_time);
    if (kinds[fd] == FOLDER)
        note('D', 0, 0, NULL, 0);
    else
        note('S', file_of(fd), 0, NULL, 0);
    pthread_mutex_unlock(&one_at_a_time);
    return 0;
}

int fdatasync(int fd)
{
    return kind_of(fd) == OTHER ? syscall(SYS_fdatasync, fd) : fsync(fd);
}

static int renamed(char what, const char *from, const char *to,
                   int (*change)(const char *, const char *))
{
    const char *old = name_of(from), *new = name_of(to);
    if (old == NULL || new == NULL)
        return change(from, to);
    char both[1024];
    size_t first = strlen(old) + 1, second = strlen(new);
    if (first + second > sizeof both)
        abort();
    memcpy(both, old, first);
    memcpy(both + first, new, second);
    pthread_mutex_lock(&one_at_a_time);
    int failed = change(from, to);
    if (!failed)
        note(what, 0, 0, both, first + second);
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}

int rename(const char *from, const char *to)
{
    return renamed('R', from, to, NEXT(rename));
}

int link(const char *from, const char *to)
{
    return renamed('L', from, to, NEXT(link));
}

int unlink(const char *path)
{
    const char *name = name_of(path);
    if (name == NULL)
        return syscall(SYS_unlink, path);
    pthread_mutex_lock(&one_at_a_time);
    int failed = syscall(SYS_unlink, path);
    if (!failed)
        note('U', 0, 0, name, strlen(name));
    pthread_mutex_unlock(&one_at_a_time);
    return failed;
}
