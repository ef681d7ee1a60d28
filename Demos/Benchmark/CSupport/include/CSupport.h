// What a benchmark has to know of the process and the toolchain's Swift modules do not tell.
// Every function answers -1 where the platform cannot tell.
#ifndef CSUPPORT_H
#define CSUPPORT_H

#include <stdint.h>

/// Begins or ends counting of allocations in all threads. Answers 0, or -1 where allocations cannot be counted.
int64_t support_count_allocations(int32_t on);
/// The allocations made while counting was on.
int64_t support_allocations(void);
/// The bytes of the heap that are in use.
int64_t support_heap_bytes(void);
/// The bytes of the process that are in memory.
int64_t support_resident_bytes(void);
/// The most bytes of the process that have been in memory at the same time.
int64_t support_most_resident_bytes(void);
/// The time that processors have spent on the process.
int64_t support_processor_nanoseconds(void);
/// Confines all threads of the process to the first `count` cores it may use; 0 lifts that. Answers how many it may use now.
int64_t support_use_cores(int32_t count);

#endif
