#if defined(__linux__)
#define _GNU_SOURCE
#endif
#include "CSupport.h"

#if defined(__linux__)
#include <dirent.h>
#include <sched.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

int64_t support_resident_bytes(void) {
    FILE *file = fopen("/proc/self/statm", "r");
    if (!file) return -1;
    long total = 0, resident = -1;
    int read = fscanf(file, "%ld %ld", &total, &resident);
    fclose(file);
    return read == 2 ? (int64_t)resident * sysconf(_SC_PAGESIZE) : -1;
}

int64_t support_most_resident_bytes(void) {
    struct rusage usage;
    return getrusage(RUSAGE_SELF, &usage) == 0 ? (int64_t)usage.ru_maxrss * 1024 : -1;
}

int64_t support_processor_nanoseconds(void) {
    struct timespec time;
    return clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time) == 0 ? time.tv_sec * 1000000000LL + time.tv_nsec : -1;
}

int64_t support_use_cores(int32_t count) {
    static cpu_set_t all;
    static int known;
    if (!known) {
        if (sched_getaffinity(0, sizeof all, &all) != 0) return -1;
        known = 1;
    }
    cpu_set_t wanted = all;
    if (count > 0) {
        int left = count;
        for (int core = 0; core < CPU_SETSIZE; core++) {
            if (CPU_ISSET(core, &all) && left-- <= 0) CPU_CLR(core, &wanted);
        }
    }
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return -1;
    int64_t answer = CPU_COUNT(&wanted);
    for (struct dirent *entry; (entry = readdir(threads));) {
        int thread = atoi(entry->d_name);
        if (thread > 0 && sched_setaffinity(thread, sizeof wanted, &wanted) != 0) answer = -1;
    }
    closedir(threads);
    return answer;
}

#else

int64_t support_resident_bytes(void) { return -1; }

int64_t support_most_resident_bytes(void) { return -1; }

int64_t support_processor_nanoseconds(void) { return -1; }

int64_t support_use_cores(int32_t count) {
    (void)count;
    return -1;
}

#endif
